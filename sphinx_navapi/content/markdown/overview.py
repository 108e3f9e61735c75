"""The overview page of a document in Markdown, with parts shared by other formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from sphinx_navapi.content.markdown.servers import write_scheme, write_server
from sphinx_navapi.content.markdown.text import code, link, plain, remark
from sphinx_navapi.content.overview import OverviewFact, OverviewGroup, OverviewTree
from sphinx_navapi.locale.wording import Wording

if TYPE_CHECKING:
    from sphinx_navapi.content.markdown.schema import SchemaMarkdown


def write_overview(
    tree: OverviewTree,
    words: Wording,
    texts: SchemaMarkdown,
    label: Callable[[str], str],
    download: str | None = None,
) -> Iterator[str]:
    """The blocks of the page below its title.

    :param label: title of the page of an operation, by its docname.
    :param download: URL of the document, if readers can download it.
    """
    yield texts.tell(tree.summary)
    for part in tree.intro:
        yield texts.tell(part.text)
    yield write_facts(tree, words, texts)
    if download:
        yield link(words.download, download)
    lowest = min((part.level for part in tree.sections), default=1)
    for part in tree.sections:
        marks = "#" * min(part.level - lowest + 2, 6)
        yield f"{marks} {texts.inline(part.heading)}"
        yield texts.tell(part.text)
    if tree.servers:
        yield f"## {words.servers}"
        yield write_servers(tree, words, texts)
    if tree.schemes:
        yield f"## {words.authorization}"
        yield write_schemes(tree, words, texts)
    if tree.groups:
        yield f"## {words.operations}"
    for group in tree.groups:
        if group.label is not None:
            title = texts.plain(group.label)
            if group.page is not None:
                title = link(texts.translated(group.label), f"/{group.page}")
            yield f"{'#' * min(3 + group.depth, 6)} {title}"
        yield from write_group(group, words, texts)
        yield "\n".join(
            f"- {link(label(docname), f'/{docname}')}: {code(str(operation.key))}"
            f"{f' ({words.deprecated})' if operation.deprecated else ''}"
            f"{'' if group.brief else remark(texts.sentence(operation.description))}"
            for operation, docname in group.operations
        )


def write_facts(tree: OverviewTree, words: Wording, texts: SchemaMarkdown) -> str:
    """Version, contact, license, terms and external documentation: a list."""
    return "\n".join(
        f"- {plain(getattr(words, fact.word))}: {_fact(fact, texts)}" for fact in tree.facts
    )


def _fact(fact: OverviewFact, texts: SchemaMarkdown) -> str:
    if fact.link is None:
        return plain(fact.text)
    return link(fact.link.shown_label(texts.translated), fact.link.url)


def write_servers(tree: OverviewTree, words: Wording, texts: SchemaMarkdown) -> str:
    """The servers: a list."""
    return "\n".join(write_server(each, words, texts) for each in tree.servers)


def write_schemes(tree: OverviewTree, words: Wording, texts: SchemaMarkdown) -> str:
    """The security schemes: a list."""
    return "\n\n".join(write_scheme(each, words, texts) for each in tree.schemes)


def write_group(group: OverviewGroup, words: Wording, texts: SchemaMarkdown) -> Iterator[str]:
    """The description and operations of a group: only a sentence if it has a page."""
    for text in group.texts:
        yield (texts.sentence(text) if group.page else "") or texts.tell(text)
    for more in group.links:
        yield texts.link(more)
