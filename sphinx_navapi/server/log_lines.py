"""Lines written to the standard output without making anyone wait for who reads them."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from pathlib import Path
from typing import TextIO

#: Lines that wait to be read; later ones are lost, and counted.
_MOST_WAITING = 10_000


def shown(text: str) -> str:
    """*text* in one line, without characters that a terminal or a reader of lines acts on."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class LogLines:
    """Takes lines at once and writes them from a thread of its own.

    A full pipe would otherwise stop the server, and one whose reader is gone would
    fail every request: then lines are thrown away.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Write *line*, soon; characters that a terminal would act on are written as escapes."""
        try:
            self._waiting.put_nowait(shown(line))
        except queue.Full:
            self._lost += 1

    def close(self, patience: float = 2.0) -> None:
        """Write what waits, for no longer than *patience* seconds."""
        try:
            self._waiting.put(None, timeout=patience)
        except queue.Full:
            return
        self._thread.join(patience)

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            lost, self._lost = self._lost, 0
            if lost:
                line = f"{lost} lines are missing here: nobody read them in time\n{line}"
            try:
                # A line at a time: programs read it so.
                print(line, file=self._stream, flush=True)
            except (OSError, ValueError):
                return self._drop()
        return None

    def _drop(self) -> None:
        """The reader is gone: nothing is written any more, not even when Python ends."""
        with contextlib.suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), self._stream.fileno())
        while self._waiting.get() is not None:
            pass
