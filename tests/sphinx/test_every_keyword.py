"""Each keyword of JSON Schema is shown, or the documentation says why not."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_files import read_yaml
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types
from warm_python import run_module

KEYWORDS: dict[str, Any] = read_yaml(Path(__file__).parent / "every_field" / "keywords.yaml")
TABLE = Path(__file__).parents[2] / "docs" / "reference" / "json-schema-keywords.md"

#: The vocabularies of JSON Schema 2020-12, which are schemas themselves.
VOCABULARIES = ("core", "applicator", "unevaluated", "validation", "meta-data",
                "format-annotation", "content")  # fmt: skip

#: Keywords that OpenAPI adds to them (3.1, Schema Object).
BASE_VOCABULARY = {"discriminator", "xml", "externalDocs", "example"}


def table() -> dict[str, str]:
    """Where each keyword is shown according to the documentation."""
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", TABLE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(dict(rows))
    return dict(rows)


def published() -> set[str]:
    """The keywords of the published meta-schema."""
    base = "https://json-schema.org/draft/2020-12/meta"
    return {
        keyword
        for name in VOCABULARIES
        for keyword in REGISTRY.contents(f"{base}/{name}")["properties"]
    }


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of the page of an operation with each keyword in a value."""
    folder = tmp_path_factory.mktemp("keywords")
    target = {"$dynamicAnchor": "target", "type": "object", "description": "Targetdescription"}
    paths = {}
    for index, case in enumerate(KEYWORDS.values()):
        # As a property, which has its own row.
        schema = {"type": "object", "properties": {"holder": case["schema"]}}
        content = {"application/json": {"schema": schema}}
        operation = {"requestBody": {"content": content}, "responses": {}}
        operation["responses"] = {"200": {"description": "D", "content": content}}
        if "xml" in json.dumps(schema):
            operation = {"responses": {"200": {"description": "D", "content": {
                "application/xml": {"schema": schema}}}}}  # fmt: skip
        paths[f"/{index}"] = {"put": operation}
    document = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        "components": {"schemas": {"Target": target}},
    }
    (folder / "api.json").write_text(json.dumps(document))
    (folder / "docs.json").write_text('{"navigation": {"pages": ["index"], "openapi": "api.json"}}')
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    (folder / "index.rst").write_text("Keywords\n========\n")
    done = run_module("sphinx", "-qW", "-b", "html", folder, folder / "out")
    assert (done.returncode, done.stderr) == (0, "")
    files = (folder / "out" / "api-reference" / f"put-{n}.html" for n in range(len(KEYWORDS)))
    return {key: _text(file.read_text("utf-8")) for key, file in zip(KEYWORDS, files, strict=True)}


def _text(page: str) -> str:
    """The main part of a page without the data of its form: code, words and URLs."""
    main = page[page.index("<main") : page.index("</main>")]
    main = re.sub(r"<script.*?</script>", "", main, flags=re.DOTALL)
    code, words = (html.unescape(re.sub(r"<[^>]+>", between, main)) for between in ("", " "))
    links = " ".join(re.findall(r'href="([^"]+)"', main))
    return f"{code}\n{' '.join(words.split())}\n{links}"


def values(value: Any) -> Iterator[str]:
    """The texts, numbers and truth values in *value*."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from values(inner)
    else:
        yield str(value)


def test_there_is_a_case_and_a_row_for_each_keyword() -> None:
    assert set(KEYWORDS) == published() | BASE_VOCABULARY
    assert set(table()) == set(KEYWORDS)


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_each_keyword_is_shown(keyword: str, pages: dict[str, str]) -> None:
    where, case = table()[keyword], KEYWORDS[keyword]
    if where.startswith("—"):
        assert len(where) > 20
        return
    if "said" in case:
        assert re.search(case["said"], pages[keyword])
        return
    given = case["schema"].get(keyword)
    if keyword == "xml":
        given = case["schema"]["properties"]["inner"]["xml"]
    found = [value for value in values(given) if value not in pages[keyword]]
    assert found == []
