"""Schema Objects, one level at a time, and how far a page expands them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.composition import owner_of
from sphinx_navapi.openapi.schema.graph import component_targets
from sphinx_navapi.openapi.schema.labels import SchemaLabels
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.schema.row import (
    NO_SCHEMA,
    Child,
    Choice,
    Expansion,
    Field,
    SchemaView,
    Subschemas,
)
from sphinx_navapi.openapi.schema.view import SchemaViews
from sphinx_navapi.openapi.view import Direction, ParameterView

#: Levels of properties for which a schema may have more rows than the budget: so many times.
_NEAR_DEPTH = 2
_NEAR_BUDGET = 4

#: From this number on, alternatives that are schemas with children also cost a level.
_MANY_OPTIONS = 8

#: Schemas without their own page are expanded past the depth, but no further than this: writers
#: recurse with the schemas, and Python's stack is limited.
_ENDLESS = -56

#: Maximum number of views kept: with all that they are made from, about 20 MB; their texts
#: in HTML and Markdown as much again.
_MOST_VIEWS = 14_000

#: Maximum number of rows of parameters kept.
_MOST_PARAMETERS = 5_000

#: Maximum number of nested arrays whose innermost items are shown instead.
_NESTING = 8

_NO_LINKS: frozenset[str] = frozenset()
_NO_ROWS = Subschemas(expansion=Expansion.LEAF, of=NO_SCHEMA)


class SchemaRegistry:
    """Reads the schemas of one document, cached; independent of pages.

    Depth counts levels of nested properties: at depth 0 only the row itself is shown. Arrays and
    alternatives cost none, unless there are many alternatives: forty kinds of event would otherwise
    be forty pages in one. A schema without its own page (written inline, not a component) is never
    cut off by the depth, so nothing of a document is lost. If `max_depth` is 0, a component is
    only shown on its own page.
    """

    def __init__(
        self, document: OpenApiDocument, *, max_depth: int = 3, row_budget: int = 150
    ) -> None:
        self.document = document
        self.max_depth = max_depth
        self.row_budget = row_budget
        self.reader = SchemaReader(document)
        self.labels = SchemaLabels(self.reader)
        self.graph = self.reader.graph
        self._views = SchemaViews(self.reader, self.labels)
        self._rows: dict[tuple[str, Direction], SchemaView] = {}
        self._subschemas: dict[tuple[str, int, Direction, frozenset[str]], Subschemas] = {}
        self._whole: dict[tuple[str, Direction], Field] = {}
        #: The rest of a parameter is determined by its pointer.
        self._parameters: dict[tuple[str, str, str, str | None, Direction], Field] = {}
        # Kept for the whole build: small, but expensive to compute.
        self._depths: dict[tuple[str, Direction], int] = {}

    def rest(self) -> None:
        """Between two pages, drop what was read for earlier pages, if that is a lot.

        Adjacent pages show the same schemas; pages far apart rarely do.
        """
        if self._views.count() > _MOST_VIEWS:
            self.forget()
        # A view is read once from its level; few are asked for again, for examples.
        self.reader.rest()

    def forget(self) -> None:
        """Drop everything that was read; it is read again on demand."""
        for kept in (self.reader, self.labels, self._views):
            kept.forget()
        for rows in (self._rows, self._subschemas, self._whole, self._parameters):
            rows.clear()

    def view(self, pointer: str, direction: Direction = Direction.BOTH) -> SchemaView:
        """One level of the schema at *pointer*; never raises for a malformed one."""
        return self._views.view(pointer, direction)

    def depth_for(self, pointer: str, direction: Direction) -> int:
        """Levels to show for the schema at *pointer*: `max_depth`, or fewer, but at least 1.

        Fewer if `max_depth` would take more rows than the budget allows; two levels may take four
        times as many. 0 if that is `max_depth`, and *pointer* is not that of a component itself.
        """
        view = self.view(pointer, direction)
        if not self.max_depth:
            return int(view.component is not None and view.target == pointer.removeprefix("#"))
        if not view.children:
            return self.max_depth
        # A reference to a component that adds nothing has the rows of the component.
        referred = self._views.referred(pointer) if view.component is not None else None
        key = (referred or pointer, direction)
        depth = self._depths.get(key)
        if depth is None:
            depth = self.max_depth
            while depth > 1:
                times = _NEAR_BUDGET if depth <= _NEAR_DEPTH else 1
                if self.fits(view, depth, direction, times * self.row_budget):
                    break
                depth -= 1
            self._depths[key] = depth
        return depth

    def expansion(self, view: SchemaView, depth: int, trail: tuple[str, ...]) -> Expansion:
        """What to show below *view* with *depth* levels left.

        :param trail: the enclosing schemas, outermost first, as returned by `trail_below` (at least
            the targets of the component schemas).
        """
        if not view.children:
            return Expansion.LEAF
        if view.target in trail:
            return Expansion.RECURSIVE
        if depth <= 0 and view.component is not None:
            return Expansion.DEEPER
        return Expansion.CUT if depth < _ENDLESS else Expansion.SHOWN

    def child_depth(self, view: SchemaView, depth: int) -> int:
        """Depth left for the children of *view*: one less below properties, or many options."""
        if view.has_properties or view.starts_with == "additional":
            return depth - 1
        groups = Counter(child.schema.rpartition("/")[0] for child in view.of("variant"))
        if any(count >= _MANY_OPTIONS for count in groups.values()):
            return depth - 1
        # A reference to something other than a component may be recursive.
        return depth - 1 if view.component is None and view.target != view.pointer else depth

    def trail_below(self, view: SchemaView, trail: tuple[str, ...]) -> tuple[str, ...]:
        """*trail* for the children of *view*."""
        if view.component is not None or view.merged or view.target != view.pointer:
            return (*trail, view.target)
        return trail

    def reachable(self, target: str) -> frozenset[str]:
        """Targets of all component schemas reachable from *target*, itself included."""
        target = target.removeprefix("#")
        return component_targets(self.graph.reachable(target)) | {target}

    def deeper_components(self, pointer: str, direction: Direction) -> frozenset[str]:
        """Pointers of the component schemas that a page showing *pointer* only links to.

        Those past the depth, and those only referenced by a discriminator. Recursive references are
        excluded: their targets are on the same page.
        """
        return component_targets(self.schema(pointer, direction).subschemas.linked)

    def is_folded(self, child: Child, view: SchemaView, direction: Direction) -> bool:
        """Whether *child* of *view* has no row of its own: it is replaced by its children."""
        if child.kind == "items":
            return not self.needs_row(self.view(child.schema, direction), direction, view)
        # The label says "map of Pet": the rows of Pet follow, like those of an array's items.
        is_map = child.kind == "additional" and view.starts_with == "additional"
        return is_map and not self.needs_row(self.view(child.schema, direction), direction)

    def needs_row(
        self, items: SchemaView, direction: Direction, array: SchemaView | None = None
    ) -> bool:
        """Whether *items* need their own row in addition to the label and row of the *array*.

        :param array: ``None``: they are the values of a map.
        """
        shown_items = self.shown_items(items, direction)
        if shown_items is not None and _says_more(shown_items):
            return True
        return _says_more(items) and not (array is not None and _speaks_for(array, items))

    def shown_items(
        self, array: SchemaView, direction: Direction, nesting: int = _NESTING
    ) -> SchemaView | None:
        """The items of *array*, if its row shows their details."""
        child = next(iter(array.of("items")), None)
        if child is None or not nesting:
            return None
        items = self.view(child.schema, direction)
        if not _speaks_for(array, items):
            return None
        # In nested arrays, the inner one needs a row for the details of its own items.
        shown_items = self.shown_items(items, direction, nesting - 1)
        return None if shown_items is not None and _says_more(shown_items) else items

    def fits(self, view: SchemaView, depth: int, direction: Direction, budget: int) -> bool:
        """Whether *view* has at most *budget* rows at *depth*, its own included."""
        return self._left(view, depth, direction, (), budget) >= 0

    def _left(
        self,
        view: SchemaView,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
        budget: int,
    ) -> int:
        """What *budget* leaves after the rows of *view*; stops at the first value below 0.

        So the cost depends on what the page shows, however many rows there would be at *depth*.
        """
        budget -= 1
        if budget < 0 or self.expansion(view, depth, trail) is not Expansion.SHOWN:
            return budget
        inner = self.trail_below(view, trail)
        left = self.child_depth(view, depth)
        for child in view.children:
            if child.kind == "items" and self.is_folded(child, view, direction):
                budget += 1
            if left <= 0 and self._views.referred(child.schema) is not None:
                # One row, whatever is in it: it need not be read.
                budget -= 1
            else:
                shown = self.view(child.schema, direction)
                budget = self._left(shown, left, direction, inner, budget)
            if budget < 0:
                break
        return budget

    def relevant(self, target: str, trail: Collection[str]) -> frozenset[str]:
        """The part of *trail* that can recur below *target*: only that affects the content."""
        if not trail:
            return frozenset()
        near = self.graph.reachable(owner_of(target))
        return frozenset(
            passed
            for passed in trail
            if passed == target or passed in near or owner_of(passed) in near
        )

    # -- rows -------------------------------------------------------------------------------

    def schema(self, pointer: str, direction: Direction) -> Field:
        """The rows of the schema at *pointer* as a whole body, or below a parameter."""
        key = (pointer, direction)
        field = self._whole.get(key)
        if field is None:
            view = self.view(pointer, direction)
            subschemas = self._nest(view, self.depth_for(pointer, direction), direction, ())
            row = self._row(view, direction, subschemas)
            field = self._whole[key] = Field(kind="schema", view=row, subschemas=subschemas)
        return field

    def parameter(self, parameter: ParameterView, direction: Direction) -> Field:
        """The row of *parameter*, or of a header: shared ones are created once."""
        key = (
            parameter.pointer, parameter.place, parameter.name, parameter.description, direction,
        )  # fmt: skip
        field = self._parameters.get(key)
        if field is None:
            if len(self._parameters) >= _MOST_PARAMETERS:
                self._parameters.clear()
            schema = None
            if parameter.schema is not None:
                schema = self.schema(parameter.schema, direction)
            field = self._parameters[key] = Field(
                kind="parameter",
                name=parameter.name,
                required=parameter.required,
                parameter=parameter,
                view=schema.view if schema else NO_SCHEMA,
                subschemas=schema.subschemas if schema else _NO_ROWS,
            )
        return field

    def parameters(
        self, parameters: Iterable[ParameterView], direction: Direction
    ) -> tuple[Field, ...]:
        """The rows of *parameters* in their order."""
        return tuple(self.parameter(parameter, direction) for parameter in parameters)

    def _row(self, view: SchemaView, direction: Direction, below: Subschemas) -> SchemaView:
        """*view* with the details of items that have no row, and a note if *below* is cut."""
        key = (view.pointer, direction)
        row = self._rows.get(key)
        if row is None:
            shown_items = self.shown_items(view, direction)
            row = self._rows[key] = (
                view if shown_items is None else replace(view, shown_items=shown_items)
            )
        return replace(row, is_cut=True) if below.expansion is Expansion.CUT else row

    def _nest(
        self, view: SchemaView, depth: int, direction: Direction, trail: tuple[str, ...]
    ) -> Subschemas:
        expansion = self.expansion(view, depth, trail)
        if expansion is not Expansion.SHOWN or view.component is None:
            return self._make(view, expansion, depth, direction, trail)
        key = (view.target, depth, direction, self.relevant(view.target, trail))
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
        choice, linked = self._choice(view)
        if expansion is not Expansion.SHOWN:
            if expansion is Expansion.DEEPER:
                linked |= {view.target}
            return Subschemas(expansion=expansion, of=view, choice=choice, linked=linked)
        inner = self.trail_below(view, trail)
        fields = tuple(self._fields(view, self.child_depth(view, depth), direction, inner))
        return Subschemas(
            expansion=expansion,
            of=view,
            fields=fields,
            choice=choice,
            anchored=inner is not trail,
            count=self._count(view, direction),
            linked=_joined([linked, *(field.subschemas.linked for field in fields)]),
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
                chosen = selectors.pop(self.view(child.schema).target, ())
            inner = self.view(child.schema, direction)
            subschemas = self._nest(inner, depth, direction, trail)
            yield Field(
                kind=child.kind,
                name=name,
                view=self._row(inner, direction, subschemas),
                subschemas=subschemas,
                required=child.required,
                group=child.group,
                selectors=chosen,
                condition=child.condition,
                folded=self.is_folded(child, view, direction),
            )

    def _selectors(self, view: SchemaView) -> dict[str, tuple[str, ...]]:
        """The discriminator values that select each schema, by its target."""
        values: dict[str, tuple[str, ...]] = {}
        if view.discriminator is not None:
            for value, pointer in view.discriminator.mapping:
                if pointer is not None:
                    target = self.view(pointer).target
                    values[target] = (*values.get(target, ()), value)
        return values

    def _count(self, view: SchemaView, direction: Direction) -> int:
        for _ in range(_NESTING):
            if view.has_properties:
                break
            folded = (each for each in view.children if self.is_folded(each, view, direction))
            child = next(folded, None)
            if child is None:
                break
            view = self.view(child.schema, direction)
        return len(view.of("property", "pattern"))

    def _choice(self, view: SchemaView) -> tuple[Choice | None, frozenset[str]]:
        """What a discriminator selects, and the pointers of what is not among the alternatives."""
        discriminator = view.discriminator
        if discriminator is None:
            return None, _NO_LINKS
        shown = {self.view(child.schema).target for child in view.of("variant")}
        pointers = [pointer for _, pointer in discriminator.mapping]
        chosen = [pointer and self.view(pointer) for pointer in pointers]
        choice = Choice(
            property_name=discriminator.property_name,
            options=tuple(
                (value, option or None)
                for (value, _), option in zip(discriminator.mapping, chosen, strict=True)
                if not option or option.target not in shown
            ),
            otherwise=self.view(discriminator.default)
            if discriminator.default is not None
            else None,
        )
        return choice, frozenset({*filter(None, pointers)} - {*shown, view.target})


def _joined(links: Iterable[frozenset[str]]) -> frozenset[str]:
    """All of *links*, which are those of many schemas: most have none, or those of a part."""
    different = {each for each in links if each}
    if len(different) > 1:
        return _NO_LINKS.union(*different)
    return next(iter(different), _NO_LINKS)


def _says_more(view: SchemaView) -> bool:
    """Whether a row for *view* would add anything to its label."""
    return bool(
        view.constraints
        or view.enum
        or view.description
        or view.examples
        or not view.resolved
        or (view.about_others and not view.children)
    )


def _speaks_for(array: SchemaView, items: SchemaView) -> bool:
    """Whether the row of *array* has room for the details of its *items*."""
    return (
        items.resolved
        and items.link is None
        and not (array.description and items.description)
        and not (array.enum and items.enum)
        and not (array.examples and items.examples)
    )
