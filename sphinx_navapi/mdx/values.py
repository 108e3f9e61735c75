"""Values of attributes and expressions in a page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from sphinx_navapi.formats.numbers import number_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Anything that is not a literal. :ivar text: as written, without the braces around it."""

    text: str

    @property
    def is_markup(self) -> bool:
        """Whether it is JSX."""
        return _MARKUP.match(self.text) is not None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Markup:
    """JSX or MDX as a value: the content of an element, or the body of a component.

    :ivar scope: values of the names in it.
    :ivar line: of its start, from 0, in *file* (``""``: the page itself).
    :ivar given: text of a page between the tags of a component; otherwise part of a program.
    """

    text: str
    scope: Scope = field(default_factory=dict)
    line: int = 0
    file: str = ""
    given: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """The parameters of a function.

    :ivar names: names, with default values.
    :ivar keys: the property, or the index in an array, for each name, if the only argument is
        destructured (as in components); otherwise ``None``.
    :ivar whole: the name of the first argument itself, if it has one.
    """

    names: Mapping[str, Value]
    keys: Mapping[str, str | int] | None = None
    whole: str = ""

    def of(self, arguments: Sequence[Value]) -> dict[str, Value]:
        """The value of each name in a call with *arguments*."""
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
    """A function that only inserts its arguments into its return value.

    :ivar body: the code of the return value.
    """

    parameters: Parameters
    body: str
    scope: Scope = field(default_factory=dict)
    line: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A page file that other pages include. :ivar file: its path relative to the source
    directory.
    """

    file: str


Value = Union[  # noqa: UP007 # recursive type
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
    """*value* as shown in a page; ``None`` for values without text: code, markup, objects."""
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
    """Whether *value* is truthy in a condition."""
    falsy: tuple[Value, ...] = (None, False, 0, "")
    return not any(value is each or value == each for each in falsy)
