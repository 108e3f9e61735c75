"""Keys of hosted services without effect: one info each, never an unknown key."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.elements import FIELDS
from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.settings import clean_settings
from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.diagnostics import Level, Subtype
from sphinx_navapi.formats.front_matter import read_markdown_head
from sphinx_navapi.plan.page_files import find_head_problems


def inert(problems: list[ValueProblem]) -> list[str]:
    """The pointers of *problems*, all of which are infos about a key without effect."""
    assert {(each.level, each.subtype) for each in problems} <= {(Level.INFO, Subtype.INERT_KEY)}
    assert all("has no effect: " in each.text for each in problems)
    return [each.pointer for each in problems]


@pytest.mark.parametrize(
    "config",
    [
        {"public": False},
        {"markdown": {"schema": False, "instructions": ["Use the CLI."]}},
        {"seo": {"trailingSlash": True, "paths": []}},
        {"integrations": {"onetrust": {"domainScript": "a"}, "transcend": {"bundleId": "b"}}},
        {"integrations": {"koala": {"publicApiKey": "x"}}},
        {"feedback": {"edits": True, "issues": False}},
        {"api": {"url": "full", "params": {"post": ["x"]}}},
        {"thumbnails": {"appearance": "dark"}},
        {"styling": {"codeblocks": {"theme": "nord", "languages": {}}, "latex": True}},
    ],
)
def test_settings(config: dict[str, Any]) -> None:
    _, problems = clean_settings(config)
    assert inert(problems)


def test_each_is_reported_at_its_key_and_kept() -> None:
    token = "0123456789abcdef"
    config = {"integrations": {"mixpanel": {"projectToken": token, "region": "eu"}}}
    settings, problems = clean_settings(config)
    assert inert(problems) == ["/integrations/mixpanel/region"]
    assert settings == config


@pytest.mark.parametrize("kind", hosted_keys.ELEMENTS)
def test_elements(kind: Any) -> None:
    fields = [*hosted_keys.ELEMENTS[kind], *hosted_keys.ELEMENT]
    assert fields == [field for field in FIELDS[kind] if not field.effect]
    list_of = {"group": "groups", "tab": "tabs", "product": "products"}[kind]
    element = {kind: "A", "pages": ["a"], **{field.name: "x" for field in fields}}
    root, problems = parse_navigation({list_of: [element]})
    assert inert(problems) == [f"/navigation/{list_of}/0/{field.name}" for field in fields]
    assert root.content[list_of][0].attributes == {}


def test_a_tab_without_other_content_is_one_message() -> None:
    _, problems = parse_navigation({"tabs": [{"tab": "SDK", "sdk": {"format": "sphinx"}}]})
    assert inert(problems) == ["/navigation/tabs/0/sdk"]


def test_a_name_is_still_read_as_a_missing_label() -> None:
    root, problems = parse_navigation({"products": [{"name": "Cloud", "pages": ["a"]}]})
    assert root.content["products"][0].label == "Cloud"
    assert ['write that instead of "name"' in each.text for each in problems] == [True]


def test_global_elements() -> None:
    anchor = {"anchor": "Blog", "href": "https://a.example", "iconType": "solid"}
    root, problems = parse_navigation({"global": {"tabs": [], "anchors": [anchor]}})
    assert inert(problems) == [
        "/navigation/global/tabs",
        "/navigation/global/anchors/0/iconType",
    ]
    assert [each.label for each in root.global_anchors] == ["Blog"]


@pytest.mark.parametrize(
    "line", [*(f"{key.name}: [a]" for key in hosted_keys.PAGE), "mode: assistant"]
)
def test_metadata(line: str) -> None:
    head = read_markdown_head(f"---\ntitle: A\n{line}\n---\n\n# T\n", "page.md")
    (problem,) = find_head_problems(head, "page.md")
    assert (problem.subtype, problem.level) == (Subtype.INERT_KEY, Level.INFO)
    assert str(problem.place) == "page.md:3:1"


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"integrations": {"unetrust": {}}}, "remove it"),
        ({"integrations": {"front": {}}}, "remove it"),
        ({"integrations": {"frontchta": {}}}, 'did you mean "frontchat"?'),
        ({"pubic": True}, "is unknown and has no effect"),
    ],
)
def test_a_key_without_effect_is_never_suggested(config: dict[str, Any], text: str) -> None:
    _, (problem,) = clean_settings(config)
    assert problem.text.endswith(text)
