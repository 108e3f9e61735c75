"""The guides for frameworks, step by step, with the frameworks themselves."""

from __future__ import annotations

import json
import os
import re
import shlex
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
import yaml
from doc_examples import GUIDES, ROOT, Block, read_sections
from warm_python import run_program
from write_files import write_files

#: Files that a guide extends, and does not write completely.
ADDED_TO = ("config/settings.py",)

#: Operations of each guide's API, with the titles of their pages.
TITLES = {
    "docs/django.md": {"GET /api/books/": "Books list", "POST /api/books/": "Add a book"},
    "docs/fastapi.md": {"GET /books": "List Books", "POST /books": "Add Book"},
    "docs/flask.md": {"GET /books": "List books", "POST /books": "Add a book"},
}


def blocks_of(page: str) -> list[Block]:
    return [
        block for section in read_sections() if section.page == page for block in section.blocks
    ]


def requirements(text: str) -> set[str]:
    return {re.split(r"[\[<>= ]", line)[0] for line in text.splitlines()}


def run(line: str, folder: Path) -> None:
    """Run a command of a guide; anything to install must already be installed."""
    program, *arguments = shlex.split(line)
    if program == "pip":
        assert arguments.pop(0) == "install"
        for file in arguments:
            if file == "-r":
                continue
            for name in requirements((folder / file).read_text("utf-8")):
                assert distribution(name)
        return
    # It would never end.
    assert arguments[:1] not in (["serve"], ["dev"]), "a command that serves is a block of text"
    # Like a reader of the guide: not from the folder of these tests.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = run_program(program, *arguments, cwd=folder, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", GUIDES)
def test_a_guide_leads_to_a_page_for_each_operation(page: str, tmp_path: Path) -> None:
    commands = []
    for block in blocks_of(page):
        if block.file in ADDED_TO:
            before = (tmp_path / block.file).read_text("utf-8")
            write_files(tmp_path, {block.file: f"{before}\n{block.text}"})
        elif block.file is not None:
            write_files(tmp_path, {block.file: block.text})
        elif block.words == ("shell",):
            for line in block.text.splitlines():
                commands.append(line)
                run(line, tmp_path)
    assert commands[-1] == "sphinx-build -nW docs docs/_build/html"
    site = json.loads((tmp_path / "docs/_build/html/_navapi/site.json").read_text("utf-8"))
    # If the URL of the API is set, there is nothing to report.
    assert site["diagnostics"] == []
    titles = {
        f"{entry['operation']['method']} {entry['operation']['path']}": entry["title"]
        for entry in site["pages"].values()
        if entry["operation"]
    }
    assert titles == TITLES[page]
    for entry in site["pages"].values():
        if entry["operation"]:
            html = (tmp_path / "docs/_build/html" / entry["url"]).read_text("utf-8")
            assert "https://api.bookshop.example" in html
    check_hosting(tmp_path)


def check_hosting(folder: Path) -> None:
    """The configuration of Read the Docs refers to existing files and installs all requirements."""
    settings = yaml.safe_load((folder / ".readthedocs.yaml").read_text("utf-8"))
    assert (folder / settings["sphinx"]["configuration"]).is_file()
    named = set()
    for entry in settings["python"]["install"]:
        named |= requirements((folder / entry["requirements"]).read_text("utf-8"))
    assert "sphinx-navapi" in named
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    known = {re.split(r"[\[<>=]", line)[0] for line in groups["frameworks"]}
    assert named - {"sphinx-navapi"} <= known
