"""The JSON Schema rejects a configuration exactly if the build reports it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from full_run import amount

from sphinx_navapi.config.json_schema import config_schema
from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.settings import clean_settings
from sphinx_navapi.config.site_config import read_site_config
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.formats.data_file import escape_pointer

DEMO = Path(__file__).parents[2] / "demo_site"

#: A key of each kind and a value of each type.
EVERYTHING: dict[str, Any] = {
    "$schema": "./docs.schema.json",
    "name": "Library",
    "logo": {"light": "/a.svg", "dark": "/b.svg", "href": "https://a.example"},
    "favicon": "/f.png",
    "theme": "maple",
    "colors": {"primary": "#fff", "light": "#0b6b74"},
    "background": {"color": {"light": "#fafafa"}, "decoration": "grid", "image": "/b.png"},
    "fonts": {"family": "Inter", "weight": 400, "body": {"source": "/a.woff2"}},
    "navbar": {
        "links": [{"label": "a", "href": "/x", "icon": "book"}],
        "primary": {"type": "x", "href": "/x"},
    },
    "footer": {
        "socials": {"x": "https://x.example"},
        "links": [{"header": "H", "items": [{"label": "a", "href": "mailto:a@b.example"}]}],
    },
    "redirects": [{"source": "/a", "destination": "/b", "permanent": True}],
    "banner": {"content": "*hi*", "dismissible": True},
    "search": {"prompt": "Find", "synonyms": [["a", "b"]]},
    "seo": {"metatags": {"og:type": "website"}},
    "variables": {"release": "2"},
    "contextual": {"options": ["copy", {"title": "Ask", "href": "/ask"}]},
    "feedback": {"thumbsRating": True},
    "metadata": {"timestamp": True},
    "appearance": {"default": "dark", "strict": False},
    "icons": {"library": "lucide"},
    "errors": {"404": {"redirect": True}},
    "interaction": {"drilldown": False},
    "styling": {"eyebrows": "section", "codeblocks": {"theme": {"light": "a", "dark": "b"}}},
    "topbar": {"anything": 1},
    "integrations": {"ga4": {"measurementId": "G-ABCDEFGHIJ"}},
    "api": {
        "openapi": ["a.json"],
        "baseUrl": "https://a.example/v1",
        "extensions": {"x-role": "Role"},
        "playground": {"display": "simple", "proxy": "https://relay.example", "credentials": True},
        "examples": {"languages": ["curl"], "clients": {"python": "httpx"}, "defaults": "all"},
        "params": {"expanded": "all"},
        "mdx": {"server": ["https://a.example"], "auth": {"method": "basic", "name": "n"}},
    },
    "navigation": {
        "global": {"anchors": [{"anchor": "Blog", "href": "https://a.example", "icon": "book"}]},
        "versions": [
            {"version": "2", "default": True, "openapi": "a.json", "tag": "New"},
            {"version": "1", "href": "https://a.example/1"},
        ],
        "languages": [{"language": "pt-BR", "pages": ["pt/index"]}],
        "products": [{"product": "P", "description": "d", "dropdowns": [
            {"dropdown": "D", "color": {"light": "#fff", "dark": "teal"}, "pages": ["d"]},
        ]}],
        "tabs": [
            {"tab": "T", "hidden": False, "menu": [{"item": "I", "href": "/i"}]},
            {"tab": "U", "anchors": [{"anchor": "A", "asyncapi": {"source": "c.yaml"}}]},
        ],
        "groups": [
            {"group": "G", "root": "g", "expanded": True, "icon": {"name": "x", "style": "y"},
             "searchable": False, "boost": 0.5, "directory": "card"},
            {"group": "K", "openapi": {
                "source": "b.json", "directory": "b", "overlays": ["o.yaml"],
                "changes_from": {"source": "0.json"}, "overview": False,
            }},
        ],
        "pages": ["index", "GET /books", {"group": "H", "toctree": "index"}],
    },
}  # fmt: skip

BASES = {
    "everything": EVERYTHING,
    "demo": read_site_config(DEMO / "docs.json", DEMO).value,
}


def containers(value: Any) -> Iterator[dict[str, Any] | list[Any]]:
    """Each object and array of *value*, itself included."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


#: The objects and arrays of `BASES`, which exist as long as this module.
_OF_BASES = {id(part) for base in BASES.values() for part in containers(base)}

_Keyword = Callable[..., Iterator[jsonschema.ValidationError]]


def remember(check: _Keyword) -> _Keyword:
    """*check*, a keyword of JSON Schema, applied only once to each valid part of `BASES`.

    A mutation shares all parts but one with its base; to check these again took most of the time.
    """
    passed: set[tuple[int, int]] = set()

    def checked(
        validator: Any, keyword: Any, instance: Any, schema: Any
    ) -> Iterator[jsonschema.ValidationError]:
        key = (id(keyword), id(instance))
        if key not in passed:
            errors = list(check(validator, keyword, instance, schema) or ())
            if not errors and id(instance) in _OF_BASES:
                passed.add(key)
            yield from errors

    return checked


_Draft7 = jsonschema.Draft7Validator
JUDGE = jsonschema.validators.extend(
    _Draft7,
    {
        name: remember(_Draft7.VALIDATORS[name])
        for name in ("$ref", "allOf", "anyOf", "oneOf", "properties", "items")
    },
)(config_schema())

WRONG: tuple[Any, ...] = (
    1.5,
    True,
    None,
    "",
    " ",
    "zzz",
    "#12",
    "javascript:x",
    "//x",
    [],
    {},
    [1],
)


def places(value: Any, pointer: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each value below the root."""
    if pointer:
        yield pointer
    entries = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else entries:
        yield from places(inner, (*pointer, key))


def mutations(
    base: dict[str, Any], values: Sequence[Any] = WRONG
) -> Iterator[tuple[str, dict[str, Any]]]:
    """*base* with one value replaced, removed or added, or one key misspelled.

    Each is a copy along the path of the change; the other parts are those of *base*.
    """
    for path in places(base):
        *above, last = path
        where = "/".join(map(str, path))

        def changed(above: list[Any] = above) -> tuple[dict[str, Any], Any]:
            whole = copy.copy(base)
            parent: Any = whole
            for key in above:
                parent[key] = copy.copy(parent[key])
                parent = parent[key]
            return whole, parent

        for wrong in values:
            whole, parent = changed()
            parent[last] = copy.deepcopy(wrong)
            yield f"{where} = {wrong!r}", whole
        whole, parent = changed()
        del parent[last]
        yield f"{where} removed", whole
        if isinstance(last, str):
            whole, parent = changed()
            parent[f"{last[:-1]}q{last[-1:]}"] = parent.pop(last)
            yield f"{where} misspelled", whole
            whole, parent = changed()
            parent["frobnicate"] = 1
            yield f"{where} beside another", whole


def reported(config: dict[str, Any]) -> list[str]:
    """The pointers that the build reports, except keys of hosted services without effect."""
    _, problems = clean_settings(config)
    problems = [*problems, *parse_navigation(config.get("navigation", {}))[1]]
    found = [each.pointer for each in problems if each.subtype is not Subtype.INERT_KEY]
    return found if "navigation" in config else ["", *found]


def refused(config: dict[str, Any]) -> list[str]:
    """The pointers that the schema rejects."""
    return [
        "".join(f"/{escape_pointer(str(key))}" for key in error.absolute_path)
        for error in JUDGE.iter_errors(config)
    ]


@pytest.mark.parametrize("name", BASES)
def test_the_bases_are_fine(name: str) -> None:
    assert (reported(BASES[name]), refused(BASES[name])) == ([], [])


@pytest.mark.parametrize("name", BASES)
def test_the_schema_and_the_build_agree(name: str) -> None:
    cases = list(mutations(BASES[name], WRONG if name == "everything" else WRONG[:1]))
    assert len(cases) > 1000
    # The demo has a hundred pages of a kind.
    draw = random.Random(name)
    most = amount(len(cases), 300) if name == "everything" else 150
    for what, config in draw.sample(cases, most):
        said, found = reported(config), refused(config)
        assert bool(said) == bool(found), (what, said, found)
        # The schema reports the object around a value that matches none of several types.
        assert all(any(p.startswith(f) for f in found) for p in said), (what, said, found)
