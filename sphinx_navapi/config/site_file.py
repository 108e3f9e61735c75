"""The file with the configuration of a site."""

from __future__ import annotations

from pathlib import Path
from typing import Final

#: The file, and its older form, which `mint_json` reads.
DOCS_JSON: Final = "docs.json"
MINT_JSON: Final = "mint.json"


def site_file(path: Path) -> Path:
    """*path*, or if that is a ``docs.json`` that does not exist, a ``mint.json`` in its folder."""
    older = path.with_name(MINT_JSON)
    return older if path.name == DOCS_JSON and not path.is_file() and older.is_file() else path
