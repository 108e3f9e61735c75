"""Names of generated documents: a segment of a docname from a tag, a summary or a path.

The rules are public (they determine URLs): changing one breaks links.
"""

from __future__ import annotations

import re
import unicodedata

#: Longest segment in UTF-8 bytes: file systems allow 255, and builders append suffixes.
MAX_SEGMENT_BYTES = 180

#: Longest configured path: systems allow 1,024 or 4,096, folders of the build included.
MAX_PATH_BYTES = 600

_BRACES = re.compile(r"\{[^}]*\}")
_SPACE = re.compile(r"[^\S\r\n]")
_DELETED = re.compile(r"[{}(),.'/\r\n]")
_RUNS = re.compile("-{2,}")
_PLAIN = re.compile(r"[a-z0-9_~-]*")
#: Characters not allowed in the folder of a page: they end a path or a URL, or are not text.
_UNSAFE = re.compile(
    r'[\x00-\x1f\x7f\\:*?"<>|#%\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]'
)


def slug(text: str) -> str:
    """*text* as one segment of a docname; may be empty."""
    text = _SPACE.sub("-", _BRACES.sub("-", text))
    text = _DELETED.sub("", text).lower()
    if not _PLAIN.fullmatch(text):
        text = "".join(char for char in text if char in "-_~" or _is_word(char))
    return _shorten(_RUNS.sub("-", text).strip("-"))


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category == "Nd"


def _shorten(segment: str) -> str:
    encoded = segment.encode()
    if len(encoded) <= MAX_SEGMENT_BYTES:
        return segment
    return encoded[:MAX_SEGMENT_BYTES].decode("utf-8", "ignore").strip("-")


def folder(path: str) -> str:
    """A configured ``directory`` or ``href`` as a path: lower case, no empty segment, no ``..``.

    Cut to what file systems support; `is_too_long` tells whether it was.
    """
    kept: list[str] = []
    size = 0
    for part in map(_shorten, _segments(path)):
        size += len(part.encode()) + 1
        if part and size <= MAX_PATH_BYTES:
            kept.append(part)
    return "/".join(kept)


def is_too_long(path: str) -> bool:
    """Whether `folder` has to cut *path*."""
    sizes = [len(part.encode()) for part in _segments(path)]
    return sum(sizes) + len(sizes) > MAX_PATH_BYTES or max(sizes, default=0) > MAX_SEGMENT_BYTES


def _segments(path: str) -> list[str]:
    parts = (_UNSAFE.sub("", part).strip() for part in path.lower().split("/"))
    return [part for part in parts if part not in {"", ".", ".."}]


def schema_segment(name: str) -> str:
    """A component name as the last segment of its page: case kept, only safe characters."""
    kept = "".join(char for char in name if char in "-_.~" or _is_word(char)).strip(".")
    return _shorten(kept) or "schema"


def title_from_name(segment: str) -> str:
    """A title from the last segment of a docname: ``get-v1_users`` gives ``Get v1 users``."""
    words = " ".join(segment.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:]
