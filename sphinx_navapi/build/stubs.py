"""The stubs of generated documents on disk, below the doctree directory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sphinx_navapi.build.output_files import remove_empty, write_if_changed
from sphinx_navapi.build.project import STUB_SUFFIX


def write_stubs(directory: Path, stubs: Mapping[str, str]) -> None:
    """Make *directory* contain exactly *stubs*, docname to text.

    A stub is written only if its text differs: its modification time is what Sphinx compares.
    """
    for docname, text in stubs.items():
        write_if_changed(directory / (docname + STUB_SUFFIX), text)
    for docname in sorted(set(_docnames(directory)) - stubs.keys()):
        path = directory / (docname + STUB_SUFFIX)
        path.unlink()
        remove_empty(path.parent, directory)


def _docnames(directory: Path) -> Iterator[str]:
    """The docnames of all stubs below *directory*."""
    # Strings, because `Path.rglob` takes five times as long.
    for folder, _folders, files in os.walk(directory):
        prefix = Path(folder).relative_to(directory).as_posix()
        for name in files:
            if name.endswith(STUB_SUFFIX):
                stem = name.removesuffix(STUB_SUFFIX)
                yield stem if prefix == "." else f"{prefix}/{stem}"
