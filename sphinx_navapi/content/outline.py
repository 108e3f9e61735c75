"""What the parts of a page say, in the order in which every writer says it.

HTML, docutils nodes and Markdown differ in form only; what a row of a schema
states, which media types share a schema, and how a security scheme is put into
words is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.schema.schema import SchemaBook, needs_row
from sphinx_navapi.openapi.schema.type_label import Condition
from sphinx_navapi.openapi.view import (
    Direction,
    MediaTypeView,
    OperationView,
    ParameterView,
    SchemaView,
)

#: Order of the places of parameters on a page.
PLACES = ("path", "query", "querystring", "header", "cookie")

#: More values than these are folded away.
SHORT_ENUM = 12

#: Values of a row (defaults, examples) longer than this are cut.
LONGEST_VALUE = 400


def value_text(value: Any) -> str:
    """*value* in one line as a reader would say it: strings bare where nothing is lost."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def by_place(parameters: Iterable[ParameterView]) -> list[tuple[str, list[ParameterView]]]:
    """*parameters* per place, in the order of `PLACES`; the deprecated ones last."""
    groups: dict[str, list[ParameterView]] = {}
    for parameter in parameters:
        groups.setdefault(parameter.place, []).append(parameter)
    order = [*PLACES, *sorted(groups.keys() - set(PLACES))]
    return [
        (place, sorted(groups[place], key=lambda parameter: parameter.deprecated))
        for place in order
        if place in groups
    ]


@dataclass(frozen=True, slots=True)
class MediaGroup:
    """Media types that have the same schema: shown once. :ivar first: whose facts hold."""

    media_types: tuple[str, ...]
    first: MediaTypeView


def media_groups(content: Iterable[MediaTypeView], book: SchemaBook) -> list[MediaGroup]:
    """*content* in order; media types that refer to one component are one group."""
    groups: dict[object, list[MediaTypeView]] = {}
    for media in content:
        key: object = media.media_type
        if media.schema and not media.encoding and not media.item_schema:
            target = book.view(media.schema).target
            if target != media.schema:
                key = (target,)
        groups.setdefault(key, []).append(media)
    return [
        MediaGroup(tuple(media.media_type for media in group), group[0])
        for group in groups.values()
    ]


def place_words(place: str, words: Wording) -> str:
    """The heading of the parameters of *place*."""
    return {
        "path": words.path, "query": words.query, "header": words.header,
        "cookie": words.cookie, "querystring": words.querystring,
    }.get(place, place)  # fmt: skip


def status_phrase(status: str, words: Wording) -> str:
    """What an HTTP status says: the reason phrase of a code, words for a class of codes.

    ``""`` for ``default`` and unknown codes. Reason phrases are part of the protocol.
    """
    try:
        return HTTPStatus(int(status)).phrase
    except ValueError:
        if status[1:].upper() != "XX":
            return ""
    return {
        "1": words.informational, "2": words.success, "3": words.redirection,
        "4": words.client_error, "5": words.server_error,
    }.get(status[:1], "")  # fmt: skip


def variant_words(kind: str, words: Wording) -> str:
    """The label of a group of alternatives."""
    return {"oneOf": words.one_of, "anyOf": words.any_of, "allOf": words.all_of}.get(kind, kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A schema that nests below another.

    :ivar kind: ``property``, ``pattern``, ``additional``, ``items``, ``item`` (of a
        tuple), ``variant``, ``negated``, ``conditional``.
    :ivar name: of a property; a position.
    :ivar group: of a variant: ``oneOf``, ``anyOf`` or ``allOf``.
    :ivar condition: of a conditional one.
    :ivar folded: it has no row of its own: its children stand in its place.
    """

    kind: str
    name: str
    schema: str
    required: bool = False
    group: str = ""
    condition: Condition | None = None
    folded: bool = False


def children(view: SchemaView, book: SchemaBook, direction: Direction) -> list[Child]:
    """What nests directly below *view*, in the order of a page."""
    found = [
        Child(
            kind="pattern" if child.pattern else "property",
            name=child.name,
            schema=child.schema,
            required=child.required,
        )
        for child in view.properties
    ]
    if isinstance(view.additional, str):
        # "map of Pet" says it: the rows of Pet follow, as those of an array's items do.
        folded = not found and not needs_row(book.view(view.additional, direction))
        found.append(Child(kind="additional", name="", schema=view.additional, folded=folded))
    if view.items is not None:
        folded = not needs_row(book.view(view.items, direction))
        found.append(Child(kind="items", name="", schema=view.items, folded=folded))
    found.extend(
        Child(kind="item", name=str(position), schema=schema)
        for position, schema in enumerate(view.prefix_items)
    )
    for group in view.variants:
        found.extend(
            Child(kind="variant", name="", schema=schema, group=group.kind)
            for schema in group.schemas
        )
    if view.negated is not None:
        found.append(Child(kind="negated", name="", schema=view.negated))
    found.extend(
        Child(kind="conditional", name="", schema=condition.schema, condition=condition)
        for condition in view.conditional
    )
    return found


def shown_kinds(view: OperationView) -> tuple[str, ...]:
    """The kinds of blocks that have something to show, in the order of a page."""
    shown = {
        "security": bool(view.security),
        "parameters": bool(view.parameters),
        "body": view.body is not None,
        "responses": bool(view.responses),
        "callbacks": bool(view.callbacks),
        "samples": bool(
            not view.incoming
            or view.code_samples
            or (view.body and view.body.content)
            or any(response.content for response in view.responses)
        ),
    }
    return tuple(kind for kind, is_shown in shown.items() if is_shown)
