"""Builds with odd values, in all places at once: they end, and the other pages exist."""

from __future__ import annotations

from typing import Any

import pytest


def write_bytes(project: Any, name: str, content: bytes) -> None:
    project.src.mkdir(parents=True, exist_ok=True)
    (project.src / name).write_bytes(content)


@pytest.mark.parametrize("builder", ["html", "text"])
def test_pages_that_are_not_utf_8(project, builder):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "docs.json": {"navigation": {"pages": ["index", "a", "b", "c"]}},
        }
    )
    write_bytes(project, "a.md", b"# A\n\nword caf\xe9 word\n")
    write_bytes(project, "b.rst", b"B\n=\n\nword caf\xe9 word\n")
    write_bytes(project, "c.mdx", b"# C\n\n" + b"word " * 8_000 + b"caf\xe9 <b>word</b>\n")
    built = project.build(builder)
    assert built.exit_code == 0
    places = [line.partition(": WARNING: ")[0].rpartition("/")[2] for line in built.warnings]
    assert places == ["a.md:3", "b.rst:4", "c.mdx:3"]
    for line, name in zip(built.warnings, ("a.md", "b.rst", "c.mdx"), strict=True):
        assert f"WARNING: {name} is not UTF-8: the byte 0xe9" in line
        assert line.endswith("[navapi.page_syntax]")
    for name in "abc":
        assert "caf\ufffd" in built.text(f"{name}.{'html' if builder == 'html' else 'txt'}")


def test_odd_values_in_a_document(project, api):
    odd: dict[str, Any] = {"deep": 1}
    for _ in range(250):
        odd = {"a": odd}
    schema = api["components"]["schemas"]["User"]
    schema["properties"] |= {
        "type": {"type": {}},
        "types": {"type": [["string"], "null"]},
        "pattern": {"type": "string", "pattern": "(([^,]*,?)*)*;"},
        "example": {"type": "string", "example": float("nan")},
        "examples": {"examples": [odd]},
    }
    api["paths"]["/teams"]["get"]["x-mint"] = {"href": "x" * 5_000}
    project.write(
        {
            "index.rst": "Home\n====\n",
            "api.json": api,
            "docs.json": {
                "logo": "l" * 5_000,
                "favicon": "f" * 5_000,
                "navigation": {"openapi": "api.json", "pages": ["index", "p" * 5_000]},
                "redirects": [{"source": "/old", "destination": "/" + "d" * 5_000}],
            },
        }
    )
    built = project.build()
    kinds = sorted(page["title"] for page in built.site()["pages"].values())
    assert kinds == ["Create user", "Home", "List teams", "List users"]
    assert all(len(line) < 3_000 for line in built.warnings)
    said = [line.rpartition("[navapi.")[2] for line in built.warnings]
    assert {"openapi_invalid]", "config]", "page_not_found]"} <= set(said)
