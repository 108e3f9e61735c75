"""The words that blocks of a page are labelled with, in one place for every writer.

A label of a type is made once for a document, in English, and shown on pages in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields


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
    option: str = "Option"
    chosen_by: str = "Chosen by"
    otherwise: str = "otherwise"
    recursive: str = "see above"
    unresolved: str = "The reference leads nowhere"
    combines: str = "Combines"
    more: str = "More"
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
    request_body: str = "Request body"
    response: str = "Response"
    responses: str = "Responses"
    parameters: str = "Parameters"
    alternative: str = "or"
    all_together: str = "and"
    no_authorization: str = "No authorization"
    scopes: str = "Scopes"
    roles: str = "Roles"
    api_key: str = "API key"
    http: str = "HTTP"
    oauth2: str = "OAuth 2.0"
    openid: str = "OpenID Connect"
    mutual_tls: str = "Mutual TLS"
    undeclared: str = "not declared in the document"
    in_header: str = "in the header"
    in_query: str = "in the query"
    in_cookie: str = "in the cookie"
    authorization_url: str = "Authorization URL"
    token_url: str = "Token URL"  # noqa: S105 - a label
    refresh_url: str = "Refresh URL"
    device_url: str = "Device authorization URL"
    discovery: str = "Discovery"
    server: str = "Server"
    variables: str = "Variables"
    external_example: str = "External example"
    shortened: str = "shortened"
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
    leads_to: str = "→"
    rule_pattern: str = "pattern"
    rule_multiple_of: str = "multiple of"
    rule_items: str = "items"
    rule_encoding: str = "encoding"
    rule_media_type: str = "media type"
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
    value_unique: str = "unique"
    value_none: str = "none"
    value_requires: str = "requires {names}"
    value_matching: str = "{type} matching {pattern}"
    type_any: str = "any"
    type_never: str = "never"
    type_unresolved: str = "unresolved"
    type_array: str = "array of {type}"
    type_map: str = "map of {type}"
    type_one_of: str = "one of {types}"
    type_any_of: str = "any of {types}"
    flow_implicit: str = "implicit"
    flow_password: str = "password"  # noqa: S105 - the name of a flow
    flow_client_credentials: str = "client credentials"
    flow_authorization_code: str = "authorization code"
    flow_device_authorization: str = "device authorization"

    def rule(self, label: str) -> str:
        """The *label* of a constraint; signs stay as they are, and so do names of properties."""
        if label.startswith("with "):
            return fill(self.rule_with, name=label.removeprefix("with "))
        return str(getattr(self, f"rule_{label.replace(' ', '_')}", label))

    def rule_value(self, label: str, value: str) -> str:
        """The *value* of the constraint *label*: words of it that are ours."""
        if label in ("contains", "property names"):
            of, matching, pattern = value.partition(" matching ")
            if not matching:
                return self.type_label(value)
            return fill(self.value_matching, type=self.type_label(of), pattern=pattern)
        if label.startswith("with ") and value.startswith("requires "):
            return fill(self.value_requires, names=value.removeprefix("requires "))
        return {
            ("items", "unique"): self.value_unique, ("other items", "none"): self.value_none,
        }.get((label, value), value)  # fmt: skip

    def type_label(self, label: str) -> str:
        """The type *label* of a schema view: ``array of string`` in these words.

        The names of JSON Schema's types and those of components stay.
        """
        # Most pages are in English: nothing to look for.
        return label if self.type_any == "any" else type_words(label, self)

    def flow(self, name: str) -> str:
        """The name of an OAuth flow (``authorizationCode``) as words."""
        words = "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
        return str(getattr(self, f"flow_{words}", words.replace("_", " ")))

    @classmethod
    def translated(cls, translate: Callable[[str], str]) -> Wording:
        """The words as *translate* gives them."""
        return cls(**{field.name: translate(str(field.default)) for field in fields(cls)})


def fill(template: str, **values: str) -> str:
    """*template* with each ``{name}`` of *values* filled in, once; other braces are text."""
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value, 1)
    return template


def type_words(label: str, words: Wording) -> str:
    """*label* (``array of string | null``) in *words*; what is no word of ours stays."""
    return " | ".join(_one(part, words) for part in _split(label, " | "))


def _one(label: str, words: Wording) -> str:
    start, of, rest = label.partition(" of ")
    if of and start == "array":
        return fill(words.type_array, type=_inner(rest, words))
    if of and start == "map":
        return fill(words.type_map, type=_inner(rest, words))
    if of and start in ("one", "any"):
        template = words.type_one_of if start == "one" else words.type_any_of
        return fill(template, types=_listed(rest, words))
    return {
        "any": words.type_any, "never": words.type_never, "unresolved": words.type_unresolved,
    }.get(label, label)  # fmt: skip


def _inner(label: str, words: Wording) -> str:
    if label.startswith("(") and label.endswith(")"):
        return f"({_listed(label[1:-1], words)})"
    return type_words(label, words)


def _listed(labels: str, words: Wording) -> str:
    return ", ".join(type_words(label, words) for label in _split(labels, ", "))


def _split(text: str, separator: str) -> Iterator[str]:
    """The parts of *text* between those *separators* that stand in no brackets."""
    depth = start = index = 0
    while index < len(text):
        if text[index] in "()":
            depth += 1 if text[index] == "(" else -1
        elif depth <= 0 and text.startswith(separator, index):
            yield text[start:index]
            index += len(separator)
            start = index
            continue
        index += 1
    yield text[start:]
