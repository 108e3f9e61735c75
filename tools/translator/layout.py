"""Line breaking in the script: text with possible break positions."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 100
_STEP = 2


@dataclass(frozen=True, slots=True)
class Group:
    """Items between brackets: on one line, or one per line.

    :ivar blank: between a bracket and the adjacent items if on one line.
    """

    opening: str
    items: tuple[Doc, ...]
    closing: str
    blank: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands: on one line, or one per line, with the operator first."""

    first: Doc
    rest: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """A value and a chain of members: ``.map(…)``, ``.join(…)``."""

    owner: Doc
    rest: tuple[Doc, ...]


#: Text of one line; a sequence; or something that may be broken.
Doc = str | tuple["Doc", ...] | Group | Chain | Members


def one_line(doc: Doc) -> str:
    """*doc* without a line break."""
    match doc:
        case str():
            return doc
        case tuple():
            return "".join(map(one_line, doc))
        case Chain(first=first, rest=rest):
            return " ".join([one_line(first), *map(one_line, rest)])
        case Members(owner=owner, rest=rest):
            return "".join(map(one_line, (owner, *rest)))
        case Group(opening=opening, items=items, closing=closing, blank=blank):
            inner = ", ".join(map(one_line, items))
            return f"{opening}{blank}{inner}{blank}{closing}" if items else opening + closing


def lines_of(doc: Doc, margin: int, column: int) -> str:
    """*doc* in lines of at most `WIDTH`, if it has possible breaks.

    :param margin: indentation of the line in which *doc* starts.
    :param column: its start column in this line.
    """
    text = one_line(doc)
    if isinstance(doc, str) or column + len(text) <= WIDTH:
        return text
    inner = margin + _STEP
    start = f"\n{' ' * inner}"
    if isinstance(doc, Chain):
        lines = [lines_of(item, inner, inner) for item in doc.rest]
        return start.join([lines_of(doc.first, margin, column), *lines])
    if isinstance(doc, Members):
        # A single call is broken inside its brackets.
        if len(doc.rest) < 2:
            return _pieces((doc.owner, *doc.rest), margin, column)
        calls = [lines_of(item, inner, inner) for item in doc.rest]
        return start.join([lines_of(doc.owner, margin, column), *calls])
    if isinstance(doc, Group):
        items = "".join(f"{start}{lines_of(item, inner, inner)}," for item in doc.items)
        return f"{doc.opening}{items}\n{' ' * margin}{doc.closing}"
    return _pieces(doc, margin, column)


def _pieces(pieces: tuple[Doc, ...], margin: int, column: int) -> str:
    """Break the longest piece that can be broken; the others only if necessary."""
    widths = [0 if isinstance(piece, str) else len(one_line(piece)) for piece in pieces]
    longest = widths.index(max(widths))
    text = ""
    for index, piece in enumerate(pieces):
        at = column + len(text) if "\n" not in text else len(text) - text.rindex("\n") - 1
        # Beyond the width everything that can be broken is broken.
        text += lines_of(piece, margin, WIDTH if index == longest and widths[index] else at)
    return text
