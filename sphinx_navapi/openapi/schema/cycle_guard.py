"""Mappings at several positions of one value: preventing cycles and explosions."""

from __future__ import annotations

from typing import Any, Final

from sphinx_navapi.formats.data_text import MAX_DEPTH

#: Maximum number of values after expanding references to whole maps.
MAX_UNFOLDED: Final = 3_000_000

#: Values examined before a document's references to maps are rejected.
_BUDGET: Final = 3_000_000


class CycleGuard:
    """Decides which mappings may take over the members of others."""

    def __init__(self) -> None:
        self._budget = _BUDGET

    def can_hold(self, node: dict[str, Any], target: Any) -> bool:
        """Whether *node* may contain the members of *target* without becoming recursive."""
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
    """Whether *root*, in which mappings are shared, is small when expanded to a tree.

    A walk visits a shared mapping once per position.
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
