"""Collecting changes while two operations are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from sphinx_navapi.changes.change import Change, code, quoted
from sphinx_navapi.changes.rules import RULES, ChangeLevel
from sphinx_navapi.changes.schema_graph import SchemaComparison
from sphinx_navapi.changes.schema_pairs import SchemaPair
from sphinx_navapi.openapi.document import OperationKey


class ChangeCollector:
    """The changes of one operation, or of the document as a whole.

    :param schemas: compares the schemas of both documents.
    :param unstable: the operation is not stable: none of its changes is breaking.
    """

    def __init__(
        self,
        schemas: SchemaComparison,
        operation: OperationKey | None,
        *,
        old: str | None = None,
        new: str | None = None,
        unstable: bool = False,
    ) -> None:
        self.changes: list[Change] = []
        self._schemas = schemas
        self._operation = operation
        self._old = old
        self._new = new
        self._unstable = unstable
        self._seen: set[SchemaPair] = set()
        self._around: tuple[str, ...] = ()

    def tell(
        self,
        rule: str,
        place: tuple[str, ...] = (),
        old_pointer: str | None = None,
        new_pointer: str | None = None,
        **words: str,
    ) -> None:
        """Add a change by *rule*, with the *words* of its text.

        :param old_pointer: in the old document, else that of the operation; *new_pointer* too.
        """
        old = self._old if old_pointer is None else old_pointer
        new = self._new if new_pointer is None else new_pointer
        self._add(rule, place, tuple(words.items()), old, new)

    @contextmanager
    def inside(self, word: str) -> Iterator[None]:
        """Prefix *word* to the places of all changes added within the context."""
        self._around = (*self._around, word)
        yield
        self._around = self._around[:-1]

    def tell_names(
        self, kind: str, old: Iterable[str], new: Iterable[str], place: tuple[str, ...] = ()
    ) -> None:
        """Report the names of a *kind*, such as ``tag``, that only one version has."""
        before, after = dict.fromkeys(old), dict.fromkeys(new)
        for end, names, others in (("removed", before, after), ("added", after, before)):
            for name in names:
                if name not in others:
                    self.tell(f"{kind}-{end}", place, name=quoted(name))

    def add_schemas(
        self, place: tuple[str, ...], old: str | None, new: str | None, *, sent: bool
    ) -> None:
        """Add all changes of the schema at *old* and *new*; ``None``: anything is allowed."""
        if old is None and new is None:
            return
        pair = self._schemas.sides.pair(_one(old), _one(new), sent=sent)
        for steps, change in self._schemas.changes(pair, self._seen):
            step = steps.removeprefix(".").strip()
            inner = (*place, code(step)) if step else place
            self._add(change.rule, inner, change.words, change.old, change.new)

    def _add(
        self,
        rule: str,
        place: tuple[str, ...],
        words: tuple[tuple[str, str], ...],
        old: str | None,
        new: str | None,
    ) -> None:
        level = RULES[rule].level
        if self._unstable and level is not ChangeLevel.INFO:
            level = ChangeLevel.INFO
        self.changes.append(
            Change(
                rule=rule,
                level=level,
                operation=self._operation,
                place=(*self._around, *place),
                words=words,
                old=old,
                new=new,
            )
        )


def without_repeats(changes: Iterable[Change]) -> tuple[Change, ...]:
    """*changes* without duplicates, which an operation has if it uses a component several times."""
    kept: dict[Change, Change] = {}
    for change in changes:
        kept.setdefault(replace(change, place=()) if _in_component(change) else change, change)
    return tuple(kept.values())


def _in_component(change: Change) -> bool:
    return bool(change.new and change.new.startswith("/components/"))


def _one(pointer: str | None) -> tuple[str, ...]:
    return () if pointer is None else (pointer,)
