"""The output does not depend on how many processes made it."""

from __future__ import annotations

import pytest


def _files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in {".html", ".json", ".txt", ".md", ".js", ".tex"}
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml", "latex"])
def test_two_processes_give_the_same_bytes(make_project, small, api, builder):
    for index in range(12):
        operation = {
            "summary": f"Extra {index}",
            "tags": [f"Tag {index % 3}"],
            "responses": {
                "200": {
                    "description": "OK",
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/User"}}
                    },
                }
            },
        }
        api["paths"][f"/extra/{index}"] = {"get": operation}
    small.write({"api.json": api})
    other = make_project("other")
    other.write({p.name: p.read_text("utf-8") for p in small.src.iterdir() if p.is_file()})
    serial, parallel = small.build(builder), other.build(builder, parallel=2)
    assert serial.warnings == parallel.warnings == []
    one, two = _files(serial.out), _files(parallel.out)
    assert one.keys() == two.keys()
    assert {name for name in one if one[name] != two[name]} == set()


def test_objects_survive_the_merge(small):
    built = small.build(parallel=2)
    assert 'href="api-reference/users/list-users.html' in built.text("guide.html")
