"""Folders that Sphinx copies to ``_static`` in every output."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes import ThemeAdapter, theme_static_dirs

#: Folders without duplicate file names.
STATIC_DIRS = (Path(__file__).parent / "static", *theme_static_dirs())


def adapter_static_dirs(adapter: ThemeAdapter | None) -> list[Path]:
    """Additional folders for pages of the theme of *adapter*."""
    return [] if adapter is None else [folder / "static" for folder in adapter.folders[:1]]
