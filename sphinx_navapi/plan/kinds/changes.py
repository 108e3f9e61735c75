"""Pages of changes between two versions of a document."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.metadata import single_line
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

_LABEL = "Changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage(PlannedPage):
    """The page of changes from the document *old* to *new*; without *old*, of its versions."""

    new: str
    old: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page; any change of either document is one of it."""
        names = (self.old, self.new) if self.old else (self.new,)
        documents = [document for name in names if (document := sources.find_document(name))]
        return Page(
            docname=self.docname,
            title=_title(documents),
            kind=CHANGES,
            generated=True,
            sidebar_title=_LABEL,
            shows={
                "document": self.new,
                "changes_from": self.old,
                "earlier": self.old or "its earlier versions",
            },
            directory=self.directory,
            fingerprint=digest_of([names, [_digest(document) for document in documents]]),
        )


def _digest(document: OpenApiDocument) -> list[str]:
    return [document.digest, document.history.digest]


def _title(documents: list[OpenApiDocument]) -> str:
    versions = [as_mapping(document.root.get("info")).get("version") for document in documents]
    old, *new = [single_line(str(version)) for version in versions if version is not None] or [""]
    return f"{_LABEL} from {old} to {new[0]}" if new and new[0] != old else _LABEL


def changes_page(bound: BoundDocument) -> ChangesPage | None:
    """The page of changes of a document, if the navigation sets an earlier version of it."""
    if bound.changes_from is None and not bound.has_history:
        return None
    docname, old = f"{bound.directory}/{_LABEL.lower()}", bound.changes_from or ""
    return ChangesPage(docname=docname, new=bound.name, old=old, directory=bound.directory)


CHANGES = PageKind(
    name="changes",
    content="sphinx_navapi.doctree.parser:fill_changes",
    markdown="sphinx_navapi.html.markdown_pages:MarkdownPages.changes",
    shown="It shows what changed from {earlier} to {document}.",
    caption=_LABEL,
    has_description=False,
)
