"""Output of `navapi dev`: permanent lines, and a progress line that is replaced."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from sphinx_navapi.server.dev.problems import BuildProblem

_COLORS = {"warning": 33, "error": 31}


class Terminal:
    """The terminal of the command. Colors and progress are for interactive use."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        is_plain = os.environ.get("TERM") == "dumb"
        self._is_watched = self._err.isatty() and not is_plain
        self._has_colors = self._is_watched and not os.environ.get("NO_COLOR")
        self._has_progress = False

    def say(self, text: str) -> None:
        """Print a line."""
        self._clear()
        _write(self._out, f"navapi: {text}\n")

    def tell(self, problem: BuildProblem) -> None:
        """Print a problem."""
        self._clear()
        text, level = problem.text, problem.level
        if self._has_colors:
            shown = f"\x1b[{_COLORS.get(level, 0)}m{level}\x1b[0m: "
            text = text.replace(f"{level}: ", shown, 1)
        _write(self._err, f"{text}\n")

    def progress(self, text: str) -> None:
        """Show progress until something else is printed."""
        if self._is_watched:
            width = shutil.get_terminal_size().columns - 1
            _write(self._err, f"\r\x1b[K{text[:width]}")
            self._has_progress = True

    def _clear(self) -> None:
        if self._has_progress:
            _write(self._err, "\r\x1b[K")
            self._has_progress = False


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
