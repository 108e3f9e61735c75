"""Problems of documents as text, JSON, GitHub annotations and SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sphinx_navapi._version import __version__
from sphinx_navapi.diagnostics import CODE_LABEL
from sphinx_navapi.openapi.check.check import DocumentProblem
from sphinx_navapi.openapi.check.findings import CODES, Severity

FORMATS: Final = ("text", "json", "github", "sarif")


def format_problems(problems: Iterable[DocumentProblem], format_: str = "text") -> str:
    """*problems* for a reader or a program; ends with a newline unless empty.

    :param format_: ``text`` (one line each, like a compiler), ``json`` (a list), ``github``
        (workflow commands that annotate the lines of a pull request) or ``sarif`` (SARIF 2.1.0, for
        code scanning).
    """
    if format_ == "json":
        return f"{json.dumps([_as_dict(problem) for problem in problems], indent=2)}\n"
    if format_ == "sarif":
        return f"{json.dumps(_sarif_log(problems), indent=2)}\n"
    line = _github_line if format_ == "github" else _text_line
    return "".join(f"{line(problem)}\n" for problem in problems)


def summary(documents: int, problems: list[DocumentProblem], known: int = 0) -> str:
    """One line for a check without errors.

    :param documents: how many were checked. :param known: number of problems in the baseline.
    """
    checked = _count(documents, "document")
    counts = f"no errors, {_count(len(problems), 'warning')}" if problems else "no problems"
    if any(problem.severity is Severity.ERROR for problem in problems):
        errors = sum(problem.severity is Severity.ERROR for problem in problems)
        counts = f"{_count(errors, 'error')}, {_count(len(problems) - errors, 'warning')}"
    return f"{checked}: {counts}" + (f", {known} in the baseline" if known else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _text_line(problem: DocumentProblem) -> str:
    return f"{problem.place}: {problem.severity}: {problem.message} [{problem.code}]"


def _as_dict(problem: DocumentProblem) -> dict[str, object]:
    return {
        **asdict(problem.place),
        "severity": str(problem.severity),
        "code": problem.code,
        "message": problem.message,
    }


def _github_line(problem: DocumentProblem) -> str:
    place = problem.place
    properties = {"file": place.file, "line": place.line, "col": place.column}
    written = ",".join(
        f"{name}={_escape_property(str(value))}"
        for name, value in properties.items()
        if value is not None
    )
    message = _escape_data(f"{problem.message} [{problem.code}]")
    return f"::{problem.severity} {written}::{message}"


def _escape_data(text: str) -> str:
    """*text* escaped for a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _sarif_log(problems: Iterable[DocumentProblem]) -> dict[str, Any]:
    """A SARIF log of one run, with the rules that it uses."""
    problems = list(problems)
    codes = sorted({problem.code for problem in problems})
    driver = {
        "name": "sphinx-navapi",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": CODES[code]}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(problem, codes) for problem in problems],
    }
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }


def _sarif_result(problem: DocumentProblem, codes: list[str]) -> dict[str, Any]:
    place = problem.place
    location: dict[str, Any] = {}
    if not place.file.startswith(CODE_LABEL):
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(place.file)}}
        if place.line is not None:
            region = {"startLine": place.line, "startColumn": place.column or 1}
            location["physicalLocation"]["region"] = region
    if place.pointer or not location:
        location["logicalLocations"] = [{"fullyQualifiedName": f"{place.file}#{place.pointer}"}]
    return {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": str(problem.severity),
        "message": {"text": problem.message},
        "locations": [location],
    }


def _uri(file: str) -> str:
    """The URI reference of a file name."""
    if "://" in file:
        return file
    if Path(file).is_absolute():
        return Path(file).as_uri()
    return quote(Path(file).as_posix())
