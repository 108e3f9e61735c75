"""JSON and YAML files as plain values, with the position of every part on demand.

Documents are untrusted: this module is the only place that parses them, so that
alias bombs, cycles, absurd nesting and odd keys are met once. YAML is read by
the core schema of YAML 1.2 (``no``, dates and ``200`` as keys stay strings).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_navapi.diagnostics import Place


class DataFileError(Exception):
    """The text cannot be read; ``str()`` is one line saying why, *place* where."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.place = place


@dataclass(slots=True)
class DataFile:
    """A parsed file.

    :ivar name: how messages call it (path relative to the source directory).
    :ivar value: plain dict, list, str, int, float, bool and None; every mapping
        key is a ``str``; no object occurs inside itself.
    """

    name: str
    text: str
    value: Any

    def place(self, pointer: str) -> Place:
        """Line and column of the value at JSON *pointer* (the nearest part that exists).

        Positions are computed at the first call, not while parsing.
        """
        raise NotImplementedError

    def key_place(self, pointer: str) -> Place:
        """Like :meth:`place`, of the key instead of its value (of the item in a list)."""
        raise NotImplementedError


def parse_data(text: str, name: str, *, relaxed: bool = False) -> DataFile:
    """*text* as a `DataFile`.

    JSON where the text looks like JSON (by *name*'s suffix, else by its first
    character), YAML otherwise.

    :param relaxed: also allow comments and trailing commas in JSON.
    :raises DataFileError: with line and column.
    """
    raise NotImplementedError


def read_data(path: Path, name: str, *, relaxed: bool = False) -> DataFile:
    """The file at *path*, parsed: UTF-8 with or without a byte-order mark.

    :raises DataFileError: unreadable, too large, not UTF-8, or as `parse_data`.
    :raises FileNotFoundError: there is no such file.
    """
    raise NotImplementedError


def escape_pointer(token: str) -> str:
    """*token* as one segment of a JSON pointer (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape_pointer(segment: str) -> str:
    """The key that one segment of a JSON pointer stands for."""
    return segment.replace("~1", "/").replace("~0", "~")
