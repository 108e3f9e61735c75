"""What operators see of a running server: a line for each request, its health, and metrics."""

from __future__ import annotations

import ipaddress
import json
import os
import time
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sphinx_navapi.relay.caller import SiteAddresses
from sphinx_navapi.server.replies import Reply, send_reply

#: Paths below the site's root.
HEALTH, METRICS = "/_navapi/health", "/_navapi/metrics"

#: Clients that get metrics unless others are named.
LOOPBACK = ("127.0.0.0/8", "::1")

#: Fields by which a proxy says that it passes on a request of somebody else.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")

#: Maximum length of an address, a method and a path in the log.
_CLIENT, _METHOD, _PATH = 64, 16, 2000

#: Environment variable with the folder of the metrics of several processes.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

#: Seconds; the relay gives up after 30.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


@dataclass(frozen=True, slots=True)
class Served:
    """A request that is over.

    :ivar status: of the response; 500 if there was none.
    :ivar sent: bytes of its body.
    """

    scope: Scope
    status: int
    sent: int
    seconds: float


class Observer(Protocol):
    """Is told of each request."""

    def begin(self, scope: Scope) -> None:
        """A request has arrived."""

    def end(self, served: Served) -> None:
        """It is over, or its client is gone."""


class Observed:
    """*app*, whose requests the *observers* are told of."""

    def __init__(self, app: ASGIApp, *observers: Observer) -> None:
        self._app = app
        self._observers = observers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.monotonic()
        status, sent = 0, 0

        async def count(message: MutableMapping[str, Any]) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        for observer in self._observers:
            observer.begin(scope)
        try:
            await self._app(scope, receive, count)
        except BaseException:
            status = status or 500
            raise
        finally:
            served = Served(scope, status, sent, time.monotonic() - begun)
            for observer in self._observers:
                observer.end(served)


class AccessLog:
    """One line per request: time, client, method, path, status, bytes, milliseconds.

    Never the query, a header or a body: they may contain secrets. Nor answers to operators'
    programs, which ask all the time.

    :param write: receives a line.
    :param wants: whether to log a status.
    """

    def __init__(
        self, write: Callable[[str], None], wants: Callable[[int], bool] = lambda status: True
    ) -> None:
        self._write = write
        self._wants = wants

    def begin(self, scope: Scope) -> None:
        """A line is written when the status is known."""

    def end(self, served: Served) -> None:
        """Write the line."""
        scope = served.scope
        is_probe = served.status == 200 and scope["path"].endswith((HEALTH, METRICS))
        if is_probe or not self._wants(served.status):
            return
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        # X-Forwarded-For of a trusted proxy may contain text from its client.
        client = quote(client_of(scope)[:_CLIENT] or "-", safe=":.[]-")
        method = scope["method"][:_METHOD] if scope["method"].isalpha() else "?"
        path = quote(scope["path"][:_PATH], safe="/:@!$&'()*+,;=~-._")
        took = round(served.seconds * 1000)
        self._write(f"{now} {client} {method} {path} {served.status} {served.sent} {took}ms")


class Metrics:
    """Counts requests, for Prometheus.

    With several processes, the counts are in files of a folder that they share, which has to be in
    the environment as `SHARED_FOLDER` before the first object is created.

    :param area: the part of the server that a path belongs to, such as ``"relay"``.
    :param used: how many bytes of responses the relay keeps in memory.
    :raises ModuleNotFoundError: prometheus-client is not installed.
    """

    def __init__(self, area: Callable[[Scope], str], used: Callable[[], int]) -> None:
        # Imported only where metrics are wanted.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._area = area
        self._used = used
        self._registry = CollectorRegistry()
        of_all: dict[str, Any] = {"registry": self._registry}
        of_live = {**of_all, "multiprocess_mode": "livesum"}
        self._requests = Counter(
            "navapi_requests", "Requests, by area and status", ("area", "status"), **of_all
        )
        self._bytes = Counter(
            "navapi_response_bytes", "Bytes of response bodies", ("area",), **of_all
        )
        self._seconds = Histogram(
            "navapi_request_seconds", "Duration of requests", ("area",), buckets=_BUCKETS, **of_all
        )
        self._running = Gauge(
            "navapi_running_requests", "Requests that are being answered", ("area",), **of_live
        )
        self._memory = Gauge(
            "navapi_relay_held_bytes", "Bytes of responses that the relay keeps", **of_live
        )

    def begin(self, scope: Scope) -> None:
        """Count the request as running."""
        self._running.labels(self._area(scope)).inc()

    def end(self, served: Served) -> None:
        """Count it as answered."""
        area = self._area(served.scope)
        self._running.labels(area).dec()
        self._requests.labels(area, f"{served.status}").inc()
        self._bytes.labels(area).inc(served.sent)
        self._seconds.labels(area).observe(served.seconds)
        self._memory.set(self._used())

    def reply(self) -> Reply:
        """The metrics of all processes, in Prometheus' text format."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.exposition import CONTENT_TYPE_LATEST
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if os.environ.get(SHARED_FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return _reply(200, CONTENT_TYPE_LATEST, generate_latest(registry))


def forget_process(pid: int) -> None:
    """What the process with *pid*, which has ended, was doing is over; its counts remain."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)  # type: ignore[no-untyped-call]


class Probes:
    """Answers operators' requests, and passes all others on to *app*.

    Whether the server is healthy is no secret: anyone may ask, under any host, since the addresses
    by which load balancers ask are not those of the site.

    :param site_dir: the output of the build.
    :param metrics: for those who ask from one of the networks *readers*; ``None``: for nobody.
    :param is_proxied: whether the client's address is that which a trusted proxy reports.
    """

    def __init__(
        self,
        app: ASGIApp,
        site_dir: Path,
        *,
        addresses: SiteAddresses,
        metrics: Metrics | None = None,
        readers: Sequence[str] = LOOPBACK,
        is_proxied: bool = False,
    ) -> None:
        self._app = app
        self._index = site_dir / "index.html"
        self._addresses = addresses
        self._metrics = metrics
        self._readers = [ipaddress.ip_network(reader) for reader in readers]
        self._is_proxied = is_proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        reply = self._reply(scope) if scope["type"] == "http" else None
        if reply is None:
            await self._app(scope, receive, send)
        else:
            await send_reply(reply, send, with_body=scope["method"] != "HEAD")

    def _reply(self, scope: Scope) -> Reply | None:
        if scope["method"] not in ("GET", "HEAD") or "/_navapi/" not in scope["path"]:
            return None
        headers = Headers(scope=scope)
        # With or without the base path of the site.
        paths = {scope["path"], self._addresses.inner_path(headers.get("host", ""), scope["path"])}
        if HEALTH in paths:
            is_there = self._index.is_file()
            text = json.dumps({"status": "ok" if is_there else "the site is missing"})
            return _reply(200 if is_there else 503, "application/json", text.encode())
        if METRICS in paths and self._metrics is not None and self._may_read(scope, headers):
            return self._metrics.reply()
        return None

    def _may_read(self, scope: Scope, headers: Headers) -> bool:
        if not self._addresses.is_called(scope, headers):
            return False
        if not self._is_proxied and any(name in headers for name in _FORWARDED):
            # The address is that of a proxy, which may ask for anybody.
            return False
        try:
            client = ipaddress.ip_address(client_of(scope).partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(client, "ipv4_mapped", None)
        return any((mapped or client) in network for network in self._readers)


def client_of(scope: Scope) -> str:
    """The address of the client; ``""`` if it is unknown."""
    return str((scope.get("client") or ("",))[0] or "")


def _reply(status: int, kind: str, body: bytes) -> Reply:
    headers = {
        "content-type": kind,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
    }
    return Reply(status=status, headers=headers, body=body)
