"""Parameters and headers as content: rows, each created once per document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sphinx_navapi.openapi.facts import Fact, Style
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import NO_SCHEMA, Expansion, Field, Flag, Subschemas
from sphinx_navapi.openapi.view import MISSING, Direction, ParameterView

#: Order of parameter places on a page.
PLACES = ("path", "query", "querystring", "header", "cookie")

#: Maximum number of rows kept.
_MOST_PARAMETERS = 5_000

#: Styles that prefix a value.
_MARKED = ("matrix", "label")

_NO_ROWS = Subschemas(expansion=Expansion.LEAF, of=NO_SCHEMA)


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """The parameters of one place, the deprecated ones last.

    :ivar place: ``path``, ``query``, ``querystring``, ``header`` or ``cookie``.
    """

    place: str
    fields: tuple[Field, ...]


class ParameterContent:
    """The parameters and headers of one document: shared ones are created once."""

    def __init__(self, schemas: SchemaRegistry) -> None:
        self._schemas = schemas
        #: The rest of a parameter is determined by its pointer.
        self._made: dict[tuple[str, str, str, str | None, Direction], Field] = {}

    def field(self, parameter: ParameterView, direction: Direction) -> Field:
        """The row of *parameter*, or of a header."""
        key = (
            parameter.pointer, parameter.place, parameter.name, parameter.description, direction,
        )  # fmt: skip
        field = self._made.get(key)
        if field is None:
            if len(self._made) >= _MOST_PARAMETERS:
                self._made.clear()
            field = self._made[key] = self._make(parameter, direction)
        return field

    def fields(
        self, parameters: Iterable[ParameterView], direction: Direction
    ) -> tuple[Field, ...]:
        """The rows of *parameters* in their order."""
        return tuple(self.field(parameter, direction) for parameter in parameters)

    def groups(
        self, parameters: Iterable[ParameterView], direction: Direction
    ) -> tuple[ParameterGroup, ...]:
        """The rows of *parameters* by place, in the order of `PLACES`."""
        found: dict[str, list[ParameterView]] = {}
        for parameter in parameters:
            found.setdefault(parameter.place, []).append(parameter)
        order = [*PLACES, *sorted(found.keys() - set(PLACES))]
        return tuple(
            ParameterGroup(
                place,
                self.fields(sorted(found[place], key=lambda each: each.deprecated), direction),
            )
            for place in order
            if place in found
        )

    def _make(self, parameter: ParameterView, direction: Direction) -> Field:
        view, subschemas = NO_SCHEMA, _NO_ROWS
        if parameter.schema is not None:
            field = self._schemas.schema(parameter.schema, direction)
            view, subschemas = field.view, field.subschemas
        examples = tuple(
            example
            for example in parameter.examples
            if not example.made and (example.value is not MISSING or example.external_value)
        )
        text, more = view.text, None
        if parameter.description:
            if text is not None and text.strip() not in parameter.description:
                more = text
            text = parameter.description
        if examples:
            told = view.told and replace(view.told, examples=())
            view = replace(view, examples=(), told=told)
        is_deprecated = parameter.deprecated or view.is_deprecated
        return Field(
            kind="parameter",
            name=parameter.name,
            required=parameter.required,
            view=replace(
                view,
                description=text,
                more=more,
                flags=(Flag.DEPRECATED,) if is_deprecated else (),
            ),
            subschemas=subschemas,
            written=tuple(_written(parameter, view.types)),
            examples=examples,
        )


def _written(parameter: ParameterView, types: tuple[str, ...]) -> Iterator[Fact | Style]:
    """How *parameter* is serialized, unless that is trivial."""
    if parameter.location:
        yield Fact("location", (parameter.location,))
    elif parameter.content_type:
        yield Fact("media_type", (parameter.content_type,))
    elif "array" in types or "object" in types:
        yield Style(parameter.style, parameter.explode)
    elif parameter.style in _MARKED:
        # These write more than the value even for a single value.
        yield Style(parameter.style, explode=False)
    if parameter.allow_reserved:
        yield Fact("reserved")
    if parameter.allow_empty:
        yield Fact("may_be_empty")
