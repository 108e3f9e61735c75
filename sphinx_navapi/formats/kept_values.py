"""Values that take long to find, kept in a file between builds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from sphinx_navapi.formats.lenient import as_mapping

Kept = TypeVar("Kept")


class KeptValues(Generic[Kept]):
    """Values by what they were found from.

    :param path: the file; disposable. One of another version, or damaged, holds nothing.
    :param version: of what is the same for all of them.
    :param read: a value as it came from JSON; ``None`` where it is damaged.
    """

    def __init__(self, path: Path, version: str, read: Callable[[object], Kept | None]) -> None:
        self._path = path
        self._version = version
        self._known = self._read(read)
        self._used: dict[str, Kept] = {}

    def get(self, key: str, find: Callable[[], Kept]) -> Kept:
        """The value found from *key*; *find* finds it where it is not known; `None` is not kept."""
        found = self._used.get(key)
        if found is None:
            found = self._known.get(key)
            found = find() if found is None else found
            # `None` reads as damaged: kept, it would make every build write the file again.
            if found is not None:
                self._used[key] = found
        return found

    def save(self) -> None:
        """Keep what this build asked for, and nothing else."""
        if self._used == self._known:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        value = {"version": self._version, "values": self._used}
        self._path.write_text(json.dumps(value), "utf-8")

    def _read(self, read: Callable[[object], Kept | None]) -> dict[str, Kept]:
        try:
            value = as_mapping(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError):
            return {}
        if value.get("version") != self._version:
            return {}
        found = {key: read(stored) for key, stored in as_mapping(value.get("values")).items()}
        return {key: each for key, each in found.items() if each is not None}
