"""Repositories with a docs.json and no conf.py, built as documented."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml
from doc_examples import read_sections
from warm_python import run_line
from write_files import write_files

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>{}</title></svg>'
DOCS_JSON = """{
  "name": "Zoo, and more",
  "favicon": "/icon.svg",
  "navigation": {"pages": ["index", "guides/start"]}
}"""
INDEX = """---
title: Welcome
---

![one](/images/one.svg)

<img src="/images/two.svg" className="block dark:hidden" />

<video src="/images/film.mp4" controls />

[Plan](/plan.pdf)

```json
{"a": …}
```
"""
ASSETS = ("images/one.svg", "images/two.svg", "images/unused.png", "icon.svg", "images/film.mp4",
          "plan.pdf", "fonts/a.woff2")  # fmt: skip
NOT_PUBLISHED = (
    "README.md",
    "CONTRIBUTING.md",
    "snippets/part.mdx",
    "node_modules/left/README.md",
    "node_modules/left/pad.svg",
    ".github/shot.png",
    "env3/logo.png",
    "env3/readme.md",
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    files = {"docs.json": DOCS_JSON, "index.mdx": INDEX, "guides/start.mdx": "## One\n\nText.\n"}
    files |= {name: SVG.format(name) for name in ASSETS}
    files |= dict.fromkeys(NOT_PUBLISHED, "# [gone](gone.md)\n")
    files["env3/pyvenv.cfg"] = ""
    return write_files(folder, files)


def documented_commands() -> list[str]:
    """``build.commands`` of the documentation, without the installation."""
    for section in read_sections():
        for block in section.blocks:
            if block.file == ".readthedocs.yaml" and "commands:" in block.text:
                commands = yaml.safe_load(block.text)["build"]["commands"]
                assert commands[0] == "pip install -r requirements.txt"
                assert len(commands) > 1
                return list(commands[1:])
    raise AssertionError("the documentation names no commands")


def run(command: str, folder: Path, **variables: str) -> str:
    """Run *command* in a shell; returns its stderr."""
    done = run_line(command, folder, {**os.environ, **variables})
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_documented_commands_build_the_site(repository: Path) -> None:
    output = repository / "_readthedocs"
    address = "https://zoo.readthedocs.io/en/latest/"
    # The second time, the output of the first is in the folder.
    for _ in range(2):
        for command in documented_commands():
            said = run(
                command, repository,
                READTHEDOCS_OUTPUT=str(output), READTHEDOCS_CANONICAL_URL=address,
            )  # fmt: skip
            assert said == ""
    html = output / "html"
    index = (html / "index.html").read_text("utf-8")
    assert f'<link rel="canonical" href="{address}index.html"' in index
    assert "Zoo, and more" in index
    assert 'rel="icon" href="_static/icon.svg"' in index
    for name in ASSETS:
        assert (html / name).read_bytes() == (repository / name).read_bytes()
    pages = {path.relative_to(html).as_posix() for path in html.rglob("*.html")}
    assert {"index.html", "guides/start.html"} <= pages
    assert not [name for name in pages if "readme" in name.lower() or "CONTRIB" in name]
    for name in NOT_PUBLISHED:
        assert not (html / name).exists()
        assert not (html / name).with_suffix(".html").exists()
    assert not list(html.rglob(".doctrees"))


def test_changed_and_unreadable_files(repository: Path) -> None:
    run("navapi build . out", repository)
    picture = repository / "images/unused.png"
    picture.write_text("changed", "utf-8")
    # A page has the name of the folder that the file needs.
    clash = repository / "guides/start.html/a.png"
    clash.parent.mkdir()
    clash.write_text("picture", "utf-8")
    said = run("navapi build . out", repository)
    assert (repository / "out/images/unused.png").read_text("utf-8") == "changed"
    assert "guides/start.html/a.png cannot be copied" in said
    assert "Traceback" not in said
    assert len(said.splitlines()) == 1


def test_what_the_navigation_names_is_a_page(repository: Path) -> None:
    text = DOCS_JSON.replace('"index"', '"index", "README", "/snippets/part"')
    (repository / "docs.json").write_text(text, "utf-8")
    (repository / "README.md").write_text("# Read me\n", "utf-8")
    (repository / "snippets/part.mdx").write_text("# Part\n", "utf-8")
    assert run("navapi build . out", repository) == ""
    assert (repository / "out/README.html").exists()
    assert (repository / "out/snippets/part.html").exists()
    assert not (repository / "out/CONTRIBUTING.html").exists()


def test_a_conf_file_says_itself_what_to_copy(repository: Path) -> None:
    conf = 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n'
    (repository / "conf.py").write_text(conf, "utf-8")
    run("navapi build . out", repository)
    assert not (repository / "out/images/unused.png").exists()
    assert (repository / "out/_images/one.svg").exists()


def test_markdown_files_may_use_components(repository: Path) -> None:
    note = "# Notes\n\n<Note>\n  **Bold** text.\n</Note>\n"
    (repository / "notes.md").write_text(note, "utf-8")
    (repository / "plain.md").write_text("# Plain\n\nText {with} <T> braces.\n", "utf-8")
    # An expression is what it is in `.mdx` files; the place is that of the mistake in it.
    (line,) = run("navapi build . out", repository).splitlines()
    assert "plain.md:3:7: WARNING" in line
    assert line.endswith("[navapi.page_syntax]")
    # A role of MyST has one message, about the dialect; what is none keeps its own.
    roles = "# Plain\n\nA {ref}`label`, {doc}`page`.\n\n{ref}`none\n\n{no}`code`\n"
    (repository / "plain.md").write_text(roles, "utf-8")
    lines = run("navapi build . out", repository).splitlines()
    assert ["markdown_dialect" in line for line in lines] == [True, False]
    assert "plain.md:3:3: " in lines[0]
    assert "(2 places: plain.md:5:1, plain.md:7:1)" in lines[1]
    (repository / "plain.md").write_text("# Plain\n\nText {with} <T> braces.\n", "utf-8")
    run("navapi build . out", repository)
    assert "{with}" in (repository / "out/plain.html").read_text("utf-8")
    page = (repository / "out/notes.html").read_text("utf-8")
    assert "<strong>Bold</strong> text." in page
    assert "admonition note" in page
    assert "<Note>" not in (repository / "out/notes.md").read_text("utf-8")
    # With a conf.py, Markdown files are MyST's.
    conf = 'extensions = ["myst_parser", "sphinx_navapi"]\nnavapi_config = "docs.json"\n'
    (repository / "conf.py").write_text(conf, "utf-8")
    assert run("navapi build . other -- -q", repository) is not None
    assert "admonition note" not in (repository / "other/notes.html").read_text("utf-8")


def test_a_mint_json_without_docs_json(repository: Path) -> None:
    mint = """{
      "name": "Zoo, and more", "favicon": "/icon.svg", "openapi": "/zoo.yaml",
      "colors": {"primary": "#123456"}, "footerSocials": {"github": "https://github.com/zoo/zoo"},
      "tabs": [{"name": "Guides", "url": "guides"}],
      "navigation": [
        {"group": "First", "pages": ["index"]}, {"group": "More", "pages": ["guides/start"]}
      ]
    }"""
    (repository / "docs.json").unlink()
    (repository / "mint.json").write_text(mint, "utf-8")
    document = "openapi: 3.1.0\ninfo: {title: Z, version: '1'}\npaths: {}\n"
    (repository / "zoo.yaml").write_text(document, "utf-8")
    assert run("navapi build . out", repository) == ""
    html = (repository / "out/guides/start.html").read_text("utf-8")
    profile = "https://github.com/zoo/zoo"
    for text in (">Documentation<", ">Guides<", ">More<", "Zoo, and more", profile):
        assert text in html
    assert not (repository / "out/mint.json").exists()


def test_markdown_and_mint_json_of_a_sphinx_project(tmp_path: Path) -> None:
    conf = 'project = "Zoo"\nextensions = ["sphinx_navapi"]\nhtml_theme = "{}"\n'
    folder = write_files(
        tmp_path / "docs",
        {
            "conf.py": conf.format("furo"),
            "index.rst": "Zoo\n===\n",
            "guides/start.md": "# Start\n",
            "mint.json": {"navigation": [{"group": "Zoo", "pages": ["index", "guides/start"]}]},
        },
    )
    assert run("navapi build . out", folder) == ""
    assert "guides/start.html" in (folder / "out/index.html").read_text("utf-8")
    (folder / "mint.json").unlink()
    (folder / "conf.py").write_text(conf.format("navapi"), "utf-8")
    said = run("navapi build . other > said.txt", folder) + (folder / "said.txt").read_text("utf-8")
    assert "conf.py:3" in said
    assert "there is no docs.json, so 1 Markdown file is not a page (guides/start.md)" in said
