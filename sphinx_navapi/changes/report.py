"""Changes as text: for a terminal, as Markdown, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sphinx_navapi.changes.change import SharedChange, code, plain, shared_changes
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.changes.rules import ChangeLevel
from sphinx_navapi.diagnostics import Place
from sphinx_navapi.openapi.document import OpenApiDocument

#: Maximum number of operations listed for one change.
_MOST_NAMED: Final = 3

_TITLES: Final = {
    ChangeLevel.BREAKING: "Breaking changes",
    ChangeLevel.WARNING: "May break clients",
    ChangeLevel.INFO: "Other changes",
}


def compare_versions(
    old: OpenApiDocument, new: OpenApiDocument, *, today: date | None = None
) -> ChangeReport:
    """The changes from *old* to *new*.

    :param today: as in `compare_documents`.
    """
    return ChangeReport(old, new, shared_changes(compare_documents(old, new, today=today)))


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """The changes from one document to another, to be written."""

    old: OpenApiDocument
    new: OpenApiDocument
    changes: tuple[SharedChange, ...]

    def write(self, format_: str) -> str:
        """All changes.

        :param format_: ``text`` (one line each, like a compiler; empty if there is no change),
            ``md`` or ``json``; each line ends with a newline.
        """
        if format_ == "json":
            return f"{json.dumps([self._as_dict(each) for each in self.changes], indent=2)}\n"
        lines = self._markdown() if format_ == "md" else self._text()
        return "".join(f"{line}\n" for line in lines)

    def _text(self) -> Iterator[str]:
        for shared in self.changes:
            change = shared.change
            where = " · ".join((*_named(shared), *shared.place))
            place = f"{self._place(shared)}: {change.level}: "
            text = f"{where}: {change.text}" if where else change.text
            yield f"{place}{plain(text)} [{change.rule}]"

    def _place(self, shared: SharedChange) -> Place:
        """The place of the change: in the new document, unless it was removed."""
        change = shared.change
        if change.new is not None:
            return self.new.place(change.new, of_key=True)
        return self.old.place(change.old or "", of_key=True)

    def _markdown(self) -> Iterator[str]:
        yield f"# Changes from {_title(self.old)} to {_title(self.new)}"
        if not self.changes:
            yield ""
            yield "No changes."
        for level, title in _TITLES.items():
            changes = [shared for shared in self.changes if shared.change.level is level]
            if not changes:
                continue
            yield ""
            yield f"## {title}"
            yield ""
            for shared in changes:
                change = shared.change
                where = " · ".join((*_named(shared), *shared.place))
                yield f"- {where}: {change.text}" if where else f"- {change.text}"

    def _as_dict(self, shared: SharedChange) -> dict[str, Any]:
        change = shared.change
        return {
            "rule": change.rule,
            "level": str(change.level),
            "operations": [{"method": key.method, "path": key.path} for key in shared.operations],
            "place": [plain(word) for word in shared.place],
            "text": plain(change.text),
            "old": self._spot(self.old, change.old),
            "new": self._spot(self.new, change.new),
        }

    def _spot(self, document: OpenApiDocument, pointer: str | None) -> dict[str, Any] | None:
        if pointer is None:
            return None
        place = document.place(pointer, of_key=True)
        return {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "pointer": pointer,
        }


def _named(shared: SharedChange) -> tuple[str, ...]:
    """The operations of a change, or the first few of many; in backticks."""
    keys = shared.operations
    most = _MOST_NAMED if len(keys) <= _MOST_NAMED else _MOST_NAMED - 1
    names = ", ".join(code(str(key)) for key in keys[:most])
    more = f" and {len(keys) - most} more" if len(keys) > most else ""
    return (f"{names}{more}",) if names else ()


def _title(document: OpenApiDocument) -> str:
    """Title and version of a document."""
    info = document.root.get("info")
    values = [info.get("title"), info.get("version")] if isinstance(info, dict) else []
    words = " ".join(str(value) for value in values if isinstance(value, str | float | int))
    return plain(code(words)) if words else document.name


def is_matched(changes: Iterable[SharedChange], fail_on: str | None) -> bool:
    """Whether *changes* include what ``--fail-on`` asks for: ``breaking`` or ``any``."""
    if fail_on is None:
        return False
    return any(fail_on == "any" or each.change.is_breaking for each in changes)
