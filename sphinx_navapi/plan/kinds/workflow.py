"""Pages of the workflows of Arazzo descriptions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.plan.docnames import slug
from sphinx_navapi.plan.kinds.overview import first_paragraph
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage, name_in_words
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

WORKFLOW = PageKind(
    name="workflow",
    content="sphinx_navapi.doctree.workflow_page:fill_workflow",
    shown="It shows the workflow {workflow} of {document}.",
    counted=("workflow", "workflows"),
    caption=message("Workflows"),
    search_label="workflow",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowPage(PlannedPage):
    """The page of the workflow *name* of a description."""

    document: str
    name: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page, titled by its summary, else its id in words."""
        # Imported here, since few sites have such pages.
        from sphinx_navapi.arazzo.workflows import read_workflow

        workflow = read_workflow(sources.documents[self.document].root, self.name)
        summary = workflow.summary if workflow else None
        return Page(
            docname=self.docname,
            title=" ".join(summary.split()) if summary else name_in_words(self.name),
            kind=WORKFLOW,
            generated=True,
            description=first_paragraph(workflow.description or "") if workflow else None,
            shows={"document": self.document, "workflow": self.name},
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of its description, and of the pages of what its steps call."""
        from sphinx_navapi.arazzo.workflows import read_workflow
        from sphinx_navapi.plan.workflows import find_called

        document = sources.documents[self.document]
        workflow = read_workflow(document.root, self.name)
        called = [
            find_called(document, step.call, sources.documents)
            for step in (workflow.steps if workflow else ())
        ]
        shown = [
            [docname, published.pages[docname].title]
            for each in called
            if each.operation is not None
            for docname in published.operations.get(each.operation, ())
        ]
        return digest_of([document.digest, self.name, [repr(each) for each in called], shown])

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Never: a description without workflows has no page."""
        return document is None


def workflow_pages(bound: BoundDocument) -> list[WorkflowPage]:
    """A page for each workflow of a description that the navigation binds."""
    return [
        WorkflowPage(
            docname=f"{bound.directory}/{slug(name_in_words(name)) or 'workflow'}",
            document=bound.name,
            name=name,
            directory=bound.directory,
        )
        for name in bound.parts.workflows
    ]
