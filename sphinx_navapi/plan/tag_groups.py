"""Operations of documents in groups, as their tags and the hierarchy of these have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.tags import TagHierarchy, TagStep, declared_tags, described

#: Label of the group for operations without tag.
UNTAGGED = "API Reference"


@dataclass(slots=True, eq=False)
class TagGroup:
    """Operations below one label, and the groups in that.

    :ivar rank: sorts it among its siblings.
    :ivar tags: those that make it, by the document that has them.
    :ivar operations: each with what the caller gave for it.
    """

    label: str = ""
    rank: tuple[int, int] = (0, 0)
    tags: dict[str, list[str]] = field(default_factory=dict)
    operations: list[tuple[Operation, str]] = field(default_factory=list)
    _groups: dict[str, TagGroup] = field(default_factory=dict)

    @property
    def groups(self) -> list[TagGroup]:
        """The groups in it, in order."""
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
        """Put *operations* of *document* into the groups of their tags; one group per label.

        :param number: of the document: the groups of an earlier one stand before.
        :param texts: whether a tag of the hierarchy needs no operation where it has text.
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
    """Whether *document* says something of *tag*, or where to read of it."""
    _index, value = declared_tags(document.root).get(tag, (0, {}))
    return bool(described(value) or as_text(as_mapping(value.get("externalDocs")).get("url")))
