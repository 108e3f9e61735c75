"""Hostile schemas: nothing raises, everything terminates, and soon."""

from __future__ import annotations

import json
from typing import Any

import pytest
from full_run import amount, first
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schema_judge import Judge
from view_documents import at, label_of, make_document, make_registry
from work import LINEAR, count_work, growth

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.example.xml import write_xml
from sphinx_navapi.openapi.operation import read_operation, roots_of
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.discriminator import choices, selectors
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Expansion, SchemaView
from sphinx_navapi.openapi.view import Direction, MediaTypeView
from sphinx_navapi.request.encoding import json_text

KEYWORDS = [
    "type", "format", "properties", "required", "items", "prefixItems", "enum", "const", "oneOf",
    "anyOf", "allOf", "not", "if", "then", "else", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems",
    "uniqueItems", "minProperties", "maxProperties", "additionalProperties", "patternProperties",
    "propertyNames", "contains", "minContains", "dependentRequired", "dependentSchemas",
    "dependencies", "discriminator", "nullable", "readOnly", "writeOnly", "deprecated", "default",
    "example", "examples", "title", "description", "externalDocs", "xml", "$ref", "$dynamicRef",
    "unevaluatedProperties", "x-enumDescriptions", "x-enum-varnames",
]  # fmt: skip

REFERENCES = [
    "#/components/schemas/A",
    "#/components/schemas/B",
    "#/components/schemas/A/properties/a",
    "#/components/schemas/B/allOf/0",
    "#/nowhere",
    "#",
    "",
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([1.5, -0.0, 1e300, float("inf"), float("nan"), 10**400, 2**63])
    | st.sampled_from(["", "a", "b", "string", "integer", "number", "object", "array", "null"])
    | st.sampled_from(["^a", "(", "(a+)+$", "a{3}", "date", "kind", "\x00", "\ud800", "é/~1"])
    | st.sampled_from(REFERENCES)
)


def mappings(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.sampled_from(["a", "b", "", "kind", "x/y", "$ref", "propertyName", "mapping", "0"])
    return st.dictionaries(names, values, max_size=3)


hostile = st.recursive(
    scalars,
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=6)
        | mappings(inner)
        | st.lists(inner, max_size=3)
    ),
    max_leaves=30,
)


def expand(registry: SchemaRegistry, view: SchemaView, depth: int, trail: tuple[str, ...]) -> int:
    rows = 1
    if registry.expansion(view, depth, trail) is Expansion.SHOWN:
        for pointer in (child.schema for child in view.children):
            child = registry.view(pointer, Direction.REQUEST)
            rows += expand(
                registry,
                child,
                registry.child_depth(view, depth),
                registry.trail_below(view, trail),
            )
            assert rows < 20_000
    return rows


def use_all(schemas: Any, version: tuple[int, int]) -> None:
    registry = make_registry(schemas, version)
    maker = ExampleMaker(registry)
    for name in schemas:
        for direction in Direction:
            view = registry.view(at(name), direction)
            assert label_of(view)
            registry.depth_for(at(name), direction)
            registry.deeper_components(at(name), direction)
            registry.reachable(at(name))
            for required_only in (True, False):
                value = maker.example_for(at(name), direction, required_only=required_only)
                json_text(value)
                write_xml(value, at(name), registry, direction)
        expand(registry, registry.view(at(name)), 2, ())


@settings(
    max_examples=amount(400, 50),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(one=hostile, other=hostile, version=st.sampled_from([(3, 0), (3, 1), (3, 2)]))
def test_any_value_may_stand_for_a_schema(one: Any, other: Any, version: tuple[int, int]) -> None:
    use_all({"A": one, "B": other}, version)


@pytest.mark.parametrize("keyword", KEYWORDS)
@pytest.mark.parametrize(
    "value", first(6, [None, True, 5, "a", [5], {"a": 5}, False, -1, 1.5, "", [], {}])
)
def test_any_keyword_may_have_any_type(keyword: str, value: Any) -> None:
    for base in ({}, {"type": "object", "properties": {"a": {}}}, {"type": "array"}):
        use_all({"A": {**base, keyword: value}}, (3, 1))
        use_all({"A": {"allOf": [{**base, keyword: value}, {"minLength": 1}]}}, (3, 0))


@settings(
    max_examples=amount(150, 20),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(parts=st.lists(hostile, min_size=4, max_size=4))
def test_any_value_may_stand_in_an_operation(parts: list[Any]) -> None:
    one, two, three, four = parts
    operation = {
        "parameters": [one, {"name": "p", "in": "query", "schema": two, "content": three}],
        "requestBody": {
            "content": {"application/xml": {"schema": one, "examples": two}, "b/c": four}
        },
        "responses": {
            "200": {"headers": three, "content": two, "links": {"l": one}}, "default": four,
        },
        "callbacks": {"c": {"{$url}": {"post": one}, "d": two}},
        "security": [three], "servers": [four], "tags": one,
    }  # fmt: skip
    for value in (
        {"get": operation, "parameters": three},
        {"get": {**operation, "callbacks": two}},
    ):
        document = make_document({"paths": {"/a/{b}": value}, "security": one, "servers": two})
        view = read_operation(document, document.operations[0])
        registry = SchemaRegistry(document)
        maker = ExampleMaker(registry)
        for pointer, direction in roots_of(view):
            registry.deeper_components(pointer, direction)
            maker.example_for(pointer, direction)
        for media in view.body.content if view.body else ():
            maker.media_examples(media, Direction.REQUEST)


numbers = st.integers(-50, 50)


@st.composite
def sound_strings(draw: st.DrawFn) -> dict[str, Any]:
    least = draw(st.integers(0, 30))
    schema = {"type": "string", "minLength": least, "maxLength": least + draw(st.integers(0, 10))}
    patterned = {"type": "string", "pattern": "^[a-f]{3,9}$"}
    return draw(st.sampled_from([schema, {"type": "string", "format": "date"}, patterned]))


@st.composite
def sound_numbers(draw: st.DrawFn) -> dict[str, Any]:
    low = draw(numbers)
    step = draw(st.integers(1, 9))
    return {
        "type": draw(st.sampled_from(["integer", "number"])),
        "minimum": low,
        "maximum": low + step,
        **draw(st.sampled_from([{}, {"multipleOf": step}])),
    }


def sound_containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    arrays = st.fixed_dictionaries(
        {"type": st.just("array"), "items": inner}, optional={"minItems": st.integers(0, 3)}
    )
    properties = st.dictionaries(st.sampled_from("abcde"), inner, min_size=1, max_size=4)
    objects = st.builds(
        lambda given, count: {
            "type": "object", "properties": given, "required": sorted(given)[:count],
            "additionalProperties": False,
        },
        properties,
        st.integers(0, 4),
    )  # fmt: skip
    tagged = st.lists(inner, min_size=1, max_size=3).map(
        lambda options: {
            "oneOf": [
                {"type": "object", "properties": {"tag": {"const": index}, "v": option},
                 "required": ["tag", "v"]}
                for index, option in enumerate(options)
            ]
        }
    )  # fmt: skip
    merged = st.tuples(inner, inner).map(
        lambda pair: {
            "allOf": [
                {"type": "object", "properties": {"one": pair[0]}, "required": ["one"]},
                {"properties": {"two": pair[1]}},
            ]
        }
    )
    nullable = inner.map(lambda schema: {"anyOf": [schema, {"type": "null"}]})
    return arrays | objects | tagged | merged | nullable


sound = st.recursive(
    sound_strings()
    | sound_numbers()
    | st.just({"type": "boolean"})
    | st.lists(st.integers() | st.text(max_size=3), min_size=1, max_size=3).map(
        lambda values: {"enum": values}
    ),
    sound_containers,
    max_leaves=8,
)


@settings(
    max_examples=amount(300, 40),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(schema=sound)
def test_what_can_be_satisfied_is(schema: dict[str, Any]) -> None:
    registry = make_registry({"X": schema})
    judge = Judge(registry.document, Direction.BOTH)
    for required_only in (False, True):
        value = ExampleMaker(registry).example_for(
            at("X"), Direction.BOTH, required_only=required_only
        )
        assert judge.problems(value, at("X")) == [], json.dumps(schema)


#: Values that are compared with as many others.
MANY = amount(9_000, 2_000)


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"minItems": 10**9, "items": {}}, id="items"),
        pytest.param({"type": "string", "minLength": 10**9}, id="length"),
        pytest.param({"type": "object", "minProperties": 10**9}, id="properties"),
        pytest.param({"type": "string", "pattern": "a{1000000}"}, id="pattern"),
        pytest.param({"type": "string", "pattern": "((((a{99}){99}){99}){99}){99}"}, id="nested"),
        pytest.param({"oneOf": [{"$ref": "#/components/schemas/X"}] * 40}, id="to-itself"),
        pytest.param({"allOf": [{"oneOf": [{"const": n} for n in range(9)]}] * 9}, id="choices"),
        pytest.param({"anyOf": [{"anyOf": [{"anyOf": [{"type": "array", "minItems": 3,
                      "items": {"$ref": "#/components/schemas/X"}}] * 5}] * 5}] * 5}, id="tree"),
        pytest.param({"properties": {"a": {"$ref": "#/components/schemas/X"},
                                     "b": {"$ref": "#/components/schemas/X"}},
                      "required": ["a", "b"]}, id="doubling"),
        pytest.param({"enum": [*range(MANY)], "not": {"enum": [*range(MANY)]}}, id="enum"),
    ],
)  # fmt: skip
def test_it_takes_no_time_and_no_memory(schema: dict[str, Any]) -> None:
    registry = make_registry({"X": schema})
    value = ExampleMaker(registry).example_for(at("X"), Direction.BOTH)
    assert len(json.dumps(value)) < 2_000_000
    assert registry.fits(registry.view(at("X")), 3, Direction.BOTH, 10_000)
    registry.deeper_components(at("X"), Direction.BOTH)
    assert len(label_of(registry.view(at("X")))) < 2_000


def test_nesting_as_deep_as_a_document_may_be() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for level in range(150):
        schema = {"properties": {"p": schema}} if level % 2 else {"items": schema}
    use_all({"A": schema}, (3, 1))


def test_a_chain_of_schemas_that_extend_each_other_may_be_long() -> None:
    chain = {
        f"L{n}": {"allOf": [{"$ref": f"#/components/schemas/L{n + 1}"}], "required": [f"p{n}"],
                  "properties": {f"p{n}": {"type": "string"}}}
        for n in range(1_000)
    }  # fmt: skip
    registry = make_registry({**chain, "L1000": {"type": "object"}})
    rows = registry.view(at("L0")).children
    assert [row.kind for row in rows] == ["property"] * 1_000


def test_schemas_that_refer_to_each_other_cost_what_a_page_shows() -> None:
    """30 schemas of 30 properties: 27,000 rows to the third level, and as many values."""
    names = [f"S{n}" for n in range(30)]
    schemas = {
        name: {"type": "object", "properties": {f"p{n}": at_ref(names[n]) for n in range(30)}}
        for name in names
    }

    registry = make_registry(schemas)
    media = MediaTypeView(media_type="application/json", pointer="", schema=at("S0"))

    def read() -> None:
        # 931 rows to the second level: more than four times the budget.
        assert registry.depth_for(at("S0"), Direction.BOTH) == 1
        assert ExampleMaker(registry).shown_examples([media], Direction.BOTH) == []

    # Visiting each of them takes 3,000,000 lines, for the rows alone and for the values alone.
    assert count_work(read) < 450_000


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf", "allOf"])
def test_single_alternatives_inside_each_other_are_walked_once(keyword: str) -> None:
    def schema(levels: int) -> dict[str, Any]:
        value: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
        for _ in range(levels):
            value = {keyword: [value]}
        return {"X": value}

    def use(levels: int) -> None:
        registry = make_registry(schema(levels))
        assert ExampleMaker(registry).example_for(at("X"), Direction.REQUEST) == {"a": "string"}

    # Pointers are as long as the levels are deep, so the work is twice as much for each level;
    # walking from each level to the last would be another 40 times as much.
    assert growth(use, 20, times=4) < 6


def test_optional_properties_that_name_all_others_have_a_budget() -> None:
    """60 schemas of 60 optional properties: 3,600 objects to the third level."""
    names = [f"S{n}" for n in range(60)]
    schemas = {
        name: {"type": "object", "properties": {other: at_ref(other) for other in names}}
        for name in names
    }
    made = ExampleMaker(make_registry(schemas))

    def make() -> None:
        value = made.example_for(at("S0"), Direction.REQUEST)
        assert value["S1"]["S2"] == {}
        assert len(value) < 60

    # Generating all of them takes 18,000,000 lines.
    assert count_work(make) < 4_000_000


def test_an_example_does_not_depend_on_what_was_made_before() -> None:
    names = [f"S{n}" for n in range(40)]
    schemas = {
        name: {"type": "object", "properties": {other: at_ref(other) for other in names}}
        for name in names
    }
    maker = ExampleMaker(make_registry(schemas))
    several = [maker.example_for(at(name), Direction.REQUEST) for name in ("S1", "S2", "S0")]
    alone = ExampleMaker(make_registry(schemas)).example_for(at("S0"), Direction.REQUEST)
    assert several[-1] == alone


def at_ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def required_of_each_other(number: int) -> dict[str, Any]:
    """Schemas that each have all others as properties and require three: no value is finite."""
    names = [f"S{index}" for index in range(number)]
    links = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
    properties = {**links, "id": {"type": "string"}}
    required = ["id", *names[:3]]
    return {
        name: {"type": "object", "properties": properties, "required": required} for name in names
    }


def test_a_value_of_schemas_that_need_each_other_is_bounded() -> None:
    schemas = required_of_each_other(30)

    def make() -> None:
        value = ExampleMaker(make_registry(schemas)).example_for(at("S0"), Direction.REQUEST)
        assert isinstance(value["id"], str)
        assert {"S0", "S1", "S2"} <= value.keys()

    # Trying everything takes 500,000,000 lines.
    assert count_work(make) < 3_000_000


def test_a_bounded_value_does_not_depend_on_what_was_made_before() -> None:
    schemas = required_of_each_other(8)
    alone = {
        name: ExampleMaker(make_registry(schemas)).example_for(at(name), Direction.REQUEST)
        for name in schemas
    }
    for order in (list(schemas), list(reversed(schemas))):
        maker = ExampleMaker(make_registry(schemas))
        assert {name: maker.example_for(at(name), Direction.REQUEST) for name in order} == alone


def test_long_lists_of_values_are_read_once() -> None:
    def use(size: int) -> None:
        listed = {"enum": [f"v{n}" for n in range(size)], "x-enum-varnames": ["V"] * size}
        registry = make_registry({"X": {"allOf": [listed, {"enum": listed["enum"][::-1]}]}})
        assert len(registry.view(at("X")).enum) == size
        values = {"type": "array", "uniqueItems": True, "items": listed}
        checker = SchemaChecker(make_registry({"X": values}).reader)
        assert checker.conforms(listed["enum"], at("X"), Direction.BOTH)

    assert growth(use, 50) < LINEAR


def test_schemas_that_extend_one_are_read_once() -> None:
    def use(size: int) -> None:
        mapping = {f"kind {n}": f"#/components/schemas/X{n}" for n in range(size)}
        choice = {"propertyName": "k", "mapping": mapping}
        base = {"properties": {"k": {"type": "string"}}, "discriminator": choice}
        heirs = {f"X{n}": {"allOf": [at_ref("Base"), {"required": ["k"]}]} for n in range(size)}
        registry = make_registry({"Base": base, **heirs})
        level = [registry.reader.level(at(name)) for name in heirs]
        found = [next(selectors(registry.reader, each)) for each in level]
        assert found == [("k", f"kind {n}") for n in range(size)]
        assert not any(list(choices(registry.reader, each)) for each in level)

    assert growth(use, 50) < LINEAR


def test_members_of_all_of_are_read_once() -> None:
    def use(size: int) -> None:
        members = [{"properties": {f"p{n}": {"type": "string"}}} for n in range(size)]
        registry = make_registry({"X": {"type": "object", "allOf": members}})
        assert len(registry.view(at("X")).children) == size

    assert growth(use, 50) < LINEAR
