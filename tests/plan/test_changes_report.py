"""Two versions of a document, read as files and as in a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.cli import main


def version(number: str, *names: str) -> dict[str, Any]:
    """A document with one operation for each of the paths *names*."""
    operation = {"responses": {"200": {"description": "Done."}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": number},
        "paths": {f"/{name}": {"get": operation} for name in names},
    }


def removing(name: str) -> dict[str, Any]:
    """An overlay without the path *name*."""
    return {
        "overlay": "1.0.0",
        "info": {"title": "Public", "version": "1"},
        "actions": [{"target": f"$.paths['/{name}']", "remove": True}],
    }


def bound(**keys: Any) -> dict[str, Any]:
    return {"navigation": {"groups": [{"group": "API", "openapi": keys}]}}


FILES = {
    "v1.json": version("1", "books", "staff"),
    "v2.json": version("2", "books", "staff", "loans", "audit"),
    "staff.json": removing("staff"),
    "audit.json": removing("audit"),
}
ADDED = ["GET /loans: the operation was added", "GET /audit: the operation was added"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project ``docs`` below the working directory."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, value in FILES.items():
        (folder / name).write_text(json.dumps(value), "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def changes(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0
) -> tuple[list[str], list[str]]:
    """The output of the command: changes without location and rule, and problems."""
    assert main(["changes", *arguments]) == status
    captured = capsys.readouterr()
    lines = [line.split(": ", 2)[2] for line in captured.out.splitlines()]
    return [line.rpartition(" [")[0] for line in lines], captured.err.splitlines()


def test_files_are_read_as_they_are(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    overlays = {"source": "v2.json", "overlays": ["audit.json"]}
    (project / "docs.json").write_text(json.dumps(bound(**overlays)), "utf-8")
    assert changes(capsys, "docs/v1.json", "docs/v2.json") == (ADDED, [])


def test_overlays_of_the_command_line_are_for_both(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlays = ["--overlay", "docs/staff.json"]
    old = FILES["v1.json"]
    (project / "v0.json").write_text(json.dumps(version("0", "books")), "utf-8")
    assert old["paths"].keys() == {"/books", "/staff"}
    found, _ = changes(capsys, "docs/v0.json", "docs/v1.json")
    assert found == ["GET /staff: the operation was added"]
    found, said = changes(capsys, "docs/v0.json", "docs/v1.json", *overlays)
    assert found == []
    # The old version has no such path.
    assert [line.partition(":")[0] for line in said] == ["docs/staff.json"]
    assert changes(capsys, "docs/v1.json", "docs/v2.json", *overlays) == (ADDED, [])


def test_a_project_has_overlays_of_its_own(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = bound(
        source="v2.json",
        overlays=["audit.json", "staff.json"],
        changes_from={"source": "v1.json", "overlays": ["staff.json"]},
    )
    (project / "docs.json").write_text(json.dumps(settings), "utf-8")
    for names in (["docs/v1.json", "docs/v2.json"], ["v1.json", "v2.json"]):
        assert changes(capsys, *names, "--src", "docs") == (ADDED[:1], [])


def test_a_file_outside_of_the_project_has_none(
    project: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    settings = bound(source="v2.json", overlays=["staff.json", "audit.json"])
    (project / "docs.json").write_text(json.dumps(settings), "utf-8")
    (tmp_path / "v1.json").write_text(json.dumps(FILES["v1.json"]), "utf-8")
    found, _ = changes(capsys, "v1.json", "docs/v2.json", "--src", "docs")
    assert found == ["GET /staff: the operation was removed", *ADDED[:1]]
    more = ["--overlay", "docs/staff.json"]
    found, _ = changes(capsys, "v1.json", "v2.json", "--src", "docs", *more)
    assert found == ADDED[:1]


CONF = """\
extensions = ["sphinx_navapi"]
navapi_documents = {"api": "written:document", "next": ["python", "write.py"]}
"""


def test_documents_that_code_writes(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "conf.py").write_text(CONF, "utf-8")
    (project / "docs.json").write_text(json.dumps(bound(source="api")), "utf-8")
    (project / "written.py").write_text(f"document = {FILES['v1.json']!r}\n", "utf-8")
    text = "from pathlib import Path\nprint(Path('v2.json').read_text('utf-8'))\n"
    (project / "write.py").write_text(text, "utf-8")
    assert changes(capsys, "api", "next", "--src", "docs") == (ADDED, [])
    # In its folder, `--src` is not needed, and files and names can be combined.
    monkeypatch.chdir(project)
    assert changes(capsys, "v1.json", "next") == (ADDED, [])
    assert changes(capsys, "api", "v1.json") == ([], [])


@pytest.mark.parametrize("arguments", [[], ["--src", "docs"]])
def test_a_name_that_there_is_not(
    arguments: list[str], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "docs.json").write_text(json.dumps(bound(source="v2.json")), "utf-8")
    found, said = changes(capsys, "v3.json", "docs/v2.json", *arguments, status=1)
    assert found == []
    (line,) = said
    assert line.startswith("v3.json: ")
    assert "there is no OpenAPI document v3.json" in line


def test_an_overlay_that_there_is_not(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = bound(source="v2.json", overlays=["audits.json"])
    (project / "docs.json").write_text(json.dumps(settings), "utf-8")
    found, said = changes(capsys, "v1.json", "v2.json", "--src", "docs")
    assert found == ADDED
    (line,) = said
    assert line.startswith("docs.json:1:")
    assert "the file does not exist, did you mean audit.json?" in line


def test_a_url_is_not_fetched_where_that_is_off(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    conf = "extensions = ['sphinx_navapi']\nnavapi_remote_documents = False\n"
    (project / "conf.py").write_text(conf, "utf-8")
    (project / "docs.json").write_text(json.dumps(bound(source="v2.json")), "utf-8")
    url = "https://api.example/v1.json"
    _, said = changes(capsys, url, "v2.json", "--src", "docs", status=1)
    (line,) = said
    assert url in line
    assert "navapi_remote_documents" in line


def test_a_folder_without_a_project(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["changes", "docs/v1.json", "docs/v2.json", "--src", "docs"]) == 2
    assert "docs has no docs.json" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--src", "docs"]])
def test_asyncapi_is_refused(
    arguments: list[str], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    channels = {"asyncapi": "3.0.0", "info": {"title": "Events", "version": "1"}, "channels": {}}
    (project / "events.json").write_text(json.dumps(channels), "utf-8")
    (project / "docs.json").write_text(json.dumps(bound(source="v2.json")), "utf-8")
    _, said = changes(capsys, "docs/v1.json", "docs/events.json", *arguments, status=1)
    (line,) = said
    assert "is an AsyncAPI document" in line
