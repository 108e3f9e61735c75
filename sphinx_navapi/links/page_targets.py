"""Finding the page that a link in a text leads to: by its path, by a redirect, or by its folder."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property

from sphinx_navapi.links import targets
from sphinx_navapi.links.targets import below_base


@dataclass(frozen=True, slots=True)
class PageTarget:
    """A page, with the query and anchor of a link.

    :ivar query: including its question mark, as written; empty without one.
    :ivar anchor: unquoted; empty without one.
    """

    docname: str
    query: str = ""
    anchor: str = ""


@dataclass(frozen=True, eq=False)
class PageTargets:
    """Finds the pages of one site.

    :ivar pages: docnames of all pages.
    :ivar redirects: followed if there is no page.
    :ivar placed: the pages in the navigation, in reading order: a folder leads to its first one.
    :ivar folders: of the pages that show texts without a place of their own.
    :ivar base_url: the address of the site; links may start with its path.
    """

    pages: Container[str]
    root_doc: str
    _: KW_ONLY
    redirects: targets.Redirects
    placed: Callable[[], Iterable[str]] = tuple
    folders: Callable[[], Iterable[str]] = tuple
    base_url: str = ""

    def find(self, href: str, docname: str) -> PageTarget | str | None:
        """The page that *href* leads to from the page *docname*; ``None`` if there is none.

        :returns: a string if a redirect leads out of the site.
        """
        target = self._find(href, docname)
        below = below_base(href, self.base_url) if target is None and self.base_url else None
        return target if below is None else self._find(below, docname)

    def _find(self, href: str, docname: str) -> PageTarget | str | None:
        path, anchor = targets.split_href(href)
        query = _query(href)
        if not path:
            return PageTarget(docname, query, anchor)
        page = targets.find_page(path, docname, self.pages, self.root_doc)
        if page is not None:
            return PageTarget(page, query, anchor)
        folder = posixpath.dirname(docname)
        rooted = path if path.startswith("/") else posixpath.normpath(f"/{folder}/{path}")
        destination = self.redirects.follow(rooted)
        if destination is not None:
            if targets.is_external(destination):
                return destination
            path, own = targets.split_href(destination)
            page = targets.find_page(path, "", self.pages, self.root_doc)
            return None if page is None else PageTarget(page, query, own or anchor)
        if not path.strip("/"):
            return None
        page = targets.find_in_folder(path, docname, self._first)
        return None if page is None else PageTarget(page, query, anchor)

    def find_for_shown(self, href: str, docname: str) -> PageTarget | str | None:
        """Like `find`, for a link in a text shown by several pages in different folders.

        Its author wrote a relative link for one of them: the folders nearest to that of *docname*
        are tried first.
        """
        target = self.find(href, docname)
        path, _ = targets.split_href(href)
        if target is not None or path.startswith("/"):
            return target
        own = docname.split("/")[:-1]
        for folder in sorted(
            self._distinct_folders, key=lambda folder: -_common(folder.split("/"), own)
        ):
            target = self.find(href, f"{folder}/index")
            if target is not None:
                return target
        return None

    @cached_property
    def _first(self) -> Mapping[str, str]:
        return targets.first_pages(name for name in self.placed() if name in self.pages)

    @cached_property
    def _distinct_folders(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.folders()))


def _query(href: str) -> str:
    _, mark, query = href.partition("#")[0].partition("?")
    return f"{mark}{query}"


def _common(one: list[str], other: list[str]) -> int:
    """The length of the common prefix of *one* and *other*."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
