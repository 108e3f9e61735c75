"""The one-line type and the constraints in a schema's row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sphinx_navapi.formats.lenient import (
    as_mapping,
    as_names,
    as_text,
    below,
)
from sphinx_navapi.formats.numbers import write_json
from sphinx_navapi.openapi.schema.composition import Layer, Unwrapped, component_name
from sphinx_navapi.openapi.schema.keywords import allows_all
from sphinx_navapi.openapi.schema.level import FORBIDDEN, SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.schema.type_label import (
    ARRAY,
    NULL,
    OBJECT,
    Alternatives,
    ArrayOf,
    Constraint,
    MapOf,
    Named,
    Ref,
    Special,
    TupleOf,
    TypeLabel,
    Union,
)

#: Maximum nesting of arrays and alternatives that is spelled out.
_NESTING = 4

#: Maximum number of alternatives listed.
_NAMED_OPTIONS = 5


class SchemaLabels:
    """Labels of schemas, cached for one document."""

    def __init__(self, reader: SchemaReader) -> None:
        self.reader = reader
        self._labels: dict[tuple[str, int], TypeLabel] = {}

    def forget(self) -> None:
        """Drop all labels."""
        self._labels.clear()

    def label(self, pointer: str) -> TypeLabel:
        """The type of the schema at *pointer* for display.

        A component is referred to by its name if its rows show what it is, unless *pointer* is the
        component itself: an object with properties, or alternatives. A name alone hides what an
        array contains, and that it is an array: its rows are those of the items.
        """
        return self._label(pointer, _NESTING)

    def _label(self, pointer: str, nesting: int) -> TypeLabel:
        key = (pointer, nesting)
        label = self._labels.get(key)
        if label is None:
            label = self._labels[key] = self._spell(pointer, nesting)
        return label

    def _spell(self, pointer: str, nesting: int) -> TypeLabel:
        unwrapped = self.reader.unwrap(pointer)
        if not unwrapped.resolved:
            return Special.UNRESOLVED
        level = self.reader.level(pointer)
        if level.allowed.only_null:
            return NULL
        if unwrapped.value is False:
            return Special.NEVER
        name = self._alias(unwrapped) or component_name(unwrapped.target)
        if is_made_up(name, unwrapped.value):
            name = None
        if name is not None and unwrapped.target != pointer and is_composite(level):
            base = self._component(name, level, nesting)
        else:
            base = self._base(level, nesting)
        # All values may include null.
        has_null = base is Special.ANY and self.reader.allowed.read(unwrapped.target).null
        if level.nullable and not has_null:
            return Union((*(base.members if isinstance(base, Union) else (base,)), NULL))
        return base

    def _alias(self, unwrapped: Unwrapped) -> str | None:
        """The name of a component on the way that is only a reference to another."""
        ways = zip(unwrapped.passed[1:], unwrapped.wrappers[1:], strict=True)
        names = (component_name(passed) for passed, wrapper in ways if "$ref" in wrapper)
        return next(filter(None, names), None)

    def _component(self, name: str, level: SchemaLevel, nesting: int) -> TypeLabel:
        """The label of a reference to the component *name*."""
        if nesting <= 0:
            return Ref(name)
        base = self._base(level, nesting)
        spelled = isinstance(base, ArrayOf | TupleOf | MapOf | Union) or base == ARRAY
        # An array of itself has no other name.
        return base if spelled and _innermost(base) != Ref(name) else Ref(name)

    def _base(self, level: SchemaLevel, nesting: int) -> TypeLabel:
        if len(level.types) > 1:
            return Union(tuple(self._typed(level, name, nesting) for name in level.types))
        options = self._options(level, nesting)
        if options is not None and not ("object" in level.types and has_properties(level)):
            return options
        if level.types:
            return self._typed(level, level.types[0], nesting)
        return Special.ANY

    def _typed(self, level: SchemaLevel, name: str, nesting: int) -> TypeLabel:
        if name == "array":
            return self._array(level, nesting)
        if name == "object":
            return self._object(level, nesting)
        return Named(name, level.first_text("format"))

    def _array(self, level: SchemaLevel, nesting: int) -> TypeLabel:
        prefix, items = level.prefix_items, level.items
        if prefix and nesting > 0:
            named = tuple(
                self._label(self.reader.join(pointers), nesting - 1)
                for pointers in prefix[:_NAMED_OPTIONS]
            )
            return TupleOf(named, len(prefix) > _NAMED_OPTIONS or not level.closed_items)
        if items and not level.closed_items:
            if nesting <= 0:
                return ArrayOf(None)
            of = self._label(self.reader.join(items), nesting - 1)
            return ARRAY if of is Special.ANY else ArrayOf(of)
        return ARRAY

    def _object(self, level: SchemaLevel, nesting: int) -> TypeLabel:
        additional = level.additional
        if has_properties(level) or not isinstance(additional, tuple):
            return OBJECT
        if nesting <= 0:
            return Named("map")
        of = self._label(self.reader.join(additional), nesting - 1)
        return OBJECT if of is Special.ANY else MapOf(of)

    def _options(self, level: SchemaLevel, nesting: int) -> TypeLabel | None:
        """The first group of alternatives, if there is one."""
        for layer in level.weighted:
            for group in layer.groups():
                if only_required(group.members) or constant_options(group.members):
                    continue
                kept = self.reader.not_null(group)
                places = kept.places
                if not places:
                    continue
                if nesting <= 0:
                    return Alternatives(group.keyword, (), len(places))
                if len(places) > 1 and all(self._is_scalar(place) for place in places):
                    return _union(self._label(place, nesting - 1) for place in places)
                named = [self._option_name(place, nesting - 1) for place in places]
                distinct = tuple(dict.fromkeys(named))
                if len(distinct) == 1:
                    return None if distinct[0] is Special.ANY else distinct[0]
                return Alternatives(group.keyword, distinct[:_NAMED_OPTIONS], len(distinct))
        return None

    def _option_name(self, pointer: str, nesting: int) -> TypeLabel:
        """The name of one alternative: component, title or type."""
        wrappers = self.reader.unwrap(pointer).wrappers
        own_title = next(filter(None, (as_text(each.get("title")) for each in wrappers)), None)
        if own_title is not None:
            return Ref(own_title)
        label = self._label(pointer, nesting)
        if label in (OBJECT, Special.ANY):
            title = self.reader.level(pointer).first_text("title")
            return Ref(title) if title else label
        return label

    def _is_scalar(self, pointer: str) -> bool:
        level = self.reader.level(pointer)
        return bool(level.types) and not is_composite(level)


def _innermost(label: TypeLabel) -> TypeLabel | None:
    """What arrays and maps of arrays and maps contain in the end."""
    inner: TypeLabel | None = label
    while isinstance(inner, ArrayOf | MapOf):
        inner = inner.item if isinstance(inner, ArrayOf) else inner.value
    return inner


def _union(labels: Iterable[TypeLabel]) -> TypeLabel:
    """Each of *labels* once."""
    members = tuple(dict.fromkeys(labels))
    return members[0] if len(members) == 1 else Union(members)


def is_made_up(name: str | None, schema: Any) -> bool:
    """Whether *name* is the one that FastAPI generates for an unnamed body, from its operation."""
    return name is not None and name.startswith("Body_") and as_mapping(schema).get("title") == name


def is_composite(level: SchemaLevel) -> bool:
    """Whether a schema is more than a scalar, so that its name is worth showing."""
    return (
        not level.types
        or "object" in level.types
        or "array" in level.types
        or any(
            not constant_options(group.members)
            for layer in level.layers
            for group in layer.groups()
        )
    )


def has_properties(level: SchemaLevel) -> bool:
    """Whether the level has properties."""
    return any(
        as_mapping(layer.keywords.get("properties"))
        or as_mapping(layer.keywords.get("patternProperties"))
        for layer in level.layers
    )


def only_required(members: Sequence[Any]) -> bool:
    """Whether alternatives only say which properties are required, without describing it."""
    return bool(members) and all(
        is_requirement(member) and not (member.keys() & {"title", "description"})
        for member in members
    )


def is_requirement(schema: Any) -> bool:
    """Whether *schema* only says which properties are required."""
    return (
        isinstance(schema, dict)
        and bool(as_names(schema.get("required")))
        and not (schema.keys() - {"required", "title", "description", "type", "$comment"})
    )


def is_described_requirement(level: SchemaLevel) -> bool:
    """Whether *level* is an alternative that only says which properties are required."""
    layer = level.layers[0] if len(level.layers) == 1 else None
    return (
        layer is not None
        and layer.pointer.rpartition("/")[0].endswith(("/oneOf", "/anyOf"))
        and is_requirement(layer.keywords)
    )


_CONSTANT_KEYS = frozenset(
    {"const", "title", "description", "type", "deprecated", "$comment", "enum"}
)


def constant_options(members: Any) -> bool:
    """Whether alternatives are single values, each with its own description."""
    return (
        isinstance(members, list)
        and bool(members)
        and all(
            isinstance(member, dict)
            and (
                "const" in member
                or (isinstance(member.get("enum"), list) and len(member["enum"]) == 1)
            )
            and not any(key not in _CONSTANT_KEYS and not key.startswith("x-") for key in member)
            for member in members
        )
    )


#: Types whose label does not include a format.
_FORMATLESS = frozenset({"array", "object", "null"})


def read_constraints(level: SchemaLevel, labels: SchemaLabels) -> tuple[Constraint, ...]:
    """Constraints on values beyond their type, in display order."""
    return tuple(dict.fromkeys(_constraints(level, labels)))


def _constraints(level: SchemaLevel, labels: SchemaLabels) -> Iterator[Constraint]:
    for keyword, limit in level.limits:
        shown = limit if isinstance(limit, str) else "" if limit is True else _number(limit)
        yield Constraint(keyword=keyword, text=shown)
    written = level.first_text("format")
    if written and _FORMATLESS.issuperset(level.types):
        yield Constraint(keyword="format", text=written)
    for keyword in ("contentEncoding", "contentMediaType"):
        text = level.first_text(keyword)
        if text is not None:
            yield Constraint(keyword=keyword, text=text)
    for layer in level.layers:
        yield from _object_rules(layer, labels)
    if is_described_requirement(level):
        yield Constraint(keyword="required", groups=(level.required(),))
    conflict = level.conflict
    if conflict is not None and not level.allowed.null:
        yield Constraint(keyword=FORBIDDEN if conflict == FORBIDDEN else "false")


def _number(number: float) -> str:
    """*number* as people write it: frameworks write ``1.0`` for an integer bound."""
    is_whole = abs(number) < _LARGE and number == int(number)
    return write_json(int(number) if is_whole else number)


#: From here on, use exponential notation.
_LARGE = 1e15


def _object_rules(layer: Layer, labels: SchemaLabels) -> Iterator[Constraint]:
    keywords, pointer = layer.keywords, layer.pointer
    for keyword, members, _ in layer.groups():
        if only_required(members):
            groups = tuple(tuple(as_names(member["required"])) for member in members)
            yield Constraint(keyword=keyword, groups=groups)
    for keyword in ("contains", "propertyNames"):
        rule = keywords.get(keyword)
        if isinstance(rule, dict | bool) and not allows_all(rule):
            yield _summary(keyword, below(pointer, keyword), labels)
    for name, needed in as_mapping(keywords.get("dependentRequired")).items():
        needs = tuple(as_names(needed))
        if needs:
            yield Constraint(keyword="dependentRequired", name=name, groups=(needs,))
    if keywords.get("items", keywords.get("unevaluatedItems")) is False:
        yield Constraint(keyword="items")
    forbidden = as_mapping(keywords.get("not"))
    if forbidden and not (forbidden.keys() - {"required", "description"}):
        names = tuple(as_names(forbidden.get("required")))
        if names:
            yield Constraint(keyword="not", groups=(names,))


def _summary(keyword: str, pointer: str, labels: SchemaLabels) -> Constraint:
    """A nested schema in one line: its label and its own simple constraints."""
    level = labels.reader.level(pointer)
    constant = level.first("const")
    if isinstance(constant, str | int | float):
        return Constraint(keyword=keyword, text=write_json(constant, ensure_ascii=False))
    pattern = as_text(level.first("pattern")) or ""
    return Constraint(keyword=keyword, type=labels.label(pointer), text=pattern)
