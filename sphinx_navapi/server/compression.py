"""Selecting the encoding of a file, and compressing text once for all clients."""

from __future__ import annotations

import gzip
import stat
from collections import OrderedDict
from pathlib import Path

from sphinx_navapi.built_site.files import SiteFile
from sphinx_navapi.server.accepting import weights
from sphinx_navapi.server.replies import FilePart

#: Encodings of files that a build may have created beside the original.
PRECOMPRESSED = {"br": ".br", "gzip": ".gz"}

#: Sizes in bytes: smaller files gain nothing, larger ones cost too much per request.
_SMALLEST, _LARGEST = 512, 16 * 1024 * 1024

#: Size of the cache of compressed texts, in bytes.
_KEPT = 32 * 1024 * 1024


def accepted_encodings(header: str) -> frozenset[str]:
    """Which of ``br`` and ``gzip`` a client accepts (RFC 9110, section 12.5.3)."""
    found = weights(header)
    rest = found.get("*", 0.0)
    names = {"br": found.get("br", rest), "gzip": found.get("gzip", rest)}
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
        found = self._kept.get(file.key)
        if found is not None:
            self._kept.move_to_end(file.key)
        return found

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
