"""All problems of an OpenAPI document, for ``navapi openapi-check``.

Parts that a build would skip are found by the code that skips them, so that a document without
errors here is built completely; the rest comes from the specification's own schema and from rules
that it cannot express.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype, one_line
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.check.conformance import CODE, find_violations
from sphinx_navapi.openapi.check.findings import VERSION_CODE, Finding, Severity
from sphinx_navapi.openapi.check.malformed import mistakes
from sphinx_navapi.openapi.check.objects import OPENAPI, Kind, grammar_of
from sphinx_navapi.openapi.check.rules import find_mistakes
from sphinx_navapi.openapi.check.values import find_wrong_values
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import FindFormat, LoadResult, load_document
from sphinx_navapi.openapi.overlays import OverlayFile

#: Files that identify the source directory of a site.
_SITE_FILES: Final = ("docs.json", "mint.json", "conf.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentProblem:
    """One problem of a document.

    :ivar code: subtype of the build's diagnostic, or the short name of a rule.
    """

    place: Place
    severity: Severity
    code: str
    message: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", one_line(self.message))


def check_document(
    path: Path,
    source_root: Path | None = None,
    overlays: Iterable[Path] = (),
    find_format: FindFormat | None = None,
) -> list[DocumentProblem]:
    """The problems of the document at *path*, by file and line.

    :param source_root: references may lead to files below it. Without it, the nearest folder around
        the document that contains a ``docs.json`` or ``conf.py``, else the working directory if the
        document is below it, else its own folder.
    :param overlays: applied before the check, in this order.
    :param find_format: for documents of other standards: only what prevents a build from using them
        is checked.

    Files are named like *path*: relative to the working directory if they are below it.
    """
    root = source_root if source_root is not None else source_root_of(path)
    files = [OverlayFile(str(overlay), overlay) for overlay in overlays]
    return check_loaded(
        load_document(path, str(path), root, overlays=files, find_format=find_format, normal=False)
    )


def check_loaded(loaded: LoadResult) -> list[DocumentProblem]:
    """The problems of a loaded document, by position."""
    problems = [_of_diagnostic(diagnostic) for diagnostic in loaded.diagnostics]
    document = loaded.document
    if document is not None:
        known = {_spot(problem.place) for problem in problems}
        skipped = [
            problem.place for problem in problems if problem.code == Subtype.INVALID_OPERATION
        ]
        reported = {problem.place.pointer for problem in problems if problem.code == CODE}
        reported |= _mistaken_fields(document) if document.is_openapi else set()
        # If an operation or its id cannot be read, links may be right.
        is_unsure = any(problem.code == Subtype.INVALID_OPERATION for problem in problems)
        is_unsure = is_unsure or any(map(_may_hide_operations, reported))
        for finding in _findings(document) if document.is_openapi else ():
            place = _place(document, finding)
            about = {*finding.about}
            if finding.code == CODE:
                # What a security scheme lacks depends on its type.
                about |= {finding.pointer, f"{finding.pointer}/type"}
            if not reported.isdisjoint(about) or (is_unsure and finding.code == "link"):
                continue  # the effect of a mistake that is reported at another place
            if finding.code == CODE and any(
                _is_within(place, each) or _is_within(each, place) for each in skipped
            ):
                continue  # why the operation is skipped, in other words
            if _spot(place) in known and finding.severity is Severity.ERROR:
                continue  # already reported, by the build or by a more specific rule
            known.add(_spot(place))
            problems.append(
                DocumentProblem(
                    place=place,
                    severity=finding.severity,
                    code=finding.code,
                    message=finding.message,
                )
            )
        problems = [_with_shown_file(problem, document) for problem in problems]
    return sorted(problems, key=_order)


def source_root_of(path: Path) -> Path:
    """The folder that references of the document at *path* may not leave."""
    folder = path.absolute().parent
    for candidate in (folder, *folder.parents):
        if any((candidate / name).is_file() for name in _SITE_FILES):
            return candidate
    here = Path.cwd()
    return here if folder.is_relative_to(here) else folder


def _of_diagnostic(diagnostic: Diagnostic) -> DocumentProblem:
    if diagnostic.rule == CODE:
        warned = False
    else:
        is_minor = diagnostic.subtype not in _COSTS_A_PAGE or diagnostic.rule == VERSION_CODE
        warned = diagnostic.level is Level.INFO or is_minor
    return DocumentProblem(
        place=diagnostic.place,
        severity=Severity.WARNING if warned else Severity.ERROR,
        code=diagnostic.rule or str(diagnostic.subtype),
        message=diagnostic.message,
    )


_COSTS_A_PAGE: Final = frozenset(
    {
        Subtype.OPENAPI_NOT_FOUND,
        Subtype.OPENAPI_INVALID,
        Subtype.OPENAPI_2,
        Subtype.DOCUMENT_COMMAND_FAILED,
        Subtype.OVERLAY_INVALID,
        Subtype.INVALID_OPERATION,
        Subtype.UNRESOLVED_REF,
    }
)


def _findings(document: OpenApiDocument) -> Iterator[Finding]:
    mistakes_of_rules = list(find_mistakes(document))
    yield from mistakes_of_rules
    # A path parameter without `required: true` fits the objects of no place.
    reported = {
        f"{mistake.pointer}/{key}"
        for mistake in mistakes_of_rules
        if mistake.code == "path-parameter"
        for key in ("in", "required")
    }
    for violation in find_violations(document):
        if reported.isdisjoint({violation.pointer, *violation.about}):
            yield violation
    yield from find_wrong_values(document)


def _mistaken_fields(document: OpenApiDocument) -> set[str]:
    """Pointers of fields that the build reports, where they should be: they may be misspelled."""
    grammar = grammar_of(document.version)
    return {
        f"{part.pointer}/{escape_pointer(mistake.field)}"
        for part in walk_objects(document.root)
        if isinstance(part.value, dict) and "$ref" not in part.value
        for mistake in mistakes(part.value, part.kind, grammar)
    }


def _may_hide_operations(pointer: str) -> bool:
    """Whether a mistake at *pointer* may be why no operation has the id of a link."""
    kinds = (Kind.PATHS, Kind.PATH_ITEM, Kind.OPERATION)
    return pointer.endswith("/operationId") or OPENAPI.kind_at(pointer) in kinds


def _place(document: OpenApiDocument, finding: Finding) -> Place:
    return document.place(finding.pointer, of_key=finding.of_key)


def _spot(place: Place) -> tuple[str, int | None, int | None]:
    return place.file, place.line, place.column


def _is_within(part: Place, whole: Place) -> bool:
    return part.file == whole.file and f"{part.pointer}/".startswith(f"{whole.pointer}/")


def _order(problem: DocumentProblem) -> tuple[str, int, int, str, str]:
    place = problem.place
    return place.file, place.line or 0, place.column or 0, problem.severity, problem.message


def _with_shown_file(problem: DocumentProblem, document: OpenApiDocument) -> DocumentProblem:
    """*problem* with its file relative to the working directory."""
    place = problem.place
    path = document.files.get(place.file)
    if path is None or place.file == document.name:
        return problem
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    named = Place(
        file=shown.as_posix(), line=place.line, column=place.column, pointer=place.pointer
    )
    return DocumentProblem(
        place=named, severity=problem.severity, code=problem.code, message=problem.message
    )
