"""The errors of all operations of a document: by status, and by problem type (RFC 9457)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.document import OperationKey, status_anchor
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    MediaTypeView,
    OperationView,
    ResponseView,
)

#: Media types of problem details (RFC 9457, 3 and appendix B).
_PROBLEMS: Final = ("application/problem+json", "application/problem+xml")

#: The type of a problem about which the status says everything (RFC 9457, 4.2.1).
_NO_TYPE: Final = "about:blank"

#: Properties of problem details that are read.
_MEMBERS: Final = ("type", "title", "status")

#: Characters that an id does not have here, and that separate the segments of a URI.
_NO_ID: Final = re.compile(r"[^\w.-]+")
_SEPARATORS: Final = re.compile(r"[/:#?&=]+")


class StatusMeaning(NamedTuple):
    """What a status means, ``None`` without a description, to which operations."""

    text: Text | None
    operations: tuple[OperationKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusEntry:
    """A status.

    :ivar response: one with that status.
    :ivar meanings: each description, in document order.
    :ivar problems: types of the problems with that status.
    """

    status: str
    response: ResponseView
    meanings: tuple[StatusMeaning, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemEntry:
    """A problem type.

    :ivar uri: the value of ``type``. :ivar anchor: its id.
    :ivar title: ``""`` if the document has none.
    """

    uri: str
    anchor: str
    title: str
    text: Text | None
    statuses: tuple[str, ...]
    operations: tuple[OperationKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorCatalog:
    """The errors of a document: statuses in ascending order, problem types in document order."""

    statuses: tuple[StatusEntry, ...]
    problems: tuple[ProblemEntry, ...]


@dataclass(slots=True)
class _FoundProblem:
    title: str = ""
    text: Text | None = None
    statuses: dict[str, None] = field(default_factory=dict)
    operations: dict[OperationKey, None] = field(default_factory=dict)


@dataclass(slots=True)
class _FoundStatus:
    response: ResponseView
    meanings: dict[Text | None, dict[OperationKey, None]] = field(default_factory=dict)
    problems: dict[str, None] = field(default_factory=dict)


def read_errors(views: Iterable[OperationView], registry: SchemaRegistry) -> ErrorCatalog:
    """The errors that the operations *views* answer with.

    Those of webhooks and callbacks are not among them: it is the reader who sends these.
    """
    reader = ProblemReader(registry)
    statuses: dict[str, _FoundStatus] = {}
    problems: dict[str, _FoundProblem] = {}
    for view in views:
        errors = view.errors
        for response in view.responses:
            name = response.status.upper()
            if name not in errors:
                continue
            status = statuses.setdefault(name, _FoundStatus(response))
            meaning = response.description or response.summary
            status.meanings.setdefault(meaning, {})[view.key] = None
            for problem in reader.of_response(response):
                status.problems[problem.uri] = None
                entry = problems.setdefault(problem.uri, _FoundProblem())
                entry.title = entry.title or problem.title
                entry.text = entry.text or problem.text
                entry.statuses[name] = None
                entry.operations[view.key] = None
    taken = ["errors", "problem-types", *map(status_anchor, statuses)]
    anchors = problem_anchors(problems, taken)
    return ErrorCatalog(
        statuses=tuple(
            StatusEntry(
                status=collected.response.status,
                response=collected.response,
                meanings=tuple(
                    StatusMeaning(text, tuple(keys)) for text, keys in collected.meanings.items()
                ),
                problems=tuple(collected.problems),
            )
            for _, collected in sorted(statuses.items())
        ),
        problems=tuple(
            ProblemEntry(
                uri=uri,
                anchor=anchors[uri],
                title=collected.title,
                text=collected.text,
                statuses=tuple(sorted(collected.statuses)),
                operations=tuple(collected.operations),
            )
            for uri, collected in problems.items()
        ),
    )


def problem_anchors(uris: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """The ids of problem types: the end of each URI, so that it may be the URL of its entry.

    As much of the end as tells it from others, and from what is *taken*: of ``…#no-credit`` the
    fragment, of ``…/problems/no-credit`` the last segment.
    """
    parts = {uri: _segments(uri) for uri in uris}
    used = set(taken)
    anchors: dict[str, str] = {}
    for uri, segments in parts.items():
        others = [each for other, each in parts.items() if other != uri]
        count = 1
        while count < len(segments) and (
            any(segments[-count:] == other[-count:] for other in others)
            or "-".join(segments[-count:]) in used
        ):
            count += 1
        anchor = free_name("-".join(segments[-count:]), used.__contains__)
        used.add(anchor)
        anchors[uri] = anchor
    return anchors


def _segments(uri: str) -> list[str]:
    cleaned = (_NO_ID.sub("-", part).strip("-") for part in _SEPARATORS.split(uri))
    return [part for part in cleaned if part] or ["problem"]


def short_name(uri: str) -> str:
    """The last segment of the problem type *uri*."""
    return _segments(uri)[-1]


class FoundProblem(NamedTuple):
    """A problem type that a response may have."""

    uri: str
    title: str = ""
    text: Text | None = None


class _Member(NamedTuple):
    """The values of a property. :ivar is_fixed: there are no others."""

    values: tuple[Any, ...] = ()
    is_fixed: bool = False
    texts: Mapping[str, Text | None] = {}


#: Properties of problem details by name.
_Members = Mapping[str, _Member]


class ProblemReader:
    """Finds the problem types of responses, from the schemas of one document."""

    def __init__(self, registry: SchemaRegistry) -> None:
        self._registry = registry
        self._levels: dict[str, tuple[list[tuple[_Members, SchemaView]], list[Any]]] = {}

    def of_response(self, response: ResponseView) -> Iterator[FoundProblem]:
        """The problem types of *response*, each once."""
        problems: dict[str, FoundProblem] = {}
        for media in response.content:
            if media.media_type.partition(";")[0].strip().lower() in _PROBLEMS:
                for each in self._of_media(media, response.status):
                    if each.uri.strip() and each.uri != _NO_TYPE:
                        problems.setdefault(each.uri, each)
        yield from problems.values()

    def _of_media(self, media: MediaTypeView, status: str) -> Iterator[FoundProblem]:
        """What its schema fixes; otherwise what its examples have, or else those of its schema.

        An example with another status is of another response: schemas are often shared.
        """
        levels, examples = self._read(media.schema) if media.schema else ([], [])
        fixed = [
            problem
            for members, view in levels
            for problem in self._problems(members, view, status)
            if members["type"].is_fixed
        ]
        if fixed:
            yield from fixed
            return
        values = [each.value for each in media.examples]
        shown = [problem for value in (*values, *examples) for problem in _of_value(value, status)]
        if shown:
            yield from shown
            return
        for members, view in levels:
            yield from self._problems(members, view, status)

    def _problems(self, members: _Members, view: SchemaView, status: str) -> Iterator[FoundProblem]:
        kind, known = members["type"], members.get("status", _Member()).values
        if known and not any(_is_of(value, status) for value in known):
            return
        titles = members.get("title", _Member()).values
        is_one = len(kind.values) == 1
        for value in kind.values:
            if isinstance(value, str):
                title = titles[0] if is_one and titles and isinstance(titles[0], str) else ""
                text = kind.texts.get(value) or (view.description if is_one else None)
                yield FoundProblem(value, title, text if kind.is_fixed else None)

    def _read(self, pointer: str) -> tuple[list[tuple[_Members, SchemaView]], list[Any]]:
        """The levels of a schema that have ``type``, and examples of all of it."""
        if pointer not in self._levels:
            examples: list[Any] = []
            levels = list(self._walk(pointer, {}, (), examples))
            self._levels[pointer] = levels, examples
        return self._levels[pointer]

    def _walk(
        self, pointer: str, outer: _Members, trail: Sequence[str], examples: list[Any]
    ) -> Iterator[tuple[_Members, SchemaView]]:
        """The alternatives below *pointer* with a ``type`` of their own, or else the level itself.

        :param outer: the properties of the schemas around.
        """
        view = self._registry.view(pointer, Direction.RESPONSE)
        if view.target in trail:
            return
        examples += view.examples
        own = {child.name: self._member(child.schema) for child in view.of("property")
               if child.name in _MEMBERS}  # fmt: skip
        members = {**outer, **{name: each for name, each in own.items() if each.values}}
        inner = [
            alternative
            for child in view.of("variant")
            for alternative in self._walk(child.schema, members, (*trail, view.target), examples)
        ]
        if inner:
            yield from inner
        elif "type" in members:
            yield members, view

    def _member(self, pointer: str) -> _Member:
        view = self._registry.view(pointer, Direction.RESPONSE)
        if view.const is not MISSING:
            return _Member((view.const,), True, {})
        if view.enum:
            texts = {str(each.value): each.description for each in view.enum}
            return _Member(tuple(each.value for each in view.enum), True, texts)
        values = view.examples or (() if view.default is MISSING else (view.default,))
        return _Member(tuple(values))


def _of_value(value: Any, status: str) -> Iterator[FoundProblem]:
    """The problem type of an example."""
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        title, known = value.get("title"), value.get("status")
        if known is None or _is_of(known, status):
            yield FoundProblem(value["type"], title if isinstance(title, str) else "")


def _is_of(value: Any, status: str) -> bool:
    """Whether *value* of ``status`` is that of a response with *status*, as it has to be."""
    status = status.upper()
    if status.endswith("XX"):
        return str(value)[:1] == status[:1]
    return status == "DEFAULT" or str(value) == status
