"""Views and generated examples of every operation of real documents."""

from __future__ import annotations

import json

import pytest
from schema_judge import Judge
from shared_corpus import DOCUMENTS, load, views_of
from work import growth

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation, roots_of
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Expansion, SchemaView
from sphinx_navapi.openapi.view import Direction


def roots_in(name: str) -> list[tuple[str, Direction]]:
    """All schemas that pages of *name* show: those of operations, and all components."""
    found = dict.fromkeys(root for view in views_of(name) for root in roots_of(view))
    schemas = load(name).root.get("components", {}).get("schemas", {})
    for component in schemas:
        escaped = component.replace("~", "~0").replace("/", "~1")
        found[f"/components/schemas/{escaped}", Direction.BOTH] = None
    return list(found)


#: Schemas that contradict themselves, so that no value is valid.
CONTRADICTORY = {
    # allOf of a string and an integer
    ("readme/schema-types-3.1.json", "~1quirks~1polymorphism/put/requestBody"),
    ("readme/schema-types-3.1.json", "~1quirks~1polymorphism/patch/requestBody"),
    # "huntingSkill" is required, an integer in the parent and one of four strings in the child
    ("redoc-webhooks-3.1.yaml", "/components/schemas/Cat"),
    ("redoc-webhooks-3.1.yaml", "/components/pathItems/webhooks"),
}

#: For each document, how many schemas have a ``oneOf`` whose alternatives do not exclude each
#: other: a value for one is also valid for another.
NOT_EXCLUSIVE = {
    "digitalocean.yaml": 1,
    "github.json": 1,
    "readme/discriminators-3.0.json": 7,
    "readme/polymorphism-3.0.json": 3,
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_made_examples_satisfy_their_schemas(name: str) -> None:
    document = load(name)
    maker = ExampleMaker(SchemaRegistry(document))
    judges = {direction: Judge(document, direction) for direction in Direction}
    total, contradictory, not_exclusive, failed = 0, set(), set(), []
    for pointer, direction in roots_in(name):
        for required_only in (False, True):
            total += 1
            value = maker.example_for(pointer, direction, required_only=required_only)
            problems = judges[direction].problems(value, pointer)
            if not problems:
                continue
            if any(name == file and part in pointer for file, part in CONTRADICTORY):
                contradictory.add(pointer)
            elif not Judge(document, direction, exclusive=False).problems(value, pointer):
                not_exclusive.add(pointer)
            else:
                failed.append(f"{pointer} {direction}: {problems[0][:200]}")
    print(f"{name}: {total} examples, {len(not_exclusive)} schemas not exclusive,",
          f"{len(contradictory)} contradictory")  # fmt: skip
    assert not failed, "\n".join(failed)
    assert len(not_exclusive) == NOT_EXCLUSIVE.get(name, 0), not_exclusive


@pytest.mark.parametrize("name", DOCUMENTS)
def test_given_and_made_media_examples_are_writable(name: str) -> None:
    maker = ExampleMaker(SchemaRegistry(load(name)))
    for view in views_of(name):
        content = [
            (media, view.request_direction) for media in (view.body.content if view.body else ())
        ]
        for response in view.responses:
            content += [(media, view.response_direction) for media in response.content]
        for media, direction in content:
            for example in maker.media_examples(media, direction):
                if example.external_value is None:
                    assert not example.made or len(json.dumps(example.value)) < 60_000


def expanded(
    registry: SchemaRegistry,
    view: SchemaView,
    depth: int,
    direction: Direction,
    trail: tuple[str, ...],
) -> tuple[int, set[str]]:
    """Rows and linked components of a page rendered without any cache."""
    rows, linked = 1, set()
    expansion = registry.expansion(view, depth, trail)
    if expansion is Expansion.DEEPER:
        linked.add(view.target)
    if expansion is Expansion.SHOWN:
        assert view.component is None or view.target not in trail
        inner = registry.trail_below(view, trail)
        for pointer in (child.schema for child in view.children):
            child = registry.view(pointer, direction)
            more, found = expanded(
                registry, child, registry.child_depth(view, depth), direction, inner
            )
            rows += more
            linked |= found
    return rows, linked


@pytest.mark.parametrize("name", DOCUMENTS)
def test_pages_are_bounded_and_linked_components_are_known(name: str) -> None:
    registry = SchemaRegistry(load(name))
    for pointer, direction in roots_in(name):
        depth = registry.depth_for(pointer, direction)
        if registry.rows(pointer, direction, depth) > 400:
            continue
        view = registry.view(pointer, direction)
        rows, linked = expanded(registry, view, depth, direction, ())
        assert rows >= registry.rows(pointer, direction, depth)
        assert linked <= registry.deeper_components(pointer, direction)


@pytest.mark.parametrize(
    ("name", "median", "most"),
    [("github.json", 40, 700), ("stripe.yaml", 150, 1000), ("openai.yaml", 40, 800)],
)
def test_rows_of_operation_pages(name: str, median: int, most: int) -> None:
    registry = SchemaRegistry(load(name))
    rows = sorted(
        sum(registry.rows(root, way, registry.depth_for(root, way)) for root, way in roots_of(view))
        for view in views_of(name)
    )
    print(f"{name}: rows median {rows[len(rows) // 2]}, p90 {rows[len(rows) * 9 // 10]},",
          f"max {rows[-1]}")  # fmt: skip
    assert rows[len(rows) // 2] <= median
    assert rows[-1] <= most


def test_work_is_in_proportion_to_the_operations() -> None:
    document = load("github.json")

    def plan(count: int) -> None:
        registry = SchemaRegistry(document)
        for operation in document.operations[:count]:
            for pointer, direction in roots_of(read_operation(document, operation)):
                registry.depth_for(pointer, direction)
                registry.deeper_components(pointer, direction)

    assert growth(plan, 200) < 2


def test_values_do_not_depend_on_the_order_of_calls() -> None:
    document = load("readme/schema-circular-3.0.json")
    roots = roots_in("readme/schema-circular-3.0.json")
    one, other = (ExampleMaker(SchemaRegistry(document)) for _ in range(2))
    first = {root: one.example_for(*root) for root in roots}
    assert {root: other.example_for(*root) for root in reversed(roots)} == first
