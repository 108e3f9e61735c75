"""What each code of a problem means: for settings, SARIF and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: What is wrong, by code: those of the build's diagnostics, then those of rules.
CODES: Final[Mapping[str, str]] = {
    "openapi_not_found": "There is no such document.",
    "openapi_invalid": "The document, or a part of it, cannot be read.",
    "openapi_2": "The document is Swagger 2.0.",
    "document_command_failed": "The code that writes the document failed.",
    "overlay_invalid": "An overlay, or one of its actions, cannot be used.",
    "overlay_no_match": "The target of an overlay's action leads to nothing.",
    "invalid_operation": "An operation breaks the specification so that it has no page.",
    "unresolved_ref": "A reference leads nowhere.",
    "duplicate_operation": "Two operations have the same method and path.",
    "config": "A setting inside the document is unusable.",
    "specification": "The document breaks the JSON Schema of the OpenAPI Specification.",
    "default": "A default does not fit its own schema.",
    "like-paths": "Paths that differ only in names of parameters, case or a slash at the end.",
    "link": "A link leads to no operation.",
    "operation-id": "Two operations have the same operationId.",
    "parameter-schema": "A parameter or header has neither schema nor content.",
    "path-parameter": "Path and path parameters do not go together.",
    "path-template": "The braces of a path do not pair, or name a parameter twice.",
    "repeated-key": "A mapping has a key twice.",
    "repeated-parameter": "A parameter is listed twice.",
    "repeated-tag": "A tag is declared twice.",
    "tag-parent": "The parent of a tag is not declared, or leads in a circle.",
    "security": "A security requirement names no scheme.",
    "version": "A field of another version of OpenAPI, which is not read.",
}
