"""The labels of a page's generated parts, in one place for all writers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Labels of the generated parts of a page; English unless translated."""

    required: str = "required"
    deprecated: str = "deprecated"
    read_only: str = "read-only"
    write_only: str = "write-only"
    default: str = "Default"
    constant: str = "Always"
    allowed: str = "Allowed"
    allowed_values: str = "Allowed values"
    example: str = "Example"
    examples: str = "Examples"
    properties: str = "Properties"
    additional: str = "any other key"
    no_additional: str = "No other keys"
    matching: str = "keys matching"
    items: str = "items"
    one_of: str = "One of"
    any_of: str = "Any of"
    all_of: str = "All of"
    negated: str = "not"
    decoded: str = "decoded content"
    option: str = "Option"
    chosen_by: str = "Chosen by"
    otherwise: str = "otherwise"
    recursive: str = "see above"
    unresolved: str = "Unresolved reference"
    cut: str = "Deeper levels are not shown"
    combines: str = "Combines"
    more: str = "More"
    type: str = "Type"
    description: str = "Description"
    path: str = "Path parameters"
    query: str = "Query parameters"
    header: str = "Header parameters"
    cookie: str = "Cookie parameters"
    querystring: str = "Query string"
    style: str = "Style"
    exploded: str = "exploded"
    reserved: str = "reserved characters allowed"
    may_be_empty: str = "may be empty"
    media_type: str = "Media type"
    each_item: str = "Each item of the stream"
    encoding: str = "Encoding"
    headers: str = "Headers"
    links: str = "Links"
    no_body: str = "No body"
    request: str = "Request"
    used_by: str = "Used by"
    request_body: str = "Request body"
    response: str = "Response"
    responses: str = "Responses"
    parameters: str = "Parameters"
    alternative: str = "or"
    all_together: str = "and"
    no_authorization: str = "No authorization"
    scopes: str = "Scopes"
    roles: str = "Roles"
    details: str = "Details"
    api_key: str = "API key"
    http: str = "HTTP"
    oauth2: str = "OAuth 2.0"
    openid: str = "OpenID Connect"
    mutual_tls: str = "Mutual TLS"
    undeclared: str = "not declared in the document"
    bearer: str = "Bearer token"
    carried_header: str = "{name} header"
    carried_query: str = "{name} query parameter"
    carried_cookie: str = "{name} cookie"
    authorization_url: str = "Authorization URL"
    token_url: str = "Token URL"  # noqa: S105 - a label
    refresh_url: str = "Refresh URL"
    device_url: str = "Device authorization URL"
    discovery: str = "Discovery"
    server: str = "Server"
    variables: str = "Variables"
    external_example: str = "External example"
    external_docs: str = "External documentation"
    shortened: str = "shortened"
    version: str = "Version"
    contact: str = "Contact"
    license: str = "License"
    terms: str = "Terms of service"
    operations: str = "Operations"
    download: str = "Download the OpenAPI document"
    download_channels: str = "Download the AsyncAPI document"
    body: str = "Body"
    authorization: str = "Authorization"
    code_samples: str = "Code samples"
    callback: str = "Callback"
    servers: str = "Servers"
    callbacks: str = "Callbacks"
    informational: str = "Informational"
    success: str = "Success"
    redirection: str = "Redirection"
    client_error: str = "Client error"
    server_error: str = "Server error"
    message: str = "Message"
    messages: str = "Messages"
    payload: str = "Payload"
    reply: str = "Reply"
    channel: str = "Channel"
    application_sends: str = "The application sends messages to this channel."
    application_receives: str = "The application receives messages from this channel."
    correlation_id: str = "Correlation ID"
    location: str = "Location"
    schema_format: str = "Schema format"
    tags: str = "Tags"
    user_password: str = "User and password"  # noqa: S105 - a label
    symmetric_encryption: str = "Symmetric encryption"
    asymmetric_encryption: str = "Asymmetric encryption"
    leads_to: str = "→"
    rule_pattern: str = "pattern"
    rule_multiple_of: str = "multiple of"
    rule_items: str = "items"
    rule_contradictory: str = "contradictory"
    rule_encoding: str = "encoding"
    rule_media_type: str = "media type"
    rule_length: str = "length"
    rule_range: str = "range"
    rule_properties: str = "properties"
    rule_min_length: str = "min length"
    rule_max_length: str = "max length"
    rule_min_items: str = "min items"
    rule_max_items: str = "max items"
    rule_min_properties: str = "min properties"
    rule_max_properties: str = "max properties"
    rule_min_contains: str = "min contains"
    rule_max_contains: str = "max contains"
    rule_exactly_one_of: str = "exactly one of"
    rule_at_least_one_of: str = "at least one of"
    rule_contains: str = "contains"
    rule_property_names: str = "property names"
    rule_other_items: str = "other items"
    rule_not_together: str = "not together"
    rule_not_allowed: str = "not allowed"
    rule_with: str = "with {name}"
    added_in: str = "Added in"
    changed_in: str = "Changed in"
    deprecated_in: str = "Deprecated since"
    values_added_in: str = "Added in {version}"
    history: str = "History"
    same_status: str = "All operations with this status"
    value_unique: str = "unique"
    value_none: str = "none"
    not_allowed_here: str = "not allowed here"
    value_contradictory: str = "no value is allowed by all rules"
    value_requires: str = "requires {names}"
    value_matching: str = "{type} matching {pattern}"
    type_any: str = "any"
    type_never: str = "never"
    type_unresolved: str = "unresolved"
    type_map: str = "map of {type}"
    type_one_of: str = "one of {types}"
    type_any_of: str = "any of {types}"
    callout_note: str = "Note"
    callout_warning: str = "Warning"
    callout_tip: str = "Tip"
    callout_info: str = "Info"
    callout_danger: str = "Danger"
    callout_error: str = "Error"
    callout_caution: str = "Caution"
    callout_check: str = "Done"
    callout_important: str = "Important"
    flow_implicit: str = "implicit"
    flow_password: str = "password"  # noqa: S105 - the name of a flow
    flow_client_credentials: str = "client credentials"
    flow_authorization_code: str = "authorization code"
    flow_device_authorization: str = "device authorization"

    def flow(self, name: str) -> str:
        """The name of an OAuth flow (``authorizationCode``) as words."""
        words = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
        return str(getattr(self, f"flow_{words}", words.replace("_", " ")))

    def callout(self, kind: str) -> str:
        """The title of a callout of *kind* that has none."""
        return str(getattr(self, f"callout_{kind}"))

    @classmethod
    def translated(cls, translate: Callable[[str], str]) -> Wording:
        """The labels translated by *translate*."""
        return cls(**{field.name: translate(str(field.default)) for field in fields(cls)})


def fill(template: str, **values: str) -> str:
    """*template* with each ``{name}`` of *values* filled in; other braces are text."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def place_words(place: str, words: Wording) -> str:
    """The heading of the parameters of *place*."""
    return {
        "path": words.path, "query": words.query, "header": words.header,
        "cookie": words.cookie, "querystring": words.querystring, "channel": words.parameters,
    }.get(place, place)  # fmt: skip


def variant_words(kind: str, words: Wording) -> str:
    """The label of a group of alternatives."""
    return {"oneOf": words.one_of, "anyOf": words.any_of, "allOf": words.all_of}.get(kind, kind)


def used_in(words: Wording, *, sent: bool, received: bool) -> str:
    """Where an operation uses a schema: in its request, in a response, or in both."""
    return ", ".join(
        word for word, is_there in ((words.request, sent), (words.response, received)) if is_there
    )
