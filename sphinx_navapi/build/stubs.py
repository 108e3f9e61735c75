"""Stubs: the source text of every generated page, and their files below the doctree directory."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from sphinx_navapi.build.output_files import remove_empty, write_if_changed
from sphinx_navapi.build.project import STUB_SUFFIX
from sphinx_navapi.edition import edition
from sphinx_navapi.plan.site_plan import Page, SitePlan


def generate_stubs(plan: SitePlan) -> dict[str, str]:
    """The stub text of every generated page of *plan*, by docname."""
    return {docname: write_stub(page) for docname, page in plan.pages.items() if page.generated}


def write_stub(page: Page) -> str:
    """The stub of *page*: one ``key: JSON value`` per line."""
    lines: dict[str, object] = {
        "navapi": edition(),
        "kind": str(page.kind),
        "title": page.title,
        "directory": page.directory,
        **page.subject,
        "fingerprint": page.fingerprint,
    }
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in lines.items())


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
