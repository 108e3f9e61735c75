"""Matching references against documents: what an author means, or suggestions for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import PurePosixPath
from typing import TypeVar

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
from sphinx_navapi.plan.scopes import Scope, bound_names

Part = TypeVar("Part")

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
        documents = map(self.library.peek, self._names(reference, scope))
        return any(find_lenient(each, reference) is not None for each in documents if each)

    def for_entry(self, reference: OperationReference, scope: Scope | None) -> Match:
        """Match an entry of ``pages``: in its scope, or in the documents that it names."""
        if reference.document is None:
            return self.match(reference, bound_names(scope))
        return self.for_page(reference, scope)

    def for_page(self, reference: OperationReference, scope: Scope | None) -> Match:
        """Match a page's metadata, a directive or a role: in scope first, then everywhere."""
        match = self.match(reference, self._names(reference, scope))
        if match.operation is None and reference.document is not None:
            # The problems of these documents are the reason.
            for name in self._names(reference, scope):
                self.library.get(name)
        return match

    def _names(self, reference: OperationReference, scope: Scope | None) -> Iterable[str]:
        """The documents that *reference* names, else those in scope, then all others."""
        bound, key = bound_names(scope), reference.specification
        if reference.document is None:
            return self._everywhere(bound, key)
        return self.library.named(reference.document, bound, key)

    def match(self, reference: OperationReference, names: Iterable[str]) -> Match:
        """The first operation that matches *reference* in the documents *names*.

        An exact match in a later document wins over a lenient one in an earlier document.
        """
        near: Operation | None = None
        skipped: str | None = None
        for name in names:
            document = self.library.peek(name)
            if document is None:
                continue
            exact = find_exact(document, reference)
            if exact is not None:
                self.library.get(name)
                return Match(operation=exact)
            near = near or find_lenient(document, reference)
            reason = skipped_reason(document, reference)
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

        def read(document: OpenApiDocument) -> Operation | None:
            operations = document.operations
            return next((each for each in operations if each.operation_id == operation_id), None)

        return self._first(self._everywhere(bound_names(scope)), read)

    def channel(self, text: str, scope: Scope | None) -> tuple[Operation, ...]:
        """The operations that ``asyncapi`` in a page's metadata means: one, or those of a channel.

        :param text: ``[document] name`` or ``[document] ACTION name``.
        """
        reference = parse_reference(text)
        if reference is not None and reference.is_channel:
            operation = self.for_page(reference, scope).operation
            return () if operation is None else (operation,)
        text = " ".join(text.split())
        return self._named_part(text, scope, "asyncapi", channel_operations) or ()

    def schema(self, text: str, scope: Scope | None) -> tuple[str, str] | None:
        """Document and name of the component schema *text* (``[document] name``)."""

        def read(document: OpenApiDocument, name: str) -> tuple[str, str] | None:
            return (document.name, name) if name in document.components("schemas") else None

        return self._named_part(text.strip(), scope, "openapi", read)

    def _named_part(
        self,
        text: str,
        scope: Scope | None,
        key: str,
        read: Callable[[OpenApiDocument, str], Part | None],
    ) -> Part | None:
        """What *read* finds of *text* in any document, else of its last words in the one that the
        words before them name.
        """
        bound, words = bound_names(scope), text.split()
        part = self._first(self._everywhere(bound, key), read, text)
        for count in range(1, len(words)):
            if part:
                break
            written = " ".join(words[:count]).lstrip("/").removeprefix("./")
            names = self.library.named(written, bound, key) if written else []
            part = self._first(names, read, " ".join(words[count:]))
        return part

    def _first(
        self, names: Iterable[str], read: Callable[..., Part | None], *part: str
    ) -> Part | None:
        """What *read* finds in the first of the documents *names* that has it, which is used."""
        for name in names:
            document = self.library.peek(name)
            match = read(document, *part) if document is not None else None
            if match:
                self.library.get(name)
                return match
        return None

    def _everywhere(self, bound: list[str], key: str = "openapi") -> Iterable[str]:
        yield from bound
        yield from (name for name in self.library.everywhere(key) if name not in bound)

    def operations(self, names: Iterable[str]) -> Iterator[Operation]:
        """The operations of the documents *names*, without using these."""
        for document in map(self.library.peek, names):
            yield from document.operations if document is not None else ()

    def near_references(self, text: str, names: Iterable[str]) -> list[str]:
        """References in the documents *names* similar to *text*, most similar first."""
        return self.near(text, map(show_operation, self.operations(names)))

    def near(self, text: str, words: Iterable[str]) -> list[str]:
        """Those of *words* similar to *text*, most similar first."""
        return self._similar.near(text, list(words))[:_MOST_SHOWN]


def skipped_reason(document: OpenApiDocument, reference: OperationReference) -> str | None:
    """Why *document* has the operation that *reference* means, but cannot show it."""
    method = reference.method if reference.custom else reference.method.upper()
    key = OperationKey(document=document.name, method=method, path=reference.path)
    return document.skipped.get(key)


def show_operation(operation: Operation) -> str:
    """The reference to write for *operation*."""
    method = "webhook" if operation.is_webhook else operation.key.method
    return f"{method} {operation.key.path}"


def exact_reference(reference: OperationReference, operation: Operation) -> str:
    """The reference to write for *operation*, instead of one that only leniently matches it."""
    written = show_operation(operation)
    return f"{reference.document} {written}" if reference.document else written


def operation_advice(text: str, matcher: OperationMatcher, scope: Scope | None) -> str:
    """What to use instead of *text*, a reference or an operationId."""
    library = matcher.library
    bound = bound_names(scope)
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
    operations = list(matcher.operations(names))
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
    named, key = reference.document, reference.specification
    is_known = named is None or matcher.library.named(named, bound_names(scope), key)
    return None if is_known else named


def _nearest_file(written: str, names: Iterable[str]) -> str | None:
    """The document among *names* with the file name most similar to that of *written*."""
    files = {PurePosixPath(name).name: name for name in names}
    files |= {PurePosixPath(name).stem: name for name in names}
    near = nearest_word(PurePosixPath(written).name, files)
    return files[near] if near is not None else None


def schema_advice(text: str, matcher: OperationMatcher, scope: Scope | None) -> str:
    """What to use instead of *text*, the name of a component schema."""
    bound = bound_names(scope)
    names = list(dict.fromkeys((*bound, *matcher.library.everywhere())))
    documents = filter(None, map(matcher.library.peek, names))
    schemas = list(dict.fromkeys(chain.from_iterable(d.components("schemas") for d in documents)))
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
