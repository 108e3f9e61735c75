"""How the elements of a page are rendered: as blocks, inline, unchanged, or as text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.mdx.html_tags import (
    INLINE_ELEMENTS,
    KEPT_ELEMENTS,
    REMOVED_ELEMENTS,
    TABLE_ELEMENTS,
)


class Manner(Enum):
    """The way an element is rendered."""

    BLOCK = auto()
    INLINE = auto()
    #: A block or inline, and its content is not Markdown.
    RAW = auto()
    #: ``<name>`` is not an element but text.
    TEXT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class TagKind:
    """:ivar known: whether the name is that of an HTML element or a component; an unknown one that
    is unclosed is text (``Array<T>``).

    :ivar breaks: whether it is a block, even within a line of text in another one.
    """

    manner: Manner
    known: bool = True
    breaks: bool = False


#: A remaining one refers to a missing file, which has been reported.
_INCLUDE = "Snippet"

#: HTML elements that are inline unless they contain blocks.
_IN_LINES = INLINE_ELEMENTS | {
    "a", "button", "font", "input", "label", "meter", "output", "picture", "progress", "select",
    "slot", "source", "span", "textarea", "template", "option", "optgroup",
}  # fmt: skip


#: HTML elements of which that is true.
_BREAKING = frozenset(
    {"blockquote", "dd", "details", "dl", "dt", "li", "menu", "ol", "summary", "ul"}
)


@lru_cache(maxsize=1024)
def kind_of(name: str) -> TagKind:
    """How an element called *name* is rendered."""
    component = find_component(name)
    if component is not None:
        if component.raw:
            return TagKind(manner=Manner.RAW)
        if component.inline:
            return TagKind(manner=Manner.INLINE)
        return TagKind(manner=Manner.BLOCK, breaks=True)
    if not name:
        return TagKind(manner=Manner.BLOCK)
    if name[0].isupper() or "." in name:
        return TagKind(manner=Manner.BLOCK, known=name == _INCLUDE)
    name = name.lower()
    if name in TABLE_ELEMENTS:
        return TagKind(manner=Manner.BLOCK)
    if name in KEPT_ELEMENTS:
        return TagKind(manner=Manner.RAW, breaks=name == "pre")
    if name in _IN_LINES:
        return TagKind(manner=Manner.INLINE)
    if name in REMOVED_ELEMENTS:
        return TagKind(manner=Manner.BLOCK, breaks=name in _BREAKING)
    return TagKind(manner=Manner.TEXT)
