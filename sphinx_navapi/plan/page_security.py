"""The authorization of a page's operation: ``authMethod`` in its metadata."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx_navapi.openapi.view import OperationView, RequirementView

#: Default header name of an API key.
_KEY_HEADER = "x-api-key"


def with_auth_method(
    view: OperationView, metadata: Mapping[str, Any], settings: Mapping[str, Any]
) -> OperationView:
    """*view* with the security that ``authMethod`` of the page sets, if it does.

    ``none``, ``bearer``, ``basic``, ``key`` (a header) and ``cookie``; any other value counts as
    not set. Names of headers and cookies come from ``api.mdx.auth.name``.
    """
    method = metadata.get("authMethod")
    if not isinstance(method, str) or view.incoming:
        return view
    security = auth_security(method, settings)
    return view if security is None else replace(view, security=security)


def auth_security(
    method: str, settings: Mapping[str, Any]
) -> tuple[tuple[RequirementView, ...], ...] | None:
    """The security of an authorization *method* of the configuration; ``None``: unknown."""
    if method == "none":
        return ()
    found = auth_scheme(method, settings)
    if found is None:
        return None
    # Imported here, since the plan and its comparison with the last one do not need it.
    from sphinx_navapi.openapi.view import RequirementView

    name, scheme = found
    requirement = RequirementView(
        scheme=name,
        type=scheme["type"],
        http_scheme=scheme.get("scheme"),
        place=scheme.get("in"),
        name=scheme.get("name"),
    )
    return ((requirement,),)


def auth_scheme(method: str, settings: Mapping[str, Any]) -> tuple[str, dict[str, str]] | None:
    """Name and Security Scheme Object of an authorization *method*, ``None`` if unknown."""
    name = auth_settings(settings).get("name")
    name = name if isinstance(name, str) and name else _KEY_HEADER
    known: dict[str, dict[str, str]] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "key": {"type": "apiKey", "in": "header", "name": name},
        "cookie": {"type": "apiKey", "in": "cookie", "name": name},
    }
    scheme = known.get(method)
    return None if scheme is None else (method, scheme)


def auth_settings(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """``api.mdx.auth`` of *settings*."""
    found: Any = settings
    for key in ("api", "mdx", "auth"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}
