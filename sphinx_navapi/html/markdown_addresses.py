"""The addresses in the Markdown file of a page: they lead to the Markdown files of other pages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin

from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link
from sphinx_navapi.links.urls import url_for_programs

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_navapi.build.site import Site


class MarkdownAddresses:
    """The addresses of one build.

    :param find_page: returns the target of a link, given the docname of its page.
    """

    def __init__(
        self,
        site: Site,
        find_page: Callable[[str, str], PageTarget | str | None],
    ) -> None:
        self._site = site
        self.builder = site.builder
        self.base_url = str(site.builder.config.html_baseurl or "")
        self._find_page = find_page

    def written(self, docname: str, href: str) -> str | None:
        """*href*, as an author wrote it, in the file of *docname*; ``None``: unchanged."""
        is_anchor = href.startswith("#")
        found = self._find_page(href, docname) if is_anchor or is_page_link(href) else None
        if not isinstance(found, PageTarget):
            if found is None and self.base_url and href.startswith("/"):
                return urljoin(self.base_url, href)
            return found
        if is_anchor and found.docname == docname:
            return None
        anchor = f"#{quote(found.anchor)}" if found.anchor else ""
        return self.link(docname, f"{self.file(found.docname)}{found.query}{anchor}")

    def link(self, docname: str, target: str) -> str:
        """*target*, relative to the site's root, in the file of *docname*."""
        return url_for_programs(f"{docname}.md", target, self.base_url)

    def file(self, docname: str) -> str:
        """The Markdown file of *docname*, or its page if it has none, from the site's root."""
        if self._site.page(docname) is not None:
            return quote(f"{docname}.md")
        return str(self.builder.get_target_uri(docname))

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The pages of the site by their addresses."""
        target = self.builder.get_target_uri
        return {target(docname): docname for docname in self.builder.env.found_docs}

    def of_page(self, docname: str) -> PageAddresses:
        """The addresses on the page *docname*."""
        return PageAddresses(self, docname)


class PageAddresses:
    """The addresses on one page, which are relative to it, in its Markdown file."""

    def __init__(self, site: MarkdownAddresses, docname: str) -> None:
        self._site = site
        self._docname = docname
        self._uri = str(site.builder.get_target_uri(docname))

    def href(self, address: str) -> str:
        """*address*, a link on the page, whose Markdown file may be in another folder."""
        if address.startswith(("#", "/")) or not is_page_link(address):
            return self._site.written(self._docname, address) or address
        # Paths are joined as browsers do, below a root that cannot be left.
        path, mark, anchor = urljoin(f"/{self._uri}", address).lstrip("/").partition("#")
        path, query_mark, query = path.partition("?")
        docname = self._site.pages.get(path)
        if docname is not None:
            path = self._site.file(docname)
        return self._site.link(self._docname, f"{path}{query_mark}{query}{mark}{anchor}")

    def image(self, node: nodes.Element) -> str:
        """The file of an image: in the folder to which the builder copies it."""
        builder = self._site.builder
        candidates = node.get("candidates") or {}
        for source in (node.get("uri", ""), *candidates.values()):
            if source in builder.images:
                name = quote(builder.images[source])
                return self._site.link(self._docname, posixpath.join(builder.imagedir, name))
        return self.href(node.get("uri", ""))

    def download(self, filename: str) -> str:
        """A file that the builder copies for downloading."""
        return self._site.link(self._docname, posixpath.join("_downloads", quote(filename)))
