"""Anchors of operations, tags and schemas as Redoc and Scalar write them.

Texts of documents link with them to other parts of the document: ``#tag/Books``,
``#operation/listBooks``, ``#tag/Books/operation/listBooks``, ``#tag/Books/paths/~1books/get`` and
``#section/Paging`` (Redoc, "Deep linking"), ``#tag/books/GET/books``, ``#model/Book`` and
``#description/paging`` (Scalar, ``generateHeadingId`` and the like). Here, each of these is a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from sphinx_navapi.links.targets import loose_anchor
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.tags import tag_labels
from sphinx_navapi.plan.planned_pages import index_overviews
from sphinx_navapi.plan.site_plan import SitePlan

_FORMS: Final = re.compile(
    r"(?:tag/.+/)?operation/(?P<id>.+)"
    r"|tag/.+/paths/(?P<pointer>.+)/(?P<verb>[a-z]+)"
    r"|(?:tag/.+?|webhooks?)/(?P<method>[A-Z]+)/(?P<path>.+)"
    r"|tag/(?P<tag>.+)"
    r"|(?:model|schema)s?/(?P<schema>.+)"
    r"|(?P<text>section|description)/.+"
)


def is_reference_anchor(anchor: str) -> bool:
    """Whether *anchor*, unquoted, has the form of such an anchor."""
    return _FORMS.fullmatch(anchor) is not None


def heading_of(anchor: str) -> str:
    """The heading in the description that *anchor* is about, ``""`` if it is about another part."""
    form = _FORMS.fullmatch(anchor)
    return anchor.rpartition("/")[2] if form is not None and form["text"] is not None else ""


class ReferenceAnchors:
    """Finds the pages of *plan* for such anchors."""

    def __init__(self, plan: SitePlan) -> None:
        self._plan = plan

    def find(self, anchor: str, document: str | None) -> str | None:
        """The docname of the page for *anchor*; ``None`` if it has another form, or no page.

        :param document: the document whose page or text has the link. In a text of a page, this may
            be any.
        """
        form = _FORMS.fullmatch(anchor)
        own = self._plan.documents.get(document or "")
        documents = self._plan.documents.values() if own is None else (own,)
        pages = (self._find(form, each) for each in documents if form is not None)
        return next((page for page in pages if page is not None), None)

    def _find(self, form: re.Match[str], document: OpenApiDocument) -> str | None:
        tag = form["tag"]
        if tag is not None:
            return self._of_tag(tag, document)
        if form["schema"] is not None:
            return self._schemas.get((document.name, loose_anchor(form["schema"])))
        if form["text"] is not None:
            return self._overviews.get(document.name)
        return next(
            (
                page
                for operation in document.operations
                if _is_meant(form, operation)
                for page in self._plan.operation_pages.get(operation.key, ())
            ),
            None,
        )

    def _of_tag(self, written: str, document: OpenApiDocument) -> str | None:
        """The page of a tag, or the first of its operations."""
        labels = tag_labels(document)
        wanted = loose_anchor(written)

        def is_tag(name: str) -> bool:
            return wanted in (loose_anchor(name), loose_anchor(labels.get(name, name)))

        for docname, tags in self._tag_pages(document.name):
            if any(map(is_tag, tags)):
                return docname
        return next(
            (
                page
                for operation in document.operations
                if any(map(is_tag, operation.tags))
                for page in self._plan.operation_pages.get(operation.key, ())
            ),
            None,
        )

    def _tag_pages(self, document: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        for docname, page in self._plan.pages.items():
            if page.overview == document and page.tags:
                yield docname, page.tags

    @cached_property
    def _overviews(self) -> dict[str, str]:
        return index_overviews(self._plan.pages)

    @cached_property
    def _schemas(self) -> dict[tuple[str, str], str]:
        return {
            (document, loose_anchor(component)): docname
            for (_directory, document, component), docname in self._plan.schema_pages.items()
        }


def _is_meant(form: re.Match[str], operation: Operation) -> bool:
    if form["id"] is not None:
        return operation.operation_id == form["id"]
    key = operation.key
    if form["pointer"] is not None:
        path = form["pointer"].replace("~1", "/").replace("~0", "~")
        return (key.path, operation.http_method) == (path, form["verb"])
    if operation.http_method.upper() != form["method"]:
        return False
    return key.path.strip("/") == form["path"].strip("/")
