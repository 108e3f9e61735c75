"""An element in its page: the interface of the renderer for components and for HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode

from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.doctree.components.component import (
    Attribute,
    Component,
    Type,
    Use,
    place_nodes,
    split_list,
)
from sphinx_navapi.mdx.constructs import Expression, read_constructs
from sphinx_navapi.mdx.elements import Element, ElementText
from sphinx_navapi.mdx.html_styles import arranges, element_classes, text_alignment
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.javascript.library import json_text
from sphinx_navapi.mdx.kept_html import icon_of, written_text
from sphinx_navapi.mdx.mark_rules import ELEMENT, marked_page
from sphinx_navapi.mdx.marks import NO_MARKS
from sphinx_navapi.mdx.text_rules import use_definitions
from sphinx_navapi.mdx.values import Value, shown_text

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_CODE = re.compile(r"`([^`]+)`")


class PageRenderer(Protocol):
    """What a component needs from the renderer of its page."""

    document: nodes.document
    md_env: MutableMapping[str, Any]
    #: Classes of each heading and paragraph.
    text_classes: Sequence[str]

    @property
    def sphinx_env(self) -> BuildEnvironment:
        """Sphinx's environment."""

    def current_node_context(self, node: nodes.Element) -> AbstractContextManager[Any]:
        """Render below *node*."""

    def render_children(self, token: SyntaxTreeNode) -> None:
        """Render what is in *token*."""

    def render_child(self, token: SyntaxTreeNode) -> None:
        """Render *token*, a block, or a tag in a paragraph of its own."""

    def render_line(self, text: str) -> None:
        """Render *text*, the mark of elements that are a value."""

    def nested_render_text(self, text: str, lineno: int, *, inline: bool) -> None:
        """Render Markdown."""

    def report(self, element: Element, message: str) -> None:
        """Warn at *element*."""

    def source_of(self, element: Element) -> str:
        """The file that contains *element*."""


class PageContext(Use):
    """An element in its page. Only the use of a component has `component`."""

    def __init__(
        self,
        renderer: PageRenderer,
        token: SyntaxTreeNode,
        element: Element,
        component: Component | None,
    ) -> None:
        if component is not None:
            self.component = component
        self.env, self.document = renderer.sphinx_env, renderer.document
        self.name, self.inline, self.anchors = element.name, element.inline, element.anchors
        self._renderer = renderer
        self._token = token
        self._element = element

    def given(self, attribute: Attribute) -> Any:
        """See `Use.given`."""
        element, names, type_ = self._element, attribute.names, attribute.type
        if type_ is Type.ICON:
            return icon_of(element.text(*names))
        if type_ is Type.FLAG:
            return any(map(element.flag, names))
        if type_ is Type.NUMBER:
            return next((n for n in map(element.number, names) if n is not None), None)
        if type_ is Type.LIST:
            values = next(filter(None, map(element.strings, names)), ())
            return split_list(values[0]) if len(values) == 1 else values
        if type_ is Type.JSON:
            return self._json(names)
        if type_ is Type.OBJECT:
            return self._texts(attribute.name)
        text = element.text(*names)
        if type_ is not Type.CHOICE or not text:
            return text
        choice = attribute.find_choice(text)
        if choice is None:
            self.report(attribute.unknown_choice(text))
        return choice or ""

    def _json(self, names: tuple[str, ...]) -> str:
        for name in names:
            value = self._element.attributes.get(name)
            if isinstance(value, bool):
                return str(value).lower()
            if text := self._element.text(name):
                return text
        return ""

    def _texts(self, name: str) -> Mapping[str, str]:
        if name not in self._element.attributes:
            return {}
        value = self._element.attributes[name]
        if not isinstance(value, Mapping):
            return {"": self._element.text(name)}
        return {key: _data_text(each) for key, each in value.items()}

    def inline_nodes(self, attribute: Attribute) -> list[nodes.Node]:
        """See `Use.inline_nodes`."""
        text = self.given(attribute)
        is_markdown = attribute.type is Type.MARKED and not isinstance(text, ElementText)
        return self.markdown(text) if is_markdown else self.titled(text)

    def parent_text(self, name: str) -> str:
        """See `Use.parent_text`."""
        around = self._element.parent
        return around.text(name) if around is not None else ""

    def style_classes(self) -> list[str]:
        """See `Use.style_classes`."""
        return element_classes(self._element)

    @property
    def is_part(self) -> bool:
        """See `Use.is_part`."""
        around = self._element.parent
        return around is not None and around.name in self.component.within

    def source(self, *, evaluated: bool = False) -> str:
        """See `Use.source`."""
        source = self._element.source
        if evaluated:
            return written_text(source)
        written = source.strip()
        for construct in read_constructs(written)[:1] if written[:1] == "{" else ():
            if isinstance(construct, Expression) and construct.end == len(written):
                value = read_value(construct.code)
                return value if isinstance(value, str) else source
        return source

    def content(self) -> list[nodes.Node]:
        """See `Use.content`."""
        root = nodes.Element()
        with self._renderer.current_node_context(root):
            self._renderer.render_children(self._token)
        return root.children[:]

    def children(self) -> list[list[nodes.Node]]:
        """See `Use.children`."""
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
        """See `Use.transparent`; the alignment of the tag is that of each text."""
        classes = self._renderer.text_classes
        self._renderer.text_classes = [*classes, *text_alignment(self._element)]
        self._renderer.render_children(self._token)
        self._renderer.text_classes = classes
        return []

    def has_headings(self) -> bool:
        """Whether there are headings between the tags that would be sections of the page."""
        for around in self._element.ancestors:
            if find_component(around.name) is not None or arranges(around):
                return False
        return any(each.type == "heading" for each in self._token.walk())

    def titled(self, text: str) -> list[nodes.Node]:
        """Inline nodes for *text*, of an attribute: code in backticks, otherwise literally."""
        if isinstance(text, ElementText):
            root = nodes.Element()
            with self._renderer.current_node_context(root):
                self._renderer.render_line(text.mark)
            return root.children[:]
        made: list[nodes.Node] = []
        for index, part in enumerate(_CODE.split(text)):
            if index % 2:
                made.append(nodes.literal(part, part))
            elif part:
                made.append(nodes.Text(part))
        return made

    def markdown(self, text: str) -> list[nodes.Node]:
        """Inline nodes for *text*, parsed as inline Markdown."""
        root = nodes.Element()
        text = text.translate(NO_MARKS)
        use_definitions(self._renderer.md_env, self._element.file)
        with self._renderer.current_node_context(root):
            self._renderer.nested_render_text(text, self._element.line - 1, inline=True)
        return root.children[:]

    def link(self, href: str, *content: nodes.Node, classes: tuple[str, ...] = ()) -> nodes.Element:
        """See `Use.link`."""
        return self.place(super().link(href, *content, classes=classes))

    def image(self, src: str, alt: str = "", **attributes: str) -> nodes.Element | None:
        """See `Use.image`."""
        image = super().image(src, alt, **attributes)
        return self.place(image) if image is not None else None

    def report(self, message: str) -> None:
        """See `Use.report`."""
        self._renderer.report(self._element, message)

    def place(self, node: nodes.Element) -> nodes.Element:
        """Set the element's place on *node* and its descendants without one, and return *node*."""
        place_nodes([node], self._renderer.source_of(self._element), self._element.line)
        return node


def _is_space(token: SyntaxTreeNode) -> bool:
    return token.type == "softbreak" or (token.type == "text" and not token.content.strip())


def _data_text(value: Value) -> str:
    """*value* as text; a list, an object or a truth value as JSON, to be read again."""
    if isinstance(value, bool | list | dict):
        with suppress(NotDataError):
            return json_text(value) or ""
    return shown_text(value) or ""
