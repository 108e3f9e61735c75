"""The stubs of generated documents on disk, below the doctree directory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_navapi.build.output_files import remove_empty, write_if_changed
from sphinx_navapi.build.project import STUB_SUFFIX


def write_stubs(directory: Path, stubs: Mapping[str, str]) -> None:
    """Make *directory* hold exactly *stubs*, docname to text.

    A stub is written only if its text differs: its modification time is what
    Sphinx compares.
    """
    wanted = {directory / (docname + STUB_SUFFIX): text for docname, text in stubs.items()}
    for path, text in wanted.items():
        write_if_changed(path, text)
    if directory.is_dir():
        for path in sorted(directory.rglob(f"*{STUB_SUFFIX}"), reverse=True):
            if path not in wanted:
                path.unlink()
                remove_empty(path.parent, directory)
