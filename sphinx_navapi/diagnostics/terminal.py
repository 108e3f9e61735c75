"""Diagnostics and other lines, formatted for a terminal, a file or a pipe."""

from __future__ import annotations

import os
from typing import TextIO

from sphinx_navapi.diagnostics import Diagnostic, Level

_COLORS = {Level.ERROR: 31, Level.WARNING: 33, Level.INFO: 36}


def shown_line(diagnostic: Diagnostic, stream: TextIO) -> str:
    """*diagnostic* as a line for *stream*."""
    level = _color(diagnostic.level.value, _COLORS[diagnostic.level], stream)
    line = f"{diagnostic.place}: {level}: {diagnostic.message} [navapi.{diagnostic.subtype}]"
    return printable(line, stream)


def printable(text: str, stream: TextIO) -> str:
    """*text* as *stream* can write it: characters missing in its encoding are escaped."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _color(text: str, code: int, stream: TextIO) -> str:
    """*text* in color if *stream* is a terminal that supports it."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
