"""What authors name in roles, directives and metadata, found in the site's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.openapi.reference import (
    find_exact,
    find_lenient,
    names_document,
    parse_reference,
)

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.site import Site


def find_operation(site: Site, text: str) -> OperationKey | None:
    """The operation that *text* names: a reference, or an operationId of some document.

    Documents of the site come before those that are only found in the source directory.
    """
    reference = parse_reference(text)
    if reference is None:
        return _find_operation_id(site, text.strip())
    for find in (find_exact, find_lenient) if site.lenient else (find_exact,):
        for document in site.all_documents(reference.document):
            operation = find(document, reference)
            if operation is not None:
                return operation.key
    return None


def _find_operation_id(site: Site, text: str) -> OperationKey | None:
    name, _, operation_id = text.rpartition(" ")
    for document in site.all_documents(name or None):
        for operation in document.operations:
            if operation.operation_id == operation_id:
                return operation.key
    return None


def find_schema(site: Site, text: str) -> tuple[str, str] | None:
    """Document and component name of the schema that *text* names, with its document or without."""
    text = text.strip()
    found = _component(site.all_documents(None), text)
    if found is None and " " in text:
        document, _, name = text.rpartition(" ")
        found = _component(site.all_documents(document), name)
    return found


def _component(documents: list[OpenApiDocument], name: str) -> tuple[str, str] | None:
    for document in documents:
        components = document.root.get("components")
        schemas = components.get("schemas") if isinstance(components, dict) else None
        if isinstance(schemas, dict) and name in schemas:
            return document.name, name
    return None


def matches_document(written: str | None, document: OpenApiDocument) -> bool:
    """Whether *document* may be meant where *written* is what stands before a reference."""
    return written is None or names_document(written.lstrip("/"), document.name) is not None


def directory_for(site: Site, docname: str, document: str) -> str:
    """Where the schema pages stand that *docname* should link for *document*."""
    page = site.page(docname)
    if page is not None and (page.operation is None or page.operation.document == document):
        own = page.directory
        if any(key[:2] == (own, document) for key in site.plan.schema_pages):
            return own
    for directory, name, _component_name in site.plan.schema_pages:
        if name == document:
            return directory
    return "api-reference"


def depend_on_operation(env: BuildEnvironment, site: Site, key: OperationKey) -> None:
    """Read the document being read again when the operation changes, and only then."""
    name = ["operation", key.document, key.method, key.path]
    env.note_dependency(str(site.fingerprints.file_for(name)))


def depend_on_schema(env: BuildEnvironment, site: Site, document: str, component: str) -> None:
    """Read the document being read again when the component schema changes, and only then."""
    env.note_dependency(str(site.fingerprints.file_for(["schema", document, component])))
