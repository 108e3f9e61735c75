"""Resolving addresses in ``docs.json``, which refers to pages by path, without suffix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_navapi.links import targets
from sphinx_navapi.links.urls import relative_url

if TYPE_CHECKING:
    from sphinx_navapi.build.site import Site
    from sphinx_navapi.plan.site_plan import Page


@dataclass(frozen=True, eq=False)
class SiteLinks:
    """Resolves the links of one site.

    :ivar pages: in reading order.
    :ivar target_uri: docname to URL relative to the site's root, as given by the builder.
    :ivar redirects: followed if there is no page.
    """

    pages: Mapping[str, Page]
    target_uri: Callable[[str], str]
    root_doc: str
    redirects: targets.Redirects
    _known: dict[str, str] = field(default_factory=dict, init=False)

    def page(self, path: str) -> str | None:
        """Docname of the page at the root-relative *path*."""
        return targets.find_page(f"/{path.lstrip('/')}", "", self.pages, self.root_doc)

    def target(self, href: str) -> str:
        """URL of *href*, relative to the site's root; with a scheme it is returned unchanged.

        A path without a page is assumed to be a file in the output.
        """
        if href not in self._known:
            self._known[href] = self._find(href.strip())
        return self._known[href]

    def href(self, uri: str, href: str) -> str:
        """*href* as a link on the page at *uri* (relative to the site's root)."""
        target = self.target(href)
        return (
            target
            if targets.is_external(target) or href.startswith("#")
            else relative_url(uri, target)
        )

    def leads_to_page(self, href: str) -> bool:
        """Whether *href* leads to a page or a folder of pages, directly or by a redirect."""
        if targets.is_external(href) or href.startswith("#"):
            return False
        path, _anchor = targets.split_href(href)
        return (
            self.page(path) is not None
            or self.redirects.follow(path) is not None
            or self._first_in_folder(path) is not None
        )

    def _first_in_folder(self, path: str) -> str | None:
        return targets.find_in_folder(f"/{path}", "", self._first) if path.strip("/") else None

    @cached_property
    def _first(self) -> Mapping[str, str]:
        return targets.first_pages(name for name, page in self.pages.items() if page.trail)

    def _find(self, href: str) -> str:
        if targets.is_external(href) or href.startswith("#"):
            return href
        path, anchor = targets.split_href(href)
        found = self.page(path)
        if found is None:
            destination = self.redirects.follow(path)
            if destination is not None and targets.is_external(destination):
                return destination
            if destination is not None:
                path, own_anchor = targets.split_href(destination)
                anchor = own_anchor or anchor
                found = self.page(path)
        if found is None:
            found = self._first_in_folder(path)
        before_anchor, _, _ = href.partition("#")
        _, _, query = before_anchor.partition("?")
        target = quote(path.lstrip("/")) if found is None else self.target_uri(found)
        # In a single file for all pages, each of them is an anchor itself.
        target, _, own = target.partition("#")
        end = quote(anchor) or own
        asked = f"?{query}" if query and not own else ""
        return f"{target}{asked}" + (f"#{end}" if end else "")


def site_links(site: Site) -> SiteLinks:
    """The links of *site* for the running builder."""
    return SiteLinks(
        site.plan.pages,
        site.builder.get_target_uri,
        site.builder.config.root_doc,
        site.redirects,
    )
