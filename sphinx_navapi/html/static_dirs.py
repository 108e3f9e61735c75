"""What Sphinx copies to ``_static`` for us, into every output."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes import theme_static_dirs

#: Folders without files of the same name.
STATIC_DIRS = (Path(__file__).parent / "static", *theme_static_dirs())
