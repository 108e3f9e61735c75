"""Pages of the workflows of Arazzo descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.locale.interface import message
from sphinx_navapi.plan.kinds.named_part import NamedPartPage
from sphinx_navapi.plan.kinds.planned_page import PageSources
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
class WorkflowPage(NamedPartPage):
    """The page of a workflow."""

    kind: ClassVar[PageKind] = WORKFLOW

    def page(self, sources: PageSources) -> Page:
        """The page, titled by its summary, else its id in words."""
        # Imported here, since few sites have such pages.
        from sphinx_navapi.arazzo.workflows import read_workflow

        workflow = read_workflow(sources.documents[self.document].root, self.name)
        assert workflow is not None, "its name is from there"
        return self.titled(workflow.summary, workflow.description)

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
        keys = [each.operation for each in called if each.operation is not None]
        shown = published.titles(keys)
        return digest_of([document.digest, self.name, [repr(each) for each in called], shown])


def workflow_pages(bound: BoundDocument) -> list[WorkflowPage]:
    """A page for each workflow of a description that the navigation binds."""
    return WorkflowPage.of_names(bound.parts.workflows, bound)
