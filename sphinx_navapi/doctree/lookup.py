"""Resolving references in roles, directives and metadata against the site's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site


def find_operation(site: Site, text: str, docname: str) -> OperationKey | None:
    """The operation *text*, a reference or an operationId, as seen from the page *docname*."""
    operation = site.planned.find_operation(text, docname)
    return operation.key if operation else None


def find_schema(site: Site, text: str, docname: str) -> tuple[str, str] | None:
    """Document and component name of the schema *text* (``[document] name``)."""
    return site.planned.find_schema(text, docname)


def directory_for(site: Site, docname: str, document: str) -> str:
    """The folder of the schema pages of *document* that *docname* should link to."""
    page = site.page(docname)
    directories = site.schema_directories.get(document, ())
    if page is not None and page.directory in directories:
        return page.directory
    return next(iter(directories), "api-reference")
