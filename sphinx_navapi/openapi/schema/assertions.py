"""The keywords that limit a value itself: what each allows, and what several of it say together.

A new one needs a row in `ASSERTIONS`, its words in `label_words`, and a rule for its changes:
levels, rows, the form, the check and the validation of values read the table. That a limit of the
wrong type is reported, needs its name in `check.objects`, which builds without changes load, too.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.lenient import as_count, as_number, as_text
from sphinx_navapi.openapi.schema.json_values import identity, is_multiple
from sphinx_navapi.openapi.schema.pattern import matches


class Count(NamedTuple):
    """Two limits of a count, ``min…`` and ``max…``.

    :ivar size: what they count, the end of their names. :ivar type: whose values they limit.
    :ivar both: keyword of the `Constraint` that combines them; ``""`` if none does, and if they
        count a part of the value.
    :ivar rule: of changes, the start of its id.
    """

    size: str
    type: str
    both: str
    rule: str

    @property
    def keywords(self) -> tuple[str, str]:
        """The lower and the upper limit."""
        return f"min{self.size}", f"max{self.size}"


#: All limits of counts, in display order.
COUNTS: Final = (
    Count("Length", "string", "length", "length"),
    Count("Items", "array", "itemCount", "item-count"),
    Count("Properties", "object", "propertyCount", "property-count"),
    Count("Contains", "array", "", "item-count"),
)

#: The limits of the number of items that ``contains`` is about.
COUNTED_ITEMS: Final = COUNTS[-1].keywords

#: The limits of a value of each type.
LIMITS: Final = {count.type: count.keywords for count in COUNTS if count.both}


class Assertion(NamedTuple):
    """A keyword.

    :ivar type: of the values that it limits, all others are allowed; ``""`` if it is about a part.
    :ivar read: its limit; ``None`` if it is malformed, or allows everything.
    :ivar joined: the limits that are left of several.
    :ivar allows: whether a value is within a limit.
    """

    keyword: str
    type: str
    read: Callable[[Any], Any]
    joined: Callable[[Sequence[Any]], Iterable[Any]]
    allows: Callable[[Any, Any], bool]


def _one(choose: Callable[[Sequence[Any]], Any]) -> Callable[[Sequence[Any]], Iterable[Any]]:
    return lambda limits: (choose(limits),)


def _counted(count: Count) -> tuple[Assertion, Assertion]:
    (low, high), kind = count.keywords, count.type if count.both else ""

    def read(value: Any) -> int | None:
        least = as_count(value)
        # A minimum of 0 is no limit, except for ``contains``, where the default is 1.
        return least if least or not count.both else None

    return (
        Assertion(low, kind, read, _one(max), lambda v, n: len(v) >= n),
        Assertion(high, kind, as_count, _one(min), lambda v, n: len(v) <= n),
    )


def _step(value: Any) -> float | None:
    step = as_number(value)
    return step if step is not None and step > 0 else None


def common_multiple(steps: Sequence[float]) -> float | None:
    """The least common multiple of *steps*; ``None`` if it cannot be computed."""
    for step in steps:
        if all(is_multiple(step, other) for other in steps):
            return step
    try:
        parts = [Fraction(Decimal(str(step))) for step in steps]
    except (InvalidOperation, ValueError, OverflowError):
        return None
    bottom = math.lcm(*(part.denominator for part in parts))
    top = math.lcm(*(part.numerator * (bottom // part.denominator) for part in parts))
    multiple = Fraction(top, bottom)
    return int(multiple) if multiple.denominator == 1 else float(multiple)


def _distinct(items: list[Any], _is_set: bool) -> bool:
    return len(set(map(identity, items))) == len(items)


_number: Final = partial(Assertion, type="number", read=as_number)

#: All of them, in display order.
ASSERTIONS: Final = (
    _number("minimum", joined=_one(max), allows=operator.ge),
    _number("exclusiveMinimum", joined=_one(max), allows=operator.gt),
    _number("maximum", joined=_one(min), allows=operator.le),
    _number("exclusiveMaximum", joined=_one(min), allows=operator.lt),
    *(each for count in COUNTS for each in _counted(count)),
    Assertion("pattern", "string", as_text, dict.fromkeys, lambda v, p: matches(p, v)),
    Assertion("multipleOf", "number", _step, _one(common_multiple), is_multiple),
    Assertion("uniqueItems", "array", lambda value: value is True or None, _one(any), _distinct),
)


#: By the type of the values that they limit.
OF_TYPE: Final = {
    kind: tuple(each for each in ASSERTIONS if each.type == kind)
    for kind in ("number", "string", "array", "object")
}

_OPPOSITES: Final = (("minimum", "exclusiveMaximum"), ("exclusiveMinimum", "maximum"))
_OPPOSITE: Final = dict(_OPPOSITES) | {other: one for one, other in _OPPOSITES}


def opposite(keyword: str, limit: Any) -> tuple[str, Any] | None:
    """The assertion that exactly the values of its type satisfy that are beyond a limit."""
    if keyword in _OPPOSITE:
        return _OPPOSITE[keyword], limit
    if keyword.startswith("min"):
        return f"max{keyword[3:]}", limit - 1
    return (f"min{keyword[3:]}", limit + 1) if keyword.startswith("max") else None


#: By keyword.
BY_KEYWORD: Final = {each.keyword: each for each in ASSERTIONS}
