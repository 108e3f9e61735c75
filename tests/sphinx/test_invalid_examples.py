"""Examples that do not match their schemas are reported by a build, each at its place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sphinx_navapi.cli import main
from sphinx_navapi.openapi.check import values

DOCS = {"navigation": {"pages": ["index"], "openapi": "api.yaml"}}

API = """\
openapi: 3.0.3
info: {title: A, version: "1"}
servers: [{url: https://a.example}]
paths:
  /a:
    get:
      parameters:
        - {name: q, in: query, schema: {type: integer}, example: many}
        - {name: r, in: query, schema: {type: integer}, example: 1}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: {$ref: "#/components/schemas/A"}
              example: {n: x}
  /b:
    get:
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: {$ref: "#/components/schemas/A"}
              examples:
                right: {value: {n: 1}}
                wrong: {value: {m: 1}}
components:
  schemas:
    A: {type: object, required: [n], properties: {n: {type: integer, example: 1.5}}}
"""

#: Line and column of each wrong one, as an editor shows them.
PLACES = ["8:57", "16:15", "27:25", "30:70"]


def build(project: Any, api: str = API, **more: Any) -> list[str]:
    """The places that a build reports; they are no warnings: nothing of a page is lost."""
    project.write({"docs.json": DOCS, "index.rst": "A\n=\n", "api.yaml": api, **more})
    built = project.build()
    assert built.warnings == []
    marked = [line for line in built.status.splitlines() if "navapi.invalid_example" in line]
    return [line.partition("api.yaml:")[2].partition(": ")[0] for line in marked]


def test_each_wrong_one_is_reported_at_its_place(project) -> None:
    three = API.replace("integer, example: 1.5", "integer")
    assert build(project, three) == PLACES[:3]
    (site,) = [project.folder / "build/html/_navapi/site.json"]
    listed = json.loads(site.read_text("utf-8"))["diagnostics"]
    found = [each for each in listed if each["subtype"] == "invalid_example"]
    assert [each["line"] for each in found] == [8, 16, 27]
    assert ["`n`" in each["message"] for each in found] == [False, True, True]


def test_four_are_one_message(project) -> None:
    (place,) = build(project)
    assert place == PLACES[0]


def test_what_did_not_change_is_not_examined_again(project, monkeypatch) -> None:
    examined: list[str] = []
    of_value = values._ValueCheck.value

    def count(self: Any, site: Any) -> Any:
        examined.append(site.pointer)
        return of_value(self, site)

    monkeypatch.setattr(values._ValueCheck, "value", count)
    three = API.replace("integer, example: 1.5", "integer")
    build(project, three)
    assert len(examined) == 5
    examined.clear()
    assert build(project, three) == PLACES[:3]
    assert examined == []
    # Lines have moved.
    moved = three.replace("/a:\n", "/a:\n    summary: A\n")
    assert build(project, moved) == ["9:57", "17:15", "28:25"]
    assert examined == [name for name in examined if name.startswith("/paths/~1a/")] != []
    examined.clear()
    required = moved.replace("required: [n], ", "")
    assert build(project, required) == ["9:57", "17:15"]
    assert len(examined) == 5


def test_a_path_that_another_one_refers_to(project) -> None:
    schema = "{$ref: '#/paths/~1a/get/parameters/1/schema'}"
    parameter = f"{{name: s, in: query, schema: {schema}, example: 5}}"
    api = API.replace("/b:\n    get:\n", f"/b:\n    get:\n      parameters: [{parameter}]\n")
    api = api.replace("integer, example: 1.5", "integer").replace("example: many", "example: 2")
    assert build(project, api) == ["16:15", "28:25"]
    # The schema of /a is that of the example in /b.
    changed = api.replace("{type: integer}, example: 1}", "{type: string}, example: one}")
    assert len(build(project, changed)) == 3


@pytest.mark.parametrize("setting", ["severity = {example = 'off'}", "baseline = 'known.json'"])
def test_settings_of_the_check(project, monkeypatch, capsys, setting: str) -> None:
    assert len(build(project)) == 1
    monkeypatch.chdir(project.src)
    table = "[tool.sphinx-navapi.openapi-check]\n"
    main(["openapi-check", "api.yaml", "--baseline", "known.json", "--write-baseline"])
    assert build(project, **{"pyproject.toml": f"{table}{setting}\n"}) == []
    # One that is not known yet.
    new = API.replace("integer}, example: 1}", "integer}, example: one}")
    assert build(project, new) == ([] if "off" in setting else ["9:57"])


@pytest.mark.parametrize("settings", ["[tool.sphinx-navapi.openapi-check]\nx = 1", "["])
def test_settings_that_cannot_be_read_accept_nothing(project, settings: str) -> None:
    assert len(build(project, **{"pyproject.toml": settings})) == 1
