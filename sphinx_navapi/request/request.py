"""An HTTP request as a value: for code samples, the playground and the relay."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a multipart body.

    :ivar filename: set for a file; *text* is then its content.
    :ivar headers: fields other than ``Content-Disposition`` and ``Content-Type``.
    """

    name: str
    text: str
    filename: str | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """A serialized request.

    :ivar method: upper case.
    :ivar url: absolute, percent-encoded as sent; it may contain placeholders only where the value
        is one (``YOUR_TOKEN``).
    :ivar headers: in sending order, values raw; ``Content-Type`` included except for multipart,
        whose boundary the client chooses.
    :ivar cookies: name and value, as in ``Cookie``.
    :ivar body: text as sent (UTF-8), or ``None``.
    :ivar parts: of a multipart body; then *body* is ``None``.
    :ivar file: name of a local file whose bytes are the body; then *body* is ``None``.
    :ivar basic: user name and password of HTTP Basic; each client writes the ``Authorization``
        field from it in its own way, so it is not in *headers*.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    cookies: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    parts: tuple[Part, ...] = ()
    file: str | None = None
    basic: tuple[str, str] | None = None
