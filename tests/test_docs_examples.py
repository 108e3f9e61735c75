"""Every example of README and docs is run unchanged."""

from __future__ import annotations

import ast
import io
import json
import re
import shlex
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml
from doc_examples import (
    GUIDE_SECTIONS,
    GUIDES,
    LIBRARY,
    PAGES,
    ROOT,
    Block,
    Section,
    read_sections,
    write_project,
)
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_navapi.diagnostics import Subtype

SECTIONS = read_sections()
DIAGNOSTICS = "docs/reference/diagnostics.md"
#: Each of those is a single project, and followed in tests/frameworks.
EXAMPLES = [
    section
    for section in SECTIONS
    if section.page not in GUIDES and section.label not in GUIDE_SECTIONS
]
OTHER_FILES = {
    "app.py", "netlify.toml", "vercel.json", "requirements.txt", "functions/_middleware.js",
    "netlify/edge-functions/markdown.js", "viewer-request.js", "write_redirects.py", "publish.sh",
    "write_openapi.py", "nginx.conf", "Caddyfile",
}  # fmt: skip
PROJECTS = [
    pytest.param(files, id=f"{section.id}-{number}")
    for section in EXAMPLES
    if section.page != DIAGNOSTICS or not section.label
    for number, files in enumerate(section.projects())
    # Only files for other programs: tests/test_docs_recipes.py runs their content.
    if not all(name in OTHER_FILES or name.startswith(".") for name in files)
]
DIAGNOSED = [
    pytest.param(section, id=section.label)
    for section in SECTIONS
    if section.page == DIAGNOSTICS and section.label
]
COMMANDS = [
    pytest.param(line, id=f"{section.page}:{block.line}:{line}")
    for section in EXAMPLES
    for block in section.blocks
    if block.words[:1] == ("shell",)
    for line in block.text.splitlines()
    if line.strip()
]
BLOCKS = [
    pytest.param(block, id=f"{section.page}:{block.line}")
    for section in SECTIONS
    for block in section.blocks
    if block.words[:1] in {("json",), ("yaml",), ("python",)}
]


def build(folder: Path, builder: str, pages: Iterable[str] = ()) -> list[str]:
    """Build the project in *folder*; returns its warnings, without colors.

    :param pages: files that must have been read as pages.
    """
    warnings = io.StringIO()
    output = folder / "_build"
    with patch_docutils(folder), docutils_namespace():
        app = Sphinx(
            folder,
            folder,
            output / builder,
            output / "doctrees",
            builder,
            confoverrides={"html_theme": "basic"} if builder == "html" else {},
            status=None,
            warning=warnings,
        )
        app.build()
        assert {Path(page).with_suffix("").as_posix() for page in pages} <= app.env.found_docs
    text = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue())
    return [line for line in text.splitlines() if line]


def page_files(files: Iterable[str]) -> list[str]:
    # Snippets are for inclusion.
    return [
        name
        for name in files
        if name.endswith((".md", ".mdx", ".rst")) and not name.startswith("snippets/")
    ]


@pytest.mark.parametrize("files", PROJECTS)
def test_project_builds_without_a_warning(files: dict[str, str], tmp_path: Path) -> None:
    write_project(tmp_path, files)
    assert build(tmp_path, "dummy", page_files(files)) == []


@pytest.mark.parametrize("section", DIAGNOSED)
def test_example_gives_the_diagnostic_that_it_explains(section: Section, tmp_path: Path) -> None:
    files = {name: text for project in section.projects() for name, text in project.items()}
    write_project(tmp_path, files, pages=section.label != Subtype.PAGE_NOT_FOUND)
    warnings = build(tmp_path, "html", page_files(files))
    # Without a docs.json there is no site.json.
    output = tmp_path / "_build/html/_navapi/site.json"
    site = json.loads(output.read_text("utf-8")) if output.exists() else {"diagnostics": []}
    given = {entry["subtype"]: entry["level"] for entry in site["diagnostics"]}
    warned = set(re.findall(r"\[navapi\.(\w+)\]", "\n".join(warnings)))
    assert section.label in given.keys() | warned
    # Nothing else is wrong with it, and what is called an info is not a warning.
    prose = (ROOT / section.page).read_text("utf-8").split(f"\n## {section.label}\n")[1]
    is_info = prose.lstrip().startswith("Info")
    assert warned == (set() if is_info else {section.label})


def test_every_subtype_is_explained_with_an_example() -> None:
    explained = {section.label: section for section in SECTIONS if section.page == DIAGNOSTICS}
    explained.pop("")
    assert explained.keys() == set(Subtype)
    for section in explained.values():
        assert section.label == section.title
        assert list(section.projects()), section.label


@pytest.mark.parametrize("block", BLOCKS)
def test_block_is_valid_in_its_language(block: Block) -> None:
    if block.words[0] == "json":
        json.loads(block.text)
    elif block.words[0] == "python":
        compile(block.text, "<example>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    elif block.file == "broken.yaml":
        with pytest.raises(yaml.YAMLError):
            yaml.safe_load(block.text)
    else:
        yaml.safe_load(block.text)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project in which commands of the documentation are run, as the current folder."""
    files = {"docs.json": '{"navigation": {"pages": ["index"], "openapi": "library.yaml"}}'}
    files |= dict.fromkeys(("v1.yaml", "v2.yaml"), LIBRARY.read_text("utf-8"))
    write_project(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read_command(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Program and arguments of *line*; variables before them are set."""
    words = shlex.split(line, comments=True)
    while match := re.fullmatch(r"([A-Z_]+)=(.*)", words[0]):
        monkeypatch.setenv(match[1], match[2])
        del words[0]
    return words


@pytest.mark.parametrize("line", COMMANDS)
def test_command_runs(
    line: str, library: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, *arguments = read_command(line, monkeypatch)
    # Press Enter at every prompt.
    monkeypatch.setattr("sys.stdin", io.StringIO())
    if program == "navapi":
        run_navapi(arguments, capsys)
    elif program == "sphinx-build":
        # -W ignores missing translations, as -q would.
        builder = arguments[arguments.index("-b") + 1] if "-b" in arguments else "html"
        assert build(library, builder) == []
    elif program == "mkdir":
        assert arguments[:-1] in ([], ["-p"])
    elif program in {"bash", "grep"}:
        # Run in tests/test_docs_recipes.py, which has a project for it.
        assert arguments
    elif program == "pip":
        assert arguments[0] == "install"
        if arguments[-2:] != ["-r", "requirements.txt"]:
            check_requirement(arguments[-1])
    elif program == "tox":
        assert arguments[:3] == ["run", "-e", "bench"]
        check_options((ROOT / "benchmarks/run.py").read_text("utf-8"), arguments[4:])
    else:
        assert program == "python3"
        assert (ROOT / arguments[0]).is_file()
        check_options((ROOT / arguments[0]).read_text("utf-8"), arguments[1:])


def test_one_source_is_built_for_staging_and_production(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (section,) = (section for section in SECTIONS if section.label == "base-url")
    (files,) = section.projects()
    write_project(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    (commands,) = (block.text for block in section.blocks if block.words == ("shell",))
    for line in commands.splitlines():
        run_navapi(read_command(line, monkeypatch)[1:], capsys)
    servers = {
        stage: json.loads((tmp_path / "_build" / stage / "_navapi/relay.json").read_text("utf-8"))
        for stage in ("production", "staging")
    }
    assert {stage: relay["servers"] for stage, relay in servers.items()} == {
        "production": [[{"url": "https://api.library.example"}]],
        "staging": [[{"url": "https://staging.library.example"}]],
    }


def run_navapi(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command that terminates; for one that serves, check its options."""
    from sphinx_navapi.cli import main

    command = arguments[0]
    if command in {"dev", "serve"}:
        assert main([command, "--help"]) == 0
        check_options(capsys.readouterr().out, arguments[1:])
        return
    if ">" in arguments:
        arguments = arguments[: arguments.index(">")]
    assert main(arguments) == 0, capsys.readouterr().err


def check_options(text: str, arguments: list[str]) -> None:
    """Every option among *arguments* occurs in *text*."""
    for option in arguments:
        if option.startswith("--"):
            assert option in text


def check_requirement(requirement: str) -> None:
    """*requirement* names this package, or is its folder, with existing extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    # From the repository: until there is a release, the name could belong to somebody else.
    match = re.fullmatch(
        rf"(?:\.|{project['name']}(?=.* @ git\+REPOSITORY_URL))(?:\[(\w+)\])?(?: @ .*)?",
        requirement,
    )
    assert match is not None, requirement
    assert match[1] is None or match[1] in project["optional-dependencies"]


NAMED = [
    pytest.param(path, id=path.relative_to(ROOT).as_posix())
    for path in PAGES
    if "_build" not in path.parts
]


@pytest.mark.parametrize("path", NAMED)
def test_the_name_of_a_file_is_before_its_code(path: Path) -> None:
    """Code hosts do not show the titles of code blocks."""
    paragraph, after_blank, fence = "", True, ""
    for line in path.read_text("utf-8").splitlines():
        marks = re.match(r" *(`{3,}|~{3,})(.*)$", line)
        if marks and not fence:
            file = Block(words=tuple(marks[2].split()), text="", line=0).file
            assert file is None or file[0] == "{" or f"`{file}`" in paragraph, line
            fence = marks[1]
        elif fence:
            fence = "" if marks and marks[1] == fence and not marks[2] else fence
            paragraph = ""
        elif line.strip():
            paragraph = line if after_blank else f"{paragraph} {line}"
        after_blank = not line.strip()
