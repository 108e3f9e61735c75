"""Independent validation of example values: the jsonschema package on the document's own text.

An OpenAPI 3.0 document is first rewritten as JSON Schema 2020-12, and properties that are not sent
in a direction are no longer required.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.view import Direction

_BASE = "urn:document"


class Judge:
    """Validates values against schemas of one document.

    :param exclusive: whether only one alternative of a ``oneOf`` may match.
    """

    def __init__(
        self, document: OpenApiDocument, direction: Direction, *, exclusive: bool = True
    ) -> None:
        flag = {Direction.REQUEST: "readOnly", Direction.RESPONSE: "writeOnly"}.get(direction)
        root = _rewritten(document, document.root, flag)
        if not exclusive:
            root = _without_one_of(root)
        resource = DRAFT202012.create_resource(root)
        self._registry = Registry().with_resource(_BASE, resource)

    def problems(self, value: Any, pointer: str) -> list[str]:
        """What is wrong with *value* as an instance of the schema at *pointer*."""
        fragment = quote(pointer, safe="/~!$&'()*+,;=:@-._")
        validator = Draft202012Validator({"$ref": f"{_BASE}#{fragment}"}, registry=self._registry)
        return [error.message for error in validator.iter_errors(value)]


def _rewritten(document: OpenApiDocument, value: Any, flag: str | None) -> Any:
    if isinstance(value, list):
        return [_rewritten(document, item, flag) for item in value]
    if not isinstance(value, dict):
        return value
    old = document.version < (3, 1)
    if isinstance(value.get("$ref"), str) and document.at(value["$ref"]) is None:
        # A broken reference has no constraints.
        return {}
    if old and isinstance(value.get("$ref"), str):
        return {"$ref": value["$ref"]}
    result = {key: _rewritten(document, item, flag) for key, item in value.items()}
    if isinstance(result.get("pattern"), str) and not _is_pattern(result["pattern"]):
        del result["pattern"]
    for key in ("$id", "$schema", "$anchor", "id"):
        if isinstance(result.get(key), str):
            del result[key]
    if isinstance(result.get("items"), list):
        # The spelling of drafts before 2020-12; not allowed in OpenAPI, but used.
        result["prefixItems"] = result.pop("items")
    if flag is not None and isinstance(value.get("required"), list):
        result["required"] = [
            name for name in value["required"] if not _travels_not(document, value, name, flag)
        ]
    if not old:
        return result
    if result.get("nullable") is True and isinstance(result.get("type"), str):
        result["type"] = [result["type"], "null"]
        if isinstance(result.get("enum"), list) and None not in result["enum"]:
            result["enum"] = [*result["enum"], None]
    for limit, exclusive in (
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ):
        excluded = result.get(exclusive)
        if isinstance(excluded, bool):
            del result[exclusive]
            if excluded and limit in result:
                result[exclusive] = result.pop(limit)
    return result


def _without_one_of(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_one_of(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: _without_one_of(item) for key, item in value.items()}
    if isinstance(result.get("oneOf"), list) and "anyOf" not in result:
        result["anyOf"] = result.pop("oneOf")
    return result


def _travels_not(document: OpenApiDocument, schema: dict[str, Any], name: str, flag: str) -> bool:
    found = [False]

    def look(value: Any, depth: int) -> None:
        if depth > 8 or not isinstance(value, dict):
            return
        if isinstance(value.get("$ref"), str):
            look(document.at(value["$ref"]), depth + 1)
        properties = value.get("properties")
        if isinstance(properties, dict):
            part = properties.get(name)
            steps = 0
            while isinstance(part, dict) and steps < 8:
                if part.get(flag) is True:
                    found[0] = True
                members = part.get("allOf")
                if isinstance(part.get("$ref"), str):
                    part = document.at(part["$ref"])
                elif isinstance(members, list) and len(members) == 1:
                    part = members[0]
                else:
                    break
                steps += 1
        for member in value.get("allOf") if isinstance(value.get("allOf"), list) else ():
            look(member, depth + 1)

    look(schema, 0)
    return found[0]


def _is_pattern(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
