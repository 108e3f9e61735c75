"""Values that attributes and expressions of a page have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from sphinx_navapi.formats.numbers import number_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """What is no literal. :ivar text: as written, without the braces around it."""

    text: str

    @property
    def is_markup(self) -> bool:
        """Whether it is JSX."""
        return _MARKUP.match(self.text) is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Markup:
    """JSX or MDX as a value: what an element holds, or what a component is made of.

    :ivar scope: what the names in it stand for.
    :ivar line: of its beginning, from 0, in *file* (``""``: the page itself).
    :ivar given: text of a page, put between the tags of a component; else part of a program.
    """

    text: str
    scope: Scope = field(default_factory=dict)
    line: int = 0
    file: str = ""
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """What a function calls its arguments.

    :ivar names: names, with the values that count where nothing is given.
    :ivar keys: the property, or the place in an array, that each name stands for, where the one
        argument is taken apart (as components have it); ``None`` where it is not.
    :ivar whole: the name of the first argument itself, where it has one.
    """

    names: Mapping[str, Value]
    keys: Mapping[str, str | int] | None = None
    whole: str = ""

    def of(self, arguments: Sequence[Value]) -> dict[str, Value]:
        """What each name stands for in a call with *arguments*."""
        first = arguments[0] if arguments else None
        given: Mapping[str, Value]
        if self.keys is not None:
            given = {name: _part(first, key) for name, key in self.keys.items()}
        else:
            given = dict(zip(self.names, arguments, strict=False))
        found = {self.whole: first} if self.whole else {}
        for name, default in self.names.items():
            value = given.get(name)
            found[name] = default if value is None else value
        return found


def _part(value: Value, key: str | int) -> Value:
    if isinstance(value, Mapping):
        return value.get(str(key))
    if isinstance(value, list | tuple) and isinstance(key, int) and key < len(value):
        part: Value = value[key]
        return part
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Template:
    """A function that only puts its arguments into what it gives back.

    :ivar body: the code that it gives back.
    """

    parameters: Parameters
    body: str
    scope: Scope = field(default_factory=dict)
    line: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A page file that other pages include. :ivar file: its path from the source directory."""

    file: str


Value = Union[  # noqa: UP007 # its parts name it
    str,
    int,
    float,
    bool,
    None,
    Code,
    Markup,
    Template,
    Snippet,
    Sequence["Value"],
    Mapping[str, "Value"],
]
Scope = Mapping[str, Value]

_MARKUP = re.compile(r"\s*\(?\s*<[A-Za-z>]")


def shown_text(value: Value) -> str | None:
    """*value* as a page shows it; ``None`` for what has no text: code, markup, objects."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, Code | Markup | Template | Snippet | Mapping):
        return None
    parts = [shown_text(item) for item in value]
    return None if None in parts else "".join(part for part in parts if part)


def is_true(value: Value) -> bool:
    """Whether *value* counts as true in a condition."""
    falsy: tuple[Value, ...] = (None, False, 0, "")
    return not any(value is each or value == each for each in falsy)
