"""Rendering the tokens of an MDX page to its doctree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from sphinx import addnodes

from sphinx_navapi.content.doctree_parts import STRUCK, find_nodes
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.doctree.components.code import code_block
from sphinx_navapi.doctree.components.component import place_nodes
from sphinx_navapi.doctree.components.fence_info import MATH, MERMAID, read_fence_info
from sphinx_navapi.doctree.page_links import image_node, link_node
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.mdx.context import PageContext
from sphinx_navapi.mdx.elements import Element
from sphinx_navapi.mdx.html_elements import blocks_of_cell, render_html
from sphinx_navapi.mdx.html_styles import FLUSH, element_classes
from sphinx_navapi.mdx.mark_rules import ELEMENT, close_marks, marked_page
from sphinx_navapi.mdx.marked_page import HEADING, MarkedPage
from sphinx_navapi.mdx.slips import slip_of_quotation, slip_of_table, slips_of_fence

_HEADING_ID = re.compile(r"\s*\{#([^\s{}]+)\}\s*$")

#: Key in the environment of a page's Markdown, and in the `meta` of the token: the title from its
#: metadata.
TITLED = "navapi_titled"

#: Subtypes of MyST's warnings about valid Markdown.
_ALLOWED = frozenset({"header", "strikethrough"})


class MdxRenderer(SphinxRenderer):
    """MyST's renderer for Sphinx, with MDX semantics of code, links, images and HTML."""

    text_classes: Sequence[str] = ()

    def create_warning(self, message: str, subtype: Any, **kwargs: Any) -> Any:
        """MyST's warning, except about heading levels and HTML-only content."""
        if getattr(subtype, "value", subtype) in _ALLOWED:
            return None
        return super().create_warning(message, subtype, **kwargs)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """A heading; a trailing ``{#name}`` is an additional anchor."""
        anchor = _take_heading_id(token)
        before = self.current_node
        super().render_heading(token)
        section = self.current_node if self.current_node is not before else before[-1]
        if TITLED in token.meta:
            self.md_env[TITLED] = section
        title = section[0] if isinstance(section, nodes.section) else section
        cast("nodes.Element", title)["classes"] += self.text_classes
        for each in token.children[0].children if token.children else []:
            written = self._page.elements[each.meta["element"]] if each.type == ELEMENT else None
            if written is not None and written.name == HEADING:
                cast("nodes.Element", title)["classes"] += element_classes(written)
        if anchor and anchor not in self.document.ids and isinstance(section, nodes.Element):
            section["ids"].append(anchor)
            self.document.ids[anchor] = section

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """A paragraph; text of JSX is one only for docutils."""
        if (slip := slip_of_table(token.children[0].content)) is not None:
            self._report_slip(slip[1], token, slip[0])
        super().render_paragraph(token)
        if self.text_classes:
            cast("nodes.Element", self.current_node[-1])["classes"] += self.text_classes
        if token.meta.get(FLUSH):
            cast("nodes.Element", self.current_node[-1])["classes"].append(FLUSH)

    def render_table_row(self, token: SyntaxTreeNode) -> None:
        """A row; lists of HTML in its cells are blocks."""
        super().render_table_row(token)
        for entry in cast("nodes.row", self.current_node[-1]):
            paragraph = cast("nodes.entry", entry)[0]
            if isinstance(paragraph, nodes.paragraph) and any(paragraph.findall(_is_list)):
                cast("nodes.entry", entry).children = []
                cast("nodes.entry", entry).extend(blocks_of_cell(paragraph))

    def render_blockquote(self, token: SyntaxTreeNode) -> None:
        """A quotation."""
        first = token.children[0] if token.children else None
        if first is not None and first.type == "paragraph":
            self._report_slip(slip_of_quotation(first.children[0].content), token)
        super().render_blockquote(token)

    def render_child(self, token: SyntaxTreeNode) -> None:
        """See `PageRenderer.render_child`."""
        if token.type == ELEMENT and self._page.elements[token.meta["element"]].inline:
            paragraph = nodes.paragraph(classes=[FLUSH])
            self.add_line_and_source_path(paragraph, token)
            with self.current_node_context(paragraph, append=True):
                self.render_mdx_element(token)
        else:
            self.rules[f"render_{token.type}"](token)

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Literal code, never a directive, below its title if it has one."""
        for slip in slips_of_fence(token.info):
            self._report_slip(slip, token)
        info = read_fence_info(token.info)
        if info.language == MERMAID and "mermaid_output_format" in self.sphinx_env.config:
            self._add_diagram(token)
            return
        if info.language == MATH:
            self.render_math_block(token)
            return
        block = code_block(token.content, info, [nodes.Text(info.title)] if info.title else [])
        for node in find_nodes(block, nodes.Element):
            self.add_line_and_source_path(node, token)
        self.current_node.append(block)

    def render_math_inline_double(self, token: SyntaxTreeNode) -> None:
        """A formula within a line, as in remark-math, also between two dollar signs."""
        self.render_math_inline(token)

    def _add_diagram(self, token: SyntaxTreeNode) -> None:
        """Add the node of the diagram extension that the project has loaded."""
        from sphinxcontrib.mermaid import mermaid  # type: ignore[import-untyped]

        diagram = mermaid("", code=token.content.rstrip("\n"), options={})
        self.add_line_and_source_path(diagram, token)
        self.current_node.append(diagram)

    def render_code_block(self, token: SyntaxTreeNode) -> None:
        """Like a fence: there is no indented code in MDX."""
        self.render_fence(token)

    def render_hr(self, token: SyntaxTreeNode) -> None:
        """A transition if docutils allows one: between two blocks of a section.

        Within other blocks, a rule of HTML; the text of other formats has three asterisks.
        """
        last = self.current_node[-1] if len(self.current_node) else None
        if not isinstance(self.current_node, nodes.document | nodes.section):
            stars = addnodes.only("", nodes.paragraph("", "* * *"), expr="not html")
            rule = nodes.raw("", '<hr class="docutils" />', format="html")
            place_nodes([rule, stars], str(self.document["source"]), token_line(token, 0))
            self.current_node.extend([rule, stars])
            return
        if isinstance(last, nodes.title | nodes.transition | None):
            return
        super().render_hr(token)

    def render_s(self, token: SyntaxTreeNode) -> None:
        """Struck text, as in descriptions."""
        struck = nodes.inline(classes=[STRUCK])
        with self.current_node_context(struck, append=True):
            self.render_children(token)

    def render_link(self, token: SyntaxTreeNode) -> None:
        """A link: external, to a file of the source directory, or to a page, resolved later."""
        outer, inner = link_node(str(token.attrGet("href") or ""), self.sphinx_env)
        self.add_line_and_source_path(outer, token)
        self.copy_attributes(token, outer, ("reftitle",), aliases={"title": "reftitle"})
        with self.current_node_context(outer, append=True), self.current_node_context(inner):
            self.render_children(token)

    def render_image(self, token: SyntaxTreeNode) -> None:
        """An image; a local one by its path, like other files."""
        attributes = {"title": str(token.attrGet("title") or "")}
        alt = self.renderInlineAsText(token.children or [])
        image = image_node(str(token.attrGet("src") or ""), alt, attributes, self.sphinx_env)
        if image is not None:
            self.add_line_and_source_path(image, token)
            self.current_node.append(image)

    def render_mdx_element(self, token: SyntaxTreeNode) -> None:
        """A component, or an HTML element, rendered by its registered function."""
        element = self._page.elements[token.meta["element"]]
        before = len(self.current_node)
        around = self.current_node
        component = find_component(element.name)
        context = PageContext(self, token, element, component)
        if component is not None and (component.inline or component.raw or not element.inline):
            made = component.build(context)
            if element.inline and not component.inline:
                made = _in_line(made)
            place_nodes(made, self.source_of(element), element.line)
        elif component is not None or element.is_component:
            made = self._titled(element, context)
        else:
            made = render_html(element, context)
        around.extend(made)
        if element.anchors:
            self._add_anchors(element, around, before)

    def render_line(self, text: str) -> None:
        """See `PageRenderer.render_line`."""
        tokens = self.md.parseInline(text, self.md_env)
        close_marks(tokens, self._page)
        for token in tokens:
            for child in token.children or ():
                child.map = token.map
        self.render_children(SyntaxTreeNode(tokens))

    def _titled(self, element: Element, context: PageContext) -> list[nodes.Node]:
        """Title and content, for unknown elements and for blocks within a line."""
        title, href = element.text("title", "label", "name"), element.text("href")
        text: list[nodes.Node] = []
        if title:
            text = [nodes.strong(title, "", *context.titled(title))]
            if href:
                text = [context.link(href, *text)]
        if element.inline:
            content = context.content()
            return [*text, *([nodes.Text(" ")] if text and content else []), *content]
        if text:
            self.current_node.append(context.place(nodes.paragraph("", "", *text)))
        return context.transparent()

    def _add_anchors(self, element: Element, around: nodes.Element, before: int) -> None:
        self._free_anchor(element.text("id"))
        names = [name for name in element.anchors if name not in self.document.ids]
        if not names:
            return
        made = around.children[before:]
        target = next(
            (node for node in made if isinstance(node, nodes.Element) and _can_be_target(node)),
            None,
        )
        if target is None:
            target = nodes.target()
            inline = isinstance(around, nodes.TextElement)
            around.insert(before, target if inline else nodes.paragraph("", "", target))
        for name in names:
            target["ids"].append(name)
            self.document.ids[name] = target

    def _free_anchor(self, name: str) -> None:
        """Take the id *name* from the title in the page's metadata: hosted sites give it none.

        Their style sheets refer to the element of the page with this id.
        """
        section = self.md_env.get(TITLED)
        if not isinstance(section, nodes.Element) or self.document.ids.get(name) is not section:
            return
        other = free_name(f"{name}-title", self.document.ids.__contains__)
        section["ids"] = [other if each == name else each for each in section["ids"]]
        self.document.ids[other] = section
        del self.document.ids[name]

    @property
    def _page(self) -> MarkedPage:
        return marked_page(self.md_env)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of rendering."""
        return cast("list[Diagnostic]", self.md_env.setdefault("navapi_found", []))

    def source_of(self, element: Element) -> str:
        """The path of the file that contains *element*."""
        if element.file:
            return str(self.sphinx_env.srcdir / element.file)
        return str(self.document["source"])

    def _report_slip(self, message: str | None, token: SyntaxTreeNode, below: int = 0) -> None:
        """Keep *message*, if there is one, about the line *below* lines under that of *token*."""
        if message is None:
            return
        file = token.meta.get("file") or self.sphinx_env.doc2path(self.sphinx_env.docname, False)
        place = Place(file=str(file), line=token_line(token, 0) + below)
        self.diagnostics.append(
            Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=place)
        )

    def report(self, element: Element, message: str) -> None:
        """Keep *message*, about *element*, until reading ends."""
        file = element.file or str(self.sphinx_env.doc2path(self.sphinx_env.docname, False))
        place = Place(file=file, line=element.line, column=element.column)
        self.diagnostics.append(
            Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=place)
        )

    def add_line_and_source_path(self, node: Any, token: SyntaxTreeNode) -> None:
        """Set the place of *token* on *node*, in the file from which its line comes."""
        super().add_line_and_source_path(node, token)
        file = token.meta.get("file")
        if file:
            node.source = str(self.sphinx_env.srcdir / file)


def _in_line(blocks: Sequence[nodes.Node]) -> list[nodes.Node]:
    """The titles and the code of *blocks* in a cell or a heading."""
    line: list[nodes.Node] = []
    for node in (each for block in blocks for each in find_nodes(block, nodes.TextElement)):
        if isinstance(node, nodes.caption):
            line += [nodes.strong("", "", *node.children), nodes.Text(" ")]
        elif isinstance(node, nodes.literal_block):
            line.append(nodes.literal("", " ".join(node.astext().split())))
    return line


def _is_list(node: nodes.Node) -> bool:
    return isinstance(node, nodes.inline) and "navapi_list" in node


def _can_be_target(node: nodes.Element) -> bool:
    return not isinstance(node, nodes.Invisible | nodes.raw | nodes.system_message)


def _take_heading_id(token: SyntaxTreeNode) -> str | None:
    inline = token.children[0] if token.children else None
    last = inline.children[-1] if inline and inline.children else None
    if last is None or last.type != "text" or last.token is None:
        return None
    match = _HEADING_ID.search(last.token.content)
    if match is None:
        return None
    last.token.content = last.token.content[: match.start()]
    return match[1]
