"""The manifest ``_navapi/relay.json``: written by the build, but read without trusting it.

A site's files can be edited by hand. Any entry that is not exactly as the build writes it is
rejected before any name is looked up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import anyio

from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.sending import beside_the_loop

#: Path of the manifest below the folder of the built site, also used in messages.
MANIFEST = "_navapi/relay.json"

#: Methods that have a field in OpenAPI and are passed on.
METHODS = frozenset({"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "QUERY"})

#: Never passed on, in any case: CONNECT opens tunnels; TRACE echoes credentials.
_REFUSED = frozenset({"CONNECT", "TRACE", "TRACK"})

#: Others are from ``additionalOperations``, where any method is allowed (RFC 9110, 5.6.2).
_METHOD = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", re.ASCII)

_PLACES = {"path": "simple", "query": "form", "header": "simple", "cookie": "form",
           "querystring": ""}  # fmt: skip
_REFERENCE = re.compile(r"(?P<document>.+ )?(?P<method>\S+) (?P<path>/.*)", re.DOTALL)
_LARGEST = 256 << 20
#: Maximum length of an operation's name.
_NAME = 8 << 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestVariable:
    """A server variable.

    :ivar default: ``None`` if it has no value.
    :ivar enum: its only values; empty if any is allowed.
    """

    default: str | None = None
    enum: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestServer:
    """A server as in the document: a template, possibly relative."""

    url: str
    variables: Mapping[str, ManifestVariable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestParameter:
    """The serialization of a parameter. :ivar place: the document's ``in``."""

    name: str
    place: str
    style: str
    explode: bool
    allow_reserved: bool = False
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestOperation:
    """The request of one operation according to the document.

    :ivar parameters: by place and name, names of header fields in lower case.
    :ivar headers: in lower case; *cookies*, as written: names that may be sent.
    :ivar takes_body: whether the document declares a body, or leaves it open.
    """

    method: str
    path: str
    servers: tuple[ManifestServer, ...]
    parameters: Mapping[tuple[str, str], ManifestParameter]
    headers: frozenset[str]
    cookies: frozenset[str]
    takes_body: bool = True


class Manifest:
    """The manifest of a site; its entries are parsed on request."""

    def __init__(self, data: Any) -> None:
        if not isinstance(data, dict) or data.get("version") != 1:
            _refuse("is not a manifest of version 1")
        self._servers = _list(data.get("servers"), "servers")
        self._parameters = _list(data.get("parameters"), "parameters")
        self._operations = _object(data.get("operations"), "operations")
        self._tokens = _object(data.get("tokens"), "tokens")
        self._discovery = _object(data.get("discovery"), "discovery")

    def operation(self, reference: str) -> ManifestOperation:
        """The operation *reference*.

        :raises Refusal: 404 if it does not exist, 403 for a method that its path does not have or
            that is never passed on, and for an invalid entry.
        """
        entry = self._operations.get(reference)
        if entry is None:
            self._refuse_unknown(reference[:_NAME])
        return _operation(_object(entry, "an operation"), self._servers, self._parameters)

    def token_url(self, reference: str) -> str | None:
        """The token URL for *reference*, ``document scheme flow``.

        ``None``: it must be discovered; see `discovery_url`.

        :raises Refusal: 404 if no document declares such a flow.
        """
        url = self._tokens.get(reference)
        if url is not None:
            return _text(url, "a token URL")
        if reference.rpartition(" ")[0] in self._discovery:
            return None
        raise _no_flow()

    def discovery_url(self, reference: str) -> str:
        """The discovery URL of the OpenID provider *reference*, ``document scheme``.

        :raises Refusal: 404 if no document declares such a scheme.
        """
        url = self._discovery.get(reference)
        if url is None:
            raise _no_flow()
        return _text(url, "a provider URL")

    def _refuse_unknown(self, reference: str) -> NoReturn:
        match = _REFERENCE.fullmatch(reference)
        if match is not None:
            start, end = match["document"] or "", match["path"]
            if match["method"].upper() in _REFUSED or any(
                f"{start}{method} {end}" in self._operations for method in METHODS
            ):
                raise Refusal(
                    403,
                    "method-not-declared",
                    "The document does not declare this method for this path.",
                )
        raise Refusal(404, "unknown-operation", "No document of this site has this operation.")


def _no_flow() -> Refusal:
    return Refusal(404, "unknown-token", "No document of this site declares this OAuth flow.")


class ManifestFile:
    """The manifest below *site_dir*, read again whenever the file has changed."""

    def __init__(self, site_dir: Path) -> None:
        self._path = site_dir / MANIFEST
        self._seen: tuple[int, int, int] | None = None
        self._manifest: Manifest | None = None
        self._lock = anyio.Lock()

    async def current(self) -> Manifest:
        """Like `read`; a changed file is read once, in a thread if it is large."""
        async with self._lock:
            return await beside_the_loop(self._unread(), self.read)

    def _unread(self) -> int:
        """Number of bytes to read."""
        try:
            stat = self._path.stat()
        except OSError:
            return 0
        seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        return stat.st_size if self._manifest is None or seen != self._seen else 0

    def read(self) -> Manifest:
        """The current manifest. :raises Refusal: 403 if it is missing or invalid."""
        try:
            stat = self._path.stat()
        except OSError:
            self._manifest = None
            _refuse("does not exist: build the site again, with a builder of HTML pages")
        seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if self._manifest is None or seen != self._seen:
            self._manifest = None
            self._manifest = Manifest(_load(self._path, stat.st_size))
            self._seen = seen
        return self._manifest


def _load(path: Path, size: int) -> Any:
    if size > _LARGEST:
        _refuse("is too large")
    try:
        return json.loads(path.read_bytes())
    except OSError:
        _refuse("cannot be read")
    except (ValueError, RecursionError):
        _refuse("is not JSON")


def _operation(
    entry: Mapping[str, Any], server_lists: list[Any], parameter_lists: list[Any]
) -> ManifestOperation:
    method = _text(entry.get("method"), "a method")
    is_known = method.upper() in METHODS
    if method.upper() in _REFUSED or (
        method not in METHODS if is_known else not _METHOD.fullmatch(method)
    ):
        raise Refusal(403, "method-refused", "The relay does not send requests with this method.")
    path = _text(entry.get("path"), "a path")
    if not path.startswith("/"):
        _refuse("has a path that does not start with /")
    servers = _shared(entry.get("servers", 0), server_lists, "servers")
    listed = entry.get("parameters")
    if isinstance(listed, int):
        listed = _shared(listed, parameter_lists, "parameters")
    written = [_parameter(_object(p, "a parameter")) for p in _list(listed, "p")]
    parameters = {(p.place, p.name.lower() if p.place == "header" else p.name): p for p in written}
    return ManifestOperation(
        method=method,
        path=path,
        servers=tuple(_server(_object(server, "a server")) for server in _list(servers, "servers")),
        parameters=parameters,
        headers=frozenset(
            {name.lower() for name in _texts(entry.get("headers"), "headers")}
            | {name for place, name in parameters if place == "header"}
        ),
        cookies=frozenset(
            {*_texts(entry.get("cookies"), "cookies")}
            | {name for place, name in parameters if place == "cookie"}
        ),
        takes_body=entry.get("body") is not False,
    )


def _shared(index: Any, lists: list[Any], name: str) -> Any:
    """Entry *index* of *lists*, which are shared by all operations."""
    if isinstance(index, bool) or not isinstance(index, int):
        _refuse(f"refers to {name} by something other than a number")
    if not 0 <= index < len(lists):
        _refuse(f"refers to {name} that it does not contain")
    return lists[index]


def _server(entry: Mapping[str, Any]) -> ManifestServer:
    variables = {}
    for name, variable in _object(entry.get("variables"), "variables").items():
        variable = _object(variable, "a variable")
        default = variable.get("default")
        variables[name] = ManifestVariable(
            default=None if default is None else _text(default, "a default"),
            enum=_texts(variable.get("enum"), "enum"),
        )
    return ManifestServer(url=_text(entry.get("url"), "a server's url"), variables=variables)


def _parameter(entry: Mapping[str, Any]) -> ManifestParameter:
    place = _text(entry.get("in"), "in")
    if place not in _PLACES:
        _refuse('has a parameter with an invalid "in"')
    style = _text(entry.get("style") or _PLACES[place], "style")
    explode = entry.get("explode")
    content_type = entry.get("contentType")
    return ManifestParameter(
        name=_text(entry.get("name"), "a parameter's name"),
        place=place,
        style=style,
        explode=explode if isinstance(explode, bool) else style in {"form", "cookie"},
        allow_reserved=entry.get("allowReserved") is True,
        content_type=None if content_type is None else _text(content_type, "contentType"),
    )


def _object(value: Any, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        _refuse(f"is invalid: {name} must be an object")
    return value


def _list(value: Any, name: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        _refuse(f"is invalid: {name} must be a list")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        _refuse(f"is invalid: {name} must be a string")
    return value


def _texts(value: Any, name: str) -> tuple[str, ...]:
    return tuple(_text(item, name) for item in _list(value, name))


def _refuse(what: str) -> NoReturn:
    raise Refusal(403, "manifest-unusable", f"The site's {MANIFEST} {what}. Nothing was sent.")
