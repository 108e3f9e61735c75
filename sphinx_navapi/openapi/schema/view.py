"""One level of a Schema Object as a `SchemaView`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sphinx_navapi.formats.lenient import (
    as_list,
    as_mapping,
    as_names,
    as_text,
    below,
)
from sphinx_navapi.openapi.facts import Link, external_docs, history_facts, text_at
from sphinx_navapi.openapi.schema.assertions import COUNTED_ITEMS
from sphinx_navapi.openapi.schema.composition import Layer, component_name
from sphinx_navapi.openapi.schema.discriminator import read_discriminator
from sphinx_navapi.openapi.schema.json_values import identity
from sphinx_navapi.openapi.schema.keywords import certain_branch
from sphinx_navapi.openapi.schema.labels import (
    SchemaLabels,
    constant_options,
    is_described_requirement,
    is_made_up,
    only_required,
    read_constraints,
)
from sphinx_navapi.openapi.schema.level import SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader, enum_notes, note_for
from sphinx_navapi.openapi.schema.row import Child, EnumValue, Flag, SchemaView
from sphinx_navapi.openapi.schema.type_label import Condition, Constraint
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import MISSING, Direction

_FLAGS = {
    "deprecated": Flag.DEPRECATED,
    "readOnly": Flag.READ_ONLY,
    "writeOnly": Flag.WRITE_ONLY,
}


class SchemaViews:
    """Creates and caches the views of one document."""

    def __init__(self, reader: SchemaReader, labels: SchemaLabels) -> None:
        self.reader = reader
        self.labels = labels
        self._full: dict[str, SchemaView] = {}
        self._directed: dict[tuple[str, Direction], SchemaView] = {}

    def count(self) -> int:
        """The number of schemas whose views are kept."""
        return len(self._full)

    def forget(self) -> None:
        """Drop all views."""
        self._full.clear()
        self._directed.clear()

    def view(self, pointer: str, direction: Direction) -> SchemaView:
        """One level of the schema at *pointer*, without what is not sent in *direction*."""
        view = self._directed.get((pointer, direction))
        if view is None:
            view = self._directed[pointer, direction] = self._read_directed(
                pointer.removeprefix("#"), direction
            )
        return view

    def _read_directed(self, pointer: str, direction: Direction) -> SchemaView:
        view = self._full.get(pointer)
        if view is None:
            view = self._full[pointer] = self._read(pointer)
        if direction is Direction.BOTH or not view.has_properties:
            return view
        if view.pointer != view.target and self.referred(pointer) is not None:
            kept = self.view(view.target, direction).children
        else:
            omitted = self.reader.omitted(direction)
            kept = tuple(
                child
                for child in view.children
                if child.kind not in ("property", "pattern") or not omitted(child.schema)
            )
        return view if len(kept) == len(view.children) else replace(view, children=kept)

    def referred(self, pointer: str) -> str | None:
        """The component that the schema at *pointer* refers to, if it adds nothing else."""
        schema = self.reader.document.at(pointer)
        if not isinstance(schema, dict) or schema.keys() != {"$ref"}:
            return None
        target = self.reader.unwrap(pointer).target
        is_component = target != pointer and component_name(target) is not None
        return target if is_component and schema["$ref"] == f"#{target}" else None

    def _read(self, pointer: str) -> SchemaView:
        referred = self.referred(pointer)
        if referred is not None:
            # Read once, however many references there are.
            there = self.view(referred, Direction.BOTH)
            history = tuple(history_facts(self.reader.document.history, pointer, (referred,)))
            label = self.labels.label(pointer)
            return replace(there, pointer=pointer, label=label, history=history)
        level = self.reader.level(pointer)
        unwrapped = level.parts[0].unwrapped
        constants, variants = self._variants(level)
        name, title = component_name(unwrapped.target), level.own_text("title")
        return SchemaView(
            pointer=pointer,
            target=unwrapped.target,
            component=None if is_made_up(name, unwrapped.value) else name,
            label=self.labels.label(pointer),
            types=() if level.allowed.only_null else level.types,
            format=level.first_text("format"),
            title=None if is_made_up(title, {"title": title}) else title,
            description=text_at(
                level.own_text("description")
                or level.first_text("description")
                or self._of_choice(level),
                f"{level.target}/description",
            ),
            flags=tuple(flag for keyword, flag in _FLAGS.items() if level.flag(keyword)),
            constraints=(*read_constraints(level, self.labels), *self._required_elsewhere(level)),
            enum=_enum(level) or constants,
            const=_constant(level),
            default=next(level.given("default"), MISSING),
            examples=level.examples(),
            link=_link(level),
            children=(
                *self._properties(level),
                *self._parts(level),
                *variants,
                *self._rules(level),
            ),
            additional=level.additional if isinstance(level.additional, bool) else None,
            discriminator=read_discriminator(
                self.reader,
                level,
                [
                    self.reader.unwrap(option.schema).target
                    for option in variants
                    if option.group != "allOf"
                ],
            ),
            merged=level.merged,
            resolved=unwrapped.resolved,
            is_titled=any(as_text(each.get("title")) for each in unwrapped.wrappers),
            history=tuple(history_facts(self.reader.document.history, pointer, level.places)),
        )

    def _parts(self, level: SchemaLevel) -> Iterator[Child]:
        """Additional properties and items."""
        join = self.reader.join
        if isinstance(level.additional, tuple):
            yield Child(kind="additional", schema=join(level.additional))
        for position, item in enumerate(level.prefix_items):
            yield Child(kind="item", name=str(position), schema=join(item))
        if level.items and not level.closed_items:
            items = join(level.items)
            if level.prefix_items:
                others = Condition(keyword="items", schema=items)
                yield Child(kind="conditional", schema=items, condition=others)
            else:
                yield Child(kind="items", schema=items)

    def _properties(self, level: SchemaLevel) -> Iterator[Child]:
        required = set(level.required())
        schemas = {"properties": level.properties, "patternProperties": level.patterns}
        written = [
            (keyword, name, schema, below(layer.pointer, keyword, name))
            for layer in level.layers
            for keyword in schemas
            for name, schema in as_mapping(layer.keywords.get(keyword)).items()
        ]
        done = {(key, name) for key, name, schema, _ in written if is_internal(as_mapping(schema))}
        for keyword, name, _, place in written:
            if (keyword, name) not in done:
                done.add((keyword, name))
                is_property = keyword == "properties"
                yield Child(
                    kind="property" if is_property else "pattern",
                    name=name,
                    schema=self.reader.join(schemas[keyword].get(name) or (place,)),
                    required=is_property and name in required,
                )
        named = {name for _, name in done}
        if required - named:
            yield from self._undescribed(level, named)

    def _undescribed(self, level: SchemaLevel, named: set[str]) -> Iterator[Child]:
        """Required properties without a description, following the rules for unlisted names."""
        if "object" not in level.types or is_described_requirement(level):
            return
        elsewhere = self.reader.names_below(level.layers)
        additional = level.additional
        for layer in level.layers:
            for index, name in enumerate(as_list(layer.keywords.get("required"))):
                if isinstance(name, str) and name not in named and name not in elsewhere:
                    named.add(name)
                    fitting = level.unnamed(name)
                    if not fitting and isinstance(additional, tuple):
                        fitting = additional
                    # An entry of a list of names serves as an empty schema.
                    empty = below(layer.pointer, "required", index)
                    schema = self.reader.join(fitting) if fitting else empty
                    yield Child(kind="property", name=name, schema=schema, required=True)

    def _required_elsewhere(self, level: SchemaLevel) -> Iterator[Constraint]:
        """Required properties that only alternatives or conditions describe."""
        names = [name for name in level.required() if name not in level.properties]
        if names and "object" in level.types and not is_described_requirement(level):
            elsewhere = self.reader.names_below(level.layers)
            required = tuple(name for name in names if name in elsewhere)
            if required:
                yield Constraint(keyword="required", groups=(required,))

    def _variants(self, level: SchemaLevel) -> tuple[tuple[EnumValue, ...], list[Child]]:
        """Alternatives; those that are single values are returned as values."""
        constants: tuple[EnumValue, ...] = ()
        variants: list[Child] = []
        for layer in level.layers:
            for group in layer.groups():
                if only_required(group.members):
                    continue
                keyword, members, places = self.reader.not_null(group)
                if constant_options(members):
                    constants = constants or _constants(members, level.target)
                    continue
                choice = self.reader.blankable(places)
                if choice is not None:
                    constants = constants or (
                        *_enum(self.reader.level(choice)),
                        EnumValue(value=""),
                    )
                    continue
                if self.reader.lists_itself(level, layer, places):
                    continue
                variants += (
                    Child(kind="variant", group=keyword, schema=place)
                    for place in self.reader.inside(level, places)
                )
        variants += (Child(kind="variant", group="allOf", schema=place) for place in level.unmerged)
        return constants, variants

    def _rules(self, level: SchemaLevel) -> Iterator[Child]:
        """Schemas that must not apply, and those that apply to a part or conditionally."""
        for layer in level.layers:
            negated = as_mapping(layer.keywords.get("not"))
            if negated and not (
                as_names(negated.get("required"))
                and not negated.keys() - {"required", "description"}
            ):
                places = [below(layer.pointer, "not")]
                (schema,) = self.reader.inside(level, places, if_valid=False)
                yield Child(kind="negated", schema=schema)
        for condition in dict.fromkeys((*_contained(level), *_conditional(level.layers))):
            schema = condition.schema
            if condition.keyword in _FOR_THE_SAME:
                if_valid = condition.keyword != "if"
                (schema,) = self.reader.inside(level, [schema], if_valid=if_valid)
            yield Child(kind="conditional", schema=schema, condition=condition)

    def _of_choice(self, level: SchemaLevel) -> str | None:
        """The description of the values of an optional choice."""
        for layer in level.layers:
            for group in layer.groups():
                choice = self.reader.blankable(self.reader.not_null(group).places)
                if choice is not None:
                    return self.reader.level(choice).first_text("description")
        return None


def _constant(level: SchemaLevel) -> Any:
    if next(level.each("const"), MISSING) is MISSING or not level.values:
        return MISSING
    return level.values[0]


def _link(level: SchemaLevel) -> Link | None:
    links = (external_docs(mapping.get("externalDocs"), level.target) for mapping in level.own)
    return next(filter(None, links), None)


def _enum(level: SchemaLevel) -> tuple[EnumValue, ...]:
    """The permitted values, with the notes of any schema that lists them."""
    listing = [mapping for mapping in level.mappings if as_list(mapping.get("enum"))]
    if not listing or any("const" in mapping for mapping in level.mappings):
        return ()
    described = [
        (
            {identity(one): index for index, one in reversed([*enumerate(mapping["enum"])])},
            *enum_notes(mapping),
        )
        for mapping in listing
    ]
    values = []
    # Null is in the type.
    for value in [each for each in level.values or () if each is not None] or level.values or ():
        notes, names = [], []
        for places, own_notes, own_names in described:
            index = places[identity(value)]
            notes.append(note_for(own_notes, value, index))
            names.append(note_for(own_names, value, index))
        values.append(
            EnumValue(
                value=value,
                description=text_at(next(filter(None, notes), None), level.target),
                name=next(filter(None, names), None),
            )
        )
    return tuple(values)


def _constants(members: list[Any], pointer: str) -> tuple[EnumValue, ...]:
    return tuple(
        EnumValue(
            value=member["const"] if "const" in member else member["enum"][0],
            description=text_at(as_text(member.get("description")), pointer),
            name=as_text(member.get("title")),
        )
        for member in members
    )


#: Conditions whose schemas are for the same value.
_FOR_THE_SAME = frozenset({"if", "then", "else", "dependentSchemas"})


def _restricts(schema: Any) -> bool:
    return schema is False or bool(as_mapping(schema))


def _contained(level: SchemaLevel) -> Iterator[Condition]:
    is_only = len(level.contained) == 1
    for schema, *counts in level.contained:
        limits = tuple(
            Constraint(keyword=keyword, text=str(count))
            for keyword, count in zip(COUNTED_ITEMS, counts, strict=True)
            if count is not None and not is_only
        )
        yield Condition(keyword="contains", schema=schema, limits=limits)


def _conditional(layers: tuple[Layer, ...]) -> Iterator[Condition]:
    for layer in layers:
        branches = () if certain_branch(layer.keywords) else ("if", "then", "else")
        for keyword in (*branches, "propertyNames"):
            if _restricts(layer.keywords.get(keyword)):
                yield Condition(keyword=keyword, schema=below(layer.pointer, keyword))
        if as_mapping(layer.keywords.get("unevaluatedItems")):
            place = below(layer.pointer, "unevaluatedItems")
            yield Condition(keyword="unevaluatedItems", schema=place)
        # Without a media type it is ignored (JSON Schema 2020-12, Validation, 8.5).
        if "contentMediaType" in layer.keywords and as_mapping(layer.keywords.get("contentSchema")):
            place = below(layer.pointer, "contentSchema")
            yield Condition(keyword="contentSchema", schema=place)
        for name, schema in as_mapping(layer.keywords.get("dependentSchemas")).items():
            if _restricts(schema):
                place = below(layer.pointer, "dependentSchemas", name)
                yield Condition(keyword="dependentSchemas", schema=place, name=name)
