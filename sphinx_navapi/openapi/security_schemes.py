"""Resolving names in Security Requirement Objects."""

from __future__ import annotations

from urllib.parse import unquote

from sphinx_navapi.formats.lenient import below
from sphinx_navapi.openapi.document import OpenApiDocument


def scheme_pointer(document: OpenApiDocument, name: str) -> str:
    """The pointer of the Security Scheme Object *name*, whether it exists or not.

    *name* is that of a component, or else a reference inside the document (OpenAPI 3.2, Security
    Requirement Object).
    """
    pointer = below("/components/securitySchemes", name)
    if name.startswith("#/") and document.at(pointer) is None:
        return unquote(name.removeprefix("#"))
    return pointer
