"""Parameters as content."""

from __future__ import annotations

from dataclasses import replace

from view_documents import at, make_registry

from sphinx_navapi.content.parameter import ParameterContent
from sphinx_navapi.openapi.facts import Style, Text
from sphinx_navapi.openapi.schema.row import Flag
from sphinx_navapi.openapi.view import Direction, ExampleView, ParameterView


def test_a_parameter_is_a_row_too() -> None:
    ids = {"type": "array", "description": "Some", "examples": [[1]]}
    content = ParameterContent(make_registry({"Ids": ids}))
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
    field = content.field(parameter, Direction.REQUEST)
    assert field.written == (Style("form", explode=True),)
    assert field.flags == (Flag.DEPRECATED,)
    assert field.view.text is not None
    assert (field.view.text, field.view.text.pointer) == ("Some", at("Ids") + "/description")
    assert field.examples == (example,)
    # The parameter's own examples replace those of its schema.
    assert field.view.facts == ()
    assert content.field(replace(parameter), Direction.REQUEST) is field
    other = replace(parameter, description=Text("Mine", "/p/description"))
    said = content.field(other, Direction.REQUEST).view
    assert said.text is other.description
    # Other parts of the schema are kept, and nothing is repeated.
    assert said.more is field.view.text
    repeated = content.field(replace(parameter, description="Some ids"), Direction.REQUEST)
    assert repeated.view.more is None
    bare = content.field(ParameterView(name="q", place="query", pointer="/q"), Direction.BOTH)
    assert (bare.view.facts, bare.subschemas.fields, bare.examples) == ((), (), ())
