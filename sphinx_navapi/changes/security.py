"""Comparing the security requirements of two versions of an operation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from sphinx_navapi.changes.change import quoted
from sphinx_navapi.changes.collector import ChangeCollector
from sphinx_navapi.openapi.view import FLOW_URLS, OAuthFlowView, OperationView, RequirementView

_PLACE = ("security",)

#: Names of the schemes in one alternative, each with its scopes.
_Alternative = dict[str, frozenset[str]]

#: A scheme that an alternative requires, or a scope of it.
_Item = tuple[str, str | None]


def compare_security(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the alternatives: one is still accepted if it now requires nothing more."""
    before, after = _alternatives(old), _alternatives(new)
    if {} in before and {} not in after:
        for alternative in after:
            collector.tell("security-added", _PLACE, name=_words(alternative))
    elif {} in after and {} not in before:
        collector.tell("security-removed", _PLACE)
    known = {frozenset(alternative): alternative for alternative in after}
    accepted = _Accepted(after)
    for alternative in before:
        if not alternative or accepted.by(alternative):
            continue
        other = known.get(frozenset(alternative))
        if other is None:
            words = {"name": _words(alternative)}
            collector.tell("security-alternative-removed", _PLACE, **words)
        else:
            _tell_scopes("security-scope-added", other, alternative, collector)
    _tell_new(before, after, collector)
    _compare_schemes(old, new, collector)


def _tell_new(
    before: list[_Alternative], after: list[_Alternative], collector: ChangeCollector
) -> None:
    """Report alternatives that are new, or require less than before."""
    known = {frozenset(alternative): alternative for alternative in before}
    was_open = {} in before
    items = set(map(_items, before))
    for alternative in after:
        if _items(alternative) in items:
            continue
        other = known.get(frozenset(alternative))
        if other is not None:
            _tell_scopes("security-scope-removed", other, alternative, collector)
        elif alternative and not was_open:
            collector.tell("security-alternative-added", _PLACE, name=_words(alternative))


def _alternatives(view: OperationView) -> list[_Alternative]:
    alternatives: list[_Alternative] = [
        {each.scheme: frozenset(scope for scope, _ in each.scopes) for each in alternative}
        for alternative in view.security
    ]
    return alternatives or [{}]


def _items(alternative: _Alternative) -> frozenset[_Item]:
    scopes = ((name, scope) for name, scopes in alternative.items() for scope in scopes)
    return frozenset((*((name, None) for name in alternative), *scopes))


class _Accepted:
    """Finds whether a client is accepted: whether it has everything that one of *alternatives*
    requires.

    Each alternative is only compared with the clients that have its rarest item.
    """

    def __init__(self, alternatives: Iterable[_Alternative]) -> None:
        required = set(map(_items, alternatives))
        uses = Counter(item for each in required for item in each)
        self._by_item: dict[_Item | None, list[frozenset[_Item]]] = {}
        for each in required:
            rarest = min(each, key=uses.__getitem__, default=None)
            self._by_item.setdefault(rarest, []).append(each)

    def by(self, client: _Alternative) -> bool:
        """Whether the *client* is accepted."""
        items = _items(client)
        requirements = chain.from_iterable(self._by_item.get(item, ()) for item in (None, *items))
        return any(required <= items for required in requirements)


def _words(alternative: _Alternative) -> str:
    return " with ".join(quoted(name) for name in alternative)


def _tell_scopes(
    rule: str, more: _Alternative, less: _Alternative, collector: ChangeCollector
) -> None:
    for name, scopes in more.items():
        for scope in sorted(scopes - less[name]):
            collector.tell(rule, _PLACE, name=quoted(name), scope=quoted(scope))


def _compare_schemes(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the schemes used by both versions of the operation."""
    before = {each.scheme: each for each in _requirements(old)}
    for name, scheme in {each.scheme: each for each in _requirements(new)}.items():
        if name in before:
            for rule, words in _scheme_changes(before[name], scheme):
                pointer = f"/components/securitySchemes/{name}"
                collector.tell(rule, _PLACE, pointer, pointer, name=quoted(name), **words)


def _requirements(view: OperationView) -> Iterator[RequirementView]:
    for alternative in view.security:
        yield from alternative


def _scheme_changes(
    old: RequirementView, new: RequirementView
) -> Iterator[tuple[str, dict[str, str]]]:
    for what, before, after in (
        ("the type", old.type, new.type),
        ("the name", old.name, new.name),
        ("the place", old.place, new.place),
        ("the HTTP scheme", _lower(old.http_scheme), _lower(new.http_scheme)),
    ):
        if before != after and before and after:
            words = {"what": what, "old": quoted(before), "new": quoted(after)}
            yield "security-scheme-changed", words
    yield from _url_changes([("openIdConnectUrl", old.openid_url, new.openid_url)])
    flows, others = ({flow.flow: flow for flow in each.flows} for each in (old, new))
    for name in dict.fromkeys((*flows, *others)):
        if name not in others:
            yield "oauth-flow-removed", {"flow": quoted(name)}
        elif name not in flows:
            yield "oauth-flow-added", {"flow": quoted(name)}
        else:
            yield from _flow_changes(flows[name], others[name])


def _flow_changes(old: OAuthFlowView, new: OAuthFlowView) -> Iterator[tuple[str, dict[str, str]]]:
    yield from _url_changes((key, old.url(key), new.url(key)) for key in FLOW_URLS)
    before, after = dict(old.scopes), dict(new.scopes)
    for scope in before:
        if scope not in after:
            yield "oauth-scope-removed", {"scope": quoted(scope)}
    for scope in after:
        if scope not in before:
            yield "oauth-scope-added", {"scope": quoted(scope)}


def _url_changes(
    urls: Iterable[tuple[str, str | None, str | None]],
) -> Iterator[tuple[str, dict[str, str]]]:
    for what, before, after in urls:
        if before != after:
            words = {"what": quoted(what), "old": quoted(before), "new": quoted(after)}
            yield "oauth-url-changed", words


def _lower(text: str | None) -> str | None:
    return text.lower() if text else None
