"""Which addresses may be connected to: public ones, and hosts allowed by the operator.

Name lookups do not block others while they hang.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Any

import anyio

from sphinx_navapi.relay.limits import too_many
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.target import Target

#: Resolves host name and port to addresses as text, in order of preference. Raises `OSError`.
Resolver = Callable[[str, int], Awaitable[Iterable[str]]]

#: IPv4 networks that are not on the public internet (IANA special-purpose registry), and the
#: address that gives every Azure virtual machine access to its host.
_UNSAFE_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",
    )
)  # fmt: skip

#: The only IPv6 addresses assigned to the public internet …
_GLOBAL_V6 = IPv6Network("2000::/3")
#: … except those for protocols (Teredo, benchmarks, ORCHID), documentation and 6to4.
_UNSAFE_V6 = tuple(
    IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
#: Interface identifiers of ISATAP: the IPv4 address follows them (RFC 5214, 6.1).
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)

_NEVER = (IPv4Network("224.0.0.0/4"), IPv4Network("0.0.0.0/8"), IPv4Network("240.0.0.0/4"))
_METADATA = (IPv4Network("169.254.0.0/16"), IPv6Network("fe80::/10"))
_HOST = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+)(?::(?P<port>[0-9]{1,5}))?")


class PrivateHosts:
    """Hosts that may be reached although their addresses are not public.

    :param hosts: ``name``, ``name:port``, an IPv4 address or an IPv6 address, the latter in
        brackets if a port follows.
    :param loopback: also allow every name of this computer itself.
    :raises ValueError: for an invalid host.
    """

    def __init__(self, hosts: Iterable[str], *, loopback: bool = False) -> None:
        self._hosts = frozenset(_host_and_port(host) for host in hosts)
        self._loopback = loopback

    def allow(self, target: Target, address: IPv4Address | IPv6Address) -> bool:
        """Whether connecting to *address*, one of *target*'s, is allowed."""
        plain = _unmapped(address)
        if self._loopback and is_loopback_name(target.host) and plain.is_loopback:
            return True
        if not {(target.host, None), (target.host, target.port)} & self._hosts:
            return False
        if plain.is_multicast or plain.is_unspecified or _in(plain, _NEVER):
            return False
        # Link-local addresses serve a cloud's credentials: an allowed name that is made to resolve
        # to one is rejected; only the literal address is allowed.
        return not _in(plain, _METADATA) or target.host == str(address)


def is_loopback_name(host: str) -> bool:
    """Whether *host* is a name of this computer: ``localhost``, 127.0.0.0/8 or ``::1``."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether *address* is a single host on the public internet, without an embedded address."""
    if isinstance(address, IPv4Address):
        return not _in(address, _UNSAFE_V4)
    if address not in _GLOBAL_V6 or _in(address, _UNSAFE_V6) or address.scope_id is not None:
        return False
    identifier = int(address) & ((1 << 64) - 1)
    if identifier >> 32 in _ISATAP:
        return is_public(IPv4Address(identifier & 0xFFFF_FFFF))
    return True


async def checked_addresses(
    target: Target, private: PrivateHosts, resolve: Resolver, seconds: float
) -> tuple[str, ...]:
    """Addresses of *target*, all checked, in order of preference.

    :param seconds: timeout of the lookup.
    :raises Refusal: 403 if any of the addresses is unsafe, 502 if there is none.
    """
    try:
        ipaddress.ip_address(target.host)
    except ValueError:
        answers = await _resolved(target, resolve, seconds)
    else:
        answers = [target.host]
    addresses = tuple(dict.fromkeys(_address(text) for text in answers))
    if not addresses:
        raise _not_found()
    for address in addresses:
        if not is_public(address) and not private.allow(target, address):
            raise _unsafe()
    return tuple(str(address) for address in addresses)


async def _resolved(target: Target, resolve: Resolver, seconds: float) -> list[str]:
    try:
        with anyio.fail_after(seconds):
            return list(await resolve(target.host, target.port))
    except TimeoutError:
        raise Refusal(
            502, "name-timeout", "Looking up the API's host name took too long."
        ) from None
    except (OSError, UnicodeError):
        raise _not_found() from None


def _address(text: str) -> IPv4Address | IPv6Address:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        raise _unsafe() from None


def _unmapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    mapped = getattr(address, "ipv4_mapped", None)
    return address if mapped is None else mapped


def _in(address: IPv4Address | IPv6Address, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(address in network for network in networks)


def _not_found() -> Refusal:
    return Refusal(502, "name-unknown", "The API's host name does not resolve.")


def _unsafe() -> Refusal:
    return Refusal(
        403,
        "address-refused",
        "The API's host is not on the public internet. The site's operator can allow it with"
        " --allow-private and the name of the host.",
    )


def _host_and_port(text: str) -> tuple[str, int | None]:
    try:
        return str(ipaddress.IPv6Address(text)), None
    except ValueError:
        pass
    match = _HOST.fullmatch(text.strip())
    if match is None or (match["port"] and not 0 < int(match["port"]) < 65536):
        raise ValueError(
            f"allow_private: {text!r} is not a valid host such as api.internal or 10.0.0.5:8080"
        )
    host = match["host"].lower().strip("[]")
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    if ":" in host:
        host = str(ipaddress.IPv6Address(host))
    return host, int(match["port"]) if match["port"] else None


#: Maximum concurrent lookups, each in its own thread; and requests waiting for one.
_MOST_NAMES, _MOST_WAITING = 64, 200

#: Like `socket.getaddrinfo`.
Asking = Callable[..., list[Any]]


class LookUps:
    """Looks up names, each only once for all concurrent requests.

    :param ask: performs the lookup, in a thread.

    At most one thread per host of the documents can hang, never one per request.
    """

    def __init__(self, ask: Asking = socket.getaddrinfo) -> None:
        self._ask = ask
        self._underway: dict[tuple[str, int], Future[list[str]]] = {}
        self._waiting: Counter[tuple[str, int]] = Counter()

    async def __call__(self, host: str, port: int) -> list[str]:
        """Addresses of *host*, from the system.

        :raises OSError: there are none. :raises Refusal: 429 if too many requests wait.
        """
        name = (host, port)
        if self._waiting[name] >= _MOST_WAITING:
            raise too_many("The name of the API's host is still being looked up.")
        future = self._underway.get(name)
        if future is None:
            if len(self._underway) >= _MOST_NAMES:
                raise too_many("The names of other hosts are still being looked up.")
            future = self._underway[name] = Future()
            threading.Thread(
                target=self._look_up, args=(name, future), name="look-up", daemon=True
            ).start()
        self._waiting[name] += 1
        try:
            # A canceled request does not cancel the shared lookup, and does not get its result.
            answer = asyncio.wrap_future(future)
            answer.add_done_callback(_is_read)
            return await asyncio.shield(answer)
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name]

    def _look_up(self, name: tuple[str, int], future: Future[list[str]]) -> None:
        try:
            entries = self._ask(*name, type=socket.SOCK_STREAM)
        except Exception as error:
            del self._underway[name]
            future.set_exception(error)
        else:
            del self._underway[name]
            future.set_result([str(entry[4][0]) for entry in entries])


def _is_read(answer: asyncio.Future[list[str]]) -> None:
    """Retrieve the error of *answer*, so that asyncio does not log it for a canceled request."""
    if not answer.cancelled():
        answer.exception()
