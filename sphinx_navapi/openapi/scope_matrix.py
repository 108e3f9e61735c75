"""The scopes that the operations of a document require, by security scheme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.security import read_whole_scheme
from sphinx_navapi.openapi.view import OperationView, RequirementView


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeMatrix:
    """The scopes of a scheme and the operations that use it.

    :ivar scopes: those that the scheme declares, then others that are required.
    :ivar used: those that an operation requires.
    :ivar operations: each with the scopes that it requires, and whether it always does: otherwise
        in one of several alternatives.
    """

    scheme: RequirementView
    scopes: tuple[tuple[str, Text | None], ...]
    used: tuple[str, ...]
    operations: tuple[tuple[OperationKey, Mapping[str, bool]], ...]


@dataclass(slots=True)
class _FoundScheme:
    scheme: RequirementView
    texts: dict[str, Text | None]
    used: dict[str, None] = field(default_factory=dict)
    operations: dict[OperationKey, dict[str, bool]] = field(default_factory=dict)


def read_scopes(document: OpenApiDocument, views: Iterable[OperationView]) -> list[ScopeMatrix]:
    """The matrix of each scheme of which an operation in *views* requires scopes."""
    schemes: dict[str, _FoundScheme] = {}
    for view in views:
        if view.incoming or view.channel:
            continue
        for alternative in view.security:
            for requirement in alternative:
                name = requirement.scheme
                if name not in schemes:
                    whole = read_whole_scheme(document, name)
                    schemes[name] = _FoundScheme(whole, dict(whole.scopes))
                row = schemes[name].operations.setdefault(view.key, {})
                for scope, text in requirement.scopes:
                    schemes[name].texts.setdefault(scope, text)
                    schemes[name].used[scope] = None
                    row[scope] = all(_has(each, name, scope) for each in view.security)
    return [
        ScopeMatrix(
            scheme=each.scheme,
            scopes=tuple(each.texts.items()),
            used=tuple(scope for scope in each.texts if scope in each.used),
            operations=tuple(each.operations.items()),
        )
        for each in schemes.values()
        if each.used
    ]


def _has(alternative: Iterable[RequirementView], scheme: str, scope: str) -> bool:
    return any(
        each.scheme == scheme and scope in (name for name, _ in each.scopes) for each in alternative
    )
