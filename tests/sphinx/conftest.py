"""Small projects, to build as often as a test needs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_projects import Project, operation


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture(scope="module")
def shared_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project that the tests of a module share, and must not modify."""
    return Project(tmp_path_factory.mktemp("shared"))


@pytest.fixture
def make_project(tmp_path: Path) -> Callable[[str], Project]:
    def make(name: str) -> Project:
        folder = tmp_path / name
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir()
        return Project(folder)

    return make


@pytest.fixture
def api() -> dict[str, Any]:
    """A small document: three operations, one component that one of them uses."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Users", "version": "1"},
        "paths": {
            "/users": {
                "get": operation("List users", operationId="listUsers", description="All of them."),
                "post": operation(
                    "Create user",
                    requestBody={
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/User"}}
                        }
                    },
                ),
            },
            "/teams": {"get": operation("List teams", "Teams")},
        },
        "components": {
            "schemas": {
                "User": {
                    "type": "object",
                    "description": "Somebody with an account.",
                    "properties": {"name": {"type": "string", "description": "Full name."}},
                }
            }
        },
    }


@pytest.fixture
def tabs() -> dict[str, Any]:
    """A configuration with a guide and the small document."""
    return {
        "name": "Example",
        "navigation": {
            "tabs": [
                {"tab": "Guides", "groups": [{"group": "Start", "pages": ["guide", "more"]}]},
                {"tab": "API", "openapi": "api.json"},
            ]
        },
    }


@pytest.fixture
def small(project: Project, api: dict[str, Any], tabs: dict[str, Any]) -> Project:
    """A project with all of the above."""
    project.write(
        {
            "docs.json": tabs,
            "api.json": api,
            "index.rst": "Welcome\n=======\n\nHello.\n",
            "guide.rst": "Guide\n=====\n\nSee :navapi:op:`GET /users`.\n",
            "more.rst": "More\n====\n\nText.\n",
        }
    )
    return project
