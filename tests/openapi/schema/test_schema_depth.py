"""How far a page expands a schema, and what it links to instead."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from view_documents import at, label_of, make_registry

from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Expansion, SchemaView
from sphinx_navapi.openapi.view import Direction

BOTH = Direction.BOTH


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


CHAIN = {
    "A": obj(b=ref("B"), own=obj(deep=obj(deeper=obj(deepest={"type": "string"})))),
    "B": obj(c={"type": "array", "items": ref("C")}),
    "C": obj(d=ref("D"), leaf={"type": "string"}),
    "D": obj(e=ref("E")),
    "E": obj(f={"type": "string"}),
}


def outline(
    registry: SchemaRegistry, view: SchemaView, depth: int, trail: tuple[str, ...] = ()
) -> list[str]:
    """What a writer would show on a page: one line per row with its expansion, indented."""
    expansion = registry.expansion(view, depth, trail)
    lines = [f"{label_of(view)}: {expansion}"]
    if expansion is Expansion.SHOWN:
        left = registry.child_depth(view, depth)
        for pointer in (child.schema for child in view.children):
            inner = outline(
                registry, registry.view(pointer), left, registry.trail_below(view, trail)
            )
            lines += [f"  {line}" for line in inner]
    return lines


def test_depth_counts_levels_of_properties() -> None:
    registry = make_registry({name: CHAIN[name] for name in "BCDE"})
    assert outline(registry, registry.view(at("B")), 2) == [
        "object: shown",
        "  C[]: shown",
        "    C: shown",
        "      D: deeper",
        "      string: leaf",
    ]


def test_only_components_are_cut_off() -> None:
    registry = make_registry(CHAIN)
    lines = outline(registry, registry.view(at("A")), 1)
    assert lines == [
        "object: shown",
        "  B: deeper",
        "  object: shown",
        "    object: shown",
        "      object: shown",
        "        string: leaf",
    ]


def test_deeper_components_are_those_that_the_page_links() -> None:
    registry = make_registry(CHAIN)
    assert registry.depth_for(at("B"), BOTH) == 3
    assert registry.deeper_components(at("B"), BOTH) == {at("E")}
    assert registry.deeper_components(at("C"), BOTH) == frozenset()


def test_recursion_is_linked_and_not_expanded_again() -> None:
    registry = make_registry(
        {"Node": obj(children={"type": "array", "items": ref("Node")}, up=ref("Node"))}
    )
    assert outline(registry, registry.view(at("Node")), 3) == [
        "object: shown",
        "  Node[]: shown",
        "    Node: recursive",
        "  Node: recursive",
    ]
    assert registry.deeper_components(at("Node"), BOTH) == frozenset()


def test_recursion_through_something_that_is_not_a_component() -> None:
    place = "/components/schemas/X/properties/tree"
    registry = make_registry({"X": obj(tree=obj(branch={"$ref": f"#{place}"}))})
    lines = outline(registry, registry.view(at("X")), 3)
    assert len(lines) < 12
    # A writer that keeps no trail must terminate as well.
    assert 1 < len(untracked(registry, registry.view(at("X")), 3)) < 100


@pytest.mark.parametrize(
    "schemas",
    [
        pytest.param({"A": obj(child={"allOf": [ref("A"), obj(x={})]})}, id="merged-into-a-child"),
        pytest.param({"A": obj(child={"allOf": [ref("B"), obj(x={})]}),
                      "B": obj(child={"allOf": [ref("A"), obj(y={})]})}, id="merged-in-a-ring"),
        pytest.param({"A": {"oneOf": [ref("A"), {"type": "array", "items": ref("A")}]}},
                     id="alternatives"),
        pytest.param({"A": {"type": "object", "additionalProperties": ref("A")}}, id="map"),
        pytest.param({"A": {"prefixItems": [ref("A")], "not": ref("A")}}, id="other-children"),
    ],
)  # fmt: skip
def test_no_component_is_expanded_twice_on_a_path(schemas: dict[str, Any]) -> None:
    registry = make_registry(schemas)
    assert len(outline(registry, registry.view(at("A")), 3)) < 30


def untracked(registry: SchemaRegistry, view: SchemaView, depth: int) -> list[str]:
    """Like `outline`, for a writer that only keeps components in its trail."""

    def walk(view: SchemaView, depth: int, trail: tuple[str, ...]) -> list[str]:
        lines = [label_of(view)]
        if registry.expansion(view, depth, trail) is Expansion.SHOWN:
            inner = (*trail, view.target) if view.component else trail
            for pointer in (child.schema for child in view.children):
                lines += walk(registry.view(pointer), registry.child_depth(view, depth), inner)
        return lines

    return walk(view, depth, ())


def rows_of(registry: SchemaRegistry, pointer: str, direction: Direction, depth: int) -> int:
    """The rows of the schema at *pointer*: the smallest budget for them."""
    view = registry.view(pointer, direction)
    return next(most for most in count(1) if registry.fits(view, depth, direction, most))


def wide(count: int, **more: Any) -> dict[str, Any]:
    return obj(**{f"p{index}": {"type": "string"} for index in range(count)}, **more)


def test_the_budget_takes_levels_but_leaves_two() -> None:
    schemas = {
        "Top": obj(**{f"m{index}": ref("Middle") for index in range(10)}),
        "Middle": wide(5, low=ref("Low")),
        "Low": wide(10, last=ref("Last")),
        "Last": wide(20),
    }
    # 1 + 10 rows, 10 * 6 below them, 10 * 11 below those: 181 at depth 3, 71 at depth 2.
    registry = make_registry(schemas, row_budget=200)
    assert [rows_of(registry, at("Top"), BOTH, depth) for depth in (0, 1, 2, 3)] == [1, 11, 71, 181]
    assert registry.depth_for(at("Top"), BOTH) == 3
    assert make_registry(schemas, row_budget=180).depth_for(at("Top"), BOTH) == 2
    # Two levels may take four times as many.
    assert make_registry(schemas, row_budget=18).depth_for(at("Top"), BOTH) == 2
    assert make_registry(schemas, row_budget=18).deeper_components(at("Top"), BOTH) == {at("Low")}
    assert make_registry(schemas, row_budget=17).depth_for(at("Top"), BOTH) == 1
    # Without depth, a component is on its own page only.
    flat = make_registry(schemas, max_depth=0)
    assert flat.depth_for(at("Top"), BOTH) == 1
    assert flat.depth_for(f"{at('Top')}/properties/m0", BOTH) == 0
    assert make_registry(schemas, max_depth=1).depth_for(at("Top"), BOTH) == 1


def test_rows_are_those_of_the_outline() -> None:
    registry = make_registry(CHAIN)
    for name in CHAIN:
        view = registry.view(at(name))
        lines = outline(registry, view, 3)
        # The items of an array only need their own row if they add something.
        assert rows_of(registry, at(name), BOTH, 3) == len(lines) - sum(
            "[]" in one for one in lines
        )


def test_many_alternatives_cost_a_level() -> None:
    kinds = {f"K{index}": obj(low=ref("Low")) for index in range(8)}
    few = {"oneOf": [ref(f"K{index}") for index in range(3)]}
    many = {"oneOf": [ref(name) for name in kinds]}
    registry = make_registry({**kinds, "Low": wide(2), "Few": few, "Many": many})
    assert registry.child_depth(registry.view(at("Few")), 2) == 2
    assert registry.child_depth(registry.view(at("Many")), 2) == 1


def test_a_component_that_only_a_discriminator_names_is_linked() -> None:
    registry = make_registry(
        {
            "Pet": {**wide(1), "discriminator": {"propertyName": "p0"}},
            "Cat": {"allOf": [ref("Pet"), obj(claws={})]},
        }
    )
    assert registry.deeper_components(at("Pet"), BOTH) == {at("Cat")}


def test_reachable() -> None:
    registry = make_registry(
        {**CHAIN, "Lone": obj(example={"type": "string", "example": {"$ref": "#/x"}})}
    )
    assert registry.reachable(at("C")) == {at("C"), at("D"), at("E")}
    assert registry.reachable(at("Lone")) == {at("Lone")}


def test_directions_are_walked_apart() -> None:
    registry = make_registry(
        {"A": obj(b={"allOf": [ref("B")], "readOnly": True}), "B": obj(a=ref("A"), x=wide(3))}
    )
    assert rows_of(registry, at("A"), Direction.REQUEST, 3) == 1
    assert rows_of(registry, at("A"), Direction.RESPONSE, 3) > 3


def test_a_walk_does_not_depend_on_what_was_walked_before() -> None:
    schemas = {
        "A": obj(b=ref("B"), c=ref("C")),
        "B": obj(a=ref("A"), c=ref("C")),
        "C": obj(b=ref("B"), d=obj(a=ref("A"))),
    }
    fresh = {
        (name, depth): make_registry(schemas, max_depth=depth).deeper_components(at(name), BOTH)
        for name in schemas
        for depth in range(5)
    }
    assert len(set(fresh.values())) > 2
    for order in (sorted(fresh), sorted(fresh, reverse=True)):
        registries = [make_registry(schemas, max_depth=depth) for depth in range(5)]
        assert {
            key: registries[key[1]].deeper_components(at(key[0]), BOTH) for key in order
        } == fresh
    for name, depth in fresh:
        registry = make_registry(schemas)
        lines = outline(registry, registry.view(at(name)), depth)
        assert rows_of(registry, at(name), BOTH, depth) == len(lines)
