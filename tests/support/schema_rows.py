"""Reading rows as a reader of a page does: which values they allow."""

from __future__ import annotations

import math
import re
from itertools import groupby
from typing import Any

from jsonschema import Draft202012Validator
from view_documents import takes_null

from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.schema.type_label import NULL
from sphinx_navapi.openapi.view import MISSING


def accepts(registry: SchemaRegistry, pointer: str, value: Any) -> bool:
    """Whether the rows of the schema at *pointer* allow *value*."""
    view = registry.view(pointer)
    if any(each.keyword in ("false", "additionalProperties") for each in view.constraints):
        return False
    if value is None and takes_null(view):
        return _conditions(registry, view, value)
    if not (_is_of_types(value, view) and _is_permitted(value, view) and _within(value, view)):
        return False
    if any(accepts(registry, child.schema, value) for child in view.of("negated")):
        return False
    for _, group in groupby(view.of("variant"), lambda child: child.schema.rpartition("/")[0]):
        members = list(group)
        fitting = sum(accepts(registry, child.schema, value) for child in members)
        if fitting != 1 if members[0].group == "oneOf" else not fitting:
            return False
    return _parts(registry, view, value) and _conditions(registry, view, value)


def _conditions(registry: SchemaRegistry, view: SchemaView, value: Any) -> bool:
    """Whether *value* satisfies the rows that apply to parts of it, or conditionally."""
    shown = {each.keyword: each for each in view.constraints}
    conditional: dict[str, dict[str, str]] = {}
    for child in view.of("conditional"):
        assert child.condition is not None
        keyword, schema = child.condition.keyword, child.schema
        if keyword in ("if", "then", "else"):
            place = child.condition.schema.rpartition("/")[0]
            conditional.setdefault(place, {})[keyword] = schema
        elif keyword == "contains" and isinstance(value, list):
            limits = {each.keyword: each for each in child.condition.limits} or shown
            found = sum(accepts(registry, schema, item) for item in value)
            least, most = limits.get("minContains"), limits.get("maxContains")
            if found < (int(least.text) if least is not None else 1):
                return False
            if most is not None and found > int(most.text):
                return False
        elif keyword == "propertyNames" and isinstance(value, dict):
            if not all(accepts(registry, schema, name) for name in value):
                return False
        elif (
            keyword == "dependentSchemas"
            and isinstance(value, dict)
            and child.condition.name in value
            and not accepts(registry, schema, value)
        ):
            return False
    for branches in conditional.values():
        chosen = branches.get("then" if accepts(registry, branches["if"], value) else "else")
        if chosen is not None and not accepts(registry, chosen, value):
            return False
    return True


def _is_of_types(value: Any, view: SchemaView) -> bool:
    if value is None:
        return takes_null(view) or not view.types
    kinds = {kind_of(value), "number"} if kind_of(value) == "integer" else {kind_of(value)}
    return not kinds.isdisjoint(view.types) if view.types else view.label != NULL


def _is_permitted(value: Any, view: SchemaView) -> bool:
    if view.const is not MISSING:
        return same(value, view.const)
    return not view.enum or any(same(value, each.value) for each in view.enum)


def _parts(registry: SchemaRegistry, view: SchemaView, value: Any) -> bool:
    if isinstance(value, list):
        if len(value) > len(view.of("item")) and any(
            each.keyword == "items" for each in view.constraints
        ):
            return False
        first = [child.schema for child in view.of("item")]
        rest = value[len(first) :]
        return all(map(accepts, [registry] * len(value), first, value)) and (
            view.items is None or all(accepts(registry, view.items, item) for item in rest)
        )
    if not isinstance(value, dict):
        return True
    rows = {child.name: child for child in view.of("property")}
    patterns = view.of("pattern")
    if any(child.required and name not in value for name, child in rows.items()):
        return False
    for name, item in value.items():
        if name in rows:
            if not accepts(registry, rows[name].schema, item):
                return False
            continue
        fitting = [child for child in patterns if re.search(child.name, name)]
        if not fitting and view.additional is False:
            return False
        if any(not accepts(registry, child.schema, item) for child in fitting):
            return False
        rest = view.of("additional") if not fitting else ()
        if any(not accepts(registry, child.schema, item) for child in rest):
            return False
    return True


def _within(value: Any, view: SchemaView) -> bool:
    for constraint in view.constraints:
        keyword, text = constraint.keyword, constraint.text
        if isinstance(value, str):
            if keyword == "pattern" and not re.search(text, value):
                return False
            size, names = len(value), ("minLength", "maxLength")
        elif isinstance(value, list):
            if keyword == "uniqueItems" and any(
                same(a, b) for i, a in enumerate(value) for b in value[:i]
            ):
                return False
            size, names = len(value), ("minItems", "maxItems")
        elif isinstance(value, dict):
            if keyword == "required" and any(name not in value for name in constraint.groups[0]):
                return False
            if constraint.groups and keyword in ("oneOf", "anyOf", "not"):
                fitting = sum({*group} <= {*value} for group in constraint.groups)
                if (
                    fitting
                    if keyword == "not"
                    else not fitting or (fitting > 1) > (keyword == "anyOf")
                ):
                    return False
            needs = constraint.groups[0] if keyword == "dependentRequired" else ()
            if constraint.name in value and any(name not in value for name in needs):
                return False
            size, names = len(value), ("minProperties", "maxProperties")
        elif isinstance(value, bool) or value is None:
            continue
        else:
            holds = {
                "minimum": lambda n: value >= n,
                "exclusiveMinimum": lambda n: value > n,
                "maximum": lambda n: value <= n,
                "exclusiveMaximum": lambda n: value < n,
                "multipleOf": lambda n: math.isclose(value / n, round(value / n)),
            }.get(keyword)
            if holds is not None and not holds(float(text)):
                return False
            continue
        if (keyword == names[0] and size < int(text)) or (keyword == names[1] and size > int(text)):
            return False
    return True


def same(one: Any, other: Any) -> bool:
    """Equality of JSON values."""
    return bool(Draft202012Validator({"const": other}).is_valid(one))


def kind_of(value: Any) -> str:
    """The JSON Schema type of *value*."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if float(value).is_integer() else "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]
