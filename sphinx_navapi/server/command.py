"""`navapi serve`: a built site and its relay, for production.

Several processes may share one listening socket. The first serves nothing: it starts the others,
replaces those that exit, and stops them. They stop when a pipe is closed, which also happens if the
first process is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import queue
import signal
import socket
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TextIO, TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Scope

from sphinx_navapi.plan.conf_file import ProjectError
from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.application import Relay
from sphinx_navapi.relay.caller import (
    AddressError,
    SiteAddresses,
    SiteUrl,
    parse_origin,
    parse_site_url,
)
from sphinx_navapi.relay.limits import read_limits
from sphinx_navapi.server.listening import (
    GracefulServer,
    ListenError,
    handling_signals,
    listen,
    listening_names,
    make_server,
    run_server,
    shown_url,
)
from sphinx_navapi.server.monitoring import (
    LOOPBACK,
    SHARED_FOLDER,
    AccessLog,
    Metrics,
    Observed,
    Probes,
    forget_process,
)
from sphinx_navapi.server.site_app import MCP_PATH, RELAY_PATH, SiteApp

T = TypeVar("T")


def parse_proxy(text: str) -> str:
    """*text*, the address of a proxy or a network of them, in canonical form.

    :raises AddressError: it is invalid.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise AddressError(
            f"{text} is neither an IP address nor a network such as 10.0.0.0/8"
        ) from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)


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
    are then dropped. `logging.handlers.QueueListener` would wait for the pipe without a limit when
    it stops.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """The options of `navapi serve`.

    :ivar limits: of the relay, as ``name=value``.
    :ivar metrics_readers: addresses and networks; without any, only this machine.
    """

    out: Path
    host: str = "127.0.0.1"
    port: int = 8000
    site_urls: Sequence[str] = ()
    trusted_proxies: Sequence[str] = ()
    allowed_origins: Sequence[str] = ()
    allowed_private: Sequence[str] = ()
    workers: int = 1
    mcp: Literal["read", "send", "off"] = "read"
    limits: Sequence[str] = ()
    metrics: bool = False
    metrics_readers: Sequence[str] = ()
    access_log: bool = True


def serve(options: ServeOptions) -> int:
    """Serve until a signal arrives, and return the exit status.

    :raises ProjectError: there is no site, an option is malformed, or the port is in use.
    """
    with _shared_counts(options):
        return _serve(options)


def _serve(options: ServeOptions) -> int:
    app, proxies = make_app(options)
    try:
        sock = listen(options.host, options.port)
    except ListenError as error:
        raise ProjectError(str(error)) from None
    logging.getLogger("uvicorn.error").addHandler(_error_handler())
    address = shown_url(options.host, sock.getsockname()[1])
    greeting = [f"serving {options.out} at {' and '.join(options.site_urls) or address}"]
    if options.site_urls:
        greeting.append(f"listening on {address}")

    def run(run_on: Callable[[GracefulServer], None], greeting: Sequence[str] = ()) -> None:
        lines = LogLines(sys.stdout)
        for line in greeting:
            lines.say(line)
        try:
            logged = Observed(app, AccessLog(lines.say)) if options.access_log else app
            run_on(make_server(logged, trusted_proxies=proxies))
        finally:
            lines.close()

    if options.workers > 1 and CAN_SHARE:
        # A thread that writes lines would not exist in the other processes.
        sys.stdout.write("".join(f"{shown(line)}\n" for line in greeting))
        return Workers(
            lambda stop_fd: run(lambda server: run_worker(server, sock, stop_fd)),
            lambda line: sys.stderr.write(f"navapi: {shown(line)}\n"),
            forget_process if options.metrics else lambda _pid: None,
        ).run(options.workers)
    if options.workers > 1:
        greeting.append("using one worker: this system cannot share a port between processes")
    run(lambda server: run_server(server, sock), greeting)
    return 0


def make_app(options: ServeOptions) -> tuple[ASGIApp, list[str]]:
    """The application and its trusted proxies, from *options*.

    :raises ProjectError: there is no site, or an option is malformed.
    """
    if not (options.out / "index.html").is_file():
        reason = "has no index.html" if options.out.is_dir() else "is not a folder"
        raise ProjectError(f"{options.out} {reason}: use the output folder of a build", usage=True)
    urls = _parsed("--site-url", parse_site_url, options.site_urls)
    origins = _parsed("--allow-origin", parse_origin, options.allowed_origins)
    proxies = _parsed("--trusted-proxy", parse_proxy, options.trusted_proxies)
    readers = _parsed("--metrics-from", parse_proxy, options.metrics_readers)
    names = listening_names(options.host)
    relay = _relay(options, urls, origins, names)
    addresses = SiteAddresses(urls, names)
    app: ASGIApp = SiteApp(options.out, addresses=addresses, relay=relay)
    metrics = _metrics(addresses, relay) if options.metrics else None
    if metrics is not None:
        app = Observed(app, metrics)
    return Probes(
        app,
        options.out,
        addresses=addresses,
        metrics=metrics,
        readers=readers or LOOPBACK,
        is_proxied=bool(proxies),
    ), proxies


def _parsed(option: str, parse: Callable[[str], T], texts: Iterable[str]) -> list[T]:
    """The values of *option*.

    :raises ProjectError: one is malformed.
    """
    try:
        return [parse(text) for text in texts]
    except AddressError as error:
        raise ProjectError(f"{option}: {error}", usage=True) from None


def _metrics(addresses: SiteAddresses, relay: Relay) -> Metrics:
    areas = {f"/{RELAY_PATH}": "relay", f"/{MCP_PATH}": "mcp"}

    def area(scope: Scope) -> str:
        path = addresses.inner_path(Headers(scope=scope).get("host", ""), scope["path"])
        return areas.get(path, "site")

    try:
        return Metrics(area, lambda: relay.held_bytes)
    except ModuleNotFoundError:
        reason = "--metrics needs prometheus-client: install sphinx-navapi with the extra serve"
        raise ProjectError(reason) from None


@contextlib.contextmanager
def _shared_counts(options: ServeOptions) -> Iterator[None]:
    """A folder in which several processes keep their metrics together, until they end."""
    if not (options.metrics and options.workers > 1 and CAN_SHARE):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="navapi-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[SHARED_FOLDER]


def _relay(
    options: ServeOptions, urls: Sequence[SiteUrl], origins: Sequence[str], names: Sequence[str]
) -> Relay:
    workers = options.workers if CAN_SHARE else 1
    try:
        limits = read_limits(options.limits, os.environ)
    except ValueError as error:
        raise ProjectError(str(error), usage=True) from None
    try:
        return create_app(
            options.out,
            site_url=[url.url for url in urls],
            allowed_origins=origins,
            allow_private=options.allowed_private,
            listening_hosts=names,
            mcp=options.mcp,
            # Of all workers together, or memory would grow with their number. But a client, who has
            # half, must be able to get the largest response, and one more.
            **asdict(limits)
            | {"held_bytes": max(limits.held_bytes // workers, 4 * limits.response_bytes)},
        )
    except ValueError as error:
        # Only hosts have not been validated before.
        reason = f"--allow-private: {str(error).removeprefix('allow_private: ')}"
        raise ProjectError(reason, usage=True) from None


def _error_handler() -> logging.Handler:
    """Logs errors of the server itself, one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    return handler


class _OneLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage()
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            # Not the message: it may contain data sent by a client.
            frames = traceback.extract_tb(error.__traceback__)
            place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
            text = f"{text.strip()}: {type(error).__name__}{place}"
        return f"navapi: {shown(' '.join(text.split()))}"


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

    Uvicorn's own start anew and import everything again: 1.3 s of CPU time for each. These are
    forked, and share that memory.

    :param work: serves until its argument, the reading end of a pipe, is closed.
    :param say: receives a line about a worker that exited.
    :param forget: receives the process ID of each worker that exited.
    """

    def __init__(
        self,
        work: Callable[[int], None],
        say: Callable[[str], object],
        forget: Callable[[int], object] = lambda pid: None,
    ) -> None:
        self._work = work
        self._say = say
        self._forget = forget
        self._pids: set[int] = set()
        self._ends = 0
        self._is_ending = False
        self._reading, self._writing = os.pipe()

    def run(self, count: int) -> int:
        """Keep *count* workers running until a signal arrives, and return the exit status."""
        with handling_signals(("SIGINT", "SIGTERM"), self.stop):
            for _ in range(count):
                self._start()
            while self._pids:
                pid, status = os.wait()
                if pid not in self._pids:
                    continue
                self._pids.remove(pid)
                self._forget(pid)
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
