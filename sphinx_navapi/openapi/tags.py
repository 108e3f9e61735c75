"""Tags of a document: their labels, their hierarchy, and which do not form groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.diagnostics import Level
from sphinx_navapi.diagnostics.similar_words import SimilarWords
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument, Operation

#: Kinds of tags (3.2) that describe operations without grouping them.
NO_GROUPS: Final = frozenset({"badge", "audience"})

#: Maximum nesting of groups: deeper ones become part of the last level.
MAX_LEVELS: Final = 12


@dataclass(frozen=True, slots=True)
class TagStep:
    """A group around an operation.

    :ivar tag: its name; ``None`` for a group without a tag.
    :ivar rank: sort key among its siblings; those of the same rank keep the order of `paths`.
    """

    label: str
    tag: str | None
    rank: int = 0


@dataclass(frozen=True, slots=True)
class TagProblem:
    """A problem with tags, and what was done.

    :ivar pointer: of the value concerned.
    :ivar breaks: it violates the OpenAPI Specification.
    """

    pointer: str
    message: str
    level: Level = Level.WARNING
    breaks: bool = False


def tag_labels(document: OpenApiDocument) -> dict[str, str]:
    """Label of every declared tag: ``x-group``, ``x-displayName``, ``summary`` (3.2), its name."""
    labels: dict[str, str] = {}
    for name, (_index, tag) in document.declared_tags.items():
        texts = [tag.get("x-group"), tag.get("x-displayName")]
        texts += [tag.get("summary")] if document.version >= (3, 2) else []
        labels[name] = next((t for t in texts if isinstance(t, str) and t.strip()), name)
    return labels


def badge_labels(document: OpenApiDocument) -> dict[str, str]:
    """Label of every tag shown as a badge of its operations, by name."""
    if document.version < (3, 2):
        return {}
    labels = tag_labels(document)
    return {
        name: labels[name]
        for name, (_index, tag) in document.declared_tags.items()
        if as_text(tag.get("kind")) in NO_GROUPS
    }


#: A Redoc element that shows a schema, as pages of operations and schemas already do here.
_SCHEMA_DEFINITION: Final = re.compile(r"<SchemaDefinition\b[^<>]*/>")


def described(tag: Mapping[str, Any]) -> str:
    """The description of a Tag Object, CommonMark; may be ``""``."""
    text = as_text(tag.get("description")) or ""
    if "<SchemaDefinition" in text:
        text = _SCHEMA_DEFINITION.sub("", text)
    return text if text.strip() else ""


def used_tags(document: OpenApiDocument) -> set[str]:
    """The tags of all operations of *document*, including hidden and excluded ones."""
    names = {tag for operation in document.operations for tag in operation.tags}
    for section in ("paths", "webhooks"):
        for item in as_mapping(document.root.get(section)).values():
            for operation in as_mapping(item).values():
                tags = as_list(as_mapping(operation).get("tags"))
                names.update(tag for tag in tags if isinstance(tag, str))
    return names


class TagHierarchy:
    """The hierarchy of *document*'s tags: ``x-tagGroups``, and ``parent`` from OpenAPI 3.2 on.

    :ivar problems: in document order.
    """

    def __init__(self, document: OpenApiDocument) -> None:
        root = document.root
        self._document = document
        self._labels = document.tag_labels
        self._declared = document.declared_tags
        self._badges = badge_labels(document)
        self.problems: list[TagProblem] = []
        self._parents = self._read_parents() if document.version >= (3, 2) else {}
        #: Label of each of ``x-tagGroups`` and the tags that it lists.
        self._groups = list(self._read_groups(root.get("x-tagGroups")))
        self._listed: dict[str, tuple[int, int]] = {}
        for number, (_label, tags) in enumerate(self._groups):
            for position, tag in enumerate(tags):
                self._listed.setdefault(tag, (number, position))
        self._trails: dict[str, tuple[TagStep, ...]] = {}
        self._too_deep = False
        for tag in self._parents:
            self._trail_of(tag)
        if self._groups:
            self._compare(document.operations)

    def trail(self, operation: Operation) -> tuple[TagStep, ...]:
        """The groups around *operation*, outermost first; empty if its tags form none."""
        tag = self._first_of(operation)
        return () if tag is None else self._trail_of(tag)

    @property
    def last_rank(self) -> int:
        """Rank of groups that come after those that the document puts in order."""
        return len(self._groups)

    def nested(self) -> Iterator[tuple[TagStep, ...]]:
        """The trails of tags without operations that have a place in the hierarchy."""
        placed = {*self._listed, *self._parents, *self._parents.values()} & self._declared.keys()
        if not placed:
            return
        used = used_tags(self._document)
        for tag in self._declared:
            if tag in placed and tag not in used and tag not in self._badges:
                yield self._trail_of(tag)

    def _first_of(self, operation: Operation) -> str | None:
        """The tag that determines the group of *operation*: the first that is not a badge."""
        tag = next((tag for tag in operation.tags if tag not in self._badges), "")
        return tag if tag.strip() else None

    def _trail_of(self, tag: str) -> tuple[TagStep, ...]:
        chain: list[str] = []
        name: str | None = tag
        while name is not None and name not in self._trails:
            chain.append(name)
            name = None if name in self._listed else self._parents.get(name)
        for each in reversed(chain):
            self._trails[each] = self._extended(each)
        return self._trails[tag]

    def _extended(self, tag: str) -> tuple[TagStep, ...]:
        """The trail of *tag*; that of its parent is known."""
        above: tuple[TagStep, ...] = ()
        rank = self.last_rank
        if tag in self._listed:
            number, rank = self._listed[tag]
            above = (TagStep(self._groups[number][0], None, number),)
        elif tag in self._parents:
            above = self._trails[self._parents[tag]]
        if tag in self._badges:
            return above
        if above and tag not in self._listed:
            rank = self._declared[tag][0]
        if len(above) == MAX_LEVELS:
            above = above[:-1]
            if not self._too_deep:
                self._too_deep = True
                self._say(
                    f"/tags/{self._declared[tag][0]}/parent",
                    f"the tag `{tag}` is nested more than {MAX_LEVELS} levels deep and is shown at"
                    f" level {MAX_LEVELS}",
                )
        return (*above, TagStep(self._labels.get(tag, tag).strip() or tag, tag, rank))

    def _say(
        self, pointer: str, message: str, level: Level = Level.WARNING, *, breaks: bool = False
    ) -> None:
        self.problems.append(TagProblem(pointer, message, level, breaks))

    def _read_parents(self) -> dict[str, str]:
        """The parent of each tag that has one, without circular ones."""
        parents: dict[str, str] = {}
        similar = SimilarWords()
        for name, (index, tag) in self._declared.items():
            parent = tag.get("parent")
            if parent is None:
                continue
            pointer = f"/tags/{index}/parent"
            if isinstance(parent, str) and parent in self._declared:
                parents[name] = parent
                continue
            if not isinstance(parent, str):
                message = f"the parent of the tag `{name}` must be the name of a tag"
            else:
                near = similar.nearest(parent, self._declared)
                advice = f"did you mean `{near}`?" if near else "declare it"
                message = (
                    f"the tag `{name}` has the parent `{parent}`, which is not declared in `tags`"
                    f" ({advice})"
                )
            self._say(pointer, f"{message}; it is shown at the top level", breaks=True)
        for name in self._loops(parents):
            del parents[name]
        return parents

    def _loops(self, parents: Mapping[str, str]) -> Iterator[str]:
        """The first declared tag of each cycle in *parents*."""
        done: set[str] = set()
        cut: list[str] = []
        for start in parents:
            path: dict[str, None] = {}
            name = start
            while name in parents and name not in done and name not in path:
                path[name] = None
                name = parents[name]
            done.update(path)
            if name not in path:
                continue
            names = list(path)
            circle = names[names.index(name) :]
            first = min(circle, key=lambda tag: self._declared[tag][0])
            shown = " in ".join(f"`{tag}`" for tag in (*circle, name))
            self._say(
                f"/tags/{self._declared[first][0]}/parent",
                f"the parents of tags are circular ({shown}); `{first}` is shown at the top level:"
                " remove one `parent`",
                breaks=True,
            )
            cut.append(first)
        yield from cut

    def _read_groups(self, value: Any) -> Iterator[tuple[str, list[str]]]:
        """``x-tagGroups``, in Redocly's format."""
        if value is not None and not isinstance(value, list):
            self._say("/x-tagGroups", "`x-tagGroups` must be a list; it was ignored")
        for index, each in enumerate(as_list(value)):
            group = as_mapping(each)
            label, tags = as_text(group.get("name")) or "", group.get("tags")
            if not label.strip() or not isinstance(tags, list):
                self._say(
                    f"/x-tagGroups/{index}",
                    "an entry of `x-tagGroups` needs a `name` and a list of `tags`; it was ignored",
                )
                continue
            yield label.strip(), [tag for tag in tags if isinstance(tag, str)]

    def _compare(self, operations: Iterable[Operation]) -> None:
        """Report tags missing from ``x-tagGroups``, and unknown ones in it."""
        used = dict.fromkeys(self._first_of(each) for each in operations if not each.hidden)
        outside = [tag for tag in used if tag and self._trail_of(tag)[0].tag is not None]
        if outside:
            self._say(
                "/x-tagGroups",
                f"`x-tagGroups` has no group for {_names(outside)}, which operations use:"
                " they are shown after its groups",
                Level.INFO,
            )
        tags = {tag for operation in operations for tag in operation.tags}
        unknown = [tag for tag in self._listed if tag not in self._declared and tag not in tags]
        if unknown:
            self._say(
                "/x-tagGroups",
                f"`x-tagGroups` lists {_names(unknown)}, which no operation uses and `tags`"
                " does not declare: ignored",
                Level.INFO,
            )


def _names(tags: list[str]) -> str:
    return f"the tag{'s' if len(tags) > 1 else ''} {', '.join(f'`{tag}`' for tag in tags)}"
