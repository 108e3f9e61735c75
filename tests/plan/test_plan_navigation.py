"""The resolved navigation: owners, added groups, first pages, places, previous and next pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from nested_elements import within
from plan_sites import ZOO, document, found, operation, plan

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.plan.site_plan import (
    ResolvedElement,
)

ZOO_GROUPS = [
    ("Cats", ("api-reference/cats/list-lions", "api-reference/cats/add-lion")),
    ("Birds", ("api-reference/birds/list-owls",)),
]


def groups_of(element: ResolvedElement, key: str = "groups") -> list[tuple[str, Any]]:
    return [
        (group.label, group.content["pages"])
        for group in element.content.get(key, ())
        if isinstance(group, ResolvedElement)
    ]


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("tabs", "tab"),
        ("anchors", "anchor"),
        ("dropdowns", "dropdown"),
        ("versions", "version"),
        ("languages", "language"),
        ("products", "product"),
        ("menu", "item"),
    ],
)
def test_operations_are_added_to_the_groups_of_an_owner(
    tmp_path: Path, key: str, label: str
) -> None:
    site = plan(tmp_path, {key: [{label: "en", "openapi": "zoo.json"}]}, {"zoo.json": ZOO})
    (element,) = site.plan.navigation.children()
    assert groups_of(element) == ZOO_GROUPS
    assert site.plan.diagnostics == ()


def test_operations_are_added_to_the_pages_of_a_group(tmp_path: Path) -> None:
    navigation = {"groups": [{"group": "G", "openapi": "zoo.json", "pages": ["a"]}]}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, {"a.md": ""})
    (group,) = site.plan.navigation.children()
    assert group.content["pages"][0] == "a"
    assert groups_of(group, "pages") == ZOO_GROUPS


@pytest.mark.parametrize(
    ("navigation", "adds"),
    [
        ({"openapi": "zoo.json"}, True),
        ({"openapi": "zoo.json", "pages": ["a"]}, True),
        ({"openapi": "zoo.json", "groups": [], "tabs": [{"tab": "T"}]}, False),
        ({"openapi": "zoo.json", "tabs": [{"tab": "T"}]}, False),
        ({"openapi": "zoo.json", "pages": ["a"], "tabs": [{"tab": "T"}]}, True),
        ({"openapi": "zoo.json", "global": {"anchors": []}}, True),
        ({"openapi": "zoo.json", "pages": ["zoo GET /owls"]}, True),
        ({"openapi": "zoo.json", "pages": ["get /nothing"]}, False),
        ({"openapi": "zoo.json", "pages": ["webhook x"]}, False),
        (
            {
                "openapi": "zoo.json",
                "groups": [{"group": "G", "openapi": "zoo.json", "pages": ["GET /owls"]}],
            },
            True,
        ),
        (
            {"openapi": "zoo.json", "groups": [{"group": "G", "pages": [{"group": "H",
             "root": "GET /owls", "pages": []}]}]},
            False,
        ),
    ],
)  # fmt: skip
def test_when_the_root_adds(tmp_path: Path, navigation: Any, adds: bool) -> None:
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, {"a.md": ""})
    labels = [label for label, _ in groups_of(site.plan.navigation)]
    assert ("Cats" in labels) == adds


def test_one_group_per_label(tmp_path: Path) -> None:
    paths = {
        "/a": {"get": operation("A", "one")},
        "/b": {"get": operation("B", "two")},
        "/c": {"get": operation("C", "three")},
        "/d": {"get": operation("D")},
        "/e": {"get": operation("E", " ")},
        "/f": {"get": operation("F", "API Reference")},
    }
    tags = [
        {"name": "one", "x-group": "Both"},
        {"name": "two", "x-displayName": "Both"},
        {"name": "three"},
    ]
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": document(paths, tags=tags)})
    assert groups_of(site.plan.navigation) == [
        ("Both", ("api-reference/one/a", "api-reference/two/b")),
        ("three", ("api-reference/three/c",)),
        ("API Reference", ("api-reference/d", "api-reference/e", "api-reference/api-reference/f")),
    ]


def test_explicit_only_counts_what_is_omitted(tmp_path: Path) -> None:
    navigation = {"tabs": [{"tab": "API", "openapi": "zoo.json", "pages": ["GET /lions"]}]}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO})
    ((_, message),) = found(site, "explicit_only")
    assert "2 operations of zoo.json" in message
    assert 'tab "API"' in message
    (diagnostic,) = site.plan.diagnostics
    assert (diagnostic.level, diagnostic.place.line) == ("info", 6)
    navigation["tabs"][0]["pages"] = ["GET /lions", "POST /lions", "GET /owls"]
    assert found(plan(tmp_path, navigation, {"zoo.json": ZOO}), "explicit_only") == []


@pytest.mark.parametrize(
    ("rest", "advice"),
    [
        ({}, "add operations to it, or remove it from docs.json"),
        ({"openapi": "3.0.3", "webhooks": {"w": {"post": {"responses": {}}}}},
         "`webhooks` require `openapi: 3.1.0`"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("children", [{}, {"pages": ["index"]}, {"tabs": [{"tab": "T"}]}])
def test_a_document_without_operations_is_reported_once(
    tmp_path: Path, rest: dict[str, Any], advice: str, children: dict[str, Any]
) -> None:
    navigation = {"openapi": ["empty.json", "zoo.json"], **children}
    files = {"empty.json": {**document({}), **rest}, "zoo.json": ZOO}
    site = plan(tmp_path, navigation, files)
    ((_, message),) = found(site, "openapi_invalid")
    assert message == f"empty.json has no operations, so it has no operation pages: {advice}"


def test_directories(tmp_path: Path) -> None:
    def bound(source: str, directory: str) -> dict[str, str]:
        return {"source": source, "directory": directory}

    other = document({"/x": {"get": operation("X")}})
    navigation = {
        "tabs": [
            {
                "tab": "A",
                "openapi": [bound("zoo.json", "/Zoo//API/"), "other.json"],
                "pages": [
                    "GET /owls",
                    "GET /x",
                    "third.json GET /t",
                    {"group": "G", "openapi": "other.json", "pages": ["GET /x", "zoo GET /owls"]},
                ],
            },
            {"tab": "B", "pages": ["zoo GET /owls"]},
            {"tab": "C", "openapi": bound("zoo.json", "../.."), "pages": ["POST /lions"]},
        ]
    }
    third = document({"/t": {"get": operation("T")}})
    documents = {"zoo.json": ZOO, "other.json": other, "third.json": third}
    site = plan(tmp_path, navigation, documents)
    first, second, last = site.plan.navigation.children()
    group = first.content["pages"][3]
    assert isinstance(group, ResolvedElement)
    assert first.content["pages"][:3] == ("zoo/api/birds/list-owls", "api-reference/x", "zoo/api/t")
    assert group.content["pages"] == ("api-reference/x", "api-reference/birds/list-owls")
    assert second.content["pages"] == ("api-reference/birds/list-owls",)
    assert last.content["pages"] == ("api-reference/cats/add-lion",)


def test_suffixes_are_unique_over_the_site(tmp_path: Path) -> None:
    one = document(
        {
            "/a": {"get": operation("Same"), "post": operation("Same")},
            "/b": {"get": operation("Same 1")},
        }
    )
    two = document({"/a": {"get": operation("Same")}})
    navigation = {"openapi": ["one.json", "two.json"]}
    site = plan(tmp_path, navigation, {"one.json": one, "two.json": two})
    found_at = {docname: page.operation for docname, page in site.plan.pages.items()}
    assert [str(op) for op in found_at.values() if op] == ["GET /a", "POST /a", "GET /b", "GET /a"]
    assert list(found_at)[:4] == [
        "api-reference/same",
        "api-reference/same-1",
        "api-reference/same-1-1",
        "api-reference/same-2",
    ]


def test_the_same_operation_in_two_directories_has_two_pages(tmp_path: Path) -> None:
    navigation = {
        "versions": [
            {"version": v, "openapi": {"source": "zoo.json", "directory": v}} for v in ("v1", "v2")
        ]
    }
    site = plan(tmp_path, navigation, {"zoo.json": ZOO})
    docnames = next(iter(site.plan.operation_pages.values()))
    assert docnames == ("v1/cats/list-lions", "v2/cats/list-lions")


FIRST = {"a.md": "", "b.md": "", "c.md": "", "h.md": "---\nhidden: true\n---\n"}


@pytest.mark.parametrize(
    ("navigation", "first"),
    [
        ({"pages": ["a", "b"]}, "a"),
        ({"groups": [{"group": "G", "pages": ["b"]}], "pages": ["a"]}, "a"),
        ({"pages": [{"group": "G", "pages": []}, {"group": "H", "pages": ["b"]}]}, "b"),
        ({"groups": [{"group": "G", "root": "c", "pages": ["a"]}]}, "c"),
        ({"groups": [{"group": "G", "hidden": True, "pages": ["a"]},
                     {"group": "H", "pages": ["b"]}]}, "b"),
        ({"pages": ["h", "b"]}, "b"),
        ({"pages": ["https://a.example", "b"]}, "b"),
        ({"tabs": [{"tab": "T", "pages": ["a"]}], "anchors": [{"anchor": "A", "pages": ["b"]}]},
         "b"),
        ({"menu": [{"item": "I", "pages": ["a"]}], "products": [{"product": "P", "pages": ["b"]}]},
         "a"),
        ({"versions": [{"version": "1", "pages": ["a"]},
                       {"version": "2", "default": True, "pages": ["b"]}]}, "b"),
        ({"versions": [{"version": "1", "pages": ["a"]},
                       {"version": "2", "default": True, "pages": []}]}, "a"),
        ({"versions": [{"version": "1", "hidden": True, "pages": ["a"]},
                       {"version": "2", "pages": ["b"]}]}, "b"),
        ({"languages": [{"language": "en", "default": True, "hidden": True, "pages": ["a"]},
                        {"language": "fr", "pages": ["b"]}]}, "b"),
        ({"tabs": [{"tab": "T", "href": "https://a.example"}]}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_first_page(tmp_path: Path, navigation: Any, first: str | None) -> None:
    site = plan(tmp_path, navigation, {}, FIRST)
    assert site.plan.navigation.first_page == first
    assert found(site) == []


def test_a_hidden_element_has_a_first_page_of_its_own(tmp_path: Path) -> None:
    navigation = {"tabs": [{"tab": "T", "hidden": True, "pages": ["a"]}]}
    site = plan(tmp_path, navigation, {}, FIRST)
    (tab,) = site.plan.navigation.children()
    assert (tab.hidden, tab.first_page, site.plan.navigation.first_page) == (True, "a", None)


@pytest.mark.parametrize(
    ("flags", "default"),
    [([None, None], "v0"), ([None, True], "v1"), ([True, True], "v0"), ([False, None], "v0")],
)
def test_one_default(tmp_path: Path, flags: list[bool | None], default: str) -> None:
    versions: list[dict[str, Any]] = [
        {"version": f"v{index}", **({} if flag is None else {"default": flag})}
        for index, flag in enumerate(flags)
    ]
    site = plan(tmp_path, {"versions": versions})
    marked = [e.label for e in site.plan.navigation.children() if "default" in e.attributes]
    assert marked == [default]


PAGES = {f"{name}.md": f"# {name.upper()}\n" for name in "abcdefg"}


def test_places(tmp_path: Path) -> None:
    groups = [{"group": "G", "root": "b", "pages": ["a"]}]
    navigation = within(
        {"menu": [{"item": "I", "groups": groups}]},
        ("product", "P"),
        ("version", "1"),
        ("language", "en"),
        ("tab", "T"),
    )
    site = plan(tmp_path, navigation, {}, PAGES)
    page = site.plan.pages["a"]
    assert page.breadcrumbs == ("P", "T", "I", "G")
    assert (page.product, page.version, page.language, page.tab) == ("P", "1", "en", "T")
    assert [e.kind for e in page.trail] == [
        ElementKind.ROOT,
        ElementKind.PRODUCT,
        ElementKind.VERSION,
        ElementKind.LANGUAGE,
        ElementKind.TAB,
        ElementKind.ITEM,
        ElementKind.GROUP,
    ]
    assert page.trail[-1].pointer == ("/products/0/versions/0/languages/0/tabs/0/menu/0/groups/0")
    assert site.plan.pages["b"].breadcrumbs == page.breadcrumbs
    assert (site.plan.pages["b"].next, page.prev, page.next) == ("a", "b", None)
    assert site.plan.pages["c"].trail == ()


def test_neighbors_stay_in_their_version_and_language(tmp_path: Path) -> None:
    navigation = {
        "versions": [
            {"version": "1", "pages": ["a", "b"]},
            {"version": "2", "pages": ["b", "c"], "groups": [{"group": "G", "pages": ["d", "a"]}]},
        ]
    }
    site = plan(tmp_path, navigation, {}, PAGES)
    chain = {name: (page.prev, page.next) for name, page in site.plan.pages.items()}
    assert chain["a"] == (None, "b")
    assert chain["b"] == ("a", None)
    assert chain["c"] == (None, "d")
    assert chain["d"] == ("c", None)
    assert (site.plan.pages["b"].version, site.plan.pages["d"].version) == ("1", "2")


@pytest.mark.parametrize("kind", ["tab", "anchor", "dropdown", "product"])
def test_neighbors_stay_in_one_sidebar(tmp_path: Path, kind: str) -> None:
    elements = [
        {kind: "One", "pages": ["a"], "groups": [{"group": "G", "pages": ["b"]}]},
        {kind: "Two", "pages": ["c", "d"]},
    ]
    site = plan(tmp_path, {f"{kind}s": elements}, {}, PAGES)
    chain = {name: (site.plan.pages[name].prev, site.plan.pages[name].next) for name in "abcd"}
    assert chain == {"a": (None, "b"), "b": ("a", None), "c": (None, "d"), "d": ("c", None)}


def test_neighbors_pass_over_what_is_hidden(tmp_path: Path) -> None:
    files = PAGES | {"b.md": "---\nhidden: true\n---\n"}
    navigation = {
        "pages": ["a", "b", "c"],
        "groups": [{"group": "G", "hidden": True, "pages": ["d"]}, {"group": "H", "pages": ["e"]}],
    }
    site = plan(tmp_path, navigation, {}, files)
    pages = site.plan.pages
    assert (pages["a"].next, pages["c"].prev, pages["c"].next) == ("c", "a", "e")
    assert (pages["b"].prev, pages["d"].next) == (None, None)
    assert pages["d"].breadcrumbs == ("G",)


def test_order_of_pages(tmp_path: Path) -> None:
    navigation = {"groups": [{"group": "G", "pages": ["d"]}], "pages": ["c", "a", "c"]}
    site = plan(tmp_path, navigation, {}, PAGES)
    assert list(site.plan.pages) == ["c", "a", "d", "b", "e", "f", "g", "index"]


def test_global_anchors(tmp_path: Path) -> None:
    navigation = {
        "global": {"anchors": [{"anchor": "A", "href": "https://a.example"}]},
        "pages": ["a"],
    }
    site = plan(tmp_path, navigation, {}, PAGES)
    (anchor,) = site.plan.navigation.global_anchors
    assert (anchor.label, anchor.href, anchor.pointer) == (
        "A",
        "https://a.example",
        "/global/anchors/0",
    )
