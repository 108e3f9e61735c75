"""What a page's template context gets from the plan, and whether it must be written again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.navigation import NavigationHtml
from sphinx_navapi.html.urls import relative_url

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_navapi.site import Site
    from sphinx_navapi.site_plan import ResolvedElement


class PageContexts:
    """Template contexts of one build: one function a key."""

    def __init__(
        self, site: Site, builder: Builder, extra: tuple[ResolvedElement, ...] = ()
    ) -> None:
        settings = site.plan.settings
        interaction = settings.get("interaction")
        drilldown = interaction.get("drilldown") if isinstance(interaction, dict) else None
        styling = settings.get("styling")
        eyebrows = styling.get("eyebrows") if isinstance(styling, dict) else None
        self._site = site
        self._builder = builder
        self._section_only = eyebrows == "section"
        self._navigation = NavigationHtml(
            site.plan, builder.get_target_uri, drilldown=drilldown is True, extra=extra
        )

    def sidebar(self, docname: str) -> str:
        """The sidebar, whichever place the theme has for it."""
        return self._navigation.sidebar(docname)

    def prefix(self, docname: str) -> str:
        """What stands before the page's content in a theme that is not ours."""
        bars = self._navigation.bars(docname)
        breadcrumbs = self._navigation.breadcrumbs(docname, section_only=self._section_only)
        inner = bars + breadcrumbs
        return f'<div class="navapi-bars" data-navapi-page="{escape(docname)}">{inner}</div>'

    def neighbours(self, docname: str) -> dict[str, Any]:
        """Sphinx's ``prev`` and ``next``: reading order within the version and language."""
        previous, following = self._navigation.neighbours(docname)
        uri = self._builder.get_target_uri(docname)
        found: dict[str, Any] = {}
        for name, page in (("prev", previous), ("next", following)):
            found[name] = page and {
                "link": relative_url(uri, self._builder.get_target_uri(page.docname)),
                "title": escape(page.sidebar_title or page.title, quote=False),
            }
        return found

    def digests(self, docnames: Iterable[str]) -> dict[str, str]:
        """Per page a digest of all that the navigation puts on it."""
        known: dict[str, str] = {}
        for docname in docnames:
            parts = (self.sidebar(docname), self.prefix(docname), str(self.neighbours(docname)))
            known[docname] = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
        return known
