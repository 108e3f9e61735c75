"""Options of numbers or texts, as few and as wide as possible.

Ranges that overlap or continue each other are one, and a range of few numbers is a list: so options
that allow the same are mostly equal, however they were written.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Final, NamedTuple

from sphinx_navapi.openapi.schema.assertions import BY_KEYWORD, LIMITS

#: A keyword, and what it says.
Rule = tuple[Any, ...]
#: Rules that apply together.
Rules = frozenset[Rule]

#: Keyword of the rule that lists all values.
VALUES: Final = "enum"

#: Maximum number of numbers that are listed.
_MOST_VALUES: Final = 40

#: The keywords of a lower and an upper bound, the inclusive one first, of types with few others.
BOUNDS: Final = {
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "string": LIMITS["string"],
}


class _Range(NamedTuple):
    """Numbers, or lengths. :ivar above: without *low*. :ivar under: without *high*."""

    low: Fraction | float
    high: Fraction | float
    above: bool = False
    under: bool = False

    def joined(self, other: _Range, unit: Fraction | None) -> _Range | None:
        """The range of both if there is nothing between. :param unit: all are multiples of it."""
        if unit is None:
            is_apart = (other.low, other.above and self.under) > (self.high, False)
        else:
            is_apart = other.low > self.high + unit
        if is_apart:
            return None
        high, is_open = max((self.high, not self.under), (other.high, not other.under))
        return _Range(self.low, high, self.above, not is_open)

    def with_values(self, listed: frozenset[Any], unit: Fraction | None) -> _Range:
        """The range with those of *listed* that continue it."""
        low, high, above, under = self
        if unit is None:
            return _Range(low, high, above and low not in listed, under and high not in listed)
        while low - unit in listed:
            low -= unit
        while high + unit in listed:
            high += unit
        return _Range(low, high)


def _range_of(kind: str, limits: dict[Any, Any]) -> _Range:
    low, high, *exclusive = (limits.get(keyword) for keyword in BOUNDS[kind])
    above, under = exclusive or (None, None)
    return _Range(
        next((each for each in (above, low) if each is not None), -math.inf),
        next((each for each in (under, high) if each is not None), math.inf),
        above is not None,
        under is not None,
    )


def _limits_of(kind: str, one: _Range) -> Rules:
    low, high, *exclusive = BOUNDS[kind]
    rules = (
        (exclusive[0] if one.above else low, one.low),
        (exclusive[1] if one.under else high, one.high),
    )
    return frozenset(rule for rule in rules if math.isfinite(rule[1]))


def _few_values(option: Rules) -> frozenset[Any] | None:
    """The numbers that *option* allows, if there are few."""
    limits: dict[Any, Any] = {rule[0]: rule[1] for rule in option}
    low, high, step = map(limits.pop, ("minimum", "maximum", "multipleOf"), (None, None, None))
    if limits or low is None or high is None or (step is None and low != high):
        return None
    unit = Fraction(str(step)) if step is not None else Fraction(1)
    times = (high - low) // unit
    if times > _MOST_VALUES:
        return None
    values = (low + unit * n for n in range(times + 1))
    return frozenset(int(each) if each.denominator == 1 else float(each) for each in values)


def allows(option: Rules, value: Any) -> bool:
    """Whether *option* certainly allows *value*, a number or a text."""
    exact = value if isinstance(value, str) else Fraction(str(value))
    return all(
        value in rule[1]
        if rule[0] == VALUES
        else rule[0] in BY_KEYWORD
        and BY_KEYWORD[rule[0]].allows(value if rule[0] == "multipleOf" else exact, rule[1])
        for rule in option
    )


def united(
    kind: str, options: set[Rules], listed: frozenset[Any]
) -> tuple[set[Rules], frozenset[Any]]:
    """*options* of scalars and single values, as few and as wide as possible."""
    ranges: dict[Rules, list[_Range]] = {}
    for option in options:
        few = _few_values(option) if kind == "number" else None
        if few is not None:
            listed |= few
            continue
        limits = {rule[0]: rule[1] for rule in option if rule[0] in BOUNDS[kind]}
        rest = frozenset(rule for rule in option if rule[0] not in limits)
        ranges.setdefault(rest, []).append(_range_of(kind, limits))
    united = set()
    for rest, each in ranges.items():
        step = next((rule[1] for rule in rest if rule[0] == "multipleOf"), None)
        unit = Fraction(1) if kind == "string" else None if step is None else Fraction(str(step))
        is_plain = all(rule[0] == "multipleOf" for rule in rest)
        last: _Range | None = None
        for one in sorted(each):
            one = one.with_values(listed, unit) if is_plain else one
            joined = last.joined(one, unit) if last is not None else None
            if last is not None and joined is None:
                united.add(rest | _limits_of(kind, last))
            last = joined or one
        if last is not None:
            united.add(rest | _limits_of(kind, last))
    kept = frozenset(value for value in listed if not any(allows(o, value) for o in united))
    return united, kept
