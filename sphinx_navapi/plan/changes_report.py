"""``navapi changes``: comparing two versions of a document, given as files or project documents."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from sphinx_navapi.changes.report import ChangeReport, compare_versions
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.openapi.check.check import source_root_of
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.overlays import OverlayFile
from sphinx_navapi.plan.conf_file import has_project, open_project, plan_inputs
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.inputs import LoadedDocument, PlanInputs
from sphinx_navapi.plan.site import site_documents
from sphinx_navapi.plan.source_pages import normal_path


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesRequest:
    """What to compare.

    :ivar old: a file, or the name of a document in the project; *new* too.
    :ivar srcdir: of the project that contains both; ``None``: the project in the working directory
        if one of them is not a file, otherwise none.
    :ivar overlays: applied to both, after those of the project.
    :ivar today: as in `compare_documents`.
    """

    old: str
    new: str
    srcdir: Path | None = None
    overlays: Sequence[Path] = ()
    today: date | None = None


def report_changes(
    request: ChangesRequest,
) -> tuple[ChangeReport | None, tuple[Diagnostic, ...]]:
    """The changes that *request* asks for, and the problems of both documents.

    ``None`` if one of them cannot be read. Files are named as in *request*, project files by their
    paths below the project folder.

    :raises ProjectError: the project cannot be used.
    """
    reader = _DocumentReader(request.overlays)
    with contextlib.ExitStack() as stack:
        srcdir = _project_folder(request)
        if srcdir is not None:
            inputs, _ = stack.enter_context(plan_inputs(open_project(srcdir)))
            reader.use_project(inputs)
        old, new = reader.read(request.old), reader.read(request.new)
    diagnostics = tuple(dict.fromkeys(reader.diagnostics))
    if old is None or new is None:
        return None, diagnostics
    return compare_versions(old, new, today=request.today), diagnostics


def _project_folder(request: ChangesRequest) -> Path | None:
    if request.srcdir is not None:
        return request.srcdir
    if Path(request.old).exists() and Path(request.new).exists():
        return None
    return Path() if has_project(Path()) else None


class _DocumentReader:
    """Reads documents given by name on the command line.

    :param overlays: applied to each of them.
    """

    def __init__(self, overlays: Sequence[Path]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._overlays = overlays
        self._inputs: PlanInputs | None = None
        self._library: DocumentLibrary | None = None

    def use_project(self, inputs: PlanInputs) -> None:
        """Read documents of this project the way its pages do."""
        more = [os.path.relpath(overlay, inputs.srcdir) for overlay in self._overlays]

        def load(
            name: str, overlays: Sequence[str] = (), root: Path | None = None
        ) -> LoadedDocument:
            return inputs.load(name, (*overlays, *more), root)

        self._inputs = replace(inputs, load=load)
        self._library = site_documents(self._inputs)

    def read(self, name: str) -> OpenApiDocument | None:
        """The document *name*, or ``None`` if it cannot be used."""
        inside = self._name_in_project(name)
        if inside is None or self._library is None:
            return self._read_file(name)
        document = self._library.get(inside)
        self.diagnostics += self._library.diagnostics
        if document is None or not document.is_asyncapi:
            return document
        message = f"{inside} is an AsyncAPI document, but an OpenAPI document is expected"
        place = document.place("/asyncapi")
        self.diagnostics.append(
            Diagnostic(subtype=Subtype.OPENAPI_INVALID, message=message, place=place)
        )
        return None

    def _read_file(self, name: str) -> OpenApiDocument | None:
        overlays = [OverlayFile(str(overlay), overlay) for overlay in self._overlays]
        path = Path(name)
        loaded = load_document(path, name, source_root_of(path), overlays=overlays)
        self.diagnostics += loaded.diagnostics
        return loaded.document

    def _name_in_project(self, name: str) -> str | None:
        """The project's name for the document *name*; ``None`` if the project has no such
        document.
        """
        if self._inputs is None:
            return None
        path, srcdir = Path(name).absolute(), self._inputs.srcdir.absolute()
        if path.exists():
            inside = Path(os.path.relpath(path, srcdir)).as_posix()
            return None if inside.startswith("../") else inside
        if name in self._inputs.code_documents or "://" in name:
            return name
        inside = normal_path(name) or name
        return inside if (srcdir / inside).is_file() else None
