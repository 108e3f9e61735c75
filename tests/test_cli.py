from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from bs4 import BeautifulSoup
from patience import PATIENCE

from sphinx_navapi import __version__
from sphinx_navapi.cli import main, make_parser
from sphinx_navapi.plan.conf_file import (
    DEFAULT_EXTENSIONS,
    ProjectError,
    doctree_folder,
    open_project,
    parse_overrides,
    plan_inputs,
)
from sphinx_navapi.project import build_command
from sphinx_navapi.project.build_command import sphinx_arguments

ZOO = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://zoo.example"}],
    "paths": {"/lions": {"get": {"summary": "Lions", "responses": {"200": {"description": ""}}}}},
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    navigation = {"pages": ["a"], "groups": [{"group": "API", "openapi": "zoo.json"}]}
    write(folder, **{"docs.json": {"name": "My zoo", "navigation": navigation}, "zoo.json": ZOO})
    (folder / "a.md").write_text("# A page\n", "utf-8")
    return folder


def write(folder: Path, **files: Any) -> None:
    for name, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=1)
        (folder / name).write_text(text, "utf-8")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"navapi {__version__}\n"


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["init"],
        ["dev"],
        ["build"],
        ["serve"],
        ["explain"],
        ["openapi-check"],
        ["changes"],
        ["schema"],
    ],
)
def test_help_everywhere(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    assert "usage: navapi" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such-command"],
        ["explain", "a", "b", "c"],
        ["openapi-check"],
        ["openapi-check", "--format", "xml", "a.json"],
        ["changes", "a.json"],
        ["changes", "a.json", "b.json", "--fail-on", "warning"],
        ["explain", "no-such-folder"],
        ["build", "no-such-folder"],
        ["schema", "--", "-W"],
        ["serve"],
        ["serve", "no-such-folder"],
        ["serve", ".", "--port", "http"],
        ["dev", "no-such-folder"],
        ["dev", ".", "--port", "65536"],
    ],
)
def test_wrong_usage(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    assert captured.err


@pytest.mark.parametrize("command", ["build", "explain"])
def test_a_folder_without_docs_json(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(tmp_path)]) == 2
    message = capsys.readouterr().err
    assert f"{tmp_path} has no docs.json: create it with navapi init {tmp_path}," in message
    assert main(["init", str(tmp_path), "--yes"]) == 0
    assert main([command, str(tmp_path)]) == 0


def test_explain_of_a_project_without_docs_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    assert main(["explain", str(tmp_path)]) == 2
    assert f"create it with navapi init {tmp_path}," in capsys.readouterr().err


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"].endswith("draft-07/schema#")


def test_explain(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(site)]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "navigation",
        "  a  A page",
        '  group "API" (openapi: zoo.json)',
        '    group "API Reference"',
        "      api-reference/lions  Lions  [GET /lions]",
        "",
        "outside the navigation",
        "  index  My zoo",
    ]
    assert captured.err == ""


def test_explain_json_has_the_urls_of_a_build(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "über uns.md").write_text("# Us", "utf-8")
    (site / "docs.json").write_text('{"navigation": {"pages": ["über uns"]}}', "utf-8")
    assert main(["explain", str(site), "--json"]) == 0
    page = json.loads(capsys.readouterr().out)["pages"]["über uns"]
    assert page["url"] == "%C3%BCber%20uns.html"


def test_explain_json(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(site), "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["navigation"]["first_page"] == "a"
    assert value["pages"]["api-reference/lions"]["url"] == "api-reference/lions.html"


def test_explain_a_reference(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(site), "GET /lions"]) == 0
    assert "all operations are added" in capsys.readouterr().out
    assert main(["explain", str(site), "get /lions"]) == 1
    assert "must match exactly" in capsys.readouterr().out
    assert main(["explain", str(site), "get /lions", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["has_page"] is False


def test_explain_in_the_current_folder(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site)
    assert main(["explain"]) == 0
    assert "A page" in capsys.readouterr().out
    assert main(["explain", "GET /lions"]) == 0
    assert "GET /lions of zoo.json has a page" in capsys.readouterr().out
    assert main(["explain", "GET /lions/"]) == 1
    assert 'Write "GET /lions"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", ".", "-W"], "flags of sphinx-build go after --, as in navapi build . -- -W"),
        (["build", ".", "out", "-j", "2"], "navapi build . -- -j 2"),
        (["serve", "out", "--prot", "3"], "did you mean --port?"),
        (["build", "--watch"], "navapi dev"),
        (["build", ".", "--failon", "error"], "did you mean --fail-on?"),
        (["explain", ".", "GET /x", "more"], "navapi explain does not accept the argument more"),
        (["build", ".", "out", "more"], "navapi build does not accept the argument more"),
    ],
)
def test_unknown_arguments(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert words in line


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--nope"], "there is no flag --nope"),
        (["--jbos", "2"], "did you mean --jobs?"),
        (["-j", "x"], "'x'"),
        (["-b"], "-b"),
    ],
)
def test_unknown_flags_of_sphinx_build(
    site: Path, flags: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", str(site), "--", *flags]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("navapi: ")
    assert words in line
    assert "sphinx-build" in line


def test_the_name_alone_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    said = capsys.readouterr().err
    for command in ("init", "dev", "build", "serve", "explain"):
        assert f"\n    {command} " in said


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["biuld", "."], ": did you mean build?\n"),
        (["serve", "out", "--mcp", "sendd"], ": did you mean send?\n"),
        (["completion", "bsh"], ": did you mean bash?\n"),
        (["completion", "tcl"], ")\n"),
    ],
)
def test_unknown_values(arguments: list[str], end: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith(end)


def test_problems_go_to_stderr_one_line_each(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(site, **{"docs.json": {"navigation": {"pages": ["a", "gone", "lost\n"]}}})
    assert main(["explain", str(site)]) == 1
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("docs.json:5:")
    assert "warning: there is no page file gone" in lines[0]
    assert lines[0].endswith("[navapi.page_not_found]")
    assert "\x1b" not in captured.err + captured.out


def test_notes_are_not_problems(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (site / "b.md").write_text("", "utf-8")
    assert main(["explain", str(site)]) == 0
    assert "info: the navigation does not list b" in capsys.readouterr().err


def test_a_broken_configuration(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, **{"docs.json": '{"navigation": '})
    assert main(["explain", str(site)]) == 1
    assert capsys.readouterr().err.startswith("docs.json:1:")


def test_overrides(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(site, **{"docs.json": {"navigation": {"openapi": "zoo.json", "pages": ["get /lions"]}}})
    assert main(["explain", str(site)]) == 1
    capsys.readouterr()
    arguments = ["explain", str(site), "-D", "navapi_reference_matching=lenient"]
    assert main(arguments) == 0
    assert "api-reference/lions" in capsys.readouterr().out
    assert main(["explain", str(site), "-D", "nonsense"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err


def test_parse_overrides() -> None:
    values = parse_overrides(
        [
            "exclude_patterns=a,b",
            "navapi_remote_documents=0",
            "navapi_schema_depth=5",
            "navapi_adapt_theme=maybe",
            "project=a=b",
        ]
    )
    assert values == {
        "exclude_patterns": ["a", "b"],
        "navapi_remote_documents": False,
        "navapi_schema_depth": 5,
        "navapi_adapt_theme": "maybe",
        "project": "a=b",
    }


# -- conf.py


def test_conf_py_decides(site: Path) -> None:
    write(
        site,
        **{
            "conf.py": "from pathlib import Path\n"
            "extensions = ['sphinx_navapi']\n"
            "navapi_config = {'navigation': {'pages': ['a']}}\n"
            "source_suffix = {'.rst': 'restructuredtext', '.txt': 'restructuredtext'}\n"
            "exclude_patterns = ['x']\ntemplates_path = ['t']\n"
            "root_doc = Path(__file__).stem + str(tags.has('html'))\n"
            "navapi_schema_depth = 'deep'\n"
        },
    )
    with plan_inputs(open_project(site)) as (inputs, problems):
        assert inputs.source_suffixes == (".rst", ".txt")
        assert inputs.exclude_patterns == ("x", "t", "_build/html")
        assert inputs.root_doc == "confFalse"
        assert inputs.config.value == {"navigation": {"pages": ["a"]}}
        assert inputs.config.name == "conf.py"
        assert [problem.subtype for problem in problems] == ["config"]


def test_without_conf_py_markdown_files_are_pages(site: Path) -> None:
    with plan_inputs(open_project(site)) as (inputs, problems):
        assert inputs.source_suffixes == (".rst", ".md", ".mdx")
        assert problems == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nraise ValueError('no')\n", "conf.py:2: ValueError: no"),
        ("x = (\n", "conf.py:1: SyntaxError"),
        ("import sys\nsys.exit(3)\n", "conf.py:2: SystemExit: 3"),
        ("import no_such_module_at_all\n", "conf.py:1: ModuleNotFoundError"),
    ],
)
def test_a_conf_py_that_fails(
    site: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path.cwd(), list(sys.path)
    write(site, **{"conf.py": text})
    assert main(["explain", str(site)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"navapi: {message}")
    assert len(captured.err.splitlines()) == 1
    assert (Path.cwd(), sys.path) == before


def test_a_conf_py_whose_configuration_is_missing(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(site, **{"conf.py": "navapi_config = 'other.json'\n"})
    assert main(["explain", str(site)]) == 2
    assert "other.json" in capsys.readouterr().err


# -- build


def test_build_arguments_without_conf_py(site: Path, tmp_path: Path) -> None:
    arguments = sphinx_arguments(site)
    assert arguments[0] == "-C"
    assert arguments[-2:] == [str(site), str(site / "_build" / "html")]
    values = [arguments[i + 1] for i, word in enumerate(arguments) if word == "-D"]
    assert f"extensions={','.join(DEFAULT_EXTENSIONS)}" in values
    assert "project=My zoo" in values
    (excluded,) = [value for value in values if value.startswith("exclude_patterns=")]
    assert "_build/html" in excluded.split(",")
    assert "_build/doctrees" in excluded.split(",")
    assert sphinx_arguments(site, tmp_path / "out")[-1] == str(tmp_path / "out")


def test_build_arguments_with_conf_py(site: Path) -> None:
    write(site, **{"conf.py": ""})
    arguments = sphinx_arguments(site, Path("out"), overrides=["a=b"], flags=["-W", "-n"])
    doctrees = str(Path("doctrees/out").resolve())
    assert arguments == ["-d", doctrees, "-D", "a=b", "-W", "-n", str(site), "out"]


@pytest.mark.parametrize(
    ("out", "doctrees"),
    [
        ("docs/_build/html", "docs/_build/doctrees"),
        ("docs/_build/internal", "docs/_build/doctrees/internal"),
        ("docs/public", "docs/_build/doctrees/public"),
        ("docs/html", "docs/_build/doctrees"),
        ("docs/a/html", "docs/a/doctrees"),
        ("html", "doctrees"),
        ("site", "doctrees/site"),
        ("docs/../site/", "doctrees/site"),
    ],
)
def test_doctrees_are_beside_the_output(tmp_path: Path, out: str, doctrees: str) -> None:
    found = doctree_folder(tmp_path / "docs", tmp_path / out)
    assert found == (tmp_path / doctrees).resolve()


def test_what_the_user_sets_wins(site: Path) -> None:
    arguments = sphinx_arguments(site, overrides=["project=Mine"])
    values = [arguments[i + 1] for i, word in enumerate(arguments) if word == "-D"]
    assert values.index("project=Mine") > values.index("project=My zoo")
    with pytest.raises(ProjectError):
        sphinx_arguments(site, overrides=["nonsense"])


def test_build_passes_flags_and_status_on(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        seen.append(list(arguments))
        return 3

    monkeypatch.setattr(build_command, "build", run)
    assert main(["build", str(site), "out", "-D", "a=b", "--", "-W", "-j", "auto"]) == 3
    assert seen[0][-7:] == ["-D", "a=b", "-W", "-j", "auto", str(site), "out"]


# -- openapi-check


def test_openapi_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, **{"good.json": ZOO, "bad.json": {"swagger": "2.0"}})
    good, bad = str(tmp_path / "good.json"), str(tmp_path / "bad.json")
    assert main(["openapi-check", good]) == 0
    assert capsys.readouterr().out == "1 document: no problems\n"
    assert main(["openapi-check", good, bad]) == 1
    assert "bad.json:2:" in capsys.readouterr().out
    assert main(["openapi-check", "--format", "json", bad]) == 1
    assert isinstance(json.loads(capsys.readouterr().out), (list, dict))
    assert main(["openapi-check", "--format", "github", bad]) == 1
    assert capsys.readouterr().out.startswith("::error ")
    assert main(["openapi-check", str(tmp_path / "gone.json")]) == 1
    assert "gone.json" in capsys.readouterr().out


def test_openapi_check_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, **{"docs.json": {"navigation": {}}, "data.json": {"swagger": 3}})
    assert main(["openapi-check", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
    (tmp_path / "more").mkdir()
    write(tmp_path, **{"good.json": ZOO, "more/bad.json": {"openapi": "3.1.0"}})
    assert main(["openapi-check", str(tmp_path)]) == 1
    assert "more/bad.json:" in capsys.readouterr().out
    (tmp_path / "more" / "bad.json").unlink()
    assert main(["openapi-check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("1 document:")


OLD = {
    "old.json": {"swagger": "2.0", "info": {"title": "x", "version": "1"}, "paths": {}},
    "last.json": {"paths": {}, "swagger": "2.0"},
}


def test_openapi_check_of_a_folder_with_swagger_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, **{"docs.json": {"navigation": {}}, "data.json": {"swagger": 3}, **OLD})
    (tmp_path / "old.yaml").write_text("swagger: '2.0'\npaths: {}\n", "utf-8")
    files = {*OLD, "old.yaml"}
    assert main(["openapi-check", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert {Path(line.partition(":")[0]).name for line in lines} == files
    # Beside others, they are not at fault.
    write(tmp_path, **{"good.json": ZOO})
    assert main(["openapi-check", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("1 document:")
    notes = printed.err.splitlines()
    assert {Path(note.split()[0]).name for note in notes} == files
    assert all("swagger2openapi" in note for note in notes)


# -- the process


def run(*arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "sphinx_navapi.cli", *arguments],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        timeout=PATIENCE,
    )


def test_what_conf_py_prints_is_not_part_of_a_result(site: Path) -> None:
    (site / "conf.py").write_text(
        "import logging, subprocess, sys\n"
        "print('printed')\n"
        "logging.basicConfig(stream=sys.stdout, level=logging.INFO)\n"
        "logging.info('logged')\n"
        "subprocess.run([sys.executable, '-c', 'print(\"by a program\")'])\n",
        "utf-8",
    )
    for command in (["explain", ".", "--json"], ["explain", ".", "a", "--json"]):
        done = run(*command, cwd=site)
        assert isinstance(json.loads(done.stdout), dict)
        for text in (b"printed", b"logged", b"by a program"):
            assert text in done.stderr


def test_output_in_a_narrow_encoding(site: Path) -> None:
    write(site, **{"docs.json": {"navigation": {"pages": ["日本"]}}, "日本.md": "# 日本\n"})
    result = run("explain", ".", cwd=site, PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert b"\\u65e5" in result.stdout


def test_a_reader_that_leaves_early(site: Path) -> None:
    pages = [f"p{number}" for number in range(3_000)]
    for name in pages:
        (site / f"{name}.md").write_text("# T\n", "utf-8")
    write(site, **{"docs.json": {"navigation": {"pages": pages}}})
    process = subprocess.Popen(
        [sys.executable, "-m", "sphinx_navapi.cli", "explain"],
        cwd=site,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=PATIENCE)


def test_the_plain_half_does_without_sphinx(site: Path) -> None:
    code = (
        "import sys; from sphinx_navapi.cli import main; status = main(['explain', '.']);"
        "assert not {'sphinx', 'docutils'} & set(sys.modules); sys.exit(status)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=site, capture_output=True, timeout=PATIENCE
    )
    assert result.returncode == 0, result.stderr.decode()


def test_every_command_has_help() -> None:
    parser = make_parser()
    (commands,) = [action for action in parser._actions if action.dest == "command"]
    assert set(commands.choices or ()) >= {"build", "explain", "openapi-check", "schema"}


@pytest.mark.parametrize(
    ("conf", "arguments", "message"),
    [
        ("import os\nraise ValueError('x')\n", [], "navapi: conf.py:2: ValueError: x\n"),
        (
            "import nothere\n",
            [],
            "navapi: conf.py:1: ModuleNotFoundError: No module named 'nothere'; install nothere",
        ),
        (None, ["-D", "html_theme=nope"], "navapi: Theme error: no theme named"),
        (None, [".", "."], "navapi: Application error: Source directory and destination"),
        (None, ["--", "-b", "nope"], "navapi: Sphinx error: Builder name nope not registered"),
    ],
)
def test_what_ends_a_build_is_one_line(
    site: Path, conf: str | None, arguments: list[str], message: str
) -> None:
    if conf is not None:
        write(site, **{"conf.py": conf})
    result = run("build", *arguments, cwd=site)
    errors = result.stderr.decode()
    assert result.returncode == 2
    assert "Traceback" not in errors
    (line,) = [line for line in errors.splitlines(keepends=True) if line.startswith("navapi: ")]
    assert line.startswith(message)
    verbose = run("build", *arguments, *([] if "--" in arguments else ["--"]), "-T", cwd=site)
    assert "Traceback" in verbose.stderr.decode()


def test_markdown_of_a_project_without_conf_py_is_shown_as_it_was_written(tmp_path: Path) -> None:
    text = (
        'Use --flag, 1...2 and "quotes"; see https://a.example/b--c?d=1&e=2, `https://c.example`.'
    )
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["index"]}}', "utf-8")
    (tmp_path / "index.md").write_text(f"# Home\n\n{text}\n\n<https://d.example>\n", "utf-8")
    result = run("build", str(tmp_path), str(tmp_path / "out"), cwd=tmp_path)
    assert result.returncode == 0
    page = BeautifulSoup((tmp_path / "out" / "index.html").read_text("utf-8"), "html.parser")
    assert page.select_one("article p").get_text() == text.replace("`", "")
    assert [link["href"] for link in page.select("p a.external")] == [
        "https://a.example/b--c?d=1&e=2",
        "https://d.example",
    ]
