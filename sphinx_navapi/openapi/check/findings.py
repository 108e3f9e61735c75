"""The results of a check, before their positions in files are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.schema.json_values import type_of

#: The types of JSON Schema in messages.
TYPE_WORDS: Final = {
    "object": "a mapping", "array": "a list", "string": "text", "integer": "an integer",
    "number": "a number", "boolean": "true or false", "null": "null",
}  # fmt: skip


def given_type(value: Any) -> str:
    """The type of *value* in words, as in "must be text, not a list"."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return "a number" if isinstance(value, int | float) else TYPE_WORDS[type_of(value)]


#: What other languages and standards call the types of JSON Schema.
_OTHER_NAMES: Final = {
    "str": "string", "text": "string", "file": "string", "int": "integer", "long": "integer",
    "float": "number", "double": "number", "bool": "boolean", "list": "array", "dict": "object",
    "map": "object",
}  # fmt: skip


def meant_word(value: Any, words: Collection[str]) -> str | None:
    """The one of *words* that was probably meant by *value*."""
    if value is None:
        return '"null"' if "null" in words else None  # written without quotes in YAML
    if not isinstance(value, str):
        return None
    other = _OTHER_NAMES.get(value.lower())
    return other if other in words else nearest_word(value, words)


def not_one_of(value: Any, words: Collection[str]) -> str:
    """What a *value* must be that is none of *words*, as in "must be one of `a`, `b`, not `c`"."""
    near = meant_word(value, words)
    allowed = ", ".join(f"`{word}`" for word in words)
    shown = f"`{value}`" if isinstance(value, str) else given_type(value)
    return f"must be one of {allowed}, not {shown}" + (f" (did you mean `{near}`?)" if near else "")


class Severity(StrEnum):
    """An error violates the specification or costs a page; a warning is a likely mistake."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding.

    :ivar code: short name of the rule, for filters.
    :ivar pointer: JSON pointer in the bundled root.
    :ivar of_key: whether the finding is about the key at *pointer*, not its value.
    :ivar about: pointers of fields that it is also about; they may be missing.
    """

    code: str
    pointer: str
    message: str
    severity: Severity = Severity.ERROR
    of_key: bool = True
    about: tuple[str, ...] = ()


#: Code of findings about fields and notations of other versions.
VERSION_CODE: Final = "version"

#: Description by code: those of the build's diagnostics, then those of rules.
CODES: Final[Mapping[str, str]] = {
    "openapi_not_found": "There is no such document.",
    "openapi_invalid": "All or part of the document cannot be read.",
    "openapi_2": "The document is Swagger 2.0.",
    "document_command_failed": "The code that generates the document failed.",
    "overlay_invalid": "An overlay or one of its actions is invalid.",
    "overlay_no_match": "The target of an overlay action matches nothing.",
    "invalid_operation": "An operation is invalid and has no page.",
    "unresolved_ref": "A reference cannot be resolved.",
    "duplicate_operation": "Two operations have the same method and path.",
    "config": "A setting in the document is invalid.",
    "specification": "The document violates the JSON Schema of the OpenAPI Specification.",
    "array-items": "An array has no items, which OpenAPI 3.0 requires.",
    "contradiction": "No value can match a schema.",
    "default": "A default does not match its own schema.",
    "example": "An example does not match its schema.",
    "like-paths": "Paths differ only in names of parameters, case or a trailing slash.",
    "link": "A link does not match any operation.",
    "operation-id": "Two operations have the same operationId.",
    "parameter-schema": "A parameter or header has neither schema nor content.",
    "path-parameter": "The path and its path parameters do not match.",
    "path-template": "A path has a query, unbalanced braces, or a parameter twice.",
    "pattern": "A pattern is not a regular expression.",
    "repeated-key": "A mapping has a duplicate key.",
    "repeated-parameter": "A parameter is duplicated.",
    "repeated-tag": "A tag is duplicated.",
    "tag-parent": "The parent of a tag is not declared, or is circular.",
    "server-url": "The URL of a server cannot be right, or lacks its scheme.",
    "server-variable": "A variable of a server is not declared, or its default not permitted.",
    "security": "A security requirement uses an unknown scheme or scope.",
    VERSION_CODE: "A field of another OpenAPI version is ignored, or the version is a number.",
}
