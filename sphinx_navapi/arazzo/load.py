"""How an Arazzo description is read: its version, and where it has references."""

from __future__ import annotations

import re
from typing import Final

from sphinx_navapi.arazzo.check import check_workflows
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.data_file import DataFile
from sphinx_navapi.openapi.check.objects import (
    FIELDS,
    VALUES,
    Grammar,
    Kind,
    ObjectKind,
    object_fields,
)
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import OtherFormat
from sphinx_navapi.openapi.schema.applicators import Shape
from sphinx_navapi.openapi.sources import DocumentFiles

_VERSION: Final = re.compile(r"1\.[01](?:\.\d+)?(?:-.*)?\Z")


class WorkflowKind(ObjectKind):
    """Objects of the Arazzo Specification that contain schemas: only these have ``$ref``."""

    ROOT = "Arazzo Object"
    WORKFLOW = "Workflow Object"
    COMPONENTS = "Components Object"


_FIELDS: Final[dict[ObjectKind, dict[str, tuple[Shape, ObjectKind]]]] = {
    WorkflowKind.ROOT: object_fields(
        one={WorkflowKind.COMPONENTS: "components"}, listed={WorkflowKind.WORKFLOW: "workflows"}
    ),
    WorkflowKind.WORKFLOW: {**object_fields(one={Kind.SCHEMA: "inputs"})},
    WorkflowKind.COMPONENTS: {**object_fields(mapped={Kind.SCHEMA: "inputs"})},
    Kind.SCHEMA: {**FIELDS[Kind.SCHEMA]},
}

_GRAMMAR: Final = Grammar(
    root=WorkflowKind.ROOT,
    fields=_FIELDS,
    patterned={},
    inlined=frozenset(),
    values={
        kind: VALUES[kind]
        for kind in (Kind.SCHEMA, Kind.DISCRIMINATOR, Kind.XML, Kind.EXTERNAL_DOCS)
    },
)


def _check_version(data: DataFile) -> tuple[bool, list[Diagnostic]]:
    """Whether the version is supported, and diagnostics about it."""
    written = data.value["arazzo"]
    if _VERSION.match(str(written).strip()):
        return True, []
    message = (
        f"{data.name}: `arazzo: {str(written)[:60]}` is not a usable version: Arazzo 1 is"
        " supported. Write it in full and quoted, as in `arazzo: '1.0.1'`"
    )
    place = data.place("/arazzo")
    return False, [Diagnostic(subtype=Subtype.OPENAPI_INVALID, message=message, place=place)]


def _complete(document: OpenApiDocument, sources: DocumentFiles) -> list[Diagnostic]:
    """The problems of the workflows: the description itself has no operations."""
    return [
        Diagnostic(
            subtype=problem.subtype,
            message=f"{document.name}: {problem.message}",
            place=sources.place(problem.pointer),
        )
        for problem in check_workflows(document.root)
    ]


FORMAT: Final = OtherFormat(
    key="arazzo", check_version=_check_version, grammar=_GRAMMAR, complete=_complete
)
