"""What a component is: a name, its attributes, and a function that makes nodes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.mdx.values import Code, Markup, Value, shown_text

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_TAGS = re.compile(r"<[^<>]*>|\{[^{}]*\}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Element:
    """A component as a page uses it. Compared by identity.

    :ivar name: as written; ``""`` for a fragment.
    :ivar attributes: values that are literals, and `Code` for all others; a bare name is true.
    :ivar inline: whether it stands within a line of text; its nodes must be inline nodes then.
    :ivar parent: the element around it, of those that stand in the page as tags.
    :ivar line: in its file, from 1; so is *column*.
    :ivar file: of a snippet that the page includes; ``""`` for the page itself.
    :ivar anchors: names under which links reach it; the core gives them to its first node.
    :ivar source: what stands between the tags, where the component asked for it (`Component.raw`).
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
        """The first of the attributes *names* that says something, in one line; else ``""``.

        Of JSX the text between the tags counts.
        """
        for name in names:
            value = self.attributes.get(name)
            text = _code_text(value) if isinstance(value, Code) else shown_text(value)
            if text and text.strip():
                return " ".join(text.split())
        return ""

    def icon(self, *names: str) -> str:
        """The attribute ``icon`` or the first of *names* as every ``icon`` is written: a name
        (with ``iconType`` before it), an address, or SVG.
        """
        for name in names or ("icon",):
            value = self.attributes.get(name)
            if isinstance(value, Markup) or (isinstance(value, Code) and value.is_markup):
                return value.text.strip()
        found, style = self.text(*(names or ("icon",))), self.text("iconType")
        is_name = found and not set(found) & set(" /.:<")
        return f"fa-{style} {found}" if style and is_name else found

    def flag(self, name: str) -> bool:
        """Whether the attribute *name* is there and neither false nor ``"false"``."""
        value = self.attributes.get(name, False)
        return value not in (False, None, "false", 0)

    def number(self, name: str) -> float | None:
        """The attribute *name* as a number (also of a string: ``cols="2"``), else ``None``."""
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
        """The texts in the attribute *name*: of an array each, of a string itself."""
        value = self.attributes.get(name)
        items = value if isinstance(value, list | tuple) else [value]
        texts = (shown_text(item) for item in items)
        return tuple(text for text in texts if text)


def _code_text(code: Code) -> str:
    return _TAGS.sub(" ", code.text) if code.is_markup else ""


class Context(ABC):
    """What a component may ask of the page: its content, and nodes that it cannot make itself."""

    env: BuildEnvironment
    document: nodes.document

    @abstractmethod
    def content(self) -> list[nodes.Node]:
        """What stands between the tags: block nodes, or inline nodes if the element is inline.

        Headings in it are rubrics. To be called once at most.
        """

    @abstractmethod
    def transparent(self) -> list[nodes.Node]:
        """As if the tags were not there: headings in the content are sections of the page.

        The content goes to the page itself; what is given back is empty.
        """

    @abstractmethod
    def has_headings(self) -> bool:
        """Whether headings stand between the tags that would be sections of the page."""

    @abstractmethod
    def text(self, text: str) -> list[nodes.Node]:
        """Inline nodes for the text of an attribute: code between backticks, else as it stands."""

    @abstractmethod
    def markdown(self, text: str) -> list[nodes.Node]:
        """Inline nodes for *text*, read as a line of Markdown."""

    @abstractmethod
    def link(self, href: str, *content: nodes.Node, classes: tuple[str, ...] = ()) -> nodes.Element:
        """A link to *href*: of the web, to a page of the site, or to a file.

        Inline, to stand in a text element; an address that is a script gives the text alone.
        """

    @abstractmethod
    def image(self, src: str, alt: str = "", **attributes: str) -> nodes.Element | None:
        """The image at *src*, as the page names files; ``None`` where there is no address.

        :param attributes: ``title``, ``width``, ``height``, ``classes`` (names and spaces).
        """

    @abstractmethod
    def report(self, message: str) -> None:
        """Tell a mistake in the page, with the element's place."""

    @abstractmethod
    def place(self, node: nodes.Element) -> nodes.Element:
        """Give *node*, and what it holds and has no place, the element's; it is given back."""


Render = Callable[[Element, Context], list[nodes.Node]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A component that pages may use.

    :ivar render: nodes for one use of it.
    :ivar attributes: names that it understands.
    :ivar inline: whether it stands in a line of text (an icon, a badge); else it is a
        block, and within a line it is shown by its title and its content.
    :ivar raw: its content is no Markdown: *render* finds it in `Element.source`.
    """

    name: str
    render: Render
    attributes: frozenset[str] = frozenset()
    inline: bool = False
    raw: bool = False
