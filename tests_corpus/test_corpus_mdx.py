"""Pages of real sites: no words and no code are lost, and Sphinx reads all of them."""

from __future__ import annotations

import html
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from kept_blocks import kept_html_block
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from shared_corpus import SITES

from sphinx_navapi.mdx.expanded_page import ExpandedPage, ExpandedText
from sphinx_navapi.mdx.mark_rules import close_marks, mark_environment, use_marks
from sphinx_navapi.mdx.marked_page import mark_page
from sphinx_navapi.mdx.tag_uses import kind_of

NAMES = sorted(path.name for path in SITES.iterdir())

#: Proportion of a site's words that may be missing: cells beyond a table's columns, and what the
#: regular expressions here mistake for text.
ALLOWED_SHARE = 0.001

_WORD = re.compile(r"[^\W_]+")
_FENCE = re.compile(r"^[ \t>]*(?:[-*+][ \t]+|\d+\.[ \t]+)*(`{3,}|~{3,})(.*)$")
_TAG = re.compile(
    r"</?[A-Za-z][\w.]*(?:\s+(?:[\w:-]+(?:=(?:\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}))?"
    r"|\{[^{}]*\}))*\s*/?>"
)
_FOR_PROGRAMS = re.compile(r"<Visibility for=.agents.>.*?</Visibility>", re.DOTALL)
_BRACES = re.compile(r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
_DESTINATION = r"\]\([^()]*(?:\([^()]*\)[^()]*)*\)"


@cache
def pages(site: str) -> dict[str, str]:
    """Texts of a site's MDX pages by path, without front matter."""
    return {
        str(path.relative_to(SITES / site)): re.sub(
            r"\A---\n.*?\n---[ \t]*(\n|\Z)", "", path.read_text("utf-8"), flags=re.DOTALL
        )
        for path in sorted((SITES / site).rglob("*.mdx"))
    }


def split_code(text: str) -> tuple[str, list[str]]:
    """*text* without fenced code, and that code with each line stripped."""
    rest: list[str] = []
    blocks: list[str] = []
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence:
            closes = match and match[1].startswith(fence) and not match[2].strip()
            if closes:
                fence = ""
            else:
                blocks[-1] += line.strip() + "\n"
        elif match and not ("`" in match[2] and match[1][0] == "`"):
            fence = match[1]
            blocks.append("")
        else:
            rest.append(line)
    return "\n".join(rest), blocks


def words_of(text: str) -> Counter[str]:
    """Words of a page outside of code, tags, expressions and URLs, found by other means."""
    text = re.sub(
        r"^(?:import|export)\b.*?\n(?=\s*\n)", "\n", f"{text}\n\n", flags=re.DOTALL | re.MULTILINE
    )
    text = re.sub(r"\{/\*.*?\*/\}|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"(`+)(.+?)\1", " ", text)
    text = _BRACES.sub(" ", _TAG.sub(" ", text))
    text = re.sub(rf"!\[[^\]]*{_DESTINATION}", "", text)
    text = re.sub(r"^(\s*(?:[-*+]\s+|>\s?)*)\d+[.)]\s", r"\1 ", text, flags=re.MULTILINE)
    text = re.sub(
        r"^\s*\[[^\]]+\]:\s*\S+.*$", "", re.sub(_DESTINATION, "]", text), flags=re.MULTILINE
    )
    return Counter(_WORD.findall(html.unescape(text)))


def render(text: str) -> tuple[Counter[str], list[str]]:
    """Words and code blocks in the page rendered as Markdown."""
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    parser.block.ruler.at("html_block", kept_html_block, {"alt": ["paragraph", "reference"]})
    soup = BeautifulSoup(parser.render(text), "html.parser")
    blocks = [block.extract().get_text() for block in soup.select("pre > code")]
    # Inline tags may be inside of words, or between them.
    apart, joined = (Counter(_WORD.findall(soup.get_text(mark))) for mark in (" ", ""))
    return apart | joined, ["\n".join(line.strip() for line in b.split("\n")) for b in blocks]


def unmarked(blocks: list[str]) -> list[str]:
    """*blocks* without comments that mark lines, and without the signs of diffs."""
    return [
        re.sub(r"(?m)^(?:[+-] +)+| (?:#|//|/\*) \[!code \S+\](?: \*/)?$", "", b) for b in blocks
    ]


@pytest.mark.parametrize("site", NAMES)
def test_broken_pages_are_read(site):
    """Parts of real pages, cut and joined at random: nothing raises, marks are balanced."""
    chance = random.Random(site)  # the same pages every time
    texts = list(pages(site).values())
    for _ in range(40):
        parts = []
        for text in chance.sample(texts, k=min(3, len(texts))):
            start = chance.randrange(len(text) + 1)
            parts.append(text[start : start + chance.randrange(1, 4000)])
        source = chance.choice(["", "\n", "\n\n", " "]).join(parts)
        body = ExpandedText(text=source, lines=range(source.count("\n") + 1), is_page=True)
        page = mark_page(ExpandedPage(body=body), kind_of)
        parser = MarkdownIt("commonmark").enable("table")
        parser.disable(["html_block", "html_inline", "code"])
        use_marks(parser)
        for part in (page.text, *page.contents.values()):
            tokens = parser.parse(part.markdown, mark_environment(page))
            close_marks(tokens, page)
            SyntaxTreeNode(tokens)


#: Types of warnings that are correct, as images and documents are not in the corpus, and those of
#: Markdown pages, which MyST reads.
EXPECTED = {
    "image.not_readable", "myst.xref_missing", "navapi.config", "navapi.duplicate_operation",
    "navapi.near_miss", "navapi.file_not_found", "navapi.page_metadata",
    "navapi.openapi_not_found", "navapi.operation_not_found",
    "navapi.page_not_found", "navapi.unresolved_ref", "navapi.page_syntax",
    "navapi.unknown_attribute", "navapi.unknown_component",
}  # fmt: skip
OF_MARKDOWN = {"myst.header", "misc.highlighting_failure"}

#: Undefined components in pages.
UNKNOWN = {
    "spree": {"Hint"},
    "trigger": {"ScrapingWarning", "Warn", "UsefulNextSteps", "SoftLimit"},
}

#: Attributes without a meaning, here or on the hosted service.
ATTRIBUTES = {
    "stagehand": {("AccordionGroup", "title")},
    "upstash": {("Tip", "href"), ("Expandable", "defaultClosed")},
}

#: Expressions in the text of pages that are neither literals nor names defined in these pages.
EXPRESSIONS = {"upstash": 2}

#: Proportion of a site's words that its HTML pages must contain.
SHOWN_SHARE = 0.9975


@dataclass
class BuiltSite:
    source: Path
    out: Path
    warnings: list[str]


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Callable[[str], BuiltSite]:
    """Builds of sites by name, each once."""

    @cache
    def build(site: str) -> BuiltSite:
        folder = tmp_path_factory.mktemp(site)
        source, output = folder / site, folder / "out"
        shutil.copytree(SITES / site, source)
        for path in (source, *source.rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)
        (source / "conf.py").write_text(
            'extensions = ["myst_parser", "sphinx_navapi"]\nnavapi_remote_documents = False\n'
            'html_theme = "alabaster"\n'
        )
        command = [sys.executable, "-m", "sphinx", "-q", "--no-color", "-b", "html"]
        result = subprocess.run([*command, source, output], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr[-2000:]
        assert "Traceback" not in result.stderr
        lines = [line for line in result.stderr.splitlines() if line.strip()]
        return BuiltSite(source=source, out=output, warnings=lines)

    return build


@pytest.mark.parametrize("site", NAMES)
def test_sphinx_builds_the_site(site, built):
    found = built(site)
    for line in found.warnings:
        kind = re.search(r"\[([\w.]+)\]$", line)
        assert kind, line
        of_markdown = ".md:" in line and kind[1] in OF_MARKDOWN
        assert kind[1] in EXPECTED or of_markdown, line
    for name in pages(site):
        assert (found.out / name).with_suffix(".html").is_file(), name


@pytest.mark.parametrize("site", NAMES)
def test_what_is_said_of_pages_is_true(site, built):
    found = built(site)
    unknown, attributes = set(), set()
    expressions = 0
    for line in found.warnings:
        if missing := re.search(r"no file is at '([^']+)'", line):
            assert not (found.source / missing[1].lstrip("/")).exists(), line
        elif folder := re.search(
            r"files are missing because the folder (\S+) does not exist:", line
        ):
            assert not (found.source / folder[1]).exists(), line
        elif "[navapi.page_syntax]" in line:
            if missing := re.search(r"file '/([^']+)', imported for <\w+>, does not exist", line):
                assert not (found.source / missing[1]).exists(), line
                continue
            assert "expression is shown as code" in line, line
            places = re.search(r"\((\d+) places: ", line)
            expressions += int(places[1]) if places else 1
        elif attribute := re.search(r"the attribute (\w+) of <([\w.]+)> is unknown", line):
            attributes.add((attribute[2], attribute[1]))
        elif component := re.search(r"component <([\w.]+)>", line):
            unknown.add(component[1])
        elif target := re.search(r"no page or file exists at '(/[^'#?]*)", line):
            path = found.source / target[1].strip("/")
            candidates = [path, *(path.with_name(path.name + end) for end in (".mdx", ".md"))]
            assert not any(candidate.is_file() for candidate in candidates), line
    assert unknown == UNKNOWN.get(site, set())
    assert attributes == ATTRIBUTES.get(site, set())
    assert expressions == EXPRESSIONS.get(site, 0)


@pytest.mark.parametrize("site", NAMES)
def test_readers_see_every_word(site, built):
    found = built(site)
    total = missing = 0
    for name, text in pages(site).items():
        page = (found.out / name).with_suffix(".html").read_text("utf-8")
        body = BeautifulSoup(page, "html.parser").select_one("div.body")
        assert body is not None
        for link in body.select(".headerlink"):
            link.extract()
        apart, joined = (Counter(_WORD.findall(body.get_text(mark))) for mark in (" ", ""))
        # Content for programs is not shown to readers.
        prose, blocks = split_code(_FOR_PROGRAMS.sub("", text))
        wanted = words_of(prose) + Counter(w for block in blocks for w in _WORD.findall(block))
        total += wanted.total()
        missing += (wanted - (apart | joined)).total()
    assert total
    assert 1 - missing / total >= SHOWN_SHARE, (missing, total)


@pytest.mark.parametrize("site", NAMES)
def test_internal_links_of_pages_lead_somewhere(site, built):
    found = built(site)
    for name in pages(site):
        page = (found.out / name).with_suffix(".html")
        body = BeautifulSoup(page.read_text("utf-8"), "html.parser").select_one("div.body")
        if body.select_one("[data-method]"):
            # Descriptions of documents contain their own links.
            continue
        for link in body.select("a[href]"):
            if link.find("img"):
                # For an image that is not in the corpus, which is reported.
                continue
            href = str(link["href"]).split("#")[0].split("?")[0]
            if href and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", href):
                assert (page.parent / unquote(href)).exists(), (name, href)
