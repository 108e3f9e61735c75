"""Pages of component schemas."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import message
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.site_plan import Page, PageKind

SCHEMA = PageKind(
    name="schema",
    content="sphinx_navapi.doctree.parser:fill_schema",
    markdown="sphinx_navapi.html.markdown_pages:MarkdownPages.schema",
    shown="It shows the schema {schema} of {document}, which operation pages link to because it"
    " nests deeper than navapi_schema_depth levels.",
    counted=("schema", "schemas"),
    caption=message("Schemas"),
    is_linked=True,
    search_label="schema",
    has_description=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaPage(PlannedPage):
    """The page of the component schema *name* of a document."""

    directory: str
    document: str
    name: str

    def page(self, sources: PageSources) -> Page:
        """The page, titled as its component."""
        printer = sources.fingerprinter(self.document)
        pointer = f"/components/schemas/{escape_pointer(self.name)}"
        schema = as_mapping(printer.document.resolve(pointer).value)
        links = sources.schemas.links.get(self.docname, ())
        return Page(
            docname=self.docname,
            title=self.name,
            kind=SCHEMA,
            generated=True,
            schema=(self.document, self.name),
            directory=self.directory,
            used_by=sources.schemas.users.get(self.docname, ()),
            deprecated=schema.get("deprecated") is True,
            fingerprint=digest_of([printer.component(pointer), self.name, links]),
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of what it shows, and of the pages that use it."""
        pages = published.pages
        users = [
            [user.docname, pages[user.docname].title, user.sent, user.received]
            for user in page.used_by
        ]
        return digest_of([page.fingerprint, users])
