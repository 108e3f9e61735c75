"""Where the links of a page lead now: with another answer the page must be written again.

Links between pages are resolved when a page is written, and a page is only written
again when something about it changes; so a page that came, went or moved would leave
the links of others behind.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.mdx.anchors import find_anchor
from sphinx_navapi.mdx.links import page_anchors
from sphinx_navapi.mdx.renderer import PAGE_LINK
from sphinx_navapi.mdx.targets import Redirects, find_in_folder, find_page, split_href
from sphinx_navapi.state import env_state

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.site import Site


class NoteLinks(SphinxTransform):
    """Notes what the links of a Markdown or MDX page name, and which show the target's title."""

    # After all that makes links of other nodes.
    default_priority = 875

    def apply(self, **kwargs: Any) -> None:
        """Keep them with the environment."""
        found = dict.fromkeys(_targets(self.document))
        if found:
            env_state(self.env).links[self.env.docname] = tuple(found)


def _targets(document: nodes.document) -> Iterator[tuple[str, bool]]:
    for node in document.findall(addnodes.pending_xref):
        if node["reftype"] in (PAGE_LINK, "myst") and isinstance(node.get("reftarget"), str):
            target = node["reftarget"]
            if node.get("refdomain") == "doc":
                target = f"/{target}#{node.get('reftargetid') or ''}"
            yield target, not node.astext()


class LinkState:
    """Answers for the links of all pages of one build."""

    def __init__(self, env: BuildEnvironment, site: Site) -> None:
        self._env = env
        rules = site.plan.settings.get("redirects")
        self._redirects = Redirects(rules if isinstance(rules, list | tuple) else ())
        self._navigable = [name for name, page in site.plan.pages.items() if page.trail]

    def of_page(self, docname: str) -> list[object]:
        """What decides where the links of *docname* lead, and what they say."""
        links = env_state(self._env).links.get(docname, ())
        return [self._of_link(docname, target, shows_title=shows) for target, shows in links]

    def _of_link(self, docname: str, target: str, *, shows_title: bool) -> tuple[object, ...]:
        env = self._env
        path, anchor = split_href(target)
        destination = None
        found = find_page(path, docname, env.found_docs, env.config.root_doc) if path else docname
        if found is None:
            folder = posixpath.dirname(docname)
            absolute = path if path.startswith("/") else posixpath.normpath(f"/{folder}/{path}")
            destination = self._redirects.follow(absolute)
            path, own_anchor = split_href(destination or "")
            anchor = own_anchor or anchor
            found = (
                find_page(path, "", env.found_docs, env.config.root_doc)
                if destination
                else find_in_folder(split_href(target)[0], docname, self._navigable)
            )
        anchors = page_anchors(env, found) if found and anchor else None
        title = env.titles.get(found) if found and shows_title else None
        labels = env.domains.standard_domain
        return (
            found,
            destination,
            find_anchor(anchor, anchors) if anchors else None,
            title.astext() if title is not None else "",
            labels.labels.get(target.lower()) or labels.anonlabels.get(target.lower()),
        )
