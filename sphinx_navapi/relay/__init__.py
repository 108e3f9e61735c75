"""The relay: sends the requests of the playground, so that an API needs no CORS headers.

An ASGI application for any server::

    from sphinx_navapi.relay import create_app

    app = create_app("_build/html", site_url="https://docs.example.com/manual")

It answers programs, too: the Model Context Protocol at ``/mcp``. It needs little of the package,
and never Sphinx. It keeps nothing between requests but counters of its limits and files that it
has read, so any number of workers can run it.
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
        f"the relay needs {package}: install sphinx-navapi[serve]", name=package
    ) from missing

__all__ = ["LimitOptions", "create_app"]


class LimitOptions(TypedDict, total=False):
    """Bounds of `create_app`; those that are not given have the values named here.

    They count for each process: four workers pass on four times as many requests at once.
    """

    #: Of the body posted to the relay, 1 MiB.
    request_bytes: int
    #: Of an answer's body, 10 MiB; more is cut off, and the answer says so.
    response_bytes: int
    #: Of the request line with its fields, and of an answer's fields, 32 KiB.
    header_bytes: int
    #: Until a name is looked up, and again until a connection stands, 5 seconds.
    connect_seconds: float
    #: For the connection, the request and its answer together, 30 seconds.
    total_seconds: float
    #: Requests on their way at once, 20; ten times as many wait for up to two seconds.
    concurrency: int
    #: Requests of one client at once, 60.
    burst: int
    #: Requests that a client gets back each second, 250.
    burst_refill: float
    #: Levels of lists and objects in the posted JSON, 32.
    json_depth: int
    #: Values in the posted JSON, 5000.
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

    It answers ``POST {base}/api/request``, where the base is the path of a site URL; and
    ``/api/request`` itself, for proxies that cut the base off. Likewise ``POST {base}/mcp``.

    :param site_dir: output of the build; its ``_navapi/relay.json`` is read again when it changes.
    :param site_url: public addresses of the site, with the base path. Their ``Host`` and
        ``Origin`` are accepted beside the address on which the server listens, and the first
        is what a document's relative servers are relative to.
    :param allowed_origins: of other sites whose pages may call this relay.
    :param allow_private: hosts, each with a port or without, that may be reached although
        their addresses are not public.
    :param allow_loopback: whether servers that a document names as ``localhost``, 127.0.0.0/8
        or ``::1`` are reached: for a server that only its author uses.
    :param listening_hosts: names, without a port, that ``Host`` may hold beside the address on
        which the server listens: those that it was told to listen on.
    :param mcp: what programs may do by the Model Context Protocol: ``"read"`` the site, also
        ``"send"`` requests as the relay does, or nothing, ``"off"``.
    :param limits: `LimitOptions`.
    :raises ValueError: for an address, origin, host, limit or kind of tools that is none.
    :raises TypeError: for a limit that does not exist.
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
    """*values* as a tuple; one string is one value."""
    if values is None:
        return ()
    return (values,) if isinstance(values, str) else tuple(values)
