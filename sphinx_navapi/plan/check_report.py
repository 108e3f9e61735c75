"""``navapi openapi-check``: its output, and whether the check failed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sphinx_navapi.asyncapi.load import find_format
from sphinx_navapi.openapi.check.check import DocumentProblem, check_document, check_loaded
from sphinx_navapi.openapi.check.check_settings import (
    CheckSettingsError,
    read_check_settings,
    without_known,
    write_baseline,
)
from sphinx_navapi.openapi.check.findings import Severity
from sphinx_navapi.openapi.check.report import format_problems, summary
from sphinx_navapi.openapi.load import conversion_advice
from sphinx_navapi.openapi.overlays import OverlayFile
from sphinx_navapi.plan.conf_file import ProjectError, open_project, project_code
from sphinx_navapi.plan.documents import OLD_KEY, STANDARDS, has_root_key
from sphinx_navapi.plan.new_project import find_documents


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """:ivar text: to print, with a newline unless it is empty. :ivar notes: for stderr.

    :ivar failed: there are errors.
    """

    text: str
    notes: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """What to check.

    :ivar files: OpenAPI documents, or names from the ``conf.py`` in *srcdir*.
    :ivar format_: of `report.FORMATS`.
    :ivar baseline: replaces that of the settings. :ivar writes_baseline: write a new one.
    """

    files: Sequence[Path]
    srcdir: Path = Path()
    overlays: Sequence[Path] = ()
    format_: str = "text"
    baseline: Path | None = None
    writes_baseline: bool = False


def check_documents(request: CheckRequest) -> CheckReport:
    """The problems of the documents that *request* names.

    :raises ProjectError: settings or baseline cannot be used.
    """
    try:
        return _check(request)
    except CheckSettingsError as error:
        raise ProjectError(str(error), usage=True) from None


def _check(request: CheckRequest) -> CheckReport:
    settings = read_check_settings(Path())
    baseline = request.baseline or settings.baseline
    if request.writes_baseline and baseline is None:
        raise CheckSettingsError("set the file to write: --baseline FILE")
    notes: list[str] = []
    paths = [each for path in request.files for each in _documents(path, notes)]
    all_problems = [problem for path in paths for problem in _problems(path, request)]
    problems = settings.judge(all_problems)
    if request.writes_baseline and baseline is not None:
        number = write_baseline(baseline, problems)
        return CheckReport(text="", notes=(f"{baseline}: {number} known problems",))
    known = 0
    if baseline is not None:
        new, gone = without_known(baseline, problems)
        known = len(problems) - len(new)
        problems = new
        if gone:
            notes.append(
                f"{baseline}: {gone} of its problems are fixed; write it again with"
                " --write-baseline"
            )
    text = format_problems(problems, request.format_)
    failed = any(problem.severity is Severity.ERROR for problem in problems)
    if request.format_ == "text" and not failed:
        text += f"{summary(len(paths), problems, known)}\n"
    return CheckReport(text=text, notes=tuple(notes), failed=failed)


def _documents(path: Path, notes: list[str]) -> list[Path]:
    """*path*, or if it is a folder, the OpenAPI documents in it.

    :param notes: for those that are skipped. If there are no others, they are checked: that is a
        problem of each.
    :raises ProjectError: it has none.
    """
    if not path.is_dir():
        return [path]
    all_documents = [path / name for name in find_documents(path, (*STANDARDS, OLD_KEY))]
    old = [each for each in all_documents if has_root_key(each, each.name, OLD_KEY)]
    documents = [each for each in all_documents if each not in old]
    if not documents and old:
        return old
    notes += (
        f"{each} is Swagger 2.0, which is not checked: {conversion_advice('it')}" for each in old
    )
    if not documents:
        raise ProjectError(
            f"the folder {path} has no OpenAPI document: use the path of a document", usage=True
        )
    return documents


def _problems(path: Path, request: CheckRequest) -> list[DocumentProblem]:
    generated = _check_code(path, request.srcdir, request.overlays)
    if generated is not None:
        return generated
    return check_document(path, overlays=request.overlays, find_format=find_format)


def _check_code(path: Path, srcdir: Path, overlays: Iterable[Path]) -> list[DocumentProblem] | None:
    """The problems of the document that code of the project in *srcdir* generates.

    ``None`` if *path* is a file, or ``conf.py`` has no such document.
    """
    if path.exists() or not (srcdir / "conf.py").is_file():
        return None
    with project_code(open_project(srcdir)) as code:
        if code is None or str(path) not in code.places:
            return None
        files = [OverlayFile(str(overlay), overlay) for overlay in overlays]
        return check_loaded(code.load(str(path), files, normal=False))
