"""Positions of the parts of a JSON or YAML text, in its characters or in the bytes of its file."""

from __future__ import annotations

import codecs
import json
import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, Protocol

from sphinx_navapi.formats.data_json import JsonMembers, blank_extras, json_entries, json_root
from sphinx_navapi.formats.data_text import Entry, LineIndex


class Positions(Protocol):
    """Positions of the parts of one text."""

    def entry(self, segments: Sequence[str]) -> Entry:
        """The position of the value at *segments*, or of the nearest parent that exists.

        :raises TextError: the text is not in the expected format.
        """

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of *offset*, both from 1."""


class _TreePositions(ABC):
    """Positions found by descending from the root."""

    _root: Entry
    _lines: LineIndex | _ByteLines

    def entry(self, segments: Sequence[str]) -> Entry:
        """See `Positions.entry`."""
        found = self._root
        for segment in segments:
            below = None if found.inside is None else self._below(found, segment)
            if below is None:
                break
            found = below
        return found

    def position(self, offset: int) -> tuple[int, int]:
        """See `Positions.position`."""
        return self._lines.position(offset)

    @abstractmethod
    def _below(self, container: Entry, segment: str) -> Entry | None:
        """The child *segment* of *container*."""


class TextPositions(_TreePositions):
    """Positions in a text that has been parsed.

    Offsets are in characters.

    :param relaxed: it may be JSON with comments and trailing commas.
    :raises TextError: it is not YAML.
    """

    def __init__(self, text: str, *, is_json: bool, relaxed: bool = False) -> None:
        self._lines = LineIndex(text)
        self._is_json = is_json
        self._text = blank_extras(text) if relaxed and is_json else text
        if is_json:
            self._root = json_root(self._text)
        else:
            # Most documents are JSON.
            from sphinx_navapi.formats.data_yaml import yaml_root

            self._root = yaml_root(text)
        self._members: dict[int, dict[str, Entry]] = {}

    def _below(self, container: Entry, segment: str) -> Entry | None:
        return self._entries(container).get(segment)

    def _entries(self, container: Entry) -> dict[str, Entry]:
        if not self._is_json:
            from sphinx_navapi.formats.data_yaml import yaml_entries

            return yaml_entries(container.inside)
        entries = self._members.get(container.value)
        if entries is None:
            entries = self._members[container.value] = json_entries(self._text, container.value)
        return entries


class BytePositions(_TreePositions):
    """Positions in the bytes of a JSON file, which is only scanned as far as needed.

    As text, a large document may take four times as much memory. Offsets are in bytes.

    :param content: in UTF-8 (`is_utf8`).
    """

    def __init__(self, content: bytes) -> None:
        content = content.removeprefix(codecs.BOM_UTF8)
        self._lines = _ByteLines(content)
        # One character per byte: the syntax of JSON is ASCII.
        self._text = content.decode("latin-1")
        self._root = json_root(self._text)
        self._members: dict[int, JsonMembers] = {}

    def _below(self, container: Entry, segment: str) -> Entry | None:
        members = self._members.get(container.value)
        if members is None:
            members = JsonMembers(self._text, container.value, _key_of_bytes)
            self._members[container.value] = members
        return members.find(segment)


def _key_of_bytes(written: str) -> str:
    """The key *written* with one character per byte."""
    key: str = json.loads(written.encode("latin-1").decode("utf-8"))
    return key


def is_utf8(content: bytes) -> bool:
    """Whether *content* is UTF-8, checked in parts: decoding it takes up to four times the
    memory.
    """
    if content.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content), _BLOCK):
            decoder.decode(content[start : start + _BLOCK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


#: Size of the blocks that are counted once for all positions.
_BLOCK: Final = 1 << 16

#: UTF-8 continuation bytes.
_INNER: Final = bytes(range(0x80, 0xC0))


class _ByteLines:
    """Lines of UTF-8, with columns counted in characters."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._starts = [0, *(match.end() for match in re.finditer(rb"\n", content))]
        self._inner = [0]
        if not content.isascii():
            for start in range(0, len(content), _BLOCK):
                self._inner.append(self._inner[-1] + _count_inner(content[start : start + _BLOCK]))

    def position(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        return line, offset - start - (self._inner_before(offset) - self._inner_before(start)) + 1

    def _inner_before(self, offset: int) -> int:
        block = offset // _BLOCK
        if len(self._inner) == 1:
            return 0
        return self._inner[block] + _count_inner(self._content[block * _BLOCK : offset])


def _count_inner(part: bytes) -> int:
    return len(part) - len(part.translate(None, _INNER))
