"""Older names of keys are read as the newer ones; keys without effect are listed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.json_schema import table_rows
from sphinx_navapi.config.older_settings import OLDER, with_newer_names
from sphinx_navapi.config.settings import SETTINGS, clean_settings
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.project.first_report import keys_without_effect

CASES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"topbarLinks": [{"name": "Support", "url": "mailto:a@b.example"}, {"type": "github"}]},
        {"navbar": {"links": [{"label": "Support", "href": "mailto:a@b.example"},
                              {"type": "github"}]}},
    ),
    (
        {"topbarCtaButton": {"type": "github", "url": "https://github.com/a/b"}},
        {"navbar": {"primary": {"type": "github", "href": "https://github.com/a/b"}}},
    ),
    (
        {"topbarCtaButton": {"name": "Open", "url": "https://a.example"}},
        {"navbar": {"primary": {"label": "Open", "href": "https://a.example"}}},
    ),
    ({"footerSocials": {"x": "https://x.com/a"}}, {"footer": {"socials": {"x": "https://x.com/a"}}}),
    (
        {"footerSocials": [{"type": "github", "url": "https://github.com/a"}]},
        {"footer": {"socials": {"github": "https://github.com/a"}}},
    ),
    (
        {"modeToggle": {"default": "dark", "isHidden": True}},
        {"appearance": {"default": "dark", "strict": True}},
    ),
    ({"backgroundImage": "/b.png"}, {"background": {"image": "/b.png"}}),
    ({"background": {"style": "grid"}}, {"background": {"style": "grid", "decoration": "grid"}}),
    (
        {"colors": {"background": {"light": "#fff", "dark": "#000"}}},
        {"background": {"color": {"light": "#fff", "dark": "#000"}}},
    ),
    ({"rounded": "sharp"}, {"styling": {"rounded": "sharp"}}),
    ({"eyebrow": "section"}, {"styling": {"eyebrows": "section"}}),
    ({"codeBlock": {"mode": "auto"}}, {"styling": {"codeblocks": "system"}}),
    (
        {"font": {"headings": {"family": "A", "url": "/a.woff2"}, "body": {"family": "B"}}},
        {"fonts": {"heading": {"family": "A", "source": "/a.woff2"}, "body": {"family": "B"}}},
    ),
    ({"openapi": "a.json"}, {"api": {"openapi": "a.json"}}),
    ({"asyncapi": ["a.json"]}, {"api": {"asyncapi": ["a.json"]}}),
    (
        {"metadata": {"og:site_name": "A", "timestamp": True}},
        {"seo": {"metatags": {"og:site_name": "A"}}},
    ),
    ({"seo": {"indexHiddenPages": True}}, {"seo": {"indexHiddenPages": True, "indexing": "all"}}),
    (
        {"api": {"auth": {"method": "key", "name": "X-Key"}}},
        {"api": {"mdx": {"auth": {"method": "key", "name": "X-Key"}}}},
    ),
    (
        {"api": {"playground": {"mode": "hide", "disableProxy": True}}},
        {"api": {"playground": {"display": "none", "proxy": False}}},
    ),
    (
        {"api": {"request": {"example": {"languages": ["curl"], "showOptionalParams": False}}}},
        {"api": {"examples": {"languages": ["curl"], "defaults": "required"}}},
    ),
    ({"api": {"spec": {"download": True}}}, {"contextual": {"options": ["download-spec"]}}),
    (
        {"api": {"spec": {"download": True}}, "contextual": {"options": ["copy"]}},
        {"api": {}, "contextual": {"options": ["copy", "download-spec"]}},
    ),
    ({"api": {"paramFields": {"expanded": "all"}}}, {"api": {"params": {"expanded": "all"}}}),
]  # fmt: skip


def includes(value: Any, part: Any) -> bool:
    if isinstance(part, dict):
        return isinstance(value, dict) and all(
            key in value and includes(value[key], each) for key, each in part.items()
        )
    return bool(value == part)


@pytest.mark.parametrize(("older", "newer"), CASES, ids=[str(next(iter(c[0]))) for c in CASES])
def test_older_names(older: dict[str, Any], newer: dict[str, Any]) -> None:
    given = copy.deepcopy(older)
    settings, problems = clean_settings(given)
    assert problems == []
    assert includes(settings, newer)
    # The given value is left unchanged.
    assert given == older


@pytest.mark.parametrize(
    "settings",
    [
        {"rounded": "default"},
        {"api": {"playground": {"mode": "show", "disableProxy": False}}},
        {"api": {"paramFields": {"expanded": "topLevelOneOfs"}}},
        {"api": {"hideAuth": True, "maintainOrder": True}},
        {"analytics": {}, "chat": {}, "layout": "x", "sidebar": {}, "topbar": {}, "versions": []},
        {"anchors": [], "isWhiteLabeled": True, "primaryTab": {}, "tabs": [], "topAnchor": {}},
    ],
)
def test_what_older_files_have_is_not_a_mistake(settings: dict[str, Any]) -> None:
    problems = clean_settings(settings)[1]
    assert {each.subtype for each in problems} <= {Subtype.INERT_KEY}


def test_each_older_name_has_a_case() -> None:
    assert {key.name for key in OLDER} <= {name for older, _ in CASES for name in older}


def test_newer_names_win() -> None:
    config = {
        "topbarLinks": [{"name": "old", "url": "/a"}],
        "navbar": {"links": [], "primary": {"label": "new"}},
        "modeToggle": {"default": "dark"},
        "appearance": {"default": "light"},
    }
    found = with_newer_names(config)
    assert found["navbar"] == {"links": [], "primary": {"label": "new"}}
    assert found["appearance"] == {"default": "light"}


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, [1], {"default": 1}, {"example": 1}])
def test_any_value_is_taken(value: object) -> None:
    names = {key.name for key in SETTINGS} | {"a"}
    config = dict.fromkeys(names, value)
    assert with_newer_names(config).keys() >= config.keys()
    assert isinstance(clean_settings(config)[0], dict)


def test_wrong_values_are_reported_where_they_are() -> None:
    settings, problems = clean_settings({"modeToggle": {"default": "gray"}})
    [problem] = problems
    assert problem.pointer == "/modeToggle/default"
    assert "appearance" not in settings


def test_keys_without_effect() -> None:
    config = {
        "$schema": "x",
        "navigation": {"unknown": 1},
        "name": "A",
        "layout": "topnav",
        "own": {},
        "styling": {"latex": True, "eyebrows": "section"},
        "contextual": {"options": [], "display": "toc"},
        "api": {"params": {"post": 1}, "openapi": [{"source": "a.json", "directory": "d"}]},
        "integrations": {"koala": {"publicApiKey": "x"}, "ga4": {}},
        "feedback": {"suggestEdit": True, "raiseIssue": True},
    }
    assert keys_without_effect(config) == [
        "api.openapi.directory",
        "api.params.post",
        "feedback.raiseIssue",
        "feedback.suggestEdit",
        "integrations.koala",
        "layout",
        "own",
        "styling.latex",
    ]


@pytest.mark.parametrize("config", [{"styling": 1}, {"styling": [1]}, {"api": None}])
def test_odd_values_have_no_keys(config: dict[str, Any]) -> None:
    assert keys_without_effect(config) == []


def test_what_has_no_effect_says_so() -> None:
    def inert(fields: Any) -> Any:
        return [key for key in fields if not key.effect]

    assert {key.name for key in hosted_keys.TOP_LEVEL} == {key.name for key in inert(SETTINGS)}
    helps = {name: text for name, _, text in table_rows(SETTINGS)}
    assert all("no effect" in helps[key.name] for key in hosted_keys.TOP_LEVEL)
