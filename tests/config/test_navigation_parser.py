from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.config.elements import CHILD_KINDS, FIELDS
from sphinx_navapi.config.navigation import (
    CONTENT_KEYS,
    Binding,
    ElementKind,
    NavigationElement,
    PageEntry,
    walk,
)
from sphinx_navapi.config.navigation_parser import MAX_DEPTH, parse_navigation
from sphinx_navapi.locale.languages import (
    is_language,
    is_right_to_left,
    language_name,
    language_tag,
)


def outline(element: NavigationElement) -> Any:
    """The element as nested plain values."""
    content = {
        key: [entry.text if isinstance(entry, PageEntry) else outline(entry) for entry in entries]
        for key, entries in element.content.items()
    }
    return {element.kind.value: element.label, **element.attributes, **content}


def test_every_kind_nests_in_every_other() -> None:
    for outer, kind in CHILD_KINDS.items():
        for inner, other in CHILD_KINDS.items():
            value = {outer: [{kind.value: "A", inner: [{other.value: "en", "pages": ["x"]}]}]}
            if kind is ElementKind.LANGUAGE:
                value[outer][0]["language"] = "fr"
            root, problems = parse_navigation(value)
            assert problems == []
            assert [element.kind for element in walk(root)] == [ElementKind.ROOT, kind, other]


def test_content_keys_are_kept_in_order() -> None:
    value = {key: [] for key in reversed(CONTENT_KEYS)}
    root, problems = parse_navigation(value)
    assert list(root.content) == list(CONTENT_KEYS)
    assert problems == []


def test_attributes_are_passed_through() -> None:
    fields = {
        "icon": {"name": "x", "style": "solid", "library": "fa"},
        "tag": "NEW",
        "description": "d",
        "color": "#fff",
        "hidden": True,
        "expanded": True,
    }
    root, problems = parse_navigation({"groups": [{"group": "G", "pages": ["a"], **fields}]})
    assert problems == []
    (group,) = root.children()
    assert group.attributes == fields


@pytest.mark.parametrize(
    ("value", "bindings"),
    [
        ("a.json", [("a.json", None, "/navigation/openapi")]),
        (
            {"source": "a.json", "directory": "D"},
            [("a.json", "D", "/navigation/openapi/source")],
        ),
        (
            ["a.json", {"source": "b.json"}],
            [
                ("a.json", None, "/navigation/openapi/0"),
                ("b.json", None, "/navigation/openapi/1/source"),
            ],
        ),
    ],
)
def test_bindings(value: Any, bindings: list[Any]) -> None:
    root, problems = parse_navigation({"openapi": value})
    assert problems == []
    assert root.bindings == tuple(
        Binding(source=source, directory=directory, pointer=pointer)
        for source, directory, pointer in bindings
    )


@pytest.mark.parametrize("value", [1, None, "", " ", [], {}, {"directory": "d"}, [1], [{}]])
def test_bindings_that_name_no_document_count_as_not_set(value: Any) -> None:
    root, problems = parse_navigation({"openapi": value})
    assert root.bindings is None
    assert len(problems) == 1
    assert problems[0].pointer.startswith("/navigation/openapi")


def test_one_wrong_binding_does_not_cost_the_others() -> None:
    root, problems = parse_navigation({"openapi": [1, "a.json", {"source": "b", "directory": 2}]})
    assert [b.source for b in root.bindings or ()] == ["a.json", "b"]
    assert [b.directory for b in root.bindings or ()] == [None, None]
    assert [p.pointer for p in problems] == [
        "/navigation/openapi/0",
        "/navigation/openapi/2/directory",
    ]


@pytest.mark.parametrize(
    ("value", "pointer", "words"),
    [
        ([], "/navigation", "a list is ignored"),
        ("x", "/navigation", '"x" is ignored'),
        (None, "/navigation", "null is ignored"),
        ({"pages": "a"}, "/navigation/pages", "use a list"),
        ({"pages": [1]}, "/navigation/pages/0", "1 is ignored"),
        ({"pages": [" "]}, "/navigation/pages/0", "blank"),
        ({"tabs": ["a"]}, "/navigation/tabs/0", '"tab"; page paths go into "pages"'),
        ({"tab": [{"tab": "A"}]}, "/navigation/tab", 'did you mean "tabs"?'),
        ({"groups": [{"group": "G", "pages": ["a"], "includeTags": []}]},
         "/navigation/groups/0/includeTags", "ignored: remove it"),
        ({"groups": [{"group": "G", "pages": ["a"], "drilldown": True}]},
         "/navigation/groups/0/drilldown", '"interaction": {"drilldown": …}'),
        ({"groups": [{"group": "G", "pages": ["a"], "hiden": True}]},
         "/navigation/groups/0/hiden", 'did you mean "hidden"?'),
        ({"groups": [{"group": "G"}]}, "/navigation/groups/0", 'add "pages", or remove it'),
        ({"tabs": [{"tab": "T"}]}, "/navigation/tabs/0", 'add "pages" or "href", or remove it'),
        ({"groups": [{"pages": ["a"]}]}, "/navigation/groups/0", 'add "group": "…"'),
        ({"groups": [{"group": 3.5, "pages": ["a"]}]}, "/navigation/groups/0/group", 'write "3.5"'),
        ({"groups": [{"group": ["x"], "pages": ["a"]}]}, "/navigation/groups/0/group",
         "not a label"),
        ({"tabs": [{"group": "G", "pages": ["a"]}]}, "/navigation/tabs/0/group",
         'has its label in "tab"'),
        ({"tabs": [{"tab": "A", "icon": 7, "pages": ["a"]}]}, "/navigation/tabs/0/icon",
         "use a string or"),
        ({"tabs": [{"tab": "A", "href": "javascript:x"}]}, "/navigation/tabs/0/href", "a URL"),
        ({"tabs": [{"tab": "A", "href": "/x", "pages": ["a"]}]}, "/navigation/tabs/0/href",
         'the tab "A" has content'),
        ({"languages": [{"language": "english!", "pages": ["a"]}]},
         "/navigation/languages/0/language", "not a language tag"),
        ({"versions": [{"version": "1", "default": "yes", "pages": ["a"]}]},
         "/navigation/versions/0/default", "true or false"),
        ({"global": []}, "/navigation/global", '"anchors"'),
        ({"global": {"anchor": []}}, "/navigation/global/anchor", '"anchors"'),
        ({"global": {"anchors": {}}}, "/navigation/global/anchors", "use a list"),
        ({"global": {"anchors": ["x"]}}, "/navigation/global/anchors/0", "is ignored"),
        ({"global": {"anchors": [{"anchor": "A"}]}}, "/navigation/global/anchors/0",
         'has no "href"'),
        ({"global": {"anchors": [{"anchor": "A", "href": "/a"}]}},
         "/navigation/global/anchors/0/href", "https:"),
        ({"global": {"anchors": [{"anchor": "A", "href": "https://a.example", "pages": []}]}},
         "/navigation/global/anchors/0/pages", "unknown"),
        ({"pages": [{"tab": "T", "pages": ["a"]}]}, "/navigation/pages/0", 'an entry of "tabs"'),
        ({"pages": [{"pages": ["a"]}]}, "/navigation/pages/0", "label is missing"),
        # One mistake is one message.
        ({"groups": [{"group": "G", "page": ["a"]}]}, "/navigation/groups/0/page",
         'did you mean "pages"?'),
        ({"groups": [{"group": "G", "children": ["a"]}]}, "/navigation/groups/0/children",
         'did you mean "pages"?'),
        ({"tabs": [{"tab": "T", "openAPI": "a.yaml"}]}, "/navigation/tabs/0/openAPI",
         'did you mean "openapi"?'),
        ({"tabs": [{"tab": "T", "link": "https://a.example"}]}, "/navigation/tabs/0/link",
         'did you mean "href"?'),
        ({"tabs": [{"name": "T", "pages": ["a"]}]}, "/navigation/tabs/0/name",
         'write that instead of "name"'),
        ({"tabs": [{"tba": "T", "pages": ["a"]}]}, "/navigation/tabs/0/tba",
         'write that instead of "tba"'),
        ({"openapi": {"file": "a.yaml"}}, "/navigation/openapi/file", 'did you mean "source"?'),
        ({"openapi": {"sorce": "a.yaml"}}, "/navigation/openapi/sorce", 'did you mean "source"?'),
        ({"pages": [{"page": "a"}]}, "/navigation/pages/0", 'for a page, write "a"'),
        ({"pages": [{"title": "A", "path": "a"}]}, "/navigation/pages/0",
         'for a page, write "a"'),
        ({"pages": [{}]}, "/navigation/pages/0", "an object is ignored"),
        ({"global": {"anchors": [{"anchor": "A", "link": "https://a.example"}]}},
         "/navigation/global/anchors/0/link", 'did you mean "href"?'),
        ({"global": {"anchors": [{"name": "A", "href": "https://a.example"}]}},
         "/navigation/global/anchors/0/name", 'write that instead of "name"'),
    ],
)  # fmt: skip
def test_one_problem_with_its_place(value: Any, pointer: str, words: str) -> None:
    _, problems = parse_navigation(value)
    assert [problem.pointer for problem in problems] == [pointer]
    assert words in problems[0].text


def test_two_mistakes_are_two_problems() -> None:
    value = {"tabs": [{"name": "T", "page": ["a"]}, {"tab": "U", "x": 1}]}
    _, problems = parse_navigation(value)
    assert [problem.pointer for problem in problems] == [
        "/navigation/tabs/0/name",
        "/navigation/tabs/0/page",
        "/navigation/tabs/1/x",
        "/navigation/tabs/1",
    ]


def test_pages_survive_a_wrong_element_around_them() -> None:
    value = {"tabs": [{"group": "G", "pages": ["a"]}, 7, {"pages": ["b"]}]}
    root, _ = parse_navigation(value)
    assert outline(root)["tabs"] == [
        {"tab": "G", "pages": ["a"]},
        {"tab": "Untitled", "pages": ["b"]},
    ]


def test_an_element_in_pages_goes_where_it_belongs() -> None:
    root, _ = parse_navigation({"pages": ["a", {"tab": "T", "pages": ["b"]}], "tabs": []})
    assert outline(root)["tabs"] == [{"tab": "T", "pages": ["b"]}]


def test_href_with_empty_content_is_a_link() -> None:
    root, problems = parse_navigation(
        {"tabs": [{"tab": "A", "href": "https://a.example", "pages": []}]}
    )
    assert problems == []
    assert next(root.children()).attributes["href"] == "https://a.example"


def test_global_anchors_are_links() -> None:
    anchor = {"anchor": "A", "href": "https://a.example", "icon": "x"}
    root, problems = parse_navigation({"global": {"anchors": [anchor]}})
    assert problems == []
    assert [outline(a) for a in root.global_anchors] == [anchor]


def test_endless_nesting_ends() -> None:
    value: Any = {"group": "G", "pages": ["x"]}
    for _ in range(5_000):
        value = {"group": "G", "pages": [value]}
    root, problems = parse_navigation({"groups": [value]})
    assert len(list(walk(root))) == MAX_DEPTH + 1
    assert "deeper" in problems[0].text


def test_every_field_of_every_kind_has_a_wrong_value() -> None:
    for key, kind in CHILD_KINDS.items():
        for field in FIELDS[kind][1:]:
            value = {kind.value: "en", "pages": ["a"], field.name: -1.5}
            _, problems = parse_navigation({key: [value]})
            assert [p.pointer for p in problems] == [f"/navigation/{key}/0/{field.name}"]


@pytest.mark.parametrize(
    ("code", "tag", "rtl", "name"),
    [
        ("en", "en", False, "English"),
        ("cn", "zh-CN", False, "简体中文"),
        ("jp", "ja", False, "日本語"),
        ("zh-Hant", "zh-Hant", False, "繁體中文"),
        ("pt-BR", "pt-BR", False, "Português (Brasil)"),
        ("en-GB", "en-GB", False, "English (GB)"),
        ("ar", "ar", True, "العربية"),
        ("he-IL", "he-IL", True, "עברית (IL)"),
        ("ur", "ur", True, "اردو"),
        ("nl", "nl", False, "Nederlands"),
        ("sl-rozaj-biske", "sl-rozaj-biske", False, "sl-rozaj-biske"),
        ("de-x-private", "de-x-private", False, "Deutsch (x-private)"),
        ("i-klingon", "i-klingon", False, "i-klingon"),
        ("x-house", "x-house", False, "x-house"),
        ("en-GB-oed", "en-GB-oed", False, "English (GB-oed)"),
        ("sgn-BE-FR", "sgn-BE-FR", False, "sgn-BE-FR"),
        ("es-419", "es-419", False, "Español (419)"),
        ("english", "und", False, "english"),
        ("english!", "und", False, "english!"),
        ("", "und", False, ""),
        ("e", "und", False, "e"),
    ],
)
def test_languages(code: str, tag: str, rtl: bool, name: str) -> None:
    assert language_tag(code) == tag
    assert is_right_to_left(code) == rtl
    assert language_name(code) == name
    assert is_language(code) == (tag != "und")


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("english", '"en"'),
        ("Deutsch", '"de"'),
        ("portugese", '"pt"'),
        ("pt_BR", '"pt-BR"'),
        ("zh_CN.UTF-8", '"zh-CN"'),
        ("e", "use one"),
        ("?", "use one"),
    ],
)
def test_an_invalid_language_has_a_suggestion(code: str, meant: str) -> None:
    _, problems = parse_navigation({"languages": [{"language": code, "pages": ["a"]}]})
    assert [problem.pointer for problem in problems] == ["/navigation/languages/0/language"]
    assert "BCP 47" in problems[0].text
    assert meant in problems[0].text


def test_the_fourteen_languages_are_valid() -> None:
    first, second = ("ar", "cn", "zh-Hant", "en", "fr", "de", "id"), ("it", "jp", "ko", "pt-BR")
    for code in (*first, *second, "ru", "es", "tr"):
        assert is_language(code)
        assert language_name(code) != code


def test_white_space_in_a_label_is_one_space() -> None:
    root, problems = parse_navigation({"groups": [{"group": " Set\n up\t", "pages": ["a"]}]})
    assert problems == []
    assert next(root.children()).label == "Set up"
    # The label is also under the key of another kind.
    root, problems = parse_navigation({"groups": [{"tab": " Set\n up\t", "pages": ["a"]}]})
    assert len(problems) == 1
    assert next(root.children()).label == "Set up"


def test_nothing_has_both_a_root_and_a_href() -> None:
    """A root is content, which would take precedence, so no element may have both."""
    assert [
        kind for kind, fields in FIELDS.items() if {"root", "href"} <= {one.name for one in fields}
    ] == []
    group = {"group": "G", "root": "intro", "href": "https://a.example"}
    root, problems = parse_navigation({"groups": [group]})
    (found,) = root.children()
    assert found.root is not None
    assert "href" not in found.attributes
    assert [problem.pointer for problem in problems] == ["/navigation/groups/0/href"]


@pytest.mark.parametrize("label", ["", "  "])
def test_entries_of_a_group_without_words_have_no_heading(label: str) -> None:
    root, problems = parse_navigation({"groups": [{"group": label, "pages": ["a"]}]})
    assert problems == []
    assert outline(root)["groups"] == [{"group": "", "pages": ["a"]}]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"tabs": [{"tab": "T", "group": "G", "pages": ["a"]}]}, "/navigation/tabs/0/group"),
        ({"tabs": [{"tab": 5, "group": "G", "pages": ["a"]}]}, "/navigation/tabs/0/group"),
        ({"group": "G", "pages": ["a"]}, "/navigation/group"),
    ],
)
def test_a_label_of_another_kind_is_unknown_beside_the_own(value: Any, pointer: str) -> None:
    _root, problems = parse_navigation(value)
    assert pointer in [problem.pointer for problem in problems]
