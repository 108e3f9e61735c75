"""Where an API is if its document does not say so: ``api.baseUrl``, and the info without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plan_sites import document, operation, plan
from view_documents import make_document

from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.diagnostics import Diagnostic, Level, Place
from sphinx_navapi.openapi.base_urls import lacks_servers
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.server import below_base
from sphinx_navapi.plan import PlannedSite
from sphinx_navapi.plan.base_urls import BaseUrls
from sphinx_navapi.plan.explain import explain_reference

PATHS = {"/items": {"get": operation("List items")}}
BASE = "https://api.example.org"


def api(servers: Any = None, **more: Any) -> dict[str, Any]:
    """A document with *servers* at its root, or without if ``None``."""
    value = document(PATHS) | more
    del value["servers"]
    return value if servers is None else {**value, "servers": servers}


def relative(url: str) -> dict[str, Any]:
    return api([{"url": url}])


def make(folder: Path, value: Any, base: Any = None, openapi: Any = "api.json", **inputs: Any):
    settings = {} if base is None else {"api": {"baseUrl": base}}
    return plan(folder, {"openapi": openapi}, {"api.json": value}, settings=settings, **inputs)


def servers(site: PlannedSite, name: str = "api.json") -> list[str]:
    found = site.document(name)
    assert found is not None
    return [server.url for server in read_operation(found, found.operations[0]).servers]


def notes(site: PlannedSite) -> list[Diagnostic]:
    return [found for found in site.plan.diagnostics if found.subtype == "no_servers"]


# FastAPI, NestJS, DRF and flask-smorest write none, Litestar writes "/": both mean the same.
@pytest.mark.parametrize("value", [api(), api([]), relative("/")], ids=["none", "empty", "root"])
def test_a_document_without_servers_is_one_note(value: Any, tmp_path: Path) -> None:
    site = make(tmp_path, value)
    (note,) = notes(site)
    assert note.level is Level.INFO
    assert "api.json" in note.message
    assert '"baseUrl" in "api"' in note.message
    assert note.place.file == "api.json"
    assert servers(site) == ["/"]
    site = make(tmp_path, value, BASE)
    assert notes(site) == []
    assert servers(site) == [BASE]


@pytest.mark.parametrize(
    "value",
    [
        relative("/v1"),
        api(paths={"/items": {"servers": [{"url": BASE}], **PATHS["/items"]}}),
        api(paths={"/items": {"get": operation(servers=[{"url": BASE}])}}),
        api(paths={}, webhooks={"paid": {"post": operation("Paid")}}),
    ],
    ids=["relative", "path", "operation", "webhooks"],
)
def test_no_note_where_nothing_is_left_open(value: Any, tmp_path: Path) -> None:
    assert notes(make(tmp_path, value)) == []


@pytest.mark.parametrize(
    ("url", "base", "expected"),
    [
        ("/v1", BASE, f"{BASE}/v1"),
        ("/v1", f"{BASE}/shop/", f"{BASE}/v1"),
        ("v1", f"{BASE}/shop", f"{BASE}/shop/v1"),
        ("./v1/", f"{BASE}/shop", f"{BASE}/shop/v1/"),
        ("/", f"{BASE}/shop/", f"{BASE}/shop"),
        ("//other.example/v1", BASE, "https://other.example/v1"),
        ("/{version}/x", BASE, f"{BASE}/{{version}}/x"),
        ("{scheme}://x.example", BASE, "{scheme}://x.example"),
        ("http://x.example/v1", BASE, "http://x.example/v1"),
    ],
)
def test_relative_servers_are_below_the_base(
    url: str, base: str, expected: str, tmp_path: Path
) -> None:
    assert servers(make(tmp_path, relative(url), base)) == [expected]


def test_without_a_base_they_stay_as_they_are(tmp_path: Path) -> None:
    assert servers(make(tmp_path, relative("/v1"))) == ["/v1"]


@pytest.mark.parametrize(
    ("base", "environment", "expected"),
    [
        ([BASE, "http://127.0.0.1:8000/"], None, [BASE, "http://127.0.0.1:8000"]),
        ([BASE, "http://b.example"], "http://stage.example", ["http://stage.example", "http://b.example"]),
        (BASE, "http://stage.example/", ["http://stage.example"]),
        (None, "http://stage.example", ["http://stage.example"]),
        (BASE, "", [BASE]),
    ],
)  # fmt: skip
def test_a_list_and_the_environment(
    base: Any, environment: str | None, expected: list[str], tmp_path: Path
) -> None:
    site = make(tmp_path, api(), base, base_url=environment)
    assert servers(site) == expected
    assert site.plan.diagnostics == ()


def test_a_document_has_its_own(tmp_path: Path) -> None:
    both = [{"source": "api.json", "baseUrl": "https://own.example"}, "other.json"]
    site = plan(
        tmp_path,
        {"openapi": both},
        {"api.json": api(), "other.json": api()},
        settings={"api": {"baseUrl": BASE}},
        base_url="https://stage.example",
    )
    assert servers(site) == ["https://own.example"]
    assert servers(site, "other.json") == ["https://stage.example"]


@pytest.mark.parametrize(
    "base", ["api.example.org", "/v1", "ftp://x.example", "https://x.example/?a=1", "https://", 7]
)
def test_what_is_not_a_base(base: Any, tmp_path: Path) -> None:
    site = make(tmp_path, api(), base)
    assert servers(site) == ["/"]
    assert [found.subtype for found in site.plan.diagnostics] == ["config", "no_servers"]
    site = make(tmp_path, api(), openapi={"source": "api.json", "baseUrl": base})
    assert [found.subtype for found in site.plan.diagnostics] == ["config", "no_servers"]
    site = make(tmp_path, api(), BASE, base_url=str(base))
    assert servers(site) == [BASE]
    (problem,) = site.plan.diagnostics
    assert "NAVAPI_BASE_URL" in problem.message


def test_fingerprints_follow_the_base(tmp_path: Path) -> None:
    def prints(base: str | None) -> set[str]:
        site = make(tmp_path, api(), base)
        return {page.fingerprint for page in site.plan.pages.values() if page.operation}

    assert prints(BASE) == prints(BASE)
    assert len(prints(None) | prints(BASE) | prints("https://b.example")) == 3


@pytest.mark.parametrize("base", [f"{BASE}/v1", f"{BASE}/v1/", f"{BASE}/v1//"])
def test_what_is_relative_is_below_the_base_with_one_slash(base: str) -> None:
    assert below_base("eu/items", base) == f"{BASE}/v1/eu/items"
    assert below_base("?tenant=1", base) == f"{BASE}/v1/?tenant=1"


@pytest.mark.parametrize("owner", ["operation", "path", "webhook"])
def test_servers_at_every_operation_are_enough(owner: str) -> None:
    named = {"servers": [{"url": BASE}]}
    get = operation("List items")
    item = {"get": get | named} if owner == "operation" else {"get": get} | named
    root = {"webhooks": {"x": {"post": get}}} if owner == "webhook" else {"paths": {"/x": item}}
    assert not lacks_servers(make_document(root))
    root["paths"] = {**root.get("paths", {}), "/y": {"get": get}}
    assert lacks_servers(make_document(root))


def test_a_document_of_an_address_has_its_own() -> None:
    source = "https://docs.example/api.json"
    config = {"navigation": {"openapi": {"source": source, "baseUrl": BASE}}}
    navigation, _ = parse_navigation(config["navigation"])
    urls = BaseUrls({}, navigation, None, lambda pointer: Place(file=pointer))
    assert urls.of_document(source) == (BASE,)


def test_one_that_only_pages_look_into_has_its_own(tmp_path: Path) -> None:
    settings = {"api": {"openapi": {"source": "./api.json", "baseUrl": BASE}}}
    site = plan(tmp_path, {}, {"api.json": api()}, settings=settings)
    assert servers(site) == [BASE]
    assert site.plan.diagnostics == ()


def test_a_document_has_one_base(tmp_path: Path) -> None:
    bound = {"source": "api.json", "baseUrl": BASE}
    groups = [
        {"group": name, "openapi": bound | {"directory": name, "baseUrl": base}}
        for name, base in (("a", BASE), ("b", f"{BASE}/"), ("c", "https://c.example"))
    ]
    site = plan(tmp_path, {"groups": groups}, {"api.json": api()})
    assert servers(site) == [BASE]
    (problem,) = site.plan.diagnostics
    assert problem.subtype == "config"
    assert "https://c.example" in problem.message
    assert problem.place.pointer == "/navigation/groups/2/openapi/baseUrl"


@pytest.mark.parametrize(
    ("value", "inputs", "said"),
    [
        (api(), {}, f"{BASE} (from api.baseUrl)"),
        (relative("/v1"), {}, f"{BASE}/v1 (from api.baseUrl)"),
        (api(), {"base_url": "http://stage.example"},
         "http://stage.example (from the environment variable NAVAPI_BASE_URL)"),
        (api(), {"openapi": {"source": "api.json", "baseUrl": "http://own.example"}},
         "http://own.example (from the baseUrl of this document)"),
        (relative("https://x.example"), {}, "https://x.example (declared in the document)"),
        (api([{"url": "https://x.example"}, {"url": "/v1"}]), {"base": None},
         "https://x.example or /v1 (declared in the document)"),
        (api(), {"base": None}, "no server"),
        (api([{"url": "/"}]), {"base": None}, "the host of these pages"),
    ],
)  # fmt: skip
def test_what_explain_says_of_it(
    value: Any, inputs: dict[str, Any], said: str, tmp_path: Path
) -> None:
    site = make(tmp_path, value, **{"base": BASE, **inputs})
    lines = explain_reference(site, "GET /items").lines
    assert f"  Its requests go to {said}" in " ".join(lines)
