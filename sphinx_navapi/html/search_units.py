"""The search data of a page for our theme, extracted from its doctree after reading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.build.state import env_state
from sphinx_navapi.content.search_terms import LINK, BlockWords, SearchLink, SearchUnit, unit_terms
from sphinx_navapi.doctree.components.nodes import navapi_for_programs
from sphinx_navapi.doctree.nodes import navapi_block, navapi_signature

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Maximum length of excerpts: of a section, and of a generated page.
_EXCERPT: Final = 600
_DOCUMENT_EXCERPT: Final = 240

#: Nodes that are invisible, or shown elsewhere.
_PASSED: Final = (
    nodes.Invisible, nodes.raw, nodes.system_message, nodes.title, addnodes.toctree,
    addnodes.index, navapi_signature, navapi_for_programs, nodes.image,
)  # fmt: skip

#: Kinds of references that show the title of their target: Sphinx's, and MyST's.
_TITLED: Final = frozenset({"doc", "ref", "numref", "any", "myst"})

#: The class of sphinx-design for a link that covers a card, whose text is invisible.
_HIDDEN: Final = "sd-hide-link-text"


@dataclass(slots=True)
class _Section:
    anchor: str = ""
    heading: str = ""
    texts: list[str] = field(default_factory=list)
    blocks: list[tuple[str, BlockWords]] = field(default_factory=list)
    links: list[SearchLink] = field(default_factory=list)


def note_search_units(app: Sphinx, doctree: nodes.document) -> None:
    """``doctree-read``: store the page's search units."""
    docname = app.env.docname
    metadata = app.env.metadata.get(docname, {})
    units: tuple[SearchUnit, ...] = ()
    if "no-search" not in metadata and "nosearch" not in metadata:
        units = tuple(search_units(doctree))
    env_state(app.env).search[docname] = units


def search_units(doctree: nodes.Element) -> Iterator[SearchUnit]:
    """The page up to its first section, then each section except fixed parts of an operation."""
    parts = [_Section()]
    _collect(doctree, parts, parts[0], top=True)
    for part in parts:
        longest = _DOCUMENT_EXCERPT if part.blocks else _EXCERPT
        yield SearchUnit(
            anchor=part.anchor,
            heading=part.heading,
            excerpt=_shortened(" ".join(" ".join(part.texts).split()), longest),
            terms=unit_terms(heading=part.heading, texts=part.texts, blocks=part.blocks),
            links=tuple(part.links),
        )


def _collect(node: nodes.Element, parts: list[_Section], part: _Section, *, top: bool) -> None:
    for child in node.children:
        if isinstance(child, navapi_block):
            text = child.astext()
            part.blocks.append((child["kind"], BlockWords.from_text(text)))
        elif isinstance(child, _PASSED):
            continue
        elif isinstance(child, nodes.section):
            # The title of the page is in its section; the parts of an operation have fixed titles.
            is_own = not top and not any(isinstance(each, navapi_block) for each in child.children)
            inner = part
            if is_own:
                title = next(child.findall(nodes.title), None)
                anchor = child["ids"][0] if child["ids"] else ""
                inner = _Section(anchor)
                inner.heading = _text_of(title, inner.links) if title is not None else ""
                parts.append(inner)
            _collect(child, parts, inner, top=False)
        elif isinstance(child, nodes.TextElement):
            if text := _text_of(child, part.links):
                part.texts.append(text)
        elif isinstance(child, nodes.Element) and "navapi-operations" not in child["classes"]:
            # Descriptions in a list of operations are on their own pages.
            _collect(child, parts, part, top=top)


def _text_of(node: nodes.Node, links: list[SearchLink]) -> str:
    """The visible text of *node*, with `LINK` for each link that is added to *links*."""
    if isinstance(node, nodes.raw):
        return ""
    if not isinstance(node, nodes.Element) or type(node).astext is not nodes.Element.astext:
        return node.astext()
    if _HIDDEN in node["classes"]:
        return ""
    if isinstance(node, addnodes.pending_xref) and _shows_title(node):
        domain, kind, target, anchor = (
            str(node.get(name) or "")
            for name in ("refdomain", "reftype", "reftarget", "reftargetid")
        )
        links.append(SearchLink(domain, kind, target, anchor, node.astext()))
        return LINK
    return node.child_text_separator.join(_text_of(child, links) for child in node.children)


def _shows_title(node: addnodes.pending_xref) -> bool:
    is_titled = node.get("reftype") in _TITLED or node.get("refdomain") == "navapi"
    return is_titled and not node.get("refexplicit")


def _shortened(text: str, longest: int) -> str:
    """*text*, or its start up to the end of a word."""
    if len(text) <= longest:
        return text
    start = text[:longest]
    return f"{start.rpartition(' ')[0] or start}…"
