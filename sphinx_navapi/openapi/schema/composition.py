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
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_names, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.applicators import schema_keywords

#: Keywords that determine the children of a schema, or which of its properties are required: beside
#: a ``$ref`` or an ``allOf`` they make it a schema of its own.
STRUCTURAL = frozenset(
    {*schema_keywords(), "required", "dependentRequired", "discriminator", "$ref", "$dynamicRef"}
)

#: Keywords that only describe a schema.
DESCRIPTIVE = frozenset(
    {"title", "description", "summary", "examples", "externalDocs", "xml", "$comment", "$defs",
     "definitions", "$id", "$schema", "$anchor", "$dynamicAnchor"}
)  # fmt: skip

#: Keywords that allow everything.
ANNOTATIONS = DESCRIPTIVE | {"default", "deprecated", "readOnly", "writeOnly"}

#: Keywords that apply other schemas to the same value: their parts are layers.
COMPOSING = frozenset({"$ref", "$dynamicRef", "allOf"})

#: Keywords that allow everything if they are true or empty.
_OPEN = frozenset({*schema_keywords(lambda each: not (each.same or each.keyword == "contains")),
                   "required", "nullable"})  # fmt: skip

#: The keywords with which a schema wraps a single other one.
WRAPPING = COMPOSING | {"oneOf", "anyOf"}

_CHOOSING = ("oneOf", "anyOf")
_COMBINING = ("allOf", *_CHOOSING)

#: Keywords that make a single alternative worth a row.
_TELLING = frozenset({"title", "description"})

#: Maximum number of references and wrappers around ``null``.
_MOST_WRAPPERS = 8

_COMPONENTS = "/components/schemas/"
_NOTHING: Mapping[str, Any] = {}
_NO_KEYWORDS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The result of unwrapping a schema.

    :ivar target: pointer of the schema whose children are shown.
    :ivar value: its value: a mapping, ``True`` or ``False``; anything else counts as an empty
        mapping.
    :ivar wrappers: mappings on the way that only wrap it, outermost first; *passed* are their
        pointers.
    :ivar nullable: a ``oneOf`` or ``anyOf`` on the way also allows null.
    :ivar resolved: ``False`` if a ``$ref`` is broken or circular.
    """

    target: str
    value: Mapping[str, Any] | bool
    wrappers: tuple[Mapping[str, Any], ...] = ()
    nullable: bool = False
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
            for keyword in _CHOOSING
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


def allows_all(schema: Any) -> bool:
    """Whether *schema* allows every value without a word about it: ``true`` or ``{}``."""
    return schema is True or schema == {}


def certain_branch(keywords: Mapping[str, Any]) -> str:
    """The one of ``then`` and ``else`` that always applies, which is a layer; ``""`` if none."""
    condition = keywords.get("if")
    return "then" if allows_all(condition) else "else" if condition is False else ""


def means_null(keywords: Mapping[str, Any]) -> bool:
    """Whether null is allowed whatever *keywords* say: all that is left of ``nullable``.

    Normalized schemas only have it where it cannot be a type: see `normalize`.
    """
    return keywords.get("nullable") is True


def is_null(schema: Any) -> bool:
    """Whether *schema* allows only null."""
    if not isinstance(schema, dict) or allows_all(schema.get("not")):
        return False
    if schema.get("type") in ("null", ["null"]):
        return True
    if "const" in schema:
        return schema["const"] is None
    return schema.get("enum") == [None]


def is_null_option(document: OpenApiDocument, schema: Any) -> bool:
    """Whether the alternative *schema*, or the one that it refers to or wraps, allows only null."""
    for _ in range(_MOST_WRAPPERS):
        if not isinstance(schema, dict):
            return False
        reference = reference_of(document, schema)
        if reference is not None:
            members: Sequence[Any] = [document.at(reference)]
        else:
            members = next((as_list(schema[key]) for key in _COMBINING if key in schema), [])
        if len(members) != 1:
            return is_null(schema)
        schema = members[0]
    return False


def allows_everything(document: OpenApiDocument, schema: Any) -> bool:
    """Whether *schema*, or the one that it refers to, only describes."""
    for _ in range(_MOST_WRAPPERS):
        reference = reference_of(document, schema)
        if reference is None:
            break
        schema = document.at(reference)
    return schema is True or (isinstance(schema, dict) and not restricts(schema, _NO_KEYWORDS))


def not_null(document: OpenApiDocument, keyword: str, members: Sequence[Any]) -> list[int]:
    """The positions of the alternatives that are more than null.

    All, if null is in two alternatives of a ``oneOf``: it is then excluded (JSON Schema 2020-12,
    10.2.1.3).
    """
    kept = [index for index, each in enumerate(members) if not is_null_option(document, each)]
    if keyword == "oneOf" and any(allows_everything(document, members[index]) for index in kept):
        return list(range(len(members)))
    return kept


def unwrap(
    document: OpenApiDocument, pointer: str, known: MutableMapping[str, Unwrapped]
) -> Unwrapped:
    """The schema at *pointer* with its wrappers removed.

    :param known: results by pointer, to which those on the way are added: many levels of a single
        alternative each would otherwise be walked from each of them.
    """
    pointer = pointer.removeprefix("#")
    passed: dict[str, tuple[Mapping[str, Any], bool]] = {}
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
        inner, with_null = step
        passed[pointer] = (value, with_null)
        pointer = inner
    for start, (wrapper, with_null) in reversed(passed.items()):
        found = replace(
            found,
            wrappers=(wrapper, *found.wrappers),
            nullable=found.nullable or with_null,
            passed=(start, *found.passed),
        )
        if found.resolved:
            known[start] = found
    return found


def _step(
    document: OpenApiDocument, value: Mapping[str, Any], pointer: str
) -> tuple[str, bool] | None:
    """The wrapped schema's pointer, and whether the wrapper allows null."""
    reference = reference_of(document, value)
    if reference is not None:
        return None if _is_structured(value, {"$ref", "$dynamicRef"}) else (reference, False)
    for keyword in _COMBINING:
        members = value.get(keyword)
        if not isinstance(members, list) or not members:
            continue
        if _is_structured(value, {keyword}) or _is_heir(document, value, pointer):
            return None
        everyone = range(len(members))
        kept = everyone if keyword == "allOf" else not_null(document, keyword, members)
        if len(kept) > 1:
            return None
        return below(pointer, keyword, kept[0] if kept else 0), 0 < len(kept) < len(members)
    return None


def _is_heir(document: OpenApiDocument, value: Any, pointer: str) -> bool:
    """Whether the component *value* extends one with a discriminator, which selects its name."""
    if component_name(pointer) is None:
        return False
    for _ in range(_MOST_WRAPPERS):
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


_NO_TYPES: frozenset[str] = frozenset()
_TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
_SINGLE_TYPES = {name: frozenset({name}) for name in _TYPES}


def declared_types(keywords: Mapping[str, Any]) -> frozenset[str]:
    """The known names in ``type``; empty if there are none."""
    declared = keywords.get("type")
    if isinstance(declared, str):
        return _SINGLE_TYPES.get(declared, _NO_TYPES)
    return _TYPES.intersection(as_names(declared)) if declared is not None else _NO_TYPES


def restricts(keywords: Mapping[str, Any], ignored: frozenset[str] = COMPOSING) -> bool:
    """Whether any of *keywords*, apart from those *ignored*, does more than describe the value."""
    return any(
        key not in ANNOTATIONS
        and key not in ignored
        and not key.startswith("x-")
        and not (key in _OPEN and (value is True or value in ({}, [])))
        for key, value in keywords.items()
    )
