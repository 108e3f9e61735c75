"""Media types of files, and whether to compress them."""

from __future__ import annotations

from pathlib import Path

#: Types of common files, independent of the machine.
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
