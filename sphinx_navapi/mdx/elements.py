"""Elements of a page, their attributes, and elements as the value of one: a title, an icon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from typing import Self

from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.links.targets import heading_slug
from sphinx_navapi.mdx.constructs import SPREAD, Tag, TagAttribute
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.javascript.library import json_text
from sphinx_navapi.mdx.values import UNDEFINED, Value, shown_text


def attribute_value(attribute: TagAttribute) -> Value:
    """The value of *attribute*: a string, the value of its code, or true for a bare name."""
    if attribute.text is not None:
        return unescape(attribute.text)
    if attribute.code is None:
        return True
    return read_value(attribute.code)


def attribute_values(tag: Tag, value_of: Callable[[TagAttribute], Value]) -> dict[str, Value]:
    """The values of the attributes of *tag* by name, also of spreads; the last one counts."""
    values: dict[str, Value] = {}
    for attribute in tag.attributes:
        value = value_of(attribute)
        if attribute.name != SPREAD:
            values[attribute.name] = value
        elif isinstance(value, dict):
            values.update(value)
    return values


def write_attribute(attribute: TagAttribute, value: Value) -> str:
    """*attribute* with *value* instead of its own; unchanged if *value* cannot be serialized."""
    if attribute.text is not None:
        return (
            f'{attribute.name}="{attribute.text}"'
            if '"' not in attribute.text
            else (f"{attribute.name}='{attribute.text}'")
        )
    if attribute.code is None:
        return attribute.name
    if isinstance(value, str):
        return f'{attribute.name}="{escape(value)}"'
    if value is None or value is UNDEFINED:
        return ""
    try:
        written = json_text(value)
    except NotDataError:
        written = attribute.code
    return f"{attribute.name}={{{written}}}"


def literal(text: str) -> str:
    """*text* as an expression that evaluates to itself, whatever characters it contains."""
    return f"{{{json.dumps(text, ensure_ascii=False)}}}" if text else ""


#: Attributes of custom components that readers are likely to see, in this order.
_TEXTS = ("title", "heading", "name", "label", "subtitle", "caption", "description", "text")
_ADDRESSES = ("href", "url", "link", "to")


def described_lines(arguments: Mapping[str, Value]) -> list[str]:
    """*arguments* of a component that cannot be evaluated, as lines of MDX.

    Its texts, each a separate paragraph, and lists of items with a label and an address.
    """
    lines: list[str] = []
    for name in _TEXTS:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            lines += [literal(" ".join(value.split())), ""]
    for value in arguments.values():
        if isinstance(value, list | tuple):
            entries = [entry for entry in value if isinstance(entry, Mapping)]
            lines += [line for line in map(_described_entry, entries) if line]
            lines.append("")
    return lines if any(lines) else []


def _described_entry(entry: Mapping[str, Value]) -> str:
    label = next((v for name in _TEXTS if isinstance(v := entry.get(name), str) and v.strip()), "")
    address = next((v for name in _ADDRESSES if isinstance(v := entry.get(name), str) and v), "")
    if not label or not address:
        return ""
    return f'- <a href="{escape(address)}">{literal(label)}</a>'


#: Attributes that any element of JSX may have.
GENERAL_ATTRIBUTES = re.compile(
    r"(?:data|aria)-[\w-]+|on[A-Z]\w*|accessKey|children|class|className|dangerouslySetInnerHTML|dir"
    r"|draggable|hidden|id|key|lang|ref|rel|role|slot|style|suppressHydrationWarning|tabIndex|target"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Element:
    """A use of a component in a page. Compared by identity.

    :ivar name: as written; ``""`` for a fragment.
    :ivar attributes: values of literals, and `Code` for all others; a bare name is true.
    :ivar inline: whether it is within a line of text; its nodes must then be inline nodes.
    :ivar parent: the enclosing element with tags in the page.
    :ivar line: in its file, from 1; so is *column*.
    :ivar file: of a snippet that the page includes; ``""`` for the page itself.
    :ivar source: the text between the tags, if the component requests it (`Component.raw`).
    """

    name: str
    attributes: Mapping[str, Value] = field(default_factory=dict)
    inline: bool = False
    parent: Element | None = None
    line: int = 1
    column: int = 1
    file: str = ""
    source: str = ""

    @property
    def is_component(self) -> bool:
        """Whether it is not an element of HTML; a fragment is neither."""
        return self.name[:1].isupper() or "." in self.name

    @property
    def ancestors(self) -> Iterator[Element]:
        """The elements around it, the innermost first."""
        around = self.parent
        while around is not None:
            yield around
            around = around.parent

    @property
    def anchors(self) -> tuple[str, ...]:
        """Names for links to it, added to its first node: its ``id``, or one from its title."""
        names: list[str | None] = [self.text("id")]
        component = find_component(self.name)
        if component is not None:
            names.append(component.find_anchor(self.text))
        elif self.is_component:
            names.append(heading_slug(self.text("title", "label")))
        elif self.name == "a":
            names.append(self.text("name"))
        return tuple(re.sub(r"\s", "-", name) for name in names if name)

    def text(self, *names: str) -> str:
        """The first non-empty one of the attributes *names*, on one line; else ``""``."""
        for name in names:
            line = _line_of(self.attributes.get(name))
            if line or isinstance(line, ElementText):
                return line
        return ""

    def flag(self, name: str) -> bool:
        """Whether the attribute *name* is set and neither false nor ``"false"``."""
        value = self.attributes.get(name, False)
        return value not in (False, None, "false", 0, UNDEFINED)

    def number(self, name: str) -> float | None:
        """The attribute *name* as a number (also a string: ``cols="2"``), else ``None``."""
        value = self.attributes.get(name)
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return float(value) if abs(value) < 1e9 else None

    def strings(self, name: str) -> tuple[str, ...]:
        """The strings in the attribute *name*, an array or a single string."""
        value = self.attributes.get(name)
        if isinstance(value, ElementText):
            return tuple(value.items or [value])
        items = value if isinstance(value, list | tuple) else [value]
        return tuple(text for text in map(_line_of, items) if text)


def _line_of(value: Value) -> str:
    """*value* as text on one line."""
    if isinstance(value, ElementText):
        return value
    return " ".join((shown_text(value) or "").split())


def element_of(tag: Tag) -> Element:
    """The element that *tag* opens, without its place."""
    return Element(name=tag.name, attributes=attribute_values(tag, attribute_value))


class ElementText(str):
    """The text on one line of elements that are a value.

    :ivar mark: stands for them in Markdown.
    :ivar elements: all of them, outer ones first.
    :ivar items: those of a list.
    """

    __slots__ = ("elements", "items", "mark")
    mark: str
    elements: Sequence[Element]
    items: Sequence[ElementText]

    def __new__(cls, text: str, mark: str, elements: Sequence[Element]) -> Self:
        """*text* and what it is the text of."""
        element_text = super().__new__(cls, text)
        element_text.mark, element_text.elements, element_text.items = mark, elements, ()
        return element_text

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Nothing but the text is kept in files."""
        return str, (str(self),)
