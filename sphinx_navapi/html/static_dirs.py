"""What Sphinx copies to ``_static`` for us, into every output."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes import ThemeAdapter, theme_static_dirs

#: Folders without files of the same name.
STATIC_DIRS = (Path(__file__).parent / "static", *theme_static_dirs())


def adapter_static_dirs(adapter: ThemeAdapter | None) -> list[Path]:
    """Those that pages of the theme of *adapter* need beside the first."""
    return [] if adapter is None else [folder / "static" for folder in adapter.folders[:1]]
