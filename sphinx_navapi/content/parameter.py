"""Parameters and headers as content: rows, each created once per document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.tree import Field, Flag, Statement, Subschemas
from sphinx_navapi.openapi.facts import Fact, Style
from sphinx_navapi.openapi.schema.registry import Expansion
from sphinx_navapi.openapi.view import MISSING, Direction, ParameterView

#: Order of parameter places on a page.
PLACES = ("path", "query", "querystring", "header", "cookie")

#: Maximum number of rows kept.
_MOST_PARAMETERS = 5_000

#: Styles that prefix a value.
_MARKED = ("matrix", "label")

_NOTHING = Statement(target="")
_NO_SCHEMA = Field(
    kind="schema", said=_NOTHING, subschemas=Subschemas(expansion=Expansion.LEAF, of=_NOTHING)
)


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """The parameters of one place, the deprecated ones last.

    :ivar place: ``path``, ``query``, ``querystring``, ``header`` or ``cookie``.
    """

    place: str
    fields: tuple[Field, ...]


class ParameterContent:
    """The parameters and headers of one document: shared ones are created once."""

    def __init__(self, schemas: SchemaContent) -> None:
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
        field, types = _NO_SCHEMA, frozenset[str]()
        if parameter.schema is not None:
            field = self._schemas.schema(parameter.schema, direction)
            types = frozenset(self._schemas.registry.view(parameter.schema, direction).types)
        said = field.said
        examples = tuple(
            example
            for example in parameter.examples
            if not example.made and (example.value is not MISSING or example.external_value)
        )
        text, more = said.text, None
        if parameter.description:
            if text is not None and text.strip() not in parameter.description:
                more = text
            text = parameter.description
        is_deprecated = parameter.deprecated or Flag.DEPRECATED in said.flags
        return Field(
            kind="parameter",
            name=parameter.name,
            required=parameter.required,
            said=replace(
                said,
                text=text,
                more=more,
                flags=(Flag.DEPRECATED,) if is_deprecated else (),
                facts=tuple(fact for fact in said.facts if not (examples and _is_example(fact))),
            ),
            subschemas=field.subschemas,
            written=tuple(_written(parameter, types)),
            examples=examples,
        )


def _is_example(fact: object) -> bool:
    return isinstance(fact, Fact) and fact.word in ("example", "examples")


def _written(parameter: ParameterView, types: frozenset[str]) -> Iterator[Fact | Style]:
    """How *parameter* is serialized, unless that is trivial."""
    if parameter.location:
        yield Fact("location", (parameter.location,))
    elif parameter.content_type:
        yield Fact("media_type", (parameter.content_type,))
    elif not types.isdisjoint(("array", "object")):
        yield Style(parameter.style, parameter.explode)
    elif parameter.style in _MARKED:
        # These write more than the value even for a single value.
        yield Style(parameter.style, explode=False)
    if parameter.allow_reserved:
        yield Fact("reserved")
    if parameter.allow_empty:
        yield Fact("may_be_empty")
