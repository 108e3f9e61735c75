"""A change between two versions of a document, as a value."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.changes.rules import RULES, ChangeLevel
from sphinx_navapi.diagnostics import one_line
from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.openapi.document import OperationKey

#: Maximum number of characters quoted of a value.
_LONGEST: Final = 80


def quoted(value: Any) -> str:
    """A name, or a value as JSON, in backticks; on one line, and limited in length."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return code(text or '""')


def literal(value: Any) -> str:
    """A value as JSON, so that ``"1"`` and ``1`` differ, in backticks."""
    return code(json.dumps(value, ensure_ascii=False, default=str))


def code(text: str) -> str:
    """*text* in backticks."""
    text = one_line(text).replace("`", "'")
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 1]}…"
    return f"`{text}`"


def plain(text: str) -> str:
    """A change's text or place for a terminal: without backticks."""
    return text.replace("`", "")


def coded_parts(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a change's *text*, each with whether it was in backticks."""
    for index, part in enumerate(text.split("`")):
        if part:
            yield part, index % 2 == 1


def listed(names: list[str]) -> str:
    """*names*, or the first few of many."""
    shown = ", ".join(names[:_MOST_LISTED])
    return shown if len(names) <= _MOST_LISTED else f"{shown}, …"


_MOST_LISTED: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change.

    :ivar rule: its id, such as ``request-parameter-became-required``.
    :ivar operation: of the new document, or of the old one if it was removed; ``None``: the
        document as a whole.
    :ivar place: position in the operation, from the outside in, in words; names are in backticks.
    :ivar words: names and values in the sentence of the rule; they are in backticks.
    :ivar old: JSON pointer in the old document; ``None`` if it did not exist.
    :ivar new: JSON pointer in the new document; ``None`` if it no longer exists.
    """

    rule: str
    level: ChangeLevel
    operation: OperationKey | None
    place: tuple[str, ...]
    words: tuple[tuple[str, str], ...] = ()
    old: str | None = None
    new: str | None = None

    @property
    def text(self) -> str:
        """What changed, as a sentence without a period; names and values are in backticks."""
        return RULES[self.rule].say(self.words)

    @property
    def is_breaking(self) -> bool:
        """Whether it breaks clients of the old version."""
        return self.level is ChangeLevel.BREAKING


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedChange:
    """A change with all operations it affects: a change of a component affects many.

    :ivar operations: in document order; empty for the document as a whole.
    """

    change: Change
    operations: tuple[OperationKey, ...]

    @property
    def place(self) -> tuple[str, ...]:
        """The position: in the only operation, or in the component that several share."""
        if len(self.operations) > 1:
            return component_place(self.change) or self.change.place
        return self.change.place


_ORDER = {level: index for index, level in enumerate(ChangeLevel)}


def shared_changes(changes: Iterable[Change]) -> tuple[SharedChange, ...]:
    """*changes* without repetitions, breaking ones first, otherwise in order.

    Changes are the same if a rule finds them at the same position in both documents.
    """
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        same = change.rule, change.level, change.old, change.new, change.words
        groups.setdefault(same, []).append(change)
    shared = [
        SharedChange(
            change=equal[0],
            operations=tuple(dict.fromkeys(c.operation for c in equal if c.operation)),
        )
        for equal in groups.values()
    ]
    return tuple(sorted(shared, key=lambda each: _ORDER[each.change.level]))


def component_place(change: Change) -> tuple[str, ...]:
    """The component schema that contains *change*, and the position in it; empty if there is
    none.
    """
    # A removed or added property is only in one of them.
    pointer = max(change.old or "", change.new or "", key=len)
    segments = [unescape_pointer(segment) for segment in pointer.split("/")]
    if segments[1:3] != ["components", "schemas"]:
        return ()
    steps, rest = "", segments[4:]
    while rest:
        keyword, *rest = rest
        if keyword in ("properties", "patternProperties") and rest:
            steps += f".{rest.pop(0)}"
        elif keyword == "items":
            steps += "[]"
        elif keyword == "additionalProperties" and rest:
            steps += ".*"
        elif keyword == "prefixItems" and rest:
            steps += f"[{rest.pop(0)}]"
        elif keyword not in ("allOf", "oneOf", "anyOf"):
            break
        elif rest:
            rest.pop(0)
    names = [segments[3], *([steps.removeprefix(".")] if steps else [])]
    return (f"schema {code(names[0])}", *map(code, names[1:]))
