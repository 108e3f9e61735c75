"""The parts of one level of a schema, after resolving references and ``allOf``.

Two steps, shared by the schema view and the generation of examples. `unwrap` walks from a pointer
to the schema whose children are shown: through ``$ref``, and through mere wrappers of another
schema (``allOf`` with one member, ``oneOf`` of a schema and null). `layers` then lists the mappings
that apply together at that position, including the members of ``allOf``.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, below
from sphinx_navapi.openapi.document import OpenApiDocument

#: Keywords that determine the children of a schema, or which of its properties are required: beside
#: a ``$ref`` or an ``allOf`` they make it a schema of its own.
STRUCTURAL = frozenset(
    {
        "properties", "required", "items", "prefixItems", "additionalProperties",
        "patternProperties", "oneOf", "anyOf", "allOf", "not", "if", "then", "else",
        "dependentSchemas", "dependentRequired", "dependencies", "contains", "propertyNames",
        "unevaluatedProperties", "unevaluatedItems", "contentSchema", "discriminator", "$ref",
        "$dynamicRef",
    }
)  # fmt: skip

_COMPONENTS = "/components/schemas/"
_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The result of unwrapping a schema.

    :ivar target: pointer of the schema whose children are shown.
    :ivar value: its value: a mapping, ``True`` or ``False``; anything else counts as an empty
        mapping.
    :ivar wrappers: mappings on the way that only wrap it, outermost first.
    :ivar nullable: a ``oneOf`` or ``anyOf`` on the way also allows null.
    :ivar resolved: ``False`` if a ``$ref`` is broken or circular.
    """

    target: str
    value: Mapping[str, Any] | bool
    wrappers: tuple[Mapping[str, Any], ...] = ()
    nullable: bool = False
    resolved: bool = True


@dataclass(frozen=True, slots=True)
class Layer:
    """A mapping that applies at a level.

    :ivar pointer: its position, the parent of its children.
    :ivar component: name of the component that it belongs to, if it comes from there by ``allOf``
        (or a ``$ref`` with siblings).
    :ivar depth: number of enclosing ``allOf``: outer layers take precedence.
    """

    keywords: Mapping[str, Any]
    pointer: str
    component: str | None = None
    depth: int = 0


def component_name(pointer: str) -> str | None:
    """The name of the component schema at *pointer*; ``None`` for any other position."""
    if not pointer.startswith(_COMPONENTS):
        return None
    name = pointer[len(_COMPONENTS) :]
    return None if not name or "/" in name else unescape_pointer(name)


def owner_of(pointer: str) -> str:
    """Pointer of the component schema that contains *pointer*, or *pointer* itself."""
    if not pointer.startswith(_COMPONENTS):
        return pointer
    end = pointer.find("/", len(_COMPONENTS))
    return pointer if end < 0 else pointer[:end]


def reference_of(document: OpenApiDocument, schema: Any) -> str | None:
    """The target pointer of the ``$ref`` or ``$dynamicRef`` of *schema*."""
    if not isinstance(schema, dict):
        return None
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return reference.removeprefix("#")
    dynamic = schema.get("$dynamicRef")
    if not isinstance(dynamic, str) or not dynamic.startswith("#"):
        return None
    return dynamic[1:] if dynamic.startswith("#/") else document.anchor(dynamic[1:])


def is_null(schema: Any) -> bool:
    """Whether *schema* allows only null."""
    if not isinstance(schema, dict):
        return False
    if schema.get("type") in ("null", ["null"]):
        return True
    if "const" in schema:
        return schema["const"] is None
    return schema.get("enum") == [None]


def is_null_option(document: OpenApiDocument, schema: Any) -> bool:
    """Whether the alternative *schema*, or the component that it refers to, allows only null."""
    reference = reference_of(document, schema) if isinstance(schema, dict) else None
    return is_null(schema if reference is None else document.at(reference))


def siblings_apply(document: OpenApiDocument) -> bool:
    """Whether siblings of a ``$ref`` count (JSON Schema 2020-12; not in OpenAPI 3.0)."""
    return document.version >= (3, 1)


def unwrap(
    document: OpenApiDocument, pointer: str, known: MutableMapping[str, Unwrapped]
) -> Unwrapped:
    """The schema at *pointer* with its wrappers removed.

    :param known: results by pointer, to which those on the way are added: many levels of a single
        alternative each would otherwise be walked from each of them.
    """
    pointer = pointer.removeprefix("#")
    passed: dict[str, tuple[tuple[Mapping[str, Any], ...], bool]] = {}
    while True:
        found = known.get(pointer)
        # The point where a cycle is reported to close depends on where it was entered.
        if found is not None and found.resolved:
            break
        if pointer in passed:
            found = Unwrapped(pointer, _NOTHING, resolved=False)
            break
        value = document.at(pointer)
        step = _step(document, value, pointer) if isinstance(value, dict) else None
        if step is None:
            is_schema = isinstance(value, dict | bool)
            resolved = is_schema or value is not None
            found = Unwrapped(pointer, value if is_schema else _NOTHING, resolved=resolved)
            break
        inner, kept, with_null = step
        passed[pointer] = ((value,) if kept else (), with_null)
        pointer = inner
    for start, (dress, with_null) in reversed(passed.items()):
        found = replace(
            found, wrappers=(*dress, *found.wrappers), nullable=found.nullable or with_null
        )
        if found.resolved:
            known[start] = found
    return found


def _step(
    document: OpenApiDocument, value: Mapping[str, Any], pointer: str
) -> tuple[str, bool, bool] | None:
    """The wrapped schema's pointer, whether the wrapper's keywords count, whether it allows
    null.
    """
    reference = reference_of(document, value)
    if reference is not None:
        if not siblings_apply(document):
            return reference, False, False
        return None if _is_structured(value, {"$ref", "$dynamicRef"}) else (reference, True, False)
    for keyword in ("allOf", "oneOf", "anyOf"):
        members = value.get(keyword)
        if not isinstance(members, list) or not members:
            continue
        if _is_structured(value, {keyword}):
            return None
        kept = [
            index
            for index, member in enumerate(members)
            if keyword == "allOf" or not is_null_option(document, member)
        ]
        if len(kept) != 1:
            return None
        return below(pointer, keyword, kept[0]), True, len(members) > 1
    return None


def _is_structured(value: Mapping[str, Any], apart_from: set[str]) -> bool:
    return any(key in STRUCTURAL and key not in apart_from for key in value)


@dataclass(frozen=True, slots=True)
class SchemaLevel:
    """The mappings that apply together at one position.

    :ivar layers: in text order, so that properties keep theirs.
    :ivar merged: names of the components among them, in order.
    :ivar unmerged: pointers of members of ``allOf`` that contradict earlier ones.
    """

    layers: tuple[Layer, ...]
    merged: tuple[str, ...] = ()
    unmerged: tuple[str, ...] = ()

    def by_weight(self) -> list[Layer]:
        """The layers by precedence: outer ones first, then later ones."""
        last_first = self.layers[::-1]
        return sorted(last_first, key=lambda layer: layer.depth)


def read_level(document: OpenApiDocument, target: str) -> SchemaLevel:
    """The level at *target*, a result of `unwrap`."""
    return _LevelCollector(document).level(target)


class _LevelCollector:
    """One walk through nested ``allOf``; every schema is visited once, so cycles end."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self.seen: set[str] = set()

    def level(self, target: str) -> SchemaLevel:
        layers, unmerged = self.collect(target, None, 0)
        merged = dict.fromkeys(layer.component for layer in layers if layer.component)
        return SchemaLevel(tuple(layers), tuple(merged), tuple(unmerged))

    def collect(
        self, pointer: str, component: str | None, depth: int
    ) -> tuple[list[Layer], list[str]]:
        """The layers of the schema at *pointer*, and pointers that could not be merged."""
        if pointer in self.seen:
            return [], []
        self.seen.add(pointer)
        value = self.document.at(pointer)
        if not isinstance(value, dict):
            return [], []
        layers: list[Layer] = []
        unmerged: list[str] = []
        reference = reference_of(self.document, value)
        if reference is not None:
            named = component_name(reference) or component
            if not siblings_apply(self.document):
                return self.collect(reference, named, depth)
            layers, unmerged = self.collect(reference, named, depth + 1)
        own = Layer(value, pointer, component, depth)
        accumulated = _Shape()
        accumulated.add(own)
        for layer in layers:
            accumulated.add(layer)
        for index, member in enumerate(as_list(value.get("allOf"))):
            place = below(pointer, "allOf", index)
            if member is True:
                continue
            if member is False or not self._leads_somewhere(place):
                unmerged.append(place)
                continue
            before = set(self.seen)
            added, rest = self.collect(place, component, depth + 1)
            trial = accumulated.copy()
            if all(trial.add(layer) for layer in added):
                accumulated = trial
                layers.extend(added)
                unmerged.extend(rest)
            else:
                self.seen = before
                unmerged.append(place)
        # Properties are shown in text order: a schema's own come first if they are written first.
        keys = list(value)
        if "properties" in value and "allOf" in value:
            own_first = keys.index("properties") < keys.index("allOf")
        else:
            own_first = False
        return ([own, *layers] if own_first else [*layers, own]), unmerged

    def _leads_somewhere(self, pointer: str) -> bool:
        return isinstance(self.document.resolve(pointer).value, dict | bool)


#: A level can have only one of each.
_SINGLE = ("items", "prefixItems", "not", "contains", "if", "propertyNames")


class _Shape:
    """The common properties of a level's layers so far."""

    def __init__(self) -> None:
        self.types: frozenset[str] | None = None
        self.single: dict[str, Any] = {}

    def copy(self) -> _Shape:
        other = _Shape()
        other.types, other.single = self.types, dict(self.single)
        return other

    def add(self, layer: Layer) -> bool:
        """Add *layer*; ``False`` if it contradicts earlier ones."""
        types = declared_types(layer.keywords)
        if types:
            types = types | {"integer"} if "number" in types else types
            both = types if self.types is None else self.types & types
            if not both:
                return False
            self.types = both
        for keyword in _SINGLE:
            if keyword in layer.keywords:
                value = layer.keywords[keyword]
                if keyword in self.single and self.single[keyword] != value:
                    return False
                self.single[keyword] = value
        return True


_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})


_NO_TYPES: frozenset[str] = frozenset()
_SINGLE_TYPES = {name: frozenset({name}) for name in _TYPES}


def declared_types(keywords: Mapping[str, Any]) -> frozenset[str]:
    """The known names in ``type``, ``null`` added for ``nullable``; empty if there is no type."""
    declared = keywords.get("type")
    if declared is None:
        return _NO_TYPES
    if isinstance(declared, str) and keywords.get("nullable") is not True:
        return _SINGLE_TYPES.get(declared, _NO_TYPES)
    names = [declared] if isinstance(declared, str) else as_list(declared)
    types = frozenset(name for name in names if isinstance(name, str) and name in _TYPES)
    return types | {"null"} if types and keywords.get("nullable") is True else types
