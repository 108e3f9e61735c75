"""The rules: every kind of change that is reported, with its level.

Which of them break clients follows oasdiff's published checks: whatever narrows a request or widens
a response. Where an OpenAPI document is more specific (a default, ``readOnly``, an extensible
enum), there is a separate rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sphinx_navapi.locale.wording import fill


class ChangeLevel(StrEnum):
    """The effect of a change on clients written for the old version.

    A breaking change makes some of them fail, a warning may do so, an info does not.
    """

    BREAKING = "breaking"
    WARNING = "warning"
    INFO = "info"


_B, _W, _I = ChangeLevel.BREAKING, ChangeLevel.WARNING, ChangeLevel.INFO


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A kind of change.

    :ivar text: message template, with fields in braces.
    :ivar meaning: a sentence for the reference.
    """

    id: str
    level: ChangeLevel
    text: str
    meaning: str

    def say(
        self,
        words: Iterable[tuple[str, str]],
        translate: Callable[[str], str] | None = None,
    ) -> str:
        """The sentence with its *words*, translated if *translate* knows it."""
        return fill(translate(self.text) if translate else self.text, **dict(words))


#: Id, level, text and meaning of changes without a direction, or with only one.
_PLAIN: Final = (
    ("operation-removed", _B, "the operation was removed",
     "An operation was removed without being deprecated first."),
    ("operation-removed-before-sunset", _B, "the operation was removed before its sunset, {date}",
     "A deprecated operation was removed before its `x-sunset` date."),
    ("deprecated-operation-removed", _I, "the deprecated operation was removed",
     "A deprecated operation was removed on or after its `x-sunset` date."),
    ("operation-added", _I, "the operation was added", "An operation is new."),
    ("operation-deprecated", _I, "the operation is now deprecated",
     "An operation became deprecated."),
    ("operation-no-longer-deprecated", _I, "the operation is no longer deprecated",
     "An operation is no longer deprecated."),
    ("sunset-brought-forward", _B, "the sunset was brought forward from {old} to {new}",
     "`x-sunset` of a deprecated operation is an earlier date."),
    ("sunset-removed", _B, "the sunset, {old}, was removed",
     "A deprecated operation no longer has `x-sunset`."),
    ("stability-lowered", _B, "the stability level fell from {old} to {new}",
     "`x-stability-level` fell (stable, beta, alpha, draft)."),
    ("stability-raised", _I, "the stability level rose from {old} to {new}",
     "`x-stability-level` rose."),
    ("operation-id-changed", _I, "the operationId changed from {old} to {new}",
     "`operationId` changed: names in generated code change."),
    ("tag-added", _I, "the tag {name} was added", "An operation has a new tag."),
    ("tag-removed", _I, "the tag {name} was removed", "A tag of an operation was removed."),
    ("path-parameter-renamed", _I, "the path parameter {old} was renamed to {new}",
     "A path parameter was renamed; URLs stay the same."),
    ("server-removed", _W, "the server {name} was removed", "A server is no longer listed."),
    ("server-added", _I, "the server {name} was added", "A server is new."),
    ("webhook-removed", _B, "the webhook was removed", "A webhook is gone."),
    ("webhook-added", _I, "the webhook was added", "A webhook is new."),
    ("callback-removed", _W, "the callback {name} was removed", "A callback is gone."),
    ("callback-added", _I, "the callback {name} was added", "A callback is new."),
    ("new-required-request-parameter", _B, "the parameter was added, and is required",
     "A new parameter is required."),
    ("new-optional-request-parameter", _I, "the parameter was added, and is optional",
     "A new parameter is optional."),
    ("request-parameter-removed", _W, "the parameter was removed",
     "A parameter was removed: if clients still send it, it is ignored or rejected."),
    ("deprecated-request-parameter-removed", _I, "the deprecated parameter was removed",
     "A deprecated parameter was removed."),
    ("request-parameter-became-required", _B, "the parameter became required",
     "An optional parameter is now required."),
    ("request-parameter-became-optional", _I, "the parameter became optional",
     "A required parameter is now optional."),
    ("request-parameter-moved", _B, "the parameter moved from {old} to {new}",
     "A parameter moved, for example from the query to a header."),
    ("request-parameter-serialization-changed", _B, "{what} changed from {old} to {new}",
     "`style`, `explode` or the media type of a parameter changed: it is serialized differently."),
    ("request-parameter-deprecated", _I, "the parameter is now deprecated",
     "A parameter became deprecated."),
    ("request-parameter-no-longer-deprecated", _I, "the parameter is no longer deprecated",
     "A parameter is no longer deprecated."),
    ("webhook-parameter-removed", _B, "the required parameter was removed",
     "A required parameter of a webhook or callback is no longer sent."),
    ("webhook-optional-parameter-removed", _W, "the optional parameter was removed",
     "An optional parameter of a webhook or callback is no longer sent."),
    ("webhook-parameter-became-optional", _B, "the parameter became optional",
     "A required parameter of a webhook or callback is now optional."),
    ("webhook-parameter-became-required", _I, "the parameter is now always sent",
     "An optional parameter of a webhook or callback is now required."),
    ("webhook-parameter-added", _I, "the parameter was added",
     "A parameter of a webhook or callback is new."),
    ("request-body-added", _B, "a required request body was added",
     "A request now requires a body."),
    ("optional-request-body-added", _I, "an optional request body was added",
     "A request may now have a body."),
    ("request-body-removed", _B, "the request body was removed", "A request no longer has a body."),
    ("request-body-became-required", _B, "the request body became required",
     "An optional body is now required."),
    ("request-body-became-optional", _I, "the request body became optional",
     "A required body is now optional."),
    ("request-media-type-removed", _B, "the media type {name} was removed",
     "A request body is no longer accepted in a media type."),
    ("request-media-type-added", _I, "the media type {name} was added",
     "A request body is accepted in another media type."),
    ("request-encoding-changed", _W, "the encoding of {name} changed",
     "`encoding` of a form or multipart body changed."),
    ("success-status-removed", _B, "the response was removed",
     "A success status (2XX) was removed."),
    ("success-status-added", _I, "the response was added", "A success status (2XX) was added."),
    ("other-status-removed", _I, "the response was removed",
     "A status other than 2XX was removed."),
    ("other-status-added", _I, "the response was added", "A status other than 2XX was added."),
    ("response-body-removed", _B, "the body was removed", "A response no longer has a body."),
    ("response-body-added", _I, "a body was added", "A response now has a body."),
    ("response-body-became-optional", _B, "the body became optional",
     "A required body of a webhook or callback is now optional."),
    ("response-body-became-required", _I, "the body is now always sent",
     "An optional body of a webhook or callback is now required."),
    ("response-media-type-removed", _B, "the media type {name} was removed",
     "A response is no longer available in a media type."),
    ("response-media-type-added", _I, "the media type {name} was added",
     "A response is available in another media type."),
    ("response-encoding-changed", _W, "the encoding of {name} changed",
     "`encoding` of a form or multipart body changed."),
    ("response-header-removed", _B, "the required header was removed",
     "A required response header was removed."),
    ("response-optional-header-removed", _W, "the optional header was removed",
     "An optional response header was removed."),
    ("response-header-became-optional", _B, "the header became optional",
     "A required response header is now optional."),
    ("response-header-became-required", _I, "the header is now always sent",
     "An optional response header is now required."),
    ("response-header-added", _I, "the header was added", "A response has a new header."),
    ("link-removed", _W, "the link {name} was removed", "A response link was removed."),
    ("link-added", _I, "the link {name} was added", "A response has a new link."),
    ("security-added", _B, "credentials are now required: {name}",
     "An operation now requires credentials."),
    ("security-alternative-removed", _B, "{name} is no longer accepted",
     "Credentials that were accepted are now rejected."),
    ("security-scope-added", _B, "{name} needs the scope {scope}",
     "Credentials need another scope."),
    ("security-alternative-added", _I, "{name} is now accepted, too",
     "Another way to authenticate was added."),
    ("security-scope-removed", _I, "{name} no longer needs the scope {scope}",
     "Credentials no longer need a scope."),
    ("security-removed", _I, "credentials are no longer required",
     "An operation no longer requires credentials."),
    ("security-scheme-changed", _B, "{what} of {name} changed from {old} to {new}",
     "Credentials are sent differently: the type, name or location of a scheme changed."),
    ("oauth-flow-removed", _B, "{name} no longer has the flow {flow}",
     "An OAuth 2.0 flow was removed."),
    ("oauth-flow-added", _I, "{name} now also has the flow {flow}", "An OAuth 2.0 flow was added."),
    ("oauth-url-changed", _W, "{what} of {name} changed from {old} to {new}",
     "A URL of OAuth 2.0 or OpenID Connect changed."),
    ("oauth-scope-removed", _W, "{name} no longer has the scope {scope}",
     "A scope was removed."),
    ("oauth-scope-added", _I, "{name} now also has the scope {scope}", "A scope is new."),
    ("request-required-property-added", _B, "the required property was added",
     "A new request property is required."),
    ("request-required-property-with-default-added", _I,
     "the required property was added, with a default",
     "A new request property is required but has a default."),
    ("request-optional-property-added", _I, "the optional property was added",
     "A new request property is optional."),
    ("request-property-removed", _W, "the property was removed",
     "A request property was removed: if clients still send it, it is ignored or rejected."),
    ("request-property-forbidden", _B, ("the property was removed, and additional properties are"
    " not allowed"),
     "A request property was removed, and `additionalProperties` is false: it is rejected."),
    ("request-property-became-required", _B, "the property became required",
     "An optional request property is now required."),
    ("request-property-with-default-became-required", _I,
     "the property became required, with a default",
     "An optional request property is now required but has a default."),
    ("request-property-became-optional", _I, "the property became optional",
     "A required request property is now optional."),
    ("request-property-became-read-only", _W, "the property became read-only",
     "A property can no longer be sent."),
    ("request-required-property-no-longer-read-only", _B,
     "the property, which is required, is no longer read-only",
     "A required property was only in responses, and must now be sent."),
    ("request-property-no-longer-read-only", _I, "the property is no longer read-only",
     "An optional property was only in responses, and may now be sent."),
    ("response-required-property-removed", _B, "the required property was removed",
     "A required response property was removed."),
    ("response-optional-property-removed", _W, "the optional property was removed",
     "An optional response property was removed."),
    ("response-property-added", _I, "the property was added", "A response property was added."),
    ("response-property-became-optional", _B, "the property became optional",
     "A required response property is now optional."),
    ("response-property-became-required", _I, "the property is now always present",
     "An optional response property is now required."),
    ("response-required-property-became-write-only", _B,
     "the required property became write-only",
     "A required property is no longer in responses."),
    ("response-property-became-write-only", _W, "the property became write-only",
     "An optional property is no longer in responses."),
    ("response-property-no-longer-write-only", _I, "the property is no longer write-only",
     "A property is now in responses."),
    ("comparison-incomplete", _W, "the documents are too large to compare completely",
     "Too many schemas differ to compare all of them."),
)  # fmt: skip

#: Changes of schemas in both directions: suffix of the id, level in a request, level in a response,
#: text and meaning. The id starts with ``request-`` or ``response-``.
_OF_SCHEMAS: Final = (
    ("type-changed", _B, _B, "the type changed from {old} to {new}",
     "Neither type includes the other."),
    ("type-narrowed", _B, _I, "the type was narrowed from {old} to {new}",
     "Fewer types are allowed, such as `integer` instead of `number`."),
    ("type-widened", _I, _B, "the type was widened from {old} to {new}",
     "More types are allowed, such as `number` instead of `integer`."),
    ("became-nullable", _I, _B, "`null` is allowed now", "`null` is allowed now."),
    ("no-longer-nullable", _B, _I, "`null` is no longer allowed",
     "`null` is no longer allowed."),
    ("format-changed", _B, _B, "the format changed from {old} to {new}",
     "Neither format includes the other."),
    ("format-narrowed", _B, _I, "the format changed from {old} to {new}",
     "A format was added or narrowed, for example from `int64` to `int32`."),
    ("format-widened", _I, _B, "the format changed from {old} to {new}",
     "The format was removed or widened."),
    ("enum-value-removed", _B, _I, "the value {value} was removed",
     "An enum value was removed."),
    ("enum-value-added", _I, _W, "the value {value} was added", "An enum value was added."),
    ("extensible-enum-value-added", _I, _I, "the value {value} was added",
     "A value was added to an open enum (`x-extensible-enum`)."),
    ("enum-added", _B, _I, "only these values are allowed now: {values}",
     "An enum was added; before, any value was allowed."),
    ("enum-removed", _I, _W, "any value is now allowed", "The enum was removed."),
    ("const-changed", _B, _B, "the value changed from {old} to {new}",
     "The only value that is allowed changed (`const`)."),
    ("range-tightened", _B, _I, "{what} changed from {old} to {new}",
     "`minimum`, `maximum`, `exclusiveMinimum` or `exclusiveMaximum` allow less."),
    ("range-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`minimum`, `maximum`, `exclusiveMinimum` or `exclusiveMaximum` allow more."),
    ("length-tightened", _B, _I, "{what} changed from {old} to {new}",
     "`minLength` or `maxLength` allow less."),
    ("length-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`minLength` or `maxLength` allow more."),
    ("item-count-tightened", _B, _I, "{what} changed from {old} to {new}",
     "`minItems` or `maxItems` allow less."),
    ("item-count-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`minItems` or `maxItems` allow more."),
    ("property-count-tightened", _B, _I, "{what} changed from {old} to {new}",
     "`minProperties` or `maxProperties` allow less."),
    ("property-count-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`minProperties` or `maxProperties` allow more."),
    ("multiple-of-tightened", _B, _I, "{what} changed from {old} to {new}",
     "`multipleOf` allows less."),
    ("multiple-of-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`multipleOf` allows more."),
    ("multiple-of-changed", _B, _B, "{what} changed from {old} to {new}",
     "`multipleOf` allows other numbers: neither is a multiple of the other."),
    ("unique-items-added", _B, _I, "items must now be unique", "`uniqueItems` became true."),
    ("unique-items-removed", _I, _B, "items no longer need to be unique",
     "`uniqueItems` is no longer true."),
    ("pattern-added", _B, _I, "the pattern {new} was added", "A `pattern` was added."),
    ("pattern-removed", _I, _B, "the pattern {old} was removed",
     "The `pattern` was removed."),
    ("pattern-changed", _W, _W, "the pattern changed from {old} to {new}",
     "`pattern` changed: whether it allows less or more is unknown."),
    ("additional-properties-forbidden", _B, _I, "additional properties are no longer allowed",
     "`additionalProperties` became false."),
    ("additional-properties-allowed", _I, _W, "additional properties are now allowed",
     "`additionalProperties` is no longer false."),
    ("variant-removed", _B, _I, "the variant {name} was removed",
     "A schema was removed from `oneOf` or `anyOf`."),
    ("variant-added", _I, _B, "the variant {name} was added",
     "A schema was added to `oneOf` or `anyOf`."),
    ("variants-introduced", _B, _I, "it must now be one of: {names}",
     "`oneOf` or `anyOf` was added."),
    ("variants-dropped", _I, _B, "it no longer needs to be one of: {names}",
     "`oneOf` or `anyOf` was removed."),
    ("discriminator-added", _I, _I, "the discriminator {new} was added",
     "A discriminator was added."),
    ("discriminator-removed", _W, _W, "the discriminator {old} was removed",
     "The discriminator was removed."),
    ("discriminator-changed", _W, _W, "the discriminator changed from {old} to {new}",
     "Another property distinguishes the variants."),
    ("discriminator-mapping-changed", _W, _W, "{name} now maps to another schema",
     "A value of the discriminator maps to another schema, or to none."),
    ("default-added", _I, _I, "the default {new} was added", "A default was added."),
    ("default-removed", _W, _I, "the default {old} was removed", "The default was removed."),
    ("default-changed", _W, _I, "the default changed from {old} to {new}",
     "The default changed: clients that omit the value get something else."),
    ("property-deprecated", _I, _I, "it is deprecated now", "A schema became deprecated."),
    ("property-no-longer-deprecated", _I, _I, "it is no longer deprecated",
     "A schema is no longer deprecated."),
    ("content-encoding-changed", _B, _B, "{what} changed from {old} to {new}",
     "`contentMediaType` or `contentEncoding` changed."),
    ("schema-added", _B, _I, "a schema was added: anything was allowed before",
     "A schema was added; before, anything was allowed."),
    ("schema-removed", _I, _B, "the schema was removed: anything is allowed now",
     "The schema was removed: anything is allowed."),
    ("condition-added", _B, _I, "{what} was added",
     "`not`, `if`, `contains`, `dependentRequired` or a similar keyword was added."),
    ("condition-removed", _I, _B, "{what} was removed",
     "One of these keywords was removed."),
    ("condition-changed", _W, _W, "{what} changed",
     "One of these keywords changed: whether it allows less or more is unknown."),
)  # fmt: skip

REQUEST, RESPONSE = "request", "response"


def _all_rules() -> Iterator[ChangeRule]:
    for id_, level, text, meaning in _PLAIN:
        yield ChangeRule(id_, level, text, meaning)
    for end, in_request, in_response, text, meaning in _OF_SCHEMAS:
        yield ChangeRule(f"{REQUEST}-{end}", in_request, text, meaning)
        yield ChangeRule(f"{RESPONSE}-{end}", in_response, text, meaning)


#: Suffixes of the ids of schema rules, in requests and in responses.
SCHEMA_RULES: Final = tuple(end for end, *_ in _OF_SCHEMAS)

#: All rules by id, in the order of the reference.
RULES: Final[Mapping[str, ChangeRule]] = {rule.id: rule for rule in _all_rules()}
