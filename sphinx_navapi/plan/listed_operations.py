"""Operations by tag: the groups that tags form, and the lists of overview and tag pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.path_groups import path_groups
from sphinx_navapi.openapi.tags import (
    TagHierarchy,
    TagStep,
    badge_labels,
    described,
    used_tags,
)
from sphinx_navapi.plan.site_plan import Page

#: Up to this number of operations, an overview lists each with a sentence. Longer lists are
#: unreadable: they are left to the groups with their own pages.
_LISTED_IN_FULL = 300


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
    _tagged: dict[tuple[str, str], TagGroup] = field(default_factory=dict)

    @property
    def groups(self) -> list[TagGroup]:
        """The subgroups, in order."""
        return sorted(self._groups.values(), key=lambda group: group.rank)

    def walk(self) -> Iterator[tuple[int, TagGroup]]:
        """All groups below, in reading order, each with its depth from 0."""
        for group in self.groups:
            yield 0, group
            yield from ((depth + 1, inner) for depth, inner in group.walk())

    def of_tag(self, document: OpenApiDocument, tag: str) -> TagGroup | None:
        """The group below that *tag* of *document* forms, alone or with others."""
        return self._tagged.get((document.name, tag))

    def add(
        self,
        document: OpenApiDocument,
        operations: Iterable[tuple[Operation, str]],
        *,
        number: int,
        texts: bool,
    ) -> None:
        """Add *operations* of *document* to the groups of their tags; one group per label.

        If they are of one tag, or of none, and many, they are also grouped by path.

        :param number: of the document: its groups come after those of earlier ones.
        :param texts: whether to include tags that have a description but no operations.
        """
        hierarchy = TagHierarchy(document)
        without = (TagStep(UNTAGGED, None, hierarchy.last_rank),)
        placed = [
            (hierarchy.trail(operation) or without, operation, docname)
            for operation, docname in operations
        ]
        is_flat = len({trail for trail, _operation, _docname in placed}) == 1
        inner = path_groups(each for _, each, _ in placed) if is_flat and document.by_path else {}
        for rank, (trail, operation, docname) in enumerate(placed):
            steps = (TagStep(label, None, rank) for label in inner.get(operation.key, ()))
            group = self._find((*trail, *steps), document, number)
            group.operations.append((operation, docname))
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
                    self._tagged[document.name, step.tag] = group
        return group


def has_text(document: OpenApiDocument, tag: str) -> bool:
    """Whether *document* describes *tag*, or links to a description."""
    _index, value = document.declared_tags.get(tag, (0, {}))
    return bool(described(value) or as_text(as_mapping(value.get("externalDocs")).get("url")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGroup:
    """Operations listed under one label.

    :ivar label: ``""`` for operations directly on the page.
    :ivar tags: names of the tags that form the group.
    :ivar depth: number of enclosing groups.
    :ivar page: docname of its own page, if it has one other than this.
    :ivar operations: each with the docname of its page.
    :ivar brief: without a sentence for each of them.
    """

    label: str = ""
    tags: tuple[str, ...] = ()
    depth: int = 0
    page: str | None = None
    operations: tuple[tuple[Operation, str], ...] = ()
    brief: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPages:
    """Pages of operations and tags.

    :ivar pages: of the site, by docname.
    :ivar tags: docname by document, directory and tag.
    """

    pages: Mapping[str, Page]
    operations: Mapping[OperationKey, Sequence[str]]
    tags: Mapping[tuple[str, str, str], str]
    _groups: dict[tuple[object, ...], TagGroup] = field(default_factory=dict, compare=False)

    def titles(self, keys: Iterable[OperationKey]) -> list[list[str]]:
        """The docname and title of each page of the operations *keys*."""
        names = (name for key in keys for name in self.operations.get(key, ()))
        return [[name, self.pages[name].title] for name in names]

    def groups(self, document: OpenApiDocument, lister: Page) -> TagGroup:
        """The groups of *document* as the page *lister* lists them.

        Each operation comes with the docname of its page: one in the language and version of
        *lister*, preferably in its directory. The result is cached, because each tag page asks for
        it.
        """
        key = (document.name, lister.directory, lister.language, lister.version)
        root = self._groups.get(key)
        if root is None:
            root = self._groups[key] = TagGroup()
            root.add(document, self.listed(document, lister), number=0, texts=True)
        return root

    def listed(self, document: OpenApiDocument, lister: Page) -> list[tuple[Operation, str]]:
        """The operations of *document* with pages, each with the one that *lister* links to."""
        pages = ((each, self._page_of(each, lister)) for each in document.operations)
        return [(each, docname) for each, docname in pages if docname is not None]

    def _page_of(self, operation: Operation, lister: Page) -> str | None:
        section = (lister.language, lister.version)
        docnames = [
            docname
            for docname in self.operations.get(operation.key, ())
            if (self.pages[docname].language, self.pages[docname].version) == section
        ]
        below = (name for name in docnames if name.startswith(f"{lister.directory}/"))
        return next(below, docnames[0] if docnames else None)


def list_document(
    document: OpenApiDocument, lister: Page, published: PublishedPages
) -> Iterator[ListedGroup]:
    """The operations of *document* that have pages, by tag; last, other tags with descriptions.

    Those are badges and tags without operations: unpublished operations are not mentioned.

    :param lister: the page that lists them.
    """
    root = published.groups(document, lister)
    groups = root.groups
    is_long = sum(len(group.operations) for _depth, group in root.walk()) > _LISTED_IN_FULL
    placed: set[str] = set()
    shown: set[str] = set()
    # If no operation has a tag, a single group needs no heading.
    plain = groups[0] if len(groups) == 1 and not groups[0].tags else None
    for depth, group in root.walk():
        placed.update(group.tags.get(document.name, ()))
        shown.update(tag for operation, _docname in group.operations for tag in operation.tags)
        level = depth - 1 if plain is not None and group is not plain else depth
        listed = _listed(group, level, document, lister, published)
        if is_long:
            operations = () if listed.page else listed.operations
            listed = replace(listed, operations=operations, brief=True)
        yield replace(listed, label="") if group is plain else listed
    others = badge_labels(document).keys() & shown
    others |= document.declared_tags.keys() - used_tags(document) - placed
    for tag in document.declared_tags:
        if tag in others and has_text(document, tag):
            yield ListedGroup(label=document.tag_labels.get(tag, tag).strip(), tags=(tag,))


def list_tags(
    document: OpenApiDocument, lister: Page, published: PublishedPages
) -> Iterator[ListedGroup]:
    """The operations of the group that the page *lister* is about, then its subgroups."""
    group = published.groups(document, lister).of_tag(document, lister.tags[0])
    if group is None:
        return
    if group.operations:
        yield ListedGroup(operations=tuple(group.operations))
    for depth, inner in group.walk():
        yield _listed(inner, depth, document, lister, published)


def _listed(
    group: TagGroup,
    depth: int,
    document: OpenApiDocument,
    lister: Page,
    published: PublishedPages,
) -> ListedGroup:
    tags = tuple(group.tags.get(document.name, ()))
    pages = (published.tags.get((document.name, lister.directory, tag)) for tag in tags)
    return ListedGroup(
        label=group.label,
        tags=tags,
        depth=depth,
        page=next((page for page in pages if page), None),
        operations=tuple(group.operations),
    )


def overview_digest(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> str:
    """Hex digest of everything that the overview of *document* shows; *groups* are its lists."""
    root = document.root
    shown: list[Any] = [root.get(key) for key in ("info", "servers", "tags", "externalDocs")]
    shown += [document.components("securitySchemes"), document.base_urls]
    return digest_of([*shown, *map(_shown, groups)])


def tags_digest(
    document: OpenApiDocument, tags: Iterable[str], groups: Iterable[ListedGroup]
) -> str:
    """Hex digest of everything that the page of *tags* shows; *groups* are its lists."""
    listed = list(groups)
    declared = document.declared_tags
    names = [*tags, *(tag for group in listed for tag in group.tags)]
    return digest_of([*(declared.get(name) for name in names), *map(_shown, listed)])


def _shown(group: ListedGroup) -> list[Any]:
    return [group.label, *group.tags, group.depth, group.page] + [
        [docname, str(each.key), each.summary, each.deprecated]
        + ([] if group.brief else [each.description])
        for each, docname in group.operations
    ]
