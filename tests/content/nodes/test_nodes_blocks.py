from __future__ import annotations

from typing import Any

import pytest
from block_documents import (
    everything,
    everything_and_its_words,
    first_operation,
    make_content,
    make_document,
)
from document_site import StockNodes
from docutils import nodes
from page_checks import shown_blocks

from sphinx_navapi.content.nodes.blocks import dotted
from sphinx_navapi.links.targets import FROM_DOCUMENT


def page_of(root: dict[str, Any], kind: str = "", **options: Any) -> nodes.container:
    document = make_document(root)
    depth = options.pop("depth", 3)
    operation = first_operation(document, depth=depth)
    kinds = [kind] if kind else shown_blocks(operation)
    found = nodes.container()
    stock = StockNodes(make_content(document, depth=depth), **options)
    for each in kinds:
        found.extend(stock.part(each, operation))
    return found


def items_of(found: nodes.Element) -> list[str]:
    """Each item of definition lists: term, classifiers, and the text of its definition."""
    lines = []
    for item in found.findall(nodes.definition_list_item):
        *head, definition = item.children
        text = " ".join(definition.astext().split())
        lines.append(" : ".join([*(part.astext() for part in head), text]))
    return lines


def test_everything_is_shown() -> None:
    root, words = everything_and_its_words()
    found = page_of(root)
    text = " ".join(found.astext().split())
    addresses = {str(node["refuri"]) for node in found.findall(nodes.reference)}
    elsewhere = {
        "summary", "description", "tag", "title", "getThing", "/things/{id}", "first", "outside",
        "e", "f", "schema title", "#/nowhere", "lua",
    }  # fmt: skip
    missing = {word for word in words if " ".join(word.split()) not in text} - elsewhere
    assert missing - addresses == set()


def test_schemas_are_flat_lists_of_dotted_names() -> None:
    schema = {
        "type": "object",
        "required": ["owner"],
        "properties": {
            "owner": {"type": "object", "properties": {"login": {"type": "string"}}},
            "tags": {"type": "array", "items": {"type": "object", "properties": {"name": {}}}},
            "map": {"additionalProperties": {"type": "object", "properties": {"x": {}}}},
            "pair": {"prefixItems": [{"type": "integer", "minimum": 2}]},
            "pet": {"oneOf": [{"title": "Cat", "type": "object", "properties": {"lives": {}}}]},
        },
    }
    root = {
        "paths": {"/a": {"get": {"responses": {"200": {"description": "x", "content": {
            "application/json": {"schema": schema}}}}}}}
    }  # fmt: skip
    found = page_of(root, "responses")
    terms = [line.partition(" : ")[0] for line in items_of(found)]
    assert terms == [
        "owner", "owner.login", "tags", "tags[].name", "map", "map{}.x", "pair", "pair[0]", "pet",
        "pet.lives",
    ]  # fmt: skip
    assert items_of(found)[0] == "owner : object : required : "
    assert "pair[0] : integer : >= 2" in items_of(found)
    for item in found.findall(nodes.definition_list_item):
        parents = 0
        node: Any = item
        while node is not None:
            parents += isinstance(node, nodes.definition_list)
            node = node.parent
        assert parents == 1


def test_recursion_and_depth() -> None:
    node = {
        "type": "object",
        "properties": {
            "again": {"$ref": "#/components/schemas/Node"},
            "deep": {"$ref": "#/components/schemas/Deep"},
            "gone": {"$ref": "#/components/schemas/Gone"},
        },
    }
    root = {
        "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Node"}}}}}}},
        "components": {"schemas": {
            "Node": node,
            "Deep": {"type": "object", "properties": {"x": {}}},
            "Gone": {"type": "object", "properties": {"y": {}}},
        }},
    }  # fmt: skip
    found = page_of(root, "body", depth=1, directory="ref")
    assert items_of(found) == [
        "again : Node : see above: Node",
        "deep : Deep : More: Deep",
        "gone : Gone : More: Gone",
    ]
    (reference,) = found.findall(nodes.reference)
    assert reference["refuri"] == "/ref/schemas/Deep"
    assert FROM_DOCUMENT in reference


def test_items_of_an_array_have_a_row_if_there_is_something_to_say() -> None:
    pet = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat"}},
    }
    deep = {"type": "object", "description": "One of them.", "properties": {"x": {}}}
    top = {
        "pets": {"type": "array", "items": pet},
        "deep": {"type": "array", "items": {"$ref": "#/components/schemas/Deep"}},
    }
    cat = {"type": "object", "properties": {"lives": {}}}
    root = everything()
    root["components"]["schemas"] = {
        "Top": {"type": "object", "properties": top}, "Deep": deep, "Cat": cat,
    }  # fmt: skip
    content = make_content(make_document(root), depth=1)
    found = nodes.container("", *StockNodes(content).schema("/components/schemas/Top"))
    lines = items_of(found)
    assert "pets[] : Cat : Chosen by kind" in lines
    assert "deep[] : Deep : One of them. More: Deep" in lines


def test_samples_and_examples_are_literal_blocks() -> None:
    found = page_of(everything(), "samples")
    blocks = list(found.findall(nodes.literal_block))
    assert blocks[0].astext() == "print(1)"
    assert [block["language"] for block in blocks][:3] == ["text", "bash", "python"]
    assert all(block["force"] for block in blocks)
    assert '{\n  "key": "value"\n}' in [block.astext() for block in blocks]


def test_a_schema_is_a_page_of_its_own() -> None:
    root = everything()
    root["components"]["schemas"]["Word"] = {"type": "string", "description": "A word."}
    stock = StockNodes(make_content(make_document(root)))
    found = nodes.container("", *stock.schema("/components/schemas/Node"))
    assert "name description" in found.astext()
    (example,) = found.findall(nodes.literal_block)
    assert example["language"] == "json"
    alone = nodes.container("", *stock.schema("/components/schemas/Word"))
    assert [node.astext() for node in alone] == ["Word, string", "A word."]


@pytest.mark.parametrize(
    "payload",
    ["<script>x</script>", "[x](javascript:y)", "javascript:x", "\x00", "", "`", "*", "|"],
)
def test_hostile_text_makes_sound_nodes(payload: str) -> None:
    found = page_of(everything(lambda word: payload or word))
    for node in list(found.findall())[1:]:
        assert not isinstance(node, nodes.raw | nodes.image)
        if isinstance(node, nodes.Text):
            assert isinstance(node.parent, nodes.TextElement)
        if isinstance(node, nodes.reference):
            assert not str(node["refuri"]).startswith("javascript:")


@pytest.mark.parametrize(
    ("path", "name"),
    [(("a",), "a"), (("a", "b"), "a.b"), (("a[]", "b"), "a[].b"), (("[]", "b"), "[].b"), ((), "")],
)
def test_dotted(path: tuple[str, ...], name: str) -> None:
    assert dotted(path) == name
