"""The operations and workflows that the steps of Arazzo descriptions call, among the documents of
the site.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urljoin

from sphinx_navapi.arazzo.workflows import (
    PARAMETER_PLACES,
    Call,
    StepArgument,
    Workflow,
    read_workflow,
    source_urls,
    workflow_names,
)
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.sources import has_scheme, near_file

#: Headers that documents need not describe (OpenAPI 3.1, Parameter Object).
_HEADERS: Final = frozenset({"header.accept", "header.authorization", "header.content-type"})

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
    # A path without its document is reported with the description.
    is_clear = call.field == "operationId" or bool(call.source)
    matches = [each for each in operations if _is_meant(each, call)]
    if len(matches) == 1:
        return Called(operation=matches[0].key)
    if matches:
        where = " and ".join(each.key.document for each in matches)
        advice = f"write $sourceDescriptions.NAME.{call.name}"
        return Called(problem=f"the operation {call.name} is in {where}: {advice}")
    names = {_name_of(each, call): "" for each in operations}
    return _missing("operation", call, names, is_sure=is_clear and None not in sources)


def workflow_operations(
    document: OpenApiDocument, name: str, documents: Documents
) -> list[OperationKey]:
    """The operations that the steps of the workflow *name* call, as far as they are known."""
    workflow = read_workflow(document.root, name)
    steps = workflow.steps if workflow is not None else ()
    called = (find_called(document, step.call, documents).operation for step in steps)
    return [key for key in called if key is not None]


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


def find_wrong_calls(documents: Documents, *, is_divided: bool) -> Iterator[Diagnostic]:
    """Documents, operations, parameters and workflows that steps need and that do not exist.

    :param is_divided: whether the site has versions, for example: each has a workflow of the same
        name, and links lead to the nearest.
    """
    owners: dict[str, str] = {}
    for document in documents.values():
        if document.standard != "arazzo":
            continue
        yield from _find_wrong_sources(document, documents)
        for workflow in workflows_of(document):
            owner = owners.setdefault(workflow.name, document.name)
            if owner != document.name and not is_divided:
                message = (
                    f"{document.name}: {owner} has a workflow {workflow.name}, too: links need the"
                    f" document, as in `{document.name} {workflow.name}`, or rename one"
                )
                place = document.place(f"{workflow.pointer}/workflowId")
                yield Diagnostic(subtype=Subtype.OPENAPI_INVALID, message=message, place=place)
            operations: list[OperationKey | None] = []
            for step in workflow.steps:
                called = find_called(document, step.call, documents)
                problems = [(f"{step.pointer}/{step.call.field}", called.problem)]
                subtype = Subtype.OPERATION_NOT_FOUND
                if step.call.field != "workflowId":
                    operations.append(called.operation)
                if called.operation is not None:
                    problems = list(
                        _unknown_arguments(step.arguments, [called.operation], documents)
                    )
                    subtype = Subtype.OPENAPI_INVALID
                for pointer, problem in problems:
                    if problem:
                        where = f"step {step.name} of {workflow.name}"
                        message = f"{document.name}: {where}: {problem}"
                        place = document.place(pointer)
                        yield Diagnostic(subtype=subtype, message=message, place=place)
            known = [key for key in operations if key is not None]
            if known and len(known) == len(operations):
                for pointer, problem in _unknown_arguments(workflow.arguments, known, documents):
                    yield Diagnostic(
                        subtype=Subtype.OPENAPI_INVALID,
                        message=f"{document.name}: workflow {workflow.name}: {problem}",
                        place=document.place(pointer),
                    )


def _find_wrong_sources(document: OpenApiDocument, documents: Documents) -> Iterator[Diagnostic]:
    """One warning per source description that means no document and no file."""
    own = document.files.get(document.name)
    if own is None or has_scheme(document.name):
        return
    for index, source in enumerate(as_list(document.root.get("sourceDescriptions"))):
        url = as_text(as_mapping(source).get("url"))
        if url is None or has_scheme(url) or find_source(document, url, documents) is not None:
            continue
        name = unquote(url.partition("#")[0])
        path = own.parent / name
        if not path.is_file():
            message = f"{document.name}: there is no document {name}: {near_file(path, name)}"
            place = document.place(f"/sourceDescriptions/{index}/url")
            yield Diagnostic(subtype=Subtype.OPENAPI_NOT_FOUND, message=message, place=place)


def _unknown_arguments(
    arguments: Sequence[StepArgument], keys: Sequence[OperationKey], documents: Documents
) -> Iterator[tuple[str, str]]:
    """Pointers and problems of the *arguments* that none of the operations *keys* has."""
    if not arguments:
        return
    # A site whose steps have no parameters does not load it.
    from sphinx_navapi.openapi.operation import read_operation

    known: set[str] = set()
    implied = set(_HEADERS)
    for key in keys:
        document = documents[key.document]
        operation = next(each for each in document.operations if each.key == key)
        parameters = read_operation(document, operation).parameters
        known |= {f"{each.place}.{each.name}" for each in parameters}
        schemes = map(as_mapping, document.components("securitySchemes").values())
        implied |= {f"{each.get('in')}.{each.get('name')}".lower() for each in schemes}
    for each in arguments:
        # Other places are reported with the description.
        if each.place not in PARAMETER_PLACES:
            continue
        name = f"{each.place}.{each.name}"
        is_known = name in known or name.lower() in implied
        if not is_known and each.place == "header":
            is_known = name.lower() in map(str.lower, known)
        if not is_known:
            near = nearest_word(name, sorted(known))
            meant = f"did you mean {near}?" if near else "it is not in its form"
            of = str(keys[0]) if len(keys) == 1 else "the operations of its steps"
            yield each.pointer, f"{name} is no parameter of {of}: {meant}"
