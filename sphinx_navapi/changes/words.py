"""Values of a document as quoted in a change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from sphinx_navapi.diagnostics import one_line

#: Maximum number of characters quoted of a value.
_LONGEST: Final = 80


def quoted(value: Any) -> str:
    """A name, or a value as JSON, in backticks; on one line, and limited in length."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return code(text or '""')


def literal(value: Any) -> str:
    """A value as JSON, so that ``"1"`` and ``1`` differ, in backticks."""
    return code(json.dumps(value, ensure_ascii=False, default=str))


def code(text: str) -> str:
    """*text* in backticks."""
    text = one_line(text).replace("`", "'")
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    return f"`{text}`"


def plain(text: str) -> str:
    """A change's text or place for a terminal: without backticks."""
    return text.replace("`", "")


def coded_parts(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a change's *text*, each with whether it was in backticks."""
    for index, part in enumerate(text.split("`")):
        if part:
            yield part, index % 2 == 1


def listed(names: list[str]) -> str:
    """*names*, or the first few of many."""
    shown = ", ".join(names[:_MOST_LISTED])
    return shown if len(names) <= _MOST_LISTED else f"{shown}, …"


_MOST_LISTED: Final = 8
