"""Validating ``html_theme_options`` for the ``navapi`` theme."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.config.conf_lines import ConfLines
from sphinx_navapi.config.look_values import ColorValue, FileValue
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.config.value_types import ChoiceValue, FlagValue, ValueType, wrong_type
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer, relative_name
from sphinx_navapi.html.theme_settings import logo_path

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
