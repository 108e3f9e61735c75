"""The parts of an MDX page other than Markdown text, as values with offsets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A range of the page: *start* and *end* are offsets, *end* after its last character."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter(Piece):
    """The block between the ``---`` lines at the top, with both lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence(Piece):
    """A fenced code block with its fence lines.

    :ivar info_start: start of the info string, after the fence's characters.
    :ivar info: the info string, to the end of the line.
    :ivar body_end: start of the closing fence's line; *end* if there is none.
    """

    info_start: int
    info: str
    body_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Esm(Piece):
    """An ``import`` or ``export`` statement, to the end of its last line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Piece):
    """``{/* … */}``, an HTML comment, or a ``style`` or ``script`` element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression(Piece):
    """``{…}`` in the text. :ivar code: the content of the braces."""

    code: str


SPREAD = "..."


@dataclass(frozen=True, slots=True, kw_only=True)
class TagAttribute:
    """An attribute of a tag; ``{...spread}`` has the name `SPREAD`.

    :ivar text: a quoted value, as written (entities are not decoded).
    :ivar code: an expression's value, without the braces; both are ``None`` for a
        bare name.
    :ivar brace: the offset of the opening brace before *code*.
    """

    name: str
    text: str | None = None
    code: str | None = None
    brace: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag(Piece):
    """A tag of a component or of HTML.

    :ivar name: ``""`` for a fragment.
    :ivar self_closing: ends with ``/>``.
    """

    name: str
    attributes: tuple[TagAttribute, ...] = ()
    closing: bool = False
    self_closing: bool = False

    @property
    def is_component(self) -> bool:
        """Whether the name is that of a component: an initial capital or a dot, or a fragment."""
        return not self.name or self.name[0].isupper() or "." in self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray(Piece):
    """A ``<`` that is not a tag, though Markdown could interpret it as one; ``{`` or ``$$`` without
    an end.
    """
