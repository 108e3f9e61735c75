"""Responses with a file, a part of it, a compressed form, or the status "not modified".

Starlette's ``FileResponse`` has parts only: neither compressed forms nor conditions.
"""

from __future__ import annotations

import gzip
import re
import stat
from collections import OrderedDict
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path

from anyio import open_file
from starlette.datastructures import Headers
from starlette.types import Send

from sphinx_navapi.built_site.pages import SiteFile
from sphinx_navapi.relay.sending import send_body, send_piece

#: Number of characters that are read; browsers send about two hundred.
_READ = 1_000


def weights(header: str) -> dict[str, float]:
    """Names of a list such as ``gzip;q=0.5, br`` with their weights, 0 to 1."""
    by_name: dict[str, float] = {}
    for part in header[:_READ].lower().split(","):
        name, *parameters = (text.strip() for text in part.split(";"))
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if name:
            by_name[name] = weight
    return by_name


def prefers_markdown(header: str) -> bool:
    """Whether a client explicitly asks for Markdown, and prefers it to HTML.

    Browsers never do: their wildcard is not a preference for it.
    """
    accepted = weights(header)
    html = max(accepted.get("text/html", 0.0), accepted.get("application/xhtml+xml", 0.0))
    markdown = accepted.get("text/markdown", 0.0)
    # With equal weights, the first one wins.
    names = [name for name in accepted if name in ("text/html", "text/markdown")]
    return markdown > html or (0 < markdown == html and names[0] == "text/markdown")


#: Types of common files, independent of the machine and of the version of Python: `mimetypes` of
#: 3.11 lacks or has other types for 20 of these 39.
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".htm": "text/html; charset=utf-8",
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".rst": "text/plain; charset=utf-8",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".xml": "application/xml",
    ".csv": "text/csv; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/x-icon",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".eot": "application/vnd.ms-fontobject",
    ".pdf": "application/pdf",
    ".epub": "application/epub+zip",
    ".zip": "application/zip",
    ".gz": "application/gzip",
    ".wasm": "application/wasm",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".wav": "audio/wav",
}


def media_type(name: str) -> str:
    """The value of ``Content-Type`` for the file *name*; a generic binary type if unknown."""
    return _TYPES.get(Path(name).suffix.lower(), "application/octet-stream")


def is_text(content_type: str) -> bool:
    """Whether a file of *content_type* is worth compressing."""
    kind = content_type.partition(";")[0]
    return kind.startswith("text/") or kind in _COMPRESSIBLE


_COMPRESSIBLE = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "application/xhtml+xml",
        "application/xml",
        "application/yaml",
        "application/wasm",
        "application/vnd.ms-fontobject",
        "image/svg+xml",
        "image/x-icon",
        "font/ttf",
        "font/otf",
    }
)


#: Bytes of a file that are read and sent at a time.
_CHUNK = 64 * 1024

#: Maximum length of a condition: browsers only send back our own.
_CONDITION = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A part of a file that is too large for memory. :ivar start: the first byte."""

    path: Path
    start: int
    length: int


@dataclass(slots=True, kw_only=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | FilePart = b""

    @property
    def length(self) -> int:
        """Length of the body in bytes."""
        return len(self.body) if isinstance(self.body, bytes) else self.body.length


async def send_reply(reply: Reply, send: Send, *, with_body: bool) -> None:
    """Send *reply*; its body only if *with_body* (a HEAD request has none)."""
    headers = {"content-length": str(reply.length), **reply.headers}
    if reply.status in (204, 304):
        del headers["content-length"]
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [
                (name.encode(), value.encode("latin-1")) for name, value in headers.items()
            ],
        }
    )
    if with_body and isinstance(reply.body, FilePart):
        await _send_part(reply.body, send)
        return
    await send_body(reply.body if with_body and isinstance(reply.body, bytes) else b"", send)


async def _send_part(part: FilePart, send: Send) -> None:
    rest = part.length
    async with await open_file(part.path, "rb") as file:
        await file.seek(part.start)
        while rest > 0:
            chunk = await file.read(min(_CHUNK, rest))
            if not chunk:
                # The file was truncated; the connection is closed, as the length was already sent.
                raise OSError("a file was truncated while it was being sent")
            rest -= len(chunk)
            if not await send_piece(chunk, send, more=rest > 0):
                return


def http_date(nanoseconds: int) -> str:
    """A modification time in HTTP format."""
    return formatdate(nanoseconds // 1_000_000_000, usegmt=True)


def is_unchanged(headers: Headers, etag: str, mtime: int) -> bool:
    """Whether the client has the current version of the file (RFC 9110, section 13.1)."""
    tags = headers.get("if-none-match")
    if tags is not None:
        known = [tag.strip().removeprefix("W/") for tag in tags[:_CONDITION].split(",")]
        return "*" in known or etag in known
    since = _seconds(headers.get("if-modified-since"))
    return since is not None and mtime // 1_000_000_000 <= since


def requested_range(
    headers: Headers, etag: str, mtime: int, size: int
) -> tuple[int, int] | bool | None:
    """Start and length of the requested range.

    ``None``: everything; ``False``: not satisfiable. Several ranges are answered with everything,
    as the specification allows (RFC 9110, section 14.2).
    """
    ranges = headers.get("range")
    if ranges is None or not _still_holds(headers.get("if-range"), etag, mtime):
        return None
    match = re.fullmatch(r"\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*", ranges)
    if match is None or match[1] == match[2] == "" or max(map(len, match.groups())) > 18:
        return None
    if not match[1]:
        length = min(int(match[2]), size)
        return (size - length, length) if length else False
    start = int(match[1])
    end = min(int(match[2]), size - 1) if match[2] else size - 1
    if match[2] and int(match[2]) < start:
        return None
    return (start, end - start + 1) if start < size else False


def _still_holds(condition: str | None, etag: str, mtime: int) -> bool:
    if condition is None:
        return True
    if condition.strip().startswith(('"', "W/")):
        return condition.strip() == etag
    return _seconds(condition) == mtime // 1_000_000_000


def _seconds(date: str | None) -> float | None:
    if date is None:
        return None
    try:
        return parsedate_to_datetime(date[:_CONDITION]).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


#: Encodings of files that a build may have created beside the original.
PRECOMPRESSED = {"br": ".br", "gzip": ".gz"}

#: Sizes in bytes: smaller files gain nothing, larger ones cost too much per request.
_SMALLEST, _LARGEST = 512, 16 * 1024 * 1024

#: Size of the cache of compressed texts, in bytes.
_KEPT = 32 * 1024 * 1024


def accepted_encodings(header: str) -> frozenset[str]:
    """Which of ``br`` and ``gzip`` a client accepts (RFC 9110, section 12.5.3)."""
    accepted = weights(header)
    rest = accepted.get("*", 0.0)
    names = {"br": accepted.get("br", rest), "gzip": accepted.get("gzip", rest)}
    return frozenset(name for name, weight in names.items() if weight > 0)


class Compressor:
    """An LRU cache of compressed files."""

    def __init__(self, limit: int = _KEPT) -> None:
        self._limit = limit
        self._kept: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._size = 0

    def is_worth(self, file: SiteFile) -> bool:
        """Whether *file*, a text, has a suitable size for compression on request."""
        return _SMALLEST <= file.size <= _LARGEST

    def kept(self, file: SiteFile) -> bytes | None:
        """The compressed form of *file*, if cached."""
        compressed = self._kept.get(file.key)
        if compressed is not None:
            self._kept.move_to_end(file.key)
        return compressed

    def compress(self, content: bytes) -> bytes:
        """*content* in gzip format; the same bytes each time. For a thread."""
        return gzip.compress(content, compresslevel=6, mtime=0)

    def keep(self, file: SiteFile, compressed: bytes) -> None:
        """Cache the compressed form of *file*, and drop the least recently used ones.

        If it is too large, only that fact is cached: the file is then sent uncompressed, since
        compressing it for each request would cost too much.
        """
        if file.key in self._kept:
            return
        if len(compressed) > self._limit // 4:
            compressed = b""
        self._kept[file.key] = compressed
        self._size += len(compressed)
        while self._size > self._limit:
            _key, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)


def precompressed(path: Path, suffix: str, mtime: int) -> FilePart | None:
    """The file beside *path* with *suffix*, if it is not older and not empty."""
    beside = path.with_name(path.name + suffix)
    try:
        state = beside.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(state.st_mode) or state.st_mtime_ns < mtime or not state.st_size:
        return None
    return FilePart(path=beside, start=0, length=state.st_size)
