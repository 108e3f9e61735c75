"""Which documents have the values that readers enter, and what is said about wrong names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plan_sites import document, operation, plan

from sphinx_navapi.config.reader_values import reader_values
from sphinx_navapi.config.settings import site_variables
from sphinx_navapi.diagnostics import Level, Subtype
from sphinx_navapi.plan.reader_values import bind_values

SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "token": {"type": "http", "scheme": "Bearer"},
    "login": {"type": "http", "scheme": "basic"},
    "sign": {"type": "oauth2", "flows": {}},
}


def site(folder: Path, values: dict[str, Any]) -> Any:
    parameters = [{"name": "user-id", "in": "query", "schema": {"type": "string"}}]
    paths = {"/x/{item}": {"get": operation("X"), "parameters": parameters}}
    documents = {
        "a.json": document(paths),
        "b.json": document(paths, components={"securitySchemes": SCHEMES}),
        "c.json": document(paths, components={"securitySchemes": SCHEMES}),
    }
    groups = [{"group": name, "openapi": name} for name in documents]
    return plan(folder, {"groups": groups}, documents, settings={"values": values})


def bound(planned: Any) -> dict[str, tuple[tuple[str, ...], str]]:
    found, named = planned.plan, planned.matcher.library.named
    values = bind_values(found.settings, found.documents, lambda written: named(written, ()))
    return {each.value.name: (each.documents, each.credential) for each in values}


def test_documents_of_values(tmp_path: Path) -> None:
    values = {
        "everywhere": "All",
        "one": {"document": "b"},
        "key": {"scheme": "key"},
        "token": {"scheme": "token", "document": "c.json"},
        "signed": {"scheme": "sign"},
        "base": {"server": True},
    }
    planned = site(tmp_path, values)
    assert planned.plan.diagnostics == ()
    assert bound(planned) == {
        "everywhere": (("a.json", "b.json", "c.json"), ""),
        "one": (("b.json",), ""),
        "key": (("b.json",), "key"),
        "token": (("c.json",), "token"),
        "signed": (("b.json",), "token"),
        "base": (("a.json",), ""),
    }


@pytest.mark.parametrize(
    ("value", "key", "said"),
    [
        ({"scheme": "tokn"}, "scheme", "token"),
        ({"scheme": "key", "document": "a.json"}, "scheme", ""),
        ({"scheme": "login"}, "scheme", ""),
        ({"document": "d.json"}, "document", ".json"),
    ],
)
def test_wrong_names(tmp_path: Path, value: dict[str, Any], key: str, said: str) -> None:
    planned = site(tmp_path, {"v": value})
    [found] = planned.plan.diagnostics
    assert (found.subtype, found.place.pointer) == (Subtype.CONFIG, f"/values/v/{key}")
    assert said in found.message
    assert bound(planned) == {"v": ((), "")}


@pytest.mark.parametrize(
    ("values", "pointer", "said"),
    [
        ({"a": {"placeholder": "X"}, "b": {"placeholder": "X"}}, "/values/b", '"a"'),
        ({"a_b": "One", "a-b": "Two"}, "/values/a-b", '"a_b"'),
        ({"a": {"scheme": "key"}, "b": {"scheme": "key"}}, "/values/b/scheme", '"a"'),
        ({"a": {"parameter": "usr-id"}}, "/values/a/parameter", "user-id"),
        ({"": "Nameless"}, "/values/", "name"),
        ({"a": {"labl": "One"}}, "/values/a/labl", '"label"'),
        ({"a": {"foo": "One"}}, "/values/a/foo", '"foo"'),
    ],
)
def test_values_without_effect(
    tmp_path: Path, values: dict[str, Any], pointer: str, said: str
) -> None:
    [found] = site(tmp_path, values).plan.diagnostics
    assert (found.subtype, found.level) == (Subtype.CONFIG, Level.WARNING)
    assert found.place.pointer == pointer
    assert found.place.line is not None
    assert said in found.message


def test_parameters_have_any_spelling(tmp_path: Path) -> None:
    values = {"a": {"parameter": "user_id"}, "b": {"parameter": "Item"}, "zzz": "No parameter"}
    assert site(tmp_path, values).plan.diagnostics == ()


def test_the_same_scheme_of_two_documents(tmp_path: Path) -> None:
    values = {"b": {"scheme": "key"}, "c": {"scheme": "key", "document": "c.json"}}
    assert site(tmp_path, values).plan.diagnostics == ()


def test_names_and_placeholders() -> None:
    settings = {"values": {"account_id": "Account", "api-key": {}, "x": {"placeholder": "THE X"}}}
    shown = {each.name: (each.label, each.placeholder) for each in reader_values(settings)}
    assert shown == {
        "account_id": ("Account", "YOUR_ACCOUNT_ID"),
        "api-key": ("Api key", "YOUR_API_KEY"),
        "x": ("X", "THE X"),
    }
    # The site's own variable of that name wins.
    variables = {"values": {"x": "own"}}
    assert site_variables({**settings, "variables": variables}) == {
        "values.account_id": "YOUR_ACCOUNT_ID",
        "values.api-key": "YOUR_API_KEY",
        "values.x": "own",
    }
