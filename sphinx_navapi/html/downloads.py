"""Downloadable documents: copied by Sphinx for a link of an overview."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def document_url(env: BuildEnvironment, document: str) -> str | None:
    """URL of the copy of *document*, relative to the site's root; ``None`` if there is none."""
    # Names are strings in some versions of Sphinx, paths in others.
    for name, (_pages, file) in env.dlfiles.items():
        if Path(name).as_posix() == document:
            return f"_downloads/{quote(str(file))}"
    return None
