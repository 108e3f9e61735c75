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


def find_problems(operation: Any, version: tuple[int, int]) -> list[Violation]:
    """The violations that make *operation*, an Operation Object with string keys, invalid.

    :param version: of the document, ``(3, 0)`` to ``(3, 2)``.
    """
    if not isinstance(operation, dict):
        return [Violation("", "the operation must be a mapping")]
    responses = operation.get("responses")
    lacks_responses = version == (3, 0) and not isinstance(responses, dict)
    if not lacks_responses and not _errors(_validators(version)[0], operation):
        return []
    cleaned = _clean(operation, Kind.OPERATION, version)
    violations: list[Violation] = []
    if lacks_responses:
        cleaned["responses"] = {}
        violations.append(
            Violation("", "`responses` is missing: OpenAPI 3.0 needs at least one response")
            if "responses" not in operation
            else Violation("/responses", "is empty: OpenAPI 3.0 needs at least one response")
            if responses is None
            else Violation("/responses", "must map status codes to responses")
        )
    errors: list[Any] = []
    for validator in _validators(version):
        errors = _errors(validator, cleaned)
        if not errors:
            return violations
    return violations + _violations(errors, operation)


def _validators(version: tuple[int, int]) -> tuple[Callable[[Any], Any], ...]:
    """Validators of an operation, that of its own version first."""
    import openapi_pydantic.v3.v3_1 as v3_1

    if version != (3, 0):
        return (v3_1.Operation.model_validate,)
    import openapi_pydantic.v3.v3_0 as v3_0

    return (v3_0.Operation.model_validate, v3_1.Operation.model_validate)


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


def _violations(errors: list[Any], operation: Any) -> list[Violation]:
    """The mistakes behind the many errors that a union of models reports for each.

    A part that is not a reference fails both as its own type and as a Reference Object; the deepest
    errors as its own type are closest to what the author meant.
    """
    own = [error for error in errors if "Reference" not in error["loc"]] or errors
    missing: dict[str, list[str]] = {}
    wrong: dict[str, str] = {}
    for error in own:
        pointer, name = _locate(error["loc"], operation)
        if error["type"] == "missing":
            missing.setdefault(pointer, []).append(name or str(error["loc"][-1]))
        else:
            wrong.setdefault(pointer, _message(error))
    deepest = [
        Violation(pointer, message)
        for pointer, message in wrong.items()
        if not any(other.startswith(f"{pointer}/") for other in (*wrong, *missing))
    ]
    return [
        *(
            Violation(pointer, "; ".join(f"`{name}` is missing" for name in dict.fromkeys(names)))
            for pointer, names in missing.items()
        ),
        *deepest,
    ]


def _message(error: Any) -> str:
    if error["type"] in ("enum", "literal_error"):
        return not_one_of(error["input"], _QUOTED.findall(error["msg"]))
    message: str = error["msg"]
    return _MESSAGES.get(error["type"]) or message[:1].lower() + message[1:]


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
