"""Patterns of ``exclude_patterns`` and ``include_patterns``, as documented by Sphinx.

Reimplemented because the plain half must not import Sphinx: ``*`` stays within a folder, ``**``
crosses folders, ``?`` and ``[…]`` match one character.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache


def path_matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """A function that returns whether a path (relative, with ``/``) matches any of *patterns*."""
    expressions = [_expression(pattern) for pattern in dict.fromkeys(patterns)]
    if not expressions:
        return lambda path: False
    joined = re.compile("|".join(f"(?:{expression})" for expression in expressions))
    return lambda path: joined.fullmatch(path) is not None


@lru_cache(maxsize=256)
def _expression(pattern: str) -> str:
    parts: list[str] = []
    index = 0
    while index < len(pattern):
        char = pattern[index]
        index += 1
        if char == "*":
            if pattern[index : index + 1] == "*":
                index += 1
                parts.append(".*")
            else:
                parts.append("[^/]*")
        elif char == "?":
            parts.append("[^/]")
        elif char == "[" and (end := pattern.find("]", index + 1)) > 0:
            inner = pattern[index:end]
            negated = inner.startswith("!")
            # Two hyphens may become a set difference (Unicode TS 18, RL1.3) in later Python
            # versions.
            escaped = re.sub(r"(?:\\-)+", "-", re.escape(inner[negated:]))
            parts.append(f"[^{escaped}/]" if negated else f"[{escaped}]")
            index = end + 1
        else:
            parts.append(re.escape(char))
    expression = "".join(parts)
    try:
        re.compile(expression)
    except re.error:
        return re.escape(pattern)
    return expression
