"""The changes of a document that a site shows: only those of published operations."""

from __future__ import annotations

from sphinx_navapi.changes.change import SharedChange, shared_changes
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.site_plan import SitePlan


def published_changes(
    plan: SitePlan, old: OpenApiDocument, new: OpenApiDocument
) -> tuple[SharedChange, ...]:
    """The changes from *old* to *new* of operations that have a page.

    Also those of removed operations, if all operations of *new* except hidden ones have a page, or
    none has: an author who lists only some of them does not publish the others.
    """
    pages = plan.operation_pages
    hidden = {op.key for document in (old, new) for op in document.operations if op.hidden}
    shown = {op.key in pages for op in new.operations if not op.hidden}
    is_whole = shown != {True, False}
    return shared_changes(
        change
        for change in compare_documents(old, new)
        if change.operation is None
        or change.operation in pages
        or (is_whole and change.operation not in hidden)
    )
