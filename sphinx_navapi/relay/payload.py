"""The body of the request as bytes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sphinx_navapi.relay.fields import checked_media_type, checked_name, checked_value
from sphinx_navapi.relay.message import BodyMessage, PartMessage


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
