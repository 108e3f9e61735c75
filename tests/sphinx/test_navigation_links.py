"""Elements of the navigation that link to a URL instead of having content."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params

BASE = "https://site.example/"

#: Labels, the value in docs.json, and the target in a build with a file for each page.
HREFS = {
    "Tab": ("/start/first#part-two", "start/first.html#part-two"),
    "Item": ("start/first", "start/first.html"),
    "Anchor": ("/start/first?x=1#part-two", "start/first.html?x=1#part-two"),
    "Dropdown": ("/start/first.md", "start/first.html"),
    "Version": ("/start", "start/first.html"),
    "Product": ("/old/name", "start/first.html"),
    "Folder": ("/deep/inner/", "deep/inner/index.html"),
    "Home": ("/", "index.html"),
    "File": ("/files/a b.pdf", "files/a%20b.pdf"),
    "Away": ("https://elsewhere.example/start/first", "https://elsewhere.example/start/first"),
}

GROUPS = [{"group": "G", "pages": ["index", "start/first", "deep/inner/index", "linked"]}]

NAVIGATION = {
    "products": [
        {
            "product": "P",
            "versions": [
                {
                    "version": "V",
                    "tabs": [
                        {
                            "tab": "T",
                            "menu": [
                                {
                                    "item": "I",
                                    "dropdowns": [
                                        {
                                            "dropdown": "D",
                                            "anchors": [
                                                {"anchor": "A", "groups": GROUPS},
                                                {"anchor": "Anchor"},
                                                {"anchor": "Folder"},
                                                {"anchor": "Home"},
                                                {"anchor": "File"},
                                                {"anchor": "Away"},
                                            ],
                                        },
                                        {"dropdown": "Dropdown"},
                                    ],
                                },
                                {"item": "Item"},
                            ],
                        },
                        {"tab": "Tab"},
                    ],
                },
                {"version": "Version"},
            ],
        },
        {"product": "Product"},
    ]
}


def with_hrefs(value):
    if isinstance(value, list):
        return [with_hrefs(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    found = {key: with_hrefs(entry) for key, entry in value.items()}
    label = next(iter(value.values()))
    return {**found, "href": HREFS[label][0]} if label in list(HREFS) else found


@pytest.fixture
def site(project):
    project.conf["suppress_warnings"] = ["config.cache"]
    project.write(
        {
            "docs.json": {
                "navigation": with_hrefs(NAVIGATION),
                "redirects": [{"source": "/old/name", "destination": "/start/first"}],
            },
            "index.md": "# Home\n\n```{navapi-navigation}\n```\n\n"
            "```{navapi-navigation} I\n```\n\n```{navapi-navigation} A\n```\n",
            "start/first.md": "# First\n\n(part-two)=\n## Part two\n",
            "deep/inner/index.md": "# Inner\n",
            "linked.md": "---\nurl: /start/first#part-two\ntitle: Linked\n---\n# Linked\n",
        }
    )
    return project


def links(built, name: str) -> dict[str, str]:
    """The targets of the links on the page *name*, by label, outside its text."""
    soup = BeautifulSoup(built.text(name), "html.parser")
    found = {}
    hooks = ["tabs", "anchors", "dropdowns", "versions", "products", "sidebar"]
    for link in soup.select(", ".join(f".navapi-{hook} a" for hook in hooks)):
        label = link.select_one("span") or link
        found[label.get_text(strip=True)] = urljoin(BASE + name, link["href"])
    return found


@pytest.mark.parametrize(
    "theme", theme_params(["navapi", "alabaster", "furo", "classic", "shibuya", "sphinx_rtd_theme"])
)
def test_addresses_lead_to_pages(site, theme):
    built = site.build(html_theme=theme)
    assert built.warnings == []
    for name in ("index.html", "start/first.html", "deep/inner/index.html"):
        found = links(built, name)
        for label, (_href, target) in HREFS.items():
            assert found[label] == urljoin(BASE, target), (name, label)
        # A page whose metadata sets another URL for its entry.
        assert found["Linked"] == f"{BASE}start/first.html#part-two"


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_addresses_lead_to_folders(site, theme):
    built = site.build("dirhtml", html_theme=theme)
    assert built.warnings == []
    for name in ("", "start/first/", "deep/inner/"):
        found = {
            label: urljoin(BASE + name, href.removeprefix(f"{BASE}{name}index.html"))
            for label, href in links(built, f"{name}index.html").items()
        }
        for label, (_href, target) in HREFS.items():
            target = target.replace("first.html", "first/").replace("index.html", "")
            assert found[label] == urljoin(BASE, target), (name, label)
        assert found["Linked"] == f"{BASE}start/first/#part-two"


def test_addresses_within_one_file(site):
    built = site.build("singlehtml", html_theme="navapi")
    soup = BeautifulSoup(built.text("index.html"), "html.parser")
    hrefs = {
        (link.select_one("span") or link).get_text(strip=True): link["href"]
        for link in soup.select(".navapi-tabs a, .navapi-anchors a, .navapi-products a")
    }
    assert hrefs["Product"] == "#document-start/first"
    # In a single file, the anchors of a page are those of the file.
    assert hrefs["Tab"] == "#part-two"


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_as_content(site, theme):
    built = site.build(html_theme=theme)
    soup = BeautifulSoup(built.text("index.html"), "html.parser")
    body = soup.select_one("article, div.body, main")
    found = {}
    for link in body.select(".sd-card a, .sd-dropdown a, .sd-tab-set a, p a"):
        target = urljoin(f"{BASE}index.html", link["href"]).rstrip("#")
        found[link.get_text(strip=True)] = target
    for label, (_href, target) in HREFS.items():
        assert found[label] == urljoin(BASE, target), label
    assert found["Linked"] == f"{BASE}start/first.html#part-two"


def test_as_content_of_text(site):
    built = site.build("text")
    assert built.warnings == []
    text = (built.out / "index.txt").read_text("utf-8")
    assert all(label in text for label in HREFS)
    assert "start/first" not in text.replace(HREFS["Away"][0], "")


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
@pytest.mark.parametrize("drilldown", [True, False, None])
def test_groups_lead_to_their_first_page_by_one_setting(project, theme, drilldown):
    """On a group the key has no effect, and is reported."""
    interaction = {} if drilldown is None else {"drilldown": drilldown}
    groups = [{"group": "G", "drilldown": not drilldown, "pages": ["index", "one"]}]
    project.write(
        {
            "docs.json": {"interaction": interaction, "navigation": {"groups": groups}},
            "index.md": "# Home\n",
            "one.md": "# One\n",
        }
    )
    built = project.build(html_theme=theme)
    (warning,) = built.warnings
    assert "drilldown" in warning
    assert "[navapi.config]" in warning
    assert ("data-first" in built.text("index.html")) is (drilldown is True)


@pytest.mark.parametrize(("default", "shown"), [(0, "one"), (1, "two"), (None, "one")])
def test_a_page_beside_the_versions_shows_its_version(project, default, shown):
    """Some sites list their tabs twice, with versions and beside them."""
    tabs = [{"tab": "T", "pages": ["index", "page"]}]
    versions = [{"version": name, "tabs": tabs} for name in ("one", "two")]
    versions.append({"version": "three", "pages": ["other"]})
    if default is not None:
        versions[default]["default"] = True
    project.write(
        {
            "docs.json": {"navigation": {"tabs": tabs, "versions": versions}},
            "page.md": "# Page\n",
            "other.md": "# Other\n",
        }
    )
    built = project.build()
    labels = {
        name: BeautifulSoup(built.text(f"{name}.html"), "html.parser")
        .select_one(".navapi-versions summary > span:not(.navapi-sr)")
        .get_text()
        for name in ("page", "other")
    }
    assert labels == {"page": shown, "other": "three"}


def _switches(built, docname, name):
    """Label to target of the versions or languages on the page *docname*."""
    links = BeautifulSoup(built.text(f"{docname}.html"), "html.parser").select(f".navapi-{name} a")
    return {link.get_text(): urljoin(f"{BASE}{docname}.html", link["href"]) for link in links}


@pytest.mark.parametrize("docname", ["en/one/a", "en/one/b"])
def test_a_switch_of_the_version_keeps_the_language(project, docname):
    def languages(version, **more):
        return [
            {"language": "en", "pages": [f"en/{version}/a", *more.get("en", [])]},
            {"language": "fr", "pages": [f"fr/{version}/a"], "default": True},
        ]

    versions = [
        {"version": "one", "languages": languages("one", en=["en/one/b"])},
        {"version": "two", "languages": languages("two")},
    ]
    names = ["en/one/a", "en/one/b", "en/two/a", "fr/one/a", "fr/two/a"]
    project.write({"docs.json": {"navigation": {"versions": versions}}})
    project.write({f"{name}.md": "# Page\n" for name in names})
    assert _switches(project.build(), docname, "versions") == {
        "one": f"{BASE}{docname}.html",
        "two": f"{BASE}en/two/a.html",
    }


def test_a_page_that_all_versions_list_does_not_change_their_folders(project):
    versions = [
        {"version": "one", "pages": ["one/a", "one/b", "changes"]},
        {"version": "two", "pages": ["two/a", "two/b", "changes"]},
    ]
    project.write({"docs.json": {"navigation": {"versions": versions}}})
    names = ["one/a", "one/b", "two/a", "two/b", "changes"]
    project.write({f"{name}.md": "# Page\n" for name in names})
    built = project.build()
    assert _switches(built, "one/b", "versions")["two"] == f"{BASE}two/b.html"
    assert _switches(built, "two/b", "versions")["one"] == f"{BASE}one/b.html"
    assert set(_switches(built, "changes", "versions").values()) == {f"{BASE}changes.html"}
