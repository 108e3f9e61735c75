"""The history of a document: what each of its earlier versions lacks, compared with it.

Every earlier version is compared with the document itself, not with the next version: pointers are
those of the document, and a part that moved within it keeps its history.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from sphinx_navapi.changes.change import Change
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.changes.rules import RULES
from sphinx_navapi.formats.numbers import value_text
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.history import (
    History,
    VersionedChange,
    part_key,
)
from sphinx_navapi.openapi.schema.applicators import Shape, schema_keywords

#: The rules of an operation as a whole, which is new, or no longer there.
_NEW: Final = ("operation-added", "webhook-added")
_GONE: Final = (
    "operation-removed", "operation-removed-before-sunset", "deprecated-operation-removed",
    "webhook-removed",
)  # fmt: skip

#: The rules of new parameters, properties and statuses.
_ADDED: Final = frozenset(
    rule
    for rule in RULES
    if rule.endswith(("-status-added", "-property-added", "-property-with-default-added"))
    or rule.startswith("new-")
    or rule == "webhook-parameter-added"
)

#: In the rules of parameters and responses, which are not about a schema.
_IS_DIRECT: Final = re.compile("-(?:parameter|status|body)(?:-|$)")

#: Names of these are those of the author.
_NAMED: Final = {"schemas", "$defs", *schema_keywords(lambda each: each.shape is Shape.MAP)}

#: Fields that are schemas.
_INNER: Final = {
    "schema", "itemSchema",
    *schema_keywords(lambda each: each.shape in (Shape.ONE, Shape.ONE_OR_LIST)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EarlierVersion:
    """An earlier version of a document.

    :ivar label: as shown to readers.
    :ivar load: its document; it is kept only while it is compared.
    """

    label: str
    load: Callable[[], OpenApiDocument | None]


def read_history(
    document: OpenApiDocument, label: str, earlier: Sequence[EarlierVersion]
) -> History:
    """The history of *document*, whose version is *label*.

    :param earlier: oldest first.
    """
    writer = _HistoryWriter(document)
    labels = [*(version.label for version in earlier), label]
    known: frozenset[tuple[str, str]] = frozenset()
    for version, following in zip(reversed(earlier), reversed(labels), strict=False):
        old = version.load()
        if old is not None:
            writer.add(old, following, known)
            known = frozenset((str(each.key), each.fingerprint) for each in old.operations)
    return writer.history(tuple(labels))


@dataclass(slots=True)
class _HistoryWriter:
    """What was found, from the last version on: of a part, the first that is found counts."""

    document: OpenApiDocument
    added: dict[str, str] = field(default_factory=dict)
    deprecated: dict[str, str] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    changes: dict[str, dict[object, VersionedChange]] = field(default_factory=dict)

    def add(self, old: OpenApiDocument, version: str, known: Container[tuple[str, str]]) -> None:
        """What *old* lacks is there since *version*.

        :param known: operations of that version, with their fingerprints: those that are the same
            in *old* have been compared.
        """
        for change in compare_documents(old, self.document, known=known):
            key = change.operation
            if key is None:
                continue
            self._part(change, old, str(key), version)

    def _part(self, change: Change, old: OpenApiDocument, operation: str, version: str) -> None:
        place, words = change.place, dict(change.words)
        change_of_part = VersionedChange(
            version, change.rule, str(change.level), place, change.words, change.old, change.new
        )
        about = words.get("value", words.get("name"))
        listed = self.changes.setdefault(operation, {})
        # The last change of a place: what is written there now, it has since then.
        listed.setdefault((place, change.new, about), change_of_part)
        if change.rule in _GONE:
            return
        if change.rule in _NEW:
            self.added.setdefault(operation, version)
            return
        if change.rule != "operation-deprecated":
            self.changed.setdefault(operation, version)
        pointers = self._pointers(change, old, operation)
        if change.rule.endswith("deprecated") and "no-longer" not in change.rule:
            self._set(self.deprecated, pointers, version)
        elif change.rule.endswith("enum-value-added"):
            for pointer in pointers:
                values = self.values.setdefault(pointer, {})
                values.setdefault(_value(words["value"]), version)
        elif change.rule in _ADDED:
            self._set(self.added, pointers, version)
        else:
            self._set(self.changed, pointers, version)

    def _set(self, versions: dict[str, str], pointers: Iterable[str], version: str) -> None:
        for pointer in pointers:
            versions.setdefault(pointer, version)

    def _pointers(self, change: Change, old: OpenApiDocument, operation: str) -> Iterator[str]:
        """The keys of the part that changed; none if it is a component that did not."""
        if not change.place:
            yield operation
            return
        if change.new is None or (len(change.place) == 1 and _IS_DIRECT.search(change.rule)):
            yield part_key(operation, change.place[0])
            return
        pointer = schema_pointer(change.new)
        before = old.at(pointer) if pointer.startswith("/components/") else None
        # Only this operation changed, if it now refers to a component that did not.
        is_same = (
            before is not None if change.rule in _ADDED else before == self.document.at(pointer)
        )
        if not is_same:
            yield pointer

    def history(self, versions: tuple[str, ...]) -> History:
        order = {version: index for index, version in enumerate(versions)}
        return History(
            versions=versions,
            added=self.added,
            deprecated=self.deprecated,
            changed=self.changed,
            values={
                pointer: dict(sorted(values.items(), key=lambda each: order[each[1]]))
                for pointer, values in self.values.items()
            },
            changes={
                operation: tuple(sorted(changes.values(), key=lambda c: -order[c.version]))
                for operation, changes in self.changes.items()
            },
        )


def schema_pointer(pointer: str) -> str:
    """The pointer of the schema at *pointer*, or that has the keyword there."""
    around, _, last = pointer.rpartition("/")
    named = around.rpartition("/")[2]
    is_schema = named in _NAMED or last in _INNER or last.isdecimal()
    return pointer if is_schema else around


def _value(shown: str) -> str:
    """A value that a change quotes, as pages show it."""
    try:
        return value_text(json.loads(shown.strip("`")))
    except ValueError:  # a long one is shortened
        return shown.strip("`")
