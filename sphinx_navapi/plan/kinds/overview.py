"""Overview pages of documents: which documents have one, and its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from sphinx_navapi.config.navigation import NavigationElement
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import PublishedPages, list_document, overview_digest
from sphinx_navapi.plan.scopes import Scopes
from sphinx_navapi.plan.site_plan import Page, PageKind

OVERVIEW = PageKind(
    name="overview",
    content="sphinx_navapi.doctree.parser:fill_overview",
    markdown="sphinx_navapi.html.markdown_pages:MarkdownPages.overview",
    shown="It is the overview of {document}.",
    search_label="overview",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewPage(PlannedPage):
    """The overview page of a document. :ivar directory: of its operation pages."""

    document: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page; its lists are not known yet."""
        document = sources.documents[self.document]
        return Page(
            docname=self.docname,
            title=overview_title(document),
            kind=OVERVIEW,
            generated=True,
            description=_description(document),
            overview=self.document,
            shows={"document": self.document},
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of what it says of the document, and of its lists."""
        document = sources.documents[self.document]
        return overview_digest(document, list_document(document, page, published))


def overview_title(document: OpenApiDocument) -> str:
    """Title of the page: that of the document, else its name."""
    info = as_mapping(document.root.get("info"))
    title = " ".join((as_text(info.get("title")) or "").split())
    return title or document.name.rpartition("/")[2]


def _description(document: OpenApiDocument) -> str | None:
    """Short description of the page: the summary of the document, else its first paragraph."""
    info = as_mapping(document.root.get("info"))
    summary = as_text(info.get("summary")) or ""
    return summary.strip() or first_paragraph(as_text(info.get("description")) or "")


def first_paragraph(text: str) -> str | None:
    """The first paragraph of *text*, CommonMark, skipping headings, tables and HTML."""
    blocks = (block.strip() for block in text.split("\n\n"))
    return next((block for block in blocks if block and block[0] not in "#<|"), None)


#: Fields of an Info Object that no other page shows.
_SAID = ("description", "summary", "termsOfService", "contact", "license")


@dataclass(slots=True)
class Overviews:
    """The overviews of a site.

    :ivar pages: by docname, including unused ones.
    :ivar used: those with a place in the navigation.
    :ivar named: docnames of those with an entry, which are not added elsewhere.
    """

    pages: dict[str, OverviewPage] = field(default_factory=dict)
    used: dict[str, OverviewPage] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    _automatic: dict[NavigationElement, tuple[str, ...]] = field(default_factory=dict)

    def added_to(self, element: NavigationElement) -> tuple[str, ...]:
        """Docnames of the overviews added to *element*."""
        docnames = self._automatic.get(element, ())
        docnames = tuple(name for name in docnames if name not in self.named)
        self.used |= {name: self.pages[name] for name in docnames}
        return docnames

    def use(self, docname: str) -> str:
        """Record that an entry names the overview *docname*."""
        self.used[docname] = self.pages[docname]
        return docname


def find_overviews(
    scopes: Iterable[Scopes],
    find_document: Callable[[str], OpenApiDocument | None],
    is_file: Callable[[str], bool],
) -> Overviews:
    """The overviews of the documents that *scopes* bind.

    The section that binds a document gets one if the document has something to show: a
    description, contact, license or terms, or tags with descriptions. A section whose entries name
    operations publishes only what they name: it needs ``overview: true``.

    :param is_file: whether a docname is that of a page file.
    """
    overviews = Overviews()
    known: dict[tuple[str, str], str] = {}
    for element, scope in chain.from_iterable(each.items() for each in scopes):
        if scope is None or scope.owner is not element:
            continue
        automatic: dict[str, None] = {}
        for bound in scope.bound:
            document = find_document(bound.name)
            if document is None or bound.overview is False or not document.has_operations:
                continue
            if bound.overview is None and not says_something(document):
                continue
            key = (bound.name, bound.directory)
            if key not in known:
                known[key] = free_name(
                    f"{bound.directory}/index",
                    lambda name: name in overviews.pages or is_file(name),
                )
                page = OverviewPage(
                    docname=known[key], document=bound.name, directory=bound.directory
                )
                overviews.pages[page.docname] = page
            if scope.adds or (scope.explicit and bound.overview):
                automatic[known[key]] = None
        before = overviews._automatic.get(element, ())
        overviews._automatic[element] = (*before, *automatic)
    return overviews


def says_something(document: OpenApiDocument) -> bool:
    """Whether *document* has text that no operation page shows."""
    info = as_mapping(document.root.get("info"))
    if any(_is_filled(info.get(key)) for key in _SAID):
        return True
    # In AsyncAPI 3.x, tags are part of the Info Object.
    tags = map(as_mapping, as_list(document.root.get("tags") or info.get("tags")))
    return any(_is_filled(tag.get("description")) for tag in tags)


def _is_filled(value: Any) -> bool:
    return bool(value.strip() if isinstance(value, str) else value)
