"""Settings of the check: severities by code and known problems, from ``pyproject.toml``."""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.check.check import DocumentProblem
from sphinx_navapi.openapi.check.findings import CODES, Severity

#: Name of the table in ``pyproject.toml``.
TABLE: Final = "tool.sphinx-navapi.openapi-check"

#: A value for a code, besides the severities: its problems are not reported.
OFF: Final = "off"
LEVELS: Final = (*(str(severity) for severity in Severity), OFF)

_KEYS: Final = ("severity", "baseline")


class CheckSettingsError(Exception):
    """Settings or a baseline that cannot be used; ``str()`` says what to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSettings:
    """:ivar severities: level of `LEVELS` by code. :ivar baseline: file of known problems."""

    severities: Mapping[str, str] = field(default_factory=dict)
    baseline: Path | None = None

    def judge(self, problems: Iterable[DocumentProblem]) -> list[DocumentProblem]:
        """*problems* with their severities, without those that are off."""
        judged = []
        for problem in problems:
            level = self.severities.get(problem.code, str(problem.severity))
            if level != OFF:
                judged.append(replace(problem, severity=Severity(level)))
        return judged


def read_check_settings(folder: Path) -> CheckSettings:
    """The settings in the nearest ``pyproject.toml``, in *folder* or its parents.

    :raises CheckSettingsError: they cannot be used.
    """
    folder = folder.resolve()
    files = (parent / "pyproject.toml" for parent in (folder, *folder.parents))
    path = next((file for file in files if file.is_file()), None)
    if path is None:
        return CheckSettings()
    try:
        value: Any = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CheckSettingsError(f"{path} cannot be read: {error}") from None
    for key in TABLE.split("."):
        value = value.get(key, {}) if isinstance(value, dict) else {}
    if not isinstance(value, dict):
        raise CheckSettingsError(f"{path}: [{TABLE}] must be a table")
    for key in value:
        if key not in _KEYS:
            raise CheckSettingsError(_unknown(path, "key", key, _KEYS))
    baseline = value.get("baseline")
    if baseline is not None and not isinstance(baseline, str):
        raise CheckSettingsError(f"{path}: `baseline` must be the path of a file")
    return CheckSettings(
        severities=_severities(value.get("severity", {}), path),
        baseline=path.parent / baseline if baseline else None,
    )


def _severities(value: Any, path: Path) -> dict[str, str]:
    if not isinstance(value, dict):
        raise CheckSettingsError(f"{path}: [{TABLE}.severity] must be a table")
    for code, level in value.items():
        if code not in CODES:
            raise CheckSettingsError(_unknown(path, "rule", code, tuple(CODES)))
        if level not in LEVELS:
            wanted = ", ".join(f'"{name}"' for name in LEVELS)
            raise CheckSettingsError(f"{path}: `{code}` must be one of {wanted}, not {level!r}")
    return dict(value)


def _unknown(path: Path, what: str, name: str, known: tuple[str, ...]) -> str:
    near = nearest_word(name, known)
    advice = f"did you mean `{near}`?" if near else f"use one of {', '.join(known)}"
    return f"{path}: [{TABLE}] has an unknown {what} `{name}`: {advice}"


# -- baselines: all data of known problems except their lines


def write_baseline(path: Path, problems: Iterable[DocumentProblem]) -> int:
    """Write *problems* to *path* as known ones, and return their number.

    :raises CheckSettingsError: it cannot be written.
    """
    entries = sorted(_identity(problem, path) for problem in problems)
    known = [dict(zip(_FIELDS, entry, strict=True)) for entry in entries]
    try:
        path.write_text(f"{json.dumps(known, indent=1, ensure_ascii=False)}\n", "utf-8")
    except OSError as error:
        raise CheckSettingsError(f"{path} cannot be written: {error.strerror}") from None
    return len(known)


def without_known(
    path: Path, problems: Iterable[DocumentProblem]
) -> tuple[list[DocumentProblem], int]:
    """The *problems* that are not in the baseline at *path*.

    And the number of its entries that are no longer problems.

    :raises CheckSettingsError: it cannot be read.
    """
    try:
        value = json.loads(path.read_text("utf-8"))
        left = Counter(tuple(str(entry[name]) for name in _FIELDS) for entry in value)
    except FileNotFoundError:
        message = f"the baseline {path} does not exist: create it with --write-baseline"
        raise CheckSettingsError(message) from None
    except OSError as error:
        raise CheckSettingsError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        message = f"{path} is not a baseline: write it again with --write-baseline"
        raise CheckSettingsError(message) from None
    new = []
    for problem in problems:
        identity = _identity(problem, path)
        if left[identity]:
            left[identity] -= 1
        else:
            new.append(problem)
    return new, left.total()


def without_accepted(
    diagnostics: Sequence[Diagnostic], files: Mapping[str, Path], folder: Path
) -> list[Diagnostic]:
    """Those of *diagnostics* by rules that the check would report in *folder*, too.

    :param files: the paths of their files.

    Settings that cannot be used accept nothing; the check reports them.
    """
    with suppress(CheckSettingsError):
        settings = read_check_settings(folder)
        by_problem = {_problem(each, files): each for each in diagnostics}
        problems = settings.judge(by_problem)
        if settings.baseline is not None:
            problems, _ = without_known(settings.baseline, problems)
        left = {(problem.code, problem.place) for problem in problems}
        return [
            each for problem, each in by_problem.items() if (problem.code, problem.place) in left
        ]
    return list(diagnostics)


def _problem(diagnostic: Diagnostic, files: Mapping[str, Path]) -> DocumentProblem:
    """What the check reports for a diagnostic by a rule."""
    place = replace(
        diagnostic.place, file=str(files.get(diagnostic.place.file, diagnostic.place.file))
    )
    return DocumentProblem(
        place=place, severity=Severity.WARNING, code=diagnostic.rule, message=diagnostic.message
    )


_FIELDS: Final = ("file", "code", "pointer")


def _identity(problem: DocumentProblem, baseline: Path) -> tuple[str, ...]:
    """The parts of a problem that do not depend on lines. Files are relative to *baseline*."""
    place = problem.place
    file = place.file
    path = Path(file)
    if path.exists():
        file = Path(os.path.relpath(path.resolve(), baseline.resolve().parent)).as_posix()
    return file, problem.code, place.pointer
