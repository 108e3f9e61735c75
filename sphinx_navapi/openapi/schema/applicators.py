"""The keywords that contain schemas: where, and to which values these apply.

A new one needs a row in `APPLICATORS`, and a rule where it says something of its own: documents are
walked, levels read and conditions compared by the table.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple


class Shape(Enum):
    """How a field contains objects of one kind."""

    ONE = "one"
    LIST = "list"
    MAP = "map"
    ONE_OR_LIST = "one or a list"

    # Shapes are compared in the innermost loop; Enum's own hash is slow Python code.
    __hash__ = object.__hash__


class Applicator(NamedTuple):
    """A keyword.

    :ivar type: of the values that it is for, ``""`` if for all. :ivar same: its schemas apply to
        the value itself, not to parts of it.
    :ivar condition: they apply to some parts or values only; a difference in one changes the whole.
    :ivar left: they apply to what the schemas around leave over.
    """

    keyword: str
    type: str
    shape: Shape = Shape.ONE
    same: bool = False
    condition: bool = False
    left: bool = False


#: All of them.
APPLICATORS: Final = (
    Applicator("properties", "object", Shape.MAP),
    Applicator("patternProperties", "object", Shape.MAP),
    Applicator("additionalProperties", "object"),
    Applicator("unevaluatedProperties", "object", left=True),
    Applicator("not", "", same=True, condition=True),
    Applicator("if", "", same=True, condition=True),
    Applicator("then", "", same=True, condition=True),
    Applicator("else", "", same=True, condition=True),
    Applicator("contains", "array", condition=True),
    Applicator("propertyNames", "object", condition=True),
    Applicator("dependentSchemas", "object", Shape.MAP, same=True, condition=True),
    Applicator("unevaluatedItems", "array", condition=True, left=True),
    Applicator("contentSchema", "string", condition=True),
    Applicator("items", "array", Shape.ONE_OR_LIST),
    Applicator("prefixItems", "array", Shape.LIST),
    Applicator("allOf", "", Shape.LIST, same=True),
    Applicator("anyOf", "", Shape.LIST, same=True),
    Applicator("oneOf", "", Shape.LIST, same=True),
)


def schema_keywords(is_one: Callable[[Applicator], bool] = lambda _: True) -> tuple[str, ...]:
    """The keywords for which *is_one* is true."""
    return tuple(each.keyword for each in APPLICATORS if is_one(each))
