"""Validating values against schemas, to check examples before they are shown.

Not a validator for users: the result is yes or no, schemas are read as in the rest of the package
(OpenAPI 3.0 and JSON Schema 2020-12), unknown and malformed keywords are ignored, and a read-only
property is not missing from a request.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

from sphinx_navapi.formats.lenient import (
    as_count,
    as_list,
    as_mapping,
    as_names,
    below,
)
from sphinx_navapi.openapi.schema.allowed_types import means_null
from sphinx_navapi.openapi.schema.assertions import OF_TYPE
from sphinx_navapi.openapi.schema.json_values import equal, identity, type_of
from sphinx_navapi.openapi.schema.keywords import declared_types, reference_of
from sphinx_navapi.openapi.schema.pattern import matches
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.vendor import internal_names
from sphinx_navapi.openapi.view import Direction

#: Maximum nesting of schemas.
_DEEPEST = 120

#: Maximum number of schemas to check for one value; beyond that it counts as valid.
_MOST_STEPS = 20_000

#: Maximum number of schemas of which something is kept between two values.
_MOST_KEPT = 8_000

_NONE: frozenset[str] = frozenset()

_COMBINING = frozenset({"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"})

_DEPENDENT = frozenset({"dependentRequired", "dependentSchemas"})

#: Keywords that say more of a value without parts than its type and its limits.
_CONTINUING = _COMBINING | {"enum"}


class Leniency(Enum):
    """Where several alternatives of a ``oneOf`` may match.

    Many documents use ``oneOf`` with alternatives that do not exclude each other.
    """

    NONE = auto()
    PARTS = auto()
    """In the parts of the value."""
    ALL = auto()


class _Place(NamedTuple):
    """A position at which a value is checked against a schema.

    :ivar pointer: of the schema. :ivar waived: properties that may be missing.
    :ivar depth: nesting of schemas.
    """

    pointer: str
    direction: Direction
    waived: frozenset[str]
    depth: int

    def within(self, pointer: str, waived: frozenset[str] = _NONE) -> _Place:
        """The position of the schema at *pointer*, a part of this one."""
        return _Place(pointer, self.direction, waived, self.depth + 1)


class SchemaChecker:
    """Validates values against the schemas of one document."""

    def __init__(self, reader: SchemaReader) -> None:
        self.reader = reader
        self.document = reader.document
        self._waived: dict[tuple[str, Direction], frozenset[str]] = {}
        # Valid for one call: the value is alive, so its id identifies it.
        self._decided: dict[tuple[str, int, frozenset[str]], bool] = {}
        self._enums: dict[str, frozenset[Hashable]] = {}
        self._steps = 0
        self._leniency = Leniency.NONE
        self._whole: Any = None

    def conforms(
        self,
        value: Any,
        pointer: str,
        direction: Direction,
        leniency: Leniency = Leniency.NONE,
    ) -> bool:
        """Whether *value* satisfies the schema at *pointer* when sent in *direction*."""
        if len(self._waived) + len(self._enums) > _MOST_KEPT:
            self._waived.clear()
            self._enums.clear()
        self._leniency = leniency
        self._whole = value
        self._steps = 0
        self._decided.clear()
        place = _Place(pointer, direction, _NONE, 0)
        return self._check(value, self.document.at(pointer), place)

    def allows(self, value: Any, schema: Mapping[str, Any]) -> bool:
        """Whether *value* satisfies *schema*, which has no parts."""
        self._steps = 0
        self._decided.clear()
        self._enums.pop("", None)
        return self._check(value, schema, _Place("", Direction.BOTH, _NONE, 0))

    def waived(self, pointer: str, direction: Direction) -> frozenset[str]:
        """Properties that are not sent in *direction*, even if they are required.

        Includes those marked as internal.
        """
        # Cached for all references to the same schema.
        key = (self.reader.unwrap(pointer).target, direction)
        waived = self._waived.get(key)
        if waived is None:
            waived = self._waived[key] = frozenset(self._find_waived(*key)) or _NONE
        return waived

    def _find_waived(self, target: str, direction: Direction) -> Iterator[str]:
        is_directed = direction is not Direction.BOTH
        omitted = self.reader.omitted(direction) if is_directed else None
        for layer in self.reader.layers(target).layers:
            properties = as_mapping(layer.keywords.get("properties"))
            yield from internal_names(properties)
            if omitted is not None:
                for name in properties:
                    if omitted(below(layer.pointer, "properties", name)):
                        yield name

    def _check(self, value: Any, schema: Any, place: _Place, *keys: str) -> bool:
        """Whether *value* satisfies *schema*, at *place*.

        :param keys: from the schema of the value around it, at *place*, to that of *value*.
        """
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict) or not schema:
            return True
        self._steps += 1
        if place.depth + bool(keys) > _DEEPEST or self._steps > _MOST_STEPS:
            return True
        if value is None and means_null(schema):
            return True
        kind = type_of(value)
        if not (_check_type(value, kind, schema) and _check_values(value, kind, schema)):
            return False
        if not isinstance(value, dict | list) and _CONTINUING.isdisjoint(schema):
            # Most values: nothing depends on their place.
            return True
        if keys:
            place = place.within(below(place.pointer, *keys))
        if as_list(schema.get("enum")) and not self._is_listed(value, schema["enum"], place):
            return False
        if isinstance(value, dict):
            pointer, direction, waived, depth = place
            place = _Place(pointer, direction, waived | self.waived(pointer, direction), depth)
        if _COMBINING.isdisjoint(schema):
            return self._check_parts(value, schema, place)
        visit = (place.pointer, id(value), place.waived)
        known = self._decided.get(visit)
        if known is None:
            # Assumed until decided: a cycle of schemas for the same value.
            self._decided[visit] = True
            known = self._check_combined(value, schema, place)
            if known is None:
                known = self._check_parts(value, schema, place)
            self._decided[visit] = known
        return known

    def _is_listed(self, value: Any, allowed: list[Any], place: _Place) -> bool:
        known = self._enums.get(place.pointer)
        if known is None:
            known = self._enums[place.pointer] = frozenset(map(identity, allowed))
        return identity(value) in known

    def _check_parts(self, value: Any, schema: Mapping[str, Any], place: _Place) -> bool:
        if isinstance(value, dict):
            return self._check_object(value, schema, place)
        if isinstance(value, list):
            return self._check_array(value, schema, place)
        return True

    def _check_combined(self, value: Any, schema: Mapping[str, Any], place: _Place) -> bool | None:
        """The result of references and alternatives; ``None``: other keywords decide."""

        def holds(keyword: str, index: int | None = None) -> bool:
            part, pointer = schema[keyword], below(place.pointer, keyword)
            if index is not None:
                part, pointer = part[index], f"{pointer}/{index}"
            return self._check(value, part, place.within(pointer, place.waived))

        reference = reference_of(self.document, schema)
        if reference is not None:
            there = self.document.at(reference)
            if not self._check(value, there, place.within(reference, place.waived)):
                return False
        every, some, one = (len(as_list(schema.get(key))) for key in ("allOf", "anyOf", "oneOf"))
        if not all(holds("allOf", index) for index in range(every)):
            return False
        if some and not any(holds("anyOf", index) for index in range(some)):
            return False
        if one:
            count = sum(holds("oneOf", index) for index in range(one))
            if not count or (count > 1 and not self._is_lenient(value)):
                return False
        if isinstance(schema.get("not"), dict | bool) and holds("not"):
            return False
        if isinstance(schema.get("if"), dict | bool):
            branch = "then" if holds("if") else "else"
            if isinstance(schema.get(branch), dict | bool) and not holds(branch):
                return False
        return None

    def _is_lenient(self, value: Any) -> bool:
        if self._leniency is Leniency.PARTS:
            return value is not self._whole
        return self._leniency is Leniency.ALL

    def _check_object(
        self, value: dict[str, Any], schema: Mapping[str, Any], place: _Place
    ) -> bool:
        required = as_names(schema.get("required"))
        if any(name not in value and name not in place.waived for name in required):
            return False
        properties = as_mapping(schema.get("properties"))
        patterns = as_mapping(schema.get("patternProperties"))
        additional, names = schema.get("additionalProperties"), schema.get("propertyNames")
        for name, item in value.items():
            known = name in properties
            if known and not self._check(item, properties[name], place, "properties", name):
                return False
            for pattern, part in patterns.items():
                if matches(pattern, name):
                    known = True
                    if not self._check(item, part, place, "patternProperties", pattern):
                        return False
            if not known and not self._check(item, additional, place, "additionalProperties"):
                return False
            if names is not None and not self._check(name, names, place, "propertyNames"):
                return False
        for keyword in _DEPENDENT.intersection(schema):
            for name, needed in as_mapping(schema.get(keyword)).items():
                if name not in value:
                    continue
                if any(other not in value for other in as_names(needed)):
                    return False
                there = below(place.pointer, keyword, name)
                if not self._check(value, needed, place.within(there, place.waived)):
                    return False
        return self._check_rest(value, schema, "unevaluatedProperties", place)

    def _check_array(self, value: list[Any], schema: Mapping[str, Any], place: _Place) -> bool:
        fixed = as_list(schema.get("prefixItems"))
        items, there = schema.get("items"), place.within(below(place.pointer, "items"))
        for index, item in enumerate(value):
            if index < len(fixed):
                first = place.within(below(place.pointer, "prefixItems", index))
                if not self._check(item, fixed[index], first):
                    return False
            elif not self._check(item, items, there):
                return False
        contained = schema.get("contains")
        if isinstance(contained, dict | bool):
            there = place.within(below(place.pointer, "contains"))
            matching = sum(self._check(item, contained, there) for item in value)
            least = as_count(schema.get("minContains"))
            most = as_count(schema.get("maxContains"))
            fewest = 1 if least is None else least
            if matching < fewest or (most is not None and matching > most):
                return False
        return self._check_rest(value, schema, "unevaluatedItems", place)

    def _check_rest(
        self, value: Any, schema: Mapping[str, Any], keyword: str, place: _Place
    ) -> bool:
        """The result of *keyword*: ``unevaluatedProperties`` or ``unevaluatedItems``."""
        rest = schema.get(keyword)
        if not isinstance(rest, dict | bool) or rest is True:
            return True
        there = place.within(below(place.pointer, keyword))
        known = self._evaluated(value, schema, keyword, place)
        items = _items(value)
        return all(key in known or self._check(items[key], rest, there) for key in items)

    def _evaluated(
        self, value: Any, schema: Mapping[str, Any], keyword: str, place: _Place
    ) -> set[Any]:
        """Names or positions in *value* to which something in *schema* applies.

        JSON Schema 2020-12, 11.2 and 11.3.
        """
        items = _items(value)
        if ("additionalProperties" if isinstance(value, dict) else "items") in schema:
            return {*items}
        if isinstance(value, dict):
            patterns = as_mapping(schema.get("patternProperties"))
            known = {*as_mapping(schema.get("properties"))}
            known |= {name for name in value for each in patterns if matches(each, name)}
        else:
            known = {*range(len(as_list(schema.get("prefixItems"))))}
            if isinstance(schema.get("contains"), dict | bool):
                there = place.within(below(place.pointer, "contains"))
                contained = (
                    key for key in items if self._check(items[key], schema["contains"], there)
                )
                known.update(contained)
        for part, pointer in self._applied(value, schema, place):
            inner = place.within(pointer, place.waived)
            if isinstance(part, dict) and self._check(value, part, inner):
                if keyword in part:
                    return {*items}
                known |= self._evaluated(value, part, keyword, inner)
        return known

    def _applied(
        self, value: Any, schema: Mapping[str, Any], place: _Place
    ) -> Iterator[tuple[Any, str]]:
        """The schemas in *schema* for the same value, with their pointers."""
        if place.depth > _DEEPEST:
            return
        reference = reference_of(self.document, schema)
        if reference is not None:
            yield self.document.at(reference), reference
        for keyword in ("allOf", "anyOf", "oneOf"):
            for index, part in enumerate(as_list(schema.get(keyword))):
                yield part, below(place.pointer, keyword, index)
        if isinstance(schema.get("if"), dict | bool):
            there = place.within(below(place.pointer, "if"), place.waived)
            holds = self._check(value, schema["if"], there)
            for keyword in ("if", "then") if holds else ("else",):
                yield schema.get(keyword), below(place.pointer, keyword)
        for name, part in as_mapping(schema.get("dependentSchemas")).items():
            if isinstance(value, dict) and name in value:
                yield part, below(place.pointer, "dependentSchemas", name)


def _check_type(value: Any, kind: str, schema: Mapping[str, Any]) -> bool:
    if schema.get("type") == kind:
        return True  # most values
    types = declared_types(schema)
    if not types:
        return True
    if isinstance(value, float) and value.is_integer():
        return bool(types & {"number", "integer"})
    return kind in types or (kind == "integer" and "number" in types)


def _check_values(value: Any, kind: str, schema: Mapping[str, Any]) -> bool:
    if "const" in schema and not equal(value, schema["const"]):
        return False
    for each in OF_TYPE.get("number" if kind == "integer" else kind, ()):
        limit = each.read(schema[each.keyword]) if each.keyword in schema else None
        if limit is not None and not each.allows(value, limit):
            return False
    return True


def _items(value: dict[str, Any] | list[Any]) -> dict[Any, Any]:
    """The properties or items of *value*, by name or position."""
    return value if isinstance(value, dict) else dict(enumerate(value))
