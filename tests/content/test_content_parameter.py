"""Parameters as content."""

from __future__ import annotations

from dataclasses import replace

from view_documents import at, make_registry

from sphinx_navapi.content.operation import group_parameters
from sphinx_navapi.openapi.facts import Style, Text
from sphinx_navapi.openapi.schema.row import Flag
from sphinx_navapi.openapi.view import Direction, ExampleView, ParameterView


def test_a_parameter_is_a_row_too() -> None:
    ids = {"type": "array", "description": "Some", "examples": [[1]]}
    registry = make_registry({"Ids": ids})
    example = ExampleView(name="x", value=[2], summary=Text("Two", "/p/examples/x/summary"))
    parameter = ParameterView(
        name="ids",
        place="query",
        pointer="/p",
        schema=at("Ids"),
        style="form",
        explode=True,
        deprecated=True,
        examples=(example, ExampleView(value="made", made=True), ExampleView(name="nothing")),
    )
    field = registry.parameter(parameter, Direction.REQUEST)
    assert field.written == (Style("form", explode=True),)
    assert field.flags == (Flag.DEPRECATED,)
    assert field.text is not None
    assert (field.text, field.text.pointer) == ("Some", at("Ids") + "/description")
    assert field.examples == (example,)
    # The parameter's own examples replace those of its schema.
    assert field.facts == ()
    assert registry.parameter(replace(parameter), Direction.REQUEST) is field
    other = replace(parameter, description=Text("Mine", "/p/description"))
    said = registry.parameter(other, Direction.REQUEST)
    assert said.text is other.description
    # Other parts of the schema are kept, and nothing is repeated.
    assert said.texts == [other.description, field.text]
    repeated = registry.parameter(replace(parameter, description="Some ids"), Direction.REQUEST)
    assert repeated.texts == ["Some ids"]
    bare = registry.parameter(ParameterView(name="q", place="query", pointer="/q"), Direction.BOTH)
    assert (bare.facts, bare.subschemas.fields, bare.examples) == ((), (), ())


def test_parameters_are_grouped_by_place_the_deprecated_ones_last() -> None:
    """A schema makes its parameter deprecated too: the flag is in the row."""
    registry = make_registry({"Old": {"type": "string", "deprecated": True}, "New": {}})
    made = [("old", "query", "Old"), ("new", "query", "New"), ("id", "path", "New")]
    views = [
        ParameterView(name=name, place=place, pointer=f"/p/{name}", schema=at(schema))
        for name, place, schema in made
    ]
    groups = group_parameters(registry.parameters(views, Direction.REQUEST))
    found = [(group.place, [field.name for field in group.fields]) for group in groups]
    assert found == [("path", ["id"]), ("query", ["new", "old"])]
