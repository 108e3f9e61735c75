"""Values of attributes and expressions in a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Final, Union

from sphinx_navapi.formats.numbers import number_text

if TYPE_CHECKING:
    from tree_sitter import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Anything that is not a literal. :ivar text: as written, without the braces around it."""

    text: str

    @property
    def is_markup(self) -> bool:
        """Whether it is JSX."""
        return _MARKUP.match(self.text) is not None


class Undefined(Enum):
    """``undefined``; ``None`` is ``null``."""

    UNDEFINED = "undefined"


UNDEFINED: Final = Undefined.UNDEFINED


class Bindings(Mapping[str, "Value"]):
    """The names in a block, a function or a page (ECMA-262, Environment Records).

    :ivar own: those declared in it.
    :ivar fixed: its constants; ``None``: none of them can be assigned to (those of a page).
    :ivar age: the number of function calls before it was created, -1 for those of a page.
    :ivar line: of the start of its code, from 0, in *file*.
    """

    __slots__ = ("age", "file", "fixed", "line", "outer", "own")

    def __init__(
        self, own: dict[str, Value], outer: Bindings | None = None, *, age: int = -1
    ) -> None:
        self.own = own
        self.outer = outer
        self.fixed: set[str] | None = None if outer is None else set()
        self.age = age
        self.line: int = 0 if outer is None else outer.line
        self.file: str = "" if outer is None else outer.file

    def find(self, name: str) -> Bindings | None:
        """The names among which *name* is declared."""
        bindings: Bindings | None = self
        while bindings is not None and name not in bindings.own:
            bindings = bindings.outer
        return bindings

    def __getitem__(self, name: str) -> Value:
        bindings = self.find(name)
        if bindings is None:
            raise KeyError(name)
        return bindings.own[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from () if self.outer is None else self.outer

    def __len__(self) -> int:
        return len(self.own) + (0 if self.outer is None else len(self.outer))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Markup:
    """JSX or MDX as a value: the content of an element, or the body of a component.

    :ivar node: its syntax, if it is an element of a program.
    :ivar scope: values of the names in it.
    :ivar values: of the expressions in it, by the offset of their opening brace.
    :ivar line: of its start, from 0, in *file* (``""``: the page itself).
    :ivar is_page_text: text of a page between the tags of a component; otherwise part of a program.
    :ivar is_content: all that is between the tags of a component.
    :ivar is_block: a paragraph or another block of that content.
    """

    text: str
    node: Node | None = None
    scope: Scope = field(default_factory=dict)
    values: Mapping[int, Value] = field(default_factory=dict)
    line: int = 0
    file: str = ""
    is_page_text: bool = False
    is_content: bool = False
    is_block: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Function:
    """A function of a page. :ivar node: its syntax. :ivar names: those around it."""

    node: Node
    names: Bindings

    @property
    def line(self) -> int:
        """The line of its start, from 0."""
        return self.names.line + self.node.start_point.row


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltIn:
    """A function or an object that JavaScript defines. :ivar name: ``Math``, ``Math.max``."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A page file that other pages include. :ivar file: its path relative to the source
    directory.
    """

    file: str


Value = Union[  # noqa: UP007 # recursive type
    str,
    float,
    bool,
    None,
    Undefined,
    Code,
    Markup,
    Function,
    BuiltIn,
    Snippet,
    list["Value"],
    dict[str, "Value"],
]
Scope = Mapping[str, Value]

_MARKUP = re.compile(r"\s*\(?\s*<[A-Za-z>]")


def has_elements(value: Value) -> bool:
    """Whether *value* contains elements."""
    if isinstance(value, list):
        return any(map(has_elements, value))
    return isinstance(value, Markup) or (isinstance(value, Code) and value.is_markup)


def shown_text(value: Value) -> str | None:
    """*value* as React shows it; ``None`` for values without text: code, markup, objects."""
    if value is None or isinstance(value, bool | Undefined):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, list):
        parts = [shown_text(item) for item in value]
        return None if None in parts else "".join(part for part in parts if part)
    return None
