"""Examples in other files: ``externalValue`` with a relative URI."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.sources import MAX_EXAMPLE


def load(
    folder: Path, example: str, files: dict[str, Any], *, name: str = "a/api.yaml"
) -> LoadResult:
    text = (
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\ncomponents:\n  examples:\n    one: "
        f"{{{example}}}\n"
    )
    write_files(folder, {"a/api.yaml": text, **files})
    root = folder if "://" not in name else None
    return load_document(folder / "a/api.yaml", name, root, cache_dir=folder / "cache")


def example(loaded: LoadResult) -> Any:
    assert loaded.document is not None
    return loaded.document.resolve("/components/examples/one").value


@pytest.mark.parametrize(
    ("location", "content", "value"),
    [
        ("x/b.json", '{"b": [1.0]}', {"b": [1.0]}),
        ("./x/b.json", "41", 41),
        ("../a/x/b.json?v=1#top", '\ufeff"text"', "text"),
        ("x/b%20c.JSON", "[]", []),
        ("x/b.json", "{broken", "{broken"),
        ("x/b.xml", "<b/>\n", "<b/>\n"),
        ("x/b.yaml", "b: 1\n", "b: 1\n"),
        ("x/b", "", ""),
    ],
)
def test_the_content_of_the_file_is_the_value(
    tmp_path: Path, location: str, content: str, value: object
) -> None:
    file = location.partition("?")[0].removeprefix("../a/").replace("%20", " ")
    loaded = load(tmp_path, f"externalValue: '{location}'", {f"a/{file}": content})
    assert loaded.diagnostics == ()
    assert example(loaded) == {"value": value}


def test_it_is_relative_to_the_file_of_the_example(tmp_path: Path) -> None:
    files = {"b/more.yaml": "one: {externalValue: c.txt}\n", "b/c.txt": "c"}
    loaded = load(tmp_path, "$ref: '../b/more.yaml#/one'", files)
    assert example(loaded) == {"value": "c"}


def test_beside_other_values(tmp_path: Path) -> None:
    files = {"a/b.json": "1"}
    found = example(load(tmp_path / "1", "dataValue: 2, externalValue: b.json", files))
    assert found == {"dataValue": 2, "serializedValue": "1"}
    found = example(load(tmp_path / "2", "value: 2, externalValue: b.json", files))
    assert found == {"value": 2}


@pytest.mark.parametrize("location", ["https://a.example/b.json", "//a.example/b", "/b.json"])
def test_urls_are_kept(tmp_path: Path, location: str) -> None:
    loaded = load(tmp_path, f"externalValue: '{location}'", {"b.json": "1"})
    assert example(loaded) == {"externalValue": location}


def test_in_a_document_from_a_url(tmp_path: Path) -> None:
    loaded = load(tmp_path, "externalValue: ../b.json", {}, name="https://a.example/v1/api.yaml")
    assert example(loaded) == {"externalValue": "https://a.example/b.json"}


@pytest.mark.parametrize(
    ("location", "content", "said"),
    [
        ("gone.json", "", "cannot be resolved: there is no file a/gone.json"),
        ("../../b.json", "", "is outside the source directory"),
        ("x", "", "points to a file that cannot be shown: is not a file"),
        ("x/b.png", b"\x89PNG\xff", "points to a file that cannot be shown: not UTF-8"),
        ("x/b.txt", "b" * (MAX_EXAMPLE + 1), "points to a file of 100,001 bytes, and pages show"),
    ],
)
def test_what_cannot_be_shown_is_reported(
    tmp_path: Path, location: str, content: str | bytes, said: str
) -> None:
    files = {f"a/{location}": content} if content else {"a/x/y": ""}
    loaded = load(tmp_path, f"summary: S, externalValue: '{location}'", files)
    (found,) = loaded.diagnostics
    assert found.message.startswith(f"the reference `{location}` {said}")
    assert found.message.endswith("; the example is omitted")
    assert str(found.place) == "a/api.yaml:5:38"
    assert example(loaded) == {"summary": "S"}


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    text = "externalValue: b.txt"
    assert len(load(tmp_path, text, {}).diagnostics) == 1
    first = load(tmp_path, text, {"a/b.txt": "1"})
    again = load(tmp_path, text, {"a/b.txt": "2"})
    assert (example(first), example(again)) == ({"value": "1"}, {"value": "2"})
    assert first.document is not None
    assert again.document is not None
    assert first.document.digest != again.document.digest
