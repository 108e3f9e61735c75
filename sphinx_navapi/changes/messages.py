"""Bodies and responses of two versions of an operation.

A client sends the body of a request and receives that of a response. In webhooks and callbacks it
is the other way round: the rules of responses apply to their requests.
"""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_navapi.changes.change import quoted
from sphinx_navapi.changes.collector import ChangeCollector
from sphinx_navapi.changes.parameters import compare_headers
from sphinx_navapi.changes.rules import REQUEST, RESPONSE
from sphinx_navapi.openapi.view import (
    BodyView,
    EncodingView,
    MediaTypeView,
    OperationView,
    ResponseView,
)


def compare_bodies(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the request bodies."""
    sent = not new.incoming
    place = ("request body",)
    before, after = old.body, new.body
    if before is None or after is None:
        if after is not None:
            collector.tell(_added_body(after, sent=sent), place)
        elif before is not None:
            collector.tell(f"{_kind(sent)}-body-removed", place)
        return
    if before.required != after.required:
        end = "required" if after.required else "optional"
        collector.tell(f"{_kind(sent)}-body-became-{end}", place)
    _compare_content(before.content, after.content, place, collector, sent=sent)


def compare_responses(old: OperationView, new: OperationView, collector: ChangeCollector) -> None:
    """Compare the responses by status."""
    before = {_status(response): response for response in old.responses}
    after = {_status(response): response for response in new.responses}
    for status, response in before.items():
        if status in after:
            _compare_response(response, after[status], collector, sent=new.incoming)
        elif f"{status[0]}XX" not in after:
            kind = "success" if status[0] == "2" else "other"
            collector.tell(f"{kind}-status-removed", _response_place(response))
    for status, response in after.items():
        if status not in before and f"{status[0]}XX" not in before:
            kind = "success" if status[0] == "2" else "other"
            collector.tell(f"{kind}-status-added", _response_place(response))


def _kind(sent: bool) -> str:
    return REQUEST if sent else RESPONSE


def _added_body(body: BodyView, *, sent: bool) -> str:
    if not sent:
        return "response-body-added"
    return "request-body-added" if body.required else "optional-request-body-added"


def _status(response: ResponseView) -> str:
    return response.status.upper()


def _response_place(response: ResponseView) -> tuple[str]:
    return (f"response {quoted(response.status)}",)


def _compare_response(
    old: ResponseView, new: ResponseView, collector: ChangeCollector, *, sent: bool
) -> None:
    place = _response_place(new)
    compare_headers(old.headers, new.headers, place, collector, sent=sent)
    if bool(old.content) != bool(new.content):
        end = "added" if new.content else "removed"
        if not sent:
            collector.tell(f"response-body-{end}", place)
        else:
            rule = "optional-request-body-added" if new.content else "request-body-removed"
            collector.tell(rule, place)
    else:
        _compare_content(old.content, new.content, place, collector, sent=sent)
    before, after = ([link.name for link in each.links] for each in (old, new))
    collector.tell_names("link", before, after, place)


def _compare_content(
    old: Iterable[MediaTypeView],
    new: Iterable[MediaTypeView],
    place: tuple[str, ...],
    collector: ChangeCollector,
    *,
    sent: bool,
) -> None:
    before, after = list(old), list(new)
    for media in before:
        other = _same_media_type(media, before, after)
        if other is None:
            words = {"name": quoted(media.media_type)}
            collector.tell(f"{_kind(sent)}-media-type-removed", place, media.pointer, **words)
            continue
        inner = (*place, quoted(other.media_type)) if len(after) > 1 else place
        collector.add_schemas(inner, media.schema, other.schema, sent=sent)
        item = (*inner, "each item")
        collector.add_schemas(item, media.item_schema, other.item_schema, sent=sent)
        _compare_encodings(media, other, inner, collector, sent=sent)
    for media in after:
        if _same_media_type(media, after, before) is None:
            words = {"name": quoted(media.media_type)}
            collector.tell(f"{_kind(sent)}-media-type-added", place, None, media.pointer, **words)


def _same_media_type(
    media: MediaTypeView, own: list[MediaTypeView], others: list[MediaTypeView]
) -> MediaTypeView | None:
    """The matching one of *others*: by name, or by name without parameters."""
    name = _normal(media.media_type)
    for other in others:
        if _normal(other.media_type) == name:
            return other
    kind = name.partition(";")[0]
    names = {_normal(each.media_type) for each in own}
    left = [
        other
        for other in others
        if _normal(other.media_type).partition(";")[0] == kind
        and _normal(other.media_type) not in names
    ]
    return left[0] if len(left) == 1 else None


def _normal(media_type: str) -> str:
    return "".join(media_type.lower().split())


def _compare_encodings(
    old: MediaTypeView,
    new: MediaTypeView,
    place: tuple[str, ...],
    collector: ChangeCollector,
    *,
    sent: bool,
) -> None:
    before = {encoding.property_name: encoding for encoding in old.encoding}
    after = {encoding.property_name: encoding for encoding in new.encoding}
    for name in dict.fromkeys((*before, *after)):
        if _written(before.get(name)) != _written(after.get(name)):
            rule = f"{_kind(sent)}-encoding-changed"
            collector.tell(rule, place, old.pointer, new.pointer, name=quoted(name))


def _written(encoding: EncodingView | None) -> tuple[object, ...]:
    """How a property is serialized."""
    if encoding is None:
        return (None, "form", True, False)
    return encoding.content_type, encoding.style, encoding.explode, encoding.allow_reserved
