"""The envelope: a response as data, so that no part of it takes effect on the site."""

from __future__ import annotations

import base64
import codecs
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.responses import Response

from sphinx_navapi.relay.connection import Answer
from sphinx_navapi.relay.problem import SAFE_HEADERS

_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([A-Za-z0-9_.:-]+)", re.IGNORECASE)

#: Character sets of pages and files. Python supports others, some of them slow (punycode).
_CHARSETS = re.compile(
    r"utf-?8|utf-?16(?:le|be)?|us-ascii|ascii|iso-?8859-?\d{1,2}|latin-?1|windows-125\d|cp125\d"
    r"|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5",
    re.IGNORECASE,
)
_BINARY = re.compile(
    r"(?:image/(?!svg)|audio/|video/|font/|application/(?:octet-stream|pdf|zip|gzip|wasm)\b)",
    re.IGNORECASE,
)


def envelope_response(answer: Answer, elapsed_ms: int, headers: Mapping[str, str]) -> Response:
    """*answer* as the body of a 200. :param headers: of our own response, such as those of CORS."""
    envelope = answer_envelope(answer, elapsed_ms)
    return Response(
        json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode(),
        media_type="application/json",
        headers={**SAFE_HEADERS, **headers},
    )


def answer_envelope(answer: Answer, elapsed_ms: int) -> dict[str, Any]:
    """*answer* as data."""
    return {
        "status": answer.status,
        "reason": answer.reason,
        "headers": answer.fields,
        "body": _body(answer),
        "truncated": answer.truncated,
        "elapsed_ms": elapsed_ms,
    }


def _body(answer: Answer) -> Mapping[str, Any]:
    text = _text(answer)
    if text is not None:
        return {"text": text}
    return {"base64": base64.b64encode(answer.content).decode("ascii")}


def _text(answer: Answer) -> str | None:
    """The body as text in its character set, ``None`` if it is binary."""
    if not answer.content:
        return ""
    kind = content_type_of(answer.fields)
    charset = charset_of(kind)
    if charset is None and (is_binary(kind) or b"\x00" in answer.content):
        return None
    try:
        decoder = codecs.getincrementaldecoder(charset or "utf-8")()
        # A truncated body may end within a character.
        return decoder.decode(answer.content, final=not answer.truncated)
    except (UnicodeError, LookupError):
        return None


def content_type_of(fields: Iterable[tuple[str, str]]) -> str:
    """The value of ``Content-Type``, empty if missing."""
    return next((value for name, value in fields if name.lower() == "content-type"), "")


def charset_of(kind: str) -> str | None:
    """The character set in a ``Content-Type``; ``None`` if there is none.

    An unknown one is replaced by UTF-8.
    """
    match = _CHARSET.search(kind)
    if match is None:
        return None
    return match[1] if _CHARSETS.fullmatch(match[1]) else "utf-8"


def is_binary(kind: str) -> bool:
    """Whether a body of this ``Content-Type`` is binary, even if its bytes are valid text."""
    return _BINARY.match(kind) is not None
