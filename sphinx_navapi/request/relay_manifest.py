"""What the relay may send, as a JSON value that the build writes to the output.

The caller of the relay names an operation and passes values; URL, styles and the names of headers
come from here. It contains no secrets and no local paths.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urljoin

from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.view import OperationView, ParameterView, RequirementView, ServerView
from sphinx_navapi.request.sample_request import server_template
from sphinx_navapi.request.styles import VARIABLE, expand_server

VERSION = 1

#: Default styles in OpenAPI.
_STYLES = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}

_AUTHORITY = re.compile(r"(?:[^:/?#]*:)?//[^/?#]*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def operation_name(key: OperationKey) -> str:
    """The name of the operation *key* for callers of the relay."""
    return f"{key.document} {key.method} {key.path}"


def is_relayed(url: str, enums: Mapping[str, Sequence[str]]) -> bool:
    """Whether the relay sends to the server *url*: its scheme and host are known.

    :param enums: permitted values of each variable. A variable inside the scheme or the host is
        only allowed with them: otherwise a caller could choose any host.
    """
    head = _AUTHORITY.match(url)
    if head is not None:
        named = head[0]
    elif url.startswith("{"):
        # The variable may contain everything before the path.
        named = url.partition("/")[0]
    else:
        named = ""
    if any(not enums.get(name) for name in VARIABLE.findall(named)):
        return False
    if not named and not _SCHEME.match(url):
        # Relative to the site: the relay knows its URL, or refuses.
        return True
    first = {name: values[0] for name, values in enums.items() if values}
    return expand_server(url, first).startswith(("https://", "http://"))


class RelayedOperation(NamedTuple):
    """The relay's data about one operation, as JSON values.

    :ivar servers: ``None`` if it sends nothing: the API itself makes the request.
    :ivar tokens: URL by scheme and flow; *discovery*: by scheme.
    :ivar signs_in: whether readers are redirected to sign in.
    """

    name: str
    servers: list[dict[str, Any]] | None
    operation: dict[str, Any]
    tokens: dict[str, str]
    discovery: dict[str, str]
    signs_in: bool


def relayed_operation(view: OperationView) -> RelayedOperation:
    """The relay's data about *view*."""
    tokens: dict[str, str] = {}
    discovery: dict[str, str] = {}
    signs_in = False
    for requirement in _requirements(view):
        name = f"{view.key.document} {requirement.scheme}"
        signs_in |= requirement.type in ("oauth2", "openIdConnect")
        for flow, url in token_urls(view, requirement):
            tokens.setdefault(f"{name} {flow}", url)
        if requirement.type == "openIdConnect" and requirement.openid_url:
            discovery.setdefault(name, api_url(view, requirement.openid_url))
    return RelayedOperation(
        name=operation_name(view.key),
        servers=None
        if view.incoming
        else [_server(view.key.document, server) for server in view.servers],
        operation=_operation(view),
        tokens=tokens,
        discovery=discovery,
        signs_in=signs_in,
    )


def relay_manifest(operations: Iterable[RelayedOperation]) -> dict[str, Any] | None:
    """What the relay may send for *operations*, ``None`` if nothing.

    Requests made by the API itself (webhooks, callbacks) are omitted. Equal lists of servers are
    written once, and so are those of parameters: an operation has their index. Empty keys are
    omitted.
    """
    servers: dict[str, int] = {}
    lists: list[list[dict[str, Any]]] = []
    known: dict[str, Any] = {}
    tokens: dict[str, str] = {}
    discovery: dict[str, str] = {}
    for each in operations:
        if each.servers is None:
            continue
        index = servers.setdefault(repr(each.servers), len(lists))
        if index == len(lists):
            lists.append(each.servers)
        known[each.name] = {"servers": index, **each.operation}
        for name, url in each.tokens.items():
            tokens.setdefault(name, url)
        for name, url in each.discovery.items():
            discovery.setdefault(name, url)
    if not known:
        return None
    manifest: dict[str, Any] = {"version": VERSION, "servers": lists}
    if shared := _share_parameters(known.values()):
        manifest["parameters"] = shared
    manifest["operations"] = known
    if tokens:
        manifest["tokens"] = tokens
    if discovery:
        manifest["discovery"] = discovery
    return manifest


def _share_parameters(operations: Collection[dict[str, Any]]) -> list[Any]:
    """The parameter lists shared by several of *operations*, which are replaced by indexes."""
    written = [repr(operation.get("parameters")) for operation in operations]
    counts = Counter(written)
    places: dict[str, int] = {}
    shared: list[Any] = []
    for operation, key in zip(operations, written, strict=True):
        if "parameters" in operation and counts[key] > 1:
            if places.setdefault(key, len(shared)) == len(shared):
                shared.append(operation["parameters"])
            operation["parameters"] = places[key]
    return shared


def api_url(view: OperationView, url: str) -> str:
    """*url* of a security scheme on the page of *view*: see `url_of_api`."""
    return url_of_api(url, view.key.document, view.servers)


def url_of_api(url: str, document: str, servers: Sequence[ServerView]) -> str:
    """*url* of a security scheme, resolved against the first of *servers* if relative.

    :param document: name of the OpenAPI document.

    OpenAPI 3.1, "Relative References in URLs".
    """
    if _SCHEME.match(url) or not servers:
        return url
    server = servers[0]
    template = server_template(document, server.url)
    if not template.startswith(("https://", "http://")):
        return url
    base = expand_server(template, server.values)
    try:
        return urljoin(f"{base}/", url)
    except ValueError:  # an invalid URL, such as one whose host starts with a bracket
        return url


def token_urls(view: OperationView, requirement: RequirementView) -> Iterator[tuple[str, str]]:
    """The requests of each OAuth2 flow to a provider, and their URLs.

    A flow's name stands for its token; with `` refresh`` for a refreshed one (RFC 6749, 6), with ``
    device`` for the code that a reader enters elsewhere (RFC 8628, 3.1).
    """
    for flow in requirement.flows:
        if not flow.url("tokenUrl"):
            continue
        urls = {
            flow.flow: flow.url("tokenUrl"),
            f"{flow.flow} refresh": flow.url("refreshUrl"),
            f"{flow.flow} device": flow.url("deviceAuthorizationUrl"),
        }
        for name, written in urls.items():
            url = api_url(view, written) if written else ""
            if url.startswith(("https://", "http://")):
                yield name, url


def _requirements(view: OperationView) -> Iterator[RequirementView]:
    for alternative in view.security:
        yield from alternative


def _server(document: str, server: ServerView) -> dict[str, Any]:
    written: dict[str, Any] = {"url": server_template(document, server.url)}
    if server.variables:
        written["variables"] = {
            variable.name: ({} if variable.default is None else {"default": variable.default})
            | ({"enum": list(variable.enum)} if variable.enum else {})
            for variable in server.variables
        }
    return written


def _operation(view: OperationView) -> dict[str, Any]:
    headers = [p.name.lower() for p in view.parameters if p.place == "header"]
    cookies = [p.name for p in view.parameters if p.place == "cookie"]
    query: list[str] = []
    for requirement in _requirements(view):
        if requirement.type == "apiKey" and requirement.name:
            if requirement.place == "header":
                headers.append(requirement.name.lower())
            elif requirement.place == "cookie":
                cookies.append(requirement.name)
            elif requirement.place == "query":
                query.append(requirement.name)
        elif requirement.type in ("http", "oauth2", "openIdConnect"):
            headers.append("authorization")
    written: dict[str, Any] = {
        "method": view.http_method,
        "path": view.key.path,
        "parameters": [_parameter(parameter) for parameter in view.parameters],
        "headers": sorted(set(headers)),
        "cookies": sorted(set(cookies)),
        "query": sorted(set(query)),
    }
    if view.body is None:
        written["body"] = False
    return {key: value for key, value in written.items() if value != []}


def _parameter(parameter: ParameterView) -> dict[str, Any]:
    style = parameter.style
    written: dict[str, Any] = {"name": parameter.name, "in": parameter.place}
    if style != _STYLES.get(parameter.place):
        written["style"] = style
    if parameter.explode != (style in ("form", "cookie")):
        written["explode"] = parameter.explode
    if parameter.allow_reserved:
        written["allowReserved"] = True
    if parameter.content_type is not None:
        written["contentType"] = parameter.content_type
    return written
