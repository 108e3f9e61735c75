"""The ids of the rows of operation and schema pages, which links from elsewhere rely on.

A property is ``body.user.name``; anything else on the way is after ``~``. The HTML writer takes its
ids from here; the walk over a tree lists them without writing anything.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sphinx_navapi.content.media_type import MediaType
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.schema.row import Expansion, Field, Subschemas

if TYPE_CHECKING:
    from sphinx_navapi.content.operation import OperationTree

#: Characters of a schema that are worth a link instead, and of all repeated ones that are shown in
#: full: few errors are easier to read in their place.
_WORTH_A_LINK = 2_000
_MOST_REPEATED = 30_000

#: Characters of all schemas from which on a page shows each component once, and of the fields of a
#: component that are worth a link there.
_LONG = 100_000
_WORTH_A_ROW = 500

_NO_ID = re.compile(r"[^\w-]+")


@lru_cache(maxsize=4096)
def slug_id(name: str) -> str:
    """*name* as a segment of an id: letters and digits of any script, ``_`` and ``-``."""
    return _NO_ID.sub("_", name) or "_"


def row_ids(below: Subschemas) -> Iterator[tuple[Field, str]]:
    """The fields of *below*, each with the suffix of its id; ``""``: that of the row above it.

    There is a number in it if another row has its name.
    """
    taken: set[str] = set()
    for field in below.fields:
        if field.kind == "variant":
            yield field, variant_id(field)
        elif field.folded:
            yield field, f"~{field.kind}" if taken else ""
        else:
            name = field.name if field.kind in ("property", "pattern", "item") else field.kind
            wanted = f"{'.' if field.kind == 'property' else '~'}{slug_id(name)}"
            ident = free_name(wanted, taken.__contains__)
            taken.add(ident)
            yield field, ident


def variant_id(field: Field) -> str:
    """The suffix of one of several alternatives."""
    return f"~o{field.name}"


def media_id(prefix: str, index: int) -> str:
    """The id of the media type at *index* of a body."""
    return f"{prefix}-{index}" if index else prefix


def response_id(status: str) -> str:
    """The id of a response."""
    return f"r{slug_id(status)}"


def operation_ids(operation: OperationTree, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The ids of all rows of *operation*, in display order, each with that of the row on the page.

    That is another one below schemas that are not repeated.

    :param prefix: of all of them, if a page shows several operations.
    """
    repeats = find_repeats(operation, prefix)
    pairs = [each for part in _parts(operation, prefix) for each in _ids(part, repeats)]
    known = {ident for ident, _ in pairs} if repeats.rows else set()
    return ((ident, _shown_at(shown, repeats.rows, known)) for ident, shown in pairs)


def _ids(part: _PagePart, repeats: Repeats) -> Iterator[tuple[str, str]]:
    """The ids of the rows of *part*, likewise."""
    anchor, value = part.anchor, part.value
    if isinstance(value, str):
        yield anchor, anchor
    elif isinstance(value, Field):
        yield from ((ident, ident) for ident in schema_ids(value, anchor))
    else:
        for ident, schema in _schemas([part]):
            shown = repeats.schemas.get(ident, ident)
            yield from ((f"{ident}{end}", f"{shown}{end}") for end in schema_ids(schema, ""))
        shown = repeats.encodings.get(anchor, anchor)
        for encoding, headers in value.encodings:
            for header in headers:
                place = f"~{slug_id(encoding.property_name)}~{slug_id(header.name)}"
                yield from (
                    (f"{anchor}{end}", f"{shown}{end}") for end in schema_ids(header, place)
                )


def _shown_at(ident: str, rows: Mapping[str, tuple[str, str]], known: Container[str]) -> str:
    """The id of the row for *ident*, which may be below one of *rows*."""
    for row, (first, _) in rows.items():
        if ident.startswith((f"{row}.", f"{row}~")):
            there = f"{first}{ident[len(row) :]}"
            return _shown_at(there, rows, known) if there in known else first
    return ident


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """What a page shows once, and links to where it recurs.

    :ivar schemas: whole schemas, by their id, with that of the first one that is equal.
    :ivar encodings: media types whose encodings also are those of the first one, by their id.
    :ivar rows: rows whose fields are those of a component, by their id, with the id of the row or
        schema that shows all of them, and the component's name.
    """

    schemas: Mapping[str, str] = dataclasses.field(default_factory=dict)
    encodings: Mapping[str, str] = dataclasses.field(default_factory=dict)
    rows: Mapping[str, tuple[str, str]] = dataclasses.field(default_factory=dict)

    @property
    def shown(self) -> set[str]:
        """The ids to which there are links."""
        return {*self.schemas.values(), *(first for first, _ in self.rows.values())}


def find_repeats(operation: OperationTree, prefix: str) -> Repeats:
    """What the page of *operation* repeats: large schemas, and on a long page, all components."""
    parts = list(_parts(operation, prefix))
    schemas: dict[str, str] = {}
    for section in ("responses", "callbacks"):
        inside = _schemas(part for part in parts if part.section == section)
        schemas |= dict(_equal(inside, _WORTH_A_LINK, _MOST_REPEATED))
    media = {part.anchor: part.value for part in parts if isinstance(part.value, MediaType)}
    parameters = [
        (part.anchor, part.value)
        for part in parts
        if part.section == "parameters" and isinstance(part.value, Field)
    ]
    others = list(_schemas(parts))
    shown = chain(parameters, (each for each in others if each[0] not in schemas))
    if sum(schema.weight for _, schema in shown) < _LONG:
        return Repeats(schemas=schemas)
    schemas = dict(_equal(others, _WORTH_A_ROW, 0))
    encodings = {
        anchor: first
        for anchor, first in schemas.items()
        if anchor in media and first in media and _encoded(media[anchor]) == _encoded(media[first])
    }
    rows: dict[str, tuple[str, str]] = {}
    known: dict[str, tuple[int, str]] = {}
    for anchor, parameter in parameters:
        _find_rows(parameter.subschemas, (anchor, anchor), known, rows, is_row=True)
    for anchor, schema in others:
        if anchor not in schemas:
            _find_rows(schema.subschemas, (anchor, anchor), known, rows, is_row=False)
    return Repeats(schemas=schemas, encodings=encodings, rows=rows)


class _PagePart(NamedTuple):
    """A part of a page that has an id.

    :ivar section: ``parameters``, ``body``, ``responses`` or ``callbacks``; ``headers`` of those.
    :ivar value: a row, a media type, or the status of a response.
    """

    section: str
    anchor: str
    value: Field | MediaType | str


def _parts(operation: OperationTree, prefix: str) -> Iterator[_PagePart]:
    """The parts of *operation*, in display order."""
    for group in operation.parameter_groups:
        for field in group.fields:
            yield _PagePart("parameters", f"{prefix}{group.place}.{slug_id(field.name)}", field)
    if operation.body is not None:
        yield from _content("body", operation.body.content, f"{prefix}body")
    for response in operation.responses:
        status = response.view.status
        anchor = f"{prefix}{response_id(status)}"
        yield _PagePart("responses", anchor, status)
        for header in response.headers:
            yield _PagePart("headers", f"{anchor}~h.{slug_id(header.name)}", header)
        yield from _content("responses", response.content, anchor)
    for index, (_, _, called) in enumerate(operation.callbacks):
        for part in _parts(called, f"{prefix}c{index}~"):
            yield part._replace(section="callbacks")


def _content(section: str, content: Iterable[MediaType], prefix: str) -> Iterator[_PagePart]:
    return (
        _PagePart(section, media_id(prefix, index), media) for index, media in enumerate(content)
    )


def _schemas(parts: Iterable[_PagePart]) -> Iterator[tuple[str, Field]]:
    """The whole schemas of *parts*, with their ids."""
    for _, anchor, media in parts:
        if isinstance(media, MediaType):
            if media.schema is not None:
                yield anchor, media.schema
            if media.item_schema is not None:
                yield f"{anchor}~item", media.item_schema


def _encoded(media: MediaType) -> list[object]:
    """What *media* tells about the encoding of its properties."""
    return [
        (encoding, [(*each.stated, each.weight) for each in headers])
        for encoding, headers in media.encodings
    ]


def _equal(
    schemas: Iterable[tuple[str, Field]], least: int, most: int
) -> Iterator[tuple[str, str]]:
    """The *schemas* that are equal to an earlier one: their id and that of the earlier one.

    :param least: characters of one that is worth a link.
    :param most: characters of repeated ones that are shown nevertheless.
    """
    first: dict[object, str] = {}
    total = 0
    for anchor, schema in schemas:
        weight = schema.weight
        if weight < least:
            continue
        below = schema.subschemas
        # Both directions have the same fields if these have the same weight.
        same = (below.of.target, below.weight) if below.of.component else id(below)
        shown = first.setdefault((schema.stated, same), anchor)
        if shown != anchor:
            total += weight
            if total > most:
                yield anchor, shown


def _find_rows(
    below: Subschemas,
    place: tuple[str, str],
    first: dict[str, tuple[int, str]],
    rows: dict[str, tuple[str, str]],
    *,
    is_row: bool,
) -> None:
    """:param place: the id of the fields, and of the element around them."""
    anchor, element = place
    if below.of.component and below.count and below.weight >= _WORTH_A_ROW:
        weight, shown = first.get(below.of.target, (0, ""))
        if is_row and weight >= below.weight:
            rows[anchor] = shown, below.of.component
            return
        if weight < below.weight:
            first[below.of.target] = below.weight, element
    for field, inner, has_id in _children(below, anchor):
        around = inner if has_id else element
        # The items of an array are shown in place of its own fields.
        is_whole = is_row and len(below.fields) == 1 and below.choice is None and below.count > 0
        is_inner = field.kind != "variant" if has_id else field.folded and is_whole
        _find_rows(field.subschemas, (inner, around), first, rows, is_row=is_inner)


def schema_ids(schema: Field, anchor: str) -> Iterator[str]:
    """The ids of a whole schema. It only has its own, *anchor*, if something in it links back."""
    yield anchor
    yield from _below(schema.subschemas, anchor)


def _below(below: Subschemas, anchor: str) -> Iterator[str]:
    for field, inner, has_id in _children(below, anchor):
        if has_id:
            yield inner
        yield from _below(field.subschemas, inner)


def _children(below: Subschemas, anchor: str) -> Iterator[tuple[Field, str, bool]]:
    """The fields that are shown below a row, with their ids, and whether these are on the page."""
    if below.expansion is Expansion.SHOWN:
        for field, suffix in row_ids(below):
            has_id = _has_details(field) if field.kind == "variant" else not field.folded
            yield field, f"{anchor}{suffix}", has_id


def _has_details(variant: Field) -> bool:
    """Whether an alternative can be opened; others are a line without an id."""
    return not variant.is_link and (variant.is_described or _is_filled(variant.subschemas))


def _is_filled(below: Subschemas) -> bool:
    if below.choice is not None or below.page is not None:
        return True
    if below.expansion is not Expansion.SHOWN:
        return below.expansion is Expansion.RECURSIVE
    return any(not field.folded or _is_filled(field.subschemas) for field in below.fields)
