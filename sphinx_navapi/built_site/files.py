"""Mapping request paths to files of the site, and to nothing else on the disk."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

#: Hidden names that are public (RFC 8615).
_WELL_KNOWN = ".well-known"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile:
    """The current state of a file of the site.

    :ivar name: path below the site's root.
    :ivar mtime: nanoseconds. :ivar size: bytes.
    """

    path: Path
    name: str
    mtime: int
    size: int

    @property
    def key(self) -> tuple[str, int, int]:
        """Changes whenever the file does."""
        return self.name, self.mtime, self.size


class SiteFiles:
    """The files below *root*, except hidden ones and those that a link leads out to."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def find(self, name: str) -> SiteFile | None:
        """The file *name*, ``None`` if it does not exist or is not public.

        :param name: decoded path below the root, without a leading slash.
        """
        if not is_path(name):
            return None
        path = self.root / name
        try:
            found = path.resolve(strict=True)
            if not found.is_relative_to(self.root):
                return None
            inside = found.relative_to(self.root).as_posix()
            if inside != name and not is_path(inside):
                return None
            state = found.stat()
        except (OSError, ValueError, RuntimeError):
            return None
        if not stat.S_ISREG(state.st_mode):
            return None
        return SiteFile(path=found, name=name, mtime=state.st_mtime_ns, size=state.st_size)


def is_path(name: str) -> bool:
    """Whether *name* can be the path of a public file: no hidden part, no ``..``, no device."""
    if not name or "\\" in name or "\0" in name:
        return False
    segments = name.split("/")
    if any(s == "" or (s.startswith(".") and s != _WELL_KNOWN) for s in segments):
        return False
    # A drive, a stream or a device on Windows.
    return os.name != "nt" or not any(":" in s or Path(s).is_reserved() for s in segments)
