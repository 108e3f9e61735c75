"""What a component is: declared once, for tags of MDX, directives, roles and the reference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.doctree.page_links import image_node, link_node
from sphinx_navapi.links.targets import heading_slug, kebab
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.project.environment import note_words

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.wording import Wording


class Type(Enum):
    """The type of an attribute, with its words in the reference.

    What `Use.given` returns if the attribute is not there is in brackets.
    """

    #: Text on one line (``""``).
    TEXT = "text"
    #: Text in which backticks mark code (``""``).
    TITLE = "text, with `code`"
    #: Inline Markdown, or inline reStructuredText in its directives (``""``).
    MARKED = "text, with markup"
    #: Text, or the JSON of a boolean (``""``).
    JSON = "a value"
    #: One of `Attribute.choices` (``""``; an unknown one is reported).
    CHOICE = "one of "
    #: See `Use.icon` (``""``).
    ICON = "an icon"
    #: An address of a page, a file, or elsewhere (``""``).
    LINK = "a link"
    #: True or false (false).
    FLAG = "yes or no"
    #: A number (``None``).
    NUMBER = "a number"
    #: Texts, separated by commas if it is text (``()``).
    LIST = "a list"
    #: Texts by key; text is that of the key ``""`` (``{}``); in directives YAML.
    OBJECT = "an object"


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a tag; in a directive an option, with hyphens: ``default-open``.

    :ivar meaning: a sentence for the reference.
    :ivar also: other names; the first one that is there counts.
    :ivar choices: of `Type.CHOICE`.
    :ivar synonyms: other words for the choices.
    :ivar what: what is chosen, for messages.
    :ivar otherwise: what is done with an unknown choice.
    """

    name: str
    type: Type
    meaning: str
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    synonyms: Mapping[str, str] | None = None
    what: str = ""
    otherwise: str = "it is ignored"

    @property
    def names(self) -> tuple[str, ...]:
        """All names of it."""
        return (self.name, *self.also)

    def find_choice(self, text: str) -> str | None:
        """The choice that *text* means."""
        choice = text.lower()
        choice = (self.synonyms or {}).get(choice, choice)
        return choice if choice in self.choices else None

    def unknown_choice(self, text: str) -> str:
        """A message about *text*, which is none of the choices."""
        near = nearest_word(text.lower(), (*self.choices, *(self.synonyms or ())))
        use = f"did you mean {near}?" if near else f"use {', '.join(self.choices)}"
        return f'unknown {self.what} "{text[:40]}"; {self.otherwise}: {use}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """A component that pages may use.

    :ivar names: of its tags.
    :ivar meaning: what it shows, for the reference.
    :ivar build: creates the nodes for one use of it.
    :ivar accepted: attributes that hosted services have, without an effect here.
    :ivar within: tags of which it is a part: see `Use.is_part`.
    :ivar inline: whether it is used in a line of text (an icon, a badge); otherwise it is a block,
        and within a line only its title and its content are shown.
    :ivar raw: its content is not Markdown: see `Use.source`.
    :ivar anchor: what precedes its title in the anchor derived from that; ``None`` for no anchor.
    :ivar titles: attributes with that title.
    :ivar directive: the name of its directive, ``""`` if it has none; so is *role*.
    :ivar argument: the attribute that is the argument of the directive, or stands in the pointed
        brackets of the role.
    :ivar needed: attributes of which each tag must have one.
    :ivar has_content: if not, the text of the role is the argument.
    :ivar alike: where sphinx-design has the same, its directive.
    """

    names: tuple[str, ...]
    meaning: str
    build: Callable[[Use], list[nodes.Node]]
    attributes: tuple[Attribute, ...] = ()
    accepted: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    inline: bool = False
    raw: bool = False
    anchor: str | None = ""
    titles: tuple[str, ...] = ("title", "label")
    directive: str = ""
    role: str = ""
    argument: str = ""
    is_argument_required: bool = False
    needed: tuple[str, ...] = ()
    has_content: bool = True
    alike: str = ""

    @property
    def known(self) -> frozenset[str]:
        """The names of all attributes that are not reported."""
        return frozenset((*(n for each in self.attributes for n in each.names), *self.accepted))

    def attribute(self, name: str) -> Attribute:
        """The attribute declared as *name*."""
        return next(each for each in self.attributes if each.name == name)

    def find_anchor(self, read: Callable[[str], str | None]) -> str | None:
        """The anchor of a use whose attributes *read* returns."""
        title = next(filter(None, map(read, self.titles)), None)
        if not title or self.anchor is None:
            return None
        return f"{self.anchor}{heading_slug(kebab(title) if self.anchor else title)}"


class Use(ABC):
    """A component where a page uses it: its attributes, its content, and what the page can make.

    :ivar name: as written.
    :ivar inline: whether it is within a line of text; its nodes must then be inline nodes.
    :ivar anchors: names for links to it, added to its first node automatically.
    """

    component: Component
    env: BuildEnvironment
    document: nodes.document
    name: str
    inline: bool = False
    anchors: tuple[str, ...] = ()

    # Attributes

    @abstractmethod
    def given(self, attribute: Attribute) -> Any:
        """The value of *attribute*, as its `Type` says."""

    @abstractmethod
    def inline_nodes(self, attribute: Attribute) -> list[nodes.Node]:
        """Inline nodes for the text of *attribute*."""

    def text(self, name: str) -> str:
        """The text of the attribute *name*, on one line; ``""`` if there is none."""
        return str(self.given(self.component.attribute(name)))

    def line(self, name: str) -> list[nodes.Node]:
        """Inline nodes for the text of the attribute *name*."""
        return self.inline_nodes(self.component.attribute(name))

    def flag(self, name: str) -> bool:
        """Whether the attribute *name* is set, and not to false."""
        return bool(self.given(self.component.attribute(name)))

    def number(self, name: str) -> float | None:
        """The attribute *name* as a number."""
        value: float | None = self.given(self.component.attribute(name))
        return value

    def strings(self, name: str) -> tuple[str, ...]:
        """The texts in the attribute *name*."""
        value: tuple[str, ...] = self.given(self.component.attribute(name))
        return value

    def mapping(self, name: str) -> Mapping[str, str]:
        """The texts in the attribute *name*, by key."""
        value: Mapping[str, str] = self.given(self.component.attribute(name))
        return value

    def icon(self) -> str:
        """The attribute ``icon`` in the usual format: a name (prefixed by ``iconType``), a URL, or
        SVG.
        """
        icon, style = self.text("icon"), self.text("iconType")
        is_name = icon and not set(icon) & set(" /.:<")
        return f"fa-{style} {icon}" if style and is_name else icon

    def parent_text(self, name: str) -> str:
        """The attribute *name* of the element around it."""
        return ""

    def style_classes(self) -> list[str]:
        """Classes for the style and the classes that the page sets."""
        return []

    # Content

    @property
    def is_part(self) -> bool:
        """Whether it is directly in one of the components that its declaration says."""
        return False

    @abstractmethod
    def content(self) -> list[nodes.Node]:
        """What is between the tags: block nodes, or inline nodes if the use is inline.

        Headings in it are rubrics. Call it at most once.
        """

    def children(self) -> list[list[nodes.Node]]:
        """The content as in `content`, by child as in JSX: each tag, and each block of Markdown.

        The children of a fragment are children of the element around it.
        """
        return [[node] for node in self.content()]

    def transparent(self) -> list[nodes.Node]:
        """Ignore the tags: headings in the content become sections of the page.

        In MDX the content is added to the page itself, and the return value is empty.
        """
        return self.content()

    @abstractmethod
    def source(self, *, evaluated: bool = False) -> str:
        """What is between the tags of a raw component, as written.

        If it is one expression for a string, that string.

        :param evaluated: with the values of all expressions.
        """

    # What the page makes

    @property
    def words(self) -> Wording:
        """Labels in the language of the page."""
        return interface_wording(note_words(self.env, self.env.docname))

    def link(self, href: str, *content: nodes.Node, classes: tuple[str, ...] = ()) -> nodes.Element:
        """A link to *href*: an external URL, a page of the site, or a file.

        Inline, for use in a text element; for a script URL, only the text.
        """
        outer, inner = link_node(href, self.env)
        inner.extend(content)
        outer["classes"].extend(classes)
        return outer

    def image(self, src: str, alt: str = "", **attributes: str) -> nodes.Element | None:
        """The image *src*, relative as usual in the page; ``None`` if there is no address.

        :param attributes: those of `image_node`.
        """
        return image_node(src, alt, attributes, self.env)

    @abstractmethod
    def report(self, message: str) -> None:
        """Report a mistake in the page, with the place of the use."""


#: The attributes of an icon.
ICON = (
    Attribute("icon", Type.ICON, "An [icon](#icons)."),
    Attribute("iconType", Type.TEXT, "The style of the icon: `regular`, `solid`, `brands`."),
)


def split_list(text: str) -> tuple[str, ...]:
    """The parts of a list that is written as *text*."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def place_nodes(made: list[nodes.Node], source: str | None, line: int | None) -> None:
    """Set the place on all nodes in *made* that have none: translators and warnings use it."""
    for node in made:
        for inner in find_nodes(node, nodes.Element):
            if inner.line is None:
                inner.source, inner.line = source, line


def missing_attribute(component: Component, name: str, names: Collection[str]) -> str:
    """A message if a tag written as *name* has none of the attributes it needs, else ``""``."""
    if not component.needed or not set(component.needed).isdisjoint(names):
        return ""
    wanted = component.needed[0]
    return f'<{name}> has no {wanted}: write <{name} {wanted}="…">'


def invalid_numbers(
    component: Component,
    name: str,
    attributes: Mapping[str, object],
    number: Callable[[str], float | None],
) -> Iterator[str]:
    """Messages about *attributes* of a tag written as *name* whose text should be a number.

    :param number: the attribute of a name as a number, ``None`` if it is not one.
    """
    for attribute in component.attributes:
        for each in attribute.names if attribute.type is Type.NUMBER else ():
            text = attributes.get(each)
            if isinstance(text, str) and number(each) is None:
                yield f'{each} of <{name}> is ignored: "{text[:40]}" is not a number, such as 2'


def unknown_attributes(component: Component, name: str, names: Iterator[str]) -> Iterator[str]:
    """Messages about attributes in *names*, of a use written as *name*, that have no meaning."""
    for each in names:
        if each in component.known:
            continue
        near = nearest_word(each, component.known)
        advice = f"did you mean {near}?" if near else "remove it"
        yield f"the attribute {each} of <{name}> is unknown and ignored: {advice}"
