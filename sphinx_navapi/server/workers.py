"""Several processes that share one listening socket.

The first process serves nothing: it starts the others, replaces those that exit, and stops them.
They stop when a pipe is closed, which also happens if the first process is killed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sphinx_navapi.server.listening import GracefulServer

#: Whether the system can share a socket among processes in this way.
CAN_SHARE = sys.platform != "win32"

#: Maximum number of unexpected exits, per worker: more mean a general problem.
_MOST_ENDS = 5

#: Connections that one worker accepts before others have their turn, ...
_TAKEN = 1
#: ... and those that wait for a worker.
_BACKLOG = 2048


class Workers:
    """Processes that each run *work*.

    :param work: serves until its argument, the reading end of a pipe, is closed.
    :param say: receives a line about a worker that exited.
    """

    def __init__(self, work: Callable[[int], None], say: Callable[[str], object]) -> None:
        self._work = work
        self._say = say
        self._pids: set[int] = set()
        self._ends = 0
        self._is_ending = False
        self._reading, self._writing = os.pipe()

    def run(self, count: int) -> int:
        """Keep *count* workers running until a signal arrives, and return the exit status."""
        with self._handling_signals():
            for _ in range(count):
                self._start()
            while self._pids:
                pid, status = os.wait()
                if pid not in self._pids:
                    continue
                self._pids.remove(pid)
                if self._is_ending:
                    continue
                self._ends += 1
                code = os.waitstatus_to_exitcode(status)
                if self._ends > _MOST_ENDS * count:
                    self._say("the workers keep crashing: see their output, then restart")
                    self.stop()
                else:
                    self._say(f"worker {pid} exited with status {code} and was replaced")
                    self._start()
        return 1 if self._ends > _MOST_ENDS * count else 0

    def stop(self, *_signal: Any) -> None:
        """Stop them after their last requests; on the second call, at once."""
        if self._is_ending:
            for pid in self._pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return
        self._is_ending = True
        os.close(self._writing)

    @contextmanager
    def _handling_signals(self) -> Iterator[None]:
        before = {
            number: signal.signal(number, self.stop) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            self._pids.add(pid)
            return
        status = 1
        try:
            with suppress(OSError):  # already closed if it is stopping
                os.close(self._writing)
            # A terminal signals all processes; only the first one handles it.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self._work(self._reading)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            # Nothing inherited from the first process is written again here.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def run_worker(server: GracefulServer, sock: socket.socket, stop_fd: int) -> None:
    """Serve on *sock* until *stop_fd* is closed, or a signal arrives."""
    # With more, one worker would take all connections of a burst.
    server.config.backlog = _TAKEN
    server.signals = ("SIGTERM",)

    def stop() -> None:
        asyncio.get_running_loop().remove_reader(stop_fd)
        if not server.should_exit:
            server.handle_exit(signal.SIGTERM, None)

    async def serve() -> None:
        asyncio.get_running_loop().add_reader(stop_fd, stop)
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if not serving.done() and not server.should_exit:
            sock.listen(_BACKLOG)
        await serving

    asyncio.run(serve())
