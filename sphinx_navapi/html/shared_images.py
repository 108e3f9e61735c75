"""Preview pictures of pages for social media: files of the source directory."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

#: Their folder in the output.
FOLDER = "_navapi/images"

#: Formats that other programs can show.
_SUFFIXES = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})


class SharedImages:
    """Finds the pictures that pages refer to, and collects the files for the output.

    :ivar files: by URL relative to the site's root, in order of first use.
    """

    def __init__(self, source_dir: Path) -> None:
        self._source_dir = source_dir
        self.files: dict[str, Path] = {}
        self._known: dict[tuple[str, str], str | None] = {}

    def find(self, folder: str, value: str) -> str | None:
        """URL relative to the site's root of the picture *value*; ``None`` if it is not such a
        file.

        :param folder: of the page, the base of a path without a leading slash; otherwise paths are
            relative to the source directory.
        """
        key = (folder, value)
        if key not in self._known:
            self._known[key] = self._find(folder, value)
        return self._known[key]

    def _find(self, folder: str, value: str) -> str | None:
        path = unquote(value.partition("#")[0].partition("?")[0])
        bases = ("",) if path.startswith("/") else (folder, "")
        for base in dict.fromkeys(bases):
            name = os.path.normpath(PurePosixPath(base, path.lstrip("/"))).replace(os.sep, "/")
            if name.startswith("../") or Path(name).suffix.lower() not in _SUFFIXES:
                continue
            try:
                file = (self._source_dir / name).resolve()
                is_inside = file.is_relative_to(self._source_dir.resolve()) and file.is_file()
            except (OSError, ValueError):
                continue
            if is_inside:
                url = f"{FOLDER}/{quote(name)}"
                self.files[f"{FOLDER}/{name}"] = file
                return url
        return None
