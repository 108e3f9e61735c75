"""Parameters as content."""

from __future__ import annotations

from dataclasses import replace

from view_documents import at, make_book

from sphinx_navapi.content.parameter import ParameterContent
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.tree import Example, Flag, Style, Text
from sphinx_navapi.openapi.view import Direction, ExampleView, ParameterView


def test_a_parameter_is_a_row_too() -> None:
    ids = {"type": "array", "description": "Some", "examples": [[1]]}
    content = ParameterContent(SchemaContent(make_book({"Ids": ids})))
    parameter = ParameterView(
        name="ids",
        place="query",
        pointer="/p",
        schema=at("Ids"),
        style="form",
        explode=True,
        deprecated=True,
        examples=(ExampleView(name="x", value=[2], summary="Two"),),
    )
    field = content.field(parameter, Direction.REQUEST)
    assert field.written == (Style("form", explode=True),)
    assert field.flags == (Flag.DEPRECATED,)
    assert field.said.text == Text("Some", at("Ids") + "/description")
    assert field.examples == (Example(value="[2]", summary=Text("Two", "/p/examples/x/summary")),)
    # The parameter's own examples replace those of its schema.
    assert field.said.facts == ()
    assert content.field(replace(parameter), Direction.REQUEST) is field
    other = replace(parameter, description="Mine")
    said = content.field(other, Direction.REQUEST).said
    assert said.text == Text("Mine", "/p/description")
    # Other parts of the schema are kept, and nothing is repeated.
    assert said.more == Text("Some", at("Ids") + "/description")
    repeated = content.field(replace(parameter, description="Some ids"), Direction.REQUEST)
    assert repeated.said.more is None
    bare = content.field(ParameterView(name="q", place="query", pointer="/q"), Direction.BOTH)
    assert (bare.said.facts, bare.below.fields, bare.examples) == ((), (), ())
