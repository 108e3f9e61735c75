"""Resolving links between pages, in the form used by authors of docs.json sites."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.config.confvals import means_markdown
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import COUNT, Cause, missing_folder
from sphinx_navapi.doctree.nodes import ancestors, kept_markup, navapi_block, navapi_icon, page_of
from sphinx_navapi.doctree.text_links import ANCHORS, SHOWN, TextLinks, page_anchors, text_links
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import (
    FROM_DOCUMENT,
    PAGE_LINK,
    anchor_advice,
    below_base,
    find_anchor,
    heading_slug,
    hosted_slug,
    is_external,
    is_page_link,
    names_file,
    relative_url,
    split_href,
)
from sphinx_navapi.plan.metadata import SHOWING_KEYS
from sphinx_navapi.project.environment import env_site, env_state, writes_book, writes_site
from sphinx_navapi.project.output_files import written_files
from sphinx_navapi.project.reporting import report_missing_target

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site

_SCHEME = re.compile(r"\A(?:https?:)?//(?:www\.)?|\A(?:mailto|tel):")


def has_name(content: nodes.Element) -> bool:
    """Whether *content* has a name: text, or a picture with a description."""
    if any(image.get("alt", "").strip() for image in find_nodes(content, nodes.image)):
        return True
    return any(
        text.strip() and not isinstance(text.parent, nodes.raw)
        for text in find_nodes(content, nodes.Text)
    )


def shows(content: nodes.Element, *, html: bool) -> bool:
    """Whether *content* has something visible other than text.

    :param html: for HTML output; other builders only show pictures.
    """
    kinds = (nodes.image, nodes.raw, navapi_icon, kept_markup) if html else (nodes.image,)
    return any(isinstance(node, kinds) for node in find_nodes(content, nodes.Element))


def name_link(reference: nodes.reference, *, html: bool) -> None:
    """Name an external *reference* by its address if it has no name."""
    address = reference.get("refuri", "")
    if not is_external(address) or "reftitle" in reference or has_name(reference):
        return
    name = _SCHEME.sub("", address).rstrip("/")
    if shows(reference, html=html):
        reference["reftitle"] = name
    else:
        reference += nodes.Text(name)


_HREF = re.compile(r'<a\b[^>]*? href="([^"#][^"]*)"')


class NoteLinks(SphinxTransform):
    """Records the targets of a page's links, and which of them show the target's title."""

    def apply(self, **kwargs: Any) -> None:
        """Store them in the environment."""
        targets = dict.fromkeys(_targets(self.document))
        if targets:
            env_state(self.env).links[self.env.docname] = tuple(targets)


def _targets(document: nodes.document) -> Iterator[tuple[str, bool]]:
    for node in find_nodes(document, nodes.Element):
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
        page = self._links.find_written(target, docname)
        shown = self._links.find(target, docname)
        title = ""
        if isinstance(page, PageTarget):
            page = self._links.with_id(page)
            if shows_title and page.docname in self._env.titles:
                title = self._env.titles[page.docname].astext()
        labels = self._env.domains.standard_domain
        name = target.lower()
        return (
            repr(page),
            repr(shown),
            title,
            labels.labels.get(name, labels.anonlabels.get(name)),
        )


#: Kinds of blocks with rows that have ids.
_WITH_ROWS = frozenset({"parameters", "body", "responses", "callbacks", "schema"})

#: Nodes created by Markdown in a heading; all others are from components.
_MARKDOWN = (
    nodes.Text, nodes.literal, nodes.emphasis, nodes.strong, nodes.reference, addnodes.pending_xref,
)  # fmt: skip


class CollectAnchors(SphinxTransform):
    """Records the anchors of a Markdown page, so that links to them can be checked."""

    def apply(self, **kwargs: Any) -> None:
        """Store names and ids of all elements in the page's metadata."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site else None
        if (
            site is None
            or page is None
            or not (page.generated or page.file.endswith((".md", ".mdx")))
        ):
            return
        blocks = find_nodes(self.document, navapi_block)
        shown = dict.fromkeys(_shown(block) for block in blocks if block["kind"] in _WITH_ROWS)
        if not shown and SHOWING_KEYS & page.metadata.keys():
            # The operation was not found, which was reported: its anchors are unknown.
            return
        if shown:
            self.env.metadata[self.env.docname][SHOWN] = tuple(shown)
        # Authors of MyST pages know MyST's anchors, and the HTML of their pages stays as it was.
        is_mdx = site.is_hosted(page) or not means_markdown(self.config.extensions)
        is_hosted = is_mdx and not page.generated and not shown
        if is_hosted:
            self._add_hosted_anchors()
        anchors: dict[str, str] = {}
        for section in find_nodes(self.document, nodes.section):
            if section["ids"] and isinstance(section[0], nodes.title):
                slug = heading_slug(section[0].astext())
                anchors.setdefault(free_name(slug, anchors.__contains__), section["ids"][0])
                if is_hosted:
                    self._add_written_slug(section)
        for node in find_nodes(self.document, nodes.Element):
            ids = node["ids"]
            anchors.update(zip(ids, ids, strict=True))
        self.env.metadata[self.env.docname][ANCHORS] = anchors

    def _add_written_slug(self, section: nodes.section) -> None:
        """Add the anchor of the heading's source text to *section*, before components change it.

        Hosts of docs.json sites create anchors before rendering components.
        """
        title = cast("nodes.title", section[0])
        written = "".join(each.astext() for each in title if isinstance(each, _MARKDOWN))
        slug = heading_slug(written)
        if slug and len(title) > 1 and slug not in self.document.ids:
            section["ids"].append(slug)
            self.document.ids[slug] = section

    def _add_hosted_anchors(self) -> None:
        """Also add the anchors that a hosted service creates."""
        taken: set[str] = set()
        for section in find_nodes(self.document, nodes.section):
            if not section["ids"] or not isinstance(section[0], nodes.title):
                continue
            slug = free_name(hosted_slug(section[0].astext()), taken.__contains__, first=2)
            taken.add(slug)
            if slug and slug not in self.document.ids:
                section["ids"].append(slug)
                self.document.ids[slug] = section


def _shown(block: navapi_block) -> tuple[str, str, str]:
    """What *block* shows: document, pointer or operation, and prefix of its ids."""
    is_schema = "pointer" in block
    part = block["pointer"] if is_schema else f"{block['method']} {block['path']}"
    return block["document"], part, block["prefix"]


class ResolvePageLinks(SphinxPostTransform):
    """Resolves the links of MDX pages, those of Markdown pages that MyST cannot resolve, and those
    in texts of OpenAPI documents; any other root-relative link, if there is a page.
    """

    def run(self, **kwargs: Any) -> None:
        """Replace each link by a reference, or by its text if it is broken."""
        site, links = env_site(self.env), text_links(self.env)
        if site is None or links is None:
            return
        self._site, self._links = site, links
        for node in find_nodes(self.document, addnodes.pending_xref):
            if node["reftype"] == PAGE_LINK:
                node.replace_self(self._resolve(node) or self._to_file(node) or self._missing(node))
            elif node["reftype"] == "myst" and site.configured:
                resolved = self._resolve_for_myst(node)
                if resolved is not None:
                    node.replace_self(resolved)
        for reference in find_nodes(self.document, nodes.reference):
            page = site.page(self._page(reference))
            if page is not None and (page.generated or site.is_hosted(page)):
                name_link(reference, html=site.builder.format == "html")
            if FROM_DOCUMENT in reference or (site.configured and _is_rooted(reference)):
                self._resolve_as_written(reference)
        if site.configured and site.builder.format == "html":
            self._resolve_html()

    def _resolve_for_myst(self, node: addnodes.pending_xref) -> nodes.Element | None:
        """Resolve a link to a page or heading about which MyST would warn."""
        target = self._target_for_myst(node)
        if target is None or _myst_resolves(node, self.document):
            # What MyST makes of it is what the project has without us.
            return None
        return self._linked(node, target)

    def _target_for_myst(self, node: addnodes.pending_xref) -> PageTarget | str | None:
        target: str = node.get("reftarget", "")
        if node.get("refdomain") == "doc":
            anchor = node.get("reftargetid")
            if not anchor or not page_anchors(self.env, target):
                return None
            page = PageTarget(target, anchor=anchor)
            return None if self._links.other_anchors(page) else page
        if node.get("refdomain") or is_external(target):
            return None
        refdoc = self._page(node)
        if "/" in target:
            return self._links.find_written(target, refdoc)
        anchors = page_anchors(self.env, refdoc)
        if anchors and find_anchor(target, anchors) is not None:
            return PageTarget(refdoc, anchor=target)
        return None

    def _page(self, node: nodes.Element) -> str:
        """Docname of the page of *node*, also in a doctree that joins many pages."""
        return str(node.get("refdoc") or page_of(node) or self.env.docname)

    def _resolve(self, node: addnodes.pending_xref) -> nodes.Element | None:
        target = self._links.find_written(node["reftarget"], self._page(node))
        return None if target is None else self._linked(node, target)

    def _linked(self, node: addnodes.pending_xref, target: PageTarget | str) -> nodes.Element:
        if isinstance(target, PageTarget):
            return self._reference(node, target)
        content = cast("nodes.Element", node[0].deepcopy())
        return nodes.reference("", "", content, refuri=target, internal=False)

    def _reference(self, node: addnodes.pending_xref, target: PageTarget) -> nodes.Element:
        docname, anchor = target.docname, target.anchor
        content = cast("nodes.Element", node[0].deepcopy())
        anchors = self._links.other_anchors(target)
        if anchors is not None:
            self._warn(
                node,
                f"page {docname!r} has no heading or anchor {anchor!r}; the link leads to the"
                f" page: {anchor_advice(anchor, anchors)}",
                Cause(
                    key=f"anchors:{docname}",
                    summary=f"{COUNT} links refer to headings that page {docname!r} does not"
                    " have; they lead to the page: correct them",
                    example=f", for example {anchor!r}",
                ),
            )
        is_html = self._site.builder.format == "html"
        is_named = "reftitle" in node or has_name(content)
        title = self.env.titles.get(docname)
        name = title.astext() if title is not None else docname
        if not is_named and not shows(content, html=is_html):
            content += nodes.Text(name)
        target = self._links.with_id(target)
        reference = self._links.reference(target, self._page(node), content)
        if reference is None:
            return content
        if "reftitle" in node:
            reference["reftitle"] = node["reftitle"]
        elif not is_named and shows(content, html=is_html):
            reference["reftitle"] = name
        return reference

    def _to_file(self, node: addnodes.pending_xref) -> nodes.Element | None:
        """A link to a file that the build writes, such as ``/llms.txt``."""
        refdoc = self._page(node)
        path = posixpath.join("/", posixpath.dirname(refdoc), split_href(node["reftarget"])[0])
        path = below_base(path, self.config.html_baseurl) or path
        name = posixpath.normpath(path).lstrip("/")
        builder = self._site.builder
        names = written_files(builder, self.config, self._site.confvals)
        if name not in names or not writes_site(builder):
            return None
        url = relative_url(builder.get_target_uri(refdoc), name)
        content = cast("nodes.Element", node[0].deepcopy())
        return nodes.reference("", "", content, refuri=url, internal=True)

    def _missing(self, node: addnodes.pending_xref) -> nodes.Element:
        path = split_href(node["reftarget"])[0]
        folder = posixpath.dirname(node.get("refdoc", self.env.docname))
        joined = posixpath.join("/", folder, path)
        self._warn(
            node,
            f"no page or file exists at {node['reftarget']!r}; the text is not linked: use"
            " the path of a page, from the root with '/' or relative to this one",
            missing_folder(Path(self.env.srcdir), joined) if names_file(path) else None,
        )
        return cast("nodes.Element", node[0].deepcopy())

    def _resolve_as_written(self, reference: nodes.reference) -> None:
        """Resolve *reference*, which has an address as written by its author, to a page."""
        href, refdoc = reference["refuri"], self._page(reference)
        reference.attributes.pop(FROM_DOCUMENT, None)
        is_anchor = href.startswith("#")
        target = self._links.find(href, refdoc) if is_anchor or is_page_link(href) else None
        if is_anchor and target in (PageTarget(refdoc), PageTarget(refdoc, anchor=href[1:])):
            target = None
        if isinstance(target, str):
            reference["refuri"] = target
        elif target is not None:
            title = self.env.titles.get(target.docname)
            if title is not None and reference.astext() == href:
                # An address without a text, such as that of external documentation.
                reference.children = [nodes.Text(title.astext())]
            made = self._links.reference(target, refdoc, nodes.inline("", "", *reference.children))
            if made is not None:
                reference.replace_self(made)
        elif writes_book(self._site.builder) and not self._is_in_book(href, reference):
            # A book has no server that could serve the address.
            reference.replace_self(nodes.inline("", "", *reference.children))

    def _is_in_book(self, href: str, reference: nodes.reference) -> bool:
        """Whether *href* of *reference*, which is no link to another page, works in a book."""
        around = (each for each in ancestors(reference) if isinstance(each, addnodes.start_of_file))
        elements = next(around, self.document).findall(nodes.Element)
        return is_external(href) or any(href[1:] in element["ids"] for element in elements)

    def _resolve_html(self) -> None:
        for raw in find_nodes(self.document, nodes.raw):
            if raw.get("format") == "html" and "<a" in raw.astext():
                text = self._links.resolve_html(raw.astext(), self._page(raw))
                raw.children = [nodes.Text(text)]

    def _warn(self, node: addnodes.pending_xref, message: str, cause: Cause | None = None) -> None:
        target = split_href(node["reftarget"])
        ignored: Any = self.config.nitpick_ignore or ()
        if ("myst", node["reftarget"]) in ignored or ("myst", target[0]) in ignored:
            return
        report_missing_target(node, message, cause)


def _myst_resolves(node: addnodes.pending_xref, document: nodes.document) -> bool:
    """Whether MyST finds a target for *node*: a label, an object of any domain or inventory, ….

    Its resolver is asked, as it is configured and as it is in the installed version.
    """
    from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
    from myst_parser.warnings_ import MystWarnings

    alone = document.copy()
    alone += node.deepcopy()
    is_resolved = True

    def note(_target: str | None, _text: str, subtype: MystWarnings, **options: Any) -> None:
        nonlocal is_resolved
        is_resolved = is_resolved and subtype is not MystWarnings.XREF_MISSING

    resolver = MystReferenceResolver(alone)
    resolver.log_warning = note  # type: ignore[method-assign, assignment] # on this instance
    resolver.run()
    return is_resolved


def _is_rooted(reference: nodes.Element) -> bool:
    uri = reference.get("refuri", "")
    return uri.startswith("/") and not uri.startswith("//")
