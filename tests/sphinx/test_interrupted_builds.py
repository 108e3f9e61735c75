"""After a build that was killed, or whose disk was full, the next one equals a fresh one."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from warm_python import run_module

#: Counts changes of the file system, and ends the process, or fails, at one of these points.
CONF = """
import errno, os, sys

extensions = ["sphinx_navapi"]
html_theme = "navapi"
html_baseurl = "https://docs.example/"
stop_at, how = int(os.environ.get("STOP_AT", "0")), os.environ.get("STOP_HOW")
count = 0

def watch(event, given):
    global count
    writes = event == "open" and isinstance(given[1], str) and set(given[1]) & set("wxa+")
    if not writes and event not in {"os.rename", "os.remove", "os.mkdir", "os.rmdir"}:
        return
    if str(given[0]).startswith("/dev/"):
        return
    count += 1
    if stop_at and count == stop_at and how == "killed":
        os._exit(9)
    if stop_at and stop_at <= count < stop_at + 5 and how == "full":
        raise OSError(errno.ENOSPC, "No space left on device", str(given[0]))

sys.addaudithook(watch)

def setup(app):
    app.connect("build-finished", note, priority=2000)

def note(app, exception):
    if "COUNT_IN" in os.environ:
        with open(os.environ["COUNT_IN"], "r+") as file:
            file.write(str(count))
"""

CHECKSUM = re.compile(rb"\?v=[0-9a-f]{8}")

#: Points of a build, evenly distributed over everything that it writes.
POINTS = 4


def document(*names: str, description: str = "What it does.") -> str:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}
    paths = {
        f"/{name}": {
            "get": {
                "summary": f"Get {name}",
                "description": description,
                "responses": {"200": {"description": "OK", "content": content}},
            }
        }
        for name in names
    }
    schemas = {"Item": {"type": "object", "properties": {"id": {"type": "string"}}}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "A", "version": "1"},
            "paths": paths,
            "components": {"schemas": schemas},
        }
    )


def write_project(folder: Path) -> None:
    folder.mkdir()
    navigation = {
        "groups": [{"group": "Guide", "pages": ["index", "old"]}],
        "anchors": [{"anchor": "API", "openapi": "api.json"}],
    }
    write(folder, "conf.py", CONF)
    write(folder, "docs.json", json.dumps({"name": "A", "navigation": navigation}))
    write(folder, "index.md", "# Welcome\n\nSee [the other](old.md).\n")
    write(folder, "old.md", "# Other\n\nText.\n")
    write(folder, "api.json", document("cats", "dogs", "owls"))


def edit_project(folder: Path) -> None:
    """A new title, a new page, another description, a removed operation and a new one."""
    write(folder, "old.md", "# Another title\n\nText.\n")
    write(folder, "new.md", "# New\n\nMore.\n")
    docs = json.loads((folder / "docs.json").read_text())
    docs["navigation"]["groups"][0]["pages"].append("new")
    write(folder, "docs.json", json.dumps(docs))
    write(folder, "api.json", document("cats", "owls", "rats", description="Changed."))


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def build(folder: Path, out: str = "out", **variables: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    return run_module("sphinx", "-q", "-b", "html", ".", out, cwd=folder, environment=environment)


def built(folder: Path, out: str) -> dict[str, bytes]:
    """The content of the output folder, without Sphinx's own state.

    Also without the checksums in URLs of scripts: Sphinx continues if it cannot copy one, and does
    not write the pages again when it can.
    """
    top = folder / out
    return {
        path.relative_to(top).as_posix(): CHECKSUM.sub(b"", path.read_bytes())
        for path in top.rglob("*")
        if path.is_file() and ".doctrees" not in path.parts
    }


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that was built, and then edited; its fresh output is in ``fresh``."""
    folder = tmp_path_factory.mktemp("interrupted") / "project"
    write_project(folder)
    assert build(folder).returncode == 0
    edit_project(folder)
    assert build(folder, "fresh").returncode == 0
    return folder.replace(folder.with_name("kept"))


def project_as_it_was(kept: Path, *, is_first: bool) -> Path:
    """*kept* at the path where it was built: at another one, Sphinx would read everything again."""
    folder = kept.with_name("project")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept, folder)
    if is_first:
        shutil.rmtree(folder / "out")
    return folder


@pytest.fixture(scope="module")
def changes(kept: Path) -> dict[bool, int]:
    """The number of file system changes in a first build, and in one after the edits."""
    found: dict[bool, int] = {}
    for is_first in (True, False):
        folder = project_as_it_was(kept, is_first=is_first)
        count = kept.with_name("count")
        count.touch()
        assert build(folder, COUNT_IN=count).returncode == 0
        found[is_first] = int(count.read_text())
        assert found[is_first] > 2 * POINTS
        assert built(folder, "out") == built(folder, "fresh")
    return found


#: How a build is stopped, whether it is the first, and where. Each point, way and kind of build is
#: among the first six.
CASES = sorted(
    itertools.product(("killed", "full"), (True, False), range(1, POINTS + 1)),
    key=lambda case: (case[2] + (case[0] == "full") + 2 * case[1]) % POINTS,
)


@pytest.mark.parametrize(("how", "is_first", "point"), first(2, CASES))
def test_the_next_build_is_right(
    kept: Path, changes: dict[bool, int], how: str, is_first: bool, point: int
) -> None:
    folder = project_as_it_was(kept, is_first=is_first)
    stop_at = changes[is_first] * point // (POINTS + 1)
    stopped = build(folder, STOP_AT=stop_at, STOP_HOW=how)
    if how == "killed":
        assert stopped.returncode == 9
    again = build(folder)
    assert again.returncode == 0, again.stderr
    expected, found = built(folder, "fresh"), built(folder, "out")
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []
