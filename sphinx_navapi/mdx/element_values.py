"""Elements as the value of an attribute: their syntax, walked once.

Text in them is not Markdown, unless it comes from between the tags of a component in a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Protocol

from tree_sitter import Node

from sphinx_navapi.mdx.elements import Element, ElementText, MarkdownText, shown_elements
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.contents import text_in_element, values_between
from sphinx_navapi.mdx.javascript.syntax import parse_program, parts, text_at
from sphinx_navapi.mdx.values import (
    Code,
    Function,
    Markup,
    Scope,
    Snippet,
    Value,
    has_elements,
    shown_text,
)

_ELEMENTS = frozenset({"jsx_element", "jsx_self_closing_element"})
_TAG = re.compile(r"</?[A-Za-z>][^<>]*>?")
_PREFIX, _SUFFIX = "(<>", "</>)"


class Calls(Protocol):
    """Components that are defined in pages."""

    def find(self, name: str, scope: Scope) -> Function | Snippet | None:
        """The component *name*, if a page defines it."""

    def call(self, component: Function | Snippet, given: dict[str, Value], name: str) -> Value:
        """What *component* shows."""

    def has_room(self, characters: int, depth: int) -> bool:
        """Whether the page may grow by *characters*."""


def hold_elements(value: Value, calls: Calls) -> Value:
    """*value* with `ElementText` for the elements in it."""
    return _held(value, calls, 0)


def _held(value: Value, calls: Calls, depth: int) -> Value:
    if not has_elements(value):
        return value
    if isinstance(value, list):
        return [_held(item, calls, depth) for item in value]
    return ElementText(_parts(value, calls, depth))


def _parts(value: Value, calls: Calls, depth: int) -> Iterator[Element | str]:
    if isinstance(value, list):
        for item in value:
            yield from _parts(item, calls, depth)
    elif isinstance(value, Markup):
        if calls.has_room(len(value.text), depth):
            yield from _Walk(value, calls, depth).parts()
    elif isinstance(value, Code) and value.is_markup:
        yield _without_tags(value.text)
    elif text := shown_text(value):
        yield text


def _without_tags(source: str) -> str:
    """The text in *source*, which is not valid."""
    return unescape(_TAG.sub("", source))


class _Walk:
    def __init__(self, markup: Markup, calls: Calls, depth: int) -> None:
        self._markup = markup
        self._calls = calls
        self._depth = depth + 1
        self._root = markup.node or parse_program(f"{_PREFIX}{markup.text}{_SUFFIX}")
        self._source = self._root.text or b""

    def parts(self) -> Iterator[Element | str]:
        root = self._root
        if root.has_error:
            yield _without_tags(self._markup.text)
        elif self._markup.node is not None:
            yield from self._element(root)
        else:
            yield from self._element(parts(parts(parts(root)[0])[0])[0])

    def _slice(self, start: int, end: int) -> str:
        begin = self._root.start_byte
        return self._source[start - begin : end - begin].decode("utf-8", "replace")

    def _offset(self, place: int) -> int:
        """The offset of the byte *place* in the text of the elements."""
        prefix = 0 if self._markup.node is not None else len(_PREFIX)
        return len(self._slice(self._root.start_byte, place)) - prefix

    def _content(self, node: Node) -> Iterator[Element | str]:
        """What is between the tags of *node*."""
        opening, *inner, closing = node.named_children
        position = opening.end_byte
        for child in [*inner, closing]:
            if child.type in {*_ELEMENTS, "jsx_expression", "jsx_closing_element"}:
                text = text_in_element(self._slice(position, child.start_byte))
                if text:
                    yield MarkdownText(text) if self._markup.given else unescape(text)
                position = child.end_byte
            if child.type in _ELEMENTS:
                yield from self._element(child)
            elif child.type == "jsx_expression":
                yield from _parts(self._value(child), self._calls, self._depth)

    def _value(self, expression: Node) -> Value:
        inner = parts(expression)
        if not inner:
            return None
        code = parts(inner[0])[0] if inner[0].type == "spread_element" else inner[0]
        place = self._offset(expression.start_byte)
        if place in self._markup.values:
            return self._markup.values[place]
        return read_value(text_at(code), self._markup.scope)

    def _element(self, node: Node) -> Iterator[Element | str]:
        tag = node.named_children[0] if node.type == "jsx_element" else node
        named = tag.child_by_field_name("name")
        if named is None:
            yield from self._content(node)
            return
        name = text_at(named)
        given = dict(self._attributes(tag))
        component = self._calls.find(name, self._markup.scope)
        if component is not None:
            given |= self._children(node)
            shown = self._calls.call(component, given, name)
            yield from _parts(shown, self._calls, self._depth)
            return
        attributes = {key: _held(value, self._calls, self._depth) for key, value in given.items()}
        children = shown_elements(attributes.pop("children", None))
        has_content = node is not tag
        yield Element(
            name=name,
            attributes=attributes,
            inline=True,
            line=self._markup.line + node.start_point.row - self._root.start_point.row + 1,
            file=self._markup.file,
            source=self._slice(*_span_of_content(node)) if has_content else "",
            content=[*self._content(node)] if has_content else children.parts,
        )

    def _children(self, node: Node) -> Mapping[str, Value]:
        """The content of *node* as an argument of a component."""
        if node.type != "jsx_element":
            return {}
        start, end = _span_of_content(node)
        text, first = self._slice(start, end), self._offset(start)
        if not text.strip():
            return {}
        values = values_between(self._markup.values, first, first + len(text))
        markup = self._markup
        return {
            "children": Markup(
                text=text, scope=markup.scope, values=values, line=markup.line,
                file=markup.file, given=markup.given, is_content=True,
            )
        }  # fmt: skip

    def _attributes(self, tag: Node) -> Iterator[tuple[str, Value]]:
        for each in tag.named_children:
            if each.type == "jsx_expression":
                value = self._value(each)
                yield from value.items() if isinstance(value, dict) else ()
            elif each.type == "jsx_attribute":
                name, *value_nodes = parts(each)
                yield text_at(name), self._given(value_nodes[0]) if value_nodes else True

    def _given(self, node: Node) -> Value:
        if node.type == "string":
            return unescape(text_at(node)[1:-1])
        if node.type == "jsx_expression":
            return self._value(node)
        return read_value(text_at(node), self._markup.scope)


def _span_of_content(node: Node) -> tuple[int, int]:
    opening, *_, closing = node.named_children
    return opening.end_byte, closing.start_byte
