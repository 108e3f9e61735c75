"""What authors name in roles, directives and metadata, found in the site's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.site import Site


def find_operation(site: Site, text: str, docname: str) -> OperationKey | None:
    """The operation that *text*, a reference or an operationId, names on the page *docname*."""
    operation = site.planned.find_operation(text, docname)
    return operation.key if operation else None


def find_schema(site: Site, text: str, docname: str) -> tuple[str, str] | None:
    """Document and component name of the schema that *text* (``[document] name``) names."""
    return site.planned.find_schema(text, docname)


def directory_for(site: Site, docname: str, document: str) -> str:
    """Where the schema pages stand that *docname* should link for *document*."""
    page = site.page(docname)
    if page is not None and any(
        key[:2] == (page.directory, document) for key in site.plan.schema_pages
    ):
        return page.directory
    for directory, name, _component in site.plan.schema_pages:
        if name == document:
            return directory
    return "api-reference"


def depend_on_operation(env: BuildEnvironment, site: Site, key: OperationKey) -> None:
    """Read the document being read again when the operation changes, and only then."""
    _depend(env, site, ["operation", key.document, key.method, key.path])


def depend_on_schema(env: BuildEnvironment, site: Site, document: str, component: str) -> None:
    """Read the document being read again when the component schema changes, and only then."""
    _depend(env, site, ["schema", document, component])


def _depend(env: BuildEnvironment, site: Site, name: list[str]) -> None:
    if site.fingerprints is not None:
        env.note_dependency(str(site.fingerprints.file_for(name)))
