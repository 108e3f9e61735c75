"""What all kinds of planned pages have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.metadata import text_of
from sphinx_navapi.plan.schema_pages import SchemaPages, ShownPart
from sphinx_navapi.plan.site_plan import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSources:
    """What pages are made from.

    :ivar documents: those of the site, by name.
    :ivar find_document: also finds those that only pages of changes compare.
    :ivar schemas: the schema pages, and the links to them.
    """

    documents: Mapping[str, OpenApiDocument]
    find_document: Callable[[str], OpenApiDocument | None]
    schemas: SchemaPages
    _fingerprinters: dict[str, Fingerprinter] = field(default_factory=dict, compare=False)

    def fingerprinter(self, document: str) -> Fingerprinter:
        """The fingerprints of the components of *document*."""
        fingerprinter = self._fingerprinters.get(document)
        if fingerprinter is None:
            fingerprinter = self._fingerprinters[document] = Fingerprinter(
                self.documents[document], {}
            )
        return fingerprinter


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPage(ABC):
    """A page of one kind, before its place in the navigation is known."""

    docname: str

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Front matter, a field list, or what its document says of the page."""
        return {}

    @property
    def shown_parts(self) -> tuple[ShownPart, ...]:
        """The parts of documents that it shows in full, which may need schema pages."""
        return ()

    @abstractmethod
    def page(self, sources: PageSources) -> Page:
        """The page, without its place."""

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Whether it would be empty, so that it is not made.

        :param document: that it is about, ``None`` if it is unusable.
        :param operations: those of *document* that are published beside it.
        """
        return False

    def listing_digest(
        self, page: Page, sources: PageSources, published: PublishedPages
    ) -> str | None:
        """The fingerprint of *page*, if it lists pages of operations, which are all known now."""
        return None


def badges_of(
    metadata: Mapping[str, Any], operation: Operation | None
) -> tuple[str | None, tuple[str, ...]]:
    """The tag of a page, from its *metadata*, else the document's first badge; the other badges."""
    own = text_of(metadata, "tag")
    badges = (own,) if own else tuple(operation.extension.get("badges", ())) if operation else ()
    return (badges[0] if badges else None), badges[1:]
