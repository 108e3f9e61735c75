"""Discriminator Objects: which value of a property selects which schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.schema.composition import Layer, component_name
from sphinx_navapi.openapi.schema.level import SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.schema.row import DiscriminatorView, StatedDiscriminator

#: A value, and the pointer of the schema that it selects (``None``: unresolved).
Entry = tuple[str, str | None]


def read_discriminator(
    reader: SchemaReader, level: SchemaLevel, options: Sequence[str]
) -> DiscriminatorView | None:
    """The discriminator of *level*.

    :param options: targets of its alternatives.
    """
    for layer, discriminator in _discriminators(reader, level):
        entries = _entries(reader, discriminator.view, layer, options)
        if layer.component is not None:
            chosen = {level.target, *reader.graph.descendants(level.target)}
            entries = [entry for entry in entries if entry[1] in chosen]
        return replace(discriminator.view, mapping=tuple(entries))
    return None


def selectors(reader: SchemaReader, level: SchemaLevel) -> Iterator[tuple[str, str]]:
    """Each discriminating property of *level*, with a value that selects it; the best ones first.

    A schema that the mapping does not have is selected like the one that it extends.
    """
    # The most specific schema was added last: the chosen option.
    targets = [part.unwrapped.target for part in reversed(level.parts)]
    places = dict.fromkeys((*targets, *(layer.pointer for layer in level.weighted)))
    for _, discriminator in _discriminators(reader, level):
        name = discriminator.view.property_name
        for place in places:
            if place in discriminator.values:
                yield name, discriminator.values[place]
        for place in targets:
            implicit = component_name(place)
            if implicit is not None:
                yield name, implicit


def choices(reader: SchemaReader, level: SchemaLevel) -> Iterator[DiscriminatorView]:
    """The discriminators of *level* that choose between schemas which extend it.

    Without those where the level is already one of these schemas.
    """
    places = {layer.pointer for layer in level.layers}
    for layer, discriminator in _discriminators(reader, level):
        heirs = reader.graph.descendants(layer.pointer)
        has_options = as_list(layer.keywords.get("oneOf")) or as_list(layer.keywords.get("anyOf"))
        if heirs and not has_options and heirs.keys().isdisjoint(places):
            entries = _entries(reader, discriminator.view, layer, ())
            chosen = tuple(entry for entry in entries if entry[1] in heirs)
            yield replace(discriminator.view, mapping=chosen)


def stated(reader: SchemaReader, layer: Layer) -> StatedDiscriminator | None:
    """The discriminator of *layer* with the values of its ``mapping``."""
    pointer = layer.pointer
    if pointer not in reader.discriminators:
        reader.discriminators[pointer] = _read(reader, layer)
    return reader.discriminators[pointer]


def _read(reader: SchemaReader, layer: Layer) -> StatedDiscriminator | None:
    written = as_mapping(layer.keywords.get("discriminator"))
    name = as_text(written.get("propertyName"))
    if name is None:
        return None
    named = reader.graph.named
    mapping = tuple(
        (value, named(target)) for value, target in as_mapping(written.get("mapping")).items()
    )
    return StatedDiscriminator(
        DiscriminatorView(
            property_name=name, mapping=mapping, default=named(written.get("defaultMapping"))
        ),
        {reader.unwrap(place).target: value for value, place in mapping if place},
    )


def _discriminators(
    reader: SchemaReader, level: SchemaLevel
) -> Iterator[tuple[Layer, StatedDiscriminator]]:
    for layer in level.weighted:
        discriminator = stated(reader, layer)
        if discriminator is not None:
            yield layer, discriminator


def _entries(
    reader: SchemaReader, view: DiscriminatorView, layer: Layer, options: Sequence[str]
) -> list[Entry]:
    """Explicit entries, then the names of other alternatives, which are implicit values."""
    entries = [*view.mapping]
    implicit = list(options)
    if layer.component is not None or not implicit:
        implicit += reader.graph.descendants(layer.pointer)
    known = {target for _, target in entries} | {None}
    values = {value for value, _ in entries}
    for target in dict.fromkeys(implicit):
        name = component_name(target)
        if name is not None and name not in values and target not in known:
            entries.append((name, target))
    return entries
