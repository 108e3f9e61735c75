"""What tests know about the themes that have an adapter: a line for each peculiarity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_navapi.html.themes import THEMES, adapter_for
from sphinx_navapi.html.themes.adapter import no_logos


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeCase:
    """Defaults that apply to most themes.

    :ivar breadcrumbs: selector of the theme's own breadcrumbs.
    :ivar neighbors: options that change where it shows the neighbors of a page.
    :ivar logo: options with which a project shows ``own.svg``, a static file, as its logo.
    :ivar keeps_tags: whether it keeps tags of the head that it does not write itself.
    :ivar has_room: whether its text is wide enough for samples beside it.
    :ivar weak: selector of the elements of any page that the theme shows with too little contrast,
        or with what no key scrolls.
    """

    breadcrumbs: str = ""
    neighbors: tuple[Mapping[str, Any], ...] = ()
    logo: Mapping[str, Any] = field(default_factory=dict)
    keeps_tags: bool = True
    has_room: bool = True
    weak: str = ""


_PARTICULAR = {
    "alabaster": ThemeCase(
        weak=".highlight",
        has_room=False,
        neighbors=(
            {"show_related": True},
            {"show_relbars": True},
            {"show_relbar_top": True},
            {"show_relbar_bottom": True, "show_related": True},
        ),
    ),
    # Its script does not focus code that is wider than a narrow window.
    "furo": ThemeCase(
        weak=".highlight > pre", logo={"light_logo": "own.svg", "dark_logo": "own.svg"}
    ),
    "pydata_sphinx_theme": ThemeCase(
        breadcrumbs=".bd-breadcrumbs",
        logo={"logo": {"image_light": "own.svg", "image_dark": "own.svg"}},
    ),
    "shibuya": ThemeCase(
        breadcrumbs=".sy-breadcrumbs",
        logo={"light_logo": "_static/own.svg", "dark_logo": "_static/own.svg"},
        keeps_tags=False,
    ),
    "sphinx_book_theme": ThemeCase(
        logo={"logo": {"image_light": "own.svg", "image_dark": "own.svg"}}
    ),
    "sphinx_rtd_theme": ThemeCase(
        breadcrumbs=".wy-breadcrumbs",
        weak=".literal, .admonition-title, a, .highlight > pre",
        neighbors=(
            {"prev_next_buttons_location": "top"},
            {"prev_next_buttons_location": "both"},
        ),
    ),
}

#: By name, in the order of the registry.
CASES = {theme: _PARTICULAR.get(theme, ThemeCase()) for theme in THEMES}

#: Themes that show different logos on light and dark pages, and those that do not.
TWO_LOGOS = [theme for theme in THEMES if adapter_for([theme]).logos is not no_logos]
ONE_LOGO = [theme for theme in THEMES if theme not in TWO_LOGOS]

#: In every theme, a page of a site with every kind of element has each of these once.
PARTS = (
    "nav.navapi-tabs",
    "nav.navapi-anchors",
    ".navapi-dropdowns",
    ".navapi-versions",
    ".navapi-languages",
    ".navapi-products",
    "nav.navapi-sidebar",
    "nav.navapi-breadcrumbs",
    ".navapi-prev-next",
)
