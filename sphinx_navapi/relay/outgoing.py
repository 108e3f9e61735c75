"""Converting messages to requests that are ready to be sent, using the manifest."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.relay.connection import Answer, OutgoingRequest
from sphinx_navapi.relay.fields import (
    OWN_FIELDS,
    checked_media_type,
    checked_name,
    checked_value,
    write_fields,
)
from sphinx_navapi.relay.manifest import Manifest
from sphinx_navapi.relay.message import BodyMessage, PartMessage, RequestMessage
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.target import Target, absolute_url, parse_target, request_target
from sphinx_navapi.request.encoding import percent_encode
from sphinx_navapi.request.styles import LengthBudget, TooLong, expand_server, write_form


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """A body and its type; both are ``None`` for a request without a body."""

    content: bytes | None = None
    content_type: str | None = None


def write_payload(body: BodyMessage | None) -> Payload:
    """*body* serialized. :raises Refusal: 400 for an invalid type."""
    if body is None:
        return Payload()
    if body.parts is not None:
        return _write_multipart(body.parts, body.content_type or "multipart/form-data")
    if body.content_type is None:
        return Payload(content=body.content)
    return Payload(content=body.content, content_type=checked_media_type(body.content_type))


def _write_multipart(parts: tuple[PartMessage, ...], content_type: str) -> Payload:
    """RFC 7578, names escaped as browsers do (HTML, "multipart/form-data encoding algorithm")."""
    essence = checked_media_type(content_type).partition(";")[0].strip()
    boundary = f"navapi-{secrets.token_hex(16)}"
    pieces: list[bytes] = []
    for part in parts:
        disposition = f'form-data; name="{_escaped(part.name)}"'
        if part.filename is not None:
            disposition += f'; filename="{_escaped(part.filename)}"'
        head = f"--{boundary}\r\nContent-Disposition: {disposition}\r\n"
        kind = part.content_type
        if kind is None and part.filename is not None:
            kind = "application/octet-stream"
        if kind is not None:
            head += f"Content-Type: {checked_media_type(kind)}\r\n"
        for name, value in part.headers:
            head += f"{checked_name(name)}: {checked_value(value)}\r\n"
        pieces += [head.encode(), b"\r\n", part.content, b"\r\n"]
    pieces.append(f"--{boundary}--\r\n".encode())
    return Payload(content=b"".join(pieces), content_type=f"{essence}; boundary={boundary}")


def _escaped(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22").replace("\x00", "%00")


_JSON = (b"Accept", b"application/json")
_FORM = (b"Content-Type", b"application/x-www-form-urlencoded")

#: Maximum size of a provider's metadata, usually about three thousand bytes.
_PUBLISHED = 256 << 10
#: Maximum length of a URL in it.
_URL = 8 << 10


def operation_request(
    message: RequestMessage, manifest: Manifest, site_url: str | None, most: int
) -> OutgoingRequest:
    """The request of an operation.

    :param most: bytes of the URL and the header fields.
    :raises Refusal: as its parts do; 413 for a URL or fields that are too long, before they are
        built.
    """
    operation = manifest.operation(message.operation)
    if message.body is not None and not operation.takes_body:
        raise Refusal(400, "body-not-declared", "The document declares no body for this operation.")
    budget = LengthBudget(most)
    payload = write_payload(message.body)
    with _errors_as_refusal():
        return OutgoingRequest(
            target=request_target(operation, message, site_url, budget),
            method=operation.method,
            fields=tuple(write_fields(operation, message, payload.content_type, budget)),
            content=payload.content,
        )


@contextmanager
def _errors_as_refusal() -> Iterator[None]:
    try:
        yield
    except TooLong:
        raise head_too_large() from None


def head_too_large() -> Refusal:
    """The refusal of a request whose head is too large."""
    return Refusal(413, "request-too-large", "The URL and header fields are too large.")


def token_request(
    url: str, form: Mapping[str, Any], site_url: str | None, most: int, *, by_header: bool = False
) -> OutgoingRequest:
    """The request for a token (RFC 6749, 4.1.3 and 4.4.2).

    :param most: maximum length of the form.
    :param by_header: whether the client's name and secret are sent as HTTP Basic (2.3.1).
    :raises Refusal: 413 for a form that is too long, before it is built.
    """
    fields = [_JSON, _FORM, *OWN_FIELDS]
    budget = LengthBudget(most)
    if by_header:
        form = dict(form)
        name, secret = (percent_encode(form.pop(key)) for key in ("client_id", "client_secret"))
        fields.append(
            (b"Authorization", b"Basic " + base64.b64encode(f"{name}:{secret}".encode("ascii")))
        )
    try:
        content = write_form(form.items(), budget).encode("ascii")
    except TooLong:
        raise Refusal(413, "request-too-large", "The form is too large.") from None
    return OutgoingRequest(
        target=literal_target(url, site_url),
        method="POST",
        fields=tuple(fields),
        content=content,
    )


def wants_header(form: Mapping[str, Any], answer: Answer) -> bool:
    """Whether a provider that refused may accept the secret only in the header."""
    named = isinstance(form.get("client_id"), str) and isinstance(form.get("client_secret"), str)
    return named and (answer.status == 401 or _error_of(answer) == "invalid_client")


def _error_of(answer: Answer) -> Any:
    """The code of a provider's error (RFC 6749, 5.2), ``None`` if there is none."""
    if answer.status == 400 and len(answer.content) <= _PUBLISHED:
        with suppress(ValueError, RecursionError, TypeError, KeyError):
            return json.loads(answer.content)["error"]
    return None


def discovery_request(url: str, site_url: str | None) -> OutgoingRequest:
    """The request for an OpenID provider's metadata (OpenID Connect Discovery 1.0, 4)."""
    return OutgoingRequest(
        target=literal_target(url, site_url), method="GET", fields=(_JSON, *OWN_FIELDS)
    )


def published_token_url(request: OutgoingRequest, answer: Answer) -> str:
    """The token URL in the provider's metadata.

    :raises Refusal: 502 if it is missing, 403 if it is without TLS although the provider has TLS.
    """
    url = None
    if answer.status == 200 and len(answer.content) <= _PUBLISHED:
        with suppress(ValueError, RecursionError, TypeError, KeyError):
            url = json.loads(answer.content)["token_endpoint"]
    if not isinstance(url, str) or len(url) > _URL:
        raise Refusal(502, "bad-answer", "The provider does not declare a token endpoint.")
    if request.target.scheme == "https" and not url.startswith("https://"):
        raise Refusal(403, "target-refused", "The provider's address does not use TLS.")
    return url


def literal_target(url: str, site_url: str | None) -> Target:
    """*url*, without variables, as a target. :raises Refusal: 403."""
    before, question, query = absolute_url(url, site_url).partition("?")
    return parse_target(expand_server(before, {}) + question + query)
