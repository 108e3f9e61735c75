"""Documents that code writes: in processes of their own, and kept by their content."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.diagnostics import Level, Place, Subtype
from sphinx_navapi.openapi.code_documents import (
    CodeDocuments,
    CodeRun,
    CodeSource,
    run_code,
)

APP = """
import json, os, sys
from helper import TITLE
print("noise of the application")
print("a warning", file=sys.stderr)
app = {
    "openapi": "3.1.0",
    "info": {"title": TITLE, "version": str(len(sys.argv)), "x-cwd": os.getcwd()},
    "paths": {"/a": {"get": {"responses": {"200": {"description": sys.executable}}}}},
}
if __name__ == "__main__":
    print(json.dumps(app))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {"docs/conf.py": "", "app.py": APP, "helper.py": "TITLE = 'Zoo'\n"}
    return write_files(tmp_path, files)


def source(code: str | tuple[str, ...], name: str = "api") -> CodeSource:
    return CodeSource(name=name, code=code, place=Place(file="conf.py", line=3))


def library(folder: Path, code: str | tuple[str, ...], runs: Any = None) -> CodeDocuments:
    return CodeDocuments(
        [source(code)],
        folder=folder / "docs",
        search_path=[str(folder)],
        cache_dir=folder / "cache",
        runs=runs,
    )


def failure(folder: Path, code: str | tuple[str, ...]) -> str:
    """The message of *code*, which fails."""
    loaded = library(folder, code).load("api")
    assert loaded.document is None
    (found,) = loaded.diagnostics
    assert found.subtype is Subtype.DOCUMENT_COMMAND_FAILED
    assert (found.level, found.place) == (Level.ERROR, Place(file="conf.py", line=3))
    assert found.message.startswith('navapi_documents["api"]: ')
    assert "; it has no pages: " in found.message
    return found.message.removeprefix('navapi_documents["api"]: ')


@pytest.mark.parametrize(
    "code", ["app:app", ("python", "../app.py"), (sys.executable, "../app.py")]
)
def test_the_document_is_written_in_the_folder_of_conf_py(
    folder: Path, code: str | tuple[str, ...]
) -> None:
    if not isinstance(code, str):
        # An application's output is not part of its document.
        text = (folder / "app.py").read_text("utf-8").replace('print("noise', 'str("noise')
        (folder / "app.py").write_text(text, "utf-8")
    document = library(folder, code).load("api").document
    assert document is not None
    assert document.root["info"] == {
        "title": "Zoo",
        "version": "1",
        "x-cwd": str((folder / "docs").resolve()),
    }
    (operation,) = document.operations
    assert str(operation.key.document) == "api"
    assert document.at("/paths/~1a/get/responses/200/description") == sys.executable


def test_a_document_in_yaml(folder: Path) -> None:
    write_files(folder, {"y.py": "print('openapi: 3.0.3\\ninfo: {title: Y, version: \"1\"}')\n"})
    document = library(folder, ("python", "../y.py")).load("api").document
    assert document is not None
    assert document.root["info"]["title"] == "Y"


def test_places_in_it_name_the_document(folder: Path) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": {"$ref": "other.json"}}}}},
    }
    write_files(folder, {"bad.py": f"app = {document!r}\n"})
    loaded = library(folder, "bad:app").load("api")
    inside = "/paths/~1a/get/responses/200"
    assert {str(found.place) for found in loaded.diagnostics} == {
        f'navapi_documents["api"]#{inside}/$ref',
        f'navapi_documents["api"]#{inside}',
    }
    assert loaded.document is not None
    assert str(loaded.document.place("/info/title")) == 'navapi_documents["api"]#/info/title'
    # Once more, from what was kept of it.
    assert library(folder, "bad:app").load("api").diagnostics == loaded.diagnostics


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "nowhere:app", "ModuleNotFoundError: No module named 'nowhere'"),
        ("import nowhere_to_be_found\n", "broken:app", "install nowhere_to_be_found where Sphinx"),
        ("def f():\n    1 / 0\nf()\n", "broken:app", "division by zero (../broken.py:2)"),
        ("x = (\n", "broken:app", "SyntaxError: '(' was never closed (../broken.py:1)"),
        ("raise SystemExit(3)\n", "broken:app", "SystemExit: 3"),
        ("def app():\n    raise ValueError('no\\nsettings')\n", "broken:app", "settings"),
        ("app = 3\n", "broken:app", "objects of type int do not describe an OpenAPI document"),
        ("app = {'a': {object: 1}}\n", "broken:app", "TypeError: keys must be"),
        ("import os\nos._exit(4)\n", "broken:app", "ended with exit status 4"),
        ("raise SystemExit('bad settings')", ("python", "../broken.py"), "status 1: bad settings"),
        ("1 / 0", ("python", "../broken.py"), "status 1: ZeroDivisionError: division by zero"),
        ("", ("python", "../broken.py"), "wrote nothing to its standard output"),
        ("", ("no-such-program-at-all", "x y"), "program not found: no-such-program-at-all"),
        ("", ("no-such-program-at-all", "x y"), "no-such-program-at-all 'x y' cannot be run"),
    ],
)
def test_what_fails_says_why(
    folder: Path, text: str, code: str | tuple[str, ...], message: str
) -> None:
    write_files(folder, {"broken.py": text})
    assert message in failure(folder, code)


def test_a_project_that_is_not_installed_is_told_so(folder: Path) -> None:
    assert "put its folder on sys.path in conf.py" in failure(folder, "nowhere.main:app")


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals")
def test_a_program_that_was_ended_by_a_signal(folder: Path) -> None:
    write_files(folder, {"broken.py": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\n"})
    assert "was ended by SIGTERM" in failure(folder, "broken:app")


def test_what_takes_too_long_is_stopped(folder: Path) -> None:
    write_files(folder, {"slow.py": "import threading\nthreading.Event().wait()\n"})
    run = run_code(source("slow:app"), folder / "copy", folder=folder, time_limit=0.5)
    assert run.failure is not None
    assert run.failure.text == "did not end within 0.5 seconds and was stopped"


def test_no_shell_sees_a_command(folder: Path) -> None:
    echo = ("python", "-c", "import sys; sys.exit(sys.argv[1])", "$HOME; `ls` > x")
    assert "$HOME; `ls` > x;" in failure(folder, echo)


def test_the_document_of_an_earlier_build_is_used(folder: Path) -> None:
    before = library(folder, "app:app").load("api").document
    (folder / "helper.py").write_text("TITLE = 1 / 0\n", "utf-8")
    loaded = library(folder, "app:app").load("api")
    (found,) = loaded.diagnostics
    assert "; the document of an earlier build was used: " in found.message
    assert "(../helper.py:1)" in found.message
    assert before is not None
    assert loaded.document is not None
    assert loaded.document.root == before.root
    # Of other code it would be another document.
    assert library(folder, "app:other").load("api").document is None


def test_no_compiled_module_is_left_that_hides_the_next_change(folder: Path) -> None:
    for title in ("Zoo", "Zug", "Zen"):
        # Each of the same size, and within the same second for Python.
        (folder / "helper.py").write_text(f"TITLE = '{title}'\n", "utf-8")
        os.utime(folder / "helper.py", (1_700_000_000, 1_700_000_000))
        document = library(folder, "app:app").load("api").document
        assert document is not None
        assert document.root["info"]["title"] == title


def test_what_is_written_alike_is_the_same_document(folder: Path) -> None:
    names = "app = {'openapi': '3.1.0', 'info': {}, 'x-names': list({'a', 'b', 'c', 'd', 'e'})}\n"
    write_files(folder, {"sets.py": names})
    copies = []
    for _build in range(3):
        library(folder, "sets:app").load("api")
        (copy,) = (folder / "cache").glob("*.document")
        copies.append((copy.stat().st_mtime_ns, copy.read_bytes()))
    assert len(set(copies)) == 1


def runs_after(folder: Path, code: str | tuple[str, ...]) -> dict[CodeSource, CodeRun]:
    runs: dict[CodeSource, CodeRun] = {}
    assert library(folder, code, runs).load("api").document is not None
    return runs


@pytest.mark.parametrize("code", ["app:app", ("python", "../app.py")])
def test_a_process_that_builds_again_runs_it_again_when_a_file_has_changed(
    folder: Path, code: str | tuple[str, ...]
) -> None:
    text = (folder / "app.py").read_text("utf-8").replace('print("noise', 'str("noise')
    (folder / "app.py").write_text(text, "utf-8")
    write_files(folder, {".venv/a.py": "", "node_modules/b.py": "", "env/pyvenv.cfg": ""})
    runs = runs_after(folder, code)
    (run,) = runs.values()
    names = {Path(file).relative_to(folder.resolve()).as_posix() for file in run.files}
    assert names - {"docs/conf.py"} == {"app.py", "helper.py"}
    library(folder, code, runs).load("api")
    assert runs[source(code)] is run
    (folder / "helper.py").write_text("TITLE = 'Aquarium'\n", "utf-8")
    document = library(folder, code, runs).load("api").document
    assert document is not None
    assert document.root["info"]["title"] == "Aquarium"
    assert runs[source(code)] is not run


def test_what_failed_runs_again_and_names_the_file_to_watch(folder: Path) -> None:
    runs = runs_after(folder, "app:app")
    (folder / "helper.py").write_text("TITLE = (\n", "utf-8")
    library(folder, "app:app", runs).load("api")
    (failed,) = runs.values()
    assert not failed.holds()
    assert str((folder / "helper.py").resolve()) in failed.files


def test_the_environment_is_passed_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_TITLE", "Bücher")
    write_files(folder, {"helper.py": "import os\nTITLE = os.environ['BOOKSHOP_TITLE']\n"})
    document = library(folder, "app:app").load("api").document
    assert document is not None
    assert document.root["info"]["title"] == "Bücher"
    assert json.dumps(document.root["info"]["version"]) == '"1"'
