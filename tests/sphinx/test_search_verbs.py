"""Queries with verbs, names of schemas and other languages, in the browser and for programs."""

from __future__ import annotations

import pytest

from sphinx_navapi.built_site.pages import SiteFiles
from sphinx_navapi.built_site.search import is_sure, near_places, search
from sphinx_navapi.built_site.search_index import SiteIndex
from sphinx_navapi.features.search_files import VERBS, verbs

CUSTOMER = {"$ref": "#/components/schemas/customer"}
ITEM = {"name": "customer", "in": "path", "required": True, "schema": {"type": "string"}}


def operation(description, *, deep=False):
    """Without a summary: its title is method and path. :param deep: its body nests a schema."""
    schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}}
    if deep:
        schema["properties"]["a"]["properties"]["b"] = CUSTOMER
    return {
        "description": description,
        "requestBody": {"content": {"application/json": {"schema": schema}}},
        "responses": {"200": {"description": "OK"}},
    }


PATHS = {
    "/v1/customers": {
        "get": operation(f"Returns those of your account. {'They come in pages. ' * 9}"),
        "post": operation(f"One more for your account. {'It is billed. ' * 9}", deep=True),
    },
    "/v1/customers/{customer}": {
        "parameters": [ITEM],
        "get": operation(f"What is known. {'And what is not. ' * 9}"),
        "post": operation(f"Other values. {'Those not sent remain. ' * 9}"),
        "delete": operation(f"It is gone. {'There is no way back. ' * 9}"),
    },
    "/v1/customers/{customer}/cards": {
        "parameters": [ITEM],
        "get": operation(f"Its cards. {'They come in pages. ' * 9}"),
        "post": operation(f"One more card of it. {'It is billed. ' * 9}"),
    },
}
POST, LIST = "POST /v1/customers", "GET /v1/customers"
ONE = "/v1/customers/{customer}"


@pytest.fixture(scope="module")
def index(shared_project):
    api = {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": PATHS,
        "components": {"schemas": {"customer": {"type": "object", "properties": {"id": {}}}}},
    }
    shared_project.write(
        {
            "index.rst": "Home\n====\n",
            "de/index.rst": "Warnungen\n=========\n\nEine Warnung erstellen Sie hier.\n",
            "api.json": api,
            "docs.json": {
                "navigation": {
                    "languages": [
                        {
                            "language": "en",
                            "groups": [
                                {"group": "Home", "pages": ["index"]},
                                {"group": "API", "openapi": "api.json"},
                            ],
                        },
                        {"language": "de", "pages": ["de/index"]},
                    ]
                }
            },
        }
    )
    built = shared_project.build("html", html_theme="navapi", navapi_schema_depth=1)
    return SiteIndex(SiteFiles(built.out))


def first(index, query):
    hit = search(index, index.places, query)[0]
    return f"{hit.method.upper()} {hit.path}"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("create customer", POST),
        ("new customer", POST),
        ("how do I add a customer", POST),
        ("Customer erstellen", POST),
        ("list customers", LIST),
        ("alle customers auflisten", LIST),
        ("get a customer", f"GET {ONE}"),
        ("update customer", f"POST {ONE}"),
        ("remove customer", f"DELETE {ONE}"),
        ("supprimer customer", f"DELETE {ONE}"),
        ("create card", f"POST {ONE}/cards"),
    ],
)
def test_verbs_ask_for_methods(index, query, expected):
    assert first(index, query) == expected


def test_schemas_come_after_operations_unless_they_are_named(index):
    hits = search(index, index.places, "customer")
    assert "schema" in {hit.method for hit in hits}
    assert hits[0].path.startswith("/")
    assert first(index, "customer schema") == "SCHEMA customer"


def test_a_query_in_another_language_is_sure_there_only(index):
    near = near_places(index, "en", "")
    far = [place for place in index.places if place not in near]
    assert not is_sure(search(index, near, "Warnung erstellen"))
    assert is_sure(search(index, far, "Warnung erstellen"))
    assert is_sure(search(index, near, "customers"))


def test_words_of_a_verb_are_terms_of_the_index():
    for methods, ends, words in verbs():
        assert set(methods) <= {"get", "post", "put", "patch", "delete"}
        assert ends in ("one", "many", "")
        assert all(word == word.lower() != "*" for word in words)
    listed = [word for verb in VERBS for word in f"{verb.words} {verb.beginnings}".split()]
    assert len(listed) == len(set(listed))
