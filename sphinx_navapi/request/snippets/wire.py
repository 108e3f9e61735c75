"""What every client sends for a request, independent of the language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sphinx_navapi.request.encoding import base64_text, utf8_as_latin1
from sphinx_navapi.request.request import HttpRequest, Part

#: Default type of a file part.
OCTETS = "application/octet-stream"

_DOT_SEGMENT = re.compile(r"/(?:\.|%2[eE]){1,2}(?=[/?]|\Z)")
_ODD_IN_NAME = re.compile(r"[^ !#-\[\]-~]")


def sent_headers(request: HttpRequest, *, cookies: bool = True) -> tuple[tuple[str, str], ...]:
    """Header fields, each name once: values with the same name joined by ``, `` (RFC 9110, 5.3).

    :param cookies: add ``Cookie``, at the end.
    """
    merged: dict[str, tuple[str, str]] = {}
    for name, value in request.headers:
        known = merged.get(name.lower())
        merged[name.lower()] = (
            (name, value) if known is None else (known[0], f"{known[1]}, {value}")
        )
    if cookies and request.cookies:
        merged["cookie"] = ("Cookie", cookie_text(request))
    return tuple(merged.values())


def cookie_text(request: HttpRequest) -> str:
    """The value of ``Cookie``."""
    return "; ".join(f"{name}={value}" for name, value in request.cookies)


def content_type(request: HttpRequest) -> str | None:
    """The value of ``Content-Type``, or ``None``."""
    return next((v for k, v in request.headers if k.lower() == "content-type"), None)


def has_body(request: HttpRequest) -> bool:
    """Whether a body is sent, which may be empty."""
    return request.body is not None or request.file is not None or bool(request.parts)


def basic_text(basic: tuple[str, str]) -> str:
    """``user:password``."""
    return f"{basic[0]}:{basic[1]}"


def basic_base64(basic: tuple[str, str]) -> str:
    """``user:password`` in Base64 of its UTF-8, for clients that only accept ASCII."""
    return base64_text(basic_text(basic))


def byte_escapes(code: int) -> str:
    r"""``\\xNN`` for each byte of a character in UTF-8."""
    return "".join(f"\\x{ord(byte):02x}" for byte in utf8_as_latin1(chr(code)))


def has_dot_segment(url: str) -> bool:
    """Whether the path contains ``.`` or ``..``, which many clients would resolve before
    sending.
    """
    return bool(_DOT_SEGMENT.search(url.partition("://")[2]))


def path_and_query(url: str) -> str:
    """The request target: *url* without scheme and authority."""
    _, slash, rest = url.partition("://")[2].partition("/")
    return slash + rest or "/"


def origin(url: str) -> str:
    """Scheme and authority of *url*."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of an assembled body: text, or (*file*) the name of a local file."""

    text: str
    file: bool = False


def disposition(part: Part) -> str:
    """The ``Content-Disposition`` of a part, names escaped like in browsers (HTML, 4.10.21.8)."""
    text = f'form-data; name="{_escape_name(part.name)}"'
    if part.filename is not None:
        text += f'; filename="{_escape_name(part.filename)}"'
    return text


def _escape_name(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def part_type(part: Part) -> str | None:
    """The ``Content-Type`` of a part; a file always has one."""
    return part.content_type or (OCTETS if part.filename is not None else None)


def has_typed_text(request: HttpRequest) -> bool:
    """Whether a part is text with its own type, which some form builders do not support."""
    return any(part.filename is None and part.content_type for part in request.parts)


def has_fields(request: HttpRequest) -> bool:
    """Whether a part has its own header fields, which few form builders support."""
    return any(part.headers for part in request.parts)


def has_plain_names(request: HttpRequest) -> bool:
    """Whether all form builders write the parts identically: no name needs an escape, and none has
    its own header fields.
    """
    if has_fields(request):
        return False
    names = [n for part in request.parts for n in (part.name, part.filename or "")]
    return not any(_ODD_IN_NAME.search(name) for name in names)


def written_parts(
    request: HttpRequest, boundary: str = "navapi-form-boundary"
) -> tuple[str, tuple[Segment, ...]]:
    """Boundary and pieces of the multipart body, for clients without a suitable form builder.

    A part is one piece, or two if it is a file, whose line end starts the next piece. The boundary
    does not occur in any text part.
    """
    while any(f"--{boundary}" in part.text for part in request.parts):
        boundary += "0"
    segments: list[Segment] = []
    start = ""
    for part in request.parts:
        text = f"{start}--{boundary}\r\nContent-Disposition: {disposition(part)}\r\n"
        kind = part_type(part)
        text += f"Content-Type: {kind}\r\n" if kind else ""
        text += "".join(f"{name}: {value}\r\n" for name, value in part.headers) + "\r\n"
        if part.filename is None:
            segments.append(Segment(f"{text}{part.text}\r\n"))
            start = ""
        else:
            segments += [Segment(text), Segment(part.filename, file=True)]
            start = "\r\n"
    segments.append(Segment(f"{start}--{boundary}--\r\n"))
    return boundary, tuple(segments)


def with_boundary(request: HttpRequest, boundary: str) -> tuple[tuple[str, str], ...]:
    """`sent_headers` and the type of a multipart body written by `written_parts`."""
    return (*sent_headers(request), ("Content-Type", multipart_type(boundary)))


def multipart_type(boundary: str) -> str:
    """The type of that body."""
    return f"multipart/form-data; boundary={boundary}"
