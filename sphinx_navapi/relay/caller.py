"""Who may call the relay: pages of the site itself, or of origins allowed by the operator.

Browsers say where a request comes from (``Origin``, ``Sec-Fetch-Site``) and scripts cannot change
that. ``Host`` must be known too, otherwise a page whose name is made to resolve to this server
would count as part of the site.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from sphinx_navapi.relay.authority import DEFAULT_PORTS
from sphinx_navapi.relay.problem import Refusal

#: Path of the relay, below the base path of the site.
ROUTE = "/api/request"

#: Path of the tools for programs (Model Context Protocol), likewise.
MCP_ROUTE = "/mcp"

_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(?::(?P<port>[0-9]{1,5}))?")


class SiteOrigins:
    """Public URLs of the site.

    :param urls: absolute, with the base path; empty to accept only the listening address.
    :param origins: of other sites whose pages may call this relay.
    :param hosts: further names, without a port, of this server.
    :raises ValueError: for an invalid URL or origin, including ``*`` and ``null``.
    """

    def __init__(
        self, urls: Iterable[str], origins: Iterable[str] = (), hosts: Iterable[str] = ()
    ) -> None:
        self.urls = tuple(_site_url(url) for url in urls)
        self._own = frozenset(_origin_of(url) for url in self.urls)
        self._netlocs = frozenset(origin.partition("://")[2] for origin in self._own)
        self._allowed = frozenset(_allowed_origin(origin) for origin in origins)
        self._hosts = frozenset(host.lower() for host in hosts)
        bases = ["", *(urlsplit(url).path for url in self.urls)]
        self._routes = frozenset(base + ROUTE for base in bases)
        self._mcp_routes = frozenset(base + MCP_ROUTE for base in bases)

    def is_relay(self, scope: Scope) -> bool:
        """Whether the request is for the relay: below a base path, or at the root behind a
        proxy.
        """
        return _route_path(scope) in self._routes

    def is_mcp(self, scope: Scope) -> bool:
        """Whether the request is for the tools, likewise."""
        return _route_path(scope) in self._mcp_routes

    def url_for(self, headers: Headers) -> str | None:
        """The site's URL under which a request arrived, else the first; ``None`` if there is
        none.
        """
        host = headers.get("host", "").lower()
        for url in self.urls:
            if _origin_of(url).partition("://")[2] == host:
                return url
        return self.urls[0] if self.urls else None

    def cors_headers(self, headers: Headers) -> dict[str, str]:
        """Fields that let an allowed origin read the response; empty for all others."""
        origin = headers.get("origin")
        if origin is not None and self._is_allowed(origin):
            return {
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Expose-Headers": "Retry-After",
                "Vary": "Origin",
            }
        return {"Vary": "Origin"} if self._allowed else {}

    def check(self, scope: Scope, headers: Headers) -> None:
        """Accept the caller. :raises Refusal: 403 unless it is a page of the site or an allowed
        origin.
        """
        self._check_host(scope, headers)
        origins = headers.getlist("origin")
        fetch_site = headers.get("sec-fetch-site")
        if len(origins) > 1:
            raise _foreign()
        if origins and self._is_allowed(origins[0]):
            return
        if origins and not self._is_own(origins[0], scope, headers):
            raise _foreign()
        if fetch_site is not None and fetch_site != "same-origin":
            raise _foreign()

    def check_preflight(self, scope: Scope, headers: Headers) -> None:
        """Accept a preflight. :raises Refusal: 403 unless the origin is allowed."""
        self._check_host(scope, headers)
        origins = headers.getlist("origin")
        if len(origins) != 1 or not self._is_allowed(origins[0]):
            raise _foreign()

    def _is_allowed(self, origin: str) -> bool:
        return origin in self._allowed

    def _is_own(self, origin: str, scope: Scope, headers: Headers) -> bool:
        if origin in self._own:
            return True
        scheme = scope.get("scheme", "http")
        netloc = _netloc(headers.get("host", ""), scheme)
        return netloc not in self._netlocs and origin == f"{scheme}://{netloc}"

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        hosts = headers.getlist("host")
        if len(hosts) == 1:
            match = _HOST.fullmatch(hosts[0])
            if match is not None:
                netlocs = {_netloc(hosts[0], scheme) for scheme in DEFAULT_PORTS}
                name = match["name"].lower()
                if netlocs & self._netlocs or name in self._hosts or _is_listening(name, scope):
                    return
        raise Refusal(
            403,
            "unknown-host",
            "Unknown host. The site's operator can set its public URL with --site-url.",
        )


def _route_path(scope: Scope) -> str:
    """The path relative to the application's mount point (ASGI, ``root_path``)."""
    path, root = str(scope["path"]), str(scope.get("root_path", "")).rstrip("/")
    return path.removeprefix(root) if root and path.startswith(f"{root}/") else path


def _foreign() -> Refusal:
    return Refusal(
        403,
        "foreign-origin",
        "Only pages of this site may send requests through its relay. The site's operator can"
        " allow other origins with --allow-origin.",
    )


def _is_listening(name: str, scope: Scope) -> bool:
    """Whether only connections to this server can use the host *name*.

    An IP address, in brackets or not, and ``localhost``: another site's name may be made to resolve
    to this server, but then the browser still sends that name. The port may differ, as containers
    and tunnels have their own.
    """
    if name == "localhost":
        return True
    server = scope.get("server")
    if server and name == str(server[0]).lower():
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _netloc(host: str, scheme: str) -> str:
    """*host* in lower case, without the default port of *scheme*."""
    host = host.lower()
    return host.removesuffix(f":{DEFAULT_PORTS.get(scheme, 80)}")


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{_netloc(parts.netloc, parts.scheme)}"


def _site_url(url: str) -> str:
    """*url* without a trailing slash, scheme and host in lower case."""
    parts = urlsplit(url)
    host = _HOST.fullmatch(parts.netloc)
    if parts.scheme not in DEFAULT_PORTS or host is None or parts.query or parts.fragment:
        raise ValueError(f"site_url: {url!r} is not a URL such as https://docs.example.com/manual")
    return _origin_of(url) + parts.path.rstrip("/")


def _allowed_origin(origin: str) -> str:
    parts = urlsplit(origin)
    host = _HOST.fullmatch(parts.netloc)
    if parts.scheme not in DEFAULT_PORTS or host is None or parts.path.strip("/") or parts.query:
        raise ValueError(
            f"allowed_origins: {origin!r} is not an origin such as https://docs.example.com"
        )
    return _origin_of(origin)


def preflight_headers(
    cors: Mapping[str, str], fields: Iterable[str] = ("Content-Type",)
) -> dict[str, str]:
    """Fields of the response to a preflight: one method, never credentials.

    :param fields: header fields that may be sent.
    """
    return {
        **cors,
        "Access-Control-Allow-Methods": "POST",
        "Access-Control-Allow-Headers": ", ".join(fields),
        "Access-Control-Max-Age": "600",
    }
