"""The plan with the titles found while reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx_navapi.plan import with_titles
from sphinx_navapi.plan.site_plan import SitePlan, TitledPlan

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def read_titles(plan: SitePlan, env: BuildEnvironment) -> TitledPlan:
    """*plan* with headings of page files, and translated titles of generated pages."""
    titles = {
        docname: env.titles[docname].astext() for docname in plan.pages if docname in env.titles
    }
    titled = with_titles(plan, titles)
    if not env.config.language:
        return titled
    translated = {
        docname: replace(page, title=titles[docname])
        for docname, page in titled.pages.items()
        if page.generated and docname in titles and titles[docname] != page.title
    }
    return replace(titled, pages={**titled.pages, **translated})
