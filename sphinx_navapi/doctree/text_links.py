"""Links in ``docs.json``, pages and OpenAPI documents, for the running builder."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape, unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinx_navapi.links.page_targets import PageTarget, PageTargets
from sphinx_navapi.links.targets import (
    field_names,
    find_anchor,
    find_field,
    is_external,
    is_field_anchor,
    is_page_link,
    relative_url,
    rooted,
)
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.reference_anchors import ReferenceAnchors, heading_of, is_reference_anchor
from sphinx_navapi.project.environment import env_site, writes_book, writes_site

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site

#: Metadata key of a page's anchors.
ANCHORS = "navapi_anchors"

#: Metadata key of the operations and schemas on a page, whose fields get ids when it is written:
#: document, pointer or ``METHOD path``, prefix of the ids.
SHOWN = "navapi_shown"

_HREF = re.compile(r'(<a\b[^>]*? href=)"([^"#][^"]*)"')


def page_anchors(env: BuildEnvironment, docname: str) -> Mapping[str, str] | None:
    """Anchors of *docname* with their ids, except for fields of operations and schemas.

    ``None`` for pages that are neither Markdown nor generated.
    """
    metadata: Mapping[str, Any] = env.metadata.get(docname, {})
    anchors: Mapping[str, str] | None = metadata.get(ANCHORS)
    return anchors


def page_targets(site: Site, env: BuildEnvironment) -> PageTargets:
    """Finds the pages of *site*, once all of them are read."""
    pages = site.plan.pages
    return PageTargets(
        env.found_docs,
        env.config.root_doc,
        placed=lambda: (name for name, page in pages.items() if page.trail),
        folders=lambda: (posixpath.dirname(n) for n, page in pages.items() if page.generated),
        redirects=site.redirects,
        base_url=env.config.html_baseurl,
    )


class TextLinks:
    """Resolves the links of one site for its builder: whatever becomes an ``href`` passes here."""

    def __init__(self, site: Site, env: BuildEnvironment) -> None:
        self._site = site
        self._env = env
        self.targets = page_targets(site, env)
        self._references = ReferenceAnchors(site.plan)
        self._known: dict[tuple[str, str], PageTarget | str | None] = {}
        self._fields: dict[str, Mapping[str, str]] = {}

    def find(self, href: str, docname: str) -> PageTarget | str | None:
        """The target of *href* in a text shown by *docname*; ``None`` if it is not a page.

        The anchor is the id of an element, if the page's elements are known.
        """
        key = (href, docname if href.startswith("#") else posixpath.dirname(docname))
        if key not in self._known:
            target = self.targets.find_for_shown(href, docname)
            if isinstance(target, PageTarget):
                target = self.with_id(self._of_reference(target))
            self._known[key] = target
        return self._known[key]

    def find_written(self, href: str, docname: str) -> PageTarget | str | None:
        """Like `find` for *href* in the source of *docname*, with the anchor as written."""
        target = self.targets.find(href, docname)
        return self._of_reference(target) if isinstance(target, PageTarget) else target

    def _of_reference(self, target: PageTarget) -> PageTarget:
        """*target*, or the page for its anchor if that is one of Redoc or Scalar."""
        if not is_reference_anchor(target.anchor):
            return target
        page = self._site.page(target.docname)
        document = page.document if page is not None else None
        docname = self._references.find(target.anchor, document)
        if docname is None:
            return target
        ids = page_anchors(self._env, docname) or {}
        heading = heading_of(target.anchor)
        ident = find_anchor(heading, ids) if heading else None
        if ident is None and docname == target.docname:
            # A link to the page that has it needs an element: that of its title.
            ident = next(iter(ids.values()), None)
        return PageTarget(docname, target.query, ident or "")

    def with_id(self, target: PageTarget) -> PageTarget:
        """*target* with the id of the element for its anchor.

        An unknown anchor is kept: scripts may create it. A book has none of these, and only sites
        have ids of fields.
        """
        anchors = page_anchors(self._env, target.docname) if target.anchor else None
        if anchors is None:
            return target
        ident = find_anchor(target.anchor, anchors)
        if ident is None:
            field = find_field(target.anchor, self._field_names(target.docname))
            is_kept = writes_site(self._site.builder) or (field is None and not self._is_book)
            ident = (field or target.anchor) if is_kept else ""
        return replace(target, anchor=ident)

    def other_anchors(self, target: PageTarget) -> Iterable[str] | None:
        """The anchors of the page of *target*, of its kind, if none is its own; else ``None``."""
        anchors = page_anchors(self._env, target.docname) if target.anchor else None
        if anchors is None or target.anchor == "top" or find_anchor(target.anchor, anchors):
            return None
        fields = self._field_names(target.docname)
        if find_field(target.anchor, fields):
            return None
        if is_field_anchor(target.anchor) and writes_book(self._site.builder):
            return None  # the fields of components are in another part of a book
        return fields.values() if is_field_anchor(target.anchor) else anchors

    @property
    def _is_book(self) -> bool:
        return self._site.builder.name == "epub"

    def _field_names(self, docname: str) -> Mapping[str, str]:
        """The names of the fields of operations and schemas on *docname*, to their ids."""
        if docname not in self._fields:
            shown = self._env.metadata.get(docname, {}).get(SHOWN, ())
            ids: dict[str, str] = {}
            for each in shown:
                for name, ident in self._ids_of(docname, *each):
                    ids.setdefault(name, ident)
            self._fields[docname] = {**ids, **field_names(ids.values())}
        return self._fields[docname]

    def _ids_of(
        self, docname: str, document: str, part: str, prefix: str
    ) -> Iterator[tuple[str, str]]:
        if self._site.document(document) is None:
            return
        # Imported here, since most builds have no links to fields.
        from sphinx_navapi.content.field_ids import operation_ids, schema_ids
        from sphinx_navapi.openapi.view import Direction

        if part.startswith("/"):
            schema = self._site.content(document).schemas.schema(part, Direction.BOTH)
            for ident in schema_ids(schema, f"{prefix}schema"):
                yield ident, ident
            return
        method, _, path = part.partition(" ")
        key = OperationKey(document=document, method=method, path=path)
        operation = self._site.operation(docname, key)
        if operation is not None:
            yield from operation_ids(operation, prefix)

    def uri(self, href: str, docname: str) -> str | None:
        """The address of the page that *href* leads to, relative to the site's root.

        ``None`` if it is not a page; an external address is returned unchanged.
        """
        target = self.find(href, docname)
        if not isinstance(target, PageTarget):
            return target
        uri = self._site.builder.get_target_uri(target.docname)
        # In a single file for all pages, each of them is an anchor itself.
        path, mark, own = uri.partition("#")
        anchor = quote(target.anchor) or own
        query = "" if mark else target.query
        return f"{path}{query}" + (f"#{anchor}" if anchor else "")

    def target(self, href: str) -> str:
        """The address of *href* in ``docs.json``, relative to the site's root.

        One with a scheme or without a path is returned unchanged. A path without a page is assumed
        to be a file in the output.
        """
        href = href.strip()
        if not is_page_link(href):
            return href
        address = self.uri(rooted(href), "")
        if address is not None:
            return address
        path, mark, end = href.partition("#")
        path, query_mark, query = path.partition("?")
        return f"{quote(unquote(path).lstrip('/'))}{query_mark}{query}{mark}{end}"

    def href(self, uri: str, href: str) -> str:
        """*href* of ``docs.json`` as a link on the page at *uri* (relative to the site's root)."""
        target = self.target(href)
        is_kept = is_external(target) or not is_page_link(href.strip())
        return target if is_kept else relative_url(uri, target)

    def reference(
        self, target: PageTarget, docname: str, content: nodes.Element
    ) -> nodes.Element | None:
        """A reference from the page *docname* to *target*; ``None`` if the builder cannot make
        one.
        """
        try:
            made = make_refnode(
                self._site.builder, docname, target.docname, target.anchor or None, content
            )
        except NoUri:
            return None
        add_query(made, target.query, self._site)
        return made

    def resolve_html(self, html: str, docname: str) -> str:
        """*html* on the page *docname* with links to pages resolved for the builder."""
        source = self._site.builder.get_target_uri(docname)

        def link(match: re.Match[str]) -> str:
            href = unescape(match[2])
            uri = self.uri(href, docname) if is_page_link(href) else None
            if uri is None:
                return match[0]
            url = uri if is_external(uri) else relative_url(source, uri)
            return f'{match[1]}"{escape(url)}"'

        return _HREF.sub(link, html) if "<a" in html else html


def add_query(reference: nodes.Element, query: str, site: Site) -> None:
    """Add the *query* of a link to *reference*, if pages have addresses."""
    uri = reference.get("refuri", "")
    if query and uri and not uri.startswith("#") and writes_site(site.builder):
        path, mark, anchor = uri.partition("#")
        reference["refuri"] = f"{path}{query}{mark}{anchor}"


def text_links(env: BuildEnvironment) -> TextLinks | None:
    """The links of the site that *env* builds, ``None`` without a site.

    Created once while pages are read, and again when all of them are: only then are their anchors
    known.
    """
    site = env_site(env)
    if site is None:
        return None
    titled, links = getattr(env.project, "text_links", (None, None))
    if links is None or titled is not site.titled:
        links = TextLinks(site, env)
        env.project.text_links = (site.titled, links)  # type: ignore[attr-defined] # a project of ours
    assert isinstance(links, TextLinks)
    return links
