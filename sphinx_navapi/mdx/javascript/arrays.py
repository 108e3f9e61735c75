"""Methods of arrays (ECMA-262, 23.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cmp_to_key

from sphinx_navapi.mdx.javascript.conversions import (
    NotDataError,
    ThrowsError,
    clamped,
    integer_of,
    is_same,
    is_true,
    limited,
    number_of,
    text_of,
    type_of,
    units,
)
from sphinx_navapi.mdx.javascript.run import Run
from sphinx_navapi.mdx.javascript.strings import Arguments, argument, at_index, sliced
from sphinx_navapi.mdx.values import UNDEFINED, Value

#: The order of this many items is compared with the results for all pairs.
_FEW = 40

Items = list[Value]


class Holes(list[Value]):
    """The result of ``Array(n)``: most methods skip its items, until all of them are *filled*."""

    filled = False


def has_holes(value: Value) -> bool:
    """Whether *value* is an array in which items may be missing."""
    return isinstance(value, Holes) and not value.filled


def array_method(run: Run, items: Items, name: str, arguments: Arguments) -> Value:
    """``items.name(…arguments)``."""
    method = _METHODS.get(name)
    if method is None or (has_holes(items) and name not in {"fill", "keys"}):
        raise NotDataError
    if name in _CHANGING:
        run.change(items)
    run.spend(len(items))
    result = method(run, items, arguments)
    if isinstance(result, list) and result is not items and name not in _PICKING:
        return run.made(result)
    return result


def is_listed(items: Items, wanted: Value) -> bool:
    """Whether *items* include *wanted*; unlike ``===``, NaN is equal to itself."""
    return any(is_same(item, wanted) or (item != item and wanted != wanted) for item in items)


def _results(
    run: Run, items: Items, arguments: Arguments, step: int = 1
) -> Iterator[tuple[Value, Value]]:
    """Each item with the result of the function for it. :param step: -1: from the last one."""
    function = argument(arguments, 0)
    if type_of(function) != "function":
        raise ThrowsError
    for index in range(len(items))[::step]:
        if index >= len(items):
            raise NotDataError
        item = items[index]
        yield item, run.call(function, [item, float(index), items])


def _first(results: Iterator[tuple[Value, Value]], *, place: bool) -> Value:
    for index, (item, result) in enumerate(results):
        if is_true(result):
            return float(index) if place else item
    return -1.0 if place else UNDEFINED


def _each(results: Iterator[tuple[Value, Value]]) -> Value:
    for _ in results:
        pass
    return UNDEFINED


def flattened(items: Items, depth: float) -> Items:
    """*items*, with the items of arrays in them up to *depth*."""
    if has_holes(items):
        raise NotDataError
    limited(items)
    flat: Items = []
    for item in items:
        flat += flattened(item, depth - 1) if isinstance(item, list) and depth >= 1 else [item]
    return flat


def _position(items: Items, arguments: Arguments, *, last: bool) -> float:
    wanted = argument(arguments, 0)
    if last:
        start = integer_of(arguments[1]) if len(arguments) > 1 else len(items)
        start = min(start + len(items) if start < 0 else start, len(items) - 1)
        places = range(int(max(start, -1)), -1, -1)
    else:
        places = range(clamped(argument(arguments, 1), len(items)), len(items))
    return float(next((place for place in places if is_same(items[place], wanted)), -1))


def _reduced(run: Run, items: Items, arguments: Arguments, step: int) -> Value:
    places = [*range(len(items))][::step]
    if type_of(argument(arguments, 0)) != "function" or (len(arguments) < 2 and not items):
        raise ThrowsError
    value = arguments[1] if len(arguments) > 1 else items[places.pop(0)]
    for place in places:
        value = run.call(argument(arguments, 0), [value, items[place], float(place), items])
    return value


def _fill(items: Items, arguments: Arguments) -> Items:
    part = sliced(len(items), arguments[1:])
    items[part] = [argument(arguments, 0)] * (part.stop - part.start)
    if isinstance(items, Holes) and part == slice(0, len(items)):
        items.filled = True
    return items


def _splice(run: Run, items: Items, arguments: Arguments) -> Items:
    start = clamped(argument(arguments, 0), len(items))
    count = len(items) if len(arguments) == 1 else max(0, integer_of(argument(arguments, 1)))
    end = int(min(len(items), start + count)) if arguments else start
    removed = items[start:end]
    items[start:end] = arguments[2:]
    run.spend(len(arguments))
    return run.made(removed)


def _pushed(run: Run, items: Items, arguments: Arguments, place: Callable[[Items], int]) -> float:
    items[place(items) : place(items)] = arguments
    run.spend(len(arguments))
    return float(len(items))


def _reverse(items: Items) -> Items:
    items.reverse()
    return items


def _sort(run: Run, items: Items, arguments: Arguments) -> Items:
    items[:] = _sorted(run, items, arguments)
    return items


def _sorted(run: Run, items: Items, arguments: Arguments) -> Items:
    """*items* in order. An order that contradicts itself depends on the program that sorts."""
    present = [item for item in items if item is not UNDEFINED]
    missing: Items = [UNDEFINED] * (len(items) - len(present))
    function = argument(arguments, 0)
    if type_of(function) not in {"function", "undefined"}:
        raise ThrowsError
    if function is UNDEFINED:
        return sorted(present, key=lambda item: units(text_of(item))) + missing

    def order(left: Value, right: Value) -> int:
        result = number_of(run.call(function, [left, right]))
        return (result > 0) - (result < 0)

    with run.without_changes():
        present.sort(key=cmp_to_key(order))
        few = len(present) <= _FEW
        ends = [0] * len(present)
        for first, left in enumerate(present):
            results = [
                (order(left, right), order(right, left))
                for right in present[first + 1 : None if few else first + 2]
            ]
            after = [result for result, _ in results]
            ends[first] = first + after.count(0)
            contradicts = any(there != -back for there, back in results)
            if contradicts or after != sorted(after, reverse=True) or 1 in after:
                raise NotDataError
        if few and any(end != ends[end] for end in ends):
            raise NotDataError
    return present + missing


def _concat(items: Items, arguments: Arguments) -> Items:
    return flattened([items, *arguments], 1)


def _joined(run: Run, items: Items, arguments: Arguments) -> str:
    mark = argument(arguments, 0)
    texts = [text_of([item]) for item in items]
    return run.made((text_of(mark) if mark is not UNDEFINED else ",").join(texts))


_Method = Callable[[Run, Items, Arguments], Value]
_METHODS: Mapping[str, _Method] = {
    "at": lambda run, items, arguments: (
        UNDEFINED if (index := at_index(len(items), arguments)) is None else items[index]
    ),
    "concat": lambda run, items, arguments: _concat(items, arguments),
    "every": lambda run, items, arguments: all(
        is_true(r) for _, r in _results(run, items, arguments)
    ),
    "fill": lambda run, items, arguments: _fill(items, arguments),
    "filter": lambda run, items, arguments: [
        i for i, r in _results(run, items, arguments) if is_true(r)
    ],
    "find": lambda run, items, arguments: _first(_results(run, items, arguments), place=False),
    "findLast": lambda run, items, arguments: _first(
        _results(run, items, arguments, -1), place=False
    ),
    "findIndex": lambda run, items, arguments: _first(_results(run, items, arguments), place=True),
    "flat": lambda run, items, arguments: flattened(items, integer_of(argument(arguments, 0), 1)),
    "flatMap": lambda run, items, arguments: flattened(
        [r for _, r in _results(run, items, arguments)], 1
    ),
    "forEach": lambda run, items, arguments: _each(_results(run, items, arguments)),
    "includes": lambda run, items, arguments: is_listed(
        items[clamped(argument(arguments, 1), len(items)) :], argument(arguments, 0)
    ),
    "indexOf": lambda run, items, arguments: _position(items, arguments, last=False),
    "join": _joined,
    "lastIndexOf": lambda run, items, arguments: _position(items, arguments, last=True),
    "map": lambda run, items, arguments: [result for _, result in _results(run, items, arguments)],
    "pop": lambda run, items, arguments: items.pop() if items else UNDEFINED,
    "push": lambda run, items, arguments: _pushed(run, items, arguments, len),
    "reduce": lambda run, items, arguments: _reduced(run, items, arguments, 1),
    "reduceRight": lambda run, items, arguments: _reduced(run, items, arguments, -1),
    "reverse": lambda run, items, arguments: _reverse(items),
    "shift": lambda run, items, arguments: items.pop(0) if items else UNDEFINED,
    "slice": lambda run, items, arguments: items[sliced(len(items), arguments)],
    "some": lambda run, items, arguments: any(
        is_true(r) for _, r in _results(run, items, arguments)
    ),
    "sort": _sort,
    "splice": _splice,
    "toReversed": lambda run, items, arguments: items[::-1],
    "toSorted": _sorted,
    "toString": lambda run, items, arguments: text_of(items),
    "unshift": lambda run, items, arguments: _pushed(run, items, arguments, lambda items: 0),
}


#: Methods that change the array.
_CHANGING = frozenset({"fill", "pop", "push", "reverse", "shift", "sort", "splice", "unshift"})
#: Methods that return an item.
_PICKING = frozenset({"at", "find", "pop", "reduce", "reduceRight", "shift", "splice"})
