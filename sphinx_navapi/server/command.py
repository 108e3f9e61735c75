"""`navapi serve`: a built site and its relay, for production."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from starlette.types import ASGIApp

from sphinx_navapi.plan.conf_file import ProjectError
from sphinx_navapi.relay import create_app
from sphinx_navapi.server.addresses import (
    AddressError,
    SiteAddresses,
    SiteUrl,
    parse_origin,
    parse_proxy,
    parse_site_url,
)
from sphinx_navapi.server.listening import (
    AccessLog,
    GracefulServer,
    ListenError,
    listen,
    make_server,
    run_server,
    shown_url,
)
from sphinx_navapi.server.log_lines import LogLines, shown
from sphinx_navapi.server.site_app import SiteApp
from sphinx_navapi.server.workers import CAN_SHARE, Workers, run_worker


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
            lambda told: run(lambda server: run_worker(server, sock, told)),
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
    try:
        return create_app(
            options.out,
            site_url=[url.url for url in urls],
            allowed_origins=origins,
            allow_private=options.allowed_private,
            listening_hosts=names,
            mcp=options.mcp,
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
