"""Tag pages: the root pages of the groups that tags form."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from sphinx_navapi.plan.docnames import DocnameRegister, docname_of, slug
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.kinds.tag import TagPage
from sphinx_navapi.plan.listed_operations import TagGroup, has_text
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.scopes import Scope


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
        found: dict[str, str] = {}
        for bound in scope.bound:
            document, tags = self.library.get(bound.name), group.tags.get(bound.name, [])
            if document is None or bound.name in found or bound.overview is False:
                continue
            if any(has_text(document, tag) for tag in tags):
                page = TagPage(
                    docname=f"{bound.directory}/{slug(tags[0]) or 'tag'}/index",
                    document=bound.name,
                    tags=tuple(tags),
                    directory=bound.directory,
                    label=group.label,
                )
                found[bound.name] = self._placed(page, scope)
        return list(found.values())

    def _placed(self, page: TagPage, scope: Scope) -> str:
        """The docname of *page*, or of the page file that replaces it."""
        known = self._known.get(page)
        if known is not None:
            return known
        taken = self._taken_in(scope)
        file = self.files.get(page.docname, scope)
        if file is not None and not (file.operation or file.schema or file.link):
            return page.docname
        if file is not None or page.docname in self.reserved:
            taken = {*taken, page.docname}
        docname = self._known[page] = self.register.reserve(page.docname, taken)
        self.pages[docname] = replace(page, docname=docname)
        return docname

    def _taken_in(self, scope: Scope) -> set[str]:
        """Docnames of operations in *scope*, which take precedence."""
        if scope not in self._taken:
            self._taken[scope] = {
                docname_of(operation, bound.directory)
                for bound in scope.bound
                if (document := self.library.get(bound.name)) is not None
                for operation in document.operations
            }
        return self._taken[scope]
