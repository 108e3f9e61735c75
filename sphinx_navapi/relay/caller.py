"""Who may call the relay: pages of the site itself, or of origins allowed by the operator.

Browsers say where a request comes from (``Origin``, ``Sec-Fetch-Site``) and scripts cannot change
that. ``Host`` must be known too, otherwise a page whose name is made to resolve to this server
would count as part of the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.datastructures import Headers
from starlette.types import Scope

from sphinx_navapi.relay.authority import DEFAULT_PORTS, authority
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.site_addresses import (
    AddressError,
    SiteAddresses,
    parse_host,
    parse_origin,
    parse_site_url,
)

#: Path of the relay, below the base path of the site.
ROUTE = "/api/request"

#: Path of the tools for programs (Model Context Protocol), likewise.
MCP_ROUTE = "/mcp"


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
