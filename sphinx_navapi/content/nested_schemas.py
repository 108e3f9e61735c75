"""What nests directly below a schema, in the order of a page."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.schema.type_label import Condition
from sphinx_navapi.openapi.view import Direction, SchemaView


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
        value = book.view(view.additional, direction)
        folded = not found and not book.needs_row(value, direction)
        found.append(Child(kind="additional", name="", schema=view.additional, folded=folded))
    if view.items is not None:
        folded = not book.needs_row(book.view(view.items, direction), direction, view)
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
