"""Resolves links between pages, as the authors of docs.json sites write them."""

from __future__ import annotations

import posixpath
from collections.abc import Container, Mapping
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from sphinx_navapi.doctree.build import env_site
from sphinx_navapi.mdx.anchors import find_anchor, heading_slug, nearest_anchor
from sphinx_navapi.mdx.renderer import PAGE_LINK
from sphinx_navapi.mdx.targets import (
    Redirects,
    find_in_folder,
    find_page,
    is_external,
    split_href,
)

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_logger = logging.getLogger("sphinx_navapi")

#: Metadata of pages that show an operation or a schema.
_OPERATION_KEYS = frozenset({"openapi", "openapi-schema", "api"})

#: Where a page's anchors are kept in its metadata.
_ANCHORS = "navapi_anchors"


class CollectAnchors(SphinxTransform):
    """Notes which anchors a Markdown page has, so that links to them can be checked."""

    # After all ids are given: MyST's own come at 700.
    default_priority = 870

    def apply(self, **kwargs: Any) -> None:
        """Keep names and ids of all elements in the page's metadata."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site else None
        if page is None or not page.file.endswith((".md", ".mdx")):
            return
        if _OPERATION_KEYS & page.metadata.keys():
            # What the document adds has anchors that are made when the page is written.
            return
        anchors: dict[str, str] = {}
        for section in self.document.findall(nodes.section):
            if section["ids"] and isinstance(section[0], nodes.title):
                slug = heading_slug(section[0].astext())
                anchors.setdefault(_unique(slug, anchors), section["ids"][0])
        for node in self.document.findall(nodes.Element):
            anchors.update((ident, ident) for ident in node["ids"])
        self.env.metadata[self.env.docname][_ANCHORS] = anchors


def _unique(slug: str, taken: Container[str]) -> str:
    """*slug*, with the first free number if it is taken: the second of a name is ``name-1``."""
    numbered = (f"{slug}-{number}" for number in count(1))
    return slug if slug not in taken else next(name for name in numbered if name not in taken)


class ResolvePageLinks(SphinxPostTransform):
    """Resolves the links of MDX pages, and those links of Markdown pages that MyST cannot."""

    # Before MyST's resolver (9), which warns of all that it does not know.
    default_priority = 8

    def run(self, **kwargs: Any) -> None:
        """Replace each link by a reference, or by its text if it leads nowhere."""
        site = env_site(self.env)
        if site is None:
            return
        self._site = site
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node["reftype"] == PAGE_LINK:
                node.replace_self(self._resolve(node) or self._missing(node))
            elif node["reftype"] == "myst" and site.configured:
                found = self._resolve_for_myst(node)
                if found is not None:
                    node.replace_self(found)

    @cached_property
    def _redirects(self) -> Redirects:
        rules = self._site.plan.settings.get("redirects")
        return Redirects(rules if isinstance(rules, list | tuple) else ())

    def _resolve_for_myst(self, node: addnodes.pending_xref) -> nodes.Element | None:
        """What MyST would warn of, and means a page or a heading of one."""
        target: str = node.get("reftarget", "")
        if node.get("refdomain") == "doc":
            anchor = node.get("reftargetid")
            anchors = page_anchors(self.env, target)
            if not anchor or not anchors or target not in self.env.found_docs:
                return None
            if find_anchor(anchor, anchors) is None or self._is_label(anchor):
                return None
            return self._reference(node, target, anchor, cast("nodes.Element", node[0].deepcopy()))
        if node.get("refdomain") or is_external(target) or self._is_label(target):
            return None
        if "/" in target:
            return self._resolve(node)
        refdoc = node.get("refdoc", self.env.docname)
        anchors = page_anchors(self.env, refdoc)
        if anchors and find_anchor(target, anchors) is not None:
            return self._reference(node, refdoc, target, cast("nodes.Element", node[0].deepcopy()))
        return None

    def _is_label(self, target: str) -> bool:
        """Whether MyST finds *target* among the labels of the project, which count first."""
        labels = self.env.domains.standard_domain
        return target.lower() in labels.labels or target.lower() in labels.anonlabels

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
                self._warn(
                    node,
                    f"page {docname!r} has no heading or anchor {anchor!r}; the link leads to the"
                    f" page: {_advice(anchor, anchors)}",
                )
            target = found or anchor
        if not content.astext() and not list(content.findall(nodes.image)):
            title = self.env.titles.get(docname)
            content += nodes.Text(title.astext() if title is not None else docname)
        try:
            reference = make_refnode(self._site.builder, refdoc, docname, target, content)
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
            return self._first_in_folder(node, path, anchor, content)
        if is_external(destination):
            return nodes.reference("", "", content, refuri=destination, internal=False)
        path, own_anchor = split_href(destination)
        docname = find_page(path, "", self.env.found_docs, self.config.root_doc)
        if docname is None:
            return None
        return self._reference(node, docname, own_anchor or anchor, content)

    def _first_in_folder(
        self, node: addnodes.pending_xref, path: str, anchor: str, content: nodes.Element
    ) -> nodes.Element | None:
        """A link to a folder leads to its first page, in the order of the navigation."""
        refdoc = node.get("refdoc", self.env.docname)
        pages = (name for name, page in self._site.plan.pages.items() if page.trail)
        docname = find_in_folder(path, refdoc, pages)
        if docname is None or docname not in self.env.found_docs:
            return None
        return self._reference(node, docname, anchor, content)

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


def _advice(anchor: str, anchors: Mapping[str, str]) -> str:
    near = nearest_anchor(anchor, anchors)
    if near is None:
        return "write the anchor of a heading that is there"
    return f"did you mean {near!r}?"


def page_anchors(env: BuildEnvironment, docname: str) -> Mapping[str, str] | None:
    """Anchors of the Markdown page *docname* and the ids they stand for; ``None`` for others."""
    metadata: Mapping[str, Any] = env.metadata.get(docname, {})
    anchors: Mapping[str, str] | None = metadata.get(_ANCHORS)
    return anchors
