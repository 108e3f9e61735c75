"""The shortest paths to a first page in the documentation, followed literally."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest
from doc_examples import LIBRARY, Section, read_sections
from warm_python import run_program
from write_files import write_files

from sphinx_navapi.cli import main

WAYS = {section.title: section for section in read_sections() if section.page == "docs/start.md"}
SPHINX_PROJECT = {
    "conf.py": 'project = "Handbook"\nhtml_theme = "alabaster"\n',
    "index.rst": "Handbook\n========\n\n.. toctree::\n\n   shelves\n",
    "shelves.rst": "Shelves\n=======\n\nBy author.\n",
    "library.yaml": LIBRARY.read_text("utf-8"),
}
APP = '''from fastapi import FastAPI

app = FastAPI(title="Bookshop")


@app.get("/books", tags=["Books"])
def list_books() -> list[str]:
    """All books."""
    return []
'''
REPOSITORY = {
    "docs.json": {"name": "Hosted", "navigation": {"pages": ["index"]}},
    "index.mdx": "---\ntitle: Welcome\n---\n\n<Note>Here.</Note>\n",
}


def follow(section: Section, folder: Path) -> None:
    """Write the files of *section* and run its commands; ``dev`` builds, and ends."""
    for block in section.blocks:
        if block.file is not None:
            before = folder / block.file
            text = before.read_text("utf-8") if before.exists() else ""
            write_files(folder, {block.file: text + block.text})
        elif block.words == ("shell",):
            for line in block.text.splitlines():
                run(line, folder)


def run(line: str, folder: Path) -> None:
    program, *arguments = shlex.split(line)
    if arguments[:1] == ["dev"]:
        arguments[0] = "build"
        arguments.remove("--open")
    elif arguments[:1] == ["init"]:
        arguments.append("--yes")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = run_program(program, *arguments, cwd=folder, environment=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("title", "files", "page"),
    [
        ("A new site", {}, "my-docs/_build/html/index.html"),
        ("A Sphinx project", SPHINX_PROJECT, "_build/html/api-reference/loans/lend-a-book.html"),
        (
            "A FastAPI project",
            {"main.py": APP},
            "docs/_build/html/api-reference/books/list-books.html",
        ),
        ("A repository with docs.json", REPOSITORY, "_build/html/index.html"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_short_way_leads_to_a_page(
    title: str, files: dict[str, object], page: str, tmp_path: Path
) -> None:
    write_files(tmp_path, files)
    section = WAYS[title]
    # What readers must write and run, apart from what they already have.
    lines = [line for block in section.blocks for line in block.text.splitlines() if line]
    assert len(lines) <= 10
    follow(section, tmp_path)
    assert (tmp_path / page).is_file()


def test_dev_takes_the_options_that_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dev", "--help"]) == 0
    assert "--open" in capsys.readouterr().out


def test_the_sphinx_project_keeps_its_pages(tmp_path: Path) -> None:
    write_files(tmp_path, SPHINX_PROJECT)
    follow(WAYS["A Sphinx project"], tmp_path)
    site = json.loads((tmp_path / "_build/html/_navapi/site.json").read_text("utf-8"))
    assert {"shelves", "api-reference/loans/lend-a-book"} <= site["pages"].keys()
    assert site["diagnostics"] == []
