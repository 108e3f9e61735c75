"""Validating single operations against the OpenAPI schema.

``openapi_pydantic`` validates one Operation Object at a time, so that a mistake costs only the
operation that contains it. It is imported on first use: a build without changed documents never
needs it.

Validation is lenient where the page can still be right: features of OpenAPI 3.1 are allowed in a
3.0 document, and those of 3.2 everywhere; null is the same as no value; and what is in a schema is
not looked at, because a mistake there costs only the keyword (`malformed`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.check.findings import not_one_of
from sphinx_navapi.openapi.check.objects import FIELDS, Kind
from sphinx_navapi.openapi.check.walk import object_parts

_MESSAGES: Final = {
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be an integer",
    "int_parsing": "must be an integer",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
}


#: A value that the validator would accept, in its messages.
_QUOTED: Final = re.compile(r"'([^']+)'")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an operation is invalid. :ivar pointer: of the part, relative to the operation."""

    pointer: str
    message: str


def find_problem(operation: Any, version: tuple[int, int]) -> Violation | None:
    """The violation that makes *operation*, an Operation Object with string keys, invalid.

    :param version: of the document, ``(3, 0)`` to ``(3, 2)``.
    """
    if not isinstance(operation, dict):
        return Violation("", "the operation must be a mapping")
    if version == (3, 0) and not isinstance(operation.get("responses"), dict):
        if operation.get("responses") is None:
            return Violation("", "`responses` is missing: OpenAPI 3.0 needs at least one response")
        return Violation("/responses", "must map status codes to responses")
    validators = _validators(version)
    if _accepts(validators[0], operation):
        return None
    cleaned = _clean(operation, Kind.OPERATION, version)
    errors: list[Any] = []
    for validator in validators:
        errors = _errors(validator, cleaned)
        if not errors:
            return None
    return _most_telling(errors, operation)


def _validators(version: tuple[int, int]) -> tuple[Callable[[Any], Any], ...]:
    """Validators of an operation, that of its own version first."""
    import openapi_pydantic.v3.v3_1 as v3_1

    if version != (3, 0):
        return (v3_1.Operation.model_validate,)
    import openapi_pydantic.v3.v3_0 as v3_0

    return (v3_0.Operation.model_validate, v3_1.Operation.model_validate)


def _accepts(validator: Callable[[Any], Any], operation: Any) -> bool:
    return not _errors(validator, operation)


def _errors(validator: Callable[[Any], Any], operation: Any) -> list[Any]:
    from pydantic import ValidationError

    try:
        validator(operation)
    except ValidationError as error:
        return list(error.errors(include_url=False, include_context=False))
    except RecursionError:
        return [{"loc": (), "type": "depth", "msg": "nests too deeply"}]
    return []


def _clean(node: Any, kind: Kind, version: tuple[int, int]) -> Any:
    """A copy of *node* without the parts that the lenient rules above exempt."""
    if kind is Kind.SCHEMA and isinstance(node, bool | list | dict):
        return {}
    if not isinstance(node, dict):
        return node
    if kind is Kind.SECURITY_REQUIREMENT:
        return {name: value if isinstance(value, list) else [] for name, value in node.items()}
    fields = FIELDS.get(kind, {})
    cleaned = {
        key: copy(value) if key in fields else value
        for key, value in node.items()
        if value is not None
    }
    for part in list(object_parts(cleaned, kind)):
        part.holder[part.key] = _clean(part.holder[part.key], part.kind, version)
    if kind in (Kind.PARAMETER, Kind.HEADER):
        if isinstance(cleaned.get("examples"), list):
            del cleaned["examples"]
        if version >= (3, 2):
            if cleaned.get("in") == "querystring":
                cleaned["in"] = "query"
            if cleaned.get("style") == "cookie":
                del cleaned["style"]
    elif kind is Kind.MEDIA_TYPE and isinstance(cleaned.get("examples"), list):
        del cleaned["examples"]
    elif kind is Kind.RESPONSE and version >= (3, 2) and "$ref" not in cleaned:
        cleaned.setdefault("description", "")
    return cleaned


def _most_telling(errors: list[Any], operation: Any) -> Violation:
    """The most specific of the many errors that a union of models reports for one mistake.

    A part that is not a reference fails both as its own type and as a Reference Object; the deepest
    error as its own type is closest to what the author meant.
    """
    own = [error for error in errors if "Reference" not in error["loc"]] or errors
    deepest = max(own, key=lambda error: len(error["loc"]))
    first = own[0] if own[0]["loc"][:1] != deepest["loc"][:1] else deepest
    pointer, missing = _locate(first["loc"], operation)
    if first["type"] == "missing":
        return Violation(pointer, f"`{missing or first['loc'][-1]}` is missing")
    message = _MESSAGES.get(first["type"])
    if first["type"] in ("enum", "literal_error"):
        message = not_one_of(first["input"], _QUOTED.findall(first["msg"]))
    elif message is None:
        message = first["msg"][:1].lower() + first["msg"][1:]
    return Violation(pointer, message)


def _locate(location: Iterable[str | int], value: Any) -> tuple[str, str]:
    """Pointer of the part at *location*, and the name of a missing key.

    Model names that pydantic adds to locations are not keys of the value.
    """
    pointer, missing = "", ""
    for step in location:
        if isinstance(value, dict) and step in value:
            value = value[step]
            pointer += f"/{escape_pointer(str(step))}"
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
            pointer += f"/{step}"
        else:
            missing = str(step)
    return pointer, missing
