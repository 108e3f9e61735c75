"""Workflows, settings of hosts and scripts of the documentation: their content is run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from doc_examples import LIBRARY, ROOT, Block, read_sections, write_project
from warm_python import run_line
from write_files import write_files

from sphinx_navapi.cli import main

SECTIONS = read_sections()
#: Keys for command lines in files of other programs.
COMMAND_KEYS = {
    "run", "script", "before_script", "commands", "command", "entry", "buildCommand",
    "installCommand",
}  # fmt: skip
IS_RECIPE = re.compile(r"\.[\w/.-]+ya?ml|netlify\.toml|vercel\.json")
FILES = {
    block.file: block
    for section in SECTIONS
    for block in section.blocks
    if block.file is not None and section.page in {"docs/ci.md", "docs/hosting.md"}
}
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
BIN = Path(sys.executable).parent


def read(block: Block) -> Any:
    assert block.file is not None
    if block.file.endswith(".toml"):
        return tomllib.loads(block.text)
    return yaml.safe_load(block.text)


def command_lines(value: Any, key: str = "") -> Iterator[str]:
    """Every command line in *value*, without those after ``&&``."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from command_lines(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from command_lines(part, key)
    elif isinstance(value, str) and key in COMMAND_KEYS:
        for line in value.splitlines():
            yield from (part.strip() for part in line.split("&&"))


LINES = [
    line
    for section in SECTIONS
    for block in section.blocks
    if block.file is not None
    and re.match(r"\.[\w/.-]+ya?ml|netlify\.toml|vercel\.json", block.file)
    for line in command_lines(read(block))
]
CELL = re.search(r"^\| Build command \| `(.+)` \|$", HOSTING, re.MULTILINE)
TABLE = [part.strip() for part in CELL[1].split("&&")] if CELL else []


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The repository that the recipes are for."""
    folder = tmp_path / "repository"
    files = {"docs.json": '{"navigation": {"pages": ["index"], "openapi": "library.yaml"}}'}
    files["before/library.yaml"] = LIBRARY.read_text("utf-8")
    files["write_redirects.py"] = FILES["write_redirects.py"].text
    files["requirements.txt"] = "sphinx-navapi\n"
    write_project(folder, files)
    (folder / "_build/html").mkdir(parents=True)
    return folder


def run(line: str, folder: Path, **variables: str) -> str:
    """Run *line* in a shell, without variables of this process that would affect it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = run_line(line, folder, environment | variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("line", dict.fromkeys([*LINES, *TABLE]))
def test_a_command_of_a_recipe_runs(line: str, library: Path) -> None:
    program, *arguments = shlex.split(line)
    if program == "pip" or program.endswith("/pip"):
        assert arguments[0] == "install"
        assert arguments[1:] == ["-r", "requirements.txt"]
    elif program in {"git", "python3"}:
        # Not run: they fetch the target branch, or create a virtual environment.
        assert arguments[0] in {"fetch", "worktree", "-m"}
    elif line == "navapi openapi-check":
        # pre-commit appends the files.
        run(f"{line} library.yaml", library)
    else:
        assert program in {"navapi", ".venv/bin/navapi", "python"}
        run(
            line.removeprefix(".venv/bin/"), library,
            READTHEDOCS_OUTPUT="_readthedocs", GITHUB_STEP_SUMMARY="summary.md",
            CI_PAGES_URL="https://library.example",
        )  # fmt: skip


def test_nothing_installs_the_package_by_its_name_alone() -> None:
    """Until there is a release, the name could belong to somebody else on an index."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    code = [*(ROOT / "sphinx_navapi").rglob("*.py"), *(ROOT / ".github").rglob("*.yml")]
    texts = {
        path: path.read_text("utf-8") for path in [*pages, *code] if "_build" not in path.parts
    }
    command = re.compile(
        r"\b(?:install|uv add|pip wheel|uvx|pipx run)\s+[^\n`]*?sphinx-navapi([^\n]*)"
    )
    line = re.compile(r"^sphinx-navapi((?:\[[\w,]+\])?[ \t]*(?:[@=<>~!].*)?)$", re.MULTILINE)
    found = [
        (path, match[0], match[1])
        for path, text in texts.items()
        for match in (*command.finditer(text), *(line.finditer(text) if path in pages else ()))
    ]
    assert len([path for path, *_ in found if path.suffix == ".md"]) >= 6
    for path, whole, rest in found:
        said = rest.startswith(" with the extra")  # not a command
        assert said or "@ git+REPOSITORY_URL" in rest, f"{path}: {whole}"


def test_there_are_commands() -> None:
    assert len(LINES) > 15
    assert len(TABLE) == 3
    assert {block.file for block in map(FILES.get, FILES) if block} >= {
        ".github/workflows/docs.yml", ".gitlab-ci.yml", "netlify.toml", "vercel.json",
    }  # fmt: skip


def test_workflows_have_what_github_asks_for() -> None:
    workflows = [read(block) for name, block in FILES.items() if name.startswith(".github/")]
    assert len(workflows) == 3
    for workflow in workflows:
        # YAML 1.1 reads `on` as true.
        assert workflow.keys() <= {"name", True, "permissions", "jobs"}
        for job in workflow["jobs"].values():
            assert job["runs-on"] == "ubuntu-latest"
            assert all(("uses" in step) != ("run" in step) for step in job["steps"])


def test_redirects_become_a_file(library: Path) -> None:
    rules = [
        {"source": "/old/:slug*", "destination": "/api-reference/:slug*"},
        {"source": "/shelf/*", "destination": "https://shelves.library.example/*"},
        {"source": "/book/:isbn", "destination": "/books/:isbn", "permanent": False},
    ]
    config = {"navigation": {"pages": ["index"]}, "redirects": rules}
    write_files(library, {"docs.json": config})
    run("navapi build . _build/html && python write_redirects.py _build/html", library)
    assert (library / "_build/html/_redirects").read_text("utf-8") == (
        "/old/* /api-reference/:splat 301\n"
        "/shelf/* https://shelves.library.example/:splat 301\n"
        "/book/:isbn /books/:isbn 302\n"
    )
    # A site without redirects has an empty file.
    write_files(library, {"docs.json": {"navigation": {"pages": ["index"]}}})
    run("navapi build . out && python write_redirects.py out", library)
    assert (library / "out/_redirects").read_text("utf-8") == ""


NODE = shutil.which("node")
#: URL, whether Markdown is requested, and the response of a host with these files.
ASSETS = ["/index.md", "/guide/index.md", "/guide/first.md"]
ASKED = [
    ("/", True, "/index.md"),
    ("/guide/", True, "/guide/index.md"),
    ("/guide/first.html", True, "/guide/first.md"),
    ("/guide/first", True, "/guide/first.md"),
    ("/search.html", True, None),
    ("/_static/app.css", True, None),
    ("/guide/first.html", False, None),
]


def in_node(script: str, folder: Path) -> Any:
    path = folder / "run.mjs"
    path.write_text(script, "utf-8")
    done = subprocess.run([str(NODE), path], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="needs node")
@pytest.mark.parametrize(
    ("file", "ask"),
    [
        (
            "functions/_middleware.js",
            "module.onRequest({request, next: () => null, env: {ASSETS: {fetch: serve}}})",
        ),
        ("netlify/edge-functions/markdown.js", "module.default(request)"),
    ],
)
def test_a_function_of_a_host_answers_with_markdown(file: str, ask: str, tmp_path: Path) -> None:
    (tmp_path / "module.mjs").write_text(FILES[file].text, "utf-8")
    answers = in_node(
        f"""
        import * as module from "./module.mjs";
        const assets = {json.dumps(ASSETS)};
        const serve = async (asked) => {{
          const path = new URL(asked.url ?? asked).pathname;
          return {{ok: assets.includes(path), body: path}};
        }};
        globalThis.fetch = serve;
        const answers = [];
        for (const [path, markdown] of {json.dumps([case[:2] for case in ASKED])}) {{
          const headers = {{accept: markdown ? "text/markdown, */*" : "text/html"}};
          const request = new Request("https://docs.library.example" + path, {{headers}});
          const answer = await {ask};
          const type = answer?.headers.get("content-type") ?? "";
          const is_markdown = type.startsWith("text/markdown") && answer.headers.get("vary");
          answers.push(is_markdown ? await answer.text() : null);
        }}
        console.log(JSON.stringify(answers));
        """,
        tmp_path,
    )
    assert answers == [case[2] for case in ASKED]


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_the_builder_dirhtml_has_markdown_beside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "module.mjs").write_text(FILES["functions/_middleware.js"].text, "utf-8")
    answer = in_node(
        """
        import { onRequest } from "./module.mjs";
        const serve = async ({url}) => ({ok: url.endsWith("/guide/first.md"), body: url});
        const headers = {accept: "text/markdown"};
        const request = new Request("https://docs.library.example/guide/first/", {headers});
        const answer = await onRequest({request, env: {ASSETS: {fetch: serve}}});
        console.log(JSON.stringify(await answer.text()));
        """,
        tmp_path,
    )
    assert answer == "https://docs.library.example/guide/first.md"


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_the_function_of_cloudfront_finds_pages(tmp_path: Path) -> None:
    asked = {
        "/": "/index.html",
        "/guide/": "/guide/index.html",
        "/guide/first": "/guide/first.html",
        "/v1.4/first": "/v1.4/first.html",
        "/_static/a.css": "/_static/a.css",
    }
    given = in_node(
        f"""
        {FILES["viewer-request.js"].text}
        const paths = {json.dumps([*asked])};
        console.log(JSON.stringify(paths.map((uri) => handler({{request: {{uri}}}}).uri)));
        """,
        tmp_path,
    )
    assert given == [*asked.values()]


@pytest.mark.parametrize("file", ["publish.sh", "build-versions.sh"])
def test_a_script_is_valid_bash(file: str, tmp_path: Path) -> None:
    blocks = {b.file: b for section in SECTIONS for b in section.blocks if b.file}
    path = tmp_path / file
    path.write_text(blocks[file].text, "utf-8")
    subprocess.run(["bash", "-n", path], check=True)


def test_versions_are_built_from_their_tags(library: Path) -> None:
    blocks = {b.file: b for section in SECTIONS for b in section.blocks if b.file}
    script = library / "build-versions.sh"
    script.write_text(blocks["build-versions.sh"].text, "utf-8")
    git = "git -c user.name=a -c user.email=a@library.example"
    run(f"git init -q && git add . && {git} commit -qm one && git tag v1.4", library)
    (library / "index.md").write_text("# Second\n", "utf-8")
    run(f"{git} commit -qam two && git tag v2.0", library)
    (line,) = (
        block.text
        for section in SECTIONS
        if section.page == "docs/versions.md"
        for block in section.blocks
        if block.words == ("shell",)
    )
    # The second time, the worktrees exist.
    for _ in range(2):
        run(line, library)
    public = library / "public"
    assert "Second" not in (public / "v1.4/index.html").read_text("utf-8")
    assert "Second" in (public / "v2.0/index.html").read_text("utf-8")
    canonical = 'href="https://docs.library.example/v2.0/index.html"'
    assert canonical in (public / "v2.0/index.html").read_text("utf-8")
    assert "url=v2.0/" in (public / "index.html").read_text("utf-8")
    assert not list(public.rglob(".doctrees"))


def section_project(page: str, title: str) -> dict[str, str]:
    (section,) = (s for s in SECTIONS if s.page == page and s.title == title)
    (files,) = section.projects()
    return files


def test_nothing_internal_is_in_the_output(tmp_path: Path) -> None:
    write_project(tmp_path, section_project("docs/private.md", "Exclude internal parts"))
    title = "Exclude internal parts"
    (section,) = (s for s in SECTIONS if s.page == "docs/private.md" and s.title == title)
    (lines,) = (block.text for block in section.blocks if block.words == ("shell",))
    build, search = lines.splitlines()
    run(build, tmp_path)
    assert run(f"{search} || test $? -eq 1", tmp_path) == ""
    words = ("stocktaking", "price-paid", "Staff")
    files = [path for path in (tmp_path / "_build/public").rglob("*") if path.is_file()]
    assert any(b"List books" in path.read_bytes() for path in files)
    for word in words:
        assert [path for path in files if word.encode() in path.read_bytes()] == []


def test_a_document_is_downloaded_as_its_file_is(tmp_path: Path) -> None:
    """As the table of the page says: it contains hidden operations."""
    files = section_project("docs/private.md", "Exclude internal parts")
    files["docs.json"] = files["docs.json"].replace(', "overview": false', "")
    write_project(tmp_path, files)
    run("navapi build . out -- -q", tmp_path)
    (download,) = (tmp_path / "out/_downloads").rglob("library.yaml")
    assert "stocktaking" in download.read_text("utf-8")


def test_two_sites_are_built_of_one_source(tmp_path: Path) -> None:
    title = "One source, an internal and a public site"
    (section,) = (s for s in SECTIONS if s.page == "docs/private.md" and s.title == title)
    write_project(tmp_path, section_project("docs/private.md", title))
    for block in section.blocks:
        if block.words == ("shell",):
            run(block.text, tmp_path)
    internal, public = tmp_path / "_build/internal", tmp_path / "_build/public"
    assert list(internal.rglob("lend-a-book.html"))
    assert list(public.rglob("list-books.html"))
    assert not list(public.rglob("lend-a-book*"))


def test_python_changes_the_document(tmp_path: Path) -> None:
    write_project(tmp_path, section_project("docs/extending.md", "Change what operation pages say"))
    run("navapi build . out -- -qW", tmp_path)
    said = {
        path.stem: "written to the <em>audit log</em>" in path.read_text("utf-8")
        for path in (tmp_path / "out/api-reference").rglob("*.html")
    }
    assert {name for name, is_said in said.items() if is_said} == {
        "lend-a-book", "return-a-book", "withdraw-a-book",
    }  # fmt: skip
    assert said["list-books"] is False


def test_an_event_writes_a_list_of_operations(tmp_path: Path) -> None:
    write_project(tmp_path, section_project("docs/extending.md", "Events"))
    run("navapi build . out -- -qW", tmp_path)
    lines = (tmp_path / "out/operations.txt").read_text("utf-8").splitlines()
    assert "POST /loans api-reference/loans/lend-a-book.html" in lines


def test_a_template_extends_the_layout(tmp_path: Path) -> None:
    files = section_project("docs/extending.md", "Templates, styles and scripts")
    files["docs.json"] = '{"navigation": {"pages": ["index"], "openapi": "library.yaml"}}'
    write_project(tmp_path, files)
    run("navapi build . out -- -qW", tmp_path)
    for page in ("index.html", "api-reference/loans/lend-a-book.html"):
        assert "Printed by the City Library." in (tmp_path / "out" / page).read_text("utf-8")


def test_the_navigation_is_made_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                          capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    write_project(tmp_path, section_project("docs/extending.md", "Create the navigation in Python"))
    monkeypatch.chdir(tmp_path)
    assert main(["explain", ".", "recipes/lend"]) == 0, capsys.readouterr()
