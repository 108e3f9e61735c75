"""The request in an operation's code samples, built from its example values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urljoin

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    MediaTypeView,
    OperationView,
    ParameterView,
    RequirementView,
    ServerView,
)
from sphinx_navapi.request import styles
from sphinx_navapi.request.encoding import json_text, percent_encode
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_body import BodySample, write_body

#: Base URL assumed for a relative server.
PLACEHOLDER_BASE = "https://api.example.com"
#: URL of a webhook or callback: the reader's own server.
PLACEHOLDER_RECEIVER = "https://your-server.example.com/webhook"

TOKEN = "YOUR_TOKEN"  # noqa: S105
API_KEY = "YOUR_API_KEY"
BASIC = ("YOUR_USERNAME", "YOUR_PASSWORD")
CREDENTIALS = "YOUR_CREDENTIALS"

#: Methods whose body has no meaning (RFC 9110, 9.3.1, 9.3.2, 9.3.8).
_BODILESS = frozenset({"GET", "HEAD", "TRACE"})


#: Length of JSON: a longer generated body is shortened to about that.
LONGEST_MADE_BODY = 2_000
SHORT_MADE_BODY = 600


class Fill(StrEnum):
    """Which optional parts a sample contains: ``api.examples.defaults``."""

    ALL = "all"
    """Every parameter, every property of the body."""
    REQUIRED = "required"
    """Required parameters and properties; a body given in the document is complete."""
    GIVEN = "given"
    """The default: required parameters and those with an example in the document (except deprecated
    ones), and every property of a body that is not too long. A real API has dozens of optional
    filters, which together make no sensible request.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleValues:
    """The values that a reader would enter to send the sample.

    :ivar parameters: those that are sent, in document order, with their values.
    :ivar media: type of the body that is sent, ``None`` without one; *body* its value.
    :ivar security: the alternative whose credentials are sent.
    :ivar accept: media type of the requested response.
    """

    server: ServerView | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    parameters: tuple[tuple[ParameterView, Any], ...] = ()
    media: MediaTypeView | None = None
    body: Any = MISSING
    security: tuple[RequirementView, ...] = ()
    accept: str | None = None


def sample_values(
    view: OperationView,
    examples: ExampleMaker,
    *,
    fill: Fill = Fill.GIVEN,
    server: int = 0,
    media_type: str | None = None,
) -> SampleValues:
    """The values of the sample of *view*, from the document or according to *fill*.

    :param server: index of the server; an invalid one counts as the first.
    :param media_type: of the body, as written in the document; by default the first one.
    """
    direction = view.request_direction
    chosen = _chosen_server(view, server)
    media = _chosen_media(view, fill, media_type)
    return SampleValues(
        server=chosen,
        variables=chosen.values if chosen else {},
        parameters=tuple(
            (parameter, parameter_value(parameter, examples, direction))
            for parameter in view.parameters
            if _is_shown(parameter, fill, examples.registry, direction)
        ),
        media=media,
        body=MISSING if media is None else body_value(media, examples, direction, fill),
        security=() if view.incoming else usable_security(view),
        accept=accepted_type(view, examples),
    )


def _chosen_server(view: OperationView, index: int) -> ServerView | None:
    if not view.servers:
        return None
    return view.servers[index] if 0 <= index < len(view.servers) else view.servers[0]


def _chosen_media(view: OperationView, fill: Fill, media_type: str | None) -> MediaTypeView | None:
    body = view.body
    if body is None or not body.content:
        return None
    if view.http_method == "TRACE" or (view.http_method in _BODILESS and not body.required):
        return None
    if fill is Fill.REQUIRED and not body.required and media_type is None:
        return None
    named = (media for media in body.content if media.media_type == media_type)
    return next(named, body.content[0])


def _is_shown(
    parameter: ParameterView, fill: Fill, registry: SchemaRegistry, direction: Direction
) -> bool:
    if fill is Fill.ALL or is_required(parameter):
        return True
    return fill is Fill.GIVEN and has_example(parameter, registry, direction)


def is_required(parameter: ParameterView) -> bool:
    """Whether every request has *parameter*."""
    return parameter.required or parameter.place == "path"


def has_example(parameter: ParameterView, registry: SchemaRegistry, direction: Direction) -> bool:
    """Whether the document has an example of *parameter*, or of its schema; not if deprecated."""
    if parameter.deprecated:
        return False
    if parameter.examples or parameter.schema is None:
        return bool(parameter.examples)
    view = registry.view(parameter.schema, direction)
    return bool(view.examples) and not view.is_deprecated


def parameter_value(parameter: ParameterView, examples: ExampleMaker, direction: Direction) -> Any:
    """The example value of a parameter: the document's first, else a generated one.

    Text is split if the schema requires a list: documents often give the serialised form. If
    nothing is known, the parameter's name is used as its value: ``/users/username`` is clearer than
    ``/users/string``.
    """
    value = examples.parameter_example(parameter, direction)
    if value is MISSING:
        return parameter.name
    schema = parameter.schema
    if isinstance(value, str) and schema is not None and parameter.content_type is None:
        types = examples.registry.view(schema, direction).types
        if "array" in types and "string" not in types:
            delimiter = {"spaceDelimited": " ", "pipeDelimited": "|"}.get(parameter.style, ",")
            value = [item.strip() for item in value.split(delimiter)]
        elif value == "string" and examples.satisfies(parameter.name, schema, direction):
            return parameter.name
    if value == "" and parameter.place != "path":
        return value
    is_nothing = value is None or (isinstance(value, (str, list, Mapping)) and not value)
    return parameter.name if parameter.required and is_nothing else value


def body_value(
    media: MediaTypeView,
    examples: ExampleMaker,
    direction: Direction,
    fill: Fill = Fill.GIVEN,
) -> Any:
    """The example value of a body: the document's first, else a generated one; or `MISSING`.

    With `Fill.GIVEN` a generated one that would fill the screen several times keeps only the first
    of its optional properties that fit.
    """
    shown = examples.media_examples(media, direction)
    example = next((ex for ex in shown if ex.value is not MISSING), None)
    if example is None:
        return MISSING
    if not example.made or media.schema is None:
        return example.value
    if fill is Fill.REQUIRED:
        return examples.example_for(media.schema, direction, required_only=True)
    if fill is Fill.GIVEN and _length(example.value) > LONGEST_MADE_BODY:
        return _shortened(example.value, media.schema, examples, direction)
    return example.value


def initial_body_value(
    media: MediaTypeView,
    value: Any,
    examples: ExampleMaker,
    direction: Direction,
    *,
    is_partial: bool,
) -> Any:
    """*value*, that of the sample, without optional properties unless the document has examples.

    An example of the whole body has them all. What is sent without being asked for would be
    invented, and in a request that changes only what it names (*is_partial*: ``PATCH``) would
    overwrite what is stored: it has only required properties.
    """
    is_given = bool(media.examples)
    if media.schema is None or (is_given and not is_partial):
        return value
    made = examples.example_for(
        media.schema, direction, required_only=is_partial, stated=not is_partial
    )
    if not isinstance(made, Mapping):
        # A list of changes that the document gives is whole: without its values it has no meaning.
        return made if isinstance(made, list) and not is_given else value
    if is_given and isinstance(value, Mapping):
        return {name: value.get(name, item) for name, item in made.items()}
    return made


def _shortened(value: Any, schema: str, examples: ExampleMaker, direction: Direction) -> Any:
    """*value* with its required properties, and the first short ones of the others."""
    least = examples.example_for(schema, direction, required_only=True)
    if not isinstance(value, Mapping) or not isinstance(least, Mapping):
        return least
    room = SHORT_MADE_BODY - _length(least)
    chosen = {}
    for name, item in value.items():
        if name in least:
            chosen[name] = least[name]
        elif (length := _length({name: item})) <= room:
            chosen[name] = item
            room -= length
    return chosen if examples.satisfies(chosen, schema, direction) else least


def _length(value: Any) -> int:
    return len(json_text(value, indent=2))


def usable_security(view: OperationView) -> tuple[RequirementView, ...]:
    """The first alternative whose schemes are all declared; empty if none is required."""
    known = {"apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"}
    for alternative in view.security:
        if all(requirement.type in known for requirement in alternative):
            return alternative
    return ()


def write_request(
    view: OperationView, values: SampleValues, registry: SchemaRegistry
) -> HttpRequest:
    """*values* as the request that is sent.

    Names of header fields are unique: a security scheme takes precedence over a parameter.
    Parameters that are not valid field names, and fields that clients write themselves, are
    omitted.
    """
    written: dict[str, str] = {}
    queries: list[str] = []
    fields: dict[str, tuple[str, str]] = {}
    cookies: list[tuple[str, str]] = []
    for parameter, value in values.parameters:
        _write_parameter(parameter, value, written, queries, fields, cookies)
    basic: tuple[str, str] | None = None
    for requirement in values.security:
        kind = (requirement.http_scheme or "").lower()
        if requirement.type == "http" and kind == "basic":
            basic = BASIC
        elif requirement.type == "apiKey" and requirement.name:
            _write_key(requirement, queries, fields, cookies)
        elif requirement.type == "http" and kind not in ("", "bearer"):
            scheme = styles.header_safe(requirement.http_scheme or "")
            fields["authorization"] = ("Authorization", f"{scheme} {CREDENTIALS}")
        elif requirement.type in ("http", "oauth2", "openIdConnect"):
            token = styles.header_safe(requirement.default or "") or TOKEN
            fields["authorization"] = ("Authorization", f"Bearer {token}")
    if basic is not None:
        fields.pop("authorization", None)
    if values.accept:
        fields.setdefault("accept", ("Accept", values.accept))
    body = BodySample()
    if values.media is not None:
        body = write_body(values.media, values.body, registry, view.request_direction)
    if body.content_type is not None:
        fields["content-type"] = ("Content-Type", body.content_type)
    return HttpRequest(
        method=view.http_method,
        url=_url(view, values, written, queries),
        headers=tuple(_in_order(fields)),
        cookies=tuple(cookies),
        body=body.text,
        parts=body.parts,
        file=body.file,
        basic=basic,
    )


def _write_parameter(
    parameter: ParameterView,
    value: Any,
    written: dict[str, str],
    queries: list[str],
    fields: dict[str, tuple[str, str]],
    cookies: list[tuple[str, str]],
) -> None:
    name, explode = parameter.name, parameter.explode
    content = parameter.content_type
    if parameter.place == "querystring":
        queries.append(styles.write_querystring(value, content or ""))
        return
    if content is not None and value is not None and not _is_written(value, content):
        value = styles.write_content(value, content, ascii_only=parameter.place == "header")
    if parameter.place in ("path", "query"):
        write = styles.write_path if parameter.place == "path" else styles.write_query
        text = write(
            name,
            value,
            style=parameter.style,
            explode=explode,
            allow_reserved=parameter.allow_reserved,
        )
        if parameter.place == "path":
            written[name] = text
        else:
            queries.append(text)
    elif parameter.place == "header":
        if styles.is_settable(name):
            fields[name.lower()] = (name, styles.write_header(value, explode=explode))
    elif parameter.place == "cookie":
        cookies.extend(styles.write_cookies(name, value, style=parameter.style, explode=explode))


def _is_written(value: Any, content_type: str) -> bool:
    """Whether a ``content`` example is text that is already JSON."""
    return (
        isinstance(value, str) and styles.is_json(content_type) and value.lstrip()[:1] in ("{", "[")
    )


def _write_key(
    requirement: RequirementView,
    queries: list[str],
    fields: dict[str, tuple[str, str]],
    cookies: list[tuple[str, str]],
) -> None:
    name = requirement.name or ""
    key = styles.header_safe(requirement.default or "") or API_KEY
    if requirement.place == "query":
        pair = styles.write_query(name, key)
        queries[:] = [q for q in queries if not q.startswith(f"{percent_encode(name)}=")]
        queries.append(pair)
    elif requirement.place == "cookie":
        cookies[:] = [cookie for cookie in cookies if cookie[0] != percent_encode(name)]
        cookies.append((percent_encode(name), key))
    elif styles.is_settable(name):
        fields[name.lower()] = (name, key)


def _in_order(fields: Mapping[str, tuple[str, str]]) -> list[tuple[str, str]]:
    """``Accept`` and ``Authorization`` first, ``Content-Type`` last."""
    order = {"accept": 0, "authorization": 1, "content-type": 3}
    return sorted(fields.values(), key=lambda pair: order.get(pair[0].lower(), 2))


def accepted_type(view: OperationView, examples: ExampleMaker) -> str | None:
    """The value of ``Accept``: the media type of the first example of the first response.

    Without an example its first media type. Successes go before other responses; ``None`` for
    requests sent by the API itself.
    """
    if view.incoming:
        return None
    by_success = sorted(view.responses, key=lambda response: not response.status.startswith("2"))
    for response in by_success:
        if response.content:
            shown = examples.shown_examples(response.content, view.response_direction)
            media = shown[0][0] if shown else response.content[0]
            return styles.header_safe(media.media_type)
    return None


def _url(
    view: OperationView, values: SampleValues, written: Mapping[str, str], queries: list[str]
) -> str:
    if values.server is None:
        return styles.join_url(PLACEHOLDER_RECEIVER, "", queries)
    template = server_template(view.key.document, values.server.url)
    server = styles.expand_server(template, values.variables, base=PLACEHOLDER_BASE)
    if view.incoming:
        return styles.join_url(server, "", queries)
    missing = {
        name: percent_encode(name)
        for name in styles.path_names(view.key.path)
        if name not in written
    }
    return styles.join_url(
        server, styles.expand_path(view.key.path, {**missing, **written}), queries
    )


def server_template(document: str, url: str) -> str:
    """*url* of a Server Object, absolute if *document* was read from a URL.

    A relative server is relative to the location of the document (Server Object, ``url``).
    """
    if document.startswith(("https://", "http://")) and "{" not in url:
        return urljoin(document, url)
    return url
