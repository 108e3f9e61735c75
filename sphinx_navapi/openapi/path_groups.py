"""Groups of operations by the segments of their paths, where tags do not tell them apart."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from sphinx_navapi.openapi.document import Operation, OperationKey

#: Up to this number, operations are one list.
_LISTED = 30

#: Up to this depth, groups with more operations are divided again.
_LEVELS = 2

#: Between words of a segment: ``line_items``, ``line-items``, ``lineItems``.
_BETWEEN_WORDS = re.compile(r"[_\-\s]+|(?<=[a-z])(?=[A-Z])")

#: What follows the name in a segment: ``users:batchGet``, ``users({id})``, ``Calls.json``.
_AFTER_NAME = re.compile(r"(?<=.)(?:[:({].*|\.(?:json|xml)$)")


def path_groups(operations: Iterable[Operation]) -> Mapping[OperationKey, tuple[str, ...]]:
    """Labels of the groups around each of *operations*, outermost first.

    A group is named after the first segment, other than a parameter, in which the paths differ:
    with ``/v1/books``, ``/v1/books/{id}`` and ``/v1/line_items``, "Books" and "Line items". An
    operation that would be alone in a group, and webhooks, which have no path, are in none.
    """
    paths = {
        each.key: [segment for segment in each.key.path.split("/") if segment]
        for each in operations
        if each.key.path.startswith("/")
    }
    return _divided(paths, _LEVELS) if len(paths) > _LISTED else {}


def _divided(
    paths: Mapping[OperationKey, Sequence[str]], levels: int
) -> dict[OperationKey, tuple[str, ...]]:
    columns = zip(*paths.values(), strict=False)
    shared = sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))
    groups: dict[str, dict[OperationKey, Sequence[str]]] = defaultdict(dict)
    for key, path in paths.items():
        rest = (index for index in range(shared, len(path)) if not path[index].startswith("{"))
        index = next(rest, None)
        if index is not None:
            groups[_label(path[index])][key] = path[index + 1 :]
    trails: dict[OperationKey, tuple[str, ...]] = {}
    for label, inner in groups.items():
        if len(inner) == 1:
            continue
        trails |= dict.fromkeys(inner, (label,))
        if len(inner) > _LISTED and levels > 1:
            trails |= {key: (label, *more) for key, more in _divided(inner, levels - 1).items()}
    return trails


def _label(segment: str) -> str:
    """The words of *segment*: ``line_items`` as "Line items", ``v1`` as it is."""
    name = _AFTER_NAME.sub("", segment)
    if any(map(str.isdigit, name)):
        return name
    words = _BETWEEN_WORDS.sub(" ", name).strip() or name
    return words[0].upper() + words[1:]
