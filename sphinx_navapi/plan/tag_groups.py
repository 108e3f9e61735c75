"""Grouping the operations of documents by tag and tag hierarchy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.tags import TagHierarchy, TagStep, declared_tags, described

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
