"""Definition of a component: a name, its attributes, and a function that creates nodes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeGuard

from docutils import nodes

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.mdx.element_values import ElementText, icon_of
from sphinx_navapi.mdx.values import UNDEFINED, Code, Markup, Value, shown_text

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

#: Attributes that any element of JSX may have.
_GENERAL = re.compile(
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
    :ivar anchors: names for links to it; added to its first node automatically.
    :ivar source: the text between the tags, if the component requests it (`Component.raw`).
    """

    name: str
    attributes: Mapping[str, Value] = field(default_factory=dict)
    inline: bool = False
    parent: Element | None = None
    line: int = 1
    column: int = 1
    file: str = ""
    anchors: tuple[str, ...] = ()
    source: str = ""

    def text(self, *names: str) -> str:
        """The first non-empty one of the attributes *names*, on one line; else ``""``.

        For JSX, an `ElementText`.
        """
        for name in names:
            value = self.attributes.get(name)
            if _is_markup(value):
                if found := ElementText(value.text):
                    return found
                continue
            text = shown_text(value)
            if text and text.strip():
                return " ".join(text.split())
        return ""

    def icon(self, *names: str) -> str:
        """The attribute ``icon`` or the first of *names* in the usual format: a name (prefixed by
        ``iconType``), a URL, or SVG.
        """
        for name in names or ("icon",):
            value = self.attributes.get(name)
            if _is_markup(value):
                return icon_of(value.text)
        found, style = self.text(*(names or ("icon",))), self.text("iconType")
        is_name = found and not set(found) & set(" /.:<")
        return f"fa-{style} {found}" if style and is_name else found

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
        texts = (shown_text(item) for item in items)
        return tuple(text for text in texts if text)


def _is_markup(value: Value) -> TypeGuard[Code | Markup]:
    return isinstance(value, Markup) or (isinstance(value, Code) and value.is_markup)


class Context(ABC):
    """The services of the page for a component: its content, and nodes that it cannot create
    itself.
    """

    env: BuildEnvironment
    document: nodes.document

    @abstractmethod
    def content(self) -> list[nodes.Node]:
        """The content between the tags: block nodes, or inline nodes if the element is inline.

        Headings in it are rubrics. Call it at most once.
        """

    @abstractmethod
    def children(self) -> list[list[nodes.Node]]:
        """The content as in `content`, by child as in JSX: each tag, and each block of Markdown.

        The children of a fragment are children of the element around it.
        """

    @abstractmethod
    def transparent(self) -> list[nodes.Node]:
        """Ignore the tags: headings in the content become sections of the page.

        The content is added to the page itself; the return value is empty.
        """

    @abstractmethod
    def has_headings(self) -> bool:
        """Whether there are headings between the tags that would be sections of the page."""

    @abstractmethod
    def text(self, text: str) -> list[nodes.Node]:
        """Inline nodes for the text of an attribute: code in backticks, otherwise literally."""

    @abstractmethod
    def markdown(self, text: str) -> list[nodes.Node]:
        """Inline nodes for *text*, parsed as inline Markdown."""

    @abstractmethod
    def link(self, href: str, *content: nodes.Node, classes: tuple[str, ...] = ()) -> nodes.Element:
        """A link to *href*: an external URL, a page of the site, or a file.

        Inline, for use in a text element; for a script URL, only the text.
        """

    @abstractmethod
    def image(self, src: str, alt: str = "", **attributes: str) -> nodes.Element | None:
        """The image *src*, relative as usual in the page; ``None`` if there is no address.

        :param attributes: ``title``, ``width``, ``height``, ``classes`` (separated by spaces).
        """

    @abstractmethod
    def report(self, message: str) -> None:
        """Report a mistake in the page, with the element's place."""

    @abstractmethod
    def place(self, node: nodes.Element) -> nodes.Element:
        """Set the element's place on *node* and its descendants without one, and return *node*."""


Render = Callable[[Element, Context], list[nodes.Node]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A component that pages may use.

    :ivar render: creates the nodes for one use of it.
    :ivar attributes: supported names, besides those of all elements; others are reported.
    :ivar inline: whether it is used in a line of text (an icon, a badge); otherwise it is a block,
        and within a line only its title and its content are shown.
    :ivar raw: its content is not Markdown: *render* finds it in `Element.source`.
    """

    name: str
    render: Render
    attributes: frozenset[str] = frozenset()
    inline: bool = False
    raw: bool = False

    def unknown_attributes(self, element: Element) -> Iterator[str]:
        """Messages about attributes of *element*, a use of it, that have no meaning."""
        for name in element.attributes:
            if name in self.attributes or _GENERAL.fullmatch(name):
                continue
            near = nearest_word(name, self.attributes)
            advice = f"did you mean {near}?" if near else "remove it"
            yield f"the attribute {name} of <{self.name}> is unknown and ignored: {advice}"
