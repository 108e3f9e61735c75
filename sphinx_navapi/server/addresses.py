"""The addresses of a site: allowed values of ``Host``, and the base path."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from sphinx_navapi.relay.authority import DEFAULT_PORTS, authority

_HOST_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?")


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
        """The full URL, without a trailing slash."""
        return self.origin + self.base_path


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
    if _parse_host(parts.netloc) is None:
        raise AddressError(f"{text} does not contain a valid host")
    return SiteUrl(
        scheme=parts.scheme,
        host=parts.hostname.rstrip("."),
        port=DEFAULT_PORTS[parts.scheme] if parts.port is None else parts.port,
        base_path=path,
    )


def parse_origin(text: str) -> str:
    """Parse the origin *text*, in the format of browsers.

    :raises AddressError: it is invalid.
    """
    url = parse_site_url(text)
    if url.base_path:
        raise AddressError(f"{text} is not an origin: use {url.origin}")
    return url.origin


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


class SiteAddresses:
    """The allowed values of ``Host``.

    Otherwise a page of another site whose name is made to resolve to this server could read this
    site. The name of such a page is never an IP address, and never ``localhost``.

    :param site_urls: the public URLs.
    :param listening: further host names of this server, those that it listens on.
    """

    def __init__(self, site_urls: Iterable[SiteUrl], listening: Iterable[str] = ()) -> None:
        self.site_urls = tuple(site_urls)
        self._names = {name.lower().rstrip(".") for name in listening} | {"localhost"}

    def is_known(self, host: str) -> bool:
        """Whether *host*, the value of the header, is a name of this server."""
        parsed = _parse_host(host)
        if parsed is None:
            return False
        name, _port = parsed
        if name in self._names or _is_address(name):
            return True
        return any(_fits(url, parsed) for url in self.site_urls)

    def inner_path(self, host: str, path: str) -> str:
        """*path* of a request relative to the root of the site, with a leading slash.

        A proxy may keep or strip the base path: a path that does not start with it is returned
        unchanged. The base path itself, without a trailing slash, gives ``""``.
        """
        parsed = _parse_host(host)
        fitting = [url for url in self.site_urls if parsed is not None and _fits(url, parsed)]
        for url in fitting or self.site_urls:
            if url.base_path and path == url.base_path:
                return ""
            if url.base_path and path.startswith(f"{url.base_path}/"):
                return path[len(url.base_path) :]
        return path


def _fits(url: SiteUrl, parsed: tuple[str, int | None]) -> bool:
    name, port = parsed
    return name == url.host and (port is None or port == url.port)


def _parse_host(text: str) -> tuple[str, int | None] | None:
    """Name and port of the value of ``Host``, ``None`` if it is malformed."""
    match = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:/@\s]+)(?::(\d{1,5}))?", text)
    if match is None:
        return None
    name = match[1].lower()
    port = int(match[2]) if match[2] else None
    if port is not None and not 0 < port < 65536:
        return None
    if name.startswith("["):
        name = name[1:-1]
        return (name, port) if _is_address(name) else None
    return (name.rstrip("."), port) if _HOST_NAME.fullmatch(name) else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
