"""The rules: every kind of change that is told, with its level.

Which of them break clients follows oasdiff's published checks: what narrows a request, and
what widens a response. Where an OpenAPI document says more (a default, ``readOnly``, an
extensible enum), the rule is one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sphinx_navapi.locale.wording import fill


class ChangeLevel(StrEnum):
    """What a change means for clients that were written for the old version.

    A breaking change makes some of them fail, a warning may, an info does not.
    """

    BREAKING = "breaking"
    WARNING = "warning"
    INFO = "info"


_B, _W, _I = ChangeLevel.BREAKING, ChangeLevel.WARNING, ChangeLevel.INFO


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A kind of change.

    :ivar text: of a change, with fields in braces.
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
        """The sentence with its *words*, in another language where *translate* knows it."""
        return fill(translate(self.text) if translate else self.text, **dict(words))


#: Id, level, text and meaning of changes that have one direction or none.
_PLAIN: Final = (
    ("operation-removed", _B, "the operation was removed",
     "An operation that was not deprecated is gone."),
    ("operation-removed-before-sunset", _B, "the operation was removed before its sunset, {date}",
     "A deprecated operation is gone before the date of its `x-sunset`."),
    ("deprecated-operation-removed", _I, "the operation, which was deprecated, was removed",
     "A deprecated operation is gone, not before the date of its `x-sunset`."),
    ("operation-added", _I, "the operation was added", "An operation is new."),
    ("operation-deprecated", _I, "the operation is deprecated now",
     "An operation became deprecated."),
    ("operation-no-longer-deprecated", _I, "the operation is no longer deprecated",
     "An operation is no longer deprecated."),
    ("sunset-brought-forward", _B, "the sunset was brought forward from {old} to {new}",
     "`x-sunset` of a deprecated operation is an earlier date."),
    ("sunset-removed", _B, "the sunset, {old}, was removed",
     "A deprecated operation has no `x-sunset` any more."),
    ("stability-lowered", _B, "the stability level fell from {old} to {new}",
     "`x-stability-level` fell (stable, beta, alpha, draft)."),
    ("stability-raised", _I, "the stability level rose from {old} to {new}",
     "`x-stability-level` rose."),
    ("operation-id-changed", _I, "the operationId changed from {old} to {new}",
     "`operationId` changed: generated code has other names."),
    ("tag-added", _I, "the tag {name} was added", "An operation has another tag."),
    ("tag-removed", _I, "the tag {name} was removed", "An operation lost a tag."),
    ("path-parameter-renamed", _I, "the path parameter {old} is called {new}",
     "A variable of the path has another name; URLs stay the same."),
    ("server-removed", _W, "the server {name} was removed", "A server is no longer listed."),
    ("server-added", _I, "the server {name} was added", "A server is new."),
    ("webhook-removed", _B, "the webhook was removed", "A webhook is gone."),
    ("webhook-added", _I, "the webhook was added", "A webhook is new."),
    ("callback-removed", _W, "the callback {name} was removed", "A callback is gone."),
    ("callback-added", _I, "the callback {name} was added", "A callback is new."),
    ("new-required-request-parameter", _B, "the parameter was added, and is required",
     "A parameter is new, and required."),
    ("new-optional-request-parameter", _I, "the parameter was added, and is optional",
     "A parameter is new, and optional."),
    ("request-parameter-removed", _W, "the parameter was removed",
     "A parameter is gone: what clients send is ignored or refused."),
    ("deprecated-request-parameter-removed", _I, "the parameter, which was deprecated, was removed",
     "A deprecated parameter is gone."),
    ("request-parameter-became-required", _B, "the parameter became required",
     "An optional parameter is required now."),
    ("request-parameter-became-optional", _I, "the parameter became optional",
     "A required parameter is optional now."),
    ("request-parameter-moved", _B, "the parameter moved from {old} to {new}",
     "A parameter is in another place, such as a header instead of the query."),
    ("request-parameter-serialization-changed", _B, "{what} changed from {old} to {new}",
     "`style`, `explode` or the media type of a parameter changed: it is written differently."),
    ("request-parameter-deprecated", _I, "the parameter is deprecated now",
     "A parameter became deprecated."),
    ("request-parameter-no-longer-deprecated", _I, "the parameter is no longer deprecated",
     "A parameter is no longer deprecated."),
    ("webhook-parameter-removed", _B, "the parameter, which was always sent, was removed",
     "A required parameter of a webhook or callback is not sent any more."),
    ("webhook-optional-parameter-removed", _W, "the optional parameter was removed",
     "An optional parameter of a webhook or callback is not sent any more."),
    ("webhook-parameter-became-optional", _B, "the parameter became optional",
     "A required parameter of a webhook or callback is optional now."),
    ("webhook-parameter-became-required", _I, "the parameter is always sent now",
     "An optional parameter of a webhook or callback is required now."),
    ("webhook-parameter-added", _I, "the parameter was added",
     "A parameter of a webhook or callback is new."),
    ("request-body-added", _B, "a required request body was added",
     "There was no body, and now one is required."),
    ("optional-request-body-added", _I, "an optional request body was added",
     "There was no body, and now there may be one."),
    ("request-body-removed", _B, "the request body was removed", "A request has no body any more."),
    ("request-body-became-required", _B, "the request body became required",
     "An optional body is required now."),
    ("request-body-became-optional", _I, "the request body became optional",
     "A required body is optional now."),
    ("request-media-type-removed", _B, "the media type {name} was removed",
     "A request body is no longer accepted in a media type."),
    ("request-media-type-added", _I, "the media type {name} was added",
     "A request body is accepted in one more media type."),
    ("request-encoding-changed", _W, "the encoding of {name} changed",
     "`encoding` of a form or multipart body changed."),
    ("success-status-removed", _B, "the response was removed",
     "A successful status (2XX) is gone."),
    ("success-status-added", _I, "the response was added", "A successful status (2XX) is new."),
    ("other-status-removed", _I, "the response was removed",
     "A status other than 2XX is gone."),
    ("other-status-added", _I, "the response was added", "A status other than 2XX is new."),
    ("response-body-removed", _B, "the body was removed", "A response has no body any more."),
    ("response-body-added", _I, "a body was added", "A response had no body, and now has one."),
    ("response-body-became-optional", _B, "the body became optional",
     "A required body of a webhook or callback is optional now."),
    ("response-body-became-required", _I, "the body is always sent now",
     "An optional body of a webhook or callback is required now."),
    ("response-media-type-removed", _B, "the media type {name} was removed",
     "A response is no longer given in a media type."),
    ("response-media-type-added", _I, "the media type {name} was added",
     "A response is given in one more media type."),
    ("response-encoding-changed", _W, "the encoding of {name} changed",
     "`encoding` of a form or multipart body changed."),
    ("response-header-removed", _B, "the header, which was always sent, was removed",
     "A required header of a response is gone."),
    ("response-optional-header-removed", _W, "the optional header was removed",
     "An optional header of a response is gone."),
    ("response-header-became-optional", _B, "the header became optional",
     "A required header of a response is optional now."),
    ("response-header-became-required", _I, "the header is always sent now",
     "An optional header of a response is required now."),
    ("response-header-added", _I, "the header was added", "A response has one more header."),
    ("link-removed", _W, "the link {name} was removed", "A link of a response is gone."),
    ("link-added", _I, "the link {name} was added", "A response has one more link."),
    ("security-added", _B, "credentials are needed now: {name}",
     "An operation that needed no credentials needs them."),
    ("security-alternative-removed", _B, "{name} is no longer accepted",
     "Credentials that were enough are not accepted any more."),
    ("security-scope-added", _B, "{name} needs the scope {scope}",
     "Credentials need one more scope."),
    ("security-alternative-added", _I, "{name} is accepted, too",
     "There is one more way to authenticate."),
    ("security-scope-removed", _I, "{name} no longer needs the scope {scope}",
     "Credentials need one scope less."),
    ("security-removed", _I, "no credentials are needed any more",
     "An operation needs no credentials any more."),
    ("security-scheme-changed", _B, "{what} of {name} changed from {old} to {new}",
     "How credentials are sent changed: type, name or place of a scheme that is used."),
    ("oauth-flow-removed", _B, "{name} has no flow {flow} any more",
     "A flow of OAuth 2.0 is gone."),
    ("oauth-flow-added", _I, "{name} has the flow {flow}, too", "A flow of OAuth 2.0 is new."),
    ("oauth-url-changed", _W, "{what} of {name} changed from {old} to {new}",
     "A URL of OAuth 2.0 or OpenID Connect changed."),
    ("oauth-scope-removed", _W, "{name} has no scope {scope} any more",
     "A scope can no longer be asked for."),
    ("oauth-scope-added", _I, "{name} has the scope {scope}, too", "A scope is new."),
    ("request-required-property-added", _B, "the required property was added",
     "A property of a request is new, and required."),
    ("request-required-property-with-default-added", _I,
     "the required property was added, with a default",
     "A property of a request is new and required, but has a default."),
    ("request-optional-property-added", _I, "the optional property was added",
     "A property of a request is new, and optional."),
    ("request-property-removed", _W, "the property was removed",
     "A property of a request is gone: what clients send is ignored or refused."),
    ("request-property-forbidden", _B, "the property was removed, and no other ones are allowed",
     "A property of a request is gone, and `additionalProperties` is false: it is refused."),
    ("request-property-became-required", _B, "the property became required",
     "An optional property of a request is required now."),
    ("request-property-with-default-became-required", _I,
     "the property became required, with a default",
     "An optional property of a request is required now, but has a default."),
    ("request-property-became-optional", _I, "the property became optional",
     "A required property of a request is optional now."),
    ("request-property-became-read-only", _W, "the property became read-only",
     "A property can no longer be sent."),
    ("request-required-property-no-longer-read-only", _B,
     "the property, which is required, is no longer read-only",
     "A required property was only in responses, and must now be sent."),
    ("request-property-no-longer-read-only", _I, "the property is no longer read-only",
     "An optional property was only in responses, and may now be sent."),
    ("response-required-property-removed", _B, "the property, which was always there, was removed",
     "A required property of a response is gone."),
    ("response-optional-property-removed", _W, "the optional property was removed",
     "An optional property of a response is gone."),
    ("response-property-added", _I, "the property was added", "A property of a response is new."),
    ("response-property-became-optional", _B, "the property became optional",
     "A required property of a response is optional now."),
    ("response-property-became-required", _I, "the property is always there now",
     "An optional property of a response is required now."),
    ("response-required-property-became-write-only", _B,
     "the property, which was always there, became write-only",
     "A required property is no longer in responses."),
    ("response-property-became-write-only", _W, "the property became write-only",
     "An optional property is no longer in responses."),
    ("response-property-no-longer-write-only", _I, "the property is no longer write-only",
     "A property is in responses now."),
    ("comparison-incomplete", _W, "the documents are too large to compare whole",
     "So many schemas differ that not all of them were compared."),
)  # fmt: skip

#: What schemas of both directions can have: the end of the id, level in a request, level in
#: a response, text and meaning. The id begins with ``request-`` or ``response-``.
_OF_SCHEMAS: Final = (
    ("type-changed", _B, _B, "the type changed from {old} to {new}",
     "Neither type includes the other."),
    ("type-narrowed", _B, _I, "the type was narrowed from {old} to {new}",
     "Fewer types are allowed, as `integer` instead of `number`."),
    ("type-widened", _I, _B, "the type was widened from {old} to {new}",
     "More types are allowed, as `number` instead of `integer`."),
    ("became-nullable", _I, _B, "`null` is allowed now", "`null` is allowed now."),
    ("no-longer-nullable", _B, _I, "`null` is not allowed any more",
     "`null` is not allowed any more."),
    ("format-changed", _B, _B, "the format changed from {old} to {new}",
     "Neither format includes the other."),
    ("format-narrowed", _B, _I, "the format changed from {old} to {new}",
     "There is a format where there was none, or a narrower one, as `int32` instead of `int64`."),
    ("format-widened", _I, _B, "the format changed from {old} to {new}",
     "There is no format any more, or a wider one."),
    ("enum-value-removed", _B, _I, "the value {value} was removed",
     "A value of an enum is gone."),
    ("enum-value-added", _I, _W, "the value {value} was added", "An enum has one more value."),
    ("extensible-enum-value-added", _I, _I, "the value {value} was added",
     "An enum that `x-extensible-enum` calls open has one more value."),
    ("enum-added", _B, _I, "only some values are allowed now: {values}",
     "Any value was allowed, and now there is an enum."),
    ("enum-removed", _I, _W, "any value is allowed now", "There is no enum any more."),
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
     "`multipleOf` allows less, or other numbers."),
    ("multiple-of-loosened", _I, _B, "{what} changed from {old} to {new}",
     "`multipleOf` allows more."),
    ("unique-items-added", _B, _I, "items must be unique now", "`uniqueItems` became true."),
    ("unique-items-removed", _I, _B, "items need not be unique any more",
     "`uniqueItems` is no longer true."),
    ("pattern-added", _B, _I, "the pattern {new} was added", "There is a `pattern` now."),
    ("pattern-removed", _I, _B, "the pattern {old} was removed",
     "There is no `pattern` any more."),
    ("pattern-changed", _W, _W, "the pattern changed from {old} to {new}",
     "`pattern` changed: whether it allows less or more is not known."),
    ("additional-properties-forbidden", _B, _I, "other properties are not allowed any more",
     "`additionalProperties` became false."),
    ("additional-properties-allowed", _I, _W, "other properties are allowed now",
     "`additionalProperties` is no longer false."),
    ("variant-removed", _B, _I, "the variant {name} was removed",
     "A schema of `oneOf` or `anyOf` is gone."),
    ("variant-added", _I, _B, "the variant {name} was added",
     "`oneOf` or `anyOf` has one more schema."),
    ("variants-introduced", _B, _I, "it must be one of these now: {names}",
     "There is a `oneOf` or `anyOf` where there was none."),
    ("variants-dropped", _I, _B, "it need not be one of these any more: {names}",
     "There is no `oneOf` or `anyOf` any more."),
    ("discriminator-added", _I, _I, "the discriminator {new} was added",
     "There is a discriminator now."),
    ("discriminator-removed", _W, _W, "the discriminator {old} was removed",
     "There is no discriminator any more."),
    ("discriminator-changed", _W, _W, "the discriminator changed from {old} to {new}",
     "The property that tells variants apart is another one."),
    ("discriminator-mapping-changed", _W, _W, "{name} stands for another schema",
     "A value of the discriminator stands for another schema, or for none."),
    ("default-added", _I, _I, "the default {new} was added", "There is a default now."),
    ("default-removed", _W, _I, "the default {old} was removed", "There is no default any more."),
    ("default-changed", _W, _I, "the default changed from {old} to {new}",
     "The default changed: clients that leave the value out get something else."),
    ("property-deprecated", _I, _I, "it is deprecated now", "A schema became deprecated."),
    ("property-no-longer-deprecated", _I, _I, "it is no longer deprecated",
     "A schema is no longer deprecated."),
    ("content-encoding-changed", _B, _B, "{what} changed from {old} to {new}",
     "`contentMediaType` or `contentEncoding` changed."),
    ("schema-added", _B, _I, "a schema was added: anything was allowed before",
     "Anything was allowed, and now there is a schema."),
    ("schema-removed", _I, _B, "the schema was removed: anything is allowed now",
     "There is no schema any more: anything is allowed."),
    ("condition-added", _B, _I, "{what} was added",
     "There is a `not`, `if`, `contains`, `dependentRequired` or another such keyword now."),
    ("condition-removed", _I, _B, "{what} was removed",
     "There is one of these keywords less."),
    ("condition-changed", _W, _W, "{what} changed",
     "One of these keywords changed: whether it allows less or more is not known."),
)  # fmt: skip

REQUEST, RESPONSE = "request", "response"


def _all_rules() -> Iterator[ChangeRule]:
    for id_, level, text, meaning in _PLAIN:
        yield ChangeRule(id_, level, text, meaning)
    for end, in_request, in_response, text, meaning in _OF_SCHEMAS:
        yield ChangeRule(f"{REQUEST}-{end}", in_request, text, meaning)
        yield ChangeRule(f"{RESPONSE}-{end}", in_response, text, meaning)


#: Ends of the ids of rules that hold for schemas, in requests and in responses.
SCHEMA_RULES: Final = tuple(end for end, *_ in _OF_SCHEMAS)

#: All rules by id, in the order of the reference.
RULES: Final[Mapping[str, ChangeRule]] = {rule.id: rule for rule in _all_rules()}
