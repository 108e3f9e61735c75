"""Tag pages: the root pages of the groups that tags form."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.tags import described
from sphinx_navapi.plan.docnames import DocnameRegister, docname_of, slug
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.kinds.overview import OVERVIEW, first_paragraph
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import (
    PublishedPages,
    TagGroup,
    has_text,
    list_tags,
    tags_digest,
)
from sphinx_navapi.plan.metadata import single_line
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.scopes import Scope
from sphinx_navapi.plan.site_plan import Page

TAG = replace(OVERVIEW, name="tag", shown="It is the page of the tag {tags} of {document}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage(PlannedPage):
    """The page of a group. :ivar tags: their names; one of them has text."""

    document: str
    tags: tuple[str, ...]
    directory: str
    label: str

    def page(self, sources: PageSources) -> Page:
        """The page; its lists are not known yet."""
        return Page(
            docname=self.docname,
            title=single_line(self.label),
            kind=TAG,
            generated=True,
            description=self._description(sources.documents[self.document]),
            overview=self.document,
            shows={"document": self.document, "tags": self.tags},
            tags=self.tags,
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of what it says of the document, and of its lists."""
        document = sources.documents[self.document]
        return tags_digest(document, self.tags, list_tags(document, page, published))

    def _description(self, document: OpenApiDocument) -> str | None:
        """Short description of the page: the first paragraph of the tags' descriptions."""
        declared = document.declared_tags
        texts = (described(declared.get(tag, (0, {}))[1]) for tag in self.tags)
        return next(filter(None, map(first_paragraph, texts)), None)


@dataclass(slots=True)
class TagPages:
    """Creates the pages of groups.

    :param reserved: docnames of other generated pages.
    :ivar pages: by docname, in order of creation.
    """

    library: DocumentLibrary
    files: PageFiles
    register: DocnameRegister
    reserved: Container[str]
    pages: dict[str, TagPage] = field(default_factory=dict)
    _known: dict[TagPage, str] = field(default_factory=dict)
    _taken: dict[Scope, set[str]] = field(default_factory=dict)

    def of_group(self, group: TagGroup, scope: Scope) -> list[str]:
        """Docnames of the pages about the tags of *group*, one for each document with text."""
        docnames: dict[str, str] = {}
        for bound in scope.bound:
            document, tags = self.library.get(bound.name), group.tags.get(bound.name, [])
            if document is None or bound.name in docnames or bound.overview is False:
                continue
            if any(has_text(document, tag) for tag in tags):
                page = TagPage(
                    docname=f"{bound.directory}/{slug(tags[0]) or 'tag'}/index",
                    document=bound.name,
                    tags=tuple(tags),
                    directory=bound.directory,
                    label=group.label,
                )
                docnames[bound.name] = self._placed(page, scope)
        return list(docnames.values())

    def _placed(self, page: TagPage, scope: Scope) -> str:
        """The docname of *page*, or of the page file that replaces it."""
        known = self._known.get(page)
        if known is not None:
            return known
        taken = self.taken_in(scope)
        file = self.files.get(page.docname, scope)
        if file is not None and not (file.operation or file.schema or file.link):
            return page.docname
        if file is not None or page.docname in self.reserved:
            taken = {*taken, page.docname}
        docname = self._known[page] = self.register.reserve(page.docname, taken)
        self.pages[docname] = replace(page, docname=docname)
        return docname

    def taken_in(self, scope: Scope) -> set[str]:
        """Docnames of operations in *scope*, which take precedence."""
        if scope not in self._taken:
            self._taken[scope] = {
                docname_of(operation, bound.directory)
                for bound in scope.bound
                if (document := self.library.get(bound.name)) is not None
                for operation in document.operations
            }
        return self._taken[scope]
