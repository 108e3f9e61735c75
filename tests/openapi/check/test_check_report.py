"""How problems are printed, which of them count, and which are known."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import sphinx_navapi.openapi as openapi_room
from sphinx_navapi.cli import main
from sphinx_navapi.diagnostics import Place, Subtype
from sphinx_navapi.openapi.check.check import DocumentProblem
from sphinx_navapi.openapi.check.findings import CODES, Severity
from sphinx_navapi.openapi.check.report import format_problems

#: An error and two warnings.
DOCUMENT = """\
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /a: {get: {summary: A, responses: {'200': {description: OK}}, security: [{key: []}]}}
  /a/: {get: {summary: B, responses: {'200': {description: OK}}}}
components: {schemas: {S: {type: string, default: 7}}}
"""
CLEAN = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.yaml").write_text(DOCUMENT, "utf-8")
    (tmp_path / "clean.yaml").write_text(CLEAN, "utf-8")
    return tmp_path


def settle(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.sphinx-navapi.openapi-check]\n{text}\n", "utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    """Exit status, lines of stdout, stderr."""
    status = main(["openapi-check", *arguments])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_all_is_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "clean.yaml") == (0, ["1 document: no problems"], "")
    assert run(capsys, "clean.yaml", "clean.yaml")[1] == ["2 documents: no problems"]
    assert run(capsys, "clean.yaml", "--format", "github")[:2] == (0, [])
    status, lines, _ = run(capsys, "api.yaml")
    assert status == 1
    assert [line.rpartition("[")[2] for line in lines] == ["security]", "like-paths]", "default]"]


# ---------------------------------------------------------------- severities


def test_severities_of_the_project(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settle(folder, 'severity = {security = "warning", default = "off"}')
    (folder / "docs").mkdir()
    status, lines, _ = run(capsys, "api.yaml")
    assert status == 0
    assert lines[-1] == "1 document: no errors, 2 warnings"
    assert [line.split(": ")[1] for line in lines[:-1]] == ["warning", "warning"]
    settle(folder, 'severity = {default = "error", security = "off"}')
    assert run(capsys, "api.yaml")[0] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('severity = {sekurity = "off"}', "unknown rule `sekurity`: did you mean `security`?"),
        ('severity = {security = "loud"}', '`security` must be one of "error", "warning", "off"'),
        ('severity = "off"', "must be a table"),
        ('severty = {security = "off"}', "unknown key `severty`: did you mean `severity`?"),
        ("baseline = 7", "`baseline` must be the path"),
        ("baseline = [", "cannot be read"),
    ],
)
def test_settings_that_cannot_be_used(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    settle(folder, text)
    status, lines, err = run(capsys, "api.yaml")
    assert (status, lines) == (2, [])
    assert words in err


def test_every_code_is_explained() -> None:
    """The rules in the source of the room, and those of the build that it uses."""
    codes: set[str] = set()
    for path in Path(openapi_room.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in ("code", "rule"):
                codes |= {node.value.value} if isinstance(node.value, ast.Constant) else set()
            elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Subtype":
                codes.add(Subtype[node.attr].value)
    # A build reports those of the rule `example` under a name of their own.
    assert codes - {"invalid_example"} | {"specification"} == CODES.keys()


def test_every_code_is_in_the_reference() -> None:
    page = (Path(__file__).parents[3] / "docs/reference/command-line.md").read_text("utf-8")
    for code, meaning in CODES.items():
        assert f"| `{code}` | {meaning} |" in page


# ---------------------------------------------------------------- known problems


def test_a_baseline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "api.yaml", "--baseline", "known.json")[0] == 2
    arguments = ("api.yaml", "--baseline", "known.json")
    assert run(capsys, *arguments, "--write-baseline") == (0, [], "known.json: 3 known problems\n")
    assert run(capsys, *arguments) == (0, ["1 document: no problems, 3 in the baseline"], "")
    # Lines may move; new problems are reported, even a second one of the same kind.
    moved = f"# A comment.\n{DOCUMENT}".replace("[{key: []}]", "[{key: []}, {other: []}]")
    (folder / "api.yaml").write_text(moved, "utf-8")
    status, lines, _ = run(capsys, *arguments)
    assert (status, len(lines)) == (1, 1)
    assert "no security scheme `other`" in lines[0]
    (folder / "api.yaml").write_text(CLEAN, "utf-8")
    status, lines, err = run(capsys, *arguments)
    assert (status, lines) == (0, ["1 document: no problems"])
    assert err == "known.json: 3 of its problems are fixed; write it again with --write-baseline\n"


def test_a_baseline_of_the_project(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is beside ``pyproject.toml`` and is the same in every folder."""
    settle(folder, 'baseline = "known.json"')
    (folder / "docs").mkdir()
    assert run(capsys, "api.yaml", "--write-baseline")[0] == 0
    known = json.loads((folder / "known.json").read_text("utf-8"))
    assert known[0] == {
        "file": "api.yaml",
        "code": "default",
        "pointer": "/components/schemas/S/default",
    }
    monkeypatch.chdir(folder / "docs")
    assert run(capsys, "../api.yaml")[:2] == (0, ["1 document: no problems, 3 in the baseline"])


@pytest.mark.parametrize("text", ["", "{}", "[7]", '[{"file": "a"}]'])
def test_a_broken_baseline(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "known.json").write_text(text, "utf-8")
    status, lines, err = run(capsys, "api.yaml", "--baseline", "known.json")
    if text == "{}":  # an empty list is allowed too
        assert status == 1
    else:
        assert (status, lines) == (2, [])
        assert "is not a baseline" in err


def test_a_baseline_needs_a_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "api.yaml", "--write-baseline")
    assert status == 2
    assert "--baseline FILE" in err


# ---------------------------------------------------------------- SARIF 2.1.0

_TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
_COUNT = {"type": "integer", "minimum": 1}
#: Fields of the objects that are written, as in the specification, and no others.
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}},
    },
    "$defs": {
        "run": {
            "type": "object",
            "required": ["tool"],
            "additionalProperties": False,
            "properties": {
                "tool": {"type": "object", "required": ["driver"]},
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "results": {"type": "array", "items": {"$ref": "#/$defs/result"}},
            },
        },
        "result": {
            "type": "object",
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": 0},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": _TEXT,
                "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            },
        },
        "location": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "physicalLocation": {
                    "type": "object",
                    "required": ["artifactLocation"],
                    "additionalProperties": False,
                    "properties": {
                        "artifactLocation": {
                            "type": "object",
                            "additionalProperties": False,
                            "properties": {"uri": {"type": "string", "pattern": r"^[!-~]+$"}},
                        },
                        "region": {
                            "type": "object",
                            "required": ["startLine"],
                            "additionalProperties": False,
                            "properties": {"startLine": _COUNT, "startColumn": _COUNT},
                        },
                    },
                },
                "logicalLocations": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"fullyQualifiedName": {"type": "string"}},
                    },
                },
            },
        },
    },
}


def test_sarif(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = run(capsys, "api.yaml", "--format", "sarif")
    log = json.loads("\n".join(lines))
    jsonschema.Draft202012Validator(SARIF).validate(log)
    assert status == 1
    (found,) = log["runs"]
    rules = found["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in found["results"]] == [
        "security", "like-paths", "default",
    ]  # fmt: skip
    assert [result["level"] for result in found["results"]] == ["error", "warning", "warning"]
    place = found["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "api.yaml"
    column = DOCUMENT.splitlines()[3].index("key") + 1
    assert place["region"] == {"startLine": 4, "startColumn": column}


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("ä b.yaml", "%C3%A4%20b.yaml"),
        ("/x/a b.yaml", "file:///x/a%20b.yaml"),
        ("https://a.example/o.yaml", "https://a.example/o.yaml"),
        ('navapi_documents["api"]', None),
    ],
)
def test_sarif_without_a_line(file: str, uri: str | None) -> None:
    problem = DocumentProblem(
        place=Place(file=file), severity=Severity.ERROR, code="config", message="m"
    )
    log = json.loads(format_problems([problem], "sarif"))
    jsonschema.Draft202012Validator(SARIF).validate(log)
    (location,) = log["runs"][0]["results"][0]["locations"]
    if uri is None:
        assert location == {"logicalLocations": [{"fullyQualifiedName": f"{file}#"}]}
    else:
        assert location == {"physicalLocation": {"artifactLocation": {"uri": uri}}}
