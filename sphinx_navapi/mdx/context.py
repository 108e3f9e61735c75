"""The interface of a page's renderer for components."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode

from sphinx_navapi.mdx.components import find_component
from sphinx_navapi.mdx.components.component import Context, Element
from sphinx_navapi.mdx.element_values import ElementText
from sphinx_navapi.mdx.html_looks import arranges
from sphinx_navapi.mdx.mark_rules import ELEMENT, marked_page
from sphinx_navapi.mdx.marked_page import NO_MARKS
from sphinx_navapi.mdx.text_rules import use_definitions

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_CODE = re.compile(r"`([^`]+)`")


class PageRenderer(Protocol):
    """What a component needs from the renderer of its page."""

    document: nodes.document
    md_env: MutableMapping[str, Any]

    @property
    def sphinx_env(self) -> BuildEnvironment:
        """Sphinx's environment."""

    def current_node_context(self, node: nodes.Element) -> AbstractContextManager[Any]:
        """Render below *node*."""

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render what is in *token*."""

    def render_child(self, token: SyntaxTreeNode) -> None:
        """Render *token*, a block, or a tag in a paragraph of its own."""

    def nested_render_text(self, text: str, lineno: int, *, inline: bool) -> None:
        """Render Markdown."""

    def link_node(self, href: str) -> tuple[nodes.Element, nodes.Element]:
        """A link to *href*, and the node that contains its text."""

    def image_node(self, src: str, alt: str, attributes: dict[str, str]) -> nodes.Element | None:
        """An image, ``None`` if there is none to show."""

    def report(self, element: Element, message: str) -> None:
        """Warn at *element*."""

    def source_of(self, element: Element) -> str:
        """The file that contains *element*."""


class PageContext(Context):
    """The content of one element, and the page around it."""

    def __init__(self, renderer: PageRenderer, token: SyntaxTreeNode, element: Element) -> None:
        self.env = renderer.sphinx_env
        self.document = renderer.document
        self._renderer = renderer
        self._token = token
        self._element = element

    def content(self) -> list[nodes.Node]:
        """See `Context.content`."""
        root = nodes.Element()
        with self._renderer.current_node_context(root):
            self._renderer.render_children(self._token)
        return root.children[:]

    def children(self) -> list[list[nodes.Node]]:
        """See `Context.children`."""
        made = []
        for token in self._children(self._token):
            root = nodes.Element()
            with self._renderer.current_node_context(root):
                self._renderer.render_child(token)
            if len(root):
                made.append(root.children[:])
        return made

    def _children(self, around: SyntaxTreeNode) -> Iterator[SyntaxTreeNode]:
        elements = marked_page(self._renderer.md_env).elements
        for token in around.children:
            if token.type == ELEMENT and not elements[token.meta["element"]].name:
                yield from self._children(token)
            elif token.type == "paragraph":
                inner = token.children[0].children
                tags = [each for each in inner if not _is_space(each)]
                # In MDX, tags without text beside them are not a paragraph.
                yield from tags if all(each.type == ELEMENT for each in tags) else [token]
            else:
                yield token

    def transparent(self) -> list[nodes.Node]:
        """See `Context.transparent`."""
        self._renderer.render_children(self._token)
        return []

    def has_headings(self) -> bool:
        """See `Context.has_headings`."""
        around = self._element.parent
        while around is not None:
            if find_component(around.name) is not None or arranges(around):
                return False
            around = around.parent
        return any(token.type == "heading" for token in self._token.walk())

    def text(self, text: str) -> list[nodes.Node]:
        """See `Context.text`."""
        if isinstance(text, ElementText):
            return self.markdown(text)
        made: list[nodes.Node] = []
        for index, part in enumerate(_CODE.split(text)):
            if index % 2:
                made.append(nodes.literal(part, part))
            elif part:
                made.append(nodes.Text(part))
        return made

    def markdown(self, text: str) -> list[nodes.Node]:
        """See `Context.markdown`."""
        root = nodes.Element()
        text = (text.markdown if isinstance(text, ElementText) else text).translate(NO_MARKS)
        use_definitions(self._renderer.md_env, self._element.file)
        with self._renderer.current_node_context(root):
            self._renderer.nested_render_text(text, self._element.line - 1, inline=True)
        return root.children[:]

    def link(self, href: str, *content: nodes.Node, classes: tuple[str, ...] = ()) -> nodes.Element:
        """See `Context.link`."""
        outer, inner = self._renderer.link_node(href)
        inner.extend(content)
        outer["classes"].extend(classes)
        return self.place(outer)

    def image(self, src: str, alt: str = "", **attributes: str) -> nodes.Element | None:
        """See `Context.image`."""
        image = self._renderer.image_node(src, alt, attributes)
        return self.place(image) if image is not None else None

    def report(self, message: str) -> None:
        """See `Context.report`."""
        self._renderer.report(self._element, message)

    def place(self, node: nodes.Element) -> nodes.Element:
        """See `Context.place`."""
        source = self._renderer.source_of(self._element)
        for inner in node.findall(nodes.Element):
            if inner.line is None:
                inner.source, inner.line = source, self._element.line
        return node


def _is_space(token: SyntaxTreeNode) -> bool:
    return token.type == "softbreak" or (token.type == "text" and not token.content.strip())
