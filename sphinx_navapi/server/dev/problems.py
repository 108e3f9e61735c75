"""Problems reported by a build, and which of them remain valid after the next one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any


class Stage(StrEnum):
    """The stage of a build that reported a problem, which determines when it is obsolete."""

    PLAN = "plan"  # reported by every build
    READ = "read"  # until its page is read again
    CHECK = "check"  # reported by every build that reads pages
    WRITE = "write"  # until its page is written again


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildProblem:
    """A warning, or the error that ended a build.

    :ivar file: relative to the source directory if below it, ``""`` for none.
    :ivar docname: the page whose source is *file*, if any.
    """

    level: str
    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    docname: str | None = None
    stage: Stage = Stage.PLAN

    @property
    def text(self) -> str:
        """The problem in one line."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return (
            f"{place}: {self.level}: {self.message}" if place else f"{self.level}: {self.message}"
        )

    def as_json(self) -> dict[str, Any]:
        """The form in which it is passed between processes."""
        return asdict(self)


def problem_from_json(value: Mapping[str, Any]) -> BuildProblem:
    """The inverse of `BuildProblem.as_json`."""
    return BuildProblem(**{**value, "stage": Stage(value["stage"])})


_RECORD = re.compile(
    r"(?:(?P<file>[^\n]+?):(?:(?P<line>\d+):(?:(?P<column>\d+):)?)? )?"
    r"(?P<level>WARNING|ERROR|SEVERE|CRITICAL): (?P<message>.*)",
    re.DOTALL,
)
_COLOR = re.compile(r"\x1b\[[0-9;]*m")


def read_warning(text: str, source_dir: Path) -> BuildProblem | None:
    """The problem in a record of Sphinx's warning stream; ``None`` if it is empty."""
    text = _COLOR.sub("", text).strip()
    if not text:
        return None
    match = _RECORD.fullmatch(text)
    if match is None:
        return BuildProblem(level="warning", message=_one_line(text))
    return BuildProblem(
        level="warning" if match["level"] == "WARNING" else "error",
        message=_one_line(match["message"]),
        file=relative_file(match["file"] or "", source_dir),
        line=int(match["line"]) if match["line"] else None,
        column=int(match["column"]) if match["column"] else None,
    )


def relative_file(file: str, source_dir: Path) -> str:
    """*file*, relative to *source_dir* if below it."""
    try:
        return Path(file).relative_to(source_dir).as_posix() if file else ""
    except ValueError:
        return file


def merge_problems(
    before: Iterable[BuildProblem],
    now: Iterable[BuildProblem],
    *,
    read: Collection[str],
    written: Collection[str] | None,
    exists: Collection[str],
) -> list[BuildProblem]:
    """*now*, and those *before* that have not been checked again.

    :param read: docnames that this build read. :param written: those that it wrote, ``None`` for
        all. :param exists: all existing docnames.
    """

    def holds(problem: BuildProblem) -> bool:
        if problem.stage is Stage.CHECK:
            return not read
        if problem.docname is None or problem.docname not in exists:
            return False
        if problem.stage is Stage.READ:
            return problem.docname not in read
        is_kept = written is not None and problem.docname not in written
        return problem.stage is Stage.WRITE and is_kept

    merged = [*now, *(problem for problem in before if holds(problem))]
    return list({problem.text: problem for problem in merged}.values())


def _one_line(text: str) -> str:
    return " ".join(text.split())
