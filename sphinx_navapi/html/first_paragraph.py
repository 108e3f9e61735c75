"""The text of a page that describes it, if its author gives no description."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.nodes import navapi_description

#: Where a paragraph is part of the page's own text, not of a note, a list or a table.
_PLACES = (nodes.document, nodes.section, navapi_description)


def first_paragraph(doctree: nodes.document) -> str:
    """The words of the first paragraph of *doctree* outside other blocks, ``""`` without one."""
    for paragraph in doctree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, _PLACES):
            text = " ".join("".join(map(_words, paragraph.children)).split())
            if text:
                return text
    return ""


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    # HTML and formulas are not words, and neither are images and footnotes.
    if isinstance(node, nodes.raw | nodes.math | nodes.image | nodes.footnote_reference):
        return ""
    return "".join(map(_words, node.children))
