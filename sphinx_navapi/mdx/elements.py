"""Elements of a page, their attributes, and JSX as the value of one: a title, an icon."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from typing import Self, TypeGuard

from sphinx_navapi.content.markdown.text import code, destination, plain_part
from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.links.anchors import heading_slug
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.javascript.library import json_text
from sphinx_navapi.mdx.pieces import (
    SPREAD,
    Comment,
    Expression,
    Tag,
    TagAttribute,
    match_tags,
    read_pieces,
)
from sphinx_navapi.mdx.values import UNDEFINED, Code, Markup, Scope, Value, shown_text


def attribute_value(
    attribute: TagAttribute, scope: Scope | None = None, *, line: int = 0, file: str = ""
) -> Value:
    """The value of *attribute*: a string, the value of its code, or true for a bare name."""
    if attribute.text is not None:
        return unescape(attribute.text)
    if attribute.code is not None:
        return read_value(attribute.code, scope, line=line, file=file)
    return True


def attribute_values(tag: Tag, value_of: Callable[[TagAttribute], Value]) -> dict[str, Value]:
    """The values of the attributes of *tag* by name, also of spreads; the last one counts."""
    given: dict[str, Value] = {}
    for attribute in tag.attributes:
        value = value_of(attribute)
        if attribute.name != SPREAD:
            given[attribute.name] = value
        elif isinstance(value, dict):
            given.update(value)
    return given


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
_TOLD = ("title", "heading", "name", "label", "subtitle", "caption", "description", "text")
_ADDRESSES = ("href", "url", "link", "to")


def told_lines(given: Mapping[str, Value]) -> list[str]:
    """The arguments *given* to a component that cannot be evaluated, as lines of MDX.

    Its texts, each a separate paragraph, and lists of items with a label and an address.
    """
    lines: list[str] = []
    for name in _TOLD:
        value = given.get(name)
        if isinstance(value, str) and value.strip():
            lines += [literal(" ".join(value.split())), ""]
    for value in given.values():
        if isinstance(value, list | tuple):
            entries = [entry for entry in value if isinstance(entry, Mapping)]
            lines += [line for line in map(_told_entry, entries) if line]
            lines.append("")
    return lines if any(lines) else []


def _told_entry(entry: Mapping[str, Value]) -> str:
    label = next((v for name in _TOLD if isinstance(v := entry.get(name), str) and v.strip()), "")
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
        """The first non-empty one of the attributes *names*, on one line; else ``""``.

        For JSX, an `ElementText`.
        """
        for name in names:
            if found := _line_of(self.attributes.get(name)):
                return found
        return ""

    def icon(self, *names: str) -> str:
        """The first of the attributes *names*: JSX as a name, an address, or a drawing."""
        for name in names:
            value = self.attributes.get(name)
            if _is_markup(value):
                return icon_of(value.text)
        return self.text(*names)

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
        items = value if isinstance(value, list | tuple) else [value]
        return tuple(text for text in map(_line_of, items) if text)


def _is_markup(value: Value) -> TypeGuard[Code | Markup]:
    return isinstance(value, Markup) or (isinstance(value, Code) and value.is_markup)


def _line_of(value: Value) -> str:
    """*value* as text on one line: an `ElementText` if elements are in it."""
    if _is_markup(value):
        return ElementText(value.text)
    if isinstance(value, list) and any(map(_is_markup, value)):
        return ElementText(
            "".join(i.text if _is_markup(i) else literal(shown_text(i) or "") for i in value)
        )
    return " ".join((shown_text(value) or "").split())


def element_of(tag: Tag) -> Element:
    """The element that *tag* opens, without its place."""
    return Element(name=tag.name, attributes=attribute_values(tag, attribute_value))


_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~"}
#: Elements whose content is not text.
_DRAWN = frozenset({"svg", "math", "video", "audio", "iframe"})


class ElementText(str):
    """The text of JSX on one line. :ivar markdown: with its emphasis, code and links."""

    __slots__ = ("markdown",)
    markdown: str

    def __new__(cls, source: str) -> Self:
        """The text of the elements *source*."""
        found = super().__new__(cls, _one_line(_texts(source, marked=False)))
        found.markdown = _one_line(_texts(source, marked=True))
        return found


def icon_of(source: str) -> str:
    """The icon in the elements *source*: a name, the address of an image, or a drawing."""
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    for index, piece in enumerate(pieces):
        if not isinstance(piece, Tag) or piece.closing:
            continue
        name = piece.name.lower()
        if name == "img":
            return element_of(piece).text("src")
        if name == "icon":
            icon = element_of(piece)
            found, style = icon.text("icon", "name"), icon.text("iconType")
            return f"fa-{style} {found}" if style and found.replace("-", "").isalnum() else found
        if name == "i" and (classes := element_of(piece).text("className", "class")):
            return classes
        if name == "svg":
            return source[piece.start : pieces[partners[index]].end if index in partners else None]
    return ""


def _one_line(texts: Iterator[str]) -> str:
    return " ".join("".join(texts).split())


def _texts(source: str, *, marked: bool) -> Iterator[str]:
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    position = 0
    for index, piece in enumerate(pieces):
        if piece.start < position:
            continue
        yield source[position : piece.start]
        position = piece.end
        partner = pieces[partners[index]] if index in partners else None
        if isinstance(piece, Expression):
            text = shown_text(read_value(piece.code)) or ""
            yield plain_part(text) if marked else text
        elif isinstance(piece, Tag) and isinstance(partner, Tag):
            name = piece.name.lower()
            if name in _DRAWN:
                position = partner.end
            elif name == "code":
                inner = ElementText(source[piece.end : partner.start])
                yield code(inner) if marked else inner
                position = partner.end
            elif marked:
                yield _mark(name, piece, partner)
        elif isinstance(piece, Tag):
            yield " " if piece.name == "br" else ""
        elif not isinstance(piece, Comment):
            yield source[piece.start : piece.end]
    yield source[position:]


def _mark(name: str, tag: Tag, partner: Tag) -> str:
    """What Markdown has in place of *tag*."""
    if name != "a":
        return _MARKS.get(name, "")
    href = element_of(partner if tag.closing else tag).text("href")
    if not href:
        return ""
    return f"]({destination(href)})" if tag.closing else "["
