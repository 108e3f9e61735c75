"""Writing lines to standard output without waiting for its reader."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from pathlib import Path
from typing import TextIO

#: Maximum number of pending lines; later ones are dropped, and counted.
_MOST_WAITING = 10_000


def shown(text: str) -> str:
    """*text* in one line, without characters with a special meaning for terminals or line
    readers.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


class LogLines:
    """Queues lines and writes them in a separate thread.

    A full pipe would otherwise block the server, and a closed one would fail every request: lines
    are then dropped.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Queue *line*; control characters are escaped."""
        try:
            self._waiting.put_nowait(shown(line))
        except queue.Full:
            self._lost += 1

    def close(self, patience: float = 2.0) -> None:
        """Write pending lines, for at most *patience* seconds."""
        try:
            self._waiting.put(None, timeout=patience)
        except queue.Full:
            return
        self._thread.join(patience)

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            lost, self._lost = self._lost, 0
            if lost:
                line = f"{lost} lines are missing here because they were not read in time\n{line}"
            try:
                # Flush each line, for programs that read it.
                print(line, file=self._stream, flush=True)
            except (OSError, ValueError):
                return self._drop()
        return None

    def _drop(self) -> None:
        """The reader is gone: write nothing more, not even when Python exits."""
        with contextlib.suppress(OSError, ValueError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), self._stream.fileno())
        while self._waiting.get() is not None:
            pass
