"""All kinds of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sphinx_navapi.plan.kinds.catalog import CATALOG_KINDS
from sphinx_navapi.plan.kinds.changes import CHANGES, changes_page
from sphinx_navapi.plan.kinds.operation import CHANNEL, OPERATION
from sphinx_navapi.plan.kinds.overview import OVERVIEW
from sphinx_navapi.plan.kinds.planned_page import PlannedPage
from sphinx_navapi.plan.kinds.schema import SCHEMA
from sphinx_navapi.plan.kinds.tag import TAG
from sphinx_navapi.plan.kinds.tool import TOOL, tool_pages
from sphinx_navapi.plan.kinds.workflow import WORKFLOW, workflow_pages
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import PAGE, PageKind

#: Returns the page of a document, or several, where the navigation binds it.
PagesOf = Callable[[BoundDocument], PlannedPage | Iterable[PlannedPage] | None]

#: In the order in which reports list them, and in which they add pages to the navigation: each with
#: the function that returns those of a document, if there are any.
KINDS: Final[dict[PageKind, PagesOf | None]] = {
    PAGE: None,
    OPERATION: None,
    CHANNEL: None,
    SCHEMA: None,
    OVERVIEW: None,
    TAG: None,
    WORKFLOW: workflow_pages,
    TOOL: tool_pages,
    **CATALOG_KINDS,
    CHANGES: changes_page,
}
