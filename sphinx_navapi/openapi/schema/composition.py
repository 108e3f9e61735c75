"""The parts of one level of a schema, after resolving references and ``allOf``.

Two steps, on which `SchemaLevel` is built. `unwrap` walks from a pointer
to the schema whose children are shown: through ``$ref``, and through mere wrappers of another
schema (``allOf`` with one member, ``oneOf`` of a schema and null). `layers` then lists the mappings
that apply together at that position, including the members of ``allOf``.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.allowed_types import AllowedTypes
from sphinx_navapi.openapi.schema.keywords import (
    CHOOSING,
    STRUCTURAL,
    WRAPPING,
    certain_branch,
    reference_of,
)

_COMBINING = ("allOf", *CHOOSING)

#: Keywords that make a single alternative worth a row.
_TELLING = frozenset({"title", "description"})

#: Maximum number of bases that are followed to a discriminator.
_MOST_BASES = 8

_COMPONENTS = "/components/schemas/"
_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The result of unwrapping a schema.

    :ivar target: pointer of the schema whose children are shown.
    :ivar value: its value: a mapping, ``True`` or ``False``; anything else counts as an empty
        mapping.
    :ivar wrappers: mappings on the way that only wrap it, outermost first; *passed* are their
        pointers.
    :ivar resolved: ``False`` if a ``$ref`` is broken or circular.
    """

    target: str
    value: Mapping[str, Any] | bool
    wrappers: tuple[Mapping[str, Any], ...] = ()
    resolved: bool = True
    passed: tuple[str, ...] = ()


class Group(NamedTuple):
    """Alternatives.

    :ivar keyword: ``oneOf`` or ``anyOf``.
    :ivar members: their schemas, as in the document; *places* are their pointers.
    """

    keyword: str
    members: list[Any]
    places: list[str]


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

    def groups(self) -> list[Group]:
        """Its alternatives, except those that leave no choice: these are layers."""
        return [
            _group(self.keywords, keyword, self.pointer)
            for keyword in CHOOSING
            if self.keywords.get(keyword) and not _only_member(self.keywords, keyword)
        ]


def _group(keywords: Mapping[str, Any], keyword: str, pointer: str) -> Group:
    members = list(as_list(keywords.get(keyword)))
    return Group(keyword, members, [below(pointer, keyword, n) for n in range(len(members))])


def _only_member(keywords: Mapping[str, Any], keyword: str) -> bool:
    """Whether *keyword* has a single schema, which applies as if it were in ``allOf``.

    Not if it is more than that for a reader: with a title, a text, or a discriminator.
    """
    members = as_list(keywords.get(keyword))
    return (
        len(members) == 1
        and isinstance(members[0], dict)
        and _TELLING.isdisjoint(members[0])
        and "discriminator" not in keywords
    )


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


def unwrap(allowed: AllowedTypes, pointer: str, known: MutableMapping[str, Unwrapped]) -> Unwrapped:
    """The schema at *pointer* with its wrappers removed.

    :param known: results by pointer, to which those on the way are added: many levels of a single
        alternative each would otherwise be walked from each of them.
    """
    document = allowed.document
    pointer = pointer.removeprefix("#")
    passed: dict[str, Mapping[str, Any]] = {}
    while True:
        unwrapped = known.get(pointer)
        # The point where a cycle is reported to close depends on where it was entered.
        if unwrapped is not None and unwrapped.resolved:
            break
        if pointer in passed:
            unwrapped = Unwrapped(pointer, _NOTHING, resolved=False)
            break
        value = document.at(pointer)
        inner = _inner(allowed, value, pointer) if isinstance(value, dict) else None
        if inner is None:
            is_schema = isinstance(value, dict | bool)
            resolved = is_schema or value is not None
            unwrapped = Unwrapped(pointer, value if is_schema else _NOTHING, resolved=resolved)
            break
        passed[pointer] = value
        pointer = inner
    for start, wrapper in reversed(passed.items()):
        unwrapped = replace(
            unwrapped, wrappers=(wrapper, *unwrapped.wrappers), passed=(start, *unwrapped.passed)
        )
        if unwrapped.resolved:
            known[start] = unwrapped
    return unwrapped


def _inner(allowed: AllowedTypes, value: Mapping[str, Any], pointer: str) -> str | None:
    """The pointer of the schema that *value*, at *pointer*, only wraps."""
    document = allowed.document
    reference = reference_of(document, value)
    if reference is not None:
        return None if _is_structured(value, {"$ref", "$dynamicRef"}) else reference
    for keyword in _COMBINING:
        members = value.get(keyword)
        if not isinstance(members, list) or not members:
            continue
        if _is_structured(value, {keyword}) or _is_heir(document, value, pointer):
            return None
        places = _group(value, keyword, pointer).places
        kept = [*range(len(places))]
        if keyword != "allOf":
            kept = allowed.beside_null(keyword, places) or kept[:1]
        return places[kept[0]] if len(kept) == 1 else None
    return None


def _is_heir(document: OpenApiDocument, value: Any, pointer: str) -> bool:
    """Whether the component *value* extends one with a discriminator, which selects its name."""
    if component_name(pointer) is None:
        return False
    for _ in range(_MOST_BASES):
        bases = (reference_of(document, each) for each in as_list(as_mapping(value).get("allOf")))
        base = next(filter(None, bases), None)
        value = document.at(base) if base is not None else None
        if "discriminator" in as_mapping(value):
            return True
    return False


def _is_structured(value: Mapping[str, Any], apart_from: set[str]) -> bool:
    return any(key in STRUCTURAL and key not in apart_from for key in value)


@dataclass(frozen=True, slots=True)
class SchemaLayers:
    """The mappings that apply together at one position.

    :ivar layers: in text order, so that properties keep theirs.
    :ivar merged: names of the components among them, in order.
    :ivar unmerged: pointers of members of ``allOf`` that lead nowhere.
    :ivar refusing: pointers of those that are ``false``.
    :ivar inner: pointers of the members that each layer merges, by its own pointer.
    """

    layers: tuple[Layer, ...]
    merged: tuple[str, ...] = ()
    unmerged: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()
    inner: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def by_weight(self) -> Sequence[Layer]:
        """The layers by precedence: outer ones first, then later ones."""
        if len(self.layers) == 1:
            return self.layers
        last_first = self.layers[::-1]
        return sorted(last_first, key=lambda layer: layer.depth)


def read_layers(document: OpenApiDocument, target: str) -> SchemaLayers:
    """The layers at *target*, a result of `unwrap`."""
    value = document.at(target)
    if isinstance(value, dict) and WRAPPING.isdisjoint(value) and not certain_branch(value):
        return SchemaLayers((Layer(value, target),))
    return _LayerCollector(document).read(target)


class _LayerCollector:
    """One walk through nested ``allOf``; every schema is visited once, so cycles end."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self.seen: set[str] = set()
        self.unmerged: list[str] = []
        self.refusing: list[str] = []
        self.inner: dict[str, list[str]] = {}

    def read(self, target: str) -> SchemaLayers:
        layers: list[Layer] = []
        # Not recursive: there may be more levels than Python's stack has room for.
        waiting: list[Layer | tuple[str, str | None, int]] = [(target, None, 0)]
        while waiting:
            step = waiting.pop()
            if isinstance(step, Layer):
                layers.append(step)
            else:
                waiting += reversed(self.steps(*step))
        merged = dict.fromkeys(layer.component for layer in layers if layer.component)
        return SchemaLayers(
            tuple(layers), tuple(merged), tuple(self.unmerged), tuple(self.refusing), self.inner
        )

    def steps(
        self, pointer: str, component: str | None, depth: int
    ) -> list[Layer | tuple[str, str | None, int]]:
        """The layer of the schema at *pointer*, and where its other layers are."""
        if pointer in self.seen:
            return []
        self.seen.add(pointer)
        value = self.document.at(pointer)
        if value is False:
            self.refusing.append(pointer)
        if not isinstance(value, dict):
            return []
        parts: list[tuple[str, str | None, int]] = []
        reference = reference_of(self.document, value)
        if reference is not None:
            parts.append((reference, component_name(reference) or component, depth + 1))
        branch = certain_branch(value)
        if isinstance(value.get(branch), dict | bool):
            parts.append((below(pointer, branch), component, depth + 1))
        for keyword in _COMBINING:
            if keyword != "allOf" and not _only_member(value, keyword):
                continue
            for place in _group(value, keyword, pointer).places:
                if self._leads_somewhere(place):
                    parts.append((place, component, depth + 1))
                else:
                    self.unmerged.append(place)
        own = Layer(value, pointer, component, depth)
        self.inner[pointer] = [place for place, *_ in parts]
        # Properties are shown in text order: a schema's own come first if they are written first.
        keys = list(value)
        if "properties" in value and "allOf" in value:
            own_first = keys.index("properties") < keys.index("allOf")
        else:
            own_first = False
        return [own, *parts] if own_first else [*parts, own]

    def _leads_somewhere(self, pointer: str) -> bool:
        return isinstance(self.document.resolve(pointer).value, dict | bool)
