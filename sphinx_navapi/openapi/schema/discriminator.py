"""Discriminator Objects: which value of a property selects which schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.schema.composition import Layer, component_name
from sphinx_navapi.openapi.schema.level import SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import DiscriminatorView

#: A value, and the pointer of the schema that it selects (``None``: unresolved).
Entry = tuple[str, str | None]


def read_discriminator(
    reader: SchemaReader, level: SchemaLevel, options: Sequence[str]
) -> DiscriminatorView | None:
    """The discriminator of *level*.

    :param options: targets of its alternatives.
    """
    for layer, name, given in _discriminators(level):
        entries = _entries(reader, given, layer, options)
        if layer.component is not None:
            chosen = {level.target, *_heirs(reader, level.target)}
            entries = [entry for entry in entries if entry[1] in chosen]
        default = reader.graph.named(given.get("defaultMapping"))
        return DiscriminatorView(property_name=name, mapping=tuple(entries), default=default)
    return None


def selectors(reader: SchemaReader, level: SchemaLevel) -> Iterator[tuple[str, str]]:
    """Each discriminating property of *level*, with a value that selects it; the best ones first.

    A schema that the mapping does not have is selected like the one that it extends.
    """
    # The most specific schema was added last: the chosen option.
    targets = [part.unwrapped.target for part in reversed(level.parts)]
    places = dict.fromkeys((*targets, *(layer.pointer for layer in level.by_weight())))
    for _, name, given in _discriminators(level):
        mapping = _mapping(reader, given)
        selected = {reader.unwrap(place).target: value for value, place in mapping if place}
        for place in places:
            if place in selected:
                yield name, selected[place]
        for place in targets:
            implicit = component_name(place)
            if implicit is not None:
                yield name, implicit


def choices(reader: SchemaReader, level: SchemaLevel) -> Iterator[tuple[str, ...]]:
    """The schemas between which each discriminator of *level* chooses, unless one is chosen."""
    places = {layer.pointer for layer in level.layers}
    for layer, _, given in _discriminators(level):
        if as_list(layer.keywords.get("oneOf")) or as_list(layer.keywords.get("anyOf")):
            continue
        entries = _entries(reader, given, layer, ())
        targets = dict.fromkeys(target for _, target in entries if target is not None)
        heirs = {*_heirs(reader, layer.pointer)}
        if heirs.isdisjoint(places):
            yield tuple(target for target in targets if target in heirs)


def _discriminators(level: SchemaLevel) -> Iterator[tuple[Layer, str, Mapping[str, Any]]]:
    for layer in level.by_weight():
        given = as_mapping(layer.keywords.get("discriminator"))
        name = as_text(given.get("propertyName"))
        if name is not None:
            yield layer, name, given


def _mapping(reader: SchemaReader, given: Mapping[str, Any]) -> list[Entry]:
    mapping = as_mapping(given.get("mapping"))
    return [(value, reader.graph.named(target)) for value, target in mapping.items()]


def _entries(
    reader: SchemaReader, given: Mapping[str, Any], layer: Layer, options: Sequence[str]
) -> list[Entry]:
    """Explicit entries, then the names of other alternatives, which are implicit values."""
    entries = _mapping(reader, given)
    implicit = list(options)
    if layer.component is not None or not implicit:
        implicit += _heirs(reader, layer.pointer)
    known = {target for _, target in entries} | {None}
    values = {value for value, _ in entries}
    for target in dict.fromkeys(implicit):
        name = component_name(target)
        if name is not None and name not in values and target not in known:
            entries.append((name, target))
    return entries


def _heirs(reader: SchemaReader, pointer: str) -> list[str]:
    return [below("/components/schemas", name) for name in reader.graph.descendants(pointer)]
