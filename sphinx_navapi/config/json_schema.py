"""The configuration for editors and readers: its JSON Schema, and rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sphinx_navapi.config.appearance_settings import ColorValue
from sphinx_navapi.config.elements import ASYNCAPI, FILLING_KEYS, OPENAPI, all_element_fields
from sphinx_navapi.config.navigation import CONTENT_KEYS, ElementKind
from sphinx_navapi.config.page_settings import ICON
from sphinx_navapi.config.settings import OF_OTHER_TOOLS, SETTINGS
from sphinx_navapi.config.value_types import Key, ObjectOf, record_in, record_schema
from sphinx_navapi.locale.languages import LANGUAGE_PATTERN


def table_rows(fields: Sequence[Key], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Dotted key, type and help of *fields* and of the records below them; ``NAME`` is any key."""
    for entry in fields:
        yield prefix + entry.name, entry.type.label, entry.help
        kind, name = entry.type, entry.name
        if isinstance(kind, ObjectOf):
            kind, name = kind.item, f"{name}.NAME"
        inner = record_in(kind)
        if inner is not None:
            yield from table_rows(inner.fields, f"{prefix}{name}.")


#: The draft with the best editor support, and the one SchemaStore asks for.
_DIALECT: Final = "http://json-schema.org/draft-07/schema#"

#: Where the documentation is published, with this schema beside it.
DOCUMENTATION: Final = "https://sphinx-navapi.readthedocs.io/en/stable/"
FILE_NAME: Final = "docs.schema.json"

_REFERENCE: Final = f"{DOCUMENTATION}reference/docs-json.html"

#: Sections of the reference by definition name, where they differ.
_SECTIONS: Final = {
    "navigation": "the-root",
    "item": "menu-items",
    "globalAnchor": "global-anchors",
}

#: Large types that many keys share.
_SHARED: Final = {
    "icon": ICON,
    "openapi": OPENAPI,
    "asyncapi": ASYNCAPI,
    "cssColor": ColorValue(named=True),
    "color": ColorValue(),
}

#: Settings with their own section.
_APART: Final = frozenset({"interaction", "styling", "api"})


def config_schema() -> dict[str, Any]:
    """The schema of ``docs.json`` (draft 7).

    It rejects what the build reports as ``config``: invalid values, missing and unknown keys. Any
    object or list may be ``{"$ref": "./part.json"}``.
    """
    elements = dict(all_element_fields())
    navigation = record_schema(elements.pop("navigation"))
    top = record_schema(SETTINGS)
    schema = {
        "$schema": _DIALECT,
        "$id": f"{DOCUMENTATION}{FILE_NAME}",
        "title": "Site configuration (docs.json)",
        "description": f"Navigation, look and API pages of a site.\n{_REFERENCE}",
        "type": "object",
        "properties": {
            "$schema": {"description": "URL or path of this schema."},
            "navigation": {
                **navigation,
                "description": _linked("The structure of the site.", "the-root"),
            },
            **dict(_settings(top["properties"])),
            **{
                name: {"description": "Used by other tools; has no effect here."}
                for name in sorted(OF_OTHER_TOOLS - {"$schema", *top["properties"]})
            },
        },
        "additionalProperties": False,
        "anyOf": [{"required": ["navigation"]}, {"required": ["$ref"]}],
        "definitions": {name: _element_schema(name, fields) for name, fields in elements.items()},
    }
    for name, kind in _SHARED.items():
        schema = _with_definition(schema, name, kind.schema())
        schema["definitions"][name] = kind.schema()
    return schema


def _with_definition(value: Any, name: str, definition: dict[str, Any]) -> Any:
    """*value* with each schema in it that equals *definition* replaced by a reference to *name*."""
    if isinstance(value, list):
        return [_with_definition(entry, name, definition) for entry in value]
    if not isinstance(value, dict):
        return value
    if {key: entry for key, entry in value.items() if key != "description"} == definition:
        reference = {"$ref": f"#/definitions/{name}"}
        # In draft 7, keys beside a reference are ignored.
        description = value.get("description")
        return {"description": description, "allOf": [reference]} if description else reference
    return {key: _with_definition(entry, name, definition) for key, entry in value.items()}


def _settings(properties: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Top-level *properties*, each linked to its section of the reference."""
    for name, schema in properties.items():
        section = name if name in _APART else "other-keys"
        yield name, {**schema, "description": _linked(schema["description"], section)}


def _element_schema(name: str, fields: tuple[Key, ...]) -> dict[str, Any]:
    """The schema of a navigation element."""
    schema = record_schema(fields)
    label = schema["properties"][fields[0].name]
    label["description"] = _linked(label["description"], _SECTIONS.get(name, _plural(name)))
    if name == ElementKind.GROUP:
        # Without a label, the element is replaced by its entries.
        label.pop("pattern")
    if name == ElementKind.LANGUAGE:
        label["pattern"] = LANGUAGE_PATTERN
    own = [key for key in schema["properties"] if key in {*CONTENT_KEYS, *FILLING_KEYS}]
    if name != "globalAnchor":
        filled = [
            {"required": [key], "properties": {key: {"minItems": 1}}} for key in (*own, "$ref")
        ]
        schema["allOf"] = [{"anyOf": filled}]
    if "href" in schema["properties"] and name != "globalAnchor":
        empty = {key: {"maxItems": 0} for key in own if key in CONTENT_KEYS}
        documents = {key: False for key in own if key in _DOCUMENTS}
        schema["dependencies"] = {"href": {"properties": {**empty, **documents}}}
    return schema


#: Keys that give an element content without listing it.
_DOCUMENTS: Final = ("openapi", "asyncapi")


def _plural(name: str) -> str:
    return f"{name}s"


def _linked(text: str, section: str) -> str:
    """*text* with the URL of the *section* of the reference: editors turn it into a link."""
    return f"{text}\n{_REFERENCE}#{section}"
