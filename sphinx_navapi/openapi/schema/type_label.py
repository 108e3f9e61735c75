"""Types and constraints in a schema's row, as language-independent values.

A writer converts them with `label_words`; the words are never parsed, so components and properties
may have any name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Special(Enum):
    """Types without a name in JSON Schema."""

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
    """A schema with a name: a component, or one with a title."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array. :ivar item: ``None`` if it is nested too deep to be spelled out."""

    item: TypeLabel | None


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array with separate types for its first items. :ivar open: more may follow."""

    items: tuple[TypeLabel, ...]
    open: bool


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with arbitrary keys and values of one type."""

    value: TypeLabel


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The alternatives of ``oneOf`` or ``anyOf``, the first ones listed.

    :ivar count: of all, including those not in *options*.
    """

    keyword: str
    options: tuple[TypeLabel, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Union:
    """A choice of simple types: ``string | null``."""

    members: tuple[TypeLabel, ...]


TypeLabel = Special | Named | Ref | ArrayOf | TupleOf | MapOf | Alternatives | Union

ARRAY = Named("array")
OBJECT = Named("object")
NULL = Named("null")


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A constraint on values beyond their type.

    :ivar keyword: the JSON Schema keyword (of 2020-12, however the document writes it); ``length``,
        ``range``, ``itemCount`` and ``propertyCount`` each combine two of them.
    :ivar text: the language-independent part: a number, a pattern, a constant.
    :ivar name: of the property on which it depends.
    :ivar groups: names of properties, by group.
    :ivar type: required type of a part; *text* is then its pattern.
    """

    keyword: str
    text: str = ""
    name: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    type: TypeLabel | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A schema that applies to a part of a value, or conditionally.

    :ivar keyword: ``if``, ``then``, ``else``, ``contains``, ``propertyNames``,
        ``unevaluatedItems``, ``contentSchema`` or ``dependentSchemas``.
    :ivar schema: its pointer.
    :ivar name: of the property on which it depends.
    :ivar limits: of the number of items to which it applies, if there are others.
    """

    keyword: str
    schema: str
    name: str = ""
    limits: tuple[Constraint, ...] = ()
