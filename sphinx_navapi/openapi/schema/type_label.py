"""What a schema's row says of its type and its constraints, as values in no language.

A writer puts them into words with `label_words`; nothing reads the words back, so a component
or a property may have any name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Special(Enum):
    """Types that JSON Schema has no name for."""

    ANY = "any"
    NEVER = "never"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Named:
    """A type of JSON Schema: ``string``, ``string <date>``, ``null``."""

    name: str
    format: str | None = None


@dataclass(frozen=True, slots=True)
class Ref:
    """A schema that has a name: a component, or one with a title."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array. :ivar item: ``None`` where it nests too deep to be spelled out."""

    item: TypeLabel | None


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array whose first items have types of their own. :ivar open: more may follow."""

    items: tuple[TypeLabel, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object of which any key has a value of one type."""

    value: TypeLabel


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What ``oneOf`` or ``anyOf`` allow, the first of them named.

    :ivar count: of all, those included that *options* does not name.
    """

    keyword: str
    options: tuple[TypeLabel, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Union:
    """Simple types of which any will do: ``string | null``."""

    members: tuple[TypeLabel, ...]


TypeLabel = Special | Named | Ref | ArrayOf | TupleOf | MapOf | Alternatives | Union

ARRAY = Named("array")
OBJECT = Named("object")
NULL = Named("null")


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """Something that values must satisfy beyond their type.

    :ivar keyword: of JSON Schema, which says so (of 2020-12, however the document writes it);
        ``length``, ``range``, ``itemCount`` and ``propertyCount`` stand for two of them.
    :ivar text: what is the same in every language: a number, a pattern, a constant.
    :ivar name: of the property on which it depends.
    :ivar groups: names of properties, those that belong together in a group.
    :ivar type: of what a part must be; *text* is then its pattern.
    """

    keyword: str
    text: str = ""
    name: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    type: TypeLabel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A schema that holds for a part of a value, or where something else does.

    :ivar keyword: ``if``, ``then``, ``else``, ``contains``, ``propertyNames``,
        ``unevaluatedItems``, ``contentSchema`` or ``dependentSchemas``.
    :ivar schema: its pointer.
    :ivar name: of the property on which it depends.
    """

    keyword: str
    schema: str
    name: str = ""
