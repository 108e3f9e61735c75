"""JSON and YAML files as plain values, with the position of every part on demand.

Documents are untrusted: what authors give us is read here, so that
alias bombs, cycles, absurd nesting and odd keys are met once. YAML is read by
the core schema of YAML 1.2 (``no``, dates and ``200`` as keys stay strings).
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, Final

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.formats.data_json import (
    ParsedJson,
    blank_extras,
    is_plain_json,
    json_entries,
    json_repeated_keys,
    json_root,
    parse_json,
)
from sphinx_navapi.formats.data_text import Entry, Fault, LineIndex, TextError, line_and_column
from sphinx_navapi.formats.data_yaml import parse_yaml, yaml_entries, yaml_repeated_keys, yaml_root

#: Bytes of a file that is read at all.
MAX_BYTES: Final = 64 * 1024 * 1024

#: Bytes of a YAML file: YAML takes many times as long as JSON.
MAX_YAML_BYTES: Final = 16 * 1024 * 1024

_NOT_UTF_8: Final = "not UTF-8: save the file with this encoding"

_JSON_SUFFIXES: Final = frozenset({".json", ".jsonc", ".json5"})
_YAML_SUFFIXES: Final = frozenset({".yaml", ".yml"})


def relative_name(path: Path, root: Path) -> str:
    """*path* relative to *root*, with ``/``; with ``..`` where it lies elsewhere."""
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
    """What was wrong with a part of a file, of which the rest is read. *message*: one line."""

    message: str
    place: Place


@dataclass(slots=True)
class DataFile:
    """A parsed file.

    :ivar name: how messages call it (path relative to the source directory).
    :ivar value: plain dict, list, str, int, float, bool and None; every mapping
        key is a ``str``; no object occurs inside itself.
    :ivar faults: what had to be cut or read as something else.
    """

    name: str
    text: str
    value: Any
    faults: tuple[DataFault, ...] = ()
    _is_json: bool = field(default=True, repr=False, compare=False)
    _relaxed: bool = field(default=False, repr=False, compare=False)
    _positions: _Positions | None = field(default=None, repr=False, compare=False)

    def place(self, pointer: str) -> Place:
        """Line and column of the value at JSON *pointer* (the nearest part that exists).

        Positions are computed at the first call, not while parsing.
        """
        return self._place(pointer, of_key=False)

    def key_place(self, pointer: str) -> Place:
        """Like :meth:`place`, of the key instead of its value (of the item in a list)."""
        return self._place(pointer, of_key=True)

    def repeated_keys(self) -> list[Place]:
        """Where a mapping gets a key again that it has: the earlier member is lost."""
        if self._is_json:
            found = json_repeated_keys(blank_extras(self.text) if self._relaxed else self.text)
        else:
            found = yaml_repeated_keys(self.text)
        lines = LineIndex(self.text)
        places = []
        for offset, steps in found:
            line, column = lines.position(offset)
            pointer = "".join(f"/{escape_pointer(step)}" for step in steps)
            places.append(Place(file=self.name, line=line, column=column, pointer=pointer))
        return places

    def _place(self, pointer: str, *, of_key: bool) -> Place:
        if self._positions is None:
            self._positions = _Positions(self.text, self._is_json, self._relaxed)
        segments = [unescape_pointer(segment) for segment in pointer.split("/")[1:]]
        entry = self._positions.entry(segments)
        line, column = self._positions.lines.position(entry.key if of_key else entry.value)
        return Place(file=self.name, line=line, column=column, pointer=pointer)


class _Positions:
    """Offsets of the parts of a text that was parsed before."""

    def __init__(self, text: str, is_json: bool, relaxed: bool) -> None:
        self.lines = LineIndex(text)
        self._is_json = is_json
        self._text = blank_extras(text) if relaxed and is_json else text
        self._root = json_root(self._text) if is_json else yaml_root(text)
        self._members: dict[int, dict[str, Entry]] = {}

    def entry(self, segments: list[str]) -> Entry:
        """Where the value at *segments* stands, or the nearest around it that exists."""
        found = self._root
        for segment in segments:
            if found.inside is None:
                break
            below = self._entries(found).get(segment)
            if below is None:
                break
            found = below
        return found

    def _entries(self, container: Entry) -> dict[str, Entry]:
        if not self._is_json:
            return yaml_entries(container.inside)
        entries = self._members.get(container.value)
        if entries is None:
            entries = self._members[container.value] = json_entries(self._text, container.value)
        return entries


def parse_data(text: str, name: str, *, relaxed: bool = False) -> DataFile:
    """*text* as a `DataFile`.

    JSON where the text looks like JSON (by *name*'s suffix, else by its first
    character), YAML otherwise.

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
        value, faults = _yaml(text) if parsed is None else (parsed.value, parsed.faults)
    except TextError as error:
        raise DataFileError(str(error), place(error.offset)) from None
    return DataFile(
        name,
        parsed.text if parsed is not None and faults else text,
        value,
        tuple(DataFault(str(fault), place(fault.offset)) for fault in faults),
        parsed is not None,
        relaxed,
    )


def _looks_like_json(text: str, suffix: str) -> bool:
    opens_json = text.lstrip()[:1] in ("{", "[")
    return opens_json if suffix in _YAML_SUFFIXES else suffix in _JSON_SUFFIXES or opens_json


def is_file(path: Path) -> bool:
    """Whether a file is at *path*; one that no system can hold, such as a text, leads to none."""
    try:
        return path.is_file()
    except OSError:  # Path passes on that a name is too long
        return False


def read_data(path: Path, name: str, *, relaxed: bool = False) -> DataFile:
    """The file at *path*, parsed: UTF-8 with or without a byte-order mark.

    :param relaxed: it is a file of settings, of which the encoding must be right, too.
    :raises DataFileError: unreadable, too large, as `decode_text` or as `parse_data`.
    :raises FileNotFoundError: there is no such file.
    """
    content = read_bytes(path, name)
    if relaxed:
        return parse_data(decode_text(content, name), name, relaxed=True)
    return parse_document(*decode_document(content, name), name)


def read_places(path: Path, name: str) -> DataFile:
    """The file at *path* for the places of its parts alone: with ``None`` as its value.

    The values of a large document take ten times as much memory as its text.

    :raises DataFileError: as `read_data`.
    :raises FileNotFoundError: there is no such file.
    """
    text, _fault = decode_document(read_bytes(path, name), name)
    suffix = PurePosixPath(name).suffix.lower()
    if _looks_like_json(text, suffix) and is_plain_json(text):
        return DataFile(name, text, None)
    data = read_data(path, name)
    data.value = None
    return data


def read_bytes(path: Path, name: str) -> bytes:
    """The content of the regular file at *path*.

    :raises DataFileError: unreadable or too large.
    :raises FileNotFoundError: there is no such file.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise DataFileError("is no file", Place(file=name))
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
    """The *content* of a file as text, with U+FFFD for what is not UTF-8, and where that is.

    :raises DataFileError: too large, or in another encoding altogether.
    """
    try:
        return decode_text(content, name), None
    except DataFileError as error:
        if len(content) > MAX_BYTES or content[:2] in _UTF_16 or b"\0" in content[:4]:
            raise
        message = "is not UTF-8 here: what does not fit is read as \ufffd; save the file as UTF-8"
        return content.decode("utf-8-sig", "replace"), DataFault(message, error.place)


#: Byte-order marks.
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def parse_document(text: str, fault: DataFault | None, name: str) -> DataFile:
    """What `decode_document` gave, parsed as by `parse_data`.

    :raises DataFileError: as `parse_data`; says what is wrong with the encoding, if that is.
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


def escape_pointer(token: str) -> str:
    """*token* as one segment of a JSON pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape_pointer(segment: str) -> str:
    """The key that one segment of a JSON pointer stands for."""
    return segment.replace("~1", "/").replace("~0", "~")


def _parse_json(text: str, relaxed: bool, *, or_yaml: bool) -> ParsedJson | None:
    """*text* as JSON; ``None`` where it is none and may be YAML.

    JSON under a YAML name is common and reads many times faster as what it is.
    """
    try:
        return parse_json(blank_extras(text) if relaxed and not or_yaml else text)
    except TextError:
        if or_yaml:
            return None
        raise


def _yaml(text: str) -> tuple[Any, tuple[Fault, ...]]:
    if len(text) > MAX_YAML_BYTES:
        raise TextError(
            f"{_too_large(len(text), MAX_YAML_BYTES)} of YAML: convert it to JSON, "
            "which reads faster",
            0,
        )
    return parse_yaml(text)


def _too_large(size: int, limit: int) -> str:
    return f"{size / 1024 / 1024:.1f} MiB is past the limit of {limit // 1024 // 1024} MiB"
