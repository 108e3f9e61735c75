"""The files that a build puts into an output folder, and removing those of earlier builds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What an output folder has of the last finished build to it.

    :ivar digests: of each page, by docname; none where another edition wrote them.
    :ivar pages: files of documents, as paths below the folder.
    :ivar files: those beside them that are ours.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    pages: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()


class OutputFiles:
    """Files beside pages: what this build has no use for is removed when it ends.

    :ivar names: paths below the output folder, with ``/``.
    """

    def __init__(self, outdir: Path) -> None:
        self._outdir = outdir
        self.names: set[str] = set()

    def put(self, name: str, content: str | bytes) -> None:
        """Write *content*, if it is not there already."""
        self.note(name)
        write_if_changed(self._outdir / name, content)

    def note(self, name: str) -> None:
        """Keep the file *name*, which was written elsewhere or is still right."""
        self.names.add(name)


def write_if_changed(path: Path, content: str | bytes) -> None:
    """Make *path* hold *content*, its folder with it; one that holds it already stays as old."""
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def remove_files(outdir: Path, names: Iterable[str]) -> None:
    """Delete the files *names* below *outdir*, and the folders that are then empty."""
    for name in sorted(names):
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts:
            continue
        path = outdir / name
        if path.is_file() or path.is_symlink():
            path.unlink()
            remove_empty(path.parent, outdir)


def remove_empty(folder: Path, top: Path) -> None:
    """Delete *folder* and those around it, below *top*, as far as they are empty."""
    while folder != top and folder.is_relative_to(top):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
