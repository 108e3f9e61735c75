"""Parameters and headers of two versions of an operation.

A client sends parameters and receives the headers of responses. In webhooks and callbacks it is the
other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sphinx_navapi.changes.change import code, quoted
from sphinx_navapi.changes.collector import ChangeCollector
from sphinx_navapi.openapi.view import OperationView, ParameterView

_VARIABLE: Final = re.compile(r"\{([^{}/]+)\}")


@dataclass(frozen=True, slots=True)
class _FieldRules:
    """The rules for parameters, or for headers, by kind of change."""

    added: str
    added_required: str
    removed: str
    removed_required: str
    became_required: str
    became_optional: str


_SENT: Final = _FieldRules(
    added="new-optional-request-parameter",
    added_required="new-required-request-parameter",
    removed="request-parameter-removed",
    removed_required="request-parameter-removed",
    became_required="request-parameter-became-required",
    became_optional="request-parameter-became-optional",
)
_RECEIVED: Final = _FieldRules(
    added="webhook-parameter-added",
    added_required="webhook-parameter-added",
    removed="webhook-optional-parameter-removed",
    removed_required="webhook-parameter-removed",
    became_required="webhook-parameter-became-required",
    became_optional="webhook-parameter-became-optional",
)
_HEADERS: Final = _FieldRules(
    added="response-header-added",
    added_required="response-header-added",
    removed="response-optional-header-removed",
    removed_required="response-header-removed",
    became_required="response-header-became-required",
    became_optional="response-header-became-optional",
)


def compare_parameters(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the parameters: path variables by order, all others by name."""
    comparison = _FieldComparison(collector, (), sent=not new.incoming, header=False)
    before = {parameter.identity: parameter for parameter in old.parameters}
    after = {parameter.identity: parameter for parameter in new.parameters}
    for old_name, new_name in _variables(old, new):
        one, other = before.pop((old_name, "path"), None), after.pop((new_name, "path"), None)
        if one is not None and other is not None:
            comparison.compare(one, other)
            if old_name != new_name:
                words = {"old": quoted(old_name), "new": quoted(new_name)}
                collector.tell("path-parameter-renamed", (), one.pointer, other.pointer, **words)
    _match(before, after, comparison)


def compare_headers(
    old: Iterable[ParameterView],
    new: Iterable[ParameterView],
    place: tuple[str, ...],
    collector: ChangeCollector,
    *,
    sent: bool,
) -> None:
    """Compare the headers of a response, or of a part of a body."""
    comparison = _FieldComparison(collector, place, sent=sent, header=True)
    before = {header.identity: header for header in old}
    _match(before, {header.identity: header for header in new}, comparison)


def _match(
    before: dict[tuple[str, str], ParameterView],
    after: dict[tuple[str, str], ParameterView],
    comparison: _FieldComparison,
) -> None:
    added = {key: each for key, each in after.items() if key not in before}
    for key, parameter in before.items():
        if key in after:
            comparison.compare(parameter, after[key])
            continue
        moved = next((other for other in added if other[0] == key[0]), None)
        if moved is not None:
            comparison.moved(parameter, added.pop(moved))
        else:
            comparison.removed(parameter)
    for parameter in added.values():
        comparison.added(parameter)


def _variables(old: OperationView, new: OperationView) -> Iterator[tuple[str, str]]:
    """Variables at the same position of both paths."""
    before, after = (_VARIABLE.findall(view.key.path) for view in (old, new))
    return zip(before, after, strict=False)


class _FieldComparison:
    """Compares parameters, or headers.

    :param place: the enclosing place. :param sent: by clients.
    """

    def __init__(
        self, collector: ChangeCollector, place: tuple[str, ...], *, sent: bool, header: bool
    ) -> None:
        self.collector = collector
        self.around = place
        self.sent = sent
        self.header = header
        self.rules = _SENT if sent else _HEADERS if header else _RECEIVED

    def added(self, parameter: ParameterView) -> None:
        rule = self.rules.added_required if parameter.required else self.rules.added
        self._tell(rule, parameter, at_new=parameter.pointer)

    def removed(self, parameter: ParameterView) -> None:
        rule = self.rules.removed_required if parameter.required else self.rules.removed
        if self.sent and parameter.deprecated:
            rule = "deprecated-request-parameter-removed"
        self._tell(rule, parameter, at_old=parameter.pointer)

    def moved(self, old: ParameterView, new: ParameterView) -> None:
        words = {"old": old.place, "new": new.place}
        self._tell("request-parameter-moved", new, old.pointer, new.pointer, **words)
        self._compare_schemas(old, new)

    def compare(self, old: ParameterView, new: ParameterView) -> None:
        pointers = old.pointer, new.pointer
        if old.required != new.required:
            rules = self.rules
            rule = rules.became_required if new.required else rules.became_optional
            self._tell(rule, new, *pointers)
        if old.deprecated != new.deprecated and self.sent:
            end = "deprecated" if new.deprecated else "no-longer-deprecated"
            self._tell(f"request-parameter-{end}", new, *pointers)
        for what, before, after in (
            ("the media type", old.content_type, new.content_type),
            ("`style`", old.style, new.style),
            ("`explode`", old.explode, new.explode),
            ("`allowReserved`", old.allow_reserved, new.allow_reserved),
        ):
            if before != after:
                words = {"what": what, "old": quoted(before), "new": quoted(after)}
                self._tell("request-parameter-serialization-changed", new, *pointers, **words)
        self._compare_schemas(old, new)

    def _compare_schemas(self, old: ParameterView, new: ParameterView) -> None:
        place = self._place(new)
        self.collector.add_schemas(place, old.schema, new.schema, sent=self.sent)

    def _place(self, parameter: ParameterView) -> tuple[str, ...]:
        kind = "header" if self.header else f"{parameter.place} parameter"
        return *self.around, f"{kind} {code(parameter.name)}"

    def _tell(
        self,
        rule: str,
        parameter: ParameterView,
        at_old: str | None = None,
        at_new: str | None = None,
        **words: str,
    ) -> None:
        place = self._place(parameter)
        self.collector.tell(rule, place, at_old, at_new, **words)
