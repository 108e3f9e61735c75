"""The ids of the rows of operation and schema pages, which links from elsewhere rely on.

A property is ``body.user.name``; anything else on the way is after ``~``. The HTML writer takes its
ids from here; the walk over a tree lists them without writing anything.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from sphinx_navapi.openapi.schema.schema import Expansion

if TYPE_CHECKING:
    from sphinx_navapi.content.media_type import MediaType
    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.content.tree import Below, Field

#: Characters of a schema that are worth a link instead, and of all repeated ones that are shown in
#: full: few errors are easier to read in their place.
_WORTH_A_LINK = 2_000
_MOST_REPEATED = 30_000

#: Characters of all schemas from which on a page shows the fields of a component once, and of the
#: fields of a component that are worth a link.
_LONG = 100_000
_WORTH_A_ROW = 1_000

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
    repeated = _repeated(operation, prefix)
    found = list(_operation(operation, prefix, repeated))
    rows = repeated_rows(operation, prefix)
    known = {ident for ident, _ in found} if rows else set()
    return ((ident, _shown_at(shown, rows, known)) for ident, shown in found)


def _shown_at(ident: str, rows: Mapping[str, tuple[str, str]], known: Container[str]) -> str:
    """The id of the row for *ident*, which may be below one of *rows*."""
    for row, (first, _) in rows.items():
        if ident.startswith((f"{row}.", f"{row}~")):
            there = f"{first}{ident[len(row) :]}"
            return _shown_at(there, rows, known) if there in known else first
    return ident


def _repeated(operation: OperationTree, prefix: str) -> dict[str, str]:
    kinds = ("responses", "callbacks")
    return {
        anchor: first
        for kind in kinds
        for anchor, first in repeated_schemas(operation, kind, prefix).items()
    }


def _operation(
    operation: OperationTree, prefix: str, repeated: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for group in operation.parameter_groups:
        yield from _parameters(group.fields, f"{prefix}{group.place}.")
    if operation.body is not None:
        yield from _content(operation.body.content, f"{prefix}body", repeated)
    for response in operation.responses:
        anchor = f"{prefix}{response_id(response.view.status)}"
        yield anchor, anchor
        yield from _parameters(response.headers, f"{anchor}~h.")
        yield from _content(response.content, anchor, repeated)
    for index, (_, _, called) in enumerate(operation.callbacks):
        yield from _operation(called, f"{prefix}c{index}~", repeated)


def repeated_schemas(operation: OperationTree, kind: str, prefix: str) -> dict[str, str]:
    """The large schemas that the part *kind* of *operation* repeats, by their id.

    With the id of the first one that is equal: only that is shown, and the others are links to it.
    """
    schemas = {"responses": _in_responses, "callbacks": _in_callbacks}.get(kind)
    first: dict[object, str] = {}
    found: dict[str, str] = {}
    total = 0
    for anchor, schema in schemas(operation, prefix) if schemas is not None else ():
        weight = schema.weight
        if weight < _WORTH_A_LINK:
            continue
        shown = first.setdefault((schema.said, id(schema.below)), anchor)
        if shown != anchor:
            total += weight
            if total > _MOST_REPEATED:
                found[anchor] = shown
    return found


def repeated_rows(operation: OperationTree, prefix: str) -> dict[str, tuple[str, str]]:
    """The rows whose fields are those of a component that a long page has already shown.

    By their id, with the id of the row or schema that shows all of them, and the component's name.
    """
    repeated = _repeated(operation, prefix)
    found: dict[str, tuple[str, str]] = {}
    schemas = [each for each in _in_operation(operation, prefix) if each[0] not in repeated]
    if sum(schema.weight for _, schema in schemas) >= _LONG:
        first: dict[str, tuple[int, str]] = {}
        for anchor, schema in schemas:
            _find_rows(schema.below, (anchor, anchor), first, found, is_row=False)
    return found


def _find_rows(
    below: Below,
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
        is_inner = has_id and field.kind != "variant"
        _find_rows(field.below, (inner, around), first, found, is_row=is_inner)


def _in_operation(operation: OperationTree, prefix: str) -> Iterator[tuple[str, Field]]:
    if operation.body is not None:
        yield from _schemas(operation.body.content, f"{prefix}body")
    yield from _in_responses(operation, prefix)
    yield from _in_callbacks(operation, prefix)


def _in_responses(operation: OperationTree, prefix: str) -> Iterator[tuple[str, Field]]:
    for response in operation.responses:
        yield from _schemas(response.content, f"{prefix}{response_id(response.view.status)}")


def _in_callbacks(operation: OperationTree, prefix: str) -> Iterator[tuple[str, Field]]:
    for index, (_, _, called) in enumerate(operation.callbacks):
        yield from _in_operation(called, f"{prefix}c{index}~")


def _schemas(content: Iterable[MediaType], prefix: str) -> Iterator[tuple[str, Field]]:
    for index, media in enumerate(content):
        anchor = media_id(prefix, index)
        if media.schema is not None:
            yield anchor, media.schema
        if media.item_schema is not None:
            yield f"{anchor}~item", media.item_schema


def schema_ids(schema: Field, anchor: str) -> Iterator[str]:
    """The ids of a whole schema. It only has its own, *anchor*, if something in it links back."""
    yield anchor
    yield from _below(schema.below, anchor)


def _parameters(fields: Iterable[Field], prefix: str) -> Iterator[tuple[str, str]]:
    for field in fields:
        anchor = f"{prefix}{slug_id(field.name)}"
        for ident in schema_ids(field, anchor):
            yield ident, ident


def _content(
    content: Iterable[MediaType], prefix: str, repeated: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for anchor, schema in _schemas(content, prefix):
        shown = repeated.get(anchor, anchor)
        for suffix in schema_ids(schema, ""):
            yield f"{anchor}{suffix}", f"{shown}{suffix}"
    for index, media in enumerate(content):
        anchor = media_id(prefix, index)
        for encoding, headers in media.encodings:
            yield from _parameters(headers, f"{anchor}~{slug_id(encoding.property_name)}~")


def _below(below: Below, anchor: str) -> Iterator[str]:
    for field, inner, has_id in _children(below, anchor):
        if has_id:
            yield inner
        yield from _below(field.below, inner)


def _children(below: Below, anchor: str) -> Iterator[tuple[Field, str, bool]]:
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
    said = variant.said
    told = said.text or said.values or said.facts or said.link
    return not variant.is_link and bool(told or _is_filled(variant.below))


def _is_filled(below: Below) -> bool:
    if below.choice is not None or below.page is not None:
        return True
    if below.expansion is not Expansion.SHOWN:
        return below.expansion is Expansion.RECURSIVE
    return any(not field.folded or _is_filled(field.below) for field in below.fields)
