"""Finding references to the wrong kind of object, such as a parameter that refers to a schema.

The kind of a target follows from its position, as in ``#/components/schemas/Pet``, or else from
fields that only one kind has. To use one object as several kinds "MAY be treated as an error"
(OpenAPI 3.1.1, Structural Interoperability). It is one if the object fits only its own kind; what
fits no kind, such as most objects in files that are not OpenAPI documents, cannot be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.check.findings import given_type
from sphinx_navapi.openapi.check.objects import (
    FIELDS,
    OPENAPI,
    PLACES,
    SCHEME_TYPES,
    TYPES,
    Grammar,
    Kind,
    ObjectKind,
)
from sphinx_navapi.openapi.document import METHODS

_PLACES: Final = frozenset({*PLACES, "body", "formData"})
#: What other objects have, too.
_COMMON: Final = frozenset({"externalDocs"})
_KEYWORDS: Final = (FIELDS[Kind.SCHEMA].keys() - _COMMON) | {"enum", "const"}

_Sign = Callable[[Mapping[str, Any]], bool]

#: Recognizes objects by what other kinds do not have, the most specific first.
_SIGNS: Final[Mapping[ObjectKind, _Sign]] = {
    Kind.ROOT: lambda value: "openapi" in value,
    Kind.SECURITY_SCHEME: lambda value: as_text(value.get("type")) in SCHEME_TYPES,
    Kind.PARAMETER: lambda value: (
        as_text(value.get("in")) in _PLACES and as_text(value.get("type")) not in SCHEME_TYPES
    ),
    Kind.OPERATION: lambda value: any(
        status[:1].isdigit() for status in as_mapping(value.get("responses"))
    ),
    Kind.PATH_ITEM: lambda value: any(
        "responses" in as_mapping(value.get(method)) for method in METHODS
    ),
    Kind.SCHEMA: lambda value: (
        as_text(value.get("type")) in TYPES
        or isinstance(value.get("type"), list)
        or not _KEYWORDS.isdisjoint(value)
    ),
    Kind.RESPONSE: lambda value: any("/" in name for name in as_mapping(value.get("content"))),
}

#: Fields of kinds that have no sign of their own, beyond those with objects.
_OWN_FIELDS: Final[Mapping[ObjectKind | None, frozenset[str]]] = {
    Kind.RESPONSE: frozenset({"description"}),
    Kind.LINK: frozenset({"operationId", "operationRef"}),
    Kind.EXAMPLE: frozenset({"value", "externalValue", "dataValue", "serializedValue"}),
}

#: The target may be any data, or have names of the author's choice as its keys.
_OPEN: Final = frozenset({Kind.EXAMPLE, Kind.COMPONENTS, None})


class Mismatch(str):
    """What a reference points to instead, what was done, and what to write."""

    __slots__ = ()


class KindCheck:
    """Judges the targets of one document's references. :param root: of the document."""

    def __init__(self, grammar: Grammar, root: Any) -> None:
        self._grammar = grammar
        self._components = as_mapping(as_mapping(root).get("components"))
        self._known: dict[tuple[ObjectKind | None, int, str], Mismatch | None] = {}

    def problem(
        self, expected: ObjectKind | None, value: Any, pointer: str, is_document: bool
    ) -> Mismatch | None:
        """Why *value*, the target of a reference, is certainly not an *expected* object.

        :param expected: ``None`` for a map of objects.
        :param pointer: of the target in its file.
        :param is_document: in other files, only the positions of components are known.
        """
        key = (expected, id(value), pointer)
        if key not in self._known:
            is_known = is_document or pointer.startswith("/components/")
            actual = self._found(
                expected, value, self._grammar.kind_at(pointer) if is_known else None
            )
            self._known[key] = (
                None if actual is None else Mismatch(self._sentence(expected, actual, pointer))
            )
        return self._known[key]

    def _found(
        self, expected: ObjectKind | None, value: Any, placed: ObjectKind | None
    ) -> ObjectKind | str | None:
        """What *value* is instead. :param placed: kind of an object at its position."""
        if value is None or placed is expected:
            return None
        if not isinstance(value, dict):
            is_allowed = isinstance(value, bool) and expected is Kind.SCHEMA
            return None if is_allowed or expected in _OPEN else given_type(value)
        if placed is not None:
            is_misplaced = _fits(value, expected) and not _fits(value, placed)
            return None if is_misplaced else placed
        if expected in _OPEN or self._grammar.root is not Kind.ROOT or _fits(value, expected):
            return None
        return next(_signs(value), None)

    def _sentence(self, expected: ObjectKind | None, actual: ObjectKind | str, pointer: str) -> str:
        is_ = actual if isinstance(actual, str) else _with_article(actual)
        wanted = "a map of objects" if expected is None else _with_article(expected)
        advice = self._advice(expected, actual, unescape_pointer(pointer.rpartition("/")[2]))
        return f"points to {is_}, but {wanted} is expected; {advice}"

    def _advice(self, expected: ObjectKind | None, actual: ObjectKind | str, name: str) -> str:
        fields = self._grammar.fields
        for section, (_shape, kind) in fields[self._grammar.kind_at("/components")].items():
            if kind is expected and name in as_mapping(self._components.get(section)):
                return f"did you mean `#/components/{section}/{escape_pointer(name)}`?"
        advice = "it was ignored"
        if actual is Kind.SCHEMA and "schema" in fields.get(expected, {}):
            advice += ": use it as `schema`"
        elif actual is Kind.SCHEMA and "content" in fields.get(expected, {}):
            advice += ": use it as the `schema` of a media type in `content`"
        return advice


def _with_article(kind: ObjectKind) -> str:
    """The name of *kind* with its article, as in ``an Operation Object``."""
    name: str = kind.value
    return f"an {name}" if name.startswith(("A", "E", "I", "O")) else f"a {name}"


def _signs(value: Mapping[str, Any]) -> Iterator[ObjectKind]:
    return (kind for kind, has_sign in _SIGNS.items() if has_sign(value))


def _fits(value: Mapping[str, Any], kind: ObjectKind | None) -> bool:
    """Whether *value* can be recognized as an object of *kind*."""
    signs = set(_signs(value))
    if signs - {Kind.RESPONSE}:
        return kind in signs
    fields = OPENAPI.fields.get(kind, {}).keys() | _OWN_FIELDS.get(kind, frozenset())
    return not (fields - _COMMON).isdisjoint(value)
