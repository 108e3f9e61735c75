"""How an Arazzo description is read: its version, and where it has references."""

from __future__ import annotations

import re
from typing import Final

from sphinx_navapi.arazzo.check import check_workflows
from sphinx_navapi.arazzo.workflows import ACTIONS, PARAMETER_PLACES
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.data_file import DataFile
from sphinx_navapi.openapi.check.objects import (
    AMOUNT,
    ANY,
    COUNT,
    FIELDS,
    LIST,
    MAPPING,
    SCHEMA_VALUES,
    TEXT,
    TEXTS,
    Grammar,
    Kind,
    ObjectKind,
    Value,
    object_fields,
    one_of,
    value_fields,
)
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import OtherFormat
from sphinx_navapi.openapi.schema.applicators import Shape
from sphinx_navapi.openapi.sources import DocumentFiles

_VERSION: Final = re.compile(r"1\.[01](?:\.\d+)?(?:-.*)?\Z")


class WorkflowKind(ObjectKind):
    """Objects of the Arazzo Specification. It has ``$ref`` only in schemas."""

    ROOT = "Arazzo Object"
    SOURCE = "Source Description Object"
    WORKFLOW = "Workflow Object"
    STEP = "Step Object"
    PARAMETER = "Parameter Object"
    REQUEST_BODY = "Request Body Object"
    ACTION = "Action Object"
    CRITERION = "Criterion Object"
    COMPONENTS = "Components Object"


_FIELDS: Final[dict[ObjectKind, dict[str, tuple[Shape, ObjectKind]]]] = {
    WorkflowKind.ROOT: object_fields(
        one={WorkflowKind.COMPONENTS: "components"},
        listed={WorkflowKind.SOURCE: "sourceDescriptions", WorkflowKind.WORKFLOW: "workflows"},
    ),
    WorkflowKind.WORKFLOW: {
        **object_fields(one={Kind.SCHEMA: "inputs"}),
        **object_fields(
            listed={
                WorkflowKind.STEP: "steps",
                WorkflowKind.PARAMETER: "parameters",
                WorkflowKind.ACTION: "successActions failureActions",
            }
        ),
    },
    WorkflowKind.STEP: object_fields(
        one={WorkflowKind.REQUEST_BODY: "requestBody"},
        listed={
            WorkflowKind.PARAMETER: "parameters",
            WorkflowKind.CRITERION: "successCriteria",
            WorkflowKind.ACTION: "onSuccess onFailure",
        },
    ),
    WorkflowKind.ACTION: object_fields(listed={WorkflowKind.CRITERION: "criteria"}),
    WorkflowKind.COMPONENTS: {
        **object_fields(mapped={Kind.SCHEMA: "inputs"}),
        **object_fields(
            mapped={
                WorkflowKind.PARAMETER: "parameters",
                WorkflowKind.ACTION: "successActions failureActions",
            }
        ),
    },
    Kind.SCHEMA: {**FIELDS[Kind.SCHEMA]},
}

#: Without ids of workflows and steps, which are checked with what refers to them, and types of
#: criteria, which may be objects.
_VALUES: Final[dict[ObjectKind, dict[Value, str]]] = {
    WorkflowKind.ROOT: {ANY: "arazzo info $self"},
    WorkflowKind.SOURCE: {TEXT: "name url", one_of("openapi", "arazzo", "asyncapi"): "type"},
    WorkflowKind.WORKFLOW: {
        ANY: "workflowId",
        TEXT: "summary description",
        TEXTS: "dependsOn",
        MAPPING: "outputs",
    },
    WorkflowKind.STEP: {
        ANY: "stepId",
        TEXT: "description operationId operationPath workflowId",
        MAPPING: "outputs",
    },
    # Each of these may be a Reusable Object, which has a `reference` and nothing else that is
    # needed.
    WorkflowKind.PARAMETER: {
        TEXT: "name reference",
        one_of(*PARAMETER_PLACES): "in",
        ANY: "value",
    },
    WorkflowKind.ACTION: {
        TEXT: "name stepId workflowId reference",
        one_of(*ACTIONS): "type",
        AMOUNT: "retryAfter",
        COUNT: "retryLimit",
        ANY: "value",
    },
    WorkflowKind.REQUEST_BODY: {TEXT: "contentType", ANY: "payload", LIST: "replacements"},
    WorkflowKind.CRITERION: {TEXT: "context condition", ANY: "type"},
    WorkflowKind.COMPONENTS: {},
}

_GRAMMAR: Final = Grammar(
    root=WorkflowKind.ROOT,
    fields=_FIELDS,
    patterned={},
    # No other code expects a reference in them.
    inlined=frozenset(WorkflowKind),
    values={
        **SCHEMA_VALUES,
        **{kind: value_fields(fields) for kind, fields in _VALUES.items()},
    },
    needed={WorkflowKind.SOURCE: ("name", "url")},
    expected={WorkflowKind.WORKFLOW: ("steps",)},
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
