"""Where the addresses in ``docs.json`` lead: pages are named there by path, without suffix."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any
from urllib.parse import quote

from sphinx_navapi.html.urls import relative_url
from sphinx_navapi.mdx.targets import Redirects, find_page, is_external, split_href


class SiteLinks:
    """Resolves the links of one site.

    :param target_uri: docname to URL relative to the site's root, as the builder has it.
    :param redirects: the rules of ``redirects``, followed where there is no page.
    """

    def __init__(
        self,
        pages: Container[str],
        target_uri: Callable[[str], str],
        root_doc: str,
        redirects: Iterable[Any] = (),
    ) -> None:
        self._pages = pages
        self._target_uri = target_uri
        self._root_doc = root_doc
        self._redirects = Redirects(redirects)
        self._known: dict[str, str] = {}

    def page(self, path: str) -> str | None:
        """Docname of the page at the root-relative *path*."""
        return find_page(f"/{path.lstrip('/')}", "", self._pages, self._root_doc)

    def target(self, href: str) -> str:
        """URL of *href*, relative to the site's root; what has a scheme stays as it is.

        A path that is no page is taken for a file in the output.
        """
        if href not in self._known:
            self._known[href] = self._find(href.strip())
        return self._known[href]

    def href(self, uri: str, href: str) -> str:
        """*href* as a link on the page at *uri* (relative to the site's root)."""
        target = self.target(href)
        return target if is_external(target) or href.startswith("#") else relative_url(uri, target)

    def _find(self, href: str) -> str:
        if is_external(href) or href.startswith("#"):
            return href
        path, anchor = split_href(href)
        found = self.page(path)
        if found is None:
            destination = self._redirects.follow(path)
            if destination is not None and is_external(destination):
                return destination
            if destination is not None:
                path, own_anchor = split_href(destination)
                anchor = own_anchor or anchor
                found = self.page(path)
        before_anchor, _, _ = href.partition("#")
        _, mark, query = before_anchor.partition("?")
        target = quote(path.lstrip("/")) if found is None else self._target_uri(found)
        return f"{target}{mark}{query}" + (f"#{quote(anchor)}" if anchor else "")
