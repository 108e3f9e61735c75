"""What the relay has to know of each operation, kept between builds.

Reading all operations of a large document again, because a word of one has changed, would be
a tenth of the build.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx_navapi.request.relay_manifest import RelayedOperation


class RelayedOperations:
    """Relayed operations by what they were made from.

    :param path: a file that keeps them; disposable.
    :param version: of what is the same for all of them.
    """

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._version = version
        self._known = self._read()
        self._used: dict[str, RelayedOperation] = {}

    def get(self, key: str, find: Callable[[], RelayedOperation | None]) -> RelayedOperation | None:
        """The operation made from *key*; *find* makes it where it is not known."""
        found = self._known.get(key) or find()
        if found is not None:
            self._used[key] = found
        return found

    def save(self) -> None:
        """Keep what this build asked for, and nothing else."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        value = {"version": self._version, "operations": self._used}
        self._path.write_text(json.dumps(value), "utf-8")

    def _read(self) -> dict[str, RelayedOperation]:
        try:
            value = as_mapping(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError):
            return {}
        if value.get("version") != self._version:
            return {}
        kept = as_mapping(value.get("operations"))
        found = {key: _operation(stored) for key, stored in kept.items()}
        return {key: each for key, each in found.items() if each is not None}


def _operation(stored: Any) -> RelayedOperation | None:
    """What was kept; ``None`` where the file is damaged."""
    from sphinx_navapi.request.relay_manifest import RelayedOperation

    match stored:
        case [str(), None | list(), dict(), dict(), dict(), bool()]:
            return RelayedOperation(*stored)
    return None
