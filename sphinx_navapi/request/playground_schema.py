"""A schema of the document as a standalone JSON Schema, from which a form creates fields and hints.

A browser validates with what is written here, and merges nothing: each schema is one
`SchemaLevel`. Schemas that are used several times are written once, in ``$defs``. If the result is
too large, the lowest levels are cut: they become ``{}``. When in doubt, it is less strict: a wrong
hint is worse than none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.formats.numbers import write_json
from sphinx_navapi.openapi.schema import discriminator
from sphinx_navapi.openapi.schema.assertions import BY_KEYWORD, LIMITS
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.keywords import WRAPPING, restricts
from sphinx_navapi.openapi.schema.labels import is_made_up
from sphinx_navapi.openapi.schema.level import Pointers, SchemaLevel
from sphinx_navapi.openapi.schema.pattern import is_quick
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.schema.row import DiscriminatorView
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import Direction, OperationView
from sphinx_navapi.request.encoding import ascii_json
from sphinx_navapi.request.styles import essence_of, is_json

#: Maximum size of a schema as JSON, in bytes.
LARGEST_SCHEMA = 250_000

#: Levels of properties and items below a component that are written.
_DEEPEST = 32

#: Longer enumerations do not help when typing.
_LONGEST_ENUM = 300
_LONGEST_PATTERN = 200
_LONGEST_TITLE = 60

#: Bytes of a reference, and of the least that is written for a schema.
_REFERENCE = 24
_LEAST = 4

#: Smaller schemas are repeated where they are used.
_SMALL = 40

#: With these, other schemas may say more about the same value.
_COMPOSED = frozenset({"anyOf", "oneOf", "if", "then", "else", "dependentSchemas"})

_MAXIMA = frozenset(most for _, most in LIMITS.values())

#: For a property that is never sent.
_READ_ONLY = {"readOnly": True}
_NULL = {"type": "null"}
_NAME = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)
_NOTHING: frozenset[str] = frozenset()


def hint_schema(
    reader: SchemaReader,
    pointer: str,
    direction: Direction = Direction.REQUEST,
    *,
    largest: int = LARGEST_SCHEMA,
) -> Any:
    """The schema at *pointer* in JSON Schema 2020-12; ``True`` if it is not a schema.

    Everything that applies to a value is in one schema: only further ``pattern`` and ``anyOf`` are
    in an ``allOf``, and a named property has what its patterns say. References lead to its own
    ``$defs``, named like components.

    What a form does not check is omitted: descriptions, examples, defaults, ``not``, conditions,
    and titles unless they name a choice. ``oneOf`` is written as ``anyOf``, which documents often
    mean, with its ``discriminator``. Read-only properties are not required in a request.

    :param largest: bytes as compact JSON.
    """
    return _FormWriter(reader, direction, largest).write(pointer)


#: Identifies a schema: its pointer, and its properties that another schema says are never sent.
_Key = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Use:
    """Stands for another schema. :ivar is_named: its name is shown. :ivar title: instead of it."""

    key: _Key
    is_named: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Address:
    """Stands for the reference to another schema."""

    key: _Key


class _FormWriter:
    """Reads the schemas below one, breadth first, then writes them into each other."""

    def __init__(self, reader: SchemaReader, direction: Direction, largest: int) -> None:
        self._reader = reader
        self._document = reader.document
        self._omitted = None if direction is Direction.BOTH else reader.omitted(direction)
        self._left = largest
        self._waiting: list[tuple[_Key, int]] = []
        self._uses: dict[_Key, int] = {}
        self._read: dict[_Key, Any] = {}
        self._small: set[_Key] = set()
        self._names: dict[_Key, str] = {}
        self._named: list[_Key] = []

    def write(self, pointer: str) -> Any:
        """The schema at *pointer*, with its ``$defs``."""
        root = self._use(pointer, 0)
        # Those near the top are read first: the rest is cut if it is too large.
        for key, depth in self._waiting:
            before = self._left
            schema = self._schema(*key, depth + 1)
            is_leaf = self._left == before
            size = len(write_json(schema, default=lambda _: None))
            self._left -= size + _LEAST
            if self._left < 0:
                break
            self._read[key] = schema
            if is_leaf and size <= _SMALL:
                self._small.add(key)
        if not self._read:
            return root if isinstance(root, bool) else True
        written = self._written(root, 0)
        definitions = {
            self._names[key]: self._written(self._read.get(key, {}), 0) for key in self._named
        }
        return {**written, "$defs": definitions} if definitions else written

    # -- reading ------------------------------------------------------------------------------

    def _use(
        self,
        pointer: str,
        depth: int,
        absent: frozenset[str] = _NOTHING,
        *,
        is_option: bool = False,
    ) -> Any:
        """What stands for the schema at *pointer*, which is read later.

        :param depth: levels between it and the component that contains it.
        :param absent: properties of the same object that are never sent.
        :param is_option: whether it is one of several, so that its name is shown.
        """
        schema = self._document.at(pointer)
        if not isinstance(schema, dict):
            return schema is not False
        place = self._place(pointer, is_option=is_option)
        name = self._good_name(place)
        if depth > _DEEPEST and name is None:
            return {}
        level = self._reader.level(place)
        if absent:
            is_whole = name is not None or not _is_composed(level)
            absent = (absent & {*level.required()} if is_whole else absent) - self._absent(level)
        key = (place, absent)
        if key not in self._uses:
            self._waiting.append((key, 0 if name is not None else depth))
        self._uses[key] = self._uses.get(key, 0) + 1
        self._left -= _REFERENCE
        title = ""
        if is_option:
            title = as_text(schema.get("title")) or (not name and level.own_text("title")) or ""
        use = _Use(key, is_option and bool(name), title if len(title) <= _LONGEST_TITLE else "")
        is_nullable = place != pointer and self._reader.level(pointer).nullable
        return {"anyOf": [use, _NULL]} if is_nullable and not level.nullable else use

    def _place(self, pointer: str, *, is_option: bool = False) -> str:
        """Pointer of the schema that the one at *pointer* refers to, if it adds nothing.

        :param is_option: not beyond a component: aliases have their own names.
        """
        while not (is_option and component_name(pointer)):
            referred = self._referred(pointer)
            if referred is None:
                break
            pointer = referred
        return pointer

    def _referred(self, pointer: str) -> str | None:
        unwrapped = self._reader.unwrap(pointer)
        places = (*unwrapped.passed, unwrapped.target)[1:]
        for wrapper, place in zip(unwrapped.wrappers, places, strict=True):
            if not unwrapped.resolved or restricts(wrapper, WRAPPING):
                return None
            if not place.startswith(f"{pointer}/"):
                return place
        return None

    def _good_name(self, pointer: str) -> str | None:
        """The name of the component at *pointer*, unless it was generated."""
        name = component_name(pointer)
        made_up = is_made_up(name, self._document.at(pointer))
        return name if name and not made_up and _NAME.fullmatch(name) else None

    def _schema(self, pointer: str, absent: frozenset[str], depth: int) -> Any:
        """The schema at *pointer*, with what stands for the schemas below it."""
        place = self._place(pointer)
        if place != pointer:
            return self._use(pointer, depth, absent)
        level = self._reader.level(pointer)
        if self._allows_nothing(level):
            return _NULL if level.nullable else False
        absent |= self._absent(level)
        written = dict(_plain(level, absent))
        written |= self._object(level, depth, absent)
        written |= self._array(level, depth)
        # A keyword occurs only once in a schema.
        first, *others = [
            (pattern or {}) | (group or {})
            for pattern, group in zip_longest(
                _patterns(level),
                (*self._groups(level, depth, absent), *self._heirs(level, depth, absent)),
            )
        ] or [{}]
        written |= first
        return {**written, "allOf": others} if others else written

    def _allows_nothing(self, level: SchemaLevel) -> bool:
        return (
            level.clashes
            or not (level.types or level.nullable or not level.stated)
            or level.values == []
            or bool(level.refusing)
        )

    def _absent(self, level: SchemaLevel) -> frozenset[str]:
        """Properties that are never sent, or are not shown."""
        return frozenset(
            name
            for name, pointers in level.properties.items()
            if self._is_internal(pointers) or self._is_omitted(pointers)
        )

    def _is_internal(self, pointers: Pointers) -> bool:
        return any(map(is_internal, self._reader.level(*pointers).own))

    def _is_omitted(self, pointers: Pointers) -> bool:
        return self._omitted is not None and self._omitted(self._reader.join(pointers))

    def _object(
        self, level: SchemaLevel, depth: int, absent: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        properties: dict[str, Any] = {}
        for layer in level.layers:
            for name in as_mapping(layer.keywords.get("properties")):
                pointers = level.properties.get(name)
                if pointers is None:
                    properties[name] = True
                elif not (
                    name in properties or self._is_internal(pointers) or level.forbidding(name)
                ):
                    properties[name] = (
                        _READ_ONLY
                        if name in absent and self._is_omitted(pointers)
                        else self._use(self._reader.join(pointers), depth)
                    )
        if properties:
            yield "properties", properties
        patterns = {
            pattern: self._use(self._reader.join(pointers), depth)
            for pattern, pointers in level.patterns.items()
            if is_quick(pattern)
        }
        if patterns:
            yield "patternProperties", patterns
        if len(patterns) < len(level.patterns):
            return
        if level.closed(surely=True):
            yield "additionalProperties", False
        elif isinstance(level.additional, tuple) and (
            level.first("unevaluatedProperties") is None or not _is_composed(level)
        ):
            yield "additionalProperties", self._use(self._reader.join(level.additional), depth)

    def _array(self, level: SchemaLevel, depth: int) -> Iterator[tuple[str, Any]]:
        if level.prefix_items:
            yield (
                "prefixItems",
                [
                    self._use(self._reader.join(pointers), depth) if pointers else True
                    for pointers in level.prefix_items
                ],
            )
        if level.items:
            is_closed = any(value is False for value in level.each("items"))
            yield "items", not is_closed and self._use(self._reader.join(level.items), depth)
        elif level.closed_items and not _is_composed(level):
            yield "items", False

    def _groups(
        self, level: SchemaLevel, depth: int, absent: frozenset[str]
    ) -> Iterator[dict[str, Any]]:
        """Each of the keywords with alternatives."""
        for layer in level.layers:
            for group in layer.groups():
                places = group.places
                if self._reader.lists_itself(level, layer, places):
                    continue
                places = self._reader.inside(level, places)
                if places:
                    stated = discriminator.stated(self._reader, layer)
                    view = stated.view if stated else None
                    yield self._alternatives(level, places, view, depth, absent)

    def _heirs(
        self, level: SchemaLevel, depth: int, absent: frozenset[str]
    ) -> Iterator[dict[str, Any]]:
        """The schemas that extend this one as alternatives, with what selects them."""
        for choice in discriminator.choices(self._reader, level):
            heirs = dict.fromkeys(place for _, place in choice.mapping if place)
            yield self._alternatives(level, [*heirs], choice, depth, absent)

    def _alternatives(
        self,
        level: SchemaLevel,
        places: Sequence[str],
        view: DiscriminatorView | None,
        depth: int,
        absent: frozenset[str],
    ) -> dict[str, Any]:
        """The schemas at *places*, and null if only *level* allows it."""
        options = [self._use(each, depth, absent, is_option=True) for each in places]
        is_apart = level.nullable and not any(
            self._reader.allowed.read(each).null for each in places
        )
        group = {"anyOf": [*options, _NULL] if is_apart else options}
        return group | self._discriminator(view, depth, absent)

    def _discriminator(
        self, view: DiscriminatorView | None, depth: int, absent: frozenset[str]
    ) -> dict[str, Any]:
        """The property that selects the alternative of a value, and its values."""
        if view is None:
            return {}
        property_of: dict[str, Any] = {"propertyName": view.property_name}
        mapping = {}
        for value, pointer in view.mapping:
            use = pointer and self._use(pointer, depth, absent, is_option=True)
            if isinstance(use, _Use):
                mapping[value] = _Address(use.key)
        return {"discriminator": property_of | ({"mapping": mapping} if mapping else {})}

    # -- writing ------------------------------------------------------------------------------

    def _written(self, value: Any, nesting: int) -> Any:
        """*value* with the schemas that are used in it. :param nesting: of schemas around it."""
        if isinstance(value, _Use):
            title = {"title": value.title} if value.title else {}
            is_only = self._uses[value.key] == 1 and nesting < _DEEPEST
            if value.is_named or not (is_only or value.key in self._small):
                return {**title, "$ref": self._reference(value.key)}
            inner = self._written(self._read.get(value.key, {}), nesting + 1)
            return {**title, **inner} if title and isinstance(inner, dict) else inner
        if isinstance(value, _Address):
            return self._reference(value.key)
        if isinstance(value, list):
            return [self._written(item, nesting) for item in value]
        if isinstance(value, dict):
            return {key: self._written(item, nesting) for key, item in value.items()}
        return value

    def _reference(self, key: _Key) -> str:
        name = self._names.get(key)
        if name is None:
            name = self._good_name(key[0])
            if name is None or name in self._names.values():
                name = str(len(self._names) + 1)
            self._names[key] = name
            self._named.append(key)
        return f"#/$defs/{name}"


def _plain(level: SchemaLevel, absent: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Keywords without subschemas."""
    types = [*level.types, "null"] if level.nullable else [*level.types]
    if level.stated:
        yield "type", types[0] if len(types) == 1 else types
    values = level.values
    if values is not None:
        values = [*values, None] if level.nullable and None not in values else values
        if len(values) == 1:
            yield "const", values[0]
        elif len(values) <= _LONGEST_ENUM:
            yield "enum", values
    for keyword, limit in level.limits:
        # Generators write a maximum of 0 for "no maximum".
        is_shown = limit or keyword not in _MAXIMA
        if BY_KEYWORD[keyword].type and keyword != "pattern" and is_shown:
            yield keyword, limit
    described = level.first_text("format")
    if described is not None and level.stated and level.types == ("string",):
        yield "format", described[:40]
    required = [name for name in level.required() if name not in absent]
    if required:
        yield "required", required


def _patterns(level: SchemaLevel) -> Iterator[dict[str, str]]:
    for pattern in level.texts("pattern"):
        # Other patterns could block the reader's browser indefinitely.
        if len(pattern) <= _LONGEST_PATTERN and is_quick(pattern):
            yield {"pattern": pattern}


def _is_composed(level: SchemaLevel) -> bool:
    """Whether alternatives or conditions may say more about the same value."""
    return any(not _COMPOSED.isdisjoint(mapping) for mapping in level.mappings)


#: Maximum size in bytes of a schema inside a page.
LARGEST_INLINE = 2_000

#: Media types beside JSON whose bodies consist of fields.
_RANGES = ("*/*", "application/*")
_FORMS = ("application/x-www-form-urlencoded", "multipart/")


def schema_entry(reader: SchemaReader, pointer: str, direction: Any) -> Any:
    """The schema at *pointer* for a page's data: itself, or the name of its file.

    ``None`` if it is empty.
    """
    hint = hint_schema(reader, pointer, direction)
    if hint in (True, {}):
        return None
    text = ascii_json(hint)
    return hint if len(text) <= LARGEST_INLINE else _name(text)


def schema_files(view: OperationView, reader: SchemaReader) -> Iterator[tuple[str, str]]:
    """Name and script of each schema that the page of *view* leaves to a file.

    It is a script and not JSON, so that it also works for pages opened from a disk.
    """
    if view.body is None:
        return
    find = partial(hint_schema, reader, direction=view.request_direction)
    for media in view.body.content:
        if media.schema is not None and has_fields(media.media_type):
            text = ascii_json(find(media.schema))
            if len(text) > LARGEST_INLINE:
                name = _name(text)
                yield name, f'(navapiPlayground.schemas??={{}})["{name}"]={text};\n'


def has_fields(media_type: str) -> bool:
    """Whether a body of *media_type* is JSON, or a form: hints and fields exist for these."""
    essence = essence_of(media_type)
    return is_json(essence) or essence.startswith(_FORMS) or essence in _RANGES


def _name(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
