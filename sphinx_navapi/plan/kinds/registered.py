"""All kinds of pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sphinx_navapi.plan.kinds.catalog import CATALOG_KINDS
from sphinx_navapi.plan.kinds.changes import CHANGES, changes_page
from sphinx_navapi.plan.kinds.operation import CHANNEL, OPERATION
from sphinx_navapi.plan.kinds.overview import OVERVIEW
from sphinx_navapi.plan.kinds.planned_page import PlannedPage
from sphinx_navapi.plan.kinds.schema import SCHEMA
from sphinx_navapi.plan.kinds.tag import TAG
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import PAGE, PageKind

#: In the order in which reports list them, and in which they add pages to the navigation: each with
#: the function that returns the page of a document, if there is one, where the navigation binds it.
KINDS: Final[dict[PageKind, Callable[[BoundDocument], PlannedPage | None] | None]] = {
    PAGE: None,
    OPERATION: None,
    CHANNEL: None,
    SCHEMA: None,
    OVERVIEW: None,
    TAG: None,
    **CATALOG_KINDS,
    CHANGES: changes_page,
}
