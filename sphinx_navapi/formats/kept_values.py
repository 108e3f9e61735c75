"""What takes long to compute, cached between builds by what it was computed from.

Values are in a file of `KeptValues`; `project.output_files` does the same for files of the output.
Everything depends on the edition of the package. Fingerprints of values are those of `digest_of`;
those of files (`openapi.sources`) and of parts of documents (`openapi.fingerprint`) are of bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Generic, TypeVar

from sphinx_navapi.edition import edition
from sphinx_navapi.formats.lenient import as_mapping

Kept = TypeVar("Kept")


def digest_of(parts: object) -> str:
    """Hex digest of *parts*, values of JSON; others count by their text."""
    text = json.dumps(parts, sort_keys=True, default=str)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def key_of(parts: Iterable[object]) -> str:
    """A key that changes with each of *parts*, by their text, and with the edition."""
    digest = blake2b(edition().encode(), digest_size=12)
    for part in parts:
        digest.update(f"{part}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


class KeptValues(Generic[Kept]):
    """Cached values by the keys they were computed from.

    :param path: the file; disposable. A file of another version, or a damaged one, is ignored.
    :param settings: what all values depend on, besides the edition.
    :param read: converts a value from JSON; ``None`` if it is damaged.
    """

    def __init__(self, path: Path, settings: str, read: Callable[[object], Kept | None]) -> None:
        self._path = path
        self._version = f"{edition()} {settings}"
        self._known = self._read(read)
        self._used: dict[str, Kept] = {}

    def get(self, key: str, find: Callable[[], Kept]) -> Kept:
        """The value for *key*, computed by *find* if it is not cached; `None` is not cached."""
        value = self._used.get(key)
        if value is None:
            value = self._known.get(key)
            value = find() if value is None else value
            # `None` reads as damaged: caching it would make every build write the file again.
            if value is not None:
                self._used[key] = value
        return value

    def save(self, write: Callable[[Kept], object] | None = None) -> None:
        """Save what this build used, and nothing else.

        :param write: converts a value to one of JSON, if it is none.
        """
        if self._used == self._known:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        values = {key: write(each) if write else each for key, each in self._used.items()}
        value = {"version": self._version, "values": values}
        self._path.write_text(json.dumps(value), "utf-8")
        self._known = dict(self._used)

    def _read(self, read: Callable[[object], Kept | None]) -> dict[str, Kept]:
        try:
            value = as_mapping(json.loads(self._path.read_text("utf-8")))
        except (OSError, ValueError):
            return {}
        if value.get("version") != self._version:
            return {}
        values = {key: read(stored) for key, stored in as_mapping(value.get("values")).items()}
        return {key: each for key, each in values.items() if each is not None}
