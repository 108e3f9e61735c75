"""Selectors for programs on every page, whatever the theme."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import first, theme_params
from nested_elements import within
from sphinx.config import Config
from theme_cases import CASES, PARTS

GROUPS = [{"group": "G", "pages": ["index", "b", "c", {"group": "H", "pages": ["d"]}]}]
NAVIGATION = within(
    {"groups": GROUPS},
    ("product", "P"),
    ("version", "1"),
    ("language", "en"),
    ("tab", "T"),
    ("dropdown", "D"),
    ("anchor", "A"),
)

#: Each occurs once on a page of such a site.
HOOKS = (
    "[data-navapi-page='b']",
    *PARTS,
    "nav.navapi-sidebar a[aria-current=page]",
    *(
        f".navapi-{name} [aria-current=true]"
        for name in ("tabs", "anchors", "dropdowns", "versions", "languages", "products")
    ),
)

UNKNOWN = ["agogo", "bizstyle", "classic", "haiku", "nature", "pyramid", "scrolls", "sphinxdoc"]

OPTIONS = [(theme, options) for theme, case in CASES.items() for options in case.neighbors]


@pytest.mark.parametrize(
    ("theme", "options"),
    # Each theme with an adapter, and one without, as it is.
    first(
        2 + len(CASES),
        [("navapi", {}), *((name, {}) for name in (*CASES, *UNKNOWN)), *OPTIONS],
    ),
)
def test_hooks(project, theme, options):
    project.write({"docs.json": {"navigation": NAVIGATION}})
    project.write({f"{name}.md": f"# Page {name}\n" for name in ("index", "b", "c", "d")})
    built = project.build(html_theme=theme, html_theme_options=options)
    assert built.warnings == []
    page = BeautifulSoup(built.text("b.html"), "html.parser")
    found = {hook: len(page.select(hook)) for hook in HOOKS}
    if theme in UNKNOWN:
        # Each of them has links to the previous and next page: a second pair would be redundant.
        assert found.pop(".navapi-prev-next") == 0
        links = {link["href"] for link in page.select("a[href]:not(.navapi-sidebar a)")}
    else:
        links = {link["href"] for link in page.select(".navapi-prev-next a")}
    assert links >= {"index.html", "c.html"}
    assert found == dict.fromkeys(found, 1)
    assert all(group.name == "details" for group in page.select(".navapi-sidebar li > :has(> ul)"))


@pytest.mark.parametrize("theme", theme_params([*CASES, "navapi"]))
def test_builds_of_one_process_do_not_change_each_other(project, theme):
    """Themes append to lists of the configuration, whose defaults are shared by all builds."""
    before = {name: repr(option.default) for name, option in Config.config_values.items()}
    project.write({"docs.json": {"navigation": NAVIGATION}})
    project.write({f"{name}.md": f"# Page {name}\n" for name in ("index", "b", "c", "d")})
    project.build(html_theme=theme)
    after = {name: repr(option.default) for name, option in Config.config_values.items()}
    assert after == before
