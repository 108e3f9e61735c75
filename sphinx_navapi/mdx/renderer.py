"""Writes the tokens of an MDX page into its doctree."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from sphinx import addnodes

from sphinx_navapi.mdx.fence_info import MERMAID, read_fence_info
from sphinx_navapi.mdx.targets import is_external, split_href

#: The type of cross-references that `links` resolves.
PAGE_LINK = "navapi-page"

_SIZE = re.compile(r"(\d+(?:\.\d+)?)(px|em|rem|ex|ch|vw|vh|cm|mm|in|pt|pc|%)?")
_STYLE_SIZE = re.compile(r"(?:^|;)\s*(width|height)\s*:\s*([^;]+)")
_HEADING_ID = re.compile(r"\s*\{#([^\s{}]+)\}\s*$")
_TAG_NAME = re.compile(r"<(/?)([A-Za-z][\w-]*)")

#: Subtypes of MyST's warnings that say what Markdown allows.
_ALLOWED = frozenset({"header", "strikethrough"})


class MdxRenderer(SphinxRenderer):
    """MyST's renderer for Sphinx, with code, links, images and HTML as MDX pages mean them."""

    def create_warning(self, message: str, subtype: Any, **kwargs: Any) -> Any:
        """MyST's warning, but none for levels of headings and for what only HTML can show."""
        if getattr(subtype, "value", subtype) in _ALLOWED:
            return None
        return super().create_warning(message, subtype, **kwargs)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """A heading; ``{#name}`` at its end is a further anchor of it."""
        anchor = _take_heading_id(token)
        before = self.current_node
        super().render_heading(token)
        section = self.current_node if self.current_node is not before else before[-1]
        if anchor and anchor not in self.document.ids and isinstance(section, nodes.Element):
            section["ids"].append(anchor)
            self.document.ids[anchor] = section

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Code as it stands, never a directive, under its title if it has one."""
        info = read_fence_info(token.info)
        language = "text" if info.language in {"", MERMAID} else info.language
        block = nodes.literal_block(token.content, token.content, language=language)
        # Pages show parts of programs, and outputs: what does not parse is no mistake.
        block["force"] = True
        if info.language == MERMAID:
            block["classes"].append(f"language-{MERMAID}")
        if lines := _stressed_lines(info.stressed, token.content.count("\n")):
            block["highlight_args"] = {"hl_lines": lines}
        self.add_line_and_source_path(block, token)
        if not info.title:
            self.current_node.append(block)
            return
        caption = nodes.caption(info.title, info.title)
        self.add_line_and_source_path(caption, token)
        container = nodes.container(
            "", caption, block, literal_block=True, classes=["literal-block-wrapper"]
        )
        self.add_line_and_source_path(container, token)
        self.current_node.append(container)

    def render_code_block(self, token: SyntaxTreeNode) -> None:
        """As a fence: there is no indented code in MDX."""
        self.render_fence(token)

    def render_hr(self, token: SyntaxTreeNode) -> None:
        """A transition where docutils allows one: between two blocks of a section."""
        last = self.current_node[-1] if len(self.current_node) else None
        if not isinstance(self.current_node, nodes.document | nodes.section):
            return
        if isinstance(last, nodes.title | nodes.transition | None):
            return
        super().render_hr(token)

    def render_s(self, token: SyntaxTreeNode) -> None:
        """Struck text: docutils has no node for it."""
        self.current_node.append(nodes.raw("", "<s>", format="html"))
        self.render_children(token)
        self.current_node.append(nodes.raw("", "</s>", format="html"))

    def render_link(self, token: SyntaxTreeNode) -> None:
        """A link: of the web, to a file of the source directory, or to a page, found later."""
        href = str(token.attrGet("href") or "")
        if is_external(href):
            self.render_link_url(token)
            return
        text = self.md.normalizeLinkText(href)
        node: nodes.Element
        if self._names_file(text):
            node = addnodes.download_reference(
                "",
                "",
                refdoc=self.sphinx_env.docname,
                reftarget=split_href(text)[0],
                reftype="myst",
            )
        else:
            node = addnodes.pending_xref(
                "",
                refdoc=self.sphinx_env.docname,
                refdomain=None,
                reftype=PAGE_LINK,
                reftarget=text,
                refexplicit=True,
            )
        self.add_line_and_source_path(node, token)
        self.copy_attributes(token, node, ("reftitle",), aliases={"title": "reftitle"})
        inner = nodes.inline("", "")
        node.append(inner)
        with self.current_node_context(node, append=True), self.current_node_context(inner):
            self.render_children(token)

    def _names_file(self, href: str) -> bool:
        """Whether *href* is a file of the source directory that is no page."""
        path, _ = split_href(href)
        if not path or "." not in path.rsplit("/", 1)[-1]:
            return False
        env = self.sphinx_env
        try:
            _, name = env.relfn2path(path, env.docname)
            file = env.srcdir / name
            return file.is_file() and file.is_relative_to(env.srcdir) and not env.path2doc(name)
        except (OSError, ValueError):
            return False

    def render_image(self, token: SyntaxTreeNode) -> None:
        """An image; a local one by its path, as files are named."""
        attributes = {name: str(token.attrGet(name) or "") for name in ("src", "title")}
        attributes["alt"] = self.renderInlineAsText(token.children or [])
        self._add_image(token, attributes)

    def render_html_inline(self, token: SyntaxTreeNode) -> None:
        """A tag in the text; line breaks and images are nodes, so that all builders show them."""
        match = _TAG_NAME.match(token.content)
        name = match[2].lower() if match else ""
        if name == "br":
            self.render_hardbreak(token)
        elif name == "img":
            self._add_image(token, _read_attributes(token.content))
        else:
            super().render_html_inline(token)

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """HTML between paragraphs, as it is."""
        node = nodes.raw("", token.content, format="html")
        self.add_line_and_source_path(node, token)
        self.current_node.append(node)

    def _add_image(self, token: SyntaxTreeNode, attributes: dict[str, str]) -> None:
        uri = attributes.get("src", "").strip()
        if not uri:
            return
        if not is_external(uri):
            uri = unquote(split_href(uri)[0])
        # Without raw source or text Sphinx does not tell the line of a missing image.
        node = nodes.image(uri, uri=uri, alt=attributes.get("alt", ""))
        if attributes.get("title"):
            node["title"] = attributes["title"]
        sizes = {name: attributes.get(name, "") for name in ("width", "height")}
        sizes |= dict(_STYLE_SIZE.findall(attributes.get("style", "")))
        for name, value in sizes.items():
            match = _SIZE.fullmatch(value.strip())
            if match and not (name == "height" and match[2] == "%"):
                node[name] = match[0]
        node["classes"].extend(attributes.get("class", "").split())
        self.add_line_and_source_path(node, token)
        self.current_node.append(node)


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


def _stressed_lines(stressed: str, count: int) -> list[int]:
    """The lines that *stressed* names, those of them that exist."""
    lines: set[int] = set()
    for part in filter(None, stressed.split(",")):
        first, _, last = part.partition("-")
        end = min(int(last or first), count)
        lines.update(range(int(first), end + 1))
    return sorted(line for line in lines if line)


class _Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.found.setdefault(name, unescape(value or ""))


def _read_attributes(html: str) -> dict[str, str]:
    """Attributes of the tag *html*."""
    parser = _Attributes()
    parser.feed(html)
    return parser.found
