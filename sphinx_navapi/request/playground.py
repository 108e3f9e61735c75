"""The data of the playground on an operation's page, as a JSON value.

The form, the live samples and the sent requests are all based on it, and its values are those of
the static samples beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import NO_SCHEMA, SchemaView
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    OAuthFlowView,
    OperationView,
    ParameterView,
    RequirementView,
    ServerView,
)
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.playground_body import (
    LONGEST_TEXT,
    Texts,
    body_data,
    enum_texts,
    filled,
    value_type,
)
from sphinx_navapi.request.playground_schema import hint_schema
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.relay_manifest import api_url, is_relayed, operation_name
from sphinx_navapi.request.sample_request import (
    Fill,
    SampleValues,
    has_example,
    is_required,
    parameter_value,
    sample_values,
    server_template,
    usable_security,
)
from sphinx_navapi.request.styles import scalar_text

#: Maximum number of scopes to choose from if the operation requires none by name.
_MOST_SCOPES = 30
_MOST_PROPERTIES = 60
#: Maximum size of a parameter's constraints in bytes.
_LARGEST_CONSTRAINTS = 1_500


def playground_data(
    view: OperationView,
    examples: ExampleMaker,
    *,
    settings: PlaygroundSettings | None = None,
    fill: Fill = Fill.GIVEN,
    operation_href: Callable[[OperationKey], str | None] | None = None,
    texts: Texts | None = None,
    values: SampleValues | None = None,
) -> dict[str, Any]:
    """The data of the playground of *view*; empty keys are omitted.

    :param fill: as for `sample_values`: the values are those of the sample.
    :param texts: translates texts of the document.
    :param operation_href: address of an operation's page relative to this one.
    :param values: those of the sample, if known.
    :returns: only JSON values. Example values are JSON text in it, so that numbers and the order of
        keys survive a browser.
    """
    settings, texts = settings or PlaygroundSettings(), texts or Texts()
    values = values or sample_values(view, examples, fill=fill)
    key = view.key
    return {
        "operation": operation_name(key),
        "document": key.document,
        "method": view.http_method,
        "path": key.path,
        "display": settings.display,
        **({"proxy": settings.proxy} if settings.proxy is not False else {}),
        **filled(
            withCredentials=settings.credentials,
            customServer=settings.custom_server,
            additional=settings.additional,
            accept=values.accept,
            servers=[_server(key.document, server, texts) for server in view.servers],
            unaddressed=any(server.is_assumed for server in view.servers),
            parameters=_parameters(view, values, examples, texts, settings),
            body=body_data(view, values, examples, fill, texts=texts, settings=settings),
            security=[[one.scheme for one in alternative] for alternative in view.security],
            alternative=_alternative(view) or None,
            schemes=_schemes(view, texts, may_move=settings.custom_server),
            links=_links(view, operation_href) if operation_href else (),
        ),
    }


def _server(document: str, server: ServerView, texts: Texts) -> dict[str, Any]:
    url = server_template(document, server.url)
    return filled(
        url=url,
        description=texts.brief(server.description or server.name),
        variables=[
            filled(
                name=variable.name,
                enum=list(variable.enum),
                description=texts.brief(variable.description),
            )
            | ({} if variable.default is None else {"default": variable.default})
            for variable in server.variables
        ],
        relay=is_relayed(url, {v.name: v.enum for v in server.variables}),
    )


def _parameters(
    view: OperationView,
    values: SampleValues,
    examples: ExampleMaker,
    texts: Texts,
    settings: PlaygroundSettings,
) -> list[dict[str, Any]]:
    sent = {id(parameter): value for parameter, value in values.parameters}
    direction = view.request_direction
    written = []
    for parameter in view.parameters:
        is_sent = id(parameter) in sent
        value = sent[id(parameter)] if is_sent else parameter_value(parameter, examples, direction)
        if is_sent and not settings.sends_optional:
            is_sent = is_required(parameter) or (
                settings.prefill and has_example(parameter, examples.registry, direction)
            )
        written.append(
            _parameter(
                parameter,
                value,
                examples.registry,
                direction,
                texts,
                is_sent=is_sent,
                prefill=settings.prefill,
            )
        )
    return written


def _parameter(
    parameter: ParameterView,
    value: Any,
    registry: SchemaRegistry,
    direction: Direction,
    texts: Texts,
    *,
    is_sent: bool,
    prefill: bool,
) -> dict[str, Any]:
    view = NO_SCHEMA
    if parameter.schema is not None:
        view = registry.view(parameter.schema, direction)
    kind = value_type(view, value)
    if kind == "array" and not isinstance(value, list) and value is not None:
        # One item: all styles but the nested one give the same.
        if parameter.style == "deepObject":
            kind = "string"
        else:
            value = [value]
    items = registry.view(view.items, direction) if view.items is not None else None
    return filled(
        name=parameter.name,
        **{"in": parameter.place},
        required=parameter.required,
        deprecated=parameter.deprecated or view.is_deprecated,
        style=parameter.style,
        explode=parameter.explode,
        allowReserved=parameter.allow_reserved,
        allowEmpty=parameter.allow_empty,
        contentType=parameter.content_type,
        type=kind,
        items=items and filled(type=value_type(items), enum=enum_texts(items)),
        properties=_properties(view, registry, direction) if kind == "object" else (),
        enum=enum_texts(view),
        format=view.format,
        default=None if view.default is MISSING else scalar_text(view.default)[:LONGEST_TEXT],
        **{"value" if is_sent and prefill else "example": json_text(value)},
        sent=is_sent,
        hint=texts.hint(view),
        schema=_constraints(parameter, view, kind, registry, direction),
    )


def _constraints(
    parameter: ParameterView,
    view: SchemaView,
    kind: str,
    registry: SchemaRegistry,
    direction: Direction,
) -> Any:
    """The schema of *parameter*, if it has more than the type and values of its field."""
    if parameter.schema is None or kind not in (view.types or (kind,)):
        return None
    hint = hint_schema(registry.reader, parameter.schema, direction, largest=_LARGEST_CONSTRAINTS)
    return None if hint is True or _is_plain(hint) else hint


def _is_plain(hint: Any) -> bool:
    """Whether a field with type and values expresses all of *hint*."""
    if not isinstance(hint, dict):
        return hint is True
    return hint.keys() <= {"type", "enum", "const", "items"} and _is_plain(hint.get("items", True))


def _properties(
    view: SchemaView, registry: SchemaRegistry, direction: Direction
) -> list[dict[str, Any]]:
    properties = []
    for child in view.of("property")[:_MOST_PROPERTIES]:
        schema = registry.view(child.schema, direction)
        properties.append(
            filled(
                name=child.name,
                type=value_type(schema),
                enum=enum_texts(schema),
                required=child.required,
            )
        )
    return properties


def _alternative(view: OperationView) -> int | None:
    """Index of the alternative whose credentials the sample sends."""
    used = usable_security(view)
    return next((i for i, requirements in enumerate(view.security) if requirements is used), None)


def _schemes(view: OperationView, texts: Texts, *, may_move: bool) -> dict[str, Any]:
    """The data of each scheme that *view* may require, with the required scopes.

    :param may_move: whether the server may be other than those of *view*.
    """
    needed: dict[str, dict[str, str | None]] = {}
    requirements: dict[str, RequirementView] = {}
    for alternative in view.security:
        for requirement in alternative:
            requirements.setdefault(requirement.scheme, requirement)
            needed.setdefault(requirement.scheme, {}).update(requirement.scopes)
    writer = _SchemeWriter(view=view, texts=texts, may_move=may_move)
    return {name: writer.scheme(one, tuple(needed[name])) for name, one in requirements.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _SchemeWriter:
    """Writes the security schemes that an operation requires."""

    view: OperationView
    texts: Texts
    may_move: bool

    def scheme(self, requirement: RequirementView, required: tuple[str, ...]) -> dict[str, Any]:
        return filled(
            type=requirement.type,
            **{"in": requirement.place},
            name=requirement.name,
            scheme=requirement.http_scheme,
            bearerFormat=requirement.bearer_format,
            default=requirement.default,
            description=self.texts.brief(requirement.description),
            flows=[self._flow(flow, required) for flow in requirement.flows],
            required=list(required),
            openIdConnectUrl=requirement.openid_url and api_url(self.view, requirement.openid_url),
        )

    def _flow(self, flow: OAuthFlowView, required: tuple[str, ...]) -> dict[str, Any]:
        """A flow with only the scopes that the operation requires: an API has hundreds.

        Its URLs are absolute; if the server may change, also as in the document, if relative.
        """
        relative = {key: url for key, url in flow.urls if self.may_move and not is_absolute(url)}
        scopes = [
            [name, self.texts.brief(text)]
            for name, text in flow.scopes
            if not required or name in required
        ]
        return filled(
            flow=flow.flow,
            **{key: api_url(self.view, url) for key, url in flow.urls},
            scopes=scopes if required else scopes[:_MOST_SCOPES],
            relative=relative,
        )


def _links(
    view: OperationView, operation_href: Callable[[OperationKey], str | None]
) -> list[dict[str, Any]]:
    """Links of the responses to operations that have a page."""
    links = []
    for response in view.responses:
        for link in response.links:
            href = operation_href(link.target) if link.target is not None else None
            if link.target is not None and href:
                body = link.request_body
                links.append(
                    filled(
                        name=link.name,
                        status=response.status,
                        operation=operation_name(link.target),
                        href=href,
                        parameters=[[name, value] for name, value in link.parameters],
                        requestBody=None if body is MISSING else body,
                    )
                )
    return links
