"""Objects of an AsyncAPI document merged with their traits, and the pointers of their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_names, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import DescribedFact, Fact, Link, external_docs, resolved_text


def is_version_2(document: OpenApiDocument) -> bool:
    """Whether *document* uses AsyncAPI 2.x."""
    return str(document.root.get("asyncapi")).strip().startswith("2")


@dataclass(frozen=True, slots=True)
class ObjectLayer:
    """An object and its pointer."""

    value: Mapping[str, Any]
    pointer: str


@dataclass(frozen=True, slots=True)
class ChannelObject:
    """An object together with its traits.

    :ivar layers: by precedence: in 3.x the object itself overrides its traits, in 2.x the last
        trait wins.
    :ivar pointer: of the object itself.
    """

    layers: tuple[ObjectLayer, ...]
    pointer: str

    def find(self, key: str) -> tuple[Any, str]:
        """The value of *key* and its pointer; ``None`` if no layer has it."""
        for layer in self.layers:
            if layer.value.get(key) is not None:
                return layer.value[key], below(layer.pointer, key)
        return None, below(self.pointer, key)

    def get(self, key: str) -> Any:
        """The value of *key*."""
        return self.find(key)[0]

    def text(self, key: str) -> str | None:
        """The text of *key*, ``None`` if it is not a string."""
        return as_text(self.get(key))

    def merged(self, key: str) -> dict[str, Any]:
        """The object *key*, merged from all layers."""
        members: dict[str, Any] = {}
        for layer in reversed(self.layers):
            members.update(as_mapping(layer.value.get(key)))
        return members


def read_object(document: OpenApiDocument, pointer: str) -> ChannelObject:
    """The object at *pointer*, references followed, with its traits."""
    resolved = document.resolve(pointer)
    value = as_mapping(resolved.value)
    layers = [ObjectLayer(value, resolved.pointer)]
    for index, _ in enumerate(as_list(value.get("traits"))):
        trait = document.resolve(below(resolved.pointer, "traits", index))
        layer = ObjectLayer(as_mapping(trait.value), trait.pointer)
        # 2.x: merged over the object in their order. 3.x: the object itself takes precedence.
        layers.insert(0 if is_version_2(document) else 1, layer)
    return ChannelObject(tuple(layers), resolved.pointer)


def items_of(document: OpenApiDocument, pointer: str) -> Iterator[tuple[str, str]]:
    """Name and pointer of each member of the map at *pointer*."""
    resolved = document.resolve(pointer)
    for name in as_mapping(resolved.value):
        if not name.startswith("x-"):
            yield name, below(resolved.pointer, name)


def tag_names(document: OpenApiDocument, part: ChannelObject) -> tuple[str, ...]:
    """Names of the tags of *part*, each once."""
    tags, pointer = part.find("tags")
    names = []
    for index, tag in enumerate(as_list(tags)):
        value = tag if isinstance(tag, str) else document.resolve(below(pointer, index)).value
        names.append(value if isinstance(value, str) else as_mapping(value).get("name"))
    return as_names(names)


def tag_facts(
    document: OpenApiDocument, part: ChannelObject, names: Iterable[str]
) -> Iterator[Fact]:
    """The tags *names* as facts: first those without a description, which *part* may have."""
    tags, pointer = part.find("tags")
    described = {}
    for index, _ in enumerate(as_list(tags)):
        tag = document.resolve(below(pointer, index))
        name, text = as_text(as_mapping(tag.value).get("name")), resolved_text(tag, "description")
        if name and text and text.strip():
            described[name] = DescribedFact("tags", (name,), text=text)
    bare = tuple(name for name in dict.fromkeys(names) if name not in described)
    if bare:
        yield Fact("tags", bare)
    yield from described.values()


def link_of(document: OpenApiDocument, part: ChannelObject, owner: str = "") -> Link | None:
    """The external documentation of *part*. :param owner: its pointer, if that is not its own."""
    value = document.resolve(part.find("externalDocs")[1]).value
    return external_docs(value, owner or part.pointer)


def last_key(pointer: str) -> str:
    """The last key of *pointer*: the name of a member of a map."""
    return unescape_pointer(pointer.rpartition("/")[2])


def referred(value: Any) -> str | None:
    """The direct target of the Reference Object *value*."""
    ref = as_mapping(value).get("$ref")
    return ref.removeprefix("#") if isinstance(ref, str) else None
