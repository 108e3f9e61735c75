"""sphinx-book-theme: a child of pydata-sphinx-theme, with a style sheet of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sphinx_navapi.html.themes import pydata_sphinx_theme

ADAPTER = replace(
    pydata_sphinx_theme.ADAPTER,
    folders=(Path(__file__).parent, *pydata_sphinx_theme.ADAPTER.folders),
)
