"""Ways to write a schema with the same meaning: by the rules of JSON Schema 2020-12 alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Schema = dict[str, Any]

_NAMED = ("properties", "patternProperties", "dependentSchemas")
_ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
        "unevaluatedProperties", "unevaluatedItems")  # fmt: skip
_LISTED = ("allOf", "oneOf", "anyOf", "prefixItems")

#: Keywords that depend on each other: they can only be moved together.
_TOGETHER = (
    ("properties", "patternProperties", "additionalProperties"),
    ("prefixItems", "items"),
    ("contains", "minContains", "maxContains"),
    ("if", "then", "else"),
)

#: Keywords for values of one type.
_FOR_TYPE = {
    "string": ("minLength", "maxLength", "pattern"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("items", "prefixItems", "contains", "minContains", "maxContains", "minItems",
              "maxItems", "uniqueItems"),
    "object": ("properties", "patternProperties", "additionalProperties", "required",
               "propertyNames", "dependentRequired", "dependentSchemas", "minProperties",
               "maxProperties"),
}  # fmt: skip


def schemas_in(schema: Any) -> list[Schema]:
    """*schema* and all schemas in it, except ``true`` and ``false``."""
    if not isinstance(schema, dict):
        return []
    inner = [each for key in _NAMED for each in schema.get(key, {}).values()]
    inner += [each for key in _LISTED for each in schema.get(key, [])]
    inner += [schema.get(key) for key in _ONE]
    return [schema, *(found for each in inner for found in schemas_in(each))]


class Rewriter:
    """Rewrites schemas in place. :param components: those that they refer to, and new ones."""

    def __init__(self, source: random.Random, components: dict[str, Any]) -> None:
        self.random = source
        self.components = components

    def rewrite(self, schema: Schema, kind: str) -> bool:
        """Write *schema* in another way; whether there is one of this *kind*."""
        before = deepcopy(schema)
        _KINDS[kind](self, schema)
        return schema != before or list(schema) != list(before)

    def split(self, schema: Schema) -> None:
        """Some keywords become a member of an ``allOf``."""
        if _leaves_rest(schema):
            return
        groups = [[key for key in group if key in schema] for group in _TOGETHER]
        known = {key for group in _TOGETHER for key in group}
        groups += [[key] for key in schema if key not in known and key != "allOf"]
        groups = [group for group in groups if group]
        chosen = self.random.sample(groups, self.random.randint(0, len(groups)))
        if chosen:
            part = {key: schema.pop(key) for group in chosen for key in group}
            members = schema.setdefault("allOf", [])
            members.insert(self.random.randint(0, len(members)), part)

    def join(self, schema: Schema) -> None:
        """Members of an ``allOf`` are written beside it, or in the one around it."""
        if _leaves_rest(schema):
            return
        kept = []
        for part in schema.pop("allOf", []):
            if isinstance(part, dict) and not _leaves_rest(part) and _are_apart(schema, part):
                schema |= part
            else:
                kept.append(part)
        if kept:
            schema["allOf"] = [*schema.get("allOf", []), *kept]

    def wrap(self, schema: Schema) -> None:
        """The schema becomes the only member of a group."""
        before = dict(schema)
        schema.clear()
        schema[self.random.choice(["allOf", "anyOf", "oneOf"])] = [before]

    def double(self, schema: Schema) -> None:
        """The schema applies twice."""
        if not _leaves_rest(schema) and "oneOf" not in schema:
            schema["allOf"] = [*schema.get("allOf", []), deepcopy(schema)]

    def extract(self, schema: Schema) -> None:
        """The schema becomes a component."""
        before = dict(schema)
        name = f"New{len(self.components)}"
        schema.clear()
        schema["$ref"] = f"#/components/schemas/{name}"
        self.components[name] = before

    def inline(self, schema: Schema) -> None:
        """A reference is replaced by its target."""
        target = self._target(schema.get("$ref"))
        if target is None:
            return
        del schema["$ref"]
        if schema:
            schema["allOf"] = [*schema.get("allOf", []), target]
        else:
            schema |= target

    def _target(self, reference: str | None) -> Schema | None:
        target = self.components.get(reference.rpartition("/")[2]) if reference else None
        return deepcopy(target) if isinstance(target, dict) else None

    def reorder(self, schema: Schema) -> None:
        """Sets are written in another order."""
        for key in ("enum", "required", "anyOf", "oneOf", "allOf", "type"):
            if isinstance(schema.get(key), list):
                schema[key] = self.random.sample(schema[key], len(schema[key]))

    def tell_types(self, schema: Schema) -> None:
        """A list of types becomes an ``anyOf``, which may include the keywords for them."""
        types = schema.get("type")
        if not isinstance(types, list) or "anyOf" in schema or _leaves_rest(schema):
            return
        if {"integer", "number"} <= {*types} or len(types) < 2:
            return
        del schema["type"]
        options: list[Schema] = [{"type": name} for name in types]
        if self.random.random() < 0.7:
            for option in options:
                keys = _FOR_TYPE.get(option["type"], ())
                option |= {key: schema.pop(key) for key in keys if key in schema}
        schema["anyOf"] = options

    def list_types(self, schema: Schema) -> None:
        """A type becomes a list of types."""
        if isinstance(schema.get("type"), str):
            schema["type"] = [schema["type"]]
        elif isinstance(schema.get("type"), list) and len(schema["type"]) == 1:
            schema["type"] = schema["type"][0]

    def separate_null(self, schema: Schema) -> None:
        """Null becomes an alternative."""
        types = schema.get("type")
        if not isinstance(types, list) or "null" not in types or len(types) != 2:
            return
        if {"enum", "const", "not", "if", *_LISTED[:3], "$ref"} & {*schema}:
            return
        before = {**schema, "type": next(name for name in types if name != "null")}
        schema.clear()
        options = [before, {"type": "null"}]
        if self.random.random() < 0.3:
            options.reverse()
        schema[self.random.choice(["anyOf", "oneOf"])] = options

    def list_value(self, schema: Schema) -> None:
        """A constant becomes a list of one value, or the other way round."""
        if "const" in schema and "enum" not in schema:
            schema["enum"] = [schema.pop("const")]
        elif len(schema.get("enum", ())) == 1 and "const" not in schema:
            schema["const"] = schema.pop("enum")[0]

    def value_options(self, schema: Schema) -> None:
        """Values become alternatives."""
        if "enum" in schema and not {"anyOf", "oneOf"} & {*schema}:
            keyword = self.random.choice(["anyOf", "oneOf"])
            schema[keyword] = [{"const": value} for value in schema.pop("enum")]

    def type_of_values(self, schema: Schema) -> None:
        """The type is told, or omitted, beside values."""
        values = schema.get("enum")
        if values is None:
            return
        kinds = {_kind(value) for value in values}
        if "type" not in schema:
            schema["type"] = sorted(kinds)
        elif kinds <= {*([schema["type"]] if isinstance(schema["type"], str) else schema["type"])}:
            del schema["type"]

    def split_required(self, schema: Schema) -> None:
        """Required properties are required in several schemas."""
        if len(schema.get("required", ())) > 1:
            *first, last = schema["required"]
            schema["required"] = first
            schema["allOf"] = [*schema.get("allOf", []), {"required": [last]}]

    def exclude(self, schema: Schema) -> None:
        """Bounds of integers are exclusive."""
        if schema.get("type") != "integer":
            return
        for bound, exclusive, by in (
            ("minimum", "exclusiveMinimum", -1),
            ("maximum", "exclusiveMaximum", 1),
        ):
            if isinstance(schema.get(bound), int) and exclusive not in schema:
                schema[exclusive] = schema.pop(bound) + by

    def say_nothing(self, schema: Schema) -> None:
        """Keywords that allow everything."""
        open_: list[Schema] = [
            {"minLength": 0}, {"minItems": 0}, {"required": []}, {"uniqueItems": False},
            {"description": "d"}, {"title": "T"}, {"$comment": "c"}, {"properties": {}},
            {"allOf": [{}]}, {"allOf": [True]}, {"minProperties": 0}, {"allOf": [{"title": "t"}]},
        ]  # fmt: skip
        more = self.random.choice(open_)
        if {*more}.isdisjoint(schema):
            schema |= more

    def for_other_types(self, schema: Schema) -> None:
        """Keywords for values of other types."""
        types = schema.get("type")
        kinds = {types} if isinstance(types, str) else {*(types or ())}
        kind = self.random.choice(["string", "integer", "array", "object"])
        if not kinds or kind in kinds or (kind == "integer" and "number" in kinds):
            return
        more: Schema = {
            "string": {"maxLength": 2}, "integer": {"minimum": 3}, "array": {"minItems": 2},
            "object": {"required": ["a"]},
        }[kind]  # fmt: skip
        if {*more}.isdisjoint(schema):
            schema |= more

    def as_boolean(self, schema: Schema) -> None:
        """Empty schemas are ``true``, or the other way round."""
        for holder, key in _places(schema):
            if holder[key] is True or holder[key] == {}:
                holder[key] = {} if holder[key] is True else True

    def nest(self, schema: Schema) -> None:
        """Alternatives of alternatives."""
        options = schema.get("anyOf", ())
        if len(options) > 2:
            schema["anyOf"] = [options[0], {"anyOf": list(options[1:])}]

    def flatten(self, schema: Schema) -> None:
        """Alternatives of alternatives become one list."""
        found = []
        for each in schema.get("anyOf", ()):
            found += each["anyOf"] if isinstance(each, dict) and [*each] == ["anyOf"] else [each]
        if found:
            schema["anyOf"] = found

    def distribute(self, schema: Schema) -> None:
        """What applies beside alternatives applies to each of them."""
        if "anyOf" not in schema or len(schema) < 2 or _leaves_rest(schema):
            return
        options = schema.pop("anyOf")
        rest = dict(schema)
        schema.clear()
        schema["anyOf"] = [{"allOf": [deepcopy(rest), each]} for each in options]

    def choose(self, schema: Schema) -> None:
        """``anyOf`` and ``oneOf`` of different types."""
        for one, other in (("anyOf", "oneOf"), ("oneOf", "anyOf")):
            options = schema.get(one, ())
            types = [each.get("type") if isinstance(each, dict) else None for each in options]
            known = [name for name in types if isinstance(name, str)]
            if (
                options
                and other not in schema
                and len({*known}) == len(types)
                and not {"integer", "number"} <= {*known}
            ):
                schema[other] = schema.pop(one)
                return

    def need(self, schema: Schema) -> None:
        """``dependentRequired`` as ``dependentSchemas``."""
        needs = schema.get("dependentRequired")
        if needs and "dependentSchemas" not in schema:
            del schema["dependentRequired"]
            schema["dependentSchemas"] = {
                name: {"required": names} for name, names in needs.items()
            }

    def close(self, schema: Schema) -> None:
        """The end of a tuple as a maximum."""
        if "prefixItems" in schema and schema.get("items") is False:
            size = len(schema["prefixItems"])
            schema["maxItems"] = min(size, schema.get("maxItems", size))
            del schema["items"]


_KINDS: dict[str, Callable[[Rewriter, Schema], None]] = {
    name: method
    for name, method in vars(Rewriter).items()
    if not name.startswith("_") and name != "rewrite"
}

#: All ways, by name.
KINDS = tuple(_KINDS)


def _leaves_rest(schema: Schema) -> bool:
    """Whether keywords beside others depend on which of them are in the same schema."""
    return any(key.startswith("unevaluated") for key in schema)


def _are_apart(one: Schema, other: Schema) -> bool:
    """Whether the keywords of both can be in one schema."""
    if not {*one}.isdisjoint(other):
        return False
    return not any({*group} & {*one} and {*group} & {*other} for group in _TOGETHER)


def _places(schema: Schema) -> Iterator[tuple[Any, Any]]:
    for key in _ONE:
        if key in schema:
            yield schema, key
    for key in _NAMED:
        yield from ((schema[key], name) for name in schema.get(key, ()))
    for key in _LISTED:
        yield from ((schema[key], index) for index in range(len(schema.get(key, ()))))


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if float(value).is_integer() else "number"
    return {str: "string", list: "array", dict: "object", type(None): "null"}[type(value)]
