"""Comparing two versions of an OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from datetime import date
from typing import Final

from sphinx_navapi.changes.change import Change, SharedChange, code, quoted, shared_changes
from sphinx_navapi.changes.collector import ChangeCollector, without_repeats
from sphinx_navapi.changes.messages import compare_bodies, compare_responses
from sphinx_navapi.changes.parameters import compare_parameters
from sphinx_navapi.changes.schema_graph import MOST_PAIRS, SchemaComparison
from sphinx_navapi.changes.security import compare_security
from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.vendor import sunset_date
from sphinx_navapi.openapi.view import OperationView

_VARIABLE: Final = re.compile(r"\{[^{}]*\}")

#: Values of ``x-stability-level``; draft and alpha operations may change at any time.
_STABILITY: Final = ("draft", "alpha", "beta", "stable")
_UNSTABLE: Final = frozenset({"draft", "alpha"})


def compare_documents(
    old: OpenApiDocument,
    new: OpenApiDocument,
    *,
    today: date | None = None,
    most_pairs: int = MOST_PAIRS,
    known: Container[tuple[str, str]] = (),
) -> tuple[Change, ...]:
    """The changes from *old* to *new*: operations in the order of *new*, removed ones last.

    Operations are matched by method and path, ignoring the names of path variables. Descriptive
    texts (summaries, descriptions, examples) are not compared.

    :param today: a deprecated operation may be removed from the date of its ``x-sunset`` on;
        without a date, at any time.
    :param most_pairs: maximum number of schema pairs; beyond it, `comparison-incomplete` is
        reported.
    :param known: reference and fingerprint of operations of *old* that are not compared.
    """
    return _DocumentComparison(old, new, today, most_pairs, known).run()


class _DocumentComparison:
    def __init__(
        self,
        old: OpenApiDocument,
        new: OpenApiDocument,
        today: date | None,
        most_pairs: int,
        known: Container[tuple[str, str]],
    ) -> None:
        self.known = known
        self.old = old
        self.new = new
        self.today = today
        self.schemas = SchemaComparison(old, new, most=most_pairs)

    def run(self) -> tuple[Change, ...]:
        pairs, removed = self._match()
        document = ChangeCollector(self.schemas, None)
        self._servers(document)
        changes = [*document.changes]
        for new, old in pairs:
            if old is None:
                changes += self._added(new)
            elif old.fingerprint != new.fingerprint and not self._is_known(old):
                changes += self._changed(old, new)
        for old in removed:
            changes += self._removed(old)
        if not self.schemas.complete:
            end = ChangeCollector(self.schemas, None)
            end.tell("comparison-incomplete")
            changes += end.changes
        return tuple(changes)

    def _is_known(self, old: Operation) -> bool:
        return (str(old.key), old.fingerprint) in self.known

    def _match(self) -> tuple[list[tuple[Operation, Operation | None]], list[Operation]]:
        """Each new operation with its old counterpart, and the removed ones."""
        exact = {(op.key.method, op.key.path): op for op in self.old.operations}
        alike: dict[tuple[str, str], list[Operation]] = {}
        names = {(op.key.method, op.key.path) for op in self.new.operations}
        for operation in self.old.operations:
            if (operation.key.method, operation.key.path) not in names:
                alike.setdefault(_shape(operation), []).append(operation)
        pairs: list[tuple[Operation, Operation | None]] = []
        for operation in self.new.operations:
            counterpart = exact.pop((operation.key.method, operation.key.path), None)
            others = alike.get(_shape(operation))
            if counterpart is None and others:
                counterpart = others.pop(0)
                del exact[counterpart.key.method, counterpart.key.path]
            pairs.append((operation, counterpart))
        # An unreadable operation is a problem of its document, not a removal.
        skipped = {(key.method, key.path) for key in self.new.skipped}
        return pairs, [op for name, op in exact.items() if name not in skipped]

    def _added(self, new: Operation) -> list[Change]:
        if any(
            (key.method, key.path) == (new.key.method, new.key.path) for key in self.old.skipped
        ):
            return []
        collector = ChangeCollector(self.schemas, new.key, new=new.pointer)
        collector.tell("webhook-added" if new.is_webhook else "operation-added")
        return collector.changes

    def _removed(self, old: Operation) -> list[Change]:
        unstable = _stability(self.old, old) in _UNSTABLE
        collector = ChangeCollector(self.schemas, old.key, old=old.pointer, unstable=unstable)
        sunset = sunset_date(self.old.at(old.pointer))
        if not old.deprecated:
            collector.tell("webhook-removed" if old.is_webhook else "operation-removed")
        elif self.today is not None and sunset is not None and self.today < sunset:
            collector.tell("operation-removed-before-sunset", date=code(str(sunset)))
        else:
            collector.tell("deprecated-operation-removed")
        return collector.changes

    def _changed(self, old: Operation, new: Operation) -> tuple[Change, ...]:
        unstable = _stability(self.old, old) in _UNSTABLE
        collector = ChangeCollector(
            self.schemas, new.key, old=old.pointer, new=new.pointer, unstable=unstable
        )
        self._lifecycle(old, new, collector)
        before, after = read_operation(self.old, old), read_operation(self.new, new)
        _compare_labels(before, after, collector)
        if _own_servers(self.old, old) or _own_servers(self.new, new):
            old_urls, new_urls = ([s.url for s in each.servers] for each in (before, after))
            collector.tell_names("server", old_urls, new_urls)
        _compare_views(before, after, collector)
        return without_repeats(collector.changes)

    def _lifecycle(self, old: Operation, new: Operation, collector: ChangeCollector) -> None:
        """Deprecation, sunset and stability."""
        if new.deprecated and not old.deprecated:
            collector.tell("operation-deprecated")
        elif old.deprecated and not new.deprecated:
            collector.tell("operation-no-longer-deprecated")
        before, after = sunset_date(self.old.at(old.pointer)), sunset_date(self.new.at(new.pointer))
        if before is not None and new.deprecated:
            shown = code(str(before))
            if after is None:
                collector.tell("sunset-removed", old=shown)
            elif after < before:
                collector.tell("sunset-brought-forward", old=shown, new=code(str(after)))
        was, is_ = _stability(self.old, old), _stability(self.new, new)
        if was != is_:
            rule = "lowered" if _STABILITY.index(is_) < _STABILITY.index(was) else "raised"
            collector.tell(f"stability-{rule}", old=quoted(was), new=quoted(is_))

    def _servers(self, collector: ChangeCollector) -> None:
        before, after = (
            [str(as_mapping(server).get("url", "/")) for server in as_list(root.get("servers"))]
            for root in (self.old.root, self.new.root)
        )
        collector.tell_names("server", before, after)


def _shape(operation: Operation) -> tuple[str, str]:
    """Method and path without the names of variables."""
    path = operation.key.path
    return operation.key.method, path if operation.is_webhook else _VARIABLE.sub("{}", path)


def _compare_views(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    compare_security(old, new, collector)
    compare_parameters(old, new, collector)
    compare_bodies(old, new, collector)
    compare_responses(old, new, collector)
    before = {(name, path, each.http_method): each for name, path, each in old.callbacks}
    after = {(name, path, each.http_method): each for name, path, each in new.callbacks}
    for key, callback in before.items():
        if key in after:
            with collector.inside(f"callback {quoted(key[0])}"):
                _compare_views(callback, after[key], collector)
        else:
            collector.tell("callback-removed", name=quoted(key[0]))
    for key in after:
        if key not in before:
            collector.tell("callback-added", name=quoted(key[0]))


def _compare_labels(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    if old.operation_id != new.operation_id:
        before, after = _id(old.operation_id), _id(new.operation_id)
        collector.tell("operation-id-changed", old=before, new=after)
    collector.tell_names("tag", old.tags, new.tags)


def _id(name: str | None) -> str:
    return "none" if name is None else quoted(name)


def _own_servers(document: OpenApiDocument, operation: Operation) -> bool:
    around = (operation.pointer, operation.path_pointer)
    return any(as_list(as_mapping(document.at(pointer)).get("servers")) for pointer in around)


def _stability(document: OpenApiDocument, operation: Operation) -> str:
    level = as_mapping(document.at(operation.pointer)).get("x-stability-level")
    return level if isinstance(level, str) and level in _STABILITY else "stable"


def published_changes(
    pages: Container[OperationKey], old: OpenApiDocument, new: OpenApiDocument
) -> tuple[SharedChange, ...]:
    """The changes from *old* to *new* of operations that have a page, those of *pages*.

    Also those of removed operations, if all operations of *new* except hidden ones have a page, or
    none has: an author who lists only some of them does not publish the others.
    """
    is_published = publication(pages, new, old)
    return shared_changes(
        change
        for change in compare_documents(old, new)
        if change.operation is None or is_published(change.operation)
    )


def publication(
    pages: Container[OperationKey], new: OpenApiDocument, *others: OpenApiDocument
) -> Callable[[OperationKey], bool]:
    """Whether changes of an operation are published, see `published_changes`."""
    hidden = {op.key for document in (new, *others) for op in document.operations if op.hidden}
    shown = {op.key in pages for op in new.operations if not op.hidden}
    is_whole = shown != {True, False}
    return lambda key: key in pages or (is_whole and key not in hidden)
