"""Values in a document against their schemas, and schemas that no value can match.

Examples and defaults are read as lenient as pages read them: several alternatives of a ``oneOf``
may match, properties that are not sent in one direction may be missing, a text may be the JSON of
the value, and null means that there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, below
from sphinx_navapi.openapi.check.earlier import EarlierFindings, part_of
from sphinx_navapi.openapi.check.findings import Finding, Severity
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.check.walk import FoundObject, walk_objects
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.normalize import normalize_document
from sphinx_navapi.openapi.schema.assertions import ASSERTIONS, LIMITS
from sphinx_navapi.openapi.schema.check import Leniency, SchemaChecker
from sphinx_navapi.openapi.schema.json_values import bare_text, type_of
from sphinx_navapi.openapi.schema.level import Pointers, SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import Direction

_JSON: Final = re.compile(r"(?:application|text)/(?:[\w.+-]*\+)?json\b", re.IGNORECASE)

#: Keywords of which a schema needs one to be contradictory on its own.
_COMBINED: Final = frozenset(
    {"allOf", "minimum", "exclusiveMinimum", "const", "additionalProperties",
     *(least for least, _ in LIMITS.values())}
)  # fmt: skip

#: Keywords about a value itself.
_ABOUT_VALUES: Final = (*(each.keyword for each in ASSERTIONS), "additionalProperties")

#: Maximum nesting of a value in which the reason is looked for.
_DEEPEST: Final = 20


class _Site(NamedTuple):
    """A value beside its schema.

    :ivar schema: pointer of the schema. :ivar pointer: of the value. :ivar code: of the rule.
    """

    schema: str
    pointer: str
    value: Any
    code: str

    @property
    def is_own(self) -> bool:
        """Whether the value is written beside the schema: one elsewhere may be that of several."""
        return self.pointer.startswith(f"{self.schema.removesuffix('/schema')}/")


def find_wrong_values(document: OpenApiDocument) -> Iterator[Finding]:
    """Examples, defaults and schemas of *document* that are wrong; normalizes its schemas."""
    objects = list(walk_objects(document.root))
    sites = [site for each in objects for site in _sites(document, each)]
    normalize_document(document)
    check = _ValueCheck(SchemaReader(document))
    for site in sites:
        yield from check.value(site)
    for each in objects:
        if each.kind is Kind.SCHEMA and not _COMBINED.isdisjoint(as_mapping(each.value)):
            yield from check.schema(each.pointer)


def find_wrong_examples(
    document: OpenApiDocument, earlier: EarlierFindings | None = None
) -> dict[str, str]:
    """Messages by the pointers of wrong examples in *document*; normalizes its schemas."""
    sites = [
        site
        for part in walk_objects(document.root)
        for site in _sites(document, part)
        if site.code == "example"
    ]
    normalize_document(document)
    check = _ValueCheck(SchemaReader(document))
    wrong: dict[str, str] = {}
    for site in sites:
        parts = {part_of(site.schema), part_of(site.pointer)}
        message: str | None = None
        if earlier is not None and parts <= earlier.unchanged:
            message = earlier.wrong_examples.get(site.pointer)
            if message is None:
                continue
        if message is not None and site.is_own:
            wrong[site.pointer] = message
        else:
            wrong |= {each.pointer: each.message for each in check.value(site)}
    return wrong


def _sites(document: OpenApiDocument, part: FoundObject) -> Iterator[_Site]:
    """Values of an object, as it was written: positions are of that."""
    kind, owner, pointer, _ = part
    if not isinstance(owner, dict) or "$ref" in owner:
        return
    if kind is Kind.SCHEMA:
        if "default" in owner:
            yield _Site(pointer, f"{pointer}/default", owner["default"], code="default")
        if "example" in owner:
            yield _Site(pointer, f"{pointer}/example", owner["example"], code="example")
        for index, value in enumerate(as_list(owner.get("examples"))):
            yield _Site(pointer, f"{pointer}/examples/{index}", value, code="example")
    elif kind in (Kind.PARAMETER, Kind.HEADER, Kind.MEDIA_TYPE) and "schema" in owner:
        schema = f"{pointer}/schema"
        media_type = unescape_pointer(pointer.rpartition("/")[2])
        is_text_form = kind is Kind.MEDIA_TYPE and not _JSON.match(media_type)
        if "example" in owner and not (is_text_form and isinstance(owner["example"], str)):
            yield _Site(schema, f"{pointer}/example", owner["example"], code="example")
        for name in as_mapping(owner.get("examples")):
            example = document.resolve(below(pointer, "examples", name))
            value = as_mapping(example.value).get("value")
            if value is not None and not (is_text_form and isinstance(value, str)):
                yield _Site(schema, f"{example.pointer}/value", value, code="example")


class _ValueCheck:
    def __init__(self, reader: SchemaReader) -> None:
        self.reader = reader
        self.checker = SchemaChecker(reader)
        # Forbidden properties: a schema that extends another one has its contradictions.
        self._reported: set[Pointers] = set()

    def value(self, site: _Site) -> Iterator[Finding]:
        """The finding about the value at *site*, if it is wrong."""
        self.reader.rest()
        value = site.value
        if value is None or (isinstance(value, dict) and (not value or "$ref" in value)):
            return
        if self._fits(value, site.schema) or self._fits(_parsed(value), site.schema):
            return
        path, reason = self.reason(value, site.schema)
        where = f" at `{path}`" if path else ""
        yield Finding(
            code=site.code,
            severity=Severity.WARNING,
            pointer=site.pointer,
            message=f"the {site.code} does not match its schema{where}: {reason}",
        )

    def schema(self, pointer: str) -> Iterator[Finding]:
        """Findings about the schema at *pointer*, and its properties, if nothing matches them."""
        level = self.reader.level(pointer)
        joined = {
            name: pointers for name, pointers in level.properties.items() if len(pointers) > 1
        }
        forbidden = [name for name in joined if level.forbidding(name)]
        yield from self._forbidden(level, {name: joined.pop(name) for name in forbidden})
        conflict = None if level.allowed.null else level.conflict
        if conflict == "required" and not {*forbidden}.isdisjoint(level.required()):
            conflict = None
        conflicts = {"": conflict}
        conflicts |= {
            name: self.reader.level(*pointers).conflict for name, pointers in joined.items()
        }
        for name, keyword in conflicts.items():
            if keyword is not None:
                of = f"of the property `{name}` " if name else ""
                yield Finding(
                    code="contradiction",
                    severity=Severity.WARNING,
                    pointer=pointer,
                    message=f"no value can match this schema: the rules {of}for `{keyword}`"
                    " contradict each other",
                    about=(f"{pointer}/properties",),
                )

    def _forbidden(
        self, level: SchemaLevel, properties: Mapping[str, Pointers]
    ) -> Iterator[Finding]:
        """The finding about *properties*, if it is not that of another schema."""
        names = [name for name, pointers in properties.items() if pointers not in self._reported]
        self._reported.update(properties.values())
        if names:
            place = level.forbidding(names[0])[0]
            yield Finding(
                code="contradiction",
                severity=Severity.WARNING,
                pointer=level.parts[0].pointer,
                message=f"no value can have {', '.join(f'`{name}`' for name in names)}:"
                f" `{place}` is false, and does not know these properties; add them beside it,"
                " or remove it (with OpenAPI 3.1, use `unevaluatedProperties` beside the `allOf`"
                " of all schemas)",
            )

    def _fits(self, value: Any, pointer: str) -> bool:
        return any(
            self.checker.conforms(value, pointer, direction, Leniency.ALL)
            for direction in (Direction.BOTH, Direction.REQUEST, Direction.RESPONSE)
        )

    def reason(self, value: Any, pointer: str) -> tuple[str, str]:
        """Where in *value*, and why, it does not match the schema at *pointer*."""
        path = ""
        for _ in range(_DEEPEST):
            step = self._step(value, pointer)
            if step is None:
                break
            name, value, pointer = step
            path += name if not path or name.startswith("[") else f".{name}"
        level = self.reader.level(pointer)
        kind = type_of(value)
        allowed = {*level.types, *(("null",) if level.nullable else ())}
        if level.types and kind not in allowed | ({"integer"} if "number" in allowed else set()):
            return path, f"the type must be {' or '.join(sorted(allowed))}, not {kind}"
        if isinstance(value, dict):
            waived = {
                name
                for direction in (Direction.REQUEST, Direction.RESPONSE)
                for name in self.checker.waived(pointer, direction)
            }
            missing = [name for name in level.required() if name not in {*value, *waived}]
            if missing:
                return path, f"`{missing[0]}` is missing"
            for name in value if level.closed() else ():
                if level.forbidding(name) or not (name in level.properties or level.unnamed(name)):
                    return path, f"`{name}` is not one of its properties"
        if level.values is not None and value not in level.values:
            return path, "it is not one of the permitted values"
        for keyword in _ABOUT_VALUES:
            for rule in level.each(keyword):
                if not self.checker.allows(value, {keyword: rule}):
                    return path, f"`{keyword}` must be {bare_text(rule)}"
        return path, "it fits none of the alternatives, or a rule for its parts"

    def _step(self, value: Any, pointer: str) -> tuple[str, Any, str] | None:
        """The first part of *value* that is wrong by itself: its name, itself, its schema."""
        level = self.reader.level(pointer)
        if isinstance(value, dict):
            for name, pointers in level.properties.items():
                for inner in pointers if name in value and not level.forbidding(name) else ():
                    if not self._fits(value[name], inner):
                        return name, value[name], inner
        if isinstance(value, list):
            for index, item in enumerate(value):
                for inner in level.items if index >= len(level.prefix_items) else ():
                    if not self._fits(item, inner):
                        return f"[{index}]", item, inner
        return None


def mismatch(checker: SchemaChecker, value: Any, pointer: str) -> tuple[str, str]:
    """Where in *value*, and why, it does not match the schema at *pointer*."""
    return _ValueCheck(checker.reader).reason(value, pointer)


def _parsed(value: Any) -> Any:
    """The value of a JSON text, else *value*."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value
