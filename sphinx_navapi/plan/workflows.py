"""The operations and workflows that the steps of Arazzo descriptions call, among the documents of
the site.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urljoin

from sphinx_navapi.arazzo.workflows import (
    Call,
    Workflow,
    read_workflow,
    source_urls,
    workflow_names,
)
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey

#: The documents of a site by name.
Documents = Mapping[str, OpenApiDocument]


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """What a step calls: an operation, or a workflow of a description.

    :ivar problem: why it is neither, if the documents are known; ``""`` if they are not.
    """

    operation: OperationKey | None = None
    workflow: tuple[str, str] | None = None
    problem: str = ""


def workflows_of(document: OpenApiDocument) -> list[Workflow]:
    """The workflows of an Arazzo description."""
    workflows = (read_workflow(document.root, name) for name in workflow_names(document.root))
    return [workflow for workflow in workflows if workflow is not None]


def find_source(document: OpenApiDocument, url: str, documents: Documents) -> str | None:
    """The name of the document that *url*, of a source description, means.

    It is relative to the description. A published address means the only document of the site
    with the same file name.
    """
    url = url.partition("#")[0]
    if "://" in document.name or "://" in url:
        name = urljoin(document.name, url) if "://" in document.name else url
    else:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(document.name), unquote(url)))
    if name in documents:
        return name
    last = name.rpartition("/")[2]
    alike = [each for each in documents if each.rpartition("/")[2] == last]
    return alike[0] if len(alike) == 1 else None


def find_called(document: OpenApiDocument, call: Call, documents: Documents) -> Called:
    """What *call*, in the description *document*, means."""
    if call.field == "workflowId" and not call.source:
        return Called(workflow=(document.name, call.name))
    urls = source_urls(document.root)
    wanted = [urls[call.source]] if call.source in urls else [] if call.source else [*urls.values()]
    sources = [find_source(document, url, documents) for url in wanted]
    known = [documents[name] for name in sources if name is not None]
    if call.field == "workflowId":
        names = {name: each.name for each in known for name in workflow_names(each.root)}
        if call.name in names:
            return Called(workflow=(names[call.name], call.name))
        return _missing("workflow", call, names, is_sure=None not in sources)
    operations = [operation for each in known for operation in each.operations]
    matches = [each for each in operations if _is_meant(each, call)]
    if len(matches) == 1:
        return Called(operation=matches[0].key)
    if matches:
        where = " and ".join(each.key.document for each in matches)
        advice = f"write $sourceDescriptions.NAME.{call.name}"
        return Called(problem=f"the operation {call.name} is in {where}: {advice}")
    names = {_name_of(each, call): "" for each in operations}
    return _missing("operation", call, names, is_sure=None not in sources)


def _is_meant(operation: Operation, call: Call) -> bool:
    if call.field == "operationId":
        return operation.operation_id == call.name
    return operation.pointer == unquote(call.name)


def _name_of(operation: Operation, call: Call) -> str:
    return (operation.operation_id or "") if call.field == "operationId" else operation.pointer


def _missing(what: str, call: Call, known: Mapping[str, str], *, is_sure: bool) -> Called:
    """:param is_sure: whether all documents in question belong to the site."""
    if not known or not is_sure:
        return Called()
    near = nearest_word(call.name, [name for name in known if name])
    meant = f"did you mean {near}?" if near else "correct it; it is shown as text"
    return Called(problem=f"there is no {what} {call.name}: {meant}")


def find_wrong_calls(documents: Documents) -> Iterator[Diagnostic]:
    """One warning per step that calls what no document has."""
    for document in documents.values():
        if not document.is_arazzo:
            continue
        for workflow in workflows_of(document):
            for step in workflow.steps:
                called = find_called(document, step.call, documents)
                if called.problem:
                    yield Diagnostic(
                        subtype=Subtype.OPERATION_NOT_FOUND,
                        message=f"{document.name}: step {step.name} of {workflow.name}:"
                        f" {called.problem}",
                        place=document.place(f"{step.pointer}/{step.call.field}"),
                    )
