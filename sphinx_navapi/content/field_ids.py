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
from typing import TYPE_CHECKING

from sphinx_navapi.openapi.schema.row import Expansion

if TYPE_CHECKING:
    from sphinx_navapi.content.media_type import MediaType
    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.openapi.schema.row import Field, Subschemas

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


class RowIds:
    """Ids of the rows below one element, relative to its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, field: Field) -> str:
        """The suffix of the next row *field*, with a number if another row has its name."""
        name = field.name if field.kind in ("property", "pattern", "item") else field.kind
        mark = "." if field.kind == "property" else "~"
        wanted = found = f"{mark}{slug_id(name)}"
        number = 0
        while found in self._taken:
            number += 1
            found = f"{wanted}-{number}"
        self._taken.add(found)
        return found


def variant_id(field: Field) -> str:
    """The suffix of one of several alternatives."""
    return f"~o{field.name}"


def folded_id(field: Field, *, follows: bool) -> str:
    """The suffix of children without a row of their own. :param follows: rows precede them."""
    return f"~{field.kind}" if follows else ""


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
    found = list(_operation(operation, prefix, repeats))
    known = {ident for ident, _ in found} if repeats.rows else set()
    return ((ident, _shown_at(shown, repeats.rows, known)) for ident, shown in found)


def _shown_at(ident: str, rows: Mapping[str, tuple[str, str]], known: Container[str]) -> str:
    """The id of the row for *ident*, which may be below one of *rows*."""
    for row, (first, _) in rows.items():
        if ident.startswith((f"{row}.", f"{row}~")):
            there = f"{first}{ident[len(row) :]}"
            return _shown_at(there, rows, known) if there in known else first
    return ident


def _operation(
    operation: OperationTree, prefix: str, repeats: Repeats
) -> Iterator[tuple[str, str]]:
    for anchor, field in _in_parameters(operation, prefix):
        for ident in schema_ids(field, anchor):
            yield ident, ident
    if operation.body is not None:
        yield from _content(operation.body.content, f"{prefix}body", repeats)
    for response in operation.responses:
        anchor = f"{prefix}{response_id(response.view.status)}"
        yield anchor, anchor
        yield from _parameters(response.headers, f"{anchor}~h.")
        yield from _content(response.content, anchor, repeats)
    for index, (_, _, called) in enumerate(operation.callbacks):
        yield from _operation(called, f"{prefix}c{index}~", repeats)


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
    parts = _in_responses(operation, prefix), _in_callbacks(operation, prefix)
    schemas = dict(
        chain.from_iterable(_equal(_schemas(part), _WORTH_A_LINK, _MOST_REPEATED) for part in parts)
    )
    media = dict(_in_operation(operation, prefix))
    parameters, others = list(_in_parameters(operation, prefix)), list(_schemas(media.items()))
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


def _encoded(media: MediaType) -> list[object]:
    """What *media* tells about the encoding of its properties."""
    return [
        (encoding, [(each.name, each.view.stated, each.required, each.weight) for each in headers])
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
        shown = first.setdefault((schema.view.stated, same), anchor)
        if shown != anchor:
            total += weight
            if total > most:
                yield anchor, shown


def _find_rows(
    below: Subschemas,
    place: tuple[str, str],
    first: dict[str, tuple[int, str]],
    found: dict[str, tuple[str, str]],
    *,
    is_row: bool,
) -> None:
    """:param place: the id of the fields, and of the element around them."""
    anchor, element = place
    if below.of.component and below.count and below.weight >= _WORTH_A_ROW:
        weight, shown = first.get(below.of.target, (0, ""))
        if is_row and weight >= below.weight:
            found[anchor] = shown, below.of.component
            return
        if weight < below.weight:
            first[below.of.target] = below.weight, element
    for field, inner, has_id in _children(below, anchor):
        around = inner if has_id else element
        # The items of an array are shown in place of its own fields.
        is_whole = is_row and len(below.fields) == 1 and below.choice is None and below.count > 0
        is_inner = field.kind != "variant" if has_id else field.folded and is_whole
        _find_rows(field.subschemas, (inner, around), first, found, is_row=is_inner)


def _in_parameters(operation: OperationTree, prefix: str) -> Iterator[tuple[str, Field]]:
    for group in operation.parameter_groups:
        for field in group.fields:
            yield f"{prefix}{group.place}.{slug_id(field.name)}", field


def _in_operation(operation: OperationTree, prefix: str) -> Iterator[tuple[str, MediaType]]:
    if operation.body is not None:
        yield from _media(operation.body.content, f"{prefix}body")
    yield from _in_responses(operation, prefix)
    yield from _in_callbacks(operation, prefix)


def _in_responses(operation: OperationTree, prefix: str) -> Iterator[tuple[str, MediaType]]:
    for response in operation.responses:
        yield from _media(response.content, f"{prefix}{response_id(response.view.status)}")


def _in_callbacks(operation: OperationTree, prefix: str) -> Iterator[tuple[str, MediaType]]:
    for index, (_, _, called) in enumerate(operation.callbacks):
        yield from _in_operation(called, f"{prefix}c{index}~")


def _media(content: Iterable[MediaType], prefix: str) -> Iterator[tuple[str, MediaType]]:
    return ((media_id(prefix, index), media) for index, media in enumerate(content))


def _schemas(content: Iterable[tuple[str, MediaType]]) -> Iterator[tuple[str, Field]]:
    for anchor, media in content:
        if media.schema is not None:
            yield anchor, media.schema
        if media.item_schema is not None:
            yield f"{anchor}~item", media.item_schema


def schema_ids(schema: Field, anchor: str) -> Iterator[str]:
    """The ids of a whole schema. It only has its own, *anchor*, if something in it links back."""
    yield anchor
    yield from _below(schema.subschemas, anchor)


def _parameters(fields: Iterable[Field], prefix: str) -> Iterator[tuple[str, str]]:
    for field in fields:
        anchor = f"{prefix}{slug_id(field.name)}"
        for ident in schema_ids(field, anchor):
            yield ident, ident


def _content(
    content: Iterable[MediaType], prefix: str, repeats: Repeats
) -> Iterator[tuple[str, str]]:
    for anchor, schema in _schemas(_media(content, prefix)):
        shown = repeats.schemas.get(anchor, anchor)
        for suffix in schema_ids(schema, ""):
            yield f"{anchor}{suffix}", f"{shown}{suffix}"
    for anchor, media in _media(content, prefix):
        shown = repeats.encodings.get(anchor, anchor)
        for encoding, headers in media.encodings:
            for suffix, _ in _parameters(headers, f"~{slug_id(encoding.property_name)}~"):
                yield f"{anchor}{suffix}", f"{shown}{suffix}"


def _below(below: Subschemas, anchor: str) -> Iterator[str]:
    for field, inner, has_id in _children(below, anchor):
        if has_id:
            yield inner
        yield from _below(field.subschemas, inner)


def _children(below: Subschemas, anchor: str) -> Iterator[tuple[Field, str, bool]]:
    """The fields that are shown below a row, with their ids, and whether these are on the page."""
    if below.expansion is not Expansion.SHOWN:
        return
    ids, follows = RowIds(), False
    for field in below.fields:
        if field.kind == "variant":
            yield field, f"{anchor}{variant_id(field)}", _has_details(field)
        elif field.folded:
            yield field, f"{anchor}{folded_id(field, follows=follows)}", False
        else:
            follows = True
            yield field, f"{anchor}{ids.take(field)}", True


def _has_details(variant: Field) -> bool:
    """Whether an alternative can be opened; others are a line without an id."""
    return not variant.is_link and (variant.is_told or _is_filled(variant.subschemas))


def _is_filled(below: Subschemas) -> bool:
    if below.choice is not None or below.page is not None:
        return True
    if below.expansion is not Expansion.SHOWN:
        return below.expansion is Expansion.RECURSIVE
    return any(not field.folded or _is_filled(field.subschemas) for field in below.fields)
