from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.config.confvals import CONFVALS, NavApiConfig

BAD: dict[str, list[Any]] = {
    "navapi_markdown": ["mdx", True, ""],
    "navapi_config": [None, 3, "", " ", ["docs.json"]],
    "navapi_reference_matching": ["Exact", None, 1, True],
    "navapi_adapt_theme": ["yes", 1, None],
    "navapi_search": ["ours", True, "", None],
    "navapi_markdown_files": ["no", 0, None],
    "navapi_llms_txt": ["no", 0, None],
    "navapi_sitemap": ["no", 0, None],
    "navapi_not_found_page": ["no", 0, None],
    "navapi_documents": [None, "main:app", ["main:app"]],
    "navapi_functions": [None, ["a.b"], {"a.b": 1}, {1: "GET /books"}],
    "navapi_remote_documents": ["no", 0],
    "navapi_book_languages": ["curl", 1, None, [1]],
    "navapi_schema_depth": ["3", 0, -1, 21, True, 2.5, None],
}
GOOD: dict[str, list[Any]] = {
    "navapi_markdown": ["hosted", "myst"],
    "navapi_config": ["docs.json", {"navigation": {}}],
    "navapi_reference_matching": ["exact", "lenient"],
    "navapi_adapt_theme": [True, False],
    "navapi_search": ["theme", "navapi"],
    "navapi_markdown_files": [True, False],
    "navapi_llms_txt": [True, False],
    "navapi_sitemap": [True, False],
    "navapi_not_found_page": [True, False],
    "navapi_documents": [{}, {"api": "main:app"}, {"api": ["make", "openapi"]}],
    "navapi_functions": [{}, {"a.b": "GET /books", "a.c.*": "api.json"}],
    "navapi_remote_documents": [True, False],
    "navapi_book_languages": [[], ["curl"], ["python", "go"]],
    "navapi_schema_depth": [1, 3, 20],
}


def read(**values: Any) -> tuple[NavApiConfig, list[Any]]:
    defaults = {confval.name: confval.default for confval in CONFVALS}
    return NavApiConfig.from_values(lambda name: values.get(name, defaults[name]))


def test_every_value_has_good_and_bad_cases() -> None:
    assert {confval.name for confval in CONFVALS} == set(BAD) == set(GOOD)


def test_defaults_are_usable() -> None:
    config, diagnostics = read()
    assert (config, diagnostics) == (NavApiConfig(), [])


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, vs in BAD.items() for v in vs])
def test_a_bad_value_gives_way_to_the_default(name: str, value: Any) -> None:
    config, (diagnostic,) = read(**{name: value})
    assert config == NavApiConfig()
    assert diagnostic.subtype == "config"
    assert diagnostic.place.file == "conf.py"
    confval = next(confval for confval in CONFVALS if confval.name == name)
    assert name in diagnostic.message
    assert confval.expected in diagnostic.message


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, vs in GOOD.items() for v in vs])
def test_a_good_value_is_kept(name: str, value: Any) -> None:
    config, diagnostics = read(**{name: value})
    assert getattr(config, name.removeprefix("navapi_")) == value
    assert diagnostics == []
    confval = next(confval for confval in CONFVALS if confval.name == name)
    assert isinstance(value, confval.types)
    assert confval.help
