"""The posted messages: strict JSON of one of three kinds."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from sphinx_navapi.relay.problem import Refusal

_REQUEST_KEYS = frozenset(
    {"operation", "server", "variables", "path", "query", "headers", "cookies", "body", "stream"}
)
_TOKEN_KEYS = frozenset({"token", "form"})
_DISCOVERY_KEYS = frozenset({"discovery"})

#: Maximum length of a number.
_DIGITS = 200

#: The next position where a value starts or ends, skipping strings.
_STRUCTURE = re.compile(
    rb'(?:[^"\[\]{},]++|"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z))*+[\[\]{},]', re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartMessage:
    """One part of a multipart body, its content as bytes.

    :ivar headers: fields of the part other than its name and its type.
    """

    name: str
    content: bytes
    filename: str | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMessage:
    """A body: *content*, or *parts* of a multipart body. :ivar content_type: as sent."""

    content_type: str | None = None
    content: bytes = b""
    parts: tuple[PartMessage, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMessage:
    """An operation's name and raw values. Values are strings, numbers, lists and mappings.

    :ivar stream: whether the response is passed on as it arrives.
    """

    operation: str
    server: int = 0
    variables: Mapping[str, str] = field(default_factory=dict)
    path: Mapping[str, Any] = field(default_factory=dict)
    query: tuple[tuple[str, Any], ...] = ()
    headers: tuple[tuple[str, Any], ...] = ()
    cookies: tuple[tuple[str, Any], ...] = ()
    body: BodyMessage | None = None
    stream: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenMessage:
    """A request for a token. :ivar token: ``document scheme flow``."""

    token: str
    form: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoveryMessage:
    """A request for an OpenID provider's metadata. :ivar discovery: ``document scheme``."""

    discovery: str


Message = RequestMessage | TokenMessage | DiscoveryMessage


def parse_message(text: bytes, depth: int, values: int) -> Message:
    """Parse *text*.

    :param depth: maximum nesting of lists and objects. :param values: their maximum number.
    :raises Refusal: 400 for anything invalid, 413 for too many values.
    """
    message = read_json(text, depth, values)
    if not isinstance(message, dict):
        _refuse("The body is not a JSON object.")
    if "discovery" in message and "operation" not in message:
        _check_keys(message, _DISCOVERY_KEYS, "the message")
        return DiscoveryMessage(discovery=_text(message["discovery"], "discovery"))
    if "token" in message and "operation" not in message:
        _check_keys(message, _TOKEN_KEYS, "the message")
        return TokenMessage(
            token=_text(message["token"], "token"), form=_values(message.get("form"), "form")
        )
    _check_keys(message, _REQUEST_KEYS, "the message")
    if "operation" not in message:
        _refuse('The message has neither an "operation" nor a "token".')
    variables = _values(message.get("variables"), "variables")
    return RequestMessage(
        operation=_text(message["operation"], "operation"),
        server=_server(message.get("server", 0)),
        variables={name: _text(value, "variables") for name, value in variables.items()},
        path=_values(message.get("path"), "path"),
        query=_pairs(message.get("query"), "query"),
        headers=_pairs(message.get("headers"), "headers"),
        cookies=_pairs(message.get("cookies"), "cookies"),
        body=_body(message.get("body")),
        stream=_flag(message.get("stream", False), "stream"),
    )


def read_json(text: bytes, depth: int, values: int) -> Any:
    """*text* as JSON (RFC 8259): no duplicate keys, no NaN, nothing deeper than *depth*.

    :raises Refusal: 400 with the position, but not the content; 413 for more than *values* values.
    """
    _count_values(text, depth, values)
    try:
        value = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_constant=_constant,
            parse_float=_finite,
            parse_int=_whole,
        )
    except RecursionError:
        raise _too_deep(depth) from None
    except json.JSONDecodeError as error:
        _refuse(f"The body is not JSON: line {error.lineno}, column {error.colno}.")
    except UnicodeDecodeError:
        _refuse("The body is not UTF-8.")
    _check_depth(value, depth)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        _refuse("A JSON object has a duplicate key.")
    return result


def _constant(_: str) -> NoReturn:
    _refuse("The JSON contains NaN or Infinity, which are not valid JSON.")


def _whole(text: str) -> int:
    # The time to parse a number is quadratic in its length.
    if len(text) > _DIGITS:
        raise _too_long()
    return int(text)


def _finite(text: str) -> float:
    if len(text) > _DIGITS:
        raise _too_long()
    number = float(text)
    if number in (float("inf"), float("-inf")):
        _refuse("The JSON contains a number that is too large.")
    return number


def _check_depth(value: Any, depth: int) -> None:
    level = [value]
    for _ in range(depth):
        level = [
            item
            for outer in level
            if isinstance(outer, (dict, list))
            for item in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    if any(isinstance(item, (dict, list)) for item in level):
        raise _too_deep(depth)


def _too_long() -> Refusal:
    return Refusal(400, "malformed-request", "The JSON contains a number that is too long.")


def _too_deep(depth: int) -> Refusal:
    return Refusal(400, "malformed-request", f"The JSON is nested deeper than {depth} levels.")


def _count_values(text: bytes, depth: int, most: int) -> None:
    """Check the number of values before creating any: each costs a hundred times its bytes.

    :raises Refusal: 413, or 400 if they are nested too deeply.
    """
    if sum(map(text.count, (b",", b"[", b"{"))) < most:
        return
    count = level = 0
    for match in _STRUCTURE.finditer(text):
        char = text[match.end() - 1 : match.end()]
        if char in b"]}":
            level -= 1
            continue
        level += char in b"[{"
        if level > depth:
            raise _too_deep(depth)
        count += 1
        if count >= most:
            raise Refusal(
                413, "request-too-large", f"The request contains more than {most} values."
            )


def _server(value: Any) -> int:
    if isinstance(value, str):
        raise Refusal(403, "server-by-url", '"server" must be a number, not a URL.')
    if isinstance(value, bool) or not isinstance(value, int):
        _refuse('"server" is not a whole number.')
    return value


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        _refuse(f'"{name}" must be true or false.')
    return value


def _values(value: Any, name: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        _refuse(f'"{name}" is not an object.')
    return value


def _pairs(value: Any, name: str) -> tuple[tuple[str, Any], ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        _refuse(f'"{name}" is not a list of pairs.')
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
            _refuse(f'An entry of "{name}" is not a pair of a name and a value.')
    return tuple((pair[0], pair[1]) for pair in value)


def _body(value: Any) -> BodyMessage | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        _refuse('"body" must be null or an object.')
    if "multipart" in value:
        _check_keys(value, frozenset({"multipart", "content_type"}), "the body")
        parts = value["multipart"]
        if not isinstance(parts, list):
            _refuse('"multipart" is not a list of parts.')
        return BodyMessage(
            content_type=_optional_text(value.get("content_type"), "content_type"),
            parts=tuple(_part(part) for part in parts),
        )
    _check_keys(value, frozenset({"content_type", "text", "base64"}), "the body")
    return BodyMessage(
        content_type=_optional_text(value.get("content_type"), "content_type"),
        content=_content(value, "the body"),
    )


def _part(value: Any) -> PartMessage:
    if not isinstance(value, dict):
        _refuse("A part of the body is not an object.")
    keys = frozenset({"name", "filename", "content_type", "headers", "text", "base64"})
    _check_keys(value, keys, "a part of the body")
    return PartMessage(
        name=_text(value.get("name"), "name"),
        content=_content(value, "a part of the body"),
        filename=_optional_text(value.get("filename"), "filename"),
        content_type=_optional_text(value.get("content_type"), "content_type"),
        headers=tuple(
            (_text(name, "headers"), _text(text, "headers"))
            for name, text in _pairs(value.get("headers"), "headers")
        ),
    )


def _content(value: Mapping[str, Any], where: str) -> bytes:
    if ("text" in value) == ("base64" in value):
        _refuse(f'Write either "text" or "base64" in {where}.')
    if "text" in value:
        return _text(value["text"], "text").encode()
    try:
        return base64.b64decode(_text(value["base64"], "base64"), validate=True)
    except (binascii.Error, ValueError):
        _refuse(f'"base64" in {where} is not Base64.')


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        _refuse(f'"{name}" is not a string.')
    try:
        value.encode()
    except UnicodeEncodeError:
        _refuse(f'"{name}" contains half of a surrogate pair.')
    return value


def _optional_text(value: Any, name: str) -> str | None:
    return None if value is None else _text(value, name)


def _check_keys(value: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    if not value.keys() <= known:
        _refuse(f"Unknown key in {where}: the allowed keys are {', '.join(sorted(known))}.")


def _refuse(detail: str) -> NoReturn:
    raise Refusal(400, "malformed-request", detail)
