"""Files written to an output folder, and removing those of earlier builds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What the last finished build wrote to an output folder.

    :ivar digests: of each page, by docname; empty if another edition wrote them.
    :ivar pages: files of documents, as paths below the folder.
    :ivar files: our other files.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    pages: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()


class OutputFiles:
    """Files other than pages: those no longer needed are removed at the end of the build.

    :ivar names: paths below the output folder, with ``/``.
    """

    def __init__(self, outdir: Path) -> None:
        self._outdir = outdir
        self.names: set[str] = set()

    def put(self, name: str, content: str | bytes) -> None:
        """Write *content*, unless the file already has it."""
        self.note(name)
        write_if_changed(self._outdir / name, content)

    def note(self, name: str) -> None:
        """Keep the file *name*, which was written elsewhere or is still up to date."""
        self.names.add(name)


def write_if_changed(path: Path, content: str | bytes) -> None:
    """Write *content* to *path*, creating its folder; an unchanged file keeps its modification
    time.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def remove_files(outdir: Path, names: Iterable[str]) -> None:
    """Delete the files *names* below *outdir*, and folders left empty."""
    for name in sorted(names):
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts:
            continue
        path = outdir / name
        if path.is_file() or path.is_symlink():
            path.unlink()
            remove_empty(path.parent, outdir)


def remove_empty(folder: Path, top: Path) -> None:
    """Delete *folder* and its parents, below *top*, while they are empty."""
    while folder != top and folder.is_relative_to(top):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
