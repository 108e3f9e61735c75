"""Matching references against documents: what an author means, or suggestions for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from sphinx_navapi.diagnostics import COUNT, Cause
from sphinx_navapi.diagnostics.similar_words import SimilarWords, nearest_word
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation_reference import (
    OperationReference,
    channel_operations,
    find_exact,
    find_lenient,
    parse_reference,
)
from sphinx_navapi.plan.documents import STANDARDS, DocumentLibrary
from sphinx_navapi.plan.inputs import Matching
from sphinx_navapi.plan.scopes import Scope

#: Maximum number of suggestions.
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The result of matching a reference.

    :ivar operation: ``None`` if nothing matches in the active mode.
    :ivar near: in exact mode, what only lenient matching finds.
    :ivar skipped: why the operation was excluded from its document.
    """

    operation: Operation | None = None
    near: Operation | None = None
    skipped: str | None = None


class OperationMatcher:
    """Finds operations and schemas in the documents of a library."""

    def __init__(self, library: DocumentLibrary, matching: Matching) -> None:
        self.library = library
        self.matching = matching
        self._similar = SimilarWords()

    def reading(
        self, text: str, scope: Scope | None, channel_scope: Scope | None
    ) -> tuple[OperationReference | None, Scope | None]:
        """*text* as a reference, and the scope in which it is looked up.

        ``SEND /box`` refers to a channel, or if none has that name, to a custom method of a path.
        """
        reference = parse_reference(text)
        if reference is None or not reference.is_channel:
            return reference, scope
        of_path = reference.of_path
        if of_path is None or self.has(reference, channel_scope) or not self.has(of_path, scope):
            return reference, channel_scope
        return of_path, scope

    def has(self, reference: OperationReference, scope: Scope | None) -> bool:
        """Whether an operation matches *reference* at least leniently, without using a document."""
        bound = [document.name for document in scope.bound] if scope else []
        key = reference.specification
        names = (
            self._everywhere(bound, key)
            if reference.document is None
            else self.library.named(reference.document, bound, key)
        )
        documents = map(self.library.peek, names)
        return any(find_lenient(each, reference) is not None for each in documents if each)

    def for_entry(self, reference: OperationReference, scope: Scope | None) -> Match:
        """Match an entry of ``pages``: in its scope, or in the documents that it names."""
        bound = [document.name for document in scope.bound] if scope else []
        if reference.document is None:
            return self.match(reference, bound)
        return self._match_named(reference, reference.document, bound)

    def for_page(self, reference: OperationReference, scope: Scope | None) -> Match:
        """Match a page's metadata, a directive or a role: in scope first, then everywhere."""
        bound = [document.name for document in scope.bound] if scope else []
        if reference.document is not None:
            return self._match_named(reference, reference.document, bound)
        return self.match(reference, self._everywhere(bound, reference.specification))

    def _match_named(self, reference: OperationReference, document: str, bound: list[str]) -> Match:
        """The operation in the documents called *document*, or the problems with these."""
        names = self.library.named(document, bound, reference.specification)
        match = self.match(reference, names)
        if match.operation is None:
            for name in names:
                self.library.get(name)
        return match

    def match(self, reference: OperationReference, names: Iterable[str]) -> Match:
        """The first operation that matches *reference* in the documents *names*.

        An exact match in a later document wins over a lenient one in an earlier document.
        """
        near: Operation | None = None
        skipped: str | None = None
        method = reference.method if reference.custom else reference.method.upper()
        key = (method, reference.path)
        for name in names:
            document = self.library.peek(name)
            if document is None:
                continue
            exact = find_exact(document, reference)
            if exact is not None:
                self.library.get(name)
                return Match(operation=exact)
            near = near or find_lenient(document, reference)
            reason = document.skipped.get(OperationKey(document=name, method=key[0], path=key[1]))
            if reason is not None and skipped is None:
                skipped = reason
                self.library.get(name)
        if near is not None:
            self.library.get(near.key.document)
            if self.matching is Matching.LENIENT:
                return Match(operation=near)
        return Match(near=near, skipped=skipped)

    def document_with(self, reference: OperationReference, key: str) -> str | None:
        """The name of a document for *reference*: one that has the operation, or else the first.

        As in `match`, an exact match in a later document wins over a lenient one.

        This is only for advice: the document does not count as used, and its problems are not
        reported.

        :param key: ``openapi`` or ``asyncapi``.
        """
        first: str | None = None
        near: str | None = None
        for name in self.library.everywhere(key):
            first = first or name
            document = self.library.peek(name)
            if document is None:
                continue
            if find_exact(document, reference) is not None:
                return name
            if near is None and find_lenient(document, reference) is not None:
                near = name
        return near or first

    def by_operation_id(self, operation_id: str, scope: Scope | None) -> Operation | None:
        """The first operation with *operation_id*, in scope first, then everywhere."""
        bound = [document.name for document in scope.bound] if scope else []
        for name in self._everywhere(bound):
            document = self.library.peek(name)
            for operation in document.operations if document else ():
                if operation.operation_id == operation_id:
                    self.library.get(name)
                    return operation
        return None

    def channel(self, text: str, scope: Scope | None) -> tuple[Operation, ...]:
        """The operations that ``asyncapi`` in a page's metadata means: one, or those of a channel.

        :param text: ``[document] name`` or ``[document] ACTION name``.
        """
        reference = parse_reference(text)
        if reference is not None and reference.is_channel:
            operation = self.for_page(reference, scope).operation
            return () if operation is None else (operation,)
        bound = [document.name for document in scope.bound] if scope else []
        text = " ".join(text.split())
        found = self._channel_in(text, self._everywhere(bound, "asyncapi"))
        words = text.split()
        for count in range(1, len(words)):
            if found:
                break
            written = " ".join(words[:count]).lstrip("/").removeprefix("./")
            names = self.library.named(written, bound, "asyncapi") if written else []
            found = self._channel_in(" ".join(words[count:]), names)
        return found

    def _channel_in(self, channel: str, names: Iterable[str]) -> tuple[Operation, ...]:
        for name in names:
            document = self.library.peek(name)
            found = channel_operations(document, channel) if document is not None else ()
            if found:
                self.library.get(name)
                return found
        return ()

    def schema(self, text: str, scope: Scope | None) -> tuple[str, str] | None:
        """Document and name of the component schema *text* (``[document] name``)."""
        bound = [document.name for document in scope.bound] if scope else []
        text = text.strip()
        found = self._schema_in(text, self._everywhere(bound))
        if found is not None:
            return found
        words = text.split()
        for count in range(1, len(words)):
            written = " ".join(words[:count]).lstrip("/").removeprefix("./")
            names = self.library.named(written, bound) if written else []
            found = self._schema_in(" ".join(words[count:]), names)
            if found is not None:
                return found
        return None

    def _schema_in(self, schema: str, names: Iterable[str]) -> tuple[str, str] | None:
        for name in names:
            document = self.library.peek(name)
            if document is not None and has_schema(document, schema):
                self.library.get(name)
                return name, schema
        return None

    def _everywhere(self, bound: list[str], key: str = "openapi") -> Iterable[str]:
        yield from bound
        yield from (name for name in self.library.everywhere(key) if name not in bound)

    def near_references(self, text: str, names: Iterable[str]) -> list[str]:
        """References in the documents *names* similar to *text*, most similar first."""
        references = [
            show_operation(operation)
            for name in names
            for operation in getattr(self.library.peek(name), "operations", ())
        ]
        return self.near(text, references)

    def near(self, text: str, words: Iterable[str]) -> list[str]:
        """Those of *words* similar to *text*, most similar first."""
        return self._similar.near(text, list(words))[:_MOST_SHOWN]


def has_schema(document: OpenApiDocument, name: str) -> bool:
    """Whether *document* has a component schema of that *name*."""
    components = document.root.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else None
    return isinstance(schemas, dict) and name in schemas


def show_operation(operation: Operation) -> str:
    """The reference to write for *operation*."""
    method = "webhook" if operation.is_webhook else operation.key.method
    return f"{method} {operation.key.path}"


def operation_advice(text: str, matcher: OperationMatcher, scope: Scope | None) -> str:
    """What to use instead of *text*, a reference or an operationId."""
    library = matcher.library
    bound = [document.name for document in scope.bound] if scope else []
    reference, scope = matcher.reading(text, scope, scope)
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
