"""The direct children of a schema, in display order."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.schema.type_label import Condition
from sphinx_navapi.openapi.view import Direction, SchemaView


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A child of a schema.

    :ivar kind: ``property``, ``pattern``, ``additional``, ``items``, ``item`` (of a tuple),
        ``variant``, ``negated``, ``conditional``.
    :ivar name: of a property; a position.
    :ivar group: of a variant: ``oneOf``, ``anyOf`` or ``allOf``.
    :ivar condition: of a conditional one.
    :ivar folded: it has no row of its own: it is replaced by its children.
    """

    kind: str
    name: str
    schema: str
    required: bool = False
    group: str = ""
    condition: Condition | None = None
    folded: bool = False


def children(view: SchemaView, book: SchemaBook, direction: Direction) -> list[Child]:
    """The direct children of *view*, in display order."""
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
        # The label says "map of Pet": the rows of Pet follow, like those of an array's items.
        value = book.view(view.additional, direction)
        folded = not found and not book.needs_row(value, direction)
        found.append(Child(kind="additional", name="", schema=view.additional, folded=folded))
    if view.items is not None and not view.prefix_items:
        folded = not book.needs_row(book.view(view.items, direction), direction, view)
        found.append(Child(kind="items", name="", schema=view.items, folded=folded))
    found.extend(
        Child(kind="item", name=str(position), schema=schema)
        for position, schema in enumerate(view.prefix_items)
    )
    if view.items is not None and view.prefix_items:
        others = Condition(keyword="items", schema=view.items)
        found.append(Child(kind="conditional", name="", schema=view.items, condition=others))
    for group in view.variants:
        found.extend(
            Child(kind="variant", name="", schema=schema, group=group.kind)
            for schema in group.schemas
        )
    found.extend(Child(kind="negated", name="", schema=schema) for schema in view.negated)
    found.extend(
        Child(kind="conditional", name="", schema=condition.schema, condition=condition)
        for condition in view.conditional
    )
    return found
