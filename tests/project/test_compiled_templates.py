"""Templates are compiled once, and again when they change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment
from sphinx.testing.util import SphinxTestApp

CONF = 'extensions = ["sphinx_navapi"]\ntemplates_path = ["own"]\n'


def build(folder: Path, conf: str = CONF) -> str:
    """The first page of the project in *folder*, which is built without changes."""
    (folder / "conf.py").write_text(conf)
    app = SphinxTestApp("html", srcdir=folder)
    try:
        app.build()
    finally:
        app.cleanup()
    return (Path(app.outdir) / "index.html").read_text("utf-8")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Names of the templates that Jinja compiles."""
    names: list[str | None] = []
    original = Environment.compile

    def compile_template(self: Environment, source: Any, name: Any = None, *given: Any) -> Any:
        names.append(name)
        return original(self, source, name, *given)

    monkeypatch.setattr(Environment, "compile", compile_template)
    return names


def write_project(folder: Path) -> Path:
    """A project with its own template; returns the template."""
    (folder / "index.rst").write_text("Welcome\n=======\n")
    (folder / "docs.json").write_text('{"navigation": {"pages": ["index"]}}')
    (folder / "own").mkdir()
    template = folder / "own" / "layout.html"
    template.write_text('{% extends "!layout.html" %}{% block footer %}First{% endblock %}')
    return template


def test_a_template_is_compiled_when_it_is_new(tmp_path: Path, compiled: list[str | None]) -> None:
    template = write_project(tmp_path)
    assert "First" in build(tmp_path)
    assert "layout.html" in compiled
    compiled.clear()
    (tmp_path / "index.rst").write_text("Changed\n=======\n")
    assert "Changed" in build(tmp_path)
    # Sphinx's static templates are strings without a name.
    assert [name for name in compiled if name] == []
    template.write_text(template.read_text().replace("First", "Second"))
    assert "Second" in build(tmp_path)
    assert [name for name in compiled if name] == ["layout.html"]


def test_a_project_without_navigation_keeps_none(tmp_path: Path) -> None:
    write_project(tmp_path)
    (tmp_path / "docs.json").unlink()
    build(tmp_path)
    assert not (tmp_path / "_build" / "doctrees" / "navapi" / "templates").exists()


def test_a_cache_of_the_project_stays(tmp_path: Path) -> None:
    write_project(tmp_path)
    own = (
        "from jinja2 import FileSystemBytecodeCache\n"
        "def setup(app):\n"
        "    app.connect('builder-inited', use_own, priority=1)\n"
        "def use_own(app):\n"
        "    folder = app.srcdir / 'kept'\n"
        "    folder.mkdir()\n"
        "    app.builder.templates.environment.bytecode_cache = FileSystemBytecodeCache(folder)\n"
    )
    build(tmp_path, CONF + own)
    assert any((tmp_path / "kept").iterdir())
    assert not any((tmp_path / "_build" / "doctrees" / "navapi").glob("templates/*"))
