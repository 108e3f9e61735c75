"""One source for several stages: what ``api.baseUrl`` and ``NAVAPI_BASE_URL`` change in a build."""

from __future__ import annotations

import json

import pytest
from small_projects import operation

LIST, CREATE = "api-reference/users/list-users", "api-reference/users/create-user"
EXPORT, FIXED = "api-reference/users/export-users", "api-reference/other/fixed"
OPEN, OWN = "api-reference/teams/list-teams", "own/api-reference/ping"
STAGE = "https://stage.example"


def api(**more):
    """A document without servers, in which two operations have their own."""
    users = {
        "get": operation("List users", security=[{"login": []}]),
        "post": operation("Create user", servers=[{"url": "/v1"}, {"url": "https://x.example"}]),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/users": users,
            "/fixed": {
                "servers": [{"url": "https://fixed.example"}],
                "get": operation("Fixed", "Other"),
            },
            "/users/export": {"get": operation("Export users")},
        },
        "components": {
            "schemas": {"User": {"type": "object"}},
            "securitySchemes": {
                "login": {
                    "type": "oauth2",
                    "flows": {"password": {"tokenUrl": "token", "scopes": {}}},
                }
            },
        },
        **more,
    }


@pytest.fixture
def stages(project):
    """A site of three documents: one without servers, one with its own base URL, one with an
    absolute server.
    """
    ping = {"/ping": {"get": {"responses": {"200": {"description": "Well."}}, "summary": "Ping"}}}
    teams = {"/teams": {"get": operation("List teams", "Teams")}}
    own = {"source": "own.json", "directory": "own/api-reference", "baseUrl": "https://own.example"}
    project.write(
        {
            "docs.json": {
                "api": {"baseUrl": ["https://live.example", "https://mirror.example"]},
                "navigation": {
                    "groups": [
                        {"group": "API", "openapi": ["api.json", "fixed.json"]},
                        {"group": "Own", "openapi": own},
                        {"group": "Pages", "pages": ["index", "quoted", "text", "described"]},
                    ]
                },
            },
            "api.json": api(),
            "fixed.json": api(paths=teams, servers=[{"url": "https://teams.example"}]),
            "own.json": api(paths=ping),
            "index.rst": "Start\n=====\n",
            "text.rst": "Text\n====\n\n:navapi:op:`GET /users`\n",
            "quoted.rst": "Quoted\n======\n\n.. openapi-operation:: GET /users/export\n",
            "described.md": "---\napi: GET /elsewhere\n---\n# Described\n",
        }
    )
    return project


def test_another_environment_rebuilds_what_shows_it(stages, monkeypatch):
    for builder in ("html", "text"):
        assert stages.build(builder).warnings == []
    monkeypatch.setenv("NAVAPI_BASE_URL", STAGE)
    built = stages.build()
    shows = {LIST, CREATE, EXPORT, "quoted", "described"}
    # The index of the toctrees is written with the pages that it lists.
    assert set(built.written) - {"index"} == shows
    assert set(built.read) <= shows
    text = stages.build("text")
    for name in shows:
        assert STAGE in built.text(f"{name}.html"), name
        assert STAGE in text.text(f"{name}.txt"), name
        assert "https://live.example" not in text.text(f"{name}.txt"), name
    # A relative URL of OAuth is relative to the base URL, and the same in every format of the page.
    for page in (built.text(f"{LIST}.html"), built.text(f"{LIST}.md"), text.text(f"{LIST}.txt")):
        assert f"{STAGE}/token" in page
    for name, server in ((FIXED, "fixed"), (OPEN, "teams"), (OWN, "own")):
        assert f"https://{server}.example" in text.text(f"{name}.txt")
    again = stages.build()
    assert (again.read, again.written) == ([], [])


def test_the_relay_follows(stages, monkeypatch):
    def relay(built):
        found = json.loads(built.text("_navapi/relay.json"))
        servers = {
            name: [server["url"] for server in found["servers"][entry["servers"]]]
            for name, entry in found["operations"].items()
        }
        return servers, found["tokens"]

    servers, tokens = relay(stages.build())
    assert servers["api.json GET /users"] == ["https://live.example", "https://mirror.example"]
    assert tokens == {"api.json login password": "https://live.example/token"}
    monkeypatch.setenv("NAVAPI_BASE_URL", f"{STAGE}/v2/")
    assert relay(stages.build()) == (
        {
            "api.json GET /users": [f"{STAGE}/v2", "https://mirror.example"],
            "api.json POST /users": [f"{STAGE}/v1", "https://x.example"],
            "api.json GET /fixed": ["https://fixed.example"],
            "api.json GET /users/export": [f"{STAGE}/v2", "https://mirror.example"],
            "fixed.json GET /teams": ["https://teams.example"],
            "own.json GET /ping": ["https://own.example"],
            "described GET /elsewhere": [f"{STAGE}/v2", "https://mirror.example"],
        },
        {"api.json login password": f"{STAGE}/v2/token"},
    )


def test_what_follows_only_the_first_stays_where_another_changes(stages):
    stages.build()
    config = json.loads((stages.src / "docs.json").read_text("utf-8"))
    config["api"]["baseUrl"][1] = "https://other.example"
    stages.write({"docs.json": config})
    built = stages.build()
    assert {LIST, EXPORT, "quoted", "described"} <= set(built.written)
    assert CREATE not in built.written


def test_a_relative_address_without_a_base_is_not_a_link(stages):
    config = json.loads((stages.src / "docs.json").read_text("utf-8"))
    del config["api"]
    stages.write({"docs.json": config})
    built, text = stages.build(), stages.build("text")
    assert "<code>token</code>" in built.text(f"{LIST}.html")
    assert "`token`" in built.text(f"{LIST}.md")
    assert '"token"' in text.text(f"{LIST}.txt")  # as written by Sphinx in code
