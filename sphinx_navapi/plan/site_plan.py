"""The plan of a site: every page with its place, and the resolved navigation.

Values only: ``plan`` creates them, everything after reads them. A build has three, each derived
from the one before: `SitePlan`, before anything is read; `TitledPlan`, once all pages are;
`PlacedPlan`, from which pages are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, Union

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.plan.metadata import flag_of, number_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKind:
    """A kind of pages: everything that the rooms ask of it.

    :ivar name: in ``site.json``, and in HTML.
    :ivar content: ``module:function``, which fills the document of a generated page.
    :ivar markdown: the same of the function that writes what a page shows of a document.
    :ivar shown: what a generated page shows, as a sentence that formats `Page.subject`.
    :ivar counted: "page" and "pages" in the report of the first build, unless it omits them.
    :ivar caption: of its pages as a list.
    :ivar is_linked: whether other pages lead to its pages, instead of the navigation.
    :ivar search_label: shown in search results where operations have their method.
    :ivar layout: the *name* of a kind whose pages look the same in templates.
    :ivar has_description: whether the text of a page may describe it.
    """

    name: str
    content: str
    markdown: str = ""
    shown: str = ""
    counted: tuple[str, str] | None = None
    caption: str = ""
    is_linked: bool = False
    search_label: str = ""
    layout: str = ""
    has_description: bool = True


#: Pages with a text of their own; the generated one is the root document, if it has no file.
PAGE = PageKind(
    name="page",
    content="sphinx_navapi.doctree.parser:fill_home",
    shown="The project has no root document, so a generated one redirects to the first page.",
    counted=("page file", "page files"),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ResolvedElement:
    """An element of the resolved navigation. Compared by identity.

    :ivar label: ``""`` for the root.
    :ivar pointer: JSON pointer in the resolved navigation (``/tabs/0/groups/1``).
    :ivar attributes: all other fields as configured (``icon``, ``tag``, ``hidden``, ``expanded``,
        ``description``, ``color``, …), ``href`` and ``default: true`` included.
    :ivar root: docname of a group's own page.
    :ivar content: by content key, in the order of `CONTENT_KEYS`; an entry of ``pages`` is a
        docname, an `ExternalLink` or a group.
    :ivar first_page: docname or ``None``.
    """

    kind: ElementKind
    label: str
    pointer: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    root: str | None = None
    content: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    global_anchors: tuple[ResolvedElement, ...] = ()
    first_page: str | None = None

    @property
    def hidden(self) -> bool:
        """Whether the element is not shown to readers (its pages are built)."""
        return bool(self.attributes.get("hidden", False))

    @property
    def href(self) -> str | None:
        """The target of an element without content."""
        href = self.attributes.get("href")
        return href if isinstance(href, str) else None

    @property
    def toctree(self) -> str | None:
        """The document whose toctrees this group contains, or was read from."""
        name = self.attributes.get("toctree")
        return name.strip().strip("/") if isinstance(name, str) else None

    def docnames(self) -> Iterator[str]:
        """Its own page, and all pages below it, in reading order."""
        if self.root is not None:
            yield self.root
        for entries in self.content.values():
            for entry in entries:
                if isinstance(entry, str):
                    yield entry
                elif isinstance(entry, ResolvedElement):
                    yield from entry.docnames()

    def children(self) -> Iterator[ResolvedElement]:
        """Elements directly below, in the order of `content`."""
        for entries in self.content.values():
            for entry in entries:
                if isinstance(entry, ResolvedElement):
                    yield entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalLink:
    """An entry of ``pages`` that is an absolute URL, or a page whose metadata has ``url``.

    :ivar docname: of the page in the second case; it is built all the same.
    """

    href: str
    title: str
    docname: str | None = None


Entry = Union[str, "ExternalLink", "ResolvedElement"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaUser:
    """A page that uses a schema: one of an operation, or of a schema.

    :ivar sent: whether its operation uses the schema in its request; :ivar received: in responses.
    """

    docname: str
    sent: bool = False
    received: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the site.

    :ivar title: of a page file: metadata, else first heading, else its operation's summary, else
        its name.
    :ivar generated: made from a document, without a file.
    :ivar file: path of the page file relative to the source directory, ``""`` if generated.
    :ivar operation: of an operation page, including one rendered by a page file; also of a channel.
    :ivar more_operations: that a page file renders after it: the others of a channel.
    :ivar schema: document and component name of a schema page.
    :ivar used_by: of a schema page.
    :ivar shows: of other kinds: the parts of the `subject`.
    :ivar overview: name of the document that an overview or tag page is about.
    :ivar tags: of a tag page: the tags that form its group.
    :ivar directory: folder of the schema pages that it links to.
    :ivar trail: elements around it at its first place, from the root inwards; empty for a page
        outside the navigation.
    :ivar breadcrumbs: labels from the outside in, without versions and languages; of a page that is
        only in the project's own toctrees the toctree's caption, then the titles of *ancestors*.
    :ivar ancestors: docnames of the pages above it in the project's own toctrees, outermost first;
        ``None`` for a page that has a *trail*, or that is in no such toctree.
    :ivar tag: shown beside its title and its entry; *badges*: beside its title only.
    :ivar prev: neighbor in reading order, within the section that the sidebar shows.
    :ivar metadata: front matter, or the metadata of the extension object.
    :ivar fingerprint: changes when the page must be read again; of generated pages only.
    """

    docname: str
    title: str
    kind: PageKind = PAGE
    generated: bool = False
    file: str = ""
    sidebar_title: str | None = None
    description: str | None = None
    operation: OperationKey | None = None
    operation_id: str | None = None
    more_operations: tuple[OperationKey, ...] = ()
    schema: tuple[str, str] | None = None
    used_by: tuple[SchemaUser, ...] = ()
    shows: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    overview: str | None = None
    tags: tuple[str, ...] = ()
    directory: str = "api-reference"
    tag: str | None = None
    badges: tuple[str, ...] = ()
    deprecated: bool = False
    trail: tuple[ResolvedElement, ...] = ()
    breadcrumbs: tuple[str, ...] = ()
    ancestors: tuple[str, ...] | None = None
    version: str | None = None
    language: str | None = None
    product: str | None = None
    tab: str | None = None
    prev: str | None = None
    next: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""

    @property
    def label(self) -> str:
        """Its title in navigation."""
        return self.sidebar_title or self.title

    @property
    def is_untitled(self) -> bool:
        """Whether its label in navigation is method and path, since its operation has no title."""
        key = self.operation
        return key is not None and self.label == f"{key.method} {key.path}"

    @property
    def has_known_method(self) -> bool:
        """Whether style sheets have a mark for the method of its operation."""
        key = self.operation
        return key is not None and key.has_known_method(of_channel=self.kind.name == "asyncapi")

    @property
    def subject(self) -> Mapping[str, str | tuple[str, ...]]:
        """What it shows of a document, as in a stub; empty for other pages."""
        if self.operation is not None:
            key = self.operation
            return {"document": key.document, "method": key.method, "path": key.path}
        if self.schema is not None:
            return {"document": self.schema[0], "schema": self.schema[1]}
        return self.shows

    @property
    def document(self) -> str | None:
        """The name of the document that it shows a part of, or the changes of."""
        name = self.subject.get("document")
        return name if isinstance(name, str) else None

    @property
    def is_home(self) -> bool:
        """Whether it is the root document of a project without a file for it, which leads on."""
        return self.generated and self.kind is PAGE

    @property
    def describes_itself(self) -> bool:
        """Whether its operation is described by the page itself, not by a document."""
        return self.operation is not None and self.operation.document == self.docname

    @property
    def settings(self) -> list[Mapping[str, Any]]:
        """What may set a key for the page, the nearest first: its metadata, the elements around."""
        return [self.metadata, *[element.attributes for element in reversed(self.trail)]]

    @property
    def listing(self) -> str | None:
        """How the page lists the group around it if it is the group's own: ``card`` or
        ``accordion``, ``None`` if it does not.
        """
        if not self.trail or self.trail[-1].root != self.docname:
            return None
        layouts = (element.attributes.get("directory") for element in reversed(self.trail))
        layout = next(filter(None, layouts), "none")
        return None if layout == "none" else str(layout)

    @property
    def search_weight(self) -> float:
        """How much search favors the page: 1 by default, 0 if it does not find it."""
        if self.is_searchable is False:
            return 0
        weights = (number_of(each, "boost") for each in self.settings if "boost" in each)
        return next(filter(None, weights), 1)

    @property
    def is_searchable(self) -> bool | None:
        """``searchable``, ``None`` if it is unset."""
        flags = (flag_of(each, "searchable") for each in self.settings if "searchable" in each)
        return next((flag for flag in flags if flag is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePlan:
    """Everything that the build, ``explain`` and the writers know about the site.

    :ivar pages: by docname: in reading order of the navigation, then schema pages, then the page
        files outside the navigation, by docname.
    :ivar schema_pages: ``(directory, document, component name)`` to docname.
    :ivar documents: usable documents by name, in order of first use.
    :ivar settings: the rest of the configuration (``name``, ``api``, ``interaction``, …).
    :ivar base_urls: of APIs whose documents have no servers.
    """

    navigation: ResolvedElement
    pages: Mapping[str, Page]
    documents: Mapping[str, OpenApiDocument]
    schema_pages: Mapping[tuple[str, str, str], str] = field(default_factory=dict)
    operation_pages: Mapping[OperationKey, tuple[str, ...]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    base_urls: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    def namesake(self, group: ResolvedElement) -> str | None:
        """The page that is shown in place of *group*: the only one, with the label of the group."""
        entries = [entry for each in group.content.values() for entry in each]
        only = entries[0] if len(entries) == 1 and not (group.root or group.toctree) else None
        page = self.pages.get(only) if isinstance(only, str) else None
        if page is None or page.label.casefold() != group.label.casefold():
            return None
        return page.docname

    @classmethod
    def after(cls, plan: SitePlan, **changes: Any) -> Self:
        """*plan* at this stage, with *changes* to its fields."""
        values = {field.name: getattr(plan, field.name) for field in fields(SitePlan)}
        return cls(**{**values, **changes})


@dataclass(frozen=True, slots=True, kw_only=True)
class TitledPlan(SitePlan):
    """A plan whose pages have the titles found while reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPlan(TitledPlan):
    """A plan whose pages outside the navigation have places from the project's own toctrees.

    Its *diagnostics* are complete.
    """
