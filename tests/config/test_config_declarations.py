"""Everything declared is validated, described in the JSON Schema and listed in the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import sphinx_navapi
from sphinx_navapi.config.appearance_settings import THEMES, ColorValue
from sphinx_navapi.config.elements import all_element_fields
from sphinx_navapi.config.json_schema import config_schema, table_rows
from sphinx_navapi.config.settings import (
    LANGUAGE_ALIASES,
    SAMPLE_LANGUAGES,
    SETTINGS,
    clean_settings,
)
from sphinx_navapi.config.value_problems import readable, show, unknown_key
from sphinx_navapi.config.value_types import (
    UNUSABLE,
    AnyValue,
    Key,
    ObjectOf,
    OneOf,
    Record,
    check,
    is_link,
    record_in,
)
from sphinx_navapi.html.theme_settings import VARIANTS
from sphinx_navapi.request.snippets import CLIENTS

PACKAGE = Path(sphinx_navapi.__file__).parent

judge = jsonschema.Draft7Validator(config_schema())


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(config_schema())


def test_what_a_color_may_be() -> None:
    assert ColorValue().label == 'a hexadecimal color such as "#2f5bd7"'
    named = 'a hexadecimal color such as "#2f5bd7" or a CSS color name'
    assert ColorValue(named=True).label == named


#: A value that no declared type except "anything" accepts.
WRONG = 1.5


def paths(fields: tuple[Key, ...], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Paths of all settings that are reached only through objects."""
    found = []
    for field in fields:
        here = (*above, field.name)
        if not isinstance(field.type, AnyValue):
            found.append(here)
        record = field.type
        if isinstance(record, OneOf):
            record = next((t for t in record.types if isinstance(t, Record)), record)
        if isinstance(record, Record):
            found += paths(record.fields, here)
        assert not isinstance(record, ObjectOf) or record.item
    return found


@pytest.mark.parametrize("path", paths(SETTINGS), ids=".".join)
def test_every_setting_refuses_a_wrong_value(path: tuple[str, ...]) -> None:
    value: Any = WRONG
    for key in reversed(path):
        value = {key: value}
    settings, problems = clean_settings(value)
    assert problems[0].pointer == "/" + "/".join(path)
    assert "1.5 is ignored: use " in problems[0].text
    for key in path[:-1]:
        settings = settings[key]
    assert path[-1] not in settings
    assert not judge.is_valid({"navigation": {}, **value})


def test_good_settings_come_back_as_they_are() -> None:
    value = {
        "name": "N",
        "logo": {"light": "/a.svg", "dark": "/b.svg", "href": "https://a.example"},
        "favicon": "/f.png",
        "colors": {"primary": "#fff"},
        "navbar": {
            "links": [{"label": "a", "href": "/x"}],
            "primary": {"type": "github", "href": "/g"},
        },
        "footer": {"socials": {"x": "https://x.example"}},
        "redirects": [{"source": "/a", "destination": "/b"}],
        "banner": {"content": "*hi*"},
        "interaction": {"drilldown": False},
        "styling": {"eyebrows": "breadcrumbs", "codeblocks": "dark"},
        "api": {
            "openapi": ["a.json"],
            "playground": {"display": "simple", "proxy": False, "credentials": True},
            "examples": {
                "languages": ["curl"],
                "defaults": "required",
                "prefill": True,
                "clients": {"python": "httpx", "typescript": "axios"},
            },
            "params": {"expanded": "all"},
            "mdx": {"server": ["https://a.example"], "auth": {"method": "basic"}},
        },
        "$schema": "alone",
    }
    assert clean_settings(value) == (value, [])
    assert judge.is_valid({"navigation": {}, **value})


@pytest.mark.parametrize(
    ("value", "pointer", "words"),
    [
        ({"styling": {"eyebrow": "section"}}, "/styling/eyebrow", 'did you mean "eyebrows"?'),
        ({"styling": {"eyebrows": "x"}}, "/styling/eyebrows", 'use "breadcrumbs" or "section"'),
        ({"interaction": {"drilldown": "yes"}}, "/interaction/drilldown", "true or false"),
        ({"api": {"playground": {"proxy": "ftp://x"}}}, "/api/playground/proxy", "https:"),
        ({"api": {"examples": {"languages": ["curl", 3]}}}, "/api/examples/languages/1", "3"),
        (
            {"api": {"examples": {"languages": ["Curl", "pyhton"]}}},
            "/api/examples/languages/1",
            'did you mean "python"?',
        ),
        ({"seo": {"indexing": "al"}}, "/seo/indexing", 'did you mean "all"?'),
        ({"colors": {"primary": "red"}}, "/colors/primary", "a hexadecimal color"),
        ({"navbar": {"primary": {"type": "buton"}}}, "/navbar/primary/type", "button"),
        (
            {"api": {"playground": {"proxy": "mailto:a@b.example"}}},
            "/api/playground/proxy",
            "https://",
        ),
        ({"favcon": "/x.svg"}, "/favcon", 'did you mean "favicon"?'),
        ({"colors": {"primry": "#fff"}}, "/colors/primry", 'did you mean "primary"?'),
        ({"frobnicate": 1}, "/frobnicate", "is unknown and has no effect"),
        (
            {"api": {"examples": {"clients": {"javascript": "axois"}}}},
            "/api/examples/clients/javascript",
            'use "fetch" or "axios"',
        ),
        (
            {"api": {"examples": {"clients": {"pyhton": "httpx"}}}},
            "/api/examples/clients/pyhton",
            'did you mean "python"?',
        ),
        ({"logo": {"href": "javascript:alert(1)"}}, "/logo", "javascript:alert(1)"),
        ({"banner": {}}, "/banner", '"content" is missing'),
    ],
)
def test_problems_say_where_and_what_to_write(
    value: dict[str, Any], pointer: str, words: str
) -> None:
    _, problems = clean_settings(value)
    assert problems[0].pointer.startswith(pointer)
    assert words in problems[0].text


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"from": "/a", "to": "/b"}, {"from": "source", "to": "destination"}),
        ({"to": "/b", "source": "/a"}, {"to": "destination"}),
        ({"destinaton": "/b", "sorce": "/a"}, {"destinaton": "destination", "sorce": "source"}),
        ({"x": "/b", "sorce": "/a"}, {"x": "destination", "sorce": "source"}),
    ],
)
def test_a_required_key_under_another_name_is_one_problem(
    entry: dict[str, str], words: dict[str, str]
) -> None:
    _, problems = clean_settings({"redirects": [entry]})
    assert {problem.pointer: problem.text for problem in problems} == {
        f"/redirects/0/{key}": f'the key "{key}" is unknown and ignored: did you mean "{meant}"?'
        for key, meant in words.items()
    }


def test_a_required_key_is_missing_beside_one_of_another_kind() -> None:
    _, problems = clean_settings({"redirects": [{"source": "/a", "weight": 3}]})
    assert [problem.pointer for problem in problems] == ["/redirects/0/weight", "/redirects/0"]


def test_a_wrong_entry_does_not_cost_the_others() -> None:
    settings, problems = clean_settings({"redirects": [{"source": "/a", "destination": "/b"}, 7]})
    assert settings == {"redirects": [{"source": "/a", "destination": "/b"}]}
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("text", "link", "absolute"),
    [
        ("https://a.example/x", True, True),
        ("http://a.example", True, True),
        ("mailto:a@b.example", True, True),
        ("/guide", True, False),
        ("guide#x", True, False),
        ("javascript:alert(1)", False, False),
        (" JavaScript:alert(1)", False, False),
        ("java\nscript:alert(1)", False, False),
        ("data:text/html,x", False, False),
        ("vbscript:x", False, False),
        ("//a.example", False, False),
        ("https:///x", False, False),
        ("http://[", False, False),
        ("", False, False),
    ],
)
def test_links(text: str, link: bool, absolute: bool) -> None:
    assert is_link(text) == link
    assert is_link(text, absolute=True) == absolute


def test_only_a_typo_is_taken_for_another_key() -> None:
    keys = ("pages", "groups")
    assert unknown_key("pagse", "/pagse", keys).text.endswith('did you mean "pages"?')
    assert unknown_key("PAGES", "/PAGES", keys).text.endswith('did you mean "pages"?')
    assert unknown_key("zzz", "/zzz", keys).text.endswith("ignored: remove it")
    assert unknown_key("dir", "/dir", ["source", "directory"]).text.endswith('"directory"?')
    assert unknown_key("dir", "/dir", ["directory", "directive"]).text.endswith("remove it")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        ("a\nb", '"a b"'),
        ("x" * 100, '"' + "x" * 57 + '…"'),
        ([1], "a list"),
        ({}, "an object"),
        (10**100, "1" + "0" * 59),
    ],
)
def test_values_in_messages(value: Any, shown: str) -> None:
    assert show(value) == shown


def test_readable() -> None:
    assert readable("a\tb\nc\x00\x1b\ud800é") == "a\tb\ncé"


def test_languages_of_samples_are_those_that_there_are() -> None:
    assert tuple(client.id for client in CLIENTS) == SAMPLE_LANGUAGES
    aliases = [alias for client in CLIENTS for alias in client.aliases]
    assert sorted(LANGUAGE_ALIASES) == sorted(aliases)


def test_themes_are_those_that_there_are() -> None:
    assert {"mint", *VARIANTS} == set(THEMES)


def test_the_table_lists_every_setting() -> None:
    rows = {name: help_ for name, _, help_ in table_rows(SETTINGS)}
    assert {".".join(path) for path in paths(SETTINGS)} <= rows.keys()
    assert all(rows.values())


def test_every_setting_is_read() -> None:
    """A key that nothing reads has to say that it has no effect."""
    files = [
        path
        for path in PACKAGE.rglob("*")
        if path.suffix in {".py", ".js"}
        and (path.parent.name != "config" or path.stem == "older_settings")
    ]
    words = {word for path in files for word in re.findall(r"\w+", path.read_text("utf-8"))}

    def unread(fields: Iterable[Key]) -> Iterator[str]:
        for key in fields:
            if key.effect and key.name not in words:
                yield key.name
            elif key.effect and (record := record_in(key.type)):
                yield from unread(record.fields)

    assert list(unread(SETTINGS)) == []


def test_every_element_field_is_in_the_schema() -> None:
    schema = config_schema()
    for name, fields in all_element_fields().items():
        part = schema["properties"] if name == "navigation" else schema["definitions"]
        assert set(part[name]["properties"]) == {"$ref", *(field.name for field in fields)}


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"navigation": []},
        {"navigation": {"groups": [{"pages": []}]}},
        {"navigation": {"tabs": [{"tab": "A", "pages": "a"}]}},
        {"navigation": {"pages": [1]}},
        {"navigation": {"openapi": 1}},
        {"navigation": {"versions": [{"version": True}]}},
    ],
)
def test_the_schema_refuses(value: Any) -> None:
    assert not judge.is_valid(value)


@pytest.mark.parametrize(
    "value",
    [
        {"$ref": "./all.json"},
        {"navigation": {"$ref": "./nav.json"}},
        {"navigation": {"tabs": {"$ref": "./tabs.json"}, "groups": [{"$ref": "./g.json"}]}},
        {"navigation": {"pages": ["a", {"group": "G", "pages": ["b"]}]}},
        {"navigation": {"versions": [{"version": "2", "openapi": {"source": "a.json"}}]}},
    ],
)
def test_the_schema_accepts(value: Any) -> None:
    assert judge.is_valid(value)


def test_unusable_is_not_a_value() -> None:
    assert check(AnyValue(), None, "") == (None, [])
    assert check(SETTINGS[0].type, 1, "")[0] is UNUSABLE
