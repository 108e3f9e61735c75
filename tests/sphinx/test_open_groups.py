"""Groups that are open on every page of our theme."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

GROUPS = [
    {"group": "Here", "pages": ["index"]},
    {"group": "Beside", "pages": ["one", {"group": "Inner", "pages": ["two", "three"]}]},
    {"group": "Closed", "expanded": False, "pages": ["four", "five"]},
    {"group": "Opened", "pages": [{"group": "Deep", "expanded": True, "pages": ["six", "seven"]}]},
]
PAGES = ("index", "one", "two", "three", "four", "five", "six", "seven")


@pytest.fixture
def opened(project):
    """``opened(settings, **options)``: the labels of the groups that are open on the first page."""

    def build(settings, **options):
        tabs = [{"tab": "Guide", "groups": GROUPS}, {"tab": "More", "pages": ["more"]}]
        project.write(
            {f"{name}.rst": f"{name}\n{'=' * len(name)}\n" for name in (*PAGES, "more")}
            | {"docs.json": settings | {"navigation": {"tabs": tabs}}}
        )
        built = project.build(html_theme="navapi", html_theme_options=options)
        assert built.warnings == []
        soup = BeautifulSoup(built.text("index.html"), "html.parser")
        return {
            found.find("summary").get_text(strip=True)
            for found in soup.select("nav.navapi-sidebar details[open]")
        }

    return build


def test_outermost_groups_are_open_as_in_hosted_services(opened):
    assert opened({"theme": "mint"}) == {"Here", "Beside", "Opened", "Deep"}


def test_other_sites_say_which_groups_are_open(opened):
    assert opened({}) == {"Here", "Deep"}


def test_an_option_decides(opened):
    assert opened({"theme": "mint"}, open_groups=False) == {"Here", "Deep"}
    assert opened({}, open_groups=True) == {"Here", "Beside", "Opened", "Deep"}
