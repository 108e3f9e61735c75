"""The words of a page as HTML and as Markdown, which markdown-it reads as code hosts do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

#: Parts of a page that are not its text (also numbers of lines, and links that fill a form), hidden
#: text, and operations, whose pages are compared elsewhere.
APART = (
    "script, style, svg, button, nav, navapi-playground, .headerlink, .navapi-operation,"
    " .viewcode-link, .sd-hide-link-text, .linenos, .navapi-form-link"
)


def rendered(markdown: str) -> BeautifulSoup:
    """*markdown* as HTML."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return BeautifulSoup(parser.use(footnote_plugin).render(markdown), "html.parser")


def page_text(html: str) -> Tag:
    """The main part of the page *html* without what is not text."""
    article = BeautifulSoup(html, "html.parser").article
    assert article is not None
    for apart in article.select(APART):
        apart.decompose()
    return article


def words(tag: Tag) -> list[str]:
    """The words of *tag*, in order."""
    return re.findall(r"\w+", tag.get_text(" ").lower())


def missing_words(html: str, markdown: str) -> Counter[str]:
    """Words of the page that occur less often in its Markdown.

    An alert is labeled with its kind, which readers of Markdown show.
    """
    found = Counter(words(rendered(markdown)))
    # Markup may separate a word that HTML shows as one, and the other way round.
    joined = re.sub(r"\W+", "", rendered(markdown).get_text().lower())
    lacking = Counter(words(page_text(html))) - found
    return Counter({word: count for word, count in lacking.items() if word not in joined})


def blocks(tag: Tag) -> Iterator[list[str]]:
    """The words of each paragraph and heading."""
    for block in tag.select("p, h1, h2, h3, h4, h5, h6"):
        yield words(block)
