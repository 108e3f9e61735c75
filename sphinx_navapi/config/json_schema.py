"""The JSON Schema of the configuration, for editors; made from what also validates."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.config.elements import all_element_fields
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import Key, record_schema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def config_schema() -> dict[str, Any]:
    """The schema of ``docs.json`` (draft 2020-12).

    Keys that it does not know are allowed, as the build allows them, and any object
    or list may be ``{"$ref": "./part.json"}``.
    """
    elements = dict(all_element_fields())
    navigation = record_schema(elements.pop("navigation"))
    return {
        "$schema": _DIALECT,
        "title": "Site configuration (docs.json)",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "navigation": {"description": "The structure of the site.", **navigation},
            **record_schema(SETTINGS)["properties"],
        },
        "anyOf": [{"required": ["navigation"]}, {"required": ["$ref"]}],
        "$defs": {name: _element_schema(fields) for name, fields in elements.items()},
    }


def _element_schema(fields: tuple[Key, ...]) -> dict[str, Any]:
    """An element; a number is read as its label too."""
    schema = record_schema(fields)
    schema["properties"][fields[0].name]["type"] = ["string", "number"]
    return schema
