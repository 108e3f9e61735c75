"""Which Security Scheme Object a name in a Security Requirement Object means."""

from __future__ import annotations

from urllib.parse import unquote

from sphinx_navapi.formats.lenient import below
from sphinx_navapi.openapi.document import OpenApiDocument


def scheme_pointer(document: OpenApiDocument, name: str) -> str:
    """Where the Security Scheme Object is, or would be, that a requirement calls *name*.

    That is the name of a component, or else a reference to one inside the document
    (OpenAPI 3.2, Security Requirement Object).
    """
    pointer = below("/components/securitySchemes", name)
    if name.startswith("#/") and document.at(pointer) is None:
        return unquote(name.removeprefix("#"))
    return pointer
