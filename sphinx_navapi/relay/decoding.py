"""Receiving a body with limits, and decompressing it if necessary.

The relay does not request compression; some servers compress anyway. gzip and deflate are
decompressed up to a limit; anything else is left unchanged.
"""

from __future__ import annotations

import zlib

from sphinx_navapi.relay.problem import Refusal

#: Maximum members of a gzip file, and chunks: each costs far more than its bytes.
_MEMBERS, _CHUNKS = 1_000, 200_000

#: Bytes passed to zlib at a time: it copies the rest after each member.
_SLICE = 4 << 10


class Decoder:
    """Collects a body.

    :ivar is_full: whether there were more than *limit* bytes, or too many pieces.
    :ivar pieces: how many arrived. :ivar inflates: whether they are decompressed.
    """

    def __init__(self, encoding: str, limit: int) -> None:
        self._limit = limit
        self._room = limit
        self._read = 0
        self._kept = bytearray()
        self._zip = _decompressor(encoding)
        self._is_new = True
        self._members = 0
        self.pieces = 0
        self.inflates = self._zip is not None
        self.is_full = False

    def feed(self, chunk: bytes) -> None:
        """Add bytes as received. :raises Refusal: 502 for invalid compression."""
        self._read += len(chunk)
        self.pieces += 1
        if self._zip is None:
            self._keep(chunk)
        else:
            for start in range(0, len(chunk), _SLICE):
                self._inflate(chunk[start : start + _SLICE])
        if self._read > self._limit or self.pieces > _CHUNKS or self._members > _MEMBERS:
            self.is_full = True

    def content(self) -> bytes:
        """The collected bytes, at most *limit*, without those taken."""
        return bytes(self._kept)

    def take(self) -> bytes:
        """The bytes collected since the last call, which are dropped but still counted."""
        taken = bytes(self._kept)
        self._kept.clear()
        return taken

    def _keep(self, data: bytes) -> None:
        if len(data) > self._room:
            self.is_full = True
        kept = data[: self._room]
        self._room -= len(kept)
        self._kept += kept

    def _inflate(self, data: bytes) -> None:
        while data and not self.is_full and self._members <= _MEMBERS:
            assert self._zip is not None
            try:
                self._keep(self._zip.decompress(data, self._room + 1))
            except zlib.error:
                if not self._is_new or self._zip.eof:
                    raise _broken() from None
                # "deflate" is zlib in the standard but raw in practice (RFC 9110, 8.4.1.2).
                self._zip = zlib.decompressobj(-zlib.MAX_WBITS)
                self._is_new = False
                continue
            self._is_new = False
            if self._zip.eof:  # a gzip file may have several members
                data = self._zip.unused_data
                self._members += 1
                self._zip = zlib.decompressobj(zlib.MAX_WBITS | 32)
            else:
                data = self._zip.unconsumed_tail


def _decompressor(encoding: str) -> zlib._Decompress | None:
    if encoding.strip().lower() in {"gzip", "x-gzip", "deflate"}:
        return zlib.decompressobj(zlib.MAX_WBITS | 32)
    return None


def _broken() -> Refusal:
    return Refusal(
        502, "bad-answer", "The API's response is compressed and cannot be decompressed."
    )
