"""The elements of stock blocks: code, links, lists of terms."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.content.html.markup import plain
from sphinx_navapi.content.tree import spell
from sphinx_navapi.formats.safe_urls import is_safe_url
from sphinx_navapi.links.targets import FROM_DOCUMENT
from sphinx_navapi.openapi.facts import Said


def dotted(path: tuple[str, ...]) -> str:
    """*path* as one name: ``owner.login``, ``tags[].name``."""
    name = ""
    for step in path:
        name += step if step.startswith(("[", "{")) or not name else f".{step}"
    return name


def code(text: str) -> nodes.literal:
    """*text* as inline code."""
    text = plain(text)  # ePub is XML, where control characters are errors
    return nodes.literal(text, text)


def link(url: str, text: str = "") -> nodes.Node:
    """A link from the document; text if its scheme is not allowed."""
    if not is_safe_url(url):
        return nodes.Text(text or url)
    return nodes.reference("", text or url, refuri=url, internal=False, **{FROM_DOCUMENT: True})


def page_link(docname: str | None, text: str) -> nodes.Node:
    """A pending cross-reference to the page *docname*; *text* as code if there is none."""
    if docname is None:
        return code(text)
    return addnodes.pending_xref(
        "",
        nodes.inline("", text, classes=["std", "std-doc"]),
        refdomain="std",
        reftype="doc",
        reftarget=f"/{docname}",
        refexplicit=True,
        refwarn=False,
    )


def labelled(label: str, content: list[nodes.Node]) -> nodes.paragraph:
    """``label: content``."""
    return nodes.paragraph("", "", nodes.Text(f"{label}: "), *content)


def facts_line(facts: Iterable[Said], before: Iterable[nodes.Node] = ()) -> nodes.paragraph:
    """*facts* on one line after *before*, separated by semicolons."""
    line = nodes.paragraph("", "", *before)
    for index, (label, values) in enumerate(facts):
        if index:
            line += nodes.Text("; ")
        label = _PRINTED.get(label, label)
        line += nodes.Text(f"{label} " if label and values else label)
        for position, value in enumerate(values):
            if position:
                line += nodes.Text(", ")
            line.extend(spell(value, code, nodes.Text))
    return line


# pdflatex, Sphinx's default, has no glyphs for these.
_PRINTED = {"≥": ">=", "≤": "<="}


def bullets(entries: Iterable[tuple[nodes.Element, list[nodes.Node]]]) -> nodes.bullet_list:
    """A list of terms, each with its description."""
    bullets = nodes.bullet_list(bullet="*")
    for term, rest in entries:
        between = [nodes.Text(": ")] if rest else []
        bullets += nodes.list_item("", nodes.paragraph("", "", term, *between, *rest))
    return bullets


def item(
    term: Iterable[nodes.Node], classifiers: Iterable[str], content: Iterable[nodes.Node]
) -> nodes.definition_list_item:
    """A term with its *classifiers*, and *content* below it."""
    item = nodes.definition_list_item("", nodes.term("", "", *term))
    item.extend(nodes.classifier("", text) for text in classifiers if text)
    item += nodes.definition("", *content)
    return item


def code_block(text: str, language: str) -> nodes.literal_block:
    """*text* as a block of code in *language*."""
    # `force`: a sample from a document need not be valid in its language.
    text = plain(text)
    block = nodes.literal_block(text, text, language=language)
    block["force"] = True
    return block
