"""The garbage collector skips what stays during a build, and nothing afterwards."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sphinx.testing.util import SphinxTestApp

from sphinx_navapi import events
from sphinx_navapi.project.sphinx_internals import doctrees_in_memory


@pytest.fixture(autouse=True)
def nothing_frozen() -> None:
    """Python 3.12 starts with some hundred frozen objects."""
    gc.unfreeze()


def write_project(folder: Path) -> None:
    """A project with a document in its navigation."""
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (folder / "index.rst").write_text("Welcome\n=======\n")
    navigation = {"pages": ["index"], "groups": [{"group": "API", "openapi": "api.json"}]}
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}
    (folder / "docs.json").write_text(json.dumps({"navigation": navigation}))
    (folder / "api.json").write_text(json.dumps(document))


def test_a_project_without_documents_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (tmp_path / "index.rst").write_text("Welcome\n=======\n")
    seen: list[int] = []
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.connect("doctree-read", lambda *_given: seen.append(gc.get_freeze_count()))
        app.build()
    finally:
        app.cleanup()
    assert seen == [0]


@pytest.mark.parametrize(("documents", "most"), [(False, 5), (True, 2)])
def test_doctrees_are_released_where_documents_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documents: bool, most: int
) -> None:
    write_project(tmp_path)
    if not documents:
        (tmp_path / "docs.json").unlink()
    for name in "abcd":
        (tmp_path / f"{name}.rst").write_text(f":orphan:\n\n{name}\n=\n")
    monkeypatch.setattr(events, "_KEPT_DOCTREES", 1)
    kept: list[int] = []
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.connect("env-updated", lambda app, env: kept.append(len(doctrees_in_memory(env))))
        app.build()
    finally:
        app.cleanup()
    assert kept == [most]


@pytest.mark.parametrize("fails", [False, True])
def test_after_a_build_all_is_as_before(tmp_path: Path, fails: bool) -> None:
    write_project(tmp_path)
    seen: list[bool] = []

    def look(app: Any, *given: Any) -> None:
        seen.append(gc.get_freeze_count() > 0)
        if fails:
            raise RuntimeError

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        assert gc.get_freeze_count() == 0
        app.connect("doctree-read", look)
        if fails:
            with pytest.raises(Exception, match="Handler"):
                app.build()
        else:
            app.build()
    finally:
        app.cleanup()
    assert seen == [True]
    assert gc.get_freeze_count() == 0


#: Ours runs before those that ``conf.py`` registers: last in, first out.
CONF = """
import atexit, gc, os
from pathlib import Path

here = Path(__file__).parent
# Python 3.12 starts with some hundred objects frozen.
before = gc.get_freeze_count()
atexit.register(lambda: (here / "frozen").write_text(str(gc.get_freeze_count() > before)))
extensions = ["sphinx_navapi"]

def blocked():
    import io, threading
    reading, writing = os.pipe()
    pipe = io.BufferedWriter(io.FileIO(writing, "w"))
    # More than a pipe holds: the thread waits in it, and holds what a flush would wait for.
    threading.Thread(target=pipe.write, args=(bytes(10_000_000),), daemon=True).start()
    return pipe

def setup(app):
    app.pipe = [app, blocked()]
    # In a cycle with the application, as an extension that keeps a log may have it.
    app.log = [app, (here / "log").open("w"), (here / "closed").open("w")]
    app.log[1].write("kept")
    app.log[2].close()
"""


@pytest.mark.parametrize("documents", [False, True])
def test_a_process_ends_without_collections(tmp_path: Path, documents: bool) -> None:
    write_project(tmp_path)
    (tmp_path / "conf.py").write_text(CONF)
    if not documents:
        (tmp_path / "docs.json").unlink()
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", "out"]
    subprocess.run(command, check=True, cwd=tmp_path)
    assert (tmp_path / "frozen").read_text() == str(documents)
    assert (tmp_path / "log").read_text() == "kept"
