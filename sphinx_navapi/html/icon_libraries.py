"""The icon libraries in the package: archives made by ``docs/icon_libraries.py``.

Each is opened when an icon of it is needed, and then only the part with that icon is read.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

ICON_DATA = Path(__file__).parent / "icon_data"

#: All libraries, the brands last.
LIBRARIES = (
    "fontawesome-solid", "fontawesome-regular", "lucide", "fontawesome-brands", "simple-icons",
)  # fmt: skip

#: Brands are found by title, ignoring characters between its words.
_BY_TITLE = "simple-icons"

_BETWEEN_WORDS = str.maketrans("", "", "-_. ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An icon: its shapes as SVG.

    :ivar box: ``viewBox`` of the shapes.
    :ivar stroke: it is drawn with lines; otherwise its shapes are filled.
    :ivar notice: attribution, if its license requires one; otherwise ``""``.
    """

    shapes: str
    box: str
    stroke: bool = False
    notice: str = ""


class IconLibrary:
    """One library. :param name: one of `LIBRARIES`."""

    def __init__(self, name: str) -> None:
        self._file = ICON_DATA / f"{name}.zip"
        self._by_title = name == _BY_TITLE

    def find(self, name: str) -> Drawing | None:
        """The icon *name*, which may be a former name; ``None`` if there is none."""
        found = self._name(name)
        if found is None:
            return None
        shapes, box = self._chunk(self._chunks[found])[found], self._index["box"]
        if isinstance(shapes, list):
            shapes, box = shapes
        return Drawing(
            shapes=shapes, box=box, stroke=self._index["stroke"], notice=self._index["notice"]
        )

    def __contains__(self, name: str) -> bool:
        return self._name(name) is not None

    def names(self) -> Iterator[str]:
        """All names, including former ones."""
        yield from self._chunks
        yield from self._index["aliases"]

    def _name(self, name: str) -> str | None:
        titles = (name, name.translate(_BETWEEN_WORDS)) if self._by_title else (name,)
        for each in titles:
            found = self._index["aliases"].get(each, each)
            if found in self._chunks:
                return str(found)
        return None

    @cached_property
    def _index(self) -> dict[str, Any]:
        index: dict[str, Any] = self._read("index.json")
        return index

    @cached_property
    def _chunks(self) -> dict[str, int]:
        """The part of the archive for each icon."""
        chunks = enumerate(self._index["chunks"])
        return {name: number for number, names in chunks for name in names}

    @lru_cache(maxsize=16)  # noqa: B019 - there are five libraries, and they stay
    def _chunk(self, number: int) -> dict[str, Any]:
        chunk: dict[str, Any] = self._read(f"{number}.json")
        return chunk

    def _read(self, member: str) -> Any:
        with zipfile.ZipFile(self._file) as archive:
            return json.loads(archive.read(member))


@cache
def icon_library(name: str) -> IconLibrary:
    """The library *name*, one of `LIBRARIES`."""
    return IconLibrary(name)
