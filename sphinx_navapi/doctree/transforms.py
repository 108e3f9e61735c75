"""Post-transforms: expanding the navigation, and opaque nodes to stock nodes or messages."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.doctree.book_pages import join_users, put_authorization_first, replace_part
from sphinx_navapi.doctree.messages import (
    SourceMessage,
    block_sources,
    change_sources,
    description_source,
    description_sources,
    is_change_list,
    label_sources,
    put_place,
    source_message,
)
from sphinx_navapi.doctree.navigation import (
    element_labels,
    find_element,
    listing_content,
    navigation_content,
)
from sphinx_navapi.doctree.nodes import (
    navapi_block,
    navapi_description,
    navapi_entry,
    navapi_navigation,
    navapi_signature,
    page_of,
)
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import (
    env_site,
    page_words,
    translator_for,
    writes_book,
    writes_site,
)
from sphinx_navapi.project.reporting import report_diagnostics
from sphinx_navapi.project.toctrees import drop_empty_wrappers

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.builders import Builder

    from sphinx_navapi.locale.wording import Wording
    from sphinx_navapi.project.site import Site, Translate


def stock_signature(signature: navapi_signature, words: Wording) -> list[nodes.Element]:
    """Method and path as a literal line."""
    line = nodes.paragraph("", "", classes=["navapi-signature"])
    line += nodes.strong("", signature["method"])
    line += nodes.Text(" ")
    line += nodes.literal("", signature.get("address") or signature["path"])
    if signature.get("protocols"):
        line += nodes.Text(f" ({', '.join(signature['protocols'])})")
    if signature["deprecated"]:
        line += nodes.Text(" ")
        line += nodes.emphasis("", f"({words.deprecated})")
    return [line]


def stock_block(
    site: Site,
    block: navapi_block,
    docname: str,
    translate: Translate | None,
    words: Wording,
    described: defaultdict[str, set[str]],
) -> list[nodes.Node]:
    """The content of *block* on the page *docname*; empty if its operation was removed.

    :param described: by document, the security schemes that a book has described before.
    """
    # Imported here, since HTML does not need it.
    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.content.nodes.blocks import BlockNodes

    name = block["document"]
    content = site.content(name)
    writer = MarkdownWriter(
        content,
        site.page_names(name),
        clients=site.clients,
        translate=translate,
        words=words,
        printed=True,
    )
    words, directory, is_titled = content.wording(words), block["directory"], block.get("titled")
    is_schema = block["kind"] == "schema"
    operation = None
    if not is_schema:
        key = OperationKey(document=name, method=block["method"], path=block["path"])
        operation = site.operation(docname, key)
    if writes_book(site.builder):
        from sphinx_navapi.content.nodes.book import BookNodes

        tables = site.builder.name != "man"
        clients = site.book_clients
        has_overview = name in site.documents_with_overview
        book = BookNodes(
            writer,
            words,
            directory,
            clients=clients,
            tables=tables,
            has_overview=has_overview,
            described=described[name],
        )
        if is_schema:
            return book.schema(block["pointer"], titled=bool(is_titled))
        return book.part(block["kind"], operation) if operation is not None else []
    stock = BlockNodes(writer, words, directory)
    if is_schema:
        return stock.expand(writer.schema_blocks(block["pointer"], named=not is_titled))
    return stock.expand(writer.part(block["kind"], operation)) if operation is not None else []


class ExpandNavigation(SphinxPostTransform):
    """Replaces `navapi_navigation` by the content of the current navigation, adds it to pages that
    list their group, and removes what is left of the hidden toctrees.
    """

    def run(self, **kwargs: Any) -> None:
        """Expand each node; an unknown target is a diagnostic, and the node is removed."""
        site = env_site(self.env)
        for node in find_nodes(self.document, navapi_navigation):
            element = (
                find_element(site.plan.navigation, node["target"], site.planned.origins)
                if site
                else None
            )
            if site is None or element is None:
                if site is not None:
                    self._report(node, site)
                node.parent.remove(node)
                continue
            docname = page_of(node) or self.env.docname
            content = navigation_content(site, element, docname)
            node.replace_self(content or [nodes.paragraph()])
        page = site.page(self.env.docname) if site else None
        if site is not None and page is not None and page.listing is not None:
            text = next(self.document.findall(nodes.section), self.document)
            text.extend(listing_content(site, page))
        if site and self.env.docname == self.config.root_doc and site.builder.format == "html":
            drop_empty_wrappers(self.document)

    def _report(self, node: navapi_navigation, site: Site) -> None:
        labels = list(dict.fromkeys(element_labels(site.plan.navigation)))
        near = site.planned.matcher.near(node["target"].strip(), labels)
        if near:
            advice = f"did you mean {' or '.join(near)}?"
        elif labels:
            advice = f"use the label of an element, such as {labels[0]}"
        else:
            advice = "remove the argument to show the whole navigation"
        report_diagnostics(
            [
                Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"the navigation has no element {node['target']!r}; nothing is"
                    f" shown: {advice}",
                    place=Place(
                        file=(node.source or "").removeprefix(f"{self.env.srcdir}/"), line=node.line
                    ),
                )
            ],
            self.env.srcdir,
        )


class ExpandBlocks(SphinxPostTransform):
    """Replaces opaque nodes by stock nodes for builders that do not write our HTML."""

    def run(self, **kwargs: Any) -> None:
        """Expand blocks and signatures, or turn them into messages for the gettext builder."""
        site = env_site(self.env)
        if site is None:
            return
        is_site = writes_site(site.builder)
        # Where all pages are one, Sphinx knows the addresses in it.
        if not is_site or site.builder.name == "singlehtml":
            _expand_entries(self.document)
        if is_site:
            return
        if site.builder.name == "gettext":
            self._messages(site)
            return
        is_book = writes_book(site.builder)
        if is_book:
            for signature in find_nodes(self.document, navapi_signature):
                put_authorization_first(signature)
            join_users(self.document)
        for signature in find_nodes(self.document, navapi_signature):
            signature.replace_self(stock_signature(signature, self._wording(signature)))
        described: defaultdict[str, set[str]] = defaultdict(set)
        for block in find_nodes(self.document, navapi_block):
            docname = page_of(block) or self.env.docname
            translate = translator_for(self.env, docname)
            wording = self._wording(block)
            stock = stock_block(site, block, docname, translate, wording, described)
            if is_book and block["kind"] != "schema":
                replace_part(block, stock)
                continue
            # An element keeps the ids that the block has from a preceding target.
            block.replace_self(stock if stock or not block["ids"] else nodes.container())

    def _wording(self, node: nodes.Element) -> Wording:
        """Labels in the language of the page of *node*; builders may join many pages."""
        docname = page_of(node) or self.env.docname
        return interface_wording(page_words(self.env, docname))

    def _messages(self, site: Site) -> None:
        for title in find_nodes(self.document, nodes.title):
            if "message" in title and "document" in title:
                source = description_source(site, title, "summary", title["message"])
                title["translatable"] = True
                put_place(title, source)
        for node in find_nodes(self.document, navapi_description):
            _replace_by_messages(node, description_sources(site, node))
        for block in find_nodes(self.document, navapi_block):
            _replace_by_messages(block, block_sources(site, block))
        for changes in filter(is_change_list, find_nodes(self.document, nodes.bullet_list)):
            _replace_by_messages(changes, change_sources(site, changes))
        if self.env.docname == self.config.root_doc:
            self.document.extend(source_message(label) for label in label_sources(site))


class LinkEntries(SphinxPostTransform):
    """Replaces the entries of lists by links, methods and paths."""

    def run(self, **kwargs: Any) -> None:
        """Replace those that `ExpandBlocks` has left."""
        site = env_site(self.env)
        if site is not None:
            _expand_entries(self.document, partial(self._link, site.builder))

    def _link(self, builder: Builder, target: str, label: str) -> nodes.Element:
        """A link to the page *target*, as Sphinx resolves it."""
        text = nodes.inline("", label, classes=["doc"])
        is_known = target in self.env.all_docs
        return make_refnode(builder, self.env.docname, target, None, text) if is_known else text


def _expand_entries(
    document: nodes.document, link: Callable[[str, str], nodes.Element] | None = None
) -> None:
    """Replace each entry by stock nodes.

    :param link: makes the link to a page from its docname and a text; by default one to resolve.
    """
    for entry in find_nodes(document, navapi_entry):
        # Imported here, since pages without lists do not need it.
        from sphinx_navapi.doctree.overview_page import entry_line, page_link

        line = entry_line(entry, partial(link or page_link, entry["docname"]))
        entry.replace_self(line.children)


def _replace_by_messages(node: nodes.Element, messages: list[SourceMessage]) -> None:
    """Replace *node* by *messages*; an element keeps the ids of a target before it."""
    node.replace_self([source_message(message) for message in messages] or nodes.container())
