"""The current targets of a page's links: if they change, the page must be written again.

Links between pages are resolved when a page is written, and a page is only written again when
something about it changes; without this, links to a page that was added, removed or moved would be
outdated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.build.state import env_state
from sphinx_navapi.doctree.text_links import TextLinks
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import FROM_DOCUMENT, PAGE_LINK, is_page_link

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.build.site import Site

_HREF = re.compile(r'<a\b[^>]*? href="([^"#][^"]*)"')


class NoteLinks(SphinxTransform):
    """Records the targets of a page's links, and which of them show the target's title."""

    def apply(self, **kwargs: Any) -> None:
        """Store them in the environment."""
        found = dict.fromkeys(_targets(self.document))
        if found:
            env_state(self.env).links[self.env.docname] = tuple(found)


def _targets(document: nodes.document) -> Iterator[tuple[str, bool]]:
    for node in document.findall(nodes.Element):
        if isinstance(node, addnodes.pending_xref) and node["reftype"] in (PAGE_LINK, "myst"):
            target = str(node.get("reftarget", ""))
            if node.get("refdomain") == "doc":
                target = f"/{target}#{node.get('reftargetid') or ''}"
            yield target, not node.astext()
        elif isinstance(node, nodes.reference):
            uri = str(node.get("refuri", ""))
            if is_page_link(uri) and (uri.startswith("/") or FROM_DOCUMENT in node):
                yield uri, False
        elif isinstance(node, nodes.raw) and node.get("format") == "html":
            for match in _HREF.finditer(node.astext()):
                if is_page_link(href := unescape(match[1])):
                    yield href, False


class LinkState:
    """The resolved links of all pages of one build."""

    def __init__(self, env: BuildEnvironment, site: Site) -> None:
        self._env = env
        # Not the instance used for writing: the plan is not complete yet.
        self._links = TextLinks(site, env)

    def of_page(self, docname: str) -> list[object]:
        """Everything that determines the targets and texts of the links of *docname*."""
        links = env_state(self._env).links.get(docname, ())
        return [self._of_link(docname, target, shows_title=shows) for target, shows in links]

    def _of_link(self, docname: str, target: str, *, shows_title: bool) -> object:
        found = self._links.find_written(target, docname)
        shown = self._links.find(target, docname)
        title = ""
        if isinstance(found, PageTarget):
            found = self._links.with_id(found)
            if shows_title and found.docname in self._env.titles:
                title = self._env.titles[found.docname].astext()
        labels = self._env.domains.standard_domain
        name = target.lower()
        return (
            repr(found),
            repr(shown),
            title,
            labels.labels.get(name, labels.anonlabels.get(name)),
        )
