"""From the path of a request to a file of the site, and to nothing else on the disk."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

#: Hidden names that are meant for readers (RFC 8615).
_WELL_KNOWN = ".well-known"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile:
    """A file of the site as it is now.

    :ivar name: path below the site's root.
    :ivar mtime: nanoseconds. :ivar size: bytes.
    """

    path: Path
    name: str
    mtime: int
    size: int

    @property
    def key(self) -> tuple[str, int, int]:
        """What changes when the file does."""
        return self.name, self.mtime, self.size


class SiteFiles:
    """The files below *root*; none that is hidden, and none that a link leads out to."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def find(self, name: str) -> SiteFile | None:
        """The file at *name*, ``None`` where there is none that may be shown.

        :param name: decoded path below the root, without a slash at its beginning.
        """
        if not is_path(name):
            return None
        path = self.root / name
        try:
            found = path.resolve(strict=True)
            if not found.is_relative_to(self.root):
                return None
            inside = found.relative_to(self.root).as_posix()
            if inside != name and not is_path(inside):
                return None
            state = found.stat()
        except (OSError, ValueError, RuntimeError):
            return None
        if not stat.S_ISREG(state.st_mode):
            return None
        return SiteFile(path=found, name=name, mtime=state.st_mtime_ns, size=state.st_size)


def is_path(name: str) -> bool:
    """Whether *name* can be the path of a public file: no hidden part, no way up, no device."""
    if not name or "\\" in name or "\0" in name:
        return False
    segments = name.split("/")
    if any(s == "" or (s.startswith(".") and s != _WELL_KNOWN) for s in segments):
        return False
    # A drive, a stream or a device of Windows.
    return os.name != "nt" or not any(":" in s or Path(s).is_reserved() for s in segments)


#: Types of what sites consist of, the same on every machine.
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
    """The value of ``Content-Type`` for the file *name*; of an unknown kind it is only bytes."""
    return _TYPES.get(Path(name).suffix.lower(), "application/octet-stream")


def is_text(content_type: str) -> bool:
    """Whether compressing a file of *content_type* is worth the while."""
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
