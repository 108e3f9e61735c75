"""The icon libraries of the package: archives that ``docs/icon_libraries.py`` makes.

None is opened before an icon of it is asked for, and then only the part with that icon is read.
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

#: Titles of brands are found without what stands between their words.
_BY_TITLE = "simple-icons"

_BETWEEN_WORDS = str.maketrans("", "", "-_. ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """An icon: its shapes as SVG.

    :ivar box: ``viewBox`` of the shapes.
    :ivar stroke: it is drawn with lines; else its shapes are filled.
    :ivar notice: whose it is, where its licence asks for that; ``""`` if not.
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
        """The icon called *name*, also by a former name; ``None`` if there is none."""
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
        """All names, former ones too."""
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
        """Which part of the archive holds an icon."""
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
    """The library called *name*, one of `LIBRARIES`."""
    return IconLibrary(name)
