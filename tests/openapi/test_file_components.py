"""Component schemas of other files are components: name, discriminator, place of their texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from view_documents import at, label_of

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.schema.registry import SchemaRegistry

CAT = {"allOf": [{"$ref": "#/components/schemas/Pet"}], "properties": {"lives": {"minimum": 1}}}
PET = {
    "type": "object",
    "discriminator": {"propertyName": "kind"},
    "properties": {"kind": {"type": "string"}},
}


def loaded(folder: Path, schemas: dict[str, Any], **files: dict[str, Any]) -> OpenApiDocument:
    """A document with *schemas*, and *files* with schemas beside it."""
    root = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}
    texts = {"api": {**root, "components": {"schemas": schemas}}}
    texts |= {name: {"components": {"schemas": each}} for name, each in files.items()}
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(json.dumps(text), "utf-8")
    document = load_document(folder / "api.json", "api.json", folder).document
    assert document is not None
    return document


def component(file: str, name: str) -> dict[str, str]:
    return {"$ref": f"{file}.json#/components/schemas/{name}"}


def user(*references: dict[str, str]) -> dict[str, Any]:
    return {"type": "object", "properties": {f"p{n}": each for n, each in enumerate(references)}}


def labels(document: OpenApiDocument, count: int) -> list[str]:
    registry = SchemaRegistry(document)
    return [label_of(registry.view(at("User", "properties", f"p{n}"))) for n in range(count)]


def test_it_has_its_name_and_is_one_component(tmp_path: Path) -> None:
    far = {"Far": {"type": "object", "properties": {"near": component("other", "Near")}}}
    near = {"Near": {"type": "object", "properties": {"far": component("common", "Far")}}}
    references = [component("common", "Far"), component("other", "Near")]
    document = loaded(tmp_path, {"User": user(*references)}, common=far, other=near)
    assert labels(document, 2) == ["Far", "Near"]
    registry = SchemaRegistry(document)
    views = [registry.view(at("User", "properties", f"p{n}")) for n in range(2)]
    assert [view.target for view in views] == [at("Far"), at("Near")]
    # The reference back is to the same component.
    assert registry.view(at("Near", "properties", "far")).target == at("Far")


def test_two_schemas_of_one_name_are_two_components(tmp_path: Path) -> None:
    own = {"type": "object", "properties": {"a": {"type": "string"}}}
    schemas = {"Item": own, "User": user({"$ref": f"#{at('Item')}"}, component("common", "Item"))}
    document = loaded(tmp_path, schemas, common={"Item": {**own, "title": "Another"}})
    registry = SchemaRegistry(document)
    first, second = (registry.view(at("User", "properties", f"p{n}")) for n in range(2))
    assert (first.target, first.title) == (at("Item"), None)
    assert (second.target, second.title) == (at("Item-2"), "Another")


def test_a_component_that_only_refers_to_it_makes_way(tmp_path: Path) -> None:
    reference = component("common", "Item")
    schemas = {"Item": reference, "User": user({"$ref": f"#{at('Item')}"}, reference)}
    document = loaded(tmp_path, schemas, common={"Item": PET})
    assert labels(document, 2) == ["Item", "Item"]
    assert set(document.root["components"]["schemas"]) == {"Item", "User"}


def test_a_discriminator_knows_children_in_another_file(tmp_path: Path) -> None:
    tabby = {"allOf": [{"$ref": f"#{at('Cat')}"}], "properties": {"stripes": {"type": "integer"}}}
    schemas = {"User": user(component("common", "Pet"), component("common", "Tabby"))}
    document = loaded(tmp_path, schemas, common={"Pet": PET, "Cat": CAT, "Tabby": tabby})
    found = SchemaRegistry(document).view(at("Pet")).discriminator
    assert found is not None
    assert dict(found.mapping) == {"Cat": at("Cat"), "Tabby": at("Tabby")}


def test_its_place_is_in_its_file(tmp_path: Path) -> None:
    document = loaded(tmp_path, {"User": user(component("common", "Far"))}, common={"Far": PET})
    place = document.place(at("Far", "properties", "kind"))
    assert place.file == "common.json"


def node(following: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {"next": following}}


NODE = node({"type": "string"})


def test_schemas_of_other_layouts_are_components(tmp_path: Path) -> None:
    """A file is a schema, or has several under `$defs`, `definitions` or at its top."""
    files = {
        "Whole.json": node({"$ref": "part.schema.json"}),
        "part.schema.json": {**NODE, "$defs": {"Inner": NODE}},
        "defs.json": {"$defs": {"One": node({"$ref": "#/$defs/Two"}), "Two": NODE}},
        "old.json": {"definitions": {"Old": node({"$ref": "part.schema.json#/$defs/Inner"})}},
        "loose.json": {"Loose": NODE, "a": {"b": {"Deep": NODE}}},
        "alias.json": NODE,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(json.dumps(text), "utf-8")
    references = [
        "Whole.json", "defs.json#/$defs/One", "old.json#/definitions/Old", "loose.json#/Loose",
        "loose.json#/a/b/Deep", "alias.json", "Whole.json#/properties/next",
    ]  # fmt: skip
    schemas = {"User": user(*({"$ref": each} for each in references))}
    document = loaded(tmp_path, {**schemas, "Named": {"$ref": "alias.json"}})
    # A pointer to somewhere gives no name.
    expected = ["Whole", "One", "Old", "Loose", "object", "Named", "part"]
    assert labels(document, len(references)) == expected
    kept = {"User", "Named", "Whole", "part", "One", "Two", "Old", "Inner", "Loose"}
    assert set(document.root["components"]["schemas"]) == kept
    assert document.place(at("Two", "properties")).file == "defs.json"
    assert document.place(at("part", "properties", "next")).file == "part.schema.json"
