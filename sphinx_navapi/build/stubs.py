"""The stubs of generated documents on disk, below the doctree directory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_navapi.build.project import STUB_SUFFIX


def write_stubs(directory: Path, stubs: Mapping[str, str]) -> None:
    """Make *directory* hold exactly *stubs*, docname to text.

    A stub is written only if its text differs: its modification time is what
    Sphinx compares.
    """
    wanted = {directory / (docname + STUB_SUFFIX): text for docname, text in stubs.items()}
    for path, text in wanted.items():
        data = text.encode()
        try:
            if path.read_bytes() == data:
                continue
        except OSError:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if directory.is_dir():
        for path in sorted(directory.rglob(f"*{STUB_SUFFIX}"), reverse=True):
            if path not in wanted:
                path.unlink()
                _remove_empty(path.parent, directory)


def _remove_empty(folder: Path, top: Path) -> None:
    while folder != top:
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent
