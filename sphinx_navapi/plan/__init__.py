"""The pages of a site and their places: navigation, documents and page files combined.

All rules for this are implemented here and nowhere else.
"""

from sphinx_navapi.plan.inputs import (
    DocumentLoader,
    LoadedDocument,
    Matching,
    PlanInputs,
    SchemaLinks,
)
from sphinx_navapi.plan.site import PlannedSite, plan_site, resolve_site, with_titles

__all__ = [
    "DocumentLoader",
    "LoadedDocument",
    "Matching",
    "PlanInputs",
    "PlannedSite",
    "SchemaLinks",
    "plan_site",
    "resolve_site",
    "with_titles",
]
