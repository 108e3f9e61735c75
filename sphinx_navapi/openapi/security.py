"""Security Requirement Objects with the schemes that they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_mapping, as_names, as_text, below
from sphinx_navapi.openapi.document import (
    EXTERNAL_KEY,
    OpenApiDocument,
    Resolved,
    required_security,
    scheme_pointer,
)
from sphinx_navapi.openapi.facts import resolved_text, text_at
from sphinx_navapi.openapi.view import FLOW_URLS, OAuthFlowView, RequirementView

_FLOWS = (
    "authorizationCode", "implicit", "password", "clientCredentials", "deviceAuthorization",
)  # fmt: skip


def read_security(
    document: OpenApiDocument, operation: Mapping[str, Any]
) -> tuple[tuple[RequirementView, ...], ...]:
    """The alternatives for *operation*."""
    return tuple(
        tuple(read_requirement(document, name, scopes) for name, scopes in alternative.items())
        for alternative in required_security(document, operation)
        if isinstance(alternative, dict)
    )


def read_whole_scheme(document: OpenApiDocument, name: str) -> RequirementView:
    """The scheme *name* with all scopes of its flows."""
    scheme = as_mapping(document.resolve(scheme_pointer(document, name)).value)
    scopes = {scope: None for flow in _flows(scheme) for scope, _ in flow.scopes}
    return read_requirement(document, name, list(scopes))


def read_requirement(document: OpenApiDocument, name: str, scopes: Any = ()) -> RequirementView:
    """The scheme *name* with the required *scopes*."""
    resolved = document.resolve(scheme_pointer(document, name))
    return read_scheme(document, name, resolved, scopes)


def read_scheme(
    document: OpenApiDocument, name: str, resolved: Resolved, scopes: Any
) -> RequirementView:
    """The Security Scheme Object *resolved*, called *name*, with the required *scopes*."""
    scheme, name = as_mapping(resolved.value), _shown_name(name)
    pointer = below("/components/securitySchemes", name)
    flows = tuple(_flows(scheme))
    described = {scope: text for flow in flows for scope, text in flow.scopes}
    return RequirementView(
        scheme=name,
        type=as_text(scheme.get("type")) or "",
        description=resolved_text(resolved, "description"),
        scopes=tuple(
            (scope, text_at(described.get(scope), f"{pointer}/flows")) for scope in as_names(scopes)
        ),
        name=as_text(scheme.get("name")),
        place=as_text(scheme.get("in")),
        http_scheme=as_text(scheme.get("scheme")),
        bearer_format=as_text(scheme.get("bearerFormat")),
        openid_url=as_text(scheme.get("openIdConnectUrl")),
        metadata_url=as_text(scheme.get("oauth2MetadataUrl")),
        default=_default(scheme),
        flows=flows,
        deprecated=scheme.get("deprecated") is True,
        over_http="asyncapi" not in document.root,
    )


def _shown_name(name: str) -> str:
    """*name* as written; for a reference to another file, its name there."""
    is_elsewhere = name.startswith(f"#/{EXTERNAL_KEY}/")
    return unescape_pointer(name.rpartition("/")[2]) if is_elsewhere else name


def _default(scheme: Mapping[str, Any]) -> str | None:
    """A public key or token, such as that of a sandbox, in the format of hosted services."""
    is_bearer = str(scheme.get("scheme")).lower() == "bearer" and scheme.get("type") == "http"
    if not is_bearer and scheme.get("type") != "apiKey":
        return None
    return as_text(scheme.get("x-default")) or None


def _flows(scheme: Mapping[str, Any]) -> Iterator[OAuthFlowView]:
    flows = as_mapping(scheme.get("flows"))
    for kind in _FLOWS:
        flow = flows.get(kind)
        if isinstance(flow, dict):
            yield OAuthFlowView(
                flow=kind,
                urls=tuple((key, url) for key in FLOW_URLS if (url := as_text(flow.get(key)))),
                scopes=tuple(
                    (scope, as_text(text) or "")
                    for scope, text in as_mapping(
                        # As in AsyncAPI 3: its `scopes` are the required ones.
                        flow.get("scopes", flow.get("availableScopes"))
                    ).items()
                ),
            )
