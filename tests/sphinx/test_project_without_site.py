"""A project that uses nothing of ours has no extra cost until a page first uses something."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi import extension
from sphinx_navapi.doctree.components import MODULES
from sphinx_navapi.project.late import load

#: Modules that only a site needs, and how many of ours may be imported to register everything.
NEEDLESS = ("myst_parser", "markdown_it", "yaml", "sphinx_navapi.events", "sphinx_navapi.plan")
MOST_MODULES = 60

LOADED = """
import json, sys
from sphinx.cmd.build import main
status = main(sys.argv[1:])
print(json.dumps([status, sorted(sys.modules)]))
"""

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "paths": {
        "/books": {
            "get": {
                "operationId": "listBooks",
                "description": "All *books*.",
                "responses": {"200": {"description": "OK"}},
            }
        }
    },
}

USES = {
    "an operation": ".. openapi-operation:: api.json GET /books\n",
    "a component": ".. callout:: Closed\n   :kind: warning\n\n   On Mondays.\n",
    "a component of sphinx-design": ".. card:: Open\n\n   On Sundays.\n",
    "a role": "An :icon:`book` and :navapi:op:`nothing`.\n",
}


#: A conf.py that is also an extension.
DECIDES = """
def decide(app, config):
    config.navapi_config = {"navigation": {"pages": ["docs/start"]}}

def setup(app):
    app.connect("config-inited", decide, priority=100)
"""


def pages(use: str) -> dict[str, Any]:
    """Eight pages, enough for two reading processes, one of which includes *use*."""
    names = [f"page{number}" for number in range(7)]
    toctree = ".. toctree::\n\n" + "".join(f"   {name}\n" for name in names)
    files = {f"{name}.rst": f"{name}\n{'=' * len(name)}\n\nText.\n" for name in names}
    files["page3.rst"] += "\n.. include:: use.txt\n"
    return {
        **files,
        "index.rst": f"Library\n=======\n\n{toctree}",
        "use.txt": use,
        "api.json": json.dumps(DOCUMENT),
    }


def texts(out: Path) -> dict[str, bytes]:
    """All files of a build that contain no time."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and not path.name.startswith(".buildinfo")
    }


def test_nothing_is_loaded_without_need(tmp_path: Path) -> None:
    src = write_files(tmp_path, {"conf.py": "extensions = ['sphinx_navapi']\n", **pages("Text.\n")})
    command = (sys.executable, "-c", LOADED, "-q", str(src), str(tmp_path / "out"))
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    status, modules = json.loads(done.stdout)
    assert status == 0
    assert [name for name in NEEDLESS if name in modules] == []
    ours = [name for name in modules if name.partition(".")[0] == "sphinx_navapi"]
    assert "sphinx_navapi.extension" in ours
    assert len(ours) <= MOST_MODULES


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_what_a_page_uses_first_is_as_if_it_had_been_known(project: Any, use: str) -> None:
    project.write(pages(use))
    found = texts(project.build().out)
    # The environment knows from the start that something is used.
    project.write({"index.rst": project.src.joinpath("index.rst").read_text("utf-8") + "\nMore.\n"})
    project.build()
    project.write(pages(use))
    assert texts(project.build().out) == found


def test_what_another_process_finds_is_found(project: Any, tmp_path: Path) -> None:
    project.write(pages(USES["an operation"]))
    found = texts(project.build().out)
    assert b"<em>books</em>" in found["page3.html"]
    assert "_static/navapi-operation.css" in found
    other = type(project)(tmp_path / "other")
    other.write(pages(USES["an operation"]))
    assert texts(other.build(parallel=2).out) == found


def test_another_extension_may_say_that_there_is_a_site(project: Any) -> None:
    files = {"docs/start.md": "# Start\n\nText.\n", "index.rst": "Library\n=======\n"}
    project.write({"conf.py": DECIDES, **files})
    built = project.build()
    assert built.warnings == []
    assert "docs/start" in built.site()["pages"]
    assert "<h1>Start" in built.text("docs/start.html")


def test_every_name_that_is_registered_is_there() -> None:
    room = "doctree.components.directives"
    names = [
        *(name for name, _priority in (*extension._TRANSFORMS, *extension._POST_TRANSFORMS)),
        *(name for _event, _priority, name in extension._HANDLERS),
        *(f"{room}:{name}" for names in MODULES.values() for name in names),
        *(f"html.visitors:visit_{name}" for name in extension._HTML_COMPONENTS),
        *(f"html.visitors:{depart}" for depart in extension._HTML_COMPONENTS.values() if depart),
    ]
    assert all(callable(load(name)) for name in names)
