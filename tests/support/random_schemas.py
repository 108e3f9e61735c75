"""Random schemas, and values around their limits.

Schemas are written in JSON Schema 2020-12; `as_version_3_0` writes the same in the notation of
OpenAPI 3.0. The generator knows nothing about how the package reads them.
"""

from __future__ import annotations

import random
from typing import Any

TEXTS = ["", "a", "ab", "abc", "abcd", "b", "xyz", "a1", "2024-01-15"]
PATTERNS = ["^[cd]$", "^[ac]", "d", "^x"]
NUMBERS = [-3, -1, 0, 1, 2, 2.5, 3, 4, 5, 6, 7.5, 9, 10, 12]


class SchemaSource:
    """Random schemas that refer to the components `C0`, `C1`, …

    :ivar components: made so far; a schema only refers to earlier ones.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.components: dict[str, Any] = {}

    def document(self, components: int = 5) -> dict[str, Any]:
        """The schemas of a document."""
        for index in range(components):
            self.components[f"C{index}"] = self.schema(3)
        return self.components

    def schema(self, depth: int) -> Any:
        """One schema, with up to *depth* levels below it."""
        found = self._plain(depth)
        if self.random.random() < 0.45:
            found = self._composed(found, depth)
        return found

    def patterned(self) -> dict[str, Any]:
        """Objects in an ``allOf``, whose properties are described by names and by patterns."""
        parts = []
        for _ in range(self.random.randint(2, 3)):
            part: dict[str, Any] = {"properties": {}}
            for keyword, keys in (("properties", "abcd"), ("patternProperties", PATTERNS)):
                names = self.random.sample(keys, self.random.randint(0, 2))
                part[keyword] = {name: self._number(0) for name in names}
            if self.random.random() < 0.6:
                part["additionalProperties"] = self._number(0)
            parts.append(part)
        return {"type": "object", "allOf": parts}

    def _plain(self, depth: int) -> dict[str, Any]:
        kinds = ["integer", "number", "string", "boolean"]
        kinds += ["array", "object", "object"] if depth else []
        kind = self.random.choice(kinds)
        found = getattr(self, f"_{kind}")(depth) if kind != "boolean" else {"type": "boolean"}
        if self.random.random() < 0.15:
            found["type"] = [kind, "null"]
        return found

    def _composed(self, one: dict[str, Any], depth: int) -> dict[str, Any]:
        """*one* as a member of an ``allOf``, beside it, or beside a reference."""
        kind = (
            next(name for name in [one["type"]] if isinstance(name, str))
            if isinstance(one["type"], str)
            else one["type"][0]
        )
        more = [self._like(kind, depth) for _ in range(self.random.randint(1, 2))]
        same = [
            {"$ref": f"#/components/schemas/{name}"}
            for name, value in self.components.items()
            if value.get("type") == kind
        ]
        if same and self.random.random() < 0.6:
            more.append(self.random.choice(same))
        self.random.shuffle(more)
        choice = self.random.random()
        if choice < 0.2:
            # Without a type they would also allow values of all others.
            options = [each if "$ref" in each else {"type": kind, **each} for each in more]
            return {**one, self.random.choice(["oneOf", "anyOf"]): options}
        if choice < 0.25:
            return {**one, "not": {"type": kind, **self._like(kind, 0)}}
        if self.random.random() < 0.5:
            return {**one, "allOf": more}
        members = [one, *more]
        if self.random.random() < 0.3:
            members = [{"allOf": members[:2]}, *members[2:]]
        return {"allOf": members}

    def _like(self, kind: str, depth: int) -> dict[str, Any]:
        if kind == "boolean":
            return {"type": "boolean"}
        if kind in ("array", "object") and not depth:
            return {"type": kind}
        found: dict[str, Any] = getattr(self, f"_{kind}")(depth)
        if self.random.random() < 0.3:
            del found["type"]
        return found

    def _maybe(self, found: dict[str, Any], keyword: str, values: list[Any]) -> None:
        if self.random.random() < 0.3:
            found[keyword] = self.random.choice(values)

    def _integer(self, depth: int) -> dict[str, Any]:
        found = self._number(depth)
        return {**found, "type": "integer"}

    def _number(self, _depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "number"}
        self._maybe(found, "minimum", [-1, 0, 1, 2.5])
        self._maybe(found, "exclusiveMinimum", [-1, 0, 1])
        self._maybe(found, "maximum", [4, 6, 7.5, 10])
        self._maybe(found, "exclusiveMaximum", [5, 6, 10])
        self._maybe(found, "multipleOf", [1, 2, 3, 0.5])
        if self.random.random() < 0.15:
            found["enum"] = self.random.sample(NUMBERS, 6)
        return found

    def _string(self, _depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "string"}
        self._maybe(found, "minLength", [0, 1, 2])
        self._maybe(found, "maxLength", [2, 3, 12])
        self._maybe(found, "pattern", ["^a", "b", "^[a-z]*$"])
        if self.random.random() < 0.2:
            found["enum"] = self.random.sample(TEXTS, 5)
        elif self.random.random() < 0.05:
            found["const"] = self.random.choice(TEXTS)
        return found

    def _array(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "array"}
        if self.random.random() < 0.8:
            found["items"] = self.schema(depth - 1)
        if self.random.random() < 0.2:
            found["prefixItems"] = [self.schema(0) for _ in range(self.random.randint(1, 2))]
        self._maybe(found, "minItems", [0, 1, 2])
        self._maybe(found, "maxItems", [2, 3])
        self._maybe(found, "uniqueItems", [True, False])
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        names = self.random.sample(["a", "b", "c", "d"], self.random.randint(0, 3))
        found: dict[str, Any] = {
            "type": "object", "properties": {name: self.schema(depth - 1) for name in names}
        }  # fmt: skip
        self._maybe(found, "required", [self.random.sample(["a", "b", "c"], 2)])
        self._maybe(found, "additionalProperties", [True, self.schema(0)])
        self._maybe(found, "patternProperties", [{"^[cd]$": self.schema(0)}])
        self._maybe(found, "minProperties", [0, 1])
        self._maybe(found, "maxProperties", [3, 4])
        return found


class RichSource(SchemaSource):
    """Random schemas with all keywords: also conditions, ``contains``, and what is left over."""

    def schema(self, depth: int) -> Any:
        """One schema, which may also be a reference, a value, or one of several or null."""
        chance = self.random.random()
        if chance < 0.02:
            return self.random.choice([True, {}]) if depth < 3 else {}
        if self.components and chance < 0.12:
            found = {"$ref": f"#/components/schemas/{self.random.choice(list(self.components))}"}
            return found | self.random.choice([{}, {}, {"description": "d"}])
        if chance < 0.18:
            keyword = self.random.choice(["oneOf", "anyOf"])
            return {keyword: [self.schema(max(0, depth - 1)), {"type": "null"}]}
        if chance < 0.22:
            return {"enum": self.random.sample([*TEXTS, 1, 2, True, None, 2.5], 4)}
        if chance < 0.24:
            return {"const": self.random.choice([*TEXTS, 1, 2.5, True, None, [1], {"a": 1}])}
        return super().schema(depth)

    def _array(self, depth: int) -> dict[str, Any]:
        found = super()._array(depth)
        if self.random.random() < 0.12:
            found["contains"] = self.schema(0)
            self._maybe(found, "minContains", [0, 1, 2])
            self._maybe(found, "maxContains", [1, 2])
        if self.random.random() < 0.06:
            found["items"] = False
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        found = super()._object(depth)
        others: list[dict[str, Any]] = [
            {"propertyNames": {"pattern": "^[a-c]"}},
            {"propertyNames": {"maxLength": 1}},
            {"dependentRequired": {"a": ["b"]}},
            {"dependentSchemas": {"a": {"properties": {"b": self.schema(0)}, "required": ["b"]}}},
            {"additionalProperties": False},
            {"unevaluatedProperties": False},
            {"if": {"properties": {"a": self.schema(0)}, "required": ["a"]},
             "then": {"required": ["b"]}},
        ]  # fmt: skip
        for each in others:
            if self.random.random() < 0.07:
                found |= each
        return found


class MixedSource(RichSource):
    """Also schemas with several types, deep ``allOf`` and closed arrays."""

    def schema(self, depth: int) -> Any:
        """One schema; a reference may have siblings that restrict it."""
        chance = self.random.random()
        if chance < 0.05:
            kinds = self.random.sample(
                ["string", "integer", *(["object", "array"] * bool(depth))], 2
            )
            found: dict[str, Any] = {}
            for kind in kinds:
                found |= getattr(self, f"_{kind}")(depth)
            return {**found, "type": kinds}
        if chance < 0.08 and depth:
            found = super().schema(depth - 1)
            for _ in range(3):
                found = {"allOf": [found, *self.random.choice([[], [{"description": "d"}]])]}
            return found
        if self.components and chance < 0.12:
            ref = f"#/components/schemas/{self.random.choice([*self.components])}"
            return self._with_siblings(ref, "object", self._like("object", 1))
        return super().schema(depth)

    def _with_siblings(self, ref: str, kind: str, siblings: dict[str, Any]) -> dict[str, Any]:
        """A reference with *siblings* for values of a *kind*.

        With their type if nothing else has one: a page shows that of the keywords.
        """
        return {"$ref": ref, **({"type": kind} if self._is_open(ref) else {}), **siblings}

    def _is_open(self, ref: str) -> bool:
        schema = self.components[ref.rpartition("/")[2]]
        if schema is True or schema == {}:
            return True
        return isinstance(schema, dict) and "$ref" in schema and self._is_open(schema["$ref"])

    def _array(self, depth: int) -> dict[str, Any]:
        found = super()._array(depth)
        if self.random.random() < 0.1:
            found["prefixItems"] = [self.schema(0), self.schema(0)]
            found |= self.random.choice([{"items": False}, {"unevaluatedItems": False}])
        return found

    def _object(self, depth: int) -> dict[str, Any]:
        found = super()._object(depth)
        name = self.random.choice("abcd")
        others: list[dict[str, Any]] = [
            {"properties": {**found["properties"], name: self.random.choice([True, False])}},
            {"patternProperties": {"^[ac]": self.schema(0)}, "additionalProperties": False},
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {"propertyNames": self.random.choice([{"enum": ["a", "b"]}, {"not": {"const": "a"}}])},
            {"if": {"required": [name]}, "then": self._like("object", 0),
             "else": {"required": ["b"]}},
        ]  # fmt: skip
        for each in others:
            if self.random.random() < 0.06:
                found |= each
        return found


_ONE = ("not", "if", "then", "else", "contains", "propertyNames", "items", "additionalProperties")
_NAMED = ("properties", "patternProperties", "dependentSchemas")
_LISTED = ("prefixItems", "anyOf", "oneOf")


class BooleanSource(MixedSource):
    """Also schemas that are true, false or empty, in all places."""

    def document(self, size: int = 5) -> dict[str, Any]:
        """Components by name."""
        found = super().document(size)
        return {name: self._mixed(schema) for name, schema in found.items()}

    def _mixed(self, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        found = dict(schema)
        kind = schema.get("type")
        if kind == "array" and self.random.random() < 0.15:
            found |= {"contains": True, self.random.choice(["minContains", "maxContains"]): 2}
        if kind == "object" and self.random.random() < 0.1:
            found |= {"dependentSchemas": {"a": True}, "propertyNames": True}
        if kind in ("string", "number", "array", "object") and self.random.random() < 0.1:
            limits = [{"type": kind, **self._like(kind, 0)} for _ in range(2)]
            found |= {"if": True, "then": limits[0], "else": limits[1]}
        if self.random.random() < 0.05:
            found["not"] = True
        for key in _ONE:
            if key in found:
                found[key] = self._part(found[key])
        for key in _NAMED:
            if key in found:
                found[key] = {name: self._part(each) for name, each in found[key].items()}
        for key in _LISTED:
            if key in found:
                found[key] = [self._part(each) for each in found[key]]
        # The types of the others are only in the members of the source.
        if "allOf" in found:
            found["allOf"] = [*map(self._mixed, found["allOf"]), self.random.choice([True, {}])]
        return found

    def _part(self, schema: Any) -> Any:
        chosen = isinstance(schema, bool) or self.random.random() < 0.08
        return self.random.choice([True, False, {}]) if chosen else self._mixed(schema)


class OpenSource(BooleanSource):
    """Also alternatives and conditions without a type, several ``contains``, and null in all forms.

    The type is beside them, in an ``allOf``, or in some of the alternatives only.
    """

    def schema(self, depth: int) -> Any:
        """One schema."""
        chance = self.random.random()
        if chance < 0.06:
            null: list[Any] = [{"type": "null"}, {"const": None}, {"enum": [None]}]
            options = [self.random.choice([{}, True, self._plain(0)]), self.random.choice(null)]
            self.random.shuffle(options)
            return {self.random.choice(["oneOf", "anyOf"]): options}
        if chance < 0.14:
            return self._untyped_options(depth)
        if chance < 0.18 and depth:
            parts = [{"contains": self.schema(0)} for _ in range(2)]
            self._maybe(parts[0], "minContains", [0, 1, 2])
            self._maybe(parts[1], "maxContains", [1, 2])
            return {"type": "array", "allOf": parts}
        if chance < 0.21:
            kind = self.random.choice(["integer", "number", "string"])
            return {"type": kind, "not": self._bare(kind)}
        return super().schema(depth)

    def _bare(self, kind: str) -> dict[str, Any]:
        """Keywords for values of a *kind*, without a type; not empty."""
        found: dict[str, Any] = {}
        while not found:
            found = {**getattr(self, f"_{kind}")(0)}
            del found["type"]
        return found

    def _untyped_options(self, depth: int) -> dict[str, Any]:
        kinds = ["integer", "number", "string"]
        kind = self.random.choice(kinds)
        options = [self._bare(self.random.choice(kinds)) for _ in range(2)]
        group = {self.random.choice(["oneOf", "anyOf"]): options}
        chance = self.random.random()
        if chance < 0.3:
            return {"type": kind, **group}
        if chance < 0.5:
            return {"allOf": [{"type": kind}, group]}
        if chance < 0.7:
            return {"type": [kind, "null"], "anyOf": options}
        # The type is only in the alternatives; the keywords beside them are for one of them.
        typed = [{**getattr(self, f"_{each}")(0)} for each in self.random.sample(kinds, 2)]
        return {**self._bare(kind), self.random.choice(["oneOf", "anyOf"]): typed}


class NestedSource(OpenSource):
    """Also conditions, alternatives and rules for names and items in each other."""

    def schema(self, depth: int) -> Any:
        """One schema."""
        chance = self.random.random()
        if depth <= 0 or chance < 0.25:
            return super().schema(max(depth, 0))
        some = [self.schema(depth - 1) for _ in range(3)]
        if chance < 0.32:
            return dict(zip(("if", "then", "else"), some, strict=True))
        keyword = self.random.choice(["oneOf", "anyOf", "allOf"])
        if chance < 0.38:
            return {keyword: some[: self.random.randint(1, 3)]}
        if chance < 0.42:
            found = super().schema(depth)
            is_open = isinstance(found, dict) and "$ref" not in found
            return {**found, keyword: some[:2]} if is_open else found
        if chance < 0.45:
            rest = self.random.choice(["unevaluatedItems", "items"])
            return {
                "type": "array", "prefixItems": some[:2], rest: self.random.choice([False, some[2]])
            }  # fmt: skip
        rules: list[dict[str, Any]] = [
            {"propertyNames": self.random.choice([{"maxLength": 1}, {"enum": ["a", "b"]}])},
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"required": ["d"]}}},
            {"allOf": [{"properties": {"a": some[0]}}], "unevaluatedProperties": False},
        ]
        if chance < 0.54:
            return {**self._object(depth - 1), **self.random.choice(rules)}
        counts: list[dict[str, int]] = [{}, {"minContains": 0}, {"minContains": 2}]
        if chance < 0.57:
            return {"type": "array", "contains": some[0], **self.random.choice(counts)}
        limits: list[tuple[str, dict[str, int]]] = [
            ("object", {}), ("string", {"minLength": 2}), ("number", {"minimum": 2}),
            ("object", {"maxProperties": 2}),
        ]  # fmt: skip
        if chance < 0.6 and self.components:
            ref = f"#/components/schemas/{self.random.choice([*self.components])}"
            return self._with_siblings(ref, *self.random.choice(limits))
        return super().schema(depth)


_NULL_LEAVES: list[Any] = [
    {}, True, False, {"type": "null"}, {"type": "string"}, {"type": ["string", "null"]},
    {"enum": [None]}, {"enum": ["a", None]}, {"enum": ["a"]}, {"const": None}, {"const": "a"},
    {"type": "string", "minLength": 2}, {"type": ["null"]}, {"type": ["integer", "boolean"]},
]  # fmt: skip


def null_schema(source: random.Random, depth: int, names: list[str]) -> Any:
    """A schema that says in some way whether null is allowed.

    :param names: components that it may refer to.
    """
    chance = source.random()
    if not depth or chance < 0.2:
        return source.choice(_NULL_LEAVES)
    if names and chance < 0.3:
        return {"$ref": f"#/components/schemas/{source.choice(names)}"}
    if chance < 0.37:
        return {"not": null_schema(source, depth - 1, names)}
    if chance < 0.42:
        branches = source.sample(["then", "else"], source.randint(1, 2))
        return {key: null_schema(source, depth - 1, names) for key in ("if", *branches)}
    keyword = source.choice(["oneOf", "anyOf", "allOf", "oneOf", "anyOf"])
    members = [null_schema(source, depth - 1, names) for _ in range(source.randint(1, 3))]
    found: dict[str, Any] = {keyword: members}
    if source.random() < 0.3:
        found |= source.choice([each for each in _NULL_LEAVES if isinstance(each, dict)])
    return found


def values(source: random.Random, size: int = 40) -> list[Any]:
    """Values of all types, around the limits of random schemas."""
    scalars = [*TEXTS, *NUMBERS, True, False, None]
    found: list[Any] = [*scalars]
    while len(found) < len(scalars) + size:
        items = [source.choice(scalars) for _ in range(source.randint(0, 4))]
        members = {
            name: source.choice(found) for name in source.sample("abcd", source.randint(0, 4))
        }
        found += [items, members]
    return found


def as_version_3_0(schema: Any) -> Any:
    """*schema* in the notation of OpenAPI 3.0."""
    if isinstance(schema, list):
        return [as_version_3_0(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: as_version_3_0(value) for key, value in schema.items()}
    if isinstance(schema.get("type"), list):
        found["type"] = schema["type"][0]
        # Null is not among the values either.
        if "enum" not in schema:
            found["nullable"] = True
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        limit = schema.get(exclusive)
        if isinstance(limit, int | float):
            other = schema.get(bound)
            is_lower = bound == "minimum"
            if other is None or (limit >= other if is_lower else limit <= other):
                found |= {bound: limit, exclusive: True}
            else:
                del found[exclusive]
    return found


def has_siblings(schema: Any) -> bool:
    """Whether a reference has siblings, which OpenAPI 3.0 ignores."""
    if isinstance(schema, dict):
        return ("$ref" in schema and len(schema) > 1) or any(map(has_siblings, schema.values()))
    return isinstance(schema, list) and any(map(has_siblings, schema))
