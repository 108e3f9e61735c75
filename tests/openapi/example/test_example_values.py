"""Values generated from schemas are valid, and look plausible."""

from __future__ import annotations

import ipaddress
import json
import re
import uuid
from datetime import date, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from case_files import value_cases
from schema_judge import Judge
from view_documents import at, make_registry

from sphinx_navapi.openapi.example import value as value_module
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import Direction, ParameterView

CASES = value_cases(Path(__file__).parent / "cases" / "names.yaml")

BOTH = Direction.BOTH


def made(
    schema: Any,
    version: tuple[int, int] = (3, 1),
    direction: Direction = BOTH,
    *,
    required_only: bool = False,
    name: str = "",
    **others: Any,
) -> Any:
    """A value for *schema*, validated by an independent package."""
    registry = make_registry({"X": schema, **others}, version)
    value = ExampleMaker(registry).example_for(
        at("X"), direction, required_only=required_only, name=name
    )
    assert Judge(registry.document, direction).problems(value, at("X")) == []
    return value


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param({"const": None}, None, id="const"),
        pytest.param({"enum": [None, "b"]}, "b", id="enum-passes-over-null"),
        pytest.param({"type": "string", "example": "given"}, "given", id="example"),
        pytest.param({"type": "string", "examples": ["one", "two"]}, "one", id="examples"),
        pytest.param({"type": "integer", "default": 7}, 7, id="default"),
        pytest.param({"type": "integer", "example": "no", "default": 7}, 7, id="example-not-valid"),
        pytest.param({"type": "integer", "example": 5, "minimum": 6}, 6, id="example-too-small"),
        pytest.param({"type": "boolean"}, True, id="boolean"),
        pytest.param({"type": "null"}, None, id="null"),
        pytest.param({"type": ["null", "integer"]}, 1, id="not-null-if-possible"),
        pytest.param({"type": ["integer", "string"]}, 1, id="first-type-of-the-text"),
        pytest.param({}, {}, id="anything"),
        pytest.param({"type": "object"}, {}, id="free-object"),
        pytest.param({"type": "array"}, ["item"], id="free-array"),
        pytest.param({"type": "array", "maxItems": 0, "items": {}}, [], id="empty-array"),
        pytest.param({"type": "object", "additionalProperties": {"type": "integer"}},
                     {"key": 1}, id="map"),
        pytest.param({"type": "object", "additionalProperties": False}, {}, id="closed"),
    ],
)  # fmt: skip
def test_plain(schema: Any, value: Any) -> None:
    assert made(schema) == value


def is_date_time(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is not None


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("date-time", is_date_time),
        ("date", date.fromisoformat),
        ("uuid", uuid.UUID),
        ("ipv4", ipaddress.IPv4Address),
        ("ipv6", ipaddress.IPv6Address),
        ("uri", lambda text: urlsplit(text).scheme == "https"),
        ("email", lambda text: re.fullmatch(r"[^@\s]+@example\.com", text)),
        ("hostname", lambda text: re.fullmatch(r"[a-z]+(\.[a-z]+)+", text)),
        ("duration", lambda text: re.fullmatch(r"P.+", text)),
        ("byte", lambda text: re.fullmatch(r"[A-Za-z0-9+/]+=*", text)),
        ("regex", re.compile),
        ("unknown-format", str),
    ],
)
def test_formats(name: str, check: Any) -> None:
    assert check(made({"type": "string", "format": name}))


def test_two_items_of_a_format_differ() -> None:
    items = {"type": "string", "format": "email"}
    values = made({"type": "array", "items": items, "minItems": 3, "uniqueItems": True})
    assert len(set(values)) == 3
    assert all(value.endswith("@example.com") for value in values)


@pytest.mark.parametrize(("name", "value"), CASES["strings"])
def test_strings_by_name(name: str, value: str) -> None:
    assert made({"type": "string"}, name=name) == value
    assert made({"properties": {name: {"type": "string"}}}) == {name: value}


def test_a_name_does_not_win_over_a_rule() -> None:
    assert len(made({"type": "string", "maxLength": 2}, name="city")) == 2
    assert made({"type": "string", "pattern": "^[0-9]{5}$"}, name="zip") == "10001"
    assert made({"type": "integer", "maximum": 0}, name="limit") == 0


@pytest.mark.parametrize(
    "rules",
    [
        {"minLength": 30},
        {"minLength": 2, "maxLength": 2},
        {"maxLength": 0},
        {"pattern": "^[A-Z]{3}-[0-9]{4}$"},
        {"pattern": r"^\d{4}-\d{2}-\d{2}$"},
        {"pattern": "^(red|green)$"},
        {"pattern": "^[a-z]+$", "minLength": 12},
        {"pattern": "^[^a-z]{2,}$", "maxLength": 3},
        {"pattern": r"^(?=.*[A-Z])(?=.*\d).{8,}$"},
        {"pattern": r"^sha256:[a-f0-9]{64}$"},
        {"pattern": r"^(\w)\1$"},
        {"pattern": "^https://", "minLength": 40},
        {"pattern": "x", "minLength": 5},
        {"pattern": "^$"},
        {"pattern": r"^[\u0400-\u04ff]+$"},
        {"format": "email", "maxLength": 20},
        {"format": "date", "pattern": "^2"},
        {"allOf": [{"pattern": "^a"}, {"pattern": "z$"}], "example": "abcz"},
        {"allOf": [{"pattern": "^[a-f]+$"}, {"pattern": "^[d-z]+$"}, {"pattern": "f.e"}]},
    ],
    ids=str,
)
def test_rules_of_strings(rules: dict[str, Any]) -> None:
    made({"type": "string", **rules})


@pytest.mark.parametrize("rules", [{"pattern": "["}, {"pattern": "(?<x>a"}, {"pattern": r"\p{Lu}"}])
def test_a_pattern_that_cannot_be_read_asks_for_nothing(rules: dict[str, Any]) -> None:
    assert isinstance(made({"type": "string", **rules}), str)


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*b$", "(.*)*(.*)*(.*)*x$", "(x+x+)+y"])
def test_a_pattern_cannot_take_long(pattern: str) -> None:
    schema = {"type": "string", "pattern": pattern, "example": "a" * 5000 + "!"}
    registry = make_registry({"X": schema})
    assert isinstance(ExampleMaker(registry).example_for(at("X"), BOTH), str)


@pytest.mark.parametrize("kind", ["integer", "number"])
@pytest.mark.parametrize(
    "rules",
    [
        {"minimum": 10},
        {"maximum": -10},
        {"exclusiveMinimum": 0, "exclusiveMaximum": 2},
        {"minimum": 5, "maximum": 5},
        {"multipleOf": 7},
        {"multipleOf": 7, "minimum": 15, "maximum": 22},
        {"multipleOf": 2.5, "minimum": 3},
        {"minimum": 9007199254740993},
        {"maximum": -9223372036854775808},
        {"allOf": [{"minimum": 3}, {"maximum": 4}, {"multipleOf": 4}]},
        {"not": {"const": 1}, "minimum": 2},
    ],
    ids=str,
)
def test_rules_of_numbers(kind: str, rules: dict[str, Any]) -> None:
    made({"type": kind, **rules})


def test_numbers_between_whole_ones() -> None:
    assert 0 < made({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}) < 1
    assert made({"type": "number", "minimum": 0.1, "maximum": 0.2, "multipleOf": 0.01})
    old = {"type": "integer", "minimum": 4, "exclusiveMinimum": True}
    assert made(old, (3, 0)) == 5


@pytest.mark.parametrize(
    "schema",
    [
        {"minItems": 3, "items": {"type": "integer"}, "uniqueItems": True},
        {"minItems": 2, "items": {"enum": ["a", "b"]}, "uniqueItems": True},
        {"minItems": 2, "items": {"type": "boolean"}, "uniqueItems": True},
        {"minItems": 3, "items": {"type": "string", "maxLength": 3}, "uniqueItems": True},
        {"minItems": 3, "items": {"type": "string", "maxLength": 1}, "uniqueItems": True},
        {"minItems": 3, "items": {"type": "object", "properties": {"n": {"type": "string"}},
                                  "required": ["n"]}, "uniqueItems": True},
        {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "minItems": 3},
        {"contains": {"const": 5}},
        {"contains": {"type": "integer"}, "minContains": 2, "items": {"minimum": 3}},
        {"allOf": [{"contains": {"const": 3}}], "minContains": 0},
        {"prefixItems": [{"type": "integer", "minimum": 3}], "contains": {"multipleOf": 3},
         "maxContains": 1, "uniqueItems": True},
        {"items": {"type": "array", "minItems": 2, "items": {"type": "number"}}},
        {"minItems": 111, "items": {"type": "integer"}},
        {"items": {"type": "string", "pattern": "^[a-z]{2}$"}, "minItems": 4, "uniqueItems": True},
    ],
    ids=str,
)  # fmt: skip
def test_arrays(schema: dict[str, Any]) -> None:
    assert made({"type": "array", **schema})


@pytest.mark.parametrize(
    "schema",
    [
        {"required": ["undeclared"]},
        {"minProperties": 3},
        {"minProperties": 2, "additionalProperties": {"type": "integer"}},
        {"minProperties": 2, "propertyNames": {"pattern": "^x-[a-z]+$"}},
        {"minProperties": 1, "propertyNames": {"enum": ["only"]}},
        {"minProperties": 2, "patternProperties": {"^s_": {"type": "string"}},
         "additionalProperties": False},
        {"minProperties": 1, "patternProperties": {"^[cd]$": {"type": "array", "items": False,
                                                              "minItems": 1}}},
        {"maxProperties": 1, "properties": {"a": {}, "b": {}, "c": {}}, "required": ["c"]},
        {"properties": {"a": {}}, "dependentRequired": {"a": ["b"]}},
        {"properties": {"a": {}, "b": False, "c": {}}, "minProperties": 1,
         "dependentRequired": {"a": ["b"]}},
        {"properties": {"a": {}, "b": {"type": "array", "items": False, "minItems": 1}},
         "minProperties": 1, "dependentRequired": {"a": ["b"]}},
        {"properties": {"a": {"type": "string"}},
         "dependentSchemas": {"a": {"required": ["b"], "properties": {"b": {"const": 1}}}}},
        {"properties": {"kind": {"enum": ["x", "y"]}},
         "if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
         "then": {"required": ["ex"]}, "else": {"required": ["why"]}},
        {"properties": {"a": {"type": "string"}, "no": False}},
        {"properties": {"a": {}, "b": {}}, "not": {"required": ["a", "b"]}},
        {"properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {"properties": {"bad": {"type": "string", "minLength": 3, "maxLength": 2}}},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("required_only", [False, True])
def test_objects(schema: dict[str, Any], required_only: bool) -> None:
    made({"type": "object", **schema}, required_only=required_only)


PET = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "kind": {"type": "string"}},
}


def test_required_only_leaves_out_what_may_be_omitted() -> None:
    assert made(PET, required_only=True) == {"name": "Example"}
    assert list(made(PET)) == ["name", "kind"]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, 1),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
        ({"oneOf": [{"type": "integer", "deprecated": True}, {"type": "boolean"}]}, True),
        ({"oneOf": [{"type": "integer"}, {"type": "integer", "minimum": 5}]}, 1),
        ({"oneOf": [{"type": "integer", "maximum": 5}, {"type": "number", "maximum": 3}]}, 4),
        ({"allOf": [{"oneOf": [{"const": 1}, {"const": 2}]}, {"oneOf": [{"const": 2}]}]}, 2),
        ({"oneOf": [False, {"const": 3}]}, 3),
    ],
)
def test_alternatives(schema: dict[str, Any], value: Any) -> None:
    assert made(schema) == value


def test_an_alternative_may_be_told_by_an_optional_property_only() -> None:
    schema = {
        "oneOf": [
            {"type": "object", "properties": {"tag": {"type": "string"}}},
            {"type": "object", "properties": {"tag": {"type": "integer"}}},
        ]
    }
    assert made(schema) == {"tag": "example"}
    assert made(schema, required_only=True) == {"tag": "example"}


def test_alternatives_beside_properties() -> None:
    schema = {
        "type": "object",
        "required": ["id"],
        "properties": {"id": {"type": "integer"}},
        "oneOf": [
            {"required": ["card"], "properties": {"card": {"type": "string"}}},
            {"required": ["bank"], "properties": {"bank": {"type": "string"}}},
        ],
    }
    assert set(made(schema)) == {"id", "card"}


FAMILY: dict[str, Any] = {
    "Pet": {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "discriminator": {"propertyName": "kind", "mapping": {"meow": ref("Cat")["$ref"]}},
    },
    "Cat": {
        "allOf": [ref("Pet"), {"required": ["claws"], "properties": {"claws": {"type": "integer"}}}]
    },
    "Dog": {
        "allOf": [ref("Pet"), {"required": ["bark"], "properties": {"bark": {"type": "string"}}}]
    },
}


def test_discriminator_names_the_chosen_schema() -> None:
    assert made({"oneOf": [ref("Cat"), ref("Dog")]}, **FAMILY)["kind"] == "meow"
    assert made({"oneOf": [ref("Dog"), ref("Cat")]}, **FAMILY)["kind"] == "Dog"
    assert made(ref("Cat"), **FAMILY) == {"kind": "meow", "claws": 1}


def test_discriminator_beside_the_alternatives() -> None:
    schema = {
        "oneOf": [ref("Boat"), ref("Car")],
        "discriminator": {"propertyName": "type", "mapping": {"b": "Boat"}},
    }
    boat = {
        "type": "object",
        "required": ["type", "sail"],
        "properties": {"type": {"type": "string"}},
    }
    car = {
        "type": "object",
        "required": ["type", "wheel"],
        "properties": {"type": {"type": "string"}},
    }
    assert made(schema, Boat=boat, Car=car)["type"] == "b"


def test_parents_that_list_their_children() -> None:
    parent = {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "required": ["kind"],
        "oneOf": [ref("Son"), ref("Daughter")],
        "discriminator": {"propertyName": "kind"},
    }
    registry = make_registry(
        {
            "Parent": parent,
            "Son": {"allOf": [ref("Parent"), {"required": ["a"]}]},
            "Daughter": {"allOf": [ref("Parent"), {"required": ["b"]}]},
        }
    )
    maker = ExampleMaker(registry)
    # Strictly, no value is valid for a child that is an alternative of its own parent.
    assert maker.example_for(at("Daughter"), BOTH) == {"kind": "Daughter", "b": "string"}
    assert maker.example_for(at("Parent"), BOTH)["kind"] == "Son"


def test_a_property_of_parent_and_child_satisfies_both() -> None:
    schema = {
        "allOf": [
            {"properties": {"size": {"type": "integer", "minimum": 10}}},
            {"properties": {"size": {"maximum": 12, "multipleOf": 4}}},
        ]
    }
    assert made(schema) == {"size": 12}


DIRECTED = {
    "type": "object",
    "required": ["id", "secret", "name"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "secret": {"type": "string", "writeOnly": True},
        "name": {"type": "string"},
    },
}


@pytest.mark.parametrize(
    ("direction", "names"),
    [
        (Direction.REQUEST, ["secret", "name"]),
        (Direction.RESPONSE, ["id", "name"]),
        (BOTH, ["id", "secret", "name"]),
    ],
)
@pytest.mark.parametrize("required_only", [False, True])
def test_what_does_not_travel_is_omitted(
    direction: Direction, names: list[str], required_only: bool
) -> None:
    assert list(made(DIRECTED, direction=direction, required_only=required_only)) == names
    given = {**DIRECTED, "example": {"id": 5, "secret": "s", "name": "n"}}
    assert list(made(given, direction=direction)) == names
    nested = {"type": "array", "items": ref("Y"), "example": [given["example"]]}
    assert list(made(nested, direction=direction, Y=DIRECTED)[0]) == names


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        pytest.param({"type": "object", "properties": {"up": ref("X"), "n": {"const": 1}}},
                     {"up": {"n": 1}, "n": 1}, id="optional"),
        pytest.param({"type": "object", "required": ["kids"],
                      "properties": {"kids": {"type": "array", "items": ref("X")}}},
                     {"kids": []}, id="array"),
        pytest.param({"type": "object", "required": ["up"], "properties": {
                      "up": {"anyOf": [ref("X"), {"type": "null"}]}}},
                     {"up": {"up": {"up": {"up": None}}}}, id="null"),
        pytest.param({"type": "object", "additionalProperties": ref("X")}, {"key": {}}, id="map"),
        pytest.param({"oneOf": [{"type": "array", "items": ref("X")}, {"const": 1}]}, [[]],
                     id="one-of"),
    ],
)  # fmt: skip
def test_recursion_is_cut_where_it_may_be(schema: dict[str, Any], value: Any) -> None:
    assert made(schema) == value


def test_the_way_out_of_a_recursion_is_found() -> None:
    def group(name: str) -> dict[str, Any]:
        items = {"type": "array", "minItems": 1, "items": ref("X")}
        return {"type": "object", "required": [name], "properties": {name: items}}

    groups = [group(name) for name in ("and", "or", "not", "all", "any", "none")]
    assert made({"oneOf": [*groups, {"const": "leaf"}]}) == {"and": [{"and": ["leaf"]}]}


def test_what_is_endless_ends() -> None:
    endless = {"type": "object", "required": ["next"], "properties": {"next": ref("X")}}
    registry = make_registry({"X": endless})
    assert len(json.dumps(ExampleMaker(registry).example_for(at("X"), BOTH))) < 1000


def test_what_doubles_at_each_level_stays_small() -> None:
    schemas = {
        f"L{level}": {
            "type": "object",
            "required": ["a", "b", "c"],
            "properties": dict.fromkeys("abc", ref(f"L{level + 1}")),
        }
        for level in range(14)
    }
    registry = make_registry({**schemas, "L14": {"type": "string"}})
    assert len(json.dumps(ExampleMaker(registry).example_for(at("L0"), BOTH))) < 2_000_000
    lists: dict[str, Any] = {"type": "integer"}
    for _ in range(3):
        lists = {"type": "array", "minItems": 200, "items": lists}
    registry = make_registry({"X": lists})
    assert len(json.dumps(ExampleMaker(registry).example_for(at("X"), BOTH))) < 100_000


def test_old_documents() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "nullable": True},
            "b": {**ref("Y"), "type": "string"},
            "c": {"allOf": [ref("Y")], "nullable": True},
        },
    }
    assert made(schema, (3, 0), Y={"type": "integer"}) == {"a": "string", "b": 1, "c": 1}


def test_values_are_the_same_in_any_order_of_calls() -> None:
    schemas = {
        "A": {"properties": {"b": ref("B"), "list": {"type": "array", "items": ref("A")}}},
        "B": {"properties": {"a": ref("A"), "n": {"type": "integer"}}},
    }
    one, other = ExampleMaker(make_registry(schemas)), ExampleMaker(make_registry(schemas))
    forth = [one.example_for(at(name), BOTH) for name in "AB"]
    back = [other.example_for(at(name), BOTH) for name in "BA"]
    assert forth == back[::-1]


def test_parameter_examples() -> None:
    maker = ExampleMaker(make_registry({"X": {"type": "string"}}))
    plain = ParameterView(name="email", place="query", pointer="/p", schema=at("X"))
    assert maker.parameter_example(plain, Direction.REQUEST) == "ada@example.com"


@pytest.mark.parametrize("pointer", ["", "/nowhere", "#/components/schemas/Gone", "x"])
def test_a_pointer_to_nothing(pointer: str) -> None:
    maker = ExampleMaker(make_registry({}))
    maker.example_for(pointer, BOTH)


def test_values_are_the_same_after_others_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those whose parts were made, measured and judged for others before."""
    names = [f"Type{number}" for number in range(6)]
    schemas: dict[str, Any] = {
        name: {
            "type": "object",
            "required": ["next"],
            "properties": {
                "next": ref(names[(index + 1) % len(names)]),
                "all": {"type": "array", "items": ref(names[(index + 2) % len(names)])},
                "kind": {"enum": [name, "other"]},
                "name": {"type": "string", "minLength": index},
            },
        }
        for index, name in enumerate(names)
    }

    def values(most: int) -> tuple[list[Any], int]:
        monkeypatch.setattr(value_module, "_MOST_KEPT", most)
        maker = ExampleMaker(make_registry(schemas))
        made = [
            maker.example_for(at(name), direction, required_only=required_only)
            for name in names
            for direction in (Direction.REQUEST, Direction.RESPONSE)
            for required_only in (False, True)
        ]
        return made, len(maker._values._values)

    kept, all_values = values(30_000)
    again, few_values = values(0)
    assert again == kept
    assert few_values < all_values / 4


@pytest.mark.parametrize("names", [["a", "b"], ["b", "c"], ["a", "b", "c"]])
@pytest.mark.parametrize("required", [[], ["b"]])
@pytest.mark.parametrize("is_part", [False, True])
def test_properties_that_exclude_each_other(
    names: list[str], required: list[str], is_part: bool
) -> None:
    """A sample lacks one of them, and nothing else."""
    rule: dict[str, Any] = {"not": {"required": names}}
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in "abcd"},
        "required": required,
        **({"allOf": [rule]} if is_part else rule),
    }
    assert len(made(schema)) == 3
