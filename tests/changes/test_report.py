"""Changes as they are printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.cli import main

PARAMETER = {"name": "q", "in": "query", "schema": {"type": "string"}}
BODY = {"schema": {"$ref": "#/components/schemas/Book"}}


def document(**changes: Any) -> dict[str, Any]:
    """Two operations that return a book. :param changes: to the parts that differ."""
    given = {"version": "1", "required": False, "properties": {"title": {"type": "string"}}}
    given |= changes
    response = {"description": "", "content": {"application/json": BODY}}
    operation = {
        "parameters": [{**PARAMETER, "required": given["required"]}],
        "responses": {"200": response},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": given["version"]},
        "paths": {
            "/books": {"get": operation},
            "/books/new": {"get": {"responses": {"200": response}}},
        },
        "components": {"schemas": {"Book": {"type": "object", "properties": given["properties"]}}},
    }


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    old = document()
    new = document(version="2", required=True, properties={"isbn": {"type": "string"}})
    for name, value in {"v1.json": old, "v2.json": new}.items():
        Path(name).write_text(json.dumps(value, indent=1), "utf-8")
    return tmp_path


def line_of(text: str, *parts: str) -> int:
    """The line of *text* with the last of *parts*, searched for after the previous ones."""
    position = 0
    for part in parts:
        position = text.index(part, position)
    return text.count("\n", 0, position) + 1


def test_text(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", "v1.json", "v2.json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    text = (files / "v2.json").read_text("utf-8")
    lines = captured.out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["breaking", "warning", "info"]
    place, _, rest = lines[0].partition(": ")
    assert place.split(":")[:2] == ["v2.json", str(line_of(text, '"parameters"', "{"))]
    assert rest == (
        "breaking: GET /books · query parameter q: the parameter became required"
        " [request-parameter-became-required]"
    )
    book = line_of(text, '"Book"')
    assert lines[1].startswith(f"v2.json:{book}:")
    assert lines[1].endswith(
        "warning: GET /books, GET /books/new · schema Book · title: the optional property was"
        " removed [response-optional-property-removed]"
    )
    isbn = line_of(text, '"isbn"')
    assert lines[2].startswith(f"v2.json:{isbn}:")


def test_markdown(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", "v1.json", "v2.json", "--format", "md"]) == 0
    assert capsys.readouterr().out == (
        "# Changes from Library 1 to Library 2\n"
        "\n## Breaking changes\n\n"
        "- `GET /books` · query parameter `q`: the parameter became required\n"
        "\n## May break clients\n\n"
        "- `GET /books`, `GET /books/new` · schema `Book` · `title`: the optional property was"
        " removed\n"
        "\n## Other changes\n\n"
        "- `GET /books`, `GET /books/new` · schema `Book` · `isbn`: the property was added\n"
    )


def test_json(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", "v1.json", "v2.json", "--format", "json"]) == 0
    first, second, _ = json.loads(capsys.readouterr().out)
    assert (first["rule"], first["level"]) == ("request-parameter-became-required", "breaking")
    assert first["operations"] == [{"method": "GET", "path": "/books"}]
    assert first["place"] == ["query parameter q"]
    assert first["new"]["pointer"] == "/paths/~1books/get/parameters/0"
    assert (first["old"]["file"], first["new"]["file"]) == ("v1.json", "v2.json")
    assert [each["path"] for each in second["operations"]] == ["/books", "/books/new"]


@pytest.mark.parametrize("format_", ["text", "md", "json"])
def test_no_change(format_: str, files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--format", format_, "--fail-on", "any"]
    assert main(["changes", "v1.json", "v1.json", *options]) == 0
    out = capsys.readouterr().out
    assert {"text": out == "", "md": "No changes." in out, "json": out == "[]\n"}[format_]


@pytest.mark.parametrize(
    ("old", "new", "fail_on", "status"),
    [
        ("v1.json", "v2.json", "breaking", 1),
        ("v2.json", "v1.json", "breaking", 0),
        ("v2.json", "v1.json", "any", 1),
        ("v1.json", "v2.json", None, 0),
    ],
)
def test_exit_status(old: str, new: str, fail_on: str | None, status: int, files: Path) -> None:
    options = [] if fail_on is None else ["--fail-on", fail_on]
    assert main(["changes", old, new, *options]) == status


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (None, "bad.json"),
        ('{"openapi": "3.1.0",\n "paths": {]}', "bad.json:2:"),
        ('{"swagger": "2.0"}', "bad.json:1:"),
        ("[]", "bad.json"),
        ("openapi: [", "bad.json"),
        ("\x00", "bad.json"),
    ],
)
@pytest.mark.parametrize("is_old", [True, False])
def test_bad_input(
    is_old: bool, text: str | None, place: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (files / "bad.json").write_text(text, "utf-8")
    names = ["bad.json", "v1.json"] if is_old else ["v1.json", "bad.json"]
    assert main(["changes", *names]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(place)
    assert captured.err.count("\n") == 1


def test_a_folder_is_not_a_document(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", ".", "v1.json"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1


def test_what_is_wrong_beside_it_is_reported(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A problem in the input is printed on stderr, and the rest is compared."""
    broken = json.loads((files / "v2.json").read_text("utf-8"))
    broken["paths"]["/books/new"]["get"] = 5
    (files / "v2.json").write_text(json.dumps(broken), "utf-8")
    assert main(["changes", "v1.json", "v2.json"]) == 0
    captured = capsys.readouterr()
    assert "request-parameter-became-required" in captured.out
    assert "operation-removed" not in captured.out
    assert "/books/new" in captured.err
