"""Links within the site that lead nowhere, wherever they are written."""

from __future__ import annotations

import re

import pytest

#: By the pointer in the message: links to missing pages.
DEAD = {
    "navbar.links.0.href": "/no-link",
    "navbar.primary.href": "/no-button",
    "footer.links.0.items.0.href": "/no-footer",
    "banner.content": "/no-banner",
    "navigation.tabs.1.href": "no-tab",
    "navigation.tabs.2.menu.0.href": "/no-item",
}

NAVIGATION = {
    "tabs": [
        {"tab": "T", "pages": ["index", "guides/setup", "linked"]},
        {"tab": "D", "href": "no-tab"},
        {
            "tab": "M",
            "menu": [{"item": "i", "href": "/no-item"}, {"item": "j", "pages": ["guides/more"]}],
        },
    ]
}

CONFIG = {
    "navigation": NAVIGATION,
    "navbar": {
        "links": [{"label": "A", "href": "/no-link"}],
        "primary": {"type": "button", "label": "B", "href": "/no-button"},
    },
    "footer": {"links": [{"header": "h", "items": [{"label": "x", "href": "/no-footer"}]}]},
    "banner": {"content": "[x](/no-banner)"},
}

PAGES = {
    "index.md": "# Home\n",
    "guides/setup.md": "# Setup\n\n## Part two\n",
    "guides/more.md": "# More\n",
    "linked.md": "---\ntitle: Linked\nurl: /guides/setup\n---\n",
}


@pytest.fixture
def site(project):
    project.write({"docs.json": CONFIG, **PAGES})
    return project


def dead_links(built):
    """Level and message of the diagnostics about links, by the pointer in the message."""
    found = [d for d in built.site()["diagnostics"] if d["subtype"] == "unresolved_link"]
    return {d["message"].partition(": ")[0]: (d["level"], d["message"]) for d in found}


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_each_dead_link_of_the_configuration_is_a_warning(site, theme):
    built = site.build(html_theme=theme)
    found = dead_links(built)
    assert {where: re.search(r"at '([^']*)'", found[where][1])[1] for where in found} == DEAD
    assert {level for level, _message in found.values()} == {"warning"}
    assert len(built.warnings) == len(DEAD)
    warnings = "".join(built.warnings)
    assert re.search(r"docs\.json:\d+:\d+: WARNING: navbar\.primary\.href: ", warnings)


def test_what_exists_is_no_dead_link(site):
    links = [
        "/guides/setup", "guides/setup", "/guides/setup#part-two", "/guides", "/old/name", "/",
        "/guides/setup.html", "/search", "/files/a%20b.pdf", "/more/", "/docs/guides/setup",
        "/sitemap.xml", "/mcp", "#top", "https://no.example/x", "mailto:a@b.example",
    ]  # fmt: skip
    config = {
        "navigation": {"pages": ["index", "guides/setup", "guides/more", "linked"]},
        "navbar": {"links": [{"label": "L", "href": href} for href in links]},
        "redirects": [{"source": "/old/name", "destination": "/guides/setup"}],
    }
    extra = {"extra/files/a b.pdf": "x", "extra/more/index.html": "x"}
    site.write({"docs.json": config, **extra})
    base = "https://library.example/docs/"
    checked = site.build("dummy", html_extra_path=["extra"], html_baseurl=base)
    assert checked.warnings == []
    built = site.build(html_extra_path=["extra"], html_baseurl=base)
    assert built.warnings == []
    assert dead_links(built) == {}
    site.write({"docs.json": {**config, "redirects": []}})
    found = dead_links(site.build(html_extra_path=["extra"], html_baseurl=base))
    assert set(found) == {"navbar.links.4.href"}


def test_a_missing_file_is_only_a_note(site):
    """It may be added to the site after the build."""
    config = {"navigation": {"pages": ["index"]}, "footer": {"notice": "[t](/terms.pdf)"}}
    site.write({"docs.json": config})
    built = site.build()
    assert built.warnings == []
    assert dead_links(built)["footer.notice"][0] == "info"


@pytest.mark.parametrize(
    ("href", "near"),
    [("/guides/setpu", "guides/setup"), ("/moved/setup", "guides/setup"), ("/guides/zebra", None)],
)
def test_the_page_that_was_meant(site, href, near):
    navigation = {"pages": ["index", "guides/setup", "guides/more"]}
    site.write({"docs.json": {"navigation": navigation, "banner": {"content": f"[x]({href})"}}})
    _level, message = dead_links(site.build())["banner.content"]
    assert message.endswith(f"did you mean '/{near}'?") == (near is not None)


def test_an_entry_that_leads_nowhere(site):
    site.write({"linked.md": "---\ntitle: Linked\nurl: /guides/gone\n---\n"})
    built = site.build()
    assert "linked.md:3: WARNING: url: no page or file exists at '/guides/gone'" in "".join(
        built.warnings
    )
    assert dead_links(built)["url"][0] == "warning"


def test_the_same_link_is_one_message(site):
    links = [{"label": "A", "href": "/gone"}, {"label": "B", "href": "/gone"}]
    site.write({"docs.json": {"navigation": {"pages": ["index"]}, "navbar": {"links": links}}})
    (warning,) = site.build().warnings
    assert "2 places" in warning


@pytest.mark.parametrize(
    "builder", ["latex", "text", "singlehtml", "dirhtml", "linkcheck", "dummy"]
)
def test_other_builders(site, builder):
    """Those that write or check a site report the links of docs.json."""
    built = site.build(builder)
    assert len(built.warnings) == (0 if builder in ("latex", "text") else len(DEAD))
    assert site.build(builder).warnings == built.warnings


def test_relative_links_of_a_banner(site):
    """They are written for the root of the site, as all links of docs.json."""
    config = {"navigation": NAVIGATION, "banner": {"content": "[b](guides/setup)"}}
    site.write({"docs.json": config})
    built = site.build(html_theme="navapi")
    assert '<a href="setup.html">b</a>' in built.text("guides/more.html")
