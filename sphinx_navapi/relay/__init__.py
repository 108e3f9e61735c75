"""The relay: sends the requests of the playground, so that an API needs no CORS headers.

An ASGI application for any server::

    from sphinx_navapi.relay import create_app

    app = create_app("_build/html", site_url="https://docs.example.com/manual")

It also serves programs: the Model Context Protocol at ``/mcp``. It needs little of the package, and
never Sphinx. Between requests it only keeps rate limit counters and cached files, so any number of
workers can run it.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Literal, TypedDict, Unpack

try:
    from sphinx_navapi.relay.address import PrivateHosts
    from sphinx_navapi.relay.application import Relay
    from sphinx_navapi.relay.caller import SiteOrigins
    from sphinx_navapi.relay.limits import Limits
except ModuleNotFoundError as missing:
    package = (missing.name or "").partition(".")[0]
    raise ModuleNotFoundError(
        f"the relay needs {package}: install sphinx-navapi with the extra serve", name=package
    ) from missing

__all__ = ["LimitOptions", "create_app"]


class LimitOptions(TypedDict, total=False):
    """Limits of `create_app`; those not given have the defaults listed here.

    They apply per process: four workers pass on four times as many requests at once.
    """

    #: Size of the body posted to the relay, 1 MiB.
    request_bytes: int
    #: Size of a response body, 10 MiB; longer ones are cut, which the result says.
    response_bytes: int
    #: Size of the request line with its fields, and of a response's fields, 32 KiB.
    header_bytes: int
    #: Timeout of the name lookup, and again of the connection, 5 seconds.
    connect_seconds: float
    #: Timeout of connection, request and response together, 30 seconds.
    total_seconds: float
    #: Concurrent requests, 20; ten times as many wait for up to two seconds. A client has half.
    concurrency: int
    #: Responses that clients have not read yet, 200 MiB. A client has half.
    held_bytes: int
    #: Requests of one client at once, 60.
    burst: int
    #: Requests that a client regains per second, 250.
    burst_refill: float
    #: Nesting of lists and objects in the posted JSON, 32.
    json_depth: int
    #: Number of values in the posted JSON, 5000.
    json_values: int


def create_app(
    site_dir: str | PathLike[str],
    *,
    site_url: str | Iterable[str] | None = None,
    allowed_origins: str | Iterable[str] = (),
    allow_private: str | Iterable[str] = (),
    allow_loopback: bool = False,
    listening_hosts: str | Iterable[str] = (),
    mcp: Literal["read", "send", "off"] = "read",
    **limits: Unpack[LimitOptions],
) -> Relay:
    """The relay of the site in *site_dir*, an ASGI application.

    It handles ``POST {base}/api/request``, where the base is the path of a site URL; and
    ``/api/request`` itself, for proxies that strip the base. Likewise ``POST {base}/mcp``.

    :param site_dir: output of the build; its ``_navapi/relay.json`` is read again when it changes.
    :param site_url: public URLs of the site, with the base path. Their ``Host`` and ``Origin`` are
        accepted beside the address on which the server listens, and the first is the base of a
        document's relative servers.
    :param allowed_origins: of other sites whose pages may call this relay.
    :param allow_private: hosts, with or without port, that may be reached even if their addresses
        are not public.
    :param allow_loopback: whether servers given in a document as ``localhost``, 127.0.0.0/8 or
        ``::1`` may be reached: for a server that only its author uses.
    :param listening_hosts: names, without a port, that ``Host`` may have beside the address on
        which the server listens: those that it listens on.
    :param mcp: what programs may do by the Model Context Protocol: ``"read"`` the site, also
        ``"send"`` requests as the relay does, or nothing, ``"off"``.
    :param limits: `LimitOptions`.
    :raises ValueError: for an invalid address, origin, host, limit or value of *mcp*.
    :raises TypeError: for an unknown limit.
    """
    if mcp not in ("read", "send", "off"):
        raise ValueError(f'mcp: {mcp!r} is not "read", "send" or "off"')
    return Relay(
        Path(site_dir),
        site=SiteOrigins(_each(site_url), _each(allowed_origins), _each(listening_hosts)),
        private=PrivateHosts(_each(allow_private), loopback=allow_loopback),
        limits=Limits(**limits),
        mcp=mcp,
    )


def _each(values: str | Iterable[str] | None) -> tuple[str, ...]:
    """*values* as a tuple; a single string is one value."""
    if values is None:
        return ()
    return (values,) if isinstance(values, str) else tuple(values)
