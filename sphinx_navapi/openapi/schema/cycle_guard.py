"""Mappings that stand at several places of one value: no cycles, and no explosion."""

from __future__ import annotations

from typing import Any, Final

from sphinx_navapi.formats.data_text import MAX_DEPTH

#: Values that references to whole maps may unfold to.
MAX_UNFOLDED: Final = 3_000_000

#: Values that are looked at before a document's references to maps are refused.
_BUDGET: Final = 3_000_000


class CycleGuard:
    """Says which mappings may take over the members of which others."""

    def __init__(self) -> None:
        self._budget = _BUDGET

    def can_hold(self, node: dict[str, Any], target: Any) -> bool:
        """Whether *node* may hold what *target* holds without ending up inside itself."""
        pending = [target]
        seen: set[int] = set()
        while pending:
            part = pending.pop()
            if part is node:
                return False
            if id(part) in seen:
                continue
            seen.add(id(part))
            self._budget -= 1
            if self._budget < 0:
                return False
            if isinstance(part, dict):
                pending += [value for value in part.values() if isinstance(value, dict | list)]
            else:
                pending += [value for value in part if isinstance(value, dict | list)]
        return True


def fits_unfolded(root: Any) -> bool:
    """Whether *root*, in which mappings stand at several places, is small when it is a tree.

    Whoever walks it meets a shared mapping once for every place.
    """
    measured: dict[int, tuple[int, int]] = {}  # size and height by id
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        node, is_ready = stack.pop()
        if id(node) in measured:
            continue
        values = node.values() if isinstance(node, dict) else node
        inner = [value for value in values if isinstance(value, dict | list)]
        if not is_ready:
            stack.append((node, True))
            stack += [(value, False) for value in inner if id(value) not in measured]
            continue
        below = [measured[id(value)] for value in inner]
        size = 1 + len(node) + sum(part[0] for part in below)
        height = 1 + max((part[1] for part in below), default=0)
        if size > MAX_UNFOLDED or height > MAX_DEPTH + 10:
            return False
        measured[id(node)] = (size, height)
    return True
