"""Options of the ``navapi`` theme, from ``html_theme_options`` and docs.json, which takes
precedence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.config.confvals import ConfLines
from sphinx_navapi.config.look_values import ColorValue, FileValue
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.config.value_types import ChoiceValue, FlagValue, ValueType, wrong_type
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer, is_file, relative_name
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.site_look import Accent, dark_code, make_accent, strict_scheme

_FLAG: Final = FlagValue()

#: The theme's own options; those of Sphinx's `basic` are valid too.
_OPTIONS: Final[Mapping[str, ValueType]] = {
    **dict.fromkeys(("breadcrumbs", "drilldown", "show_prev_next", "sidebar_icons"), _FLAG),
    "accent_color": ColorValue(),
    "color_scheme": ChoiceValue(("auto", "light", "dark")),
    "logo_light": FileValue(),
    "logo_dark": FileValue(),
}
_OF_BASIC: Final = (
    "nosidebar", "sidebarwidth", "body_min_width", "body_max_width", "navigation_with_keys",
    "enable_search_shortcuts", "globaltoc_collapse", "globaltoc_includehidden",
)  # fmt: skip

#: Strings for booleans in ``theme.conf`` and on the command line.
_FLAG_WORDS: Final = frozenset({"true", "false", "1", "0", "yes", "no", "on", "off", ""})


def usable_options(
    options: Any, conf_file: Path, source_dir: Path
) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """*options* without unknown or invalid ones, and diagnostics about these."""
    lines, file = ConfLines(conf_file), relative_name(conf_file, source_dir)
    if not isinstance(options, Mapping):
        message = f"html_theme_options: {show(options)} is ignored: use a dict"
        place = Place(file=file, line=lines.find("html_theme_options"))
        return {}, (Diagnostic(subtype=Subtype.CONFIG, message=message, place=place),)
    kept: dict[str, Any] = {}
    found = []
    for name, value in options.items():
        problem = next(_problems(name, value, (source_dir, conf_file.parent), options), None)
        if problem is None:
            kept[name] = value
            continue
        line = lines.find("html_theme_options", f"/{escape_pointer(name)}")
        found.append(
            Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"html_theme_options: {problem}",
                place=Place(file=file, line=line),
            )
        )
    return kept, tuple(found)


def _problems(
    name: str, value: Any, folders: Iterable[Path], options: Mapping[str, Any]
) -> Iterator[str]:
    kind = _OPTIONS.get(name)
    if kind is None:
        if name not in _OF_BASIC:
            others = [each for each in (*_OPTIONS, *_OF_BASIC) if each not in options]
            meant = nearest_word(name, others)
            advice = (
                f'did you mean "{meant}"?' if meant else f"the options are {', '.join(_OPTIONS)}"
            )
            yield f"the option {show(name)} is unknown and ignored: {advice}"
    elif isinstance(kind, FlagValue) and isinstance(value, str):
        if value.strip().lower() not in _FLAG_WORDS:
            yield f"{name}: {wrong_type(value, kind)}"
    elif value not in (None, "") and not kind.accepts(value):
        yield f"{name}: {wrong_type(value, kind)}"
    elif isinstance(kind, FileValue) and isinstance(value, str) and value.strip():
        here, beside = folders
        if not value.startswith("https://") and logo_path(value, here, beside) is None:
            yield f"{name}: the file {show(value)} does not exist: correct its path"


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
