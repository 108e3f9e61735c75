"""Suggestions for references to unknown operations and schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from sphinx_navapi.diagnostics.causes import COUNT, Cause
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.document import Operation
from sphinx_navapi.openapi.operation_reference import OperationReference, parse_reference
from sphinx_navapi.plan.documents import STANDARDS
from sphinx_navapi.plan.matching import OperationMatcher, show_operation
from sphinx_navapi.plan.scopes import Scope


def operation_advice(text: str, matcher: OperationMatcher, scope: Scope | None) -> str:
    """What to use instead of *text*, a reference or an operationId."""
    library = matcher.library
    bound = [document.name for document in scope.bound] if scope else []
    reference = parse_reference(text)
    document = reference.document if reference is not None else None
    key = reference.specification if reference is not None else "openapi"
    names = list(dict.fromkeys((*bound, *library.everywhere(key))))
    if reference is not None:
        names = [name for name in names if not _is_of_other_kind(matcher, name, key)]
    if not names:
        return f"there is no {STANDARDS[key]} document in this site"
    missing = missing_document(reference, matcher, scope) if reference is not None else None
    if missing is not None:
        meant = nearest_word(missing, names) or _nearest_file(missing, names)
        known = f"did you mean {meant}?" if meant else f"use one of {', '.join(names)}"
        return f"no document is called {missing}: {known}"
    if document is not None:
        names = library.named(document, bound, key)
    match = matcher.for_page(reference, scope) if reference is not None else None
    if match is not None and match.skipped is not None:
        return f"the operation is invalid and was skipped ({match.skipped})"
    before = f"{document} " if document is not None else ""
    operations = list(_operations(matcher, names))
    if reference is None or reference.custom:
        ids = [operation.operation_id for operation in operations if operation.operation_id]
        near = matcher.near(text.strip(), ids)
    else:
        near = _near(f"{reference.method} {reference.path}", operations, matcher)
    if near:
        return f"did you mean {' or '.join(before + each for each in near)}?"
    if not operations:
        return f"{', '.join(names)} has no operations"
    return (
        f"use a method and a path of {', '.join(names)}, such as"
        f" {before}{show_operation(operations[0])}"
    )


def missing_document(
    reference: OperationReference, matcher: OperationMatcher, scope: Scope | None
) -> str | None:
    """The document in *reference* if there is none of that name."""
    bound = [document.name for document in scope.bound] if scope else []
    key = reference.specification
    named = reference.document
    return None if named is None or matcher.library.named(named, bound, key) else named


def _nearest_file(written: str, names: Iterable[str]) -> str | None:
    """The document among *names* with the file name most similar to that of *written*."""
    files = {PurePosixPath(name).name: name for name in names}
    files |= {PurePosixPath(name).stem: name for name in names}
    near = nearest_word(PurePosixPath(written).name, files)
    return files[near] if near is not None else None


def schema_advice(text: str, matcher: OperationMatcher, scope: Scope | None) -> str:
    """What to use instead of *text*, the name of a component schema."""
    bound = [document.name for document in scope.bound] if scope else []
    names = list(dict.fromkeys((*bound, *matcher.library.everywhere())))
    schemas = list(dict.fromkeys(_schemas(matcher, names)))
    if not names:
        return "there is no OpenAPI document in this site"
    if not schemas:
        return f"{', '.join(names)} has no component schemas"
    last = (text.split() or [""])[-1]
    near = matcher.near(last, schemas)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"use the name of a component schema in {', '.join(names)}, such as {schemas[0]}"


def unknown_targets(text: str, targets: str, advice: str, many: int = 4) -> Cause:
    """The cause of references to unknown *targets* with the same *advice*; *text* is one.

    :param targets: the references and their result, after a number.
    :param many: see `Cause`.
    """
    return Cause(
        key=f"{targets}: {advice}",
        summary=f"{COUNT} {targets}: {advice}",
        example=f"; the first is {text}",
        many=many,
    )


def page_advice(operation: Operation | None, *, has_navigation: bool) -> str:
    """How to publish an *operation*; without one, a component schema.

    :param has_navigation: whether there is a list of pages to which it can be added.
    """
    if operation is None:
        return "show it in a page with the directive openapi-schema"
    document, written = operation.key.document, show_operation(operation)
    if "://" not in document:
        written = f"{document} {written}"
    listed = f'add "{written}" to pages in docs.json, or ' if has_navigation else ""
    return f"{listed}show it in a page with the directive openapi-operation"


def _near(text: str, operations: Iterable[Operation], matcher: OperationMatcher) -> list[str]:
    """References similar to *text*; those with the same path first, whatever their method."""
    references = list(dict.fromkeys(map(show_operation, operations)))
    path = text.partition(" ")[2].rstrip("/").lower()
    same = [each for each in references if each.partition(" ")[2].rstrip("/").lower() == path]
    exact = [each for each in same if each.rstrip("/").lower() == text.rstrip("/").lower()]
    return exact or same or matcher.near(text, references)


def _is_of_other_kind(matcher: OperationMatcher, name: str, key: str) -> bool:
    """Whether the document *name* follows another standard than that of *key*."""
    document = matcher.library.peek(name)
    return document is not None and document.specification != key


def _operations(matcher: OperationMatcher, names: Iterable[str]) -> Iterator[Operation]:
    for name in names:
        document = matcher.library.peek(name)
        yield from document.operations if document is not None else ()


def _schemas(matcher: OperationMatcher, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        document = matcher.library.peek(name)
        components = document.root.get("components") if document is not None else None
        schemas = components.get("schemas") if isinstance(components, dict) else None
        yield from schemas if isinstance(schemas, dict) else ()
