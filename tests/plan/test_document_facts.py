"""What is known about the texts of documents: removed markup, and targets of links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.diagnostics import Level, Subtype
from sphinx_navapi.formats import data_file
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.document_facts import find_text_facts, markup_diagnostics, text_facts

ROOT = {
    "info": {"description": "fine <b>bold</b> and `<script>`"},
    "paths": {
        "/a": {
            "get": {
                "description": "a <script>x</script> [y](javascript:z)",
                "parameters": [{"description": "a <script>x</script> [y](javascript:z)"}],
                "responses": {"200": {"description": "<form>"}},
            }
        }
    },
    "components": {
        "schemas": {
            "description": {"description": "<iframe>"},
            "A": {
                "example": {"description": "<script>"},
                "properties": {
                    "description": {"type": "string", "description": "a <nobr>b</nobr>"},
                    "example": {"description": "<a onclick=x>"},
                },
            },
        }
    },
}


def document(root: Any, path: Path | None = None) -> OpenApiDocument:
    files = {"api.json": path} if path else {}
    return OpenApiDocument(
        name="api.json", version=(3, 1), root=root, operations=(), files=files, digest=repr(root)
    )


def test_each_text_is_reported_once_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    path.write_text(json.dumps(ROOT, indent=1), "utf-8")
    facts = list(find_text_facts(document(ROOT, path)))
    assert [fact.pointer for fact in facts] == [
        "/paths/~1a/get/description",
        "/paths/~1a/get/responses/200/description",
        "/components/schemas/description/description",
        "/components/schemas/A/properties/example/description",
    ]
    lines = path.read_text("utf-8").splitlines()
    quoted = [lines[fact.line - 1] for fact in facts if fact.line]
    assert [
        part in line
        for part, line in zip(["<script>", "<form>", "<iframe>", "<a onclick"], quoted, strict=True)
    ] == [True] * 4
    found = markup_diagnostics(facts)
    assert {diagnostic.subtype for diagnostic in found} == {Subtype.UNSAFE_MARKUP}
    assert {diagnostic.level for diagnostic in found} == {Level.INFO}
    assert [diagnostic.place.line for diagnostic in found] == [fact.line for fact in facts]
    assert "<script>, javascript:z" in found[0].message
    assert "api.json" in found[0].message


def test_each_address_is_found_once() -> None:
    root = {
        "info": {"description": "[a](/a) [web](https://example.com/) [b](b?c#d) [a](/a)"},
        "paths": {"/x": {"get": {"description": "[a](/a) [c](c) [here](#here)"}}},
    }
    facts = list(find_text_facts(document(root)))
    assert [(fact.link, fact.pointer) for fact in facts] == [
        ("/a", "/info/description"),
        ("b?c#d", "/info/description"),
        ("c", "/paths/~1x/get/description"),
        ("#here", "/paths/~1x/get/description"),
    ]
    assert markup_diagnostics(facts) == []


def test_addresses_of_documentation_are_links() -> None:
    docs = {"externalDocs": {"url": "/more"}}
    root = {
        "info": {
            "termsOfService": "/terms", "contact": {"url": "team"}, "license": {"url": "/licence"},
        },
        "externalDocs": {"url": " /root "},
        "tags": [{"name": "T", "externalDocs": {"url": "https://t.example"}}],
        "paths": {"/x": {"get": {**docs, "responses": {"200": {"description": "OK"}}}}},
        "components": {
            "schemas": {
                "A": {
                    "externalDocs": {"url": "/schema"},
                    # A property of that name, and a value.
                    "properties": {"externalDocs": {"url": "/no"}},
                    "example": {"externalDocs": {"url": "/no"}},
                }
            },
            # Of an AsyncAPI document.
            "externalDocs": {"Shared": {"url": "/shared"}},
        },
    }  # fmt: skip
    facts = list(find_text_facts(document(root)))
    assert [(fact.link, fact.pointer) for fact in facts] == [
        ("/terms", "/info/termsOfService"),
        ("team", "/info/contact/url"),
        ("/licence", "/info/license/url"),
        ("/root", "/externalDocs/url"),
        ("/more", "/paths/~1x/get/externalDocs/url"),
        ("/shared", "/components/externalDocs/Shared/url"),
        ("/schema", "/components/schemas/A/externalDocs/url"),
    ]
    assert markup_diagnostics(facts) == []


@pytest.mark.parametrize(
    "root", [None, [], {"description": 1}, {"description": {"description": "x"}}, "<script>"]
)
def test_values_that_are_not_documents(root: Any) -> None:
    assert list(find_text_facts(document(root))) == []


def test_facts_are_kept(tmp_path: Path) -> None:
    cache, here = tmp_path / "kept" / "texts.json", document(ROOT)
    found = text_facts([here], cache)
    assert len(found) == 4
    known = cache.read_bytes()
    # A document with the same digest is not searched again.
    assert text_facts([document_like(here)], cache) == found
    assert cache.read_bytes() == known
    assert text_facts([document({})], cache) == ()
    assert known not in cache.read_bytes()


def document_like(other: OpenApiDocument) -> OpenApiDocument:
    return OpenApiDocument(
        name=other.name, version=(3, 1), root={}, operations=(), digest=other.digest
    )


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "[]",
        '{"KEY": 1}',
        '{"KEY": [1]}',
        '{"KEY": [["api.json", [1], null, "", "", 1]]}',
        '{"KEY": [["api.json", [], null, "", ""]]}',
    ],
)
def test_facts_of_a_damaged_file_are_found_again(tmp_path: Path, damage: str) -> None:
    cache = tmp_path / "texts.json"
    found = text_facts([document(ROOT)], cache)
    kept = json.loads(cache.read_text("utf-8"))
    (key,) = kept["values"]
    values = damage.replace('"KEY"', json.dumps(key))
    cache.write_text(f'{{"version": {json.dumps(kept["version"])}, "values": {values}}}', "utf-8")
    assert text_facts([document(ROOT)], cache) == found


def test_a_file_is_read_once_and_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "api.json"
    path.write_text(json.dumps(ROOT), "utf-8")
    read: list[Path] = []
    read_bytes = data_file.read_bytes

    def note(path: Path, name: str) -> bytes:
        read.append(path)
        return read_bytes(path, name)

    monkeypatch.setattr(data_file, "read_bytes", note)
    here = document(ROOT, path)
    assert [fact.line for fact in find_text_facts(here)] == [1] * 4
    assert read == [path]
    assert here._places == {}
