"""Operation fields that ``api.extensions`` adds to pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.vendor import facts


def extension_labels(settings: Mapping[str, Any]) -> dict[str, str]:
    """The label of each field, by its name; the default is the name in words."""
    given = as_mapping(settings.get("api")).get("extensions")
    labels = given if isinstance(given, dict) else dict.fromkeys(given or ())
    return {
        name: label or name.removeprefix("x-").replace("-", " ").replace("_", " ").capitalize()
        for name, label in labels.items()
    }


def with_facts(document: OpenApiDocument, labels: Mapping[str, str]) -> OpenApiDocument:
    """*document* with the fields *labels* as `facts` of the operations that have them.

    The fingerprints of these operations change with what is shown.
    """
    if not labels:
        return document
    operations = []
    for operation in document.operations:
        text = facts(as_mapping(document.at(operation.pointer)), labels)
        if text is not None:
            mixed = f"{operation.fingerprint}\0{text}".encode("utf-8", "surrogatepass")
            operation = replace(
                operation,
                extension={**operation.extension, "facts": text},
                fingerprint=blake2b(mixed, digest_size=16).hexdigest(),
            )
        operations.append(operation)
    return replace(document, operations=tuple(operations), _by_key={})
