"""The levels of a document's schemas, each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.check.walk import object_parts
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.allowed_types import AllowedTypes
from sphinx_navapi.openapi.schema.applicators import schema_keywords
from sphinx_navapi.openapi.schema.composition import (
    Group,
    Layer,
    SchemaLayers,
    Unwrapped,
    component_name,
    read_layers,
    unwrap,
)
from sphinx_navapi.openapi.schema.graph import SchemaGraph
from sphinx_navapi.openapi.schema.json_values import bare_text
from sphinx_navapi.openapi.schema.keywords import (
    ANNOTATIONS,
    CHOOSING,
    NO_TYPES,
    TYPES,
    allows_all,
    declared_types,
)
from sphinx_navapi.openapi.schema.level import (
    BRANCHES,
    NULL_APART,
    Pointers,
    Rest,
    SchemaLevel,
    SchemaPart,
    covers,
    implied_types,
)
from sphinx_navapi.openapi.schema.row import StatedDiscriminator
from sphinx_navapi.openapi.view import Direction

#: Maximum number of levels kept: with all that they are made from, about 6 MB.
_MOST_LEVELS = 4_000

#: Keywords with schemas that apply to the same value, if they do.
_OF_SAME_VALUE = frozenset(schema_keywords(lambda each: each.same)) - {"not"}


class SchemaReader:
    """Unwraps schemas and reads their levels, cached for one document."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self.graph = SchemaGraph(document)
        self.allowed = AllowedTypes(document)
        self._unwrapped: dict[str, Unwrapped] = {}
        self._layers: dict[str, SchemaLayers] = {}
        self._levels: dict[Pointers, SchemaLevel] = {}
        # Not forgotten: the pointers are in the document.
        self._outer: dict[str, Sequence[Rest]] = {}
        self._around: dict[str, frozenset[str]] = {}
        #: By the pointer of their schema: see `discriminator.stated`.
        self.discriminators: dict[str, StatedDiscriminator | None] = {}

    def rest(self) -> None:
        """Between two pages or values, drop what was read for earlier ones, if that is a lot.

        Adjacent ones have the same schemas; those far apart rarely do.
        """
        if len(self._levels) > _MOST_LEVELS:
            self.forget()

    def forget(self) -> None:
        """Drop everything that was read."""
        self._unwrapped.clear()
        self._layers.clear()
        self._levels.clear()
        self.allowed.forget()
        self.discriminators.clear()

    def unwrap(self, pointer: str) -> Unwrapped:
        """Unwrap the schema at *pointer*."""
        unwrapped = self._unwrapped.get(pointer)
        if unwrapped is None:
            unwrapped = self._unwrapped[pointer] = unwrap(self.allowed, pointer, self._unwrapped)
        return unwrapped

    def layers(self, target: str) -> SchemaLayers:
        """The layers at *target*, a result of `unwrap`."""
        layers = self._layers.get(target)
        if layers is None:
            layers = self._layers[target] = read_layers(self.document, target)
        return layers

    def level(self, *pointers: str) -> SchemaLevel:
        """What the schemas at *pointers* say together about one value."""
        level = self._levels.get(pointers)
        if level is None:
            outer = [rest for pointer in pointers for rest in self._outer.get(pointer, ())]
            level = self._levels[pointers] = SchemaLevel(
                tuple(self._part(pointer) for pointer in pointers),
                self.allowed.read,
                self._types_of_options,
                outer,
                self._types_around(pointers[0]) if len(pointers) == 1 else NO_TYPES,
            )
        return level

    def _types_around(self, pointer: str) -> frozenset[str]:
        """The types of the schema of which that at *pointer* is a condition or an alternative."""
        if pointer in self._around:
            return self._around[pointer]
        around, _, key = pointer.rpartition("/")
        if around.endswith(("/oneOf", "/anyOf")):
            around = around.rpartition("/")[0]
        elif key not in ("not", "if", "then", "else"):
            return NO_TYPES
        return declared_types(as_mapping(self.document.at(around)))

    def _types_of_options(self, level: SchemaLevel) -> frozenset[str]:
        """The types in the alternatives of *level*, those that their keywords imply included."""
        for part in level.parts:
            # The only alternative apart from null, which a wrapper has.
            if allows_all(part.unwrapped.value) and any(
                not each.keys().isdisjoint(CHOOSING) for each in part.unwrapped.wrappers
            ):
                return TYPES - {"null"}
        return self._types_in(level.layers, set()) - {"null"}

    def _types_in(self, layers: Iterable[Layer], seen: set[str]) -> frozenset[str]:
        """The types in the alternatives of *layers*, and in those inside them."""
        types: frozenset[str] = frozenset()
        for layer in layers:
            for keyword in ("if", "then", "else"):
                if isinstance(layer.keywords.get(keyword), dict):
                    types |= self._declared(self._mappings(below(layer.pointer, keyword)))
            for group in layer.groups():
                for place in self.not_null(group).places:
                    if allows_all(self.document.at(place)):
                        return TYPES
                    mappings, target = self._mappings(place), self.unwrap(place).target
                    stated = self._declared(mappings) or implied_types(mappings)
                    if not stated and target not in seen:
                        seen.add(target)
                        stated = self._types_in(self.layers(target).layers, seen)
                    types |= stated
        return types

    def _mappings(self, place: str) -> Sequence[Mapping[str, Any]]:
        """The keywords of the schema at *place*, of all schemas that make up its level."""
        unwrapped = self.unwrap(place)
        layers = self.layers(unwrapped.target).layers
        return (*unwrapped.wrappers, *(each.keywords for each in layers))

    def _declared(self, mappings: Sequence[Mapping[str, Any]]) -> frozenset[str]:
        return frozenset().union(*map(declared_types, mappings))

    def inside(self, level: SchemaLevel, places: list[str], *, if_valid: bool = True) -> list[str]:
        """*places*, pointers of schemas for the same value as *level*, or new ones.

        The levels of new ones know the types of *level*, and which of their properties it forbids.

        :param if_valid: a value must satisfy them, and what *level* forbids.
        """
        rests = level.forbidden() if if_valid else []
        names = self.names_below(level.layers) if rests else ()
        if not any(rest.takes(name) for rest in rests for name in names):
            rests = []
        is_known = not any(
            self._leaves_types(place, level) or self._leaves_null(place, level) for place in places
        )
        if not rests and is_known:
            return places
        enclosed = self.document.enclose(level.parts[0].pointer, places)
        self._outer.update(dict.fromkeys(enclosed, rests))
        if level.stated:
            null = (NULL_APART,) if level.null_apart else ("null",) if level.nullable else ()
            self._around.update(dict.fromkeys(enclosed, frozenset({*level.types, *null})))
        return enclosed

    def _leaves_types(self, place: str, level: SchemaLevel) -> bool:
        """Whether the schema at *place* has no type, and seems to be for other values only."""
        inner = self.level(place)
        types = frozenset(inner.types)
        return (
            level.stated
            and bool(types)
            and not (inner.stated or covers(types, frozenset(level.types)))
        )

    def _leaves_null(self, place: str, level: SchemaLevel) -> bool:
        """Whether the condition at *place* concerns null only since an alternative adds it."""
        inner = self.level(place)
        if not place.endswith(BRANCHES) or not level.nullable or inner.nullable:
            return False
        return level.null_apart or (not inner.stated and bool(inner.types) and inner.allowed.null)

    def names_below(self, layers: Iterable[Layer], seen: set[str] | None = None) -> set[str]:
        """Names of the properties in the alternatives and conditions of *layers*."""
        names: set[str] = set()
        seen = set() if seen is None else seen
        for layer in layers:
            for part in object_parts(layer.keywords, Kind.SCHEMA):
                if part.path.split("/")[1] not in _OF_SAME_VALUE:
                    continue
                target = self.unwrap(f"{layer.pointer}{part.path}").target
                if target in seen:
                    continue
                seen.add(target)
                inner = self.layers(target).layers
                for each in inner:
                    names.update(as_mapping(each.keywords.get("properties")))
                names |= self.names_below(inner, seen)
        return names

    def join(self, pointers: Pointers) -> str:
        """The pointer of one schema that combines those at *pointers*, least important first.

        It is the only one of them that says something, or a new one.
        """
        if len(pointers) == 1:
            return pointers[0]
        telling: dict[str, str] = {}
        # What is not allowed is described nevertheless.
        is_forbidden = any(self.document.at(pointer) is False for pointer in pointers)
        for pointer in pointers:
            if is_forbidden or self._restricts(pointer):
                target = self.unwrap(pointer).target
                telling.pop(target, None)
                telling[target] = pointer
        # What extends another schema already includes it.
        included = {
            layer.pointer
            for target in telling
            for layer in self.layers(target).layers
            if layer.pointer != target
        }
        kept = tuple(pointer for target, pointer in telling.items() if target not in included)
        if len(kept) < 2:
            return kept[0] if kept else pointers[-1]
        return self.document.join(kept)

    def _restricts(self, pointer: str) -> bool:
        """Whether the schema at *pointer* does more than describe."""
        schema = self.document.at(pointer)
        return isinstance(schema, bool) or not ANNOTATIONS.issuperset(as_mapping(schema))

    def _part(self, pointer: str) -> SchemaPart:
        unwrapped = self.unwrap(pointer)
        return SchemaPart(pointer, unwrapped, self.layers(unwrapped.target))

    def not_null(self, group: Group) -> Group:
        """*group* without the alternatives that are null."""
        kept = self.allowed.beside_null(group.keyword, group.places)
        members, places = ([each[index] for index in kept] for each in group[1:])
        return Group(group.keyword, members, places)

    def lists_itself(self, level: SchemaLevel, layer: Layer, places: Iterable[str]) -> bool:
        """Whether *places* are children that a parent lists, merged into one of them: *level*."""
        itself = {component_name(level.target), *level.merged} - {None}
        return layer.component is not None and any(
            component_name(self.unwrap(place).target) in itself for place in places
        )

    def blankable(self, places: Sequence[str]) -> str | None:
        """The only one of *places* that lists values, if all others allow only the empty string.

        Django REST framework describes an optional choice this way.
        """
        values = [as_list(as_mapping(self.unwrap(place).value).get("enum")) for place in places]
        choices = [place for place, listed in zip(places, values, strict=True) if listed != [""]]
        if len(choices) != 1 or len(places) < 2 or not all(values):
            return None
        return choices[0]

    def omitted(self, direction: Direction) -> Callable[[str], bool]:
        """A function that tells whether the schema at a pointer is omitted in *direction*."""
        return self.read_only if direction is Direction.REQUEST else self.write_only

    def read_only(self, pointer: str) -> bool:
        """Whether the schema at *pointer* is only sent in responses."""
        return self._flag(pointer, "readOnly")

    def write_only(self, pointer: str) -> bool:
        """Whether the schema at *pointer* is only sent in requests."""
        return self._flag(pointer, "writeOnly")

    def _flag(self, pointer: str, keyword: str) -> bool:
        # Most properties are plain mappings: no need to read a level.
        value = self.document.at(pointer)
        if isinstance(value, dict) and "$ref" not in value and "allOf" not in value:
            return value.get(keyword) is True
        return self.level(pointer).flag(keyword)


def enum_notes(mapping: Mapping[str, Any]) -> tuple[Any, Any]:
    """The descriptions and names of a schema's ``enum`` values."""
    notes = _first(mapping, ("x-enumDescriptions", "x-enum-descriptions"))
    names = _first(mapping, ("x-enum-varnames", "x-enumNames", "x-speakeasy-enums"))
    # An object per value: Fern's by value, AutoRest's in a list.
    by_value = dict(as_mapping(mapping.get("x-fern-enum")))
    for entry in as_list(as_mapping(mapping.get("x-ms-enum")).get("values")):
        by_value.setdefault(bare_text(as_mapping(entry).get("value")), entry)
    if notes is None:
        notes = {value: as_mapping(note).get("description") for value, note in by_value.items()}
    if names is None:
        names = {value: as_mapping(note).get("name") for value, note in by_value.items()}
    return notes, names


def _first(mapping: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((mapping[key] for key in keys if mapping.get(key) is not None), None)


def note_for(notes: Any, value: Any, index: int) -> str | None:
    """The entry of *notes*, a mapping by value or a list by index, for one value."""
    if isinstance(notes, list):
        return as_text(notes[index]) if index < len(notes) else None
    return as_text(as_mapping(notes).get(bare_text(value)))
