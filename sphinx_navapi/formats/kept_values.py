"""Values that take long to compute, cached in a file between builds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from sphinx_navapi.formats.lenient import as_mapping

Kept = TypeVar("Kept")


class KeptValues(Generic[Kept]):
    """Cached values by the keys they were computed from.

    :param path: the file; disposable. A file of another version, or a damaged one, is ignored.
    :param version: of everything that all values depend on.
    :param read: converts a value from JSON; ``None`` if it is damaged.
    """

    def __init__(self, path: Path, version: str, read: Callable[[object], Kept | None]) -> None:
        self._path = path
        self._version = version
        self._known = self._read(read)
        self._used: dict[str, Kept] = {}

    def get(self, key: str, find: Callable[[], Kept]) -> Kept:
        """The value for *key*, computed by *find* if it is not cached; `None` is not cached."""
        found = self._used.get(key)
        if found is None:
            found = self._known.get(key)
            found = find() if found is None else found
            # `None` reads as damaged: caching it would make every build write the file again.
            if found is not None:
                self._used[key] = found
        return found

    def save(self) -> None:
        """Save what this build used, and nothing else."""
        if self._used == self._known:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        value = {"version": self._version, "values": self._used}
        self._path.write_text(json.dumps(value), "utf-8")
        self._known = dict(self._used)

    def _read(self, read: Callable[[object], Kept | None]) -> dict[str, Kept]:
        try:
            value = as_mapping(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError):
            return {}
        if value.get("version") != self._version:
            return {}
        found = {key: read(stored) for key, stored in as_mapping(value.get("values")).items()}
        return {key: each for key, each in found.items() if each is not None}
