"""Resolves links between pages, as the authors of docs.json sites write them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_navapi.doctree.build import env_site
from sphinx_navapi.mdx.renderer import PAGE_LINK
from sphinx_navapi.mdx.targets import (
    Redirects,
    find_anchor,
    find_page,
    is_external,
    split_href,
)

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_logger = logging.getLogger("sphinx_navapi")

#: Where a page's anchors are kept in its metadata.
_ANCHORS = "navapi_anchors"


class CollectAnchors(SphinxTransform):
    """Notes which anchors a Markdown page has, so that links to them can be checked."""

    # After all ids are given: MyST's own come at 700.
    default_priority = 870

    def apply(self, **kwargs: Any) -> None:
        """Keep the ids of all elements in the page's metadata."""
        if not str(self.env.doc2path(self.env.docname, False)).endswith((".md", ".mdx")):
            return
        ids: set[str] = set()
        for node in self.document.findall(nodes.Element):
            ids.update(node["ids"])
        self.env.metadata[self.env.docname][_ANCHORS] = sorted(ids)


class ResolvePageLinks(SphinxPostTransform):
    """Resolves the links of MDX pages, and those links of Markdown pages that MyST cannot."""

    # Before MyST's resolver (9), which warns of all that it does not know.
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        """Replace each link by a reference, or by its text if it leads nowhere."""
        site = env_site(self.env)
        if site is None:
            return
        self._builder = site.builder
        rules = site.plan.settings.get("redirects")
        self._redirects = Redirects(rules if isinstance(rules, list | tuple) else ())
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node["reftype"] == PAGE_LINK:
                node.replace_self(self._resolve(node) or self._missing(node))
            elif node["reftype"] == "myst" and not node.get("refdomain"):
                target = node.get("reftarget", "")
                if "/" in target and not is_external(target) and (found := self._resolve(node)):
                    node.replace_self(found)

    def _resolve(self, node: addnodes.pending_xref) -> nodes.Element | None:
        refdoc = node.get("refdoc", self.env.docname)
        content = cast("nodes.Element", node[0].deepcopy())
        path, anchor = split_href(node["reftarget"])
        docname: str | None = refdoc
        if path:
            docname = find_page(path, refdoc, self.env.found_docs, self.config.root_doc)
            if docname is None:
                return self._redirected(node, path, anchor, content)
        assert docname is not None
        return self._reference(node, docname, anchor, content)

    def _reference(
        self, node: addnodes.pending_xref, docname: str, anchor: str, content: nodes.Element
    ) -> nodes.Element:
        refdoc = node.get("refdoc", self.env.docname)
        target = anchor
        anchors = page_anchors(self.env, docname) if anchor else None
        if anchors is not None:
            found = find_anchor(anchor, anchors)
            if found is None and anchor != "top":
                self._warn(node, f"page {docname!r} has no heading or anchor {anchor!r}")
            target = found or anchor
        if not content.astext() and not list(content.findall(nodes.image)):
            title = self.env.titles.get(docname)
            content += nodes.Text(title.astext() if title is not None else docname)
        try:
            reference = make_refnode(self._builder, refdoc, docname, target, content)
        except NoUri:
            return content
        if "reftitle" in node:
            reference["reftitle"] = node["reftitle"]
        return reference

    def _redirected(
        self, node: addnodes.pending_xref, path: str, anchor: str, content: nodes.Element
    ) -> nodes.Element | None:
        folder = posixpath.dirname(node.get("refdoc", self.env.docname))
        absolute = path if path.startswith("/") else posixpath.normpath(f"/{folder}/{path}")
        destination = self._redirects.follow(absolute)
        if destination is None:
            return None
        if is_external(destination):
            return nodes.reference("", "", content, refuri=destination, internal=False)
        path, own_anchor = split_href(destination)
        docname = find_page(path, "", self.env.found_docs, self.config.root_doc)
        if docname is None:
            return None
        return self._reference(node, docname, own_anchor or anchor, content)

    def _missing(self, node: addnodes.pending_xref) -> nodes.Element:
        self._warn(
            node,
            f"no page or file is at {node['reftarget']!r}; the text stays without a link: write"
            " the path of a page, from the root with '/' or relative to this one",
        )
        return cast("nodes.Element", node[0].deepcopy())

    def _warn(self, node: addnodes.pending_xref, message: str) -> None:
        target = split_href(node["reftarget"])
        ignored: Any = self.config.nitpick_ignore or ()
        if ("myst", node["reftarget"]) in ignored or ("myst", target[0]) in ignored:
            return
        # The type of MyST's own warning of a link without a target, so that one setting is enough.
        _logger.warning(message, type="myst", subtype="xref_missing", location=node)


def page_anchors(env: BuildEnvironment, docname: str) -> Mapping[str, str] | None:
    """Anchors of the Markdown page *docname* and the ids they stand for; ``None`` for others."""
    metadata: Mapping[str, Any] = env.metadata.get(docname, {})
    ids = metadata.get(_ANCHORS)
    if ids is None:
        return None
    slugs = metadata.get("myst_slugs", {})
    return {ident: ident for ident in ids} | {slug: entry[1] for slug, entry in slugs.items()}
