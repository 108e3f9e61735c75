"""Header fields of the request: the declared ones, and a few of our own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sphinx_navapi.relay.manifest import ManifestOperation
from sphinx_navapi.relay.message import RequestMessage
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.target import content_value
from sphinx_navapi.request.encoding import percent_encode
from sphinx_navapi.request.styles import (
    UNBOUNDED,
    LengthBudget,
    is_field_name,
    is_relayed_field,
    write_cookies,
    write_header,
)

#: Identifies the relay in the logs of the API.
USER_AGENT = b"sphinx-navapi-relay"

#: Fields that the relay adds to every request.
_CONNECTION_FIELDS = ((b"Accept-Encoding", b"identity"), (b"Connection", b"close"))

#: Those of its own requests, such as for a token.
OWN_FIELDS = (*_CONNECTION_FIELDS, (b"User-Agent", USER_AGENT))

#: Identifies the relay where ``User-Agent`` is the caller's (RFC 9110, 7.6.3).
_VIA = f"1.1 {USER_AGENT.decode()}"

_BREAKING = re.compile(r"[\r\n\x00]")
_COOKIE_BREAKING = re.compile(r"[;\s\x00-\x1f\x7f]")
_MEDIA_TYPE = re.compile(r"[!#$&^_.+0-9A-Za-z-]+/[!#$&^_.+0-9A-Za-z-]+(?:[ \t]*;.*)?")


def write_fields(
    operation: ManifestOperation,
    message: RequestMessage,
    content_type: str | None,
    budget: LengthBudget = UNBOUNDED,
) -> list[tuple[bytes, bytes]]:
    """Name and value of each field but ``Host`` and ``Content-Length``; for duplicates the last
    counts.

    :param content_type: of the body, ``None`` without one.
    :param budget: for all values together.
    :raises Refusal: 400 for CR, LF or NUL in any name or value, declared or not.
    :raises TooLong: the values do not fit in the *budget*.
    """
    for name, value in (*message.headers, *message.cookies):
        if _BREAKING.search(name) or _holds_breaking(value):
            raise Refusal(
                400, "malformed-field", "A header field or cookie contains a line break or NUL."
            )
    dropped = _named_by_connection(message, budget)
    fields = {"accept": ("Accept", "*/*")}
    for name, value in message.headers:
        key = name.lower()
        if key in dropped or not may_send(key, operation) or value is None:
            continue
        parameter = operation.parameters.get(("header", key))
        if parameter is not None:
            value = content_value(parameter, value, ascii_only=True, budget=budget)
        explode = parameter is not None and parameter.explode
        text = write_header(value, explode=explode, budget=budget)
        fields[key] = (name, text)
    fields.pop("content-type", None)
    if content_type is not None:
        fields["content-type"] = ("Content-Type", content_type)
    cookies = _cookies(operation, message, budget)
    if cookies:
        fields["cookie"] = ("Cookie", cookies)
    if "user-agent" in fields:
        _, before = fields.get("via", ("", ""))
        fields["via"] = ("Via", f"{before}, {_VIA}" if before else _VIA)
    else:
        fields["user-agent"] = ("User-Agent", USER_AGENT.decode())
    return [
        *((name.encode("ascii"), value.encode()) for name, value in fields.values()),
        *_CONNECTION_FIELDS,
    ]


def may_send(name: str, operation: ManifestOperation) -> bool:
    """Whether a field of this name, in lower case, may be sent with *operation*."""
    return is_relayed_field(name) and (name == "accept" or name in operation.headers)


def is_from_relay(headers: Mapping[str, str]) -> bool:
    """Whether a relay sent a request with *headers*, whose names are in lower case."""
    entries = headers.get("via", "").split(",")
    return headers.get("user-agent") == USER_AGENT.decode() or _VIA in map(str.strip, entries)


def checked_media_type(text: str) -> str:
    """*text*, a media type with its parameters. :raises Refusal: 400 for anything else."""
    if not text.isprintable() or not _MEDIA_TYPE.fullmatch(text.strip()):
        raise Refusal(400, "malformed-field", '"content_type" is not a valid media type.')
    return text.strip()


def checked_name(name: str) -> str:
    """*name* of a field of a part. :raises Refusal: 400 if it is invalid or reserved for the
    form.
    """
    is_own = name.lower() in ("content-disposition", "content-type")
    if is_own or not is_field_name(name):
        raise Refusal(400, "malformed-field", "A part has an invalid header field name.")
    return name


def checked_value(value: str) -> str:
    """*value*, of a field of a part. :raises Refusal: 400 for CR, LF or NUL."""
    if _BREAKING.search(value):
        raise Refusal(
            400, "malformed-field", "A header field of a part contains a line break or NUL."
        )
    return value


def _named_by_connection(message: RequestMessage, budget: LengthBudget) -> frozenset[str]:
    """Fields that are specific to a connection, as listed in ``Connection`` (RFC 9110, 7.6.1)."""
    named: set[str] = set()
    for name, value in message.headers:
        if name.lower() == "connection" and isinstance(value, str):
            budget.take(len(value))
            named.update(option.strip().lower() for option in value.split(","))
    return frozenset(named)


def _cookies(operation: ManifestOperation, message: RequestMessage, budget: LengthBudget) -> str:
    written: list[tuple[str, str]] = []
    for name, value in message.cookies:
        if name not in operation.cookies or value is None:
            continue
        parameter = operation.parameters.get(("cookie", name))
        if parameter is None:
            # A key, such as a session id issued by a server: sent back unchanged.
            written += (
                (percent_encode(name), text)
                for _, text in write_cookies(name, value, style="cookie", budget=budget)
            )
        else:
            value = content_value(parameter, value, budget=budget)
            written += write_cookies(
                name, value, style=parameter.style, explode=parameter.explode, budget=budget
            )
    if any(_COOKIE_BREAKING.search(part) for pair in written for part in pair):
        raise Refusal(400, "malformed-field", "A cookie contains an invalid character.")
    return "; ".join(f"{name}={value}" for name, value in written)


def _holds_breaking(value: Any) -> bool:
    if isinstance(value, str):
        return _BREAKING.search(value) is not None
    if isinstance(value, dict):
        return any(_holds_breaking(key) or _holds_breaking(item) for key, item in value.items())
    return isinstance(value, list) and any(_holds_breaking(item) for item in value)
