"""Pages of operations, webhooks and channels that a document describes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.openapi.document import Operation
from sphinx_navapi.plan.docnames import title_of
from sphinx_navapi.plan.kinds.planned_page import (
    PageSources,
    PlannedPage,
    badges_of,
)
from sphinx_navapi.plan.metadata import flag_of, text_of
from sphinx_navapi.plan.schema_pages import ShownPart
from sphinx_navapi.plan.site_plan import Page, PageKind

OPERATION = PageKind(
    name="operation",
    content="sphinx_navapi.doctree.parser:fill_operation",
    markdown="sphinx_navapi.html.markdown_pages:MarkdownPages.operation",
    counted=("operation", "operations"),
)

#: A channel of an AsyncAPI document, or one of its operations.
CHANNEL = replace(OPERATION, name="asyncapi", layout=OPERATION.name)


def kind_of(operation: Operation) -> PageKind:
    """The kind of the page of an operation."""
    return CHANNEL if operation.kind == "channel" else OPERATION


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationPage(PlannedPage):
    """A generated operation page. :ivar named: an entry names it."""

    operation: Operation
    directory: str
    named: bool

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Page metadata that the document sets for the operation."""
        metadata = self.operation.extension.get("metadata")
        return metadata if isinstance(metadata, Mapping) else {}

    @property
    def shown_parts(self) -> tuple[ShownPart, ...]:
        """The operation."""
        part = ShownPart(
            docname=self.docname,
            directory=self.directory,
            document=self.operation.key.document,
            pointer=self.operation.pointer,
        )
        return (part,)

    def page(self, sources: PageSources) -> Page:
        """The page; its metadata comes before the operation's own fields."""
        operation, metadata = self.operation, self.metadata
        title = text_of(metadata, "title") or title_of(operation)
        deprecated = flag_of(metadata, "deprecated")
        deprecated = operation.deprecated if deprecated is None else deprecated
        description = text_of(metadata, "description")
        description = description if description is not None else operation.description
        tag, badges = badges_of(metadata, operation)
        links = sources.schemas.links.get(self.docname, ())
        content = operation.extension.get("content")
        shown = [title, description, tag, deprecated, dict(metadata), content, *badges]
        return Page(
            docname=self.docname,
            title=title,
            kind=kind_of(operation),
            generated=True,
            sidebar_title=text_of(metadata, "sidebarTitle"),
            description=description,
            operation=operation.key,
            operation_id=operation.operation_id,
            directory=self.directory,
            tag=tag,
            badges=badges,
            deprecated=deprecated,
            metadata=metadata,
            fingerprint=digest_of([operation.fingerprint, shown, links]),
        )
