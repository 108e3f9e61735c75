"""The target of a request: a URL built from the manifest, never one sent by a caller.

Every value from a caller is checked twice: before it is inserted, so that it cannot change the
server, and as part of the finished URL, as interpreted by the strictest server on the way.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import unquote_to_bytes, urljoin

from sphinx_navapi.relay.caller import DEFAULT_PORTS, authority
from sphinx_navapi.relay.manifest import ManifestOperation, ManifestParameter, ManifestServer
from sphinx_navapi.relay.message import RequestMessage
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.request import styles
from sphinx_navapi.request.styles import UNBOUNDED, LengthBudget

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FORBIDDEN = re.compile(r'[\x00-\x20\x7f\\<>"^`|{}]')
_FREE_VALUE = re.compile(r"[^\x00-\x20\x7f\\<>\"^`|{}/?#@]*(?:/[^\x00-\x20\x7f\\<>\"^`|{}/?#@]+)*")
_URL = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<target>(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?)"
)
_QUERY = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@%/?\[\]-]*")
_DOTTED = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
_ENCODED = re.compile(rb"%[0-9A-Fa-f]{2}")

#: How often a path is decoded to check it: once for a proxy, and once for the API.
_ROUNDS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The target of one request.

    :ivar host: a name or an address, lower case, IPv6 without brackets.
    :ivar path: path and query as in the request line.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The value for ``Host``: no default port, IPv6 in brackets."""
        return authority(self.scheme, self.host, self.port)

    @property
    def origin(self) -> str:
        """Scheme and authority, as an origin."""
        return f"{self.scheme}://{self.authority}"


def request_target(
    operation: ManifestOperation,
    message: RequestMessage,
    site_url: str | None,
    budget: LengthBudget = UNBOUNDED,
) -> Target:
    """The target of *message*.

    :param site_url: base of relative servers, ``None`` if unknown.
    :param budget: for all values of the URL together.
    :raises Refusal: 403 for an undeclared target, 400 for a missing value.
    :raises TooLong: the values do not fit in the *budget*.
    """
    if not 0 <= message.server < len(operation.servers):
        raise Refusal(403, "server-not-declared", "The document does not declare this server.")
    # Before they are examined, because each may be inserted.
    budget.take(*(len(value) for value in message.variables.values()))
    server = server_url(operation.servers[message.server], message.variables, site_url)
    names = styles.path_names(operation.path)
    written = {name: _path_value(name, operation, message, budget) for name in names}
    queries = [_query(operation, name, value, budget) for name, value in message.query]
    return parse_target(
        styles.join_url(server, styles.expand_path(operation.path, written), queries)
    )


def server_url(server: ManifestServer, values: Mapping[str, str], site_url: str | None) -> str:
    """*server* as an absolute URL without a trailing slash. :raises Refusal: 403."""
    template = server.url.strip()
    text = template
    if "{" in template:
        authority_end = _authority_end(template)
        text = _VARIABLE.sub(
            lambda match: _variable_value(server, match, values, match.start() < authority_end),
            template,
        )
    if template.startswith("/") and not template.startswith("//") and text.startswith("//"):
        _refuse("A server variable changes the server's host.")
    return styles.expand_server(absolute_url(text, site_url), {})


def absolute_url(text: str, site_url: str | None) -> str:
    """*text* resolved against *site_url*, without anything that servers interpret differently.

    :raises Refusal: 403 for user information, whitespace, backslashes, unknown schemes, and for a
        relative URL if the site's own URL is unknown.
    """
    if _FORBIDDEN.search(text):
        _refuse("The server URL has invalid characters.")
    if text.startswith("//"):
        text = (site_url or "https://").partition("//")[0] + text
    elif not _SCHEME.match(text):
        if site_url is None:
            _refuse(
                "The document's server URL is relative to the site, whose URL the relay does not "
                "know. The site's operator can set it with --site-url."
            )
        text = urljoin(site_url + "/", text)
    scheme, _, rest = text.partition("://")
    if scheme.lower() not in DEFAULT_PORTS:
        _refuse("The server URL must use http or https.")
    if set(re.split(r"[/?#]", rest, maxsplit=1)[0]) & set("@%"):
        _refuse("The server URL must not contain credentials or encoded characters in its host.")
    return text


def parse_target(url: str) -> Target:
    """*url* parsed with a strict grammar, so that it is unambiguous.

    :raises Refusal: 403.
    """
    before, question, query = url.partition("?")
    match = _URL.fullmatch(before)
    if match is None or not _QUERY.fullmatch(query):
        _refuse("The server URL cannot be used for requests.")
    host = _checked_host(match["host"])
    port = int(match["port"] or DEFAULT_PORTS[match["scheme"]])
    if not 0 < port < 65536:
        _refuse("The server URL has an invalid port.")
    path = match["target"] or "/"
    _check_path(path)
    return Target(scheme=match["scheme"], host=host, port=port, path=path + question + query)


def _authority_end(template: str) -> int:
    """The end of scheme and host in a server template. A relative path has none."""
    if template.startswith("/") and not template.startswith("//"):
        return 0
    start = template.find("//")
    slash = template.find("/", start + 2 if start >= 0 else 0)
    return slash if slash >= 0 else len(template)


def _variable_value(
    server: ManifestServer, match: re.Match[str], values: Mapping[str, str], in_host: bool
) -> str:
    variable = server.variables.get(match[1])
    if variable is None:
        _refuse("The server URL has an undeclared variable.")
    value = values.get(match[1], variable.default)
    if value is None:
        _refuse("A variable of the server URL has no value.")
    if variable.enum:
        if value not in variable.enum:
            _refuse("The value of a server variable is not in its enum.")
    elif in_host:
        _refuse(
            "A variable in the server's host has no enum, so it could be any host. "
            "Send this request from the browser."
        )
    elif not _FREE_VALUE.fullmatch(value) or value.startswith("/"):
        _refuse(
            "The value of a server variable contains characters that are not allowed in a path."
        )
    return value


def _path_value(
    name: str, operation: ManifestOperation, message: RequestMessage, budget: LengthBudget
) -> str:
    """A parameter of the path, which always has a value (OpenAPI 3.1, Parameter Object)."""
    value = message.path.get(name)
    parameter = operation.parameters.get(("path", name))
    if parameter is not None:
        value = content_value(parameter, value, budget=budget)
    if _is_empty(value):
        raise Refusal(400, "parameter-missing", f'The path parameter "{name}" has no value.')
    if parameter is None:
        return styles.write_path(name, value, budget=budget)
    return styles.write_path(
        name,
        value,
        style=parameter.style,
        explode=parameter.explode,
        allow_reserved=parameter.allow_reserved,
        budget=budget,
    )


def _is_empty(value: Any) -> bool:
    """Whether the serialized *value* would be empty."""
    if isinstance(value, list):
        return all(item is None or item == "" for item in value)
    if isinstance(value, dict):
        return all(item is None for item in value.values())
    return value is None or value == ""


def _query(operation: ManifestOperation, name: str, value: Any, budget: LengthBudget) -> str:
    whole = operation.parameters.get(("querystring", name))
    if whole is not None:
        return styles.write_querystring(value, whole.content_type or "", budget)
    parameter = operation.parameters.get(("query", name))
    if parameter is None:
        return styles.write_query(name, value, budget=budget)
    return styles.write_query(
        name,
        content_value(parameter, value, budget=budget),
        style=parameter.style,
        explode=parameter.explode,
        allow_reserved=parameter.allow_reserved,
        budget=budget,
    )


def content_value(
    parameter: ManifestParameter,
    value: Any,
    *,
    ascii_only: bool = False,
    budget: LengthBudget = UNBOUNDED,
) -> Any:
    """*value* as text, if the document describes the parameter by ``content``.

    Text for a JSON parameter is already JSON: that is the form's representation.
    """
    content = parameter.content_type
    if content is None or value is None or (isinstance(value, str) and styles.is_json(content)):
        return value
    return styles.write_content(value, content, ascii_only=ascii_only, budget=budget)


def _checked_host(host: str) -> str:
    """*host* without brackets: an address in canonical form, or a name."""
    if host.startswith("["):
        try:
            return str(ipaddress.IPv6Address(host[1:-1]))
        except ValueError:
            _refuse("The server's IPv6 address is invalid.")
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        # Some servers interpret 2130706433, 0x7f.1 and 0177.0.0.1 as 127.0.0.1, others as names.
        if not _DOTTED.fullmatch(host) or any(int(label) > 255 for label in labels):
            _refuse("The server's IP address is not in the usual form.")
        return host
    if len(host) > 253 or any(not label or len(label) > 63 for label in labels):
        _refuse("The server's host is not a valid name.")
    return host


def _check_path(path: str) -> None:
    """Reject a path that a server or proxy on the way may interpret differently.

    Also checks its decoded forms, because each server may decode it. Decoding until nothing changes
    would take quadratic time.
    """
    if path.startswith("//"):
        _refuse("The path begins with two slashes.")
    decoded = path.encode("ascii")
    for done in range(_ROUNDS + 1):
        if _CONTROL.search(decoded):
            _refuse("The path contains control characters.")
        if b"\\" in decoded:
            _refuse("The path contains a backslash.")
        for segment in decoded.split(b"/"):
            if segment.partition(b";")[0] in (b".", b".."):
                _refuse("The path contains a dot segment.")
        if not _ENCODED.search(decoded):
            return
        if done < _ROUNDS:
            decoded = unquote_to_bytes(decoded)
    _refuse("The path is percent-encoded more than twice.")


def _refuse(detail: str) -> NoReturn:
    raise Refusal(403, "target-refused", detail)
