"""Schemas as content: rows, each created once per document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sphinx_navapi.content.tree import (
    Choice,
    Field,
    Flag,
    Limit,
    Statement,
    Subschemas,
)
from sphinx_navapi.formats.numbers import value_text, value_texts
from sphinx_navapi.openapi.facts import Fact
from sphinx_navapi.openapi.schema.assertions import COUNTS
from sphinx_navapi.openapi.schema.labels import is_made_up
from sphinx_navapi.openapi.schema.registry import Expansion, SchemaRegistry
from sphinx_navapi.openapi.schema.type_label import Constraint
from sphinx_navapi.openapi.view import MISSING, Direction, SchemaView

#: Maximum number of nested arrays whose innermost items are shown instead.
_NESTING = 8

#: Maximum number of rows kept: with what writers make of them, about 15 MB.
_MOST_ROWS = 15_000

#: Maximum number of examples in a row.
_MOST_EXAMPLES = 5

#: Maximum length of an example of a schema with rows of its own, in a row.
_LONGEST_EXAMPLE = 200

#: The combined constraint of two bounds, and the other bound.
_PAIRS = {
    one: (both, other)
    for both, (least, most) in (
        ("range", ("minimum", "maximum")),
        *((count.both, count.keywords) for count in COUNTS if count.both),
    )
    for one, other in ((least, most), (most, least))
}


class SchemaContent:
    """The schemas of one document, cached: what is below a component is created once."""

    def __init__(self, registry: SchemaRegistry) -> None:
        self.registry = registry
        self._said: dict[tuple[str, Direction], Statement] = {}
        self._subschemas: dict[tuple[str, int, Direction, frozenset[str]], Subschemas] = {}
        self._whole: dict[tuple[str, Direction], Field] = {}

    def schema(self, pointer: str, direction: Direction) -> Field:
        """The schema at *pointer* as a whole body, or below a parameter."""
        if len(self._said) > _MOST_ROWS:
            # Writers cache what they wrote as long as the content exists; pages far apart share
            # little.
            self._said.clear()
            self._subschemas.clear()
            self._whole.clear()
        key = (pointer, direction)
        field = self._whole.get(key)
        if field is None:
            view = self.registry.view(pointer, direction)
            depth = self.registry.depth_for(pointer, direction)
            subschemas = self._nest(view, depth, direction, ())
            said = self._state(view, direction, subschemas)
            field = self._whole[key] = Field(kind="schema", said=said, subschemas=subschemas)
        return field

    def _state(
        self, view: SchemaView, direction: Direction, subschemas: Subschemas | None = None
    ) -> Statement:
        """The row of *view*, with a note if its *subschemas* are cut."""
        key = (view.pointer, direction)
        said = self._said.get(key)
        if said is None:
            items = self.registry.told_items(view, direction)
            said = self._said[key] = _statement(view, items)
        if subschemas is not None and subschemas.expansion is Expansion.CUT:
            return replace(said, facts=(*said.facts, Fact("cut")))
        return said

    def _mention(self, pointer: str | None) -> Statement | None:
        if pointer is None:
            return None
        return self._state(self.registry.view(pointer), Direction.BOTH)

    def _nest(
        self, view: SchemaView, depth: int, direction: Direction, trail: tuple[str, ...]
    ) -> Subschemas:
        expansion = self.registry.expansion(view, depth, trail)
        if expansion is not Expansion.SHOWN or view.component is None:
            return self._make(view, expansion, depth, direction, trail)
        key = (view.target, depth, direction, self.registry.relevant(view.target, trail))
        subschemas = self._subschemas.get(key)
        if subschemas is None:
            subschemas = self._subschemas[key] = self._make(
                view, expansion, depth, direction, trail
            )
        return subschemas

    def _make(
        self,
        view: SchemaView,
        expansion: Expansion,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
    ) -> Subschemas:
        of, choice = self._state(view, direction), self._choice(view)
        if expansion is not Expansion.SHOWN:
            return Subschemas(expansion=expansion, of=of, choice=choice)
        inner = self.registry.trail_below(view, trail)
        fields = tuple(self._fields(view, self.registry.child_depth(view, depth), direction, inner))
        return Subschemas(
            expansion=expansion,
            of=of,
            fields=fields,
            choice=choice,
            anchored=inner is not trail,
            count=self._count(view, direction),
            weight=sum(field.weight for field in fields),
        )

    def _fields(
        self, view: SchemaView, depth: int, direction: Direction, trail: tuple[str, ...]
    ) -> Iterator[Field]:
        position = 0
        selectors = self._selectors(view)
        for child in view.children:
            name, chosen = child.name, tuple[str, ...]()
            if child.kind == "variant":
                position += 1
                name = str(position)
                chosen = selectors.pop(self.registry.view(child.schema).target, ())
            inner = self.registry.view(child.schema, direction)
            subschemas = self._nest(inner, depth, direction, trail)
            yield Field(
                kind=child.kind,
                name=name,
                said=self._state(inner, direction, subschemas),
                subschemas=subschemas,
                required=child.required,
                group=child.group,
                selectors=chosen,
                condition=child.condition,
                folded=self.registry.is_folded(child, view, direction),
            )

    def _selectors(self, view: SchemaView) -> dict[str, tuple[str, ...]]:
        """The discriminator values that select each schema, by its target."""
        found: dict[str, tuple[str, ...]] = {}
        if view.discriminator is not None:
            for value, pointer in view.discriminator.mapping:
                if pointer is not None:
                    target = self.registry.view(pointer).target
                    found[target] = (*found.get(target, ()), value)
        return found

    def _count(self, view: SchemaView, direction: Direction) -> int:
        for _ in range(_NESTING):
            if view.has_properties:
                break
            folded = (
                each for each in view.children if self.registry.is_folded(each, view, direction)
            )
            child = next(folded, None)
            if child is None:
                break
            view = self.registry.view(child.schema, direction)
        return len(view.of("property", "pattern"))

    def _choice(self, view: SchemaView) -> Choice | None:
        given = view.discriminator
        if given is None:
            return None
        shown = {self.registry.view(child.schema).target for child in view.of("variant")}
        mentions = [(value, self._mention(pointer)) for value, pointer in given.mapping]
        return Choice(
            property_name=given.property_name,
            options=tuple(
                (value, said)
                for value, said in mentions
                if said is None or said.target not in shown
            ),
            otherwise=self._mention(given.default),
        )


def _statement(view: SchemaView, items: SchemaView | None) -> Statement:
    """The statement of *view*. :param items: those of an array without their own row."""
    flags = (
        (Flag.DEPRECATED, view.deprecated),
        (Flag.READ_ONLY, view.read_only),
        (Flag.WRITE_ONLY, view.write_only),
    )
    described = items if items is not None and not view.description else view
    valued = items if items is not None and not view.enum else view
    return Statement(
        target=view.target,
        type=view.label,
        component=view.component,
        title=None if is_made_up(view.title, {"title": view.title}) else view.title,
        is_titled=view.is_titled,
        flags=tuple(flag for flag, is_set in flags if is_set),
        text=described.description,
        values=tuple(
            replace(value, value=text)
            for text, value in zip(
                value_texts([value.value for value in valued.enum]), valued.enum, strict=True
            )
        ),
        facts=(*_facts(view), *(_item_facts(items) if items is not None else ())),
        link=view.link,
    )


def _facts(view: SchemaView) -> Iterator[Fact | Limit]:
    """Constraints, constant, default and examples."""
    if not view.resolved:
        yield Fact("unresolved")
    for constraint in _in_pairs(view.constraints):
        yield Limit(constraint)
    if view.const is not MISSING:
        yield Fact("constant", (value_text(view.const),))
    if view.default is not MISSING:
        yield Fact("default", (value_text(view.default),))
    yield from _examples(view)
    if view.about_others:
        yield Fact(view.about_others)
    names = tuple(name for name in view.merged if name != view.component)
    if names:
        yield Fact("combines", names)


def _item_facts(items: SchemaView) -> Iterator[Fact | Limit]:
    """Facts about items of an array without their own row."""
    for constraint in _in_pairs(items.constraints):
        yield Limit(constraint, of_items=True)
    if items.const is not MISSING:
        yield Fact("constant", (value_text(items.const),), of_items=True)
    yield from _examples(items)
    if items.about_others and not items.children:
        yield Fact(items.about_others, of_items=True)


def _in_pairs(constraints: tuple[Constraint, ...]) -> Iterator[Constraint]:
    """*constraints*, with lower and upper bounds combined: ``length 1–9``."""
    given = {each.keyword: each for each in constraints}
    for constraint in constraints:
        joined, other = _PAIRS.get(constraint.keyword, ("", ""))
        if joined and other in given:
            if constraint.keyword.startswith("min"):
                low, high = constraint.text, given[other].text
                yield Constraint(keyword=joined, text=low if low == high else f"{low} – {high}")
        else:
            yield constraint


def _examples(view: SchemaView) -> Iterator[Fact]:
    texts = value_texts(view.examples)
    if view.children:
        # Larger ones are shown with the body; in a row they would take too much space.
        texts = [text for text in texts if len(text) <= _LONGEST_EXAMPLE]
    values = tuple(dict.fromkeys(texts))
    if values:
        yield Fact("example" if len(values) == 1 else "examples", values[:_MOST_EXAMPLES])
