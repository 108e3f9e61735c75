"""Comparing the security requirements of two versions of an operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_navapi.changes.change import quoted
from sphinx_navapi.changes.collector import ChangeCollector
from sphinx_navapi.openapi.view import FLOW_URLS, OAuthFlowView, OperationView, RequirementView

_PLACE = ("security",)

#: Names of the schemes in one alternative, each with its scopes.
_Alternative = dict[str, frozenset[str]]


def compare_security(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the alternatives: one is still accepted if it now requires nothing more."""
    before, after = _alternatives(old), _alternatives(new)
    if {} in before and {} not in after:
        for alternative in after:
            collector.tell("security-added", _PLACE, name=_words(alternative))
    elif {} in after and {} not in before:
        collector.tell("security-removed", _PLACE)
    known = {frozenset(alternative): alternative for alternative in after}
    for alternative in before:
        if not alternative or any(_is_enough(alternative, other) for other in after):
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
    for alternative in after:
        if alternative in before:
            continue
        other = known.get(frozenset(alternative))
        if other is not None:
            _tell_scopes("security-scope-removed", other, alternative, collector)
        elif alternative and {} not in before:
            collector.tell("security-alternative-added", _PLACE, name=_words(alternative))


def _alternatives(view: OperationView) -> list[_Alternative]:
    found: list[_Alternative] = [
        {each.scheme: frozenset(scope for scope, _ in each.scopes) for each in alternative}
        for alternative in view.security
    ]
    return found or [{}]


def _is_enough(given: _Alternative, needed: _Alternative) -> bool:
    """Whether a client with *given* has everything in *needed*."""
    return all(name in given and scopes <= given[name] for name, scopes in needed.items())


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
