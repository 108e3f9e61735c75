"""The navigation as written by the author: elements with their places, nothing resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, Self, TypeVar


class ElementKind(StrEnum):
    """Kinds of navigation elements, each with the key of its label."""

    ROOT = "root"
    GROUP = "group"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    DROPDOWN = "dropdown"
    VERSION = "version"
    LANGUAGE = "language"
    PRODUCT = "product"


#: Content keys of an element in the order in which they are kept, which is also the order for the
#: first page after `pages` and `groups`.
CONTENT_KEYS = (
    "pages", "groups", "anchors", "dropdowns", "languages", "tabs", "versions", "menu", "products",
)  # fmt: skip


#: Pages that collect from all operations of a document.
CATALOG_PAGES = ("errors", "scopes", "deprecations")


class EarlierDocument(NamedTuple):
    """An earlier version of a document. :ivar overlays: ``None``: those of the document."""

    source: str
    overlays: tuple[str, ...] | None
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """One document bound to an element.

    :ivar source: path or URL as written.
    :ivar directory: as written; ``None`` if not set.
    :ivar base_url: absolute; ``None`` if not set.
    :ivar overlays: paths or URLs as written.
    :ivar changes_from: path or URL of an earlier version; ``None`` if not set.
    :ivar earlier_overlays: paths or URLs of that version's overlays, as written.
    :ivar history: its earlier versions; :ivar history_tags: pattern of the Git tags that have them.
    :ivar overview: whether it has an overview page; ``None`` if not set.
    :ivar catalog: which of `CATALOG_PAGES` it has.
    :ivar pointer: position in the configuration.
    """

    source: str
    directory: str | None = None
    base_url: str | None = None
    overlays: tuple[str, ...] = ()
    changes_from: str | None = None
    earlier_overlays: tuple[str, ...] = ()
    history: tuple[EarlierDocument, ...] = ()
    history_tags: str = ""
    overview: bool | None = None
    catalog: tuple[str, ...] = ()
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageEntry:
    """A string in ``pages`` (or a group's ``root``): a page path, a reference or a URL."""

    text: str
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NavigationElement:
    """An element of the navigation. Compared by identity.

    :ivar pointer: JSON pointer in the configuration, ``/navigation`` for the root.
    :ivar attributes: fields other than label, content, ``openapi`` and ``root``, all of the
        declared types; ``href`` only if there is no content.
    :ivar bindings: OpenAPI documents, ``None`` if inherited.
    :ivar channels: AsyncAPI documents, likewise.
    :ivar content: by content key, in the order of `CONTENT_KEYS`, including empty ones.
    """

    kind: ElementKind
    label: str = ""
    pointer: str = "/navigation"
    attributes: Mapping[str, Any] = field(default_factory=dict)
    bindings: tuple[Binding, ...] | None = None
    channels: tuple[Binding, ...] | None = None
    root: PageEntry | None = None
    content: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    global_anchors: tuple[NavigationElement, ...] = ()

    def children(self) -> Iterator[NavigationElement]:
        """Elements directly below, in the order of `content`."""
        for entries in self.content.values():
            for entry in entries:
                if isinstance(entry, NavigationElement):
                    yield entry

    def entries(self) -> Iterator[PageEntry]:
        """Page entries directly below, the element's root page first."""
        if self.root is not None:
            yield self.root
        for entry in self.content.get("pages", ()):
            if isinstance(entry, PageEntry):
                yield entry


Entry = PageEntry | NavigationElement


class _Parent(Protocol):
    def children(self) -> Iterator[Self]: ...


Parent = TypeVar("Parent", bound=_Parent)


def walk(element: Parent) -> Iterator[Parent]:
    """*element* and every element below it, outer ones first, in reading order."""
    yield element
    for child in element.children():
        yield from walk(child)


def translatable(element: NavigationElement) -> Iterator[NavigationElement]:
    """The elements from *element* on whose labels are in the language of the project.

    Labels below a language are in that language; those of languages and versions are names.
    """
    if element.kind is ElementKind.LANGUAGE:
        return
    if element.label and element.kind is not ElementKind.VERSION:
        yield element
    for child in (*element.global_anchors, *element.children()):
        yield from translatable(child)
