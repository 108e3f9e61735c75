"""Pages of changes between two versions of a document."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage, fingerprint
from sphinx_navapi.plan.metadata import single_line
from sphinx_navapi.plan.site_plan import Page, PageKind

#: Label of the group of change pages.
CHANGES = "Changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesPage(PlannedPage):
    """The page of changes from the document *old* to *new*."""

    new: str
    old: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page; any change of either document is one of it."""
        names = (self.old, self.new)
        found = [document for name in names if (document := sources.find_document(name))]
        return Page(
            docname=self.docname,
            title=_title(found),
            kind=PageKind.CHANGES,
            generated=True,
            sidebar_title=CHANGES,
            changes=(self.new, self.old),
            directory=self.directory,
            fingerprint=fingerprint([names, [document.digest for document in found]]),
        )


def _title(documents: list[OpenApiDocument]) -> str:
    versions = [as_mapping(document.root.get("info")).get("version") for document in documents]
    old, *new = [single_line(str(version)) for version in versions if version is not None] or [""]
    return f"{CHANGES} from {old} to {new[0]}" if new and new[0] != old else CHANGES
