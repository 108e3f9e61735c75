"""One level of a Schema Object as a `SchemaView`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sphinx_navapi.formats.lenient import (
    as_list,
    as_mapping,
    as_names,
    as_text,
    below,
    external_docs,
)
from sphinx_navapi.openapi.schema.graph import SchemaGraph
from sphinx_navapi.openapi.schema.labels import (
    SchemaLabels,
    constant_options,
    is_made_up,
    only_required,
    read_constraints,
)
from sphinx_navapi.openapi.schema.level import Layer, component_name, is_null_option
from sphinx_navapi.openapi.schema.pattern import matches
from sphinx_navapi.openapi.schema.reader import Facts, SchemaReader, enum_notes, note_for
from sphinx_navapi.openapi.schema.type_label import Condition
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    DiscriminatorView,
    EnumValue,
    PropertyView,
    SchemaView,
    VariantsView,
)

#: A property definition without any of these does not describe its type, so an inner one (of a
#: parent in ``allOf``) is shown instead.
_TELLING = frozenset(
    {
        "type", "$ref", "allOf", "oneOf", "anyOf", "enum", "const", "properties", "items",
        "format", "additionalProperties",
    }
)  # fmt: skip


class SchemaViews:
    """Creates and caches the views of one document."""

    def __init__(self, reader: SchemaReader, labels: SchemaLabels, graph: SchemaGraph) -> None:
        self.reader = reader
        self.labels = labels
        self.graph = graph
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
        pointer = pointer.removeprefix("#")
        view = self._full.get(pointer)
        if view is None:
            view = self._full[pointer] = self._read(pointer)
        if direction is Direction.BOTH or not view.properties:
            return view
        key = (pointer, direction)
        directed = self._directed.get(key)
        if directed is None:
            if view.pointer != view.target and self.referred(pointer) is not None:
                kept = self.view(view.target, direction).properties
            else:
                omitted = self.reader.omitted(direction)
                kept = tuple(child for child in view.properties if not omitted(child.schema))
            directed = view
            if len(kept) != len(view.properties):
                directed = replace(view, properties=kept)
            self._directed[key] = directed
        return directed

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
            return replace(there, pointer=pointer, label=self.labels.label(pointer))
        unwrapped = self.reader.unwrap(pointer)
        facts = self.reader.facts(pointer)
        layers = facts.level.layers
        constants, variants = self._variants(facts)
        name = component_name(unwrapped.target)
        return SchemaView(
            pointer=pointer,
            target=unwrapped.target,
            component=None if is_made_up(name, unwrapped.value) else name,
            label=self.labels.label(pointer),
            types=facts.types,
            format=facts.first_text("format"),
            title=_own_text(facts, "title"),
            description=_own_text(facts, "description")
            or facts.first_text("description")
            or self._of_choice(facts),
            nullable=facts.nullable,
            deprecated=_flag(facts, "deprecated"),
            read_only=_flag(facts, "readOnly"),
            write_only=_flag(facts, "writeOnly"),
            constraints=read_constraints(facts, self.labels),
            enum=_enum(facts) or constants,
            const=facts.first("const") if _has(facts.mappings, "const") else MISSING,
            default=_given(facts, "default"),
            examples=_examples(facts),
            external_docs=_external_docs(facts),
            properties=tuple(self._properties(facts)),
            additional=_additional(layers),
            items=_items(layers),
            prefix_items=_prefix_items(layers),
            variants=variants,
            negated=_negated(layers),
            conditional=tuple(dict.fromkeys(_conditional(layers))),
            discriminator=self._discriminator(facts, variants),
            merged=facts.level.merged,
            resolved=unwrapped.resolved,
        )

    def _properties(self, facts: Facts) -> Iterator[PropertyView]:
        level = facts.level
        required: set[str] = set()
        for layer in level.layers:
            required.update(as_names(layer.keywords.get("required")))
        chosen: dict[tuple[str, bool], str] = {}
        telling: set[tuple[str, bool]] = set()
        internal: set[tuple[str, bool]] = set()
        for layer in level.by_weight():
            for keyword, pattern in (("properties", False), ("patternProperties", True)):
                for name, schema in as_mapping(layer.keywords.get(keyword)).items():
                    key = (name, pattern)
                    tells = isinstance(schema, bool) or not _TELLING.isdisjoint(as_mapping(schema))
                    if key not in chosen or (tells and key not in telling):
                        chosen[key] = below(layer.pointer, keyword, name)
                    if tells:
                        telling.add(key)
                    if isinstance(schema, dict) and is_internal(schema):
                        internal.add(key)
        shown = set(internal)
        for layer in level.layers:
            for keyword, pattern in (("properties", False), ("patternProperties", True)):
                for name in as_mapping(layer.keywords.get(keyword)):
                    key = (name, pattern)
                    if key not in shown:
                        shown.add(key)
                        yield PropertyView(
                            name=name,
                            schema=chosen[key],
                            required=not pattern and name in required,
                            pattern=pattern,
                        )
        named = {name for name, _ in shown}
        if required - named:
            patterns = {name: chosen[name, True] for name, pattern in shown if pattern}
            yield from self._undescribed(facts, named, patterns)

    def _undescribed(
        self, facts: Facts, named: set[str], patterns: Mapping[str, str]
    ) -> Iterator[PropertyView]:
        """Required properties without a description, following the rules for unlisted names.

        :param patterns: pointers of schemas by the pattern of their names.
        """
        if facts.stated and "object" not in facts.types:
            return
        elsewhere = self._names_of_alternatives(facts.level.layers, set())
        additional = _additional(facts.level.layers)
        for layer in facts.level.layers:
            for index, name in enumerate(as_list(layer.keywords.get("required"))):
                if isinstance(name, str) and name not in named and name not in elsewhere:
                    named.add(name)
                    # An entry of a list of names serves as an empty schema.
                    empty = below(layer.pointer, "required", index)
                    fitting = (p for pattern, p in patterns.items() if matches(pattern, name))
                    schema = additional if isinstance(additional, str) else empty
                    schema = next(fitting, schema)
                    yield PropertyView(name=name, schema=schema, required=True)

    def _names_of_alternatives(self, layers: Iterable[Layer], seen: set[str]) -> set[str]:
        """Names of the properties in the alternatives and conditions of *layers*."""
        names: set[str] = set()
        for layer in layers:
            keywords = layer.keywords
            places = [
                below(layer.pointer, keyword, index)
                for keyword in ("oneOf", "anyOf", "allOf")
                for index, _ in enumerate(as_list(keywords.get(keyword)))
            ]
            places += [
                below(layer.pointer, key) for key in ("if", "then", "else") if key in keywords
            ]
            places += [
                below(layer.pointer, keyword, name)
                for keyword in ("dependentSchemas", "dependencies")
                for name in as_mapping(keywords.get(keyword))
            ]
            for place in places:
                target = self.reader.unwrap(place).target
                if target in seen:
                    continue
                seen.add(target)
                inner = self.reader.level(target).layers
                for each in inner:
                    names.update(as_mapping(each.keywords.get("properties")))
                names |= self._names_of_alternatives(inner, seen)
        return names

    def _variants(self, facts: Facts) -> tuple[tuple[EnumValue, ...], tuple[VariantsView, ...]]:
        """Alternatives; those that are single values are returned as values."""
        constants: tuple[EnumValue, ...] = ()
        found: list[VariantsView] = []
        itself = {component_name(facts.unwrapped.target), *facts.level.merged} - {None}
        for layer in facts.level.layers:
            for keyword in ("oneOf", "anyOf"):
                members = as_list(layer.keywords.get(keyword))
                if only_required(members):
                    continue
                kept = self._not_null(members)
                if constant_options([members[index] for index in kept]):
                    constants = constants or _constants([members[index] for index in kept])
                    continue
                places = tuple(below(layer.pointer, keyword, index) for index in kept)
                choice = self.reader.blankable(places)
                if choice is not None:
                    constants = constants or (
                        *_enum(self.reader.facts(choice)),
                        EnumValue(value=""),
                    )
                    continue
                # A parent that lists its children as alternatives, merged into a child.
                if layer.component is not None and any(
                    component_name(self.reader.unwrap(place).target) in itself for place in places
                ):
                    continue
                if places:
                    found.append(VariantsView(kind=keyword, schemas=places))
        if facts.level.unmerged:
            found.append(VariantsView(kind="allOf", schemas=facts.level.unmerged))
        return constants, tuple(found)

    def _not_null(self, members: Sequence[Any]) -> list[int]:
        """Indexes of the alternatives that allow more than null."""
        document = self.reader.document
        return [n for n, member in enumerate(members) if not is_null_option(document, member)]

    def _of_choice(self, facts: Facts) -> str | None:
        """The description of the values of an optional choice."""
        for layer in facts.level.layers:
            for keyword in ("oneOf", "anyOf"):
                kept = self._not_null(as_list(layer.keywords.get(keyword)))
                places = [below(layer.pointer, keyword, index) for index in kept]
                choice = self.reader.blankable(places)
                if choice is not None:
                    return self.reader.facts(choice).first_text("description")
        return None

    def _discriminator(
        self, facts: Facts, variants: tuple[VariantsView, ...]
    ) -> DiscriminatorView | None:
        for layer in facts.level.by_weight():
            given = as_mapping(layer.keywords.get("discriminator"))
            name = as_text(given.get("propertyName"))
            if name is None:
                continue
            mapping = self._mapping(given, layer, variants)
            if layer.component is not None:
                own = facts.unwrapped.target
                mapping = tuple(entry for entry in mapping if entry[1] == own)
            return DiscriminatorView(
                property_name=name,
                mapping=mapping,
                default=self.graph.named(given.get("defaultMapping")),
            )
        return None

    def _mapping(
        self, given: Mapping[str, Any], layer: Layer, variants: tuple[VariantsView, ...]
    ) -> tuple[tuple[str, str | None], ...]:
        """Explicit entries, then the names of other alternatives, which are implicit values."""
        mapping = {
            value: self.graph.named(target)
            for value, target in as_mapping(given.get("mapping")).items()
        }
        options = [
            self.reader.unwrap(option).target
            for group in variants
            if group.kind != "allOf"
            for option in group.schemas
        ]
        if layer.component is not None or not options:
            parent = layer.pointer
            options += [
                below("/components/schemas", child) for child in self.graph.children(parent)
            ]
        named = set(mapping.values())
        for target in options:
            name = component_name(target)
            if name is not None and target not in named:
                mapping.setdefault(name, target)
        return tuple(mapping.items())


def _has(mappings: tuple[Mapping[str, Any], ...], keyword: str) -> bool:
    return any(keyword in mapping for mapping in mappings)


def _flag(facts: Facts, keyword: str) -> bool:
    return any(mapping.get(keyword) is True for mapping in facts.own)


def _own_text(facts: Facts, keyword: str) -> str | None:
    for mapping in facts.own:
        text = as_text(mapping.get(keyword))
        if text is not None:
            return text
    return None


def _given(facts: Facts, keyword: str) -> Any:
    """An annotation that is a value: not from a parent whose objects have fewer properties."""
    for mapping in facts.own if "object" in facts.types else facts.mappings:
        if keyword in mapping:
            return mapping[keyword]
    return MISSING


def _examples(facts: Facts) -> tuple[Any, ...]:
    for mapping in facts.own if "object" in facts.types else facts.mappings:
        examples = mapping.get("examples")
        if isinstance(examples, list) and examples:
            return tuple(examples)
        if isinstance(examples, dict):
            # The format of a Media Type Object, by mistake.
            values = [each["value"] for each in examples.values() if "value" in as_mapping(each)]
            if values:
                return tuple(values)
        if "example" in mapping:
            return (mapping["example"],)
    return ()


def _external_docs(facts: Facts) -> tuple[str, str] | None:
    for mapping in facts.own:
        docs = external_docs(mapping.get("externalDocs"))
        if docs is not None:
            return docs
    return None


def _enum(facts: Facts) -> tuple[EnumValue, ...]:
    for mapping in facts.mappings:
        values = as_list(mapping.get("enum"))
        if values:
            notes, names = enum_notes(mapping)
            return tuple(
                EnumValue(
                    value=value,
                    description=note_for(notes, value, index),
                    name=note_for(names, value, index),
                )
                for index, value in enumerate(values)
            )
    return ()


def _constants(members: list[Any]) -> tuple[EnumValue, ...]:
    return tuple(
        EnumValue(
            value=member["const"] if "const" in member else member["enum"][0],
            description=as_text(member.get("description")),
            name=as_text(member.get("title")),
        )
        for member in members
    )


def _additional(layers: tuple[Layer, ...]) -> str | bool | None:
    found: str | bool | None = None
    for layer in layers:
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            given = layer.keywords.get(keyword)
            if given is False:
                return False
            if isinstance(given, dict) and given:
                found = below(layer.pointer, keyword)
            elif isinstance(given, dict | bool) and found is None:
                found = True
    return found


def _items(layers: tuple[Layer, ...]) -> str | None:
    for layer in layers:
        if isinstance(layer.keywords.get("items"), dict):
            return below(layer.pointer, "items")
    return None


def _prefix_items(layers: tuple[Layer, ...]) -> tuple[str, ...]:
    for layer in layers:
        # A list in "items" is the notation of drafts before 2020-12.
        for keyword in ("prefixItems", "items"):
            prefix = as_list(layer.keywords.get(keyword))
            if prefix:
                return tuple(below(layer.pointer, keyword, index) for index in range(len(prefix)))
    return ()


def _negated(layers: tuple[Layer, ...]) -> str | None:
    for layer in layers:
        given = as_mapping(layer.keywords.get("not"))
        if given and not (
            as_names(given.get("required")) and not given.keys() - {"required", "description"}
        ):
            return below(layer.pointer, "not")
    return None


_CONDITIONS = ("if", "then", "else", "contains", "propertyNames", "unevaluatedItems")


def _conditional(layers: tuple[Layer, ...]) -> Iterator[Condition]:
    for layer in layers:
        for keyword in _CONDITIONS:
            if as_mapping(layer.keywords.get(keyword)):
                yield Condition(keyword=keyword, schema=below(layer.pointer, keyword))
        # Without a media type it is ignored (JSON Schema 2020-12, Validation, 8.5).
        if "contentMediaType" in layer.keywords and as_mapping(layer.keywords.get("contentSchema")):
            place = below(layer.pointer, "contentSchema")
            yield Condition(keyword="contentSchema", schema=place)
        for keyword in ("dependentSchemas", "dependencies"):
            for name, schema in as_mapping(layer.keywords.get(keyword)).items():
                if as_mapping(schema):
                    place = below(layer.pointer, keyword, name)
                    yield Condition(keyword="dependentSchemas", schema=place, name=name)
