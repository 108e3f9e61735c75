"""Who may call the relay: pages of the site itself, or of origins allowed by the operator.

Browsers say where a request comes from (``Origin``, ``Sec-Fetch-Site``) and scripts cannot change
that. ``Host`` must be known too, otherwise a page whose name is made to resolve to this server
would count as part of the site.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from sphinx_navapi.relay.problem import Refusal

#: Default ports by scheme.
DEFAULT_PORTS = {"http": 80, "https": 443}


def authority(scheme: str, host: str, port: int) -> str:
    """The value for ``Host``: no default port, IPv6 in brackets.

    :param host: a name or an address, IPv6 without brackets.
    """
    host = f"[{host}]" if ":" in host else host
    return host if port == DEFAULT_PORTS[scheme] else f"{host}:{port}"


_HOST = re.compile(
    r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?))"
    r"(?::(?P<port>[0-9]{1,5}))?"
)


class AddressError(ValueError):
    """An invalid address; ``str()`` says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteUrl:
    """A public URL of the site.

    :ivar host: in lower case, an IPv6 address without brackets.
    :ivar base_path: decoded, with a leading and without a trailing slash, or ``""``.
    """

    scheme: str
    host: str
    port: int
    base_path: str

    @property
    def origin(self) -> str:
        """The value that a browser sends in ``Origin``."""
        return f"{self.scheme}://{authority(self.scheme, self.host, self.port)}"

    @property
    def url(self) -> str:
        """The full URL, encoded, without a trailing slash."""
        return self.origin + quote(self.base_path)


def split_address(text: str) -> SplitResult | None:
    """The parts of an address, ``None`` if its host or port is invalid."""
    try:
        parts = urlsplit(text.strip())
        _ = parts.port
    except ValueError:
        return None
    return parts


def parse_site_url(text: str) -> SiteUrl:
    """Parse the URL *text*.

    :raises AddressError: it is invalid, or has parts that a site's URL cannot have.
    """
    parts = split_address(text)
    if parts is None:
        raise AddressError(f"{text} is not a valid URL")
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise AddressError(f"{text} must start with https:// or http:// and contain a host")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise AddressError(f"{text} may only contain a host, a port and a path")
    path = unquote(parts.path).rstrip("/")
    if any(segment in ("", ".", "..") for segment in path.split("/")[1:]):
        raise AddressError(f"{text} has a path with empty or dotted parts")
    name = parts.hostname.removesuffix(".")
    port = DEFAULT_PORTS[parts.scheme] if parts.port is None else parts.port
    if parse_host(authority(parts.scheme, name, port)) is None:
        raise AddressError(f"{text} does not contain a valid host")
    return SiteUrl(scheme=parts.scheme, host=name, port=port, base_path=path)


def parse_origin(text: str) -> str:
    """Parse the origin *text*, in the format of browsers.

    :raises AddressError: it is invalid.
    """
    if text.strip() in ("*", "null"):
        raise AddressError(f"{text} would allow every site: name each one, as in https://x.example")
    url = parse_site_url(text)
    if url.base_path:
        raise AddressError(f"{text} is not an origin: use {url.origin}")
    return url.origin


class SiteAddresses:
    """The allowed values of ``Host``.

    Otherwise a page of another site whose name is made to resolve to this server could read this
    site. The name of such a page is never an IP address, and never ``localhost``.

    :param site_urls: the public URLs.
    :param listening: further host names of this server, without a port.
    """

    def __init__(self, site_urls: Iterable[SiteUrl], listening: Iterable[str] = ()) -> None:
        self.site_urls = tuple(site_urls)
        self._names = {name.lower().rstrip(".") for name in listening} | {"localhost"}

    def is_called(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request is for this server: it has one ``Host``, which is known."""
        hosts = headers.getlist("host")
        server = scope.get("server")
        return len(hosts) == 1 and self.is_known(hosts[0], str(server[0]) if server else "")

    def is_known(self, host: str, server: str = "") -> bool:
        """Whether *host*, the value of the header, is a name of this server.

        The port of a public URL may be missing, because proxies omit it. That of other names may
        differ, as containers and tunnels have their own. A trailing dot is not accepted: with it,
        ``Origin`` would be that of another site.

        :param server: name or address on which the request arrived (ASGI, ``server``).
        """
        parsed = parse_host(host)
        if parsed is None:
            return False
        name, _port = parsed
        if name in self._names or name == server.lower() or _is_address(name):
            return True
        return bool(self.called(host))

    def called(self, host: str) -> list[SiteUrl]:
        """The public URLs with *host*, the value of the header."""
        parsed = parse_host(host)
        if parsed is None:
            return []
        name, port = parsed
        return [url for url in self.site_urls if name == url.host and port in (None, url.port)]

    def inner_path(self, host: str, path: str) -> str:
        """*path* of a request relative to the root of the site, with a leading slash.

        A proxy may keep or strip the base path: a path that does not start with it is returned
        unchanged. The base path itself, without a trailing slash, gives ``""``.
        """
        for url in self.called(host) or self.site_urls:
            if url.base_path and path == url.base_path:
                return ""
            if url.base_path and path.startswith(f"{url.base_path}/"):
                return path[len(url.base_path) :]
        return path


def parse_host(text: str) -> tuple[str, int | None] | None:
    """Name and port of the value of ``Host``, ``None`` if it is malformed.

    The name is in lower case, an IPv6 address without brackets (RFC 3986, section 3.2.2).
    """
    match = _HOST.fullmatch(text)
    if match is None:
        return None
    port = int(match["port"]) if match["port"] else None
    if port is not None and not 0 < port < 65536:
        return None
    if match["address"]:
        name = match["address"].lower()
        return (name, port) if ":" in name and _is_address(name) else None
    return match["name"].lower(), port


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


#: Path of the relay, below the base path of the site.
ROUTE = "/api/request"

#: Path of the tools for programs (Model Context Protocol), likewise.
MCP_ROUTE = "/mcp"

#: Where clients look for the description of this server: where the extension of the protocol puts
#: it (SEP-2127), and where most of them look.
CARD_ROUTES = (f"{MCP_ROUTE}/server-card", "/.well-known/mcp/server-card.json")


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
        try:
            self._addresses = SiteAddresses(map(parse_site_url, urls), hosts)
        except AddressError as error:
            raise ValueError(f"site_url: {error}") from None
        try:
            self._allowed = frozenset(map(parse_origin, origins))
        except AddressError as error:
            raise ValueError(f"allowed_origins: {error}") from None
        self._own = frozenset(url.origin for url in self._addresses.site_urls)
        bases = ["", *(url.base_path for url in self._addresses.site_urls)]
        self._routes = frozenset(base + ROUTE for base in bases)
        self._mcp_routes = frozenset(base + MCP_ROUTE for base in bases)
        self._card_routes = frozenset(base + route for base in bases for route in CARD_ROUTES)

    def is_relay(self, scope: Scope) -> bool:
        """Whether the request is for the relay: below a base path, or at the root behind a
        proxy.
        """
        return _route_path(scope) in self._routes

    def is_mcp(self, scope: Scope) -> bool:
        """Whether the request is for the tools, likewise."""
        return _route_path(scope) in self._mcp_routes

    def is_card(self, scope: Scope) -> bool:
        """Whether the request reads the description of the tools' server, likewise."""
        return scope["method"] in ("GET", "HEAD") and _route_path(scope) in self._card_routes

    def mcp_url(self, scope: Scope, headers: Headers) -> str:
        """The URL of the tools. :raises Refusal: 403 for an unknown host."""
        self._check_host(scope, headers)
        here = f"{scope.get('scheme', 'http')}://{headers.get('host', '')}"
        return f"{(self.url_for(headers) or here).rstrip('/')}{MCP_ROUTE}"

    def url_for(self, headers: Headers) -> str | None:
        """The site's URL under which a request arrived, else the first; ``None`` if there is
        none.
        """
        called = self._addresses.called(headers.get("host", ""))
        return next((url.url for url in (*called, *self._addresses.site_urls)), None)

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
        host, scheme = headers.get("host", ""), str(scope.get("scheme", "http"))
        parsed = parse_host(host)
        if parsed is None or scheme not in DEFAULT_PORTS or self._addresses.called(host):
            return False
        name, port = parsed
        return origin == f"{scheme}://{authority(scheme, name, port or DEFAULT_PORTS[scheme])}"

    def _check_host(self, scope: Scope, headers: Headers) -> None:
        if not self._addresses.is_called(scope, headers):
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
