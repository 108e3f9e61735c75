"""Options of the ``navapi`` theme, from ``html_theme_options`` and docs.json, which takes
precedence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.colors import Accent, make_accent
from sphinx_navapi.html.site_look import dark_code, strict_scheme

#: Name of the theme.
THEME = "navapi"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeSettings:
    """The theme's settings.

    :ivar eyebrows: ``breadcrumbs``, ``section``, or ``""`` for none.
    :ivar logo_light: path in the source directory, or URL; also for the three others.
    :ivar color_scheme: ``auto``, ``light`` or ``dark``: until the reader chooses.
    :ivar strict_scheme: the reader cannot choose.
    :ivar dark_code: code is dark in light mode, too.
    """

    eyebrows: str = "breadcrumbs"
    drilldown: bool = False
    accent: Accent
    logo_light: str | None = None
    logo_dark: str | None = None
    logo_href: str | None = None
    show_prev_next: bool = True
    sidebar_icons: bool = True
    color_scheme: str = "auto"
    strict_scheme: bool = False
    dark_code: bool = False
    search_prompt: str = ""


def theme_settings(options: Mapping[str, Any], settings: Mapping[str, Any]) -> ThemeSettings:
    """The combined settings of *options* (of the theme) and *settings* (of docs.json)."""
    merged = {**options, **{key: settings[key] for key in options if key in settings}}
    logo = settings.get("logo")
    logos = logo if isinstance(logo, dict) else {"light": logo} if isinstance(logo, str) else {}
    colors = as_mapping(settings.get("colors"))
    light = _string(logos.get("light")) or _string(merged.get("logo_light"))
    return ThemeSettings(
        eyebrows=_eyebrows(merged, settings),
        drilldown=_flag(
            as_mapping(settings.get("interaction")).get("drilldown", merged.get("drilldown")), False
        ),
        accent=make_accent(
            _string(colors.get("primary")) or _string(merged.get("accent_color")),
            _string(colors.get("light")),
        ),
        logo_light=light,
        logo_dark=_string(logos.get("dark")) or _string(merged.get("logo_dark")),
        logo_href=_string(logos.get("href")),
        show_prev_next=_flag(merged.get("show_prev_next"), True),
        sidebar_icons=_flag(merged.get("sidebar_icons"), True),
        color_scheme=_color_scheme(merged, settings),
        strict_scheme=strict_scheme(settings),
        dark_code=dark_code(settings),
        search_prompt=_string(as_mapping(settings.get("search")).get("prompt")) or "",
    )


def logo_path(value: str, source_dir: Path, config_dir: Path) -> Path | None:
    """The file *value*, relative to the source directory or ``conf.py``."""
    for folder in (source_dir, config_dir):
        path = (folder / value.lstrip("/")).resolve()
        if is_file(path) and path.is_relative_to(folder.resolve()):
            return path
    return None


def logo_file(
    name: str, value: str | None, source_dir: Path, config_dir: Path
) -> tuple[str, Path | None] | None:
    """URL of the picture *value*, relative to the site's root, and the file to copy there.

    :param name: the URL without suffix; absolute URLs are kept, without a file.
    """
    if value is None:
        return None
    if value.startswith("https://"):
        return value, None
    path = logo_path(value, source_dir, config_dir)
    return None if path is None else (f"{name}{path.suffix}", path)


def _eyebrows(merged: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    set_there = as_mapping(settings.get("styling")).get("eyebrows")
    if set_there in ("breadcrumbs", "section"):
        return str(set_there)
    return "breadcrumbs" if _flag(merged.get("breadcrumbs"), True) else ""


def _color_scheme(merged: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    wanted = as_mapping(settings.get("appearance")).get("default") or merged.get("color_scheme")
    return str(wanted) if wanted in ("light", "dark") else "auto"


def _string(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None


def _flag(value: object, default: bool) -> bool:
    # Options are strings if they are set in theme.toml or on the command line.
    if isinstance(value, str):
        return value.strip().lower() in ("true", "1", "yes", "on")
    return value if isinstance(value, bool) else default
