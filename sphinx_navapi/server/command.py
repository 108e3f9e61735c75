"""`navapi serve`: a built site and its relay, for production."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

from starlette.types import ASGIApp

from sphinx_navapi.plan.conf_file import ProjectError
from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.caller import (
    AddressError,
    SiteAddresses,
    SiteUrl,
    parse_origin,
    parse_site_url,
)
from sphinx_navapi.relay.limits import Limits
from sphinx_navapi.server.listening import (
    AccessLog,
    GracefulServer,
    ListenError,
    listen,
    make_server,
    run_server,
    shown_url,
)
from sphinx_navapi.server.site_app import SiteApp
from sphinx_navapi.server.workers import CAN_SHARE, Workers, run_worker


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """The options of `navapi serve`."""

    out: Path
    host: str = "127.0.0.1"
    port: int = 8000
    site_urls: Sequence[str] = ()
    trusted_proxies: Sequence[str] = ()
    allowed_origins: Sequence[str] = ()
    allowed_private: Sequence[str] = ()
    workers: int = 1
    mcp: Literal["read", "send", "off"] = "read"


def serve(options: ServeOptions) -> int:
    """Serve until a signal arrives, and return the exit status.

    :raises ProjectError: there is no site, an option is malformed, or the port is in use.
    """
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
            run_on(make_server(AccessLog(app, lines.say), trusted_proxies=proxies))
        finally:
            lines.close()

    if options.workers > 1 and CAN_SHARE:
        # A thread that writes lines would not exist in the other processes.
        sys.stdout.write("".join(f"{shown(line)}\n" for line in greeting))
        return Workers(
            lambda stop_fd: run(lambda server: run_worker(server, sock, stop_fd)),
            lambda line: sys.stderr.write(f"navapi: {shown(line)}\n"),
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
    try:
        urls = [parse_site_url(text) for text in options.site_urls]
        origins = [parse_origin(text) for text in options.allowed_origins]
        proxies = [parse_proxy(text) for text in options.trusted_proxies]
    except AddressError as error:
        raise ProjectError(str(error), usage=True) from None
    names = [options.host] if options.host not in ("", "0.0.0.0", "::") else []  # noqa: S104
    relay = _relay(options, urls, origins, names)
    addresses = SiteAddresses(urls, names)
    return SiteApp(options.out, addresses=addresses, relay=relay), proxies


def _relay(
    options: ServeOptions, urls: Sequence[SiteUrl], origins: Sequence[str], names: Sequence[str]
) -> ASGIApp:
    limits, workers = Limits(), options.workers if CAN_SHARE else 1
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
            held_bytes=max(limits.held_bytes // workers, 4 * limits.response_bytes),
        )
    except ValueError as error:
        # Only hosts have not been validated before.
        reason = str(error).removeprefix("allow_private: ")
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
