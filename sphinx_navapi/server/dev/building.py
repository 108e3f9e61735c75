"""The build process, as seen from the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

#: Maximum length of a line of news in bytes: a build may have a great many warnings.
_LINE_LIMIT = 64 * 1024 * 1024

#: Seconds that the process has to exit by itself.
_PATIENCE = 2

News = Mapping[str, Any]


class BuildProcess:
    """A process that builds a project on request; started when needed."""

    def __init__(self, srcdir: Path, outdir: Path | None, overrides: Sequence[str]) -> None:
        settings = {
            "srcdir": str(srcdir),
            "out": str(outdir) if outdir is not None else None,
            "overrides": list(overrides),
        }
        self._arguments = ("-m", "sphinx_navapi.server.dev.worker", json.dumps(settings))
        self._process: asyncio.subprocess.Process | None = None

    async def build(self) -> AsyncIterator[News]:
        """News of a build; the last one is ``done``."""
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(b"\n")
            await process.stdin.drain()
            async for line in process.stdout:
                news = json.loads(line)
                yield news
                if news["event"] == "done":
                    return
        except (ConnectionError, ValueError):
            pass
        await self.end()
        message = "the build process crashed; the next change restarts it"
        yield {"event": "done", "ok": False, "problems": [{**_NO_PLACE, "message": message}]}

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT,
            # Ctrl+C is handled by the server; the group ends all children with the process.
            start_new_session=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    async def end(self) -> None:
        """Stop the process, if it is running."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        _signal(process, signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
            await process.wait()


_NO_PLACE = {"level": "error", "file": "", "line": None, "docname": None, "stage": "plan"}


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to *process* and its children."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.terminate()
