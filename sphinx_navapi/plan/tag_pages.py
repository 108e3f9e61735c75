"""Tag pages: the root pages of the groups that tags form."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field, replace

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.tags import TagHierarchy, TagStep, declared_tags, described
from sphinx_navapi.plan.docnames import DocnameRegister, docname_of, slug
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.overviews import first_paragraph
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.scopes import Scope

#: Label of the group for operations without a tag.
UNTAGGED = "API Reference"


@dataclass(slots=True, eq=False)
class TagGroup:
    """Operations under one label, and its subgroups.

    :ivar rank: sort key among its siblings.
    :ivar tags: the tags that form it, by document.
    :ivar operations: each with the value that the caller passed for it.
    """

    label: str = ""
    rank: tuple[int, int] = (0, 0)
    tags: dict[str, list[str]] = field(default_factory=dict)
    operations: list[tuple[Operation, str]] = field(default_factory=list)
    _groups: dict[str, TagGroup] = field(default_factory=dict)

    @property
    def groups(self) -> list[TagGroup]:
        """The subgroups, in order."""
        return sorted(self._groups.values(), key=lambda group: group.rank)

    def walk(self) -> Iterator[tuple[int, TagGroup]]:
        """All groups below, in reading order, each with its depth from 0."""
        for group in self.groups:
            yield 0, group
            yield from ((depth + 1, inner) for depth, inner in group.walk())

    def add(
        self,
        document: OpenApiDocument,
        operations: Iterable[tuple[Operation, str]],
        *,
        number: int,
        texts: bool,
    ) -> None:
        """Add *operations* of *document* to the groups of their tags; one group per label.

        :param number: of the document: its groups come after those of earlier ones.
        :param texts: whether to include tags that have a description but no operations.
        """
        hierarchy = TagHierarchy(document)
        without = (TagStep(UNTAGGED, None, hierarchy.last_rank),)
        for operation, given in operations:
            trail = hierarchy.trail(operation) or without
            self._find(trail, document, number).operations.append((operation, given))
        if texts:
            for trail in hierarchy.nested():
                if has_text(document, trail[-1].tag or ""):
                    self._find(trail, document, number)

    def _find(self, trail: tuple[TagStep, ...], document: OpenApiDocument, number: int) -> TagGroup:
        group = self
        for step in trail:
            inner = group._groups.get(step.label)
            if inner is None:
                inner = TagGroup(step.label, (number, step.rank))
                group._groups[step.label] = inner
            group = inner
            if step.tag is not None:
                tags = group.tags.setdefault(document.name, [])
                if step.tag not in tags:
                    tags.append(step.tag)
        return group


def has_text(document: OpenApiDocument, tag: str) -> bool:
    """Whether *document* describes *tag*, or links to a description."""
    _index, value = declared_tags(document.root).get(tag, (0, {}))
    return bool(described(value) or as_text(as_mapping(value.get("externalDocs")).get("url")))


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage:
    """The page of a group. :ivar tags: their names; one of them has text."""

    docname: str
    document: str
    tags: tuple[str, ...]
    directory: str
    label: str


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


def tags_description(document: OpenApiDocument, tags: tuple[str, ...]) -> str | None:
    """Short description of the page of *tags*: the first paragraph of their descriptions."""
    return next(filter(None, map(first_paragraph, _descriptions(document, tags))), None)


def _descriptions(document: OpenApiDocument, tags: tuple[str, ...]) -> Iterator[str]:
    declared = declared_tags(document.root)
    for tag in tags:
        yield described(declared.get(tag, (0, {}))[1])
