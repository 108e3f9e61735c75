"""JSON and YAML files as plain values, with the position of every part on demand.

Documents are untrusted: all input by authors is read here, so that alias bombs, cycles, excessive
nesting and odd keys are handled in one place. YAML is read with the core schema of YAML 1.2
(``no``, dates and ``200`` as keys stay strings).
"""

from __future__ import annotations

import codecs
import json
import os
import re
import stat
from abc import ABC, abstractmethod
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path, PurePosixPath
from typing import Any, Final, Protocol

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.formats.data_json import (
    JsonMembers,
    ParsedJson,
    blank_extras,
    json_entries,
    json_root,
    parse_json,
)
from sphinx_navapi.formats.data_text import (
    Entry,
    Fault,
    LineIndex,
    RepeatedKeys,
    TextError,
    line_and_column,
)

#: Maximum size of a file.
MAX_BYTES: Final = 64 * 1024 * 1024

#: Maximum size of a YAML file: YAML takes many times as long as JSON.
MAX_YAML_BYTES: Final = 16 * 1024 * 1024

_NOT_UTF_8: Final = "not UTF-8: save the file with this encoding"

#: Suffixes of files that may be documents or configurations.
DATA_SUFFIXES: Final = (".json", ".yaml", ".yml")

_JSON_SUFFIXES: Final = frozenset({".json", ".jsonc", ".json5"})
_YAML_SUFFIXES: Final = frozenset({".yaml", ".yml"})


def relative_name(path: Path, root: Path) -> str:
    """*path* relative to *root*, with ``/``; with ``..`` if it is outside."""
    try:
        return Path(os.path.relpath(path.resolve(), root.resolve())).as_posix()
    except ValueError:  # on another drive
        return path.name


class DataFileError(Exception):
    """The text cannot be read; ``str()`` is one line saying why, *place* where."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True)
class DataFault:
    """An invalid part of a file that is otherwise readable. *message*: one line."""

    message: str
    place: Place


class FilePositions:
    """Places in one file.

    :param positions: computed on first use.
    :param otherwise: the fallback if that fails; ``None``: the file cannot be read.
    """

    def __init__(
        self,
        name: str,
        positions: Callable[[], Positions | None],
        otherwise: Callable[[], Positions | None] = lambda: None,
    ) -> None:
        self._name = name
        self._waiting = [positions, otherwise]
        self._positions: Positions | None = None

    def place(self, pointer: str, *, of_key: bool = False) -> Place:
        """Line and column of the value at JSON *pointer* (the nearest part that exists).

        :param of_key: of its key (of the item in a list) instead.
        """
        segments = [unescape_pointer(segment) for segment in pointer.split("/")[1:]]
        while self._positions is not None or self._waiting:
            if self._positions is None:
                self._positions = self._waiting.pop(0)()
                continue
            try:
                entry = self._positions.entry(segments)
            except TextError:
                self._positions = None
                continue
            line, column = self._positions.position(entry.key if of_key else entry.value)
            return Place(file=self._name, line=line, column=column, pointer=pointer)
        return Place(file=self._name, pointer=pointer)


@dataclass(slots=True)
class DataFile:
    """A parsed file.

    :ivar name: its name in messages (path relative to the source directory).
    :ivar value: plain dict, list, str, int, float, bool and None; every mapping key is a ``str``;
        there are no cycles.
    :ivar faults: parts that were cut or read differently than written.
    """

    name: str
    text: str
    value: Any
    faults: tuple[DataFault, ...] = ()
    _is_json: bool = field(default=True, repr=False, compare=False)
    _relaxed: bool = field(default=False, repr=False, compare=False)
    _repeated: RepeatedKeys = field(default=(), repr=False, compare=False)
    _places: FilePositions | None = field(default=None, repr=False, compare=False)

    def place(self, pointer: str) -> Place:
        """Line and column of the value at JSON *pointer* (the nearest part that exists).

        Positions are computed at the first call, not while parsing.
        """
        return self._place(pointer, of_key=False)

    def key_place(self, pointer: str) -> Place:
        """Like :meth:`place`, but of the key instead of its value (of the item in a list)."""
        return self._place(pointer, of_key=True)

    def repeated_keys(self) -> list[Place]:
        """The places of duplicate keys: the earlier values are discarded."""
        if not self._repeated:
            return []
        lines = LineIndex(self.text)
        places = []
        for offset, steps in self._repeated:
            line, column = lines.position(offset)
            pointer = "".join(f"/{escape_pointer(step)}" for step in steps)
            places.append(Place(file=self.name, line=line, column=column, pointer=pointer))
        return places

    def positions(self) -> Positions:
        """The positions of the parts of the text."""
        return TextPositions(self.text, is_json=self._is_json, relaxed=self._relaxed)

    def _place(self, pointer: str, *, of_key: bool) -> Place:
        if self._places is None:
            self._places = FilePositions(self.name, self.positions)
        return self._places.place(pointer, of_key=of_key)


def parse_data(text: str, name: str, *, relaxed: bool = False) -> DataFile:
    """*text* as a `DataFile`.

    JSON if it looks like JSON (by *name*'s suffix, else by its first character), otherwise YAML.

    :param relaxed: also allow comments and trailing commas in JSON.
    :raises DataFileError: with line and column.
    """
    text = text.removeprefix("\ufeff")
    suffix = PurePosixPath(name).suffix.lower()
    is_json = _looks_like_json(text, suffix)

    def place(offset: int) -> Place:
        line, column = line_and_column(text, offset)
        return Place(file=name, line=line, column=column)

    try:
        parsed = _parse_json(text, relaxed, or_yaml=suffix in _YAML_SUFFIXES) if is_json else None
        if parsed is None:
            value, faults, repeated = _yaml(text)
        else:
            value, faults, repeated = parsed.value, parsed.faults, parsed.repeated
    except TextError as error:
        raise DataFileError(str(error), place(error.offset)) from None
    return DataFile(
        name,
        parsed.text if parsed is not None and faults else text,
        value,
        tuple(DataFault(str(fault), place(fault.offset)) for fault in faults),
        parsed is not None,
        relaxed,
        repeated,
    )


def _looks_like_json(text: str, suffix: str) -> bool:
    opens_json = text.lstrip()[:1] in ("{", "[")
    return opens_json if suffix in _YAML_SUFFIXES else suffix in _JSON_SUFFIXES or opens_json


def is_file(path: Path) -> bool:
    """Whether *path* is a file; false for an invalid path, such as a long text."""
    try:
        return path.is_file()
    except OSError:  # Path raises it if the name is too long
        return False


def read_data(path: Path, name: str, *, relaxed: bool = False) -> DataFile:
    """The file at *path*, parsed: UTF-8 with or without a byte-order mark.

    :param relaxed: it is a settings file, whose encoding must be valid, too.
    :raises DataFileError: unreadable, too large, or raised by `decode_text` or `parse_data`.
    :raises FileNotFoundError: the file does not exist.
    """
    content = read_bytes(path, name)
    if relaxed:
        return parse_data(decode_text(content, name), name, relaxed=True)
    return parse_document(*decode_document(content, name), name)


def read_places(path: Path, name: str) -> FilePositions:
    """Places in the file at *path*, which is read but not parsed.

    The values of a large document take ten times as much memory as its bytes.

    :raises DataFileError: unreadable or too large.
    :raises FileNotFoundError: the file does not exist.
    """
    content = read_bytes(path, name)
    suffix = PurePosixPath(name).suffix.lower()
    head = content.removeprefix(BOM_UTF8).lstrip()[:1].decode("latin-1")
    if _looks_like_json(head, suffix) and is_utf8(content):
        positions = partial(BytePositions, content)
        return FilePositions(name, positions, lambda: _positions(path, name))
    del content
    return FilePositions(name, lambda: _positions(path, name))


def _positions(path: Path, name: str) -> Positions | None:
    """Positions in what `read_data` reads; ``None`` if that fails."""
    try:
        text, _fault = decode_document(read_bytes(path, name), name)
        if not _looks_like_json(text, PurePosixPath(name).suffix.lower()):
            return TextPositions(text, is_json=False)
        return read_data(path, name).positions()
    except (DataFileError, FileNotFoundError, TextError):
        return None


def read_bytes(path: Path, name: str) -> bytes:
    """The content of the regular file at *path*.

    :raises DataFileError: unreadable or too large.
    :raises FileNotFoundError: the file does not exist.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DataFileError("is not a file", Place(file=name))
        if status.st_size > MAX_BYTES:
            raise DataFileError(_too_large(status.st_size, MAX_BYTES), Place(file=name))
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(name) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DataFileError(f"cannot be read: {reason}", Place(file=name)) from None


def decode_text(content: bytes, name: str) -> str:
    """The *content* of a file as text: UTF-8 with or without a byte-order mark.

    :raises DataFileError: too large, or not UTF-8.
    """
    if len(content) > MAX_BYTES:
        raise DataFileError(_too_large(len(content), MAX_BYTES), Place(file=name))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        column = error.start - before.rfind(b"\n")
        place = Place(file=name, line=before.count(b"\n") + 1, column=column)
        raise DataFileError(_NOT_UTF_8, place) from None


def decode_document(content: bytes, name: str) -> tuple[str, DataFault | None]:
    """The *content* of a file as text, with U+FFFD for invalid UTF-8, and the first such place.

    :raises DataFileError: too large, or in another encoding altogether.
    """
    try:
        return decode_text(content, name), None
    except DataFileError as error:
        if len(content) > MAX_BYTES or content[:2] in _UTF_16 or b"\0" in content[:4]:
            raise
        message = "is not UTF-8 here: invalid bytes are read as \ufffd; save the file as UTF-8"
        return content.decode("utf-8-sig", "replace"), DataFault(message, error.place)


#: Byte-order marks.
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def parse_document(text: str, fault: DataFault | None, name: str) -> DataFile:
    """Parse the result of `decode_document` like `parse_data`.

    :raises DataFileError: as `parse_data`; mentions the encoding if that is the cause.
    """
    try:
        data = parse_data(text, name)
    except DataFileError:
        if fault is not None:
            raise DataFileError(_NOT_UTF_8, fault.place) from None
        raise
    if fault is not None:
        data.faults = (fault, *data.faults)
    return data


def _parse_json(text: str, relaxed: bool, *, or_yaml: bool) -> ParsedJson | None:
    """*text* as JSON; ``None`` if it is not JSON but may be YAML.

    JSON in a YAML file is common, and is parsed many times faster as JSON.
    """
    try:
        return parse_json(blank_extras(text) if relaxed and not or_yaml else text)
    except TextError:
        if or_yaml:
            return None
        raise


def _yaml(text: str) -> tuple[Any, tuple[Fault, ...], RepeatedKeys]:
    if len(text) > MAX_YAML_BYTES:
        raise TextError(
            f"{_too_large(len(text), MAX_YAML_BYTES)} of YAML: convert it to JSON, "
            "which is faster to read",
            0,
        )
    # Most documents are JSON.
    from sphinx_navapi.formats.data_yaml import parse_yaml

    return parse_yaml(text)


def _too_large(size: int, limit: int) -> str:
    return f"{size / 1024 / 1024:.1f} MiB exceeds the limit of {limit // 1024 // 1024} MiB"


# Documents have few names in many places: pointers repeat most of their segments.
@lru_cache(maxsize=4096)
def escape_pointer(token: str) -> str:
    """*token* as one segment of a JSON pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


@lru_cache(maxsize=4096)
def unescape_pointer(segment: str) -> str:
    """The key that one segment of a JSON pointer represents."""
    return segment.replace("~1", "/").replace("~0", "~")


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
        entry = self._root
        for segment in segments:
            below = None if entry.inside is None else self._below(entry, segment)
            if below is None:
                break
            entry = below
        return entry

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
