"""``mint.json`` read as ``docs.json``: the navigation by prefixes and versions, and the places."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from full_run import amount
from write_files import write_files

from sphinx_navapi.config.mint_json import docs_from_mint, is_mint_json
from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.settings import clean_settings
from sphinx_navapi.config.site_config import SiteConfig, read_site_config
from sphinx_navapi.diagnostics import Level


def group(label: str, *pages: Any, **more: Any) -> dict[str, Any]:
    return {"group": label, "pages": list(pages), **more}


GROUPS = [
    group("Start", "index", "zoo/map", group("More", "zoo/api/lions", "keepers/shifts")),
    group("Animals", "zoo/api/owls", "zoo-friends"),
]


def navigation(**mint: Any) -> dict[str, Any]:
    mint.setdefault("navigation", GROUPS)
    found = docs_from_mint(mint).value["navigation"]
    assert parse_navigation(found)[1] == []
    return dict(found)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"navigation": [group("A", "a")]}, True),
        ({"navigation": ["a", group("A")]}, True),
        ({"navigation": ["a"]}, False),
        ({"navigation": []}, False),
        ({"navigation": {"groups": [group("A")]}}, False),
        ({"tabs": []}, False),
        (["navigation"], False),
    ],
)
def test_the_form_is_recognized(value: Any, expected: bool) -> None:
    assert is_mint_json(value) is expected


def test_groups_alone() -> None:
    assert navigation() == {"groups": GROUPS}


def test_each_page_is_in_the_tab_with_the_longest_prefix() -> None:
    tabs = [{"name": "Zoo", "url": "/zoo/"}, {"name": "API", "url": "zoo/api"}]
    assert navigation(tabs=tabs, primaryTab={"name": "Home"}) == {
        "tabs": [
            {
                "tab": "Home",
                "groups": [
                    group("Start", "index", group("More", "keepers/shifts")),
                    group("Animals", "zoo-friends"),
                ],
            },
            {"tab": "Zoo", "groups": [group("Start", "zoo/map")]},
            {
                "tab": "API",
                "groups": [
                    group("Start", group("More", "zoo/api/lions")),
                    group("Animals", "zoo/api/owls"),
                ],
            },
        ]
    }


def test_anchors_and_their_looks() -> None:
    anchors = [
        {"name": "API", "url": "zoo/api", "icon": "code", "iconType": "light", "color": "#123456"},
        {"name": "Blog", "url": "https://zoo.example/blog", "color": {"from": "#111111"}},
    ]
    found = navigation(anchors=anchors, topAnchor={"name": "Guide", "icon": "map"})
    first, second = found["anchors"]
    assert (first["anchor"], first["icon"]) == ("Guide", "map")
    assert second["icon"] == {"name": "code", "style": "light"}
    assert second["color"] == {"light": "#123456", "dark": "#123456"}
    color = {"light": "#111111", "dark": "#111111"}
    link = {"anchor": "Blog", "href": "https://zoo.example/blog", "color": color}
    assert found["global"] == {"anchors": [link]}


def test_anchors_in_tabs_and_tabs_in_anchors() -> None:
    zoo, api = {"name": "Zoo", "url": "zoo"}, {"name": "API", "url": "zoo/api"}
    tab = navigation(tabs=[zoo], anchors=[api])["tabs"][1]
    assert [each["anchor"] for each in tab["anchors"]] == ["Documentation", "API"]
    anchor = navigation(tabs=[api], anchors=[zoo])["anchors"][1]
    assert [each["tab"] for each in anchor["tabs"]] == ["Documentation", "API"]


def test_external_and_hidden_tabs_and_documents() -> None:
    tabs = [
        {"name": "Forum", "url": "https://forum.zoo.example"},
        {"name": "API", "url": "zoo/api/", "openapi": "/zoo.json", "isDefaultHidden": True},
        {"name": "Jobs", "url": "jobs", "openapi": "/jobs.json"},
    ]
    first, forum, api, jobs = navigation(tabs=tabs)["tabs"]
    assert first["tab"] == "Documentation"
    assert forum == {"tab": "Forum", "href": "https://forum.zoo.example"}
    assert (api["hidden"], len(api["groups"])) == (True, 2)
    assert api["openapi"] == {"source": "/zoo.json", "directory": "zoo/api"}
    assert jobs == {"tab": "Jobs", "openapi": {"source": "/jobs.json", "directory": "jobs"}}


def test_a_tab_without_pages_is_left_out_and_reported() -> None:
    mint = {"navigation": GROUPS, "tabs": [{"name": "API", "url": "nothing"}, {"name": "B"}]}
    docs = docs_from_mint(mint)
    assert docs.value["navigation"] == {"groups": GROUPS}
    assert [(p.pointer, p.level) for p in docs.problems] == [
        ("/tabs/0", Level.INFO),
        ("/tabs/1", Level.INFO),
    ]
    assert 'below "nothing"' in docs.problems[0].text


def test_versions_have_their_own_groups_and_tabs() -> None:
    groups = [
        group("Old", "v1/a", version="1"),
        group("New", "v2/a", group("Older", "b", version="1"), version="2"),
        group("Both", "c", "v1/api/d"),
    ]
    versions = ["1", {"name": "2", "default": True}]
    tabs = [{"name": "API", "url": "v1/api", "version": "1"}]
    assert navigation(navigation=groups, versions=versions, tabs=tabs) == {
        "versions": [
            {
                "version": "1",
                "tabs": [
                    {
                        "tab": "Documentation",
                        "groups": [group("Old", "v1/a"), group("Both", "c")],
                    },
                    {"tab": "API", "groups": [group("Both", "v1/api/d")]},
                ],
            },
            {
                "version": "2",
                "default": True,
                "groups": [group("New", "v2/a"), group("Both", "c")],
            },
        ]
    }


def test_versions_with_locales_are_languages_and_others_may_be_links() -> None:
    versions = [{"name": "English", "locale": "en"}, {"name": "Deutsch", "locale": "de"}]
    groups = [group("A", "a", version="English"), group("B", "b", version="Deutsch")]
    assert navigation(navigation=groups, versions=versions) == {
        "languages": [
            {"language": "en", "groups": [group("A", "a")]},
            {"language": "de", "groups": [group("B", "b")]},
        ]
    }
    linked = ["2", {"name": "1", "url": "https://v1.zoo.example"}]
    second = navigation(versions=linked)["versions"][1]
    assert second == {"version": "1", "href": "https://v1.zoo.example"}


def test_a_group_of_an_unknown_version_is_reported() -> None:
    groups = [group("A", "a", group("B", "b", version="3"))]
    docs = docs_from_mint({"navigation": groups, "versions": ["1"]})
    assert [problem.pointer for problem in docs.problems] == ["/navigation/0/pages/1/version"]


OTHERS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"theme": "quill"}, {"theme": "willow"}),
    ({"theme": "prism", "layout": "sidenav"}, {"theme": "maple"}),
    ({"theme": "venus", "layout": "topnav"}, {"theme": "palm"}),
    ({"eyebrow": {"display": "section"}}, {"styling": {"eyebrows": "section"}}),
    (
        {
            "analytics": {"ga4": {"measurementId": "G-ABC123"}},
            "integrations": {"intercom": "abcdef"},
        },
        {"integrations": {"ga4": {"measurementId": "G-ABC123"}, "intercom": "abcdef"}},
    ),
    (
        {"footer": {"links": [{"title": "T", "links": [{"label": "A", "url": "/a"}]}]}},
        {"footer": {"links": [{"title": "T", "items": [{"label": "A", "href": "/a"}]}]}},
    ),
    ({"openapi": ["a.json", "b.json"]}, {"api": {"openapi": ["a.json", "b.json"]}}),
    (
        {"topbarLinks": [{"name": "A", "url": "/a"}]},
        {"navbar": {"links": [{"label": "A", "href": "/a"}]}},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("older", "newer"), OTHERS, ids=[str(list(case[0])) for case in OTHERS])
def test_other_keys(older: dict[str, Any], newer: dict[str, Any]) -> None:
    docs = docs_from_mint({"navigation": GROUPS, **older})
    settings, problems = clean_settings(docs.value)
    assert problems == []
    assert {key: settings[key] for key in newer} == newer


def read(folder: Path, text: str, name: str = "mint.json") -> SiteConfig:
    write_files(folder, {name: text})
    return read_site_config(folder / "docs.json", folder)


TEXT = """{
  "navigation": [
    {
      "group": "A", "pages": ["a", {"group": "B",
        "pages": ["zoo/b", 7]}]
    }
  ],
  "tabs": [
    {"name": "Zoo", "url": "zoo"}
  ]
}
"""


@pytest.mark.parametrize("name", ["mint.json", "docs.json"])
def test_places_are_those_of_the_file(tmp_path: Path, name: str) -> None:
    config = read(tmp_path, TEXT, name)
    assert (config.name, config.diagnostics) == (name, ())
    page = config.place("/navigation/tabs/1/groups/0/pages/0/pages/0")
    assert (page.file, page.line, page.pointer) == (name, 5, "/navigation/0/pages/1/pages/0")
    assert config.place("/navigation/tabs/1").line == 9
    assert config.key_place("/navigation/tabs/1/tab").pointer == "/tabs/0/name"
    problems = parse_navigation(config.value["navigation"])[1]
    found = config.diagnose(problems[0])
    assert found.message.startswith("navigation.0.pages.1.pages.1: 7 is ignored")
    assert (found.place.line, found.place.column) == (5, 28)


def test_parts_of_other_files_keep_their_places(tmp_path: Path) -> None:
    write_files(tmp_path, {"more.json": '{"name": "Zoo",\n "url": "zoo"}'})
    config = read(tmp_path, TEXT.replace('{"name": "Zoo", "url": "zoo"}', '{"$ref": "more.json"}'))
    place = config.place("/navigation/tabs/1/tab")
    assert (place.file, place.pointer) == ("more.json", "/name")


def test_docs_json_wins(tmp_path: Path) -> None:
    write_files(tmp_path, {"mint.json": TEXT, "docs.json": {"navigation": {"pages": ["a"]}}})
    config = read_site_config(tmp_path / "docs.json", tmp_path)
    assert config.value == {"navigation": {"pages": ["a"]}}
    (found,) = config.diagnostics
    assert (found.place.file, found.level) == ("mint.json", Level.INFO)
    assert "docs.json replaces it" in found.message


def pages_of(value: Any) -> Iterator[str]:
    """All pages below *value*."""
    if isinstance(value, list):
        for each in value:
            yield from [each] if isinstance(each, str) else pages_of(each)
    elif isinstance(value, dict):
        for key in ("pages", "groups", "tabs", "anchors", "versions", "languages"):
            yield from pages_of(value.get(key))


def random_mint(rng: random.Random) -> dict[str, Any]:
    """A file with odd values among usable ones."""
    odd = [None, 7, "", "zoo", [], {}, ["zoo", "a"], {"name": 3}, {"url": "zoo"}]
    folders = ["", "zoo/", "zoo/api/", "keepers/"]
    names = [f"{rng.choice(folders)}{number}" for number in range(12)]

    def some_groups(depth: int) -> list[Any]:
        found: list[Any] = []
        for _ in range(rng.randint(1, 3)):
            pages: list[Any] = [names.pop() for _ in range(rng.randint(0, 3)) if names]
            if depth < 2 and rng.random() < 0.4:
                pages += some_groups(depth + 1)
            entry = {"group": f"G{rng.random():.3f}", "pages": pages}
            if rng.random() < 0.3:
                entry[rng.choice(["version", "icon", "iconType", "expanded"])] = rng.choice(odd)
            found.append(entry)
        return found

    mint: dict[str, Any] = {"navigation": some_groups(0)}
    urls = ["zoo", "/zoo/api", "keepers/", "/", "https://zoo.example", "gone"]
    for key in ("tabs", "anchors"):
        if rng.random() < 0.7:
            urls_here = rng.sample(urls, rng.randint(1, 4))
            mint[key] = [{"name": url, "url": url} for url in urls_here]
            if rng.random() < 0.3:
                mint[key].insert(0, rng.choice(odd))
    for key in ("primaryTab", "topAnchor", "versions", "footer", "analytics", "eyebrow", "theme"):
        if rng.random() < 0.2:
            mint[key] = rng.choice(odd)
    return mint


@pytest.mark.parametrize("seed", range(amount(60, 12)))
def test_no_page_is_lost_or_repeated(seed: int) -> None:
    mint = random_mint(random.Random(seed))
    before = json.dumps(mint)
    docs = docs_from_mint(mint)
    assert json.dumps(mint) == before
    expected = Counter(pages_of(mint["navigation"]))
    if not isinstance(mint.get("versions"), list):
        assert Counter(pages_of(docs.value["navigation"])) == expected
    parse_navigation(docs.value["navigation"])
    clean_settings(docs.value)
