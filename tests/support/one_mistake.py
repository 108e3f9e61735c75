"""One mistake at a random place of a document, and what the document shows without it."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_navapi.asyncapi.load import find_format, load_any_document
from sphinx_navapi.asyncapi.reader import read_channel_operation
from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.load import LoadResult
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import OperationView, ParameterView

#: Keys whose values may be anything.
DATA = {"example", "default", "const", "value", "payload", "enum", "dataValue"}

#: Keys of maps with names of the author's choice.
MAPS = {
    "properties", "patternProperties", "$defs", "dependentSchemas", "responses", "content",
    "headers", "schemas", "parameters", "requestBodies", "securitySchemes", "links", "callbacks",
    "paths", "webhooks", "examples", "variables", "encoding", "scopes", "mapping", "channels",
    "operations", "messages", "servers", "pathItems", "additionalOperations", "availableScopes",
    "messageTraits", "operationTraits", "correlationIds", "replies", "bindings", "tags",
}  # fmt: skip

#: Without one of these, an object cannot be used at all.
VITAL = {
    "name", "in", "url", "$ref", "type", "default", "action", "channel", "location", "responses",
    "address", "scheme", "flows", "propertyName", "host", "protocol",
}  # fmt: skip

#: Their objects have the kind of what they are merged into.
TRAITS = {"messageTraits", "operationTraits"}

ENUMS = {"in", "type", "style", "action"}

KINDS = (
    "wrong type", "null", "misspelled value", "misspelled key", "missing key", "dangling reference",
    "reference to another kind",
)  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """:ivar root: the document without it. :ivar value: the document with it.

    :ivar pointer: of what is wrong. :ivar at: of the part that it may cost.
    """

    root: Any
    value: Any
    kind: str
    pointer: str
    at: str
    words: str


@dataclass(frozen=True)
class _Spot:
    holder: Any
    key: Any
    pointer: str
    is_name: bool


def spots(node: Any, pointer: str = "", *, named: bool = False) -> Iterator[_Spot]:
    """Every key of an object that is not data. :param named: the keys of *node* are names."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key.startswith("x-") or key == "bindings":
                continue
            inner = f"{pointer}/{escape_pointer(key)}"
            yield _Spot(node, key, inner, named)
            if named or not (key in DATA or (key == "examples" and isinstance(value, list))):
                is_map = not named and key in MAPS and isinstance(value, dict)
                yield from spots(value, inner, named=is_map)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            inner = f"{pointer}/{index}"
            yield _Spot(node, index, inner, True)
            yield from spots(value, inner)


def _misspelled(word: str, draw: random.Random) -> str:
    # In the template of a callback, the source: what follows may be any name.
    place = draw.randrange(3, 9) if word.startswith("{$request") else draw.randrange(1, len(word))
    match draw.randrange(3):
        case 0:
            return word[:place] + word[place] + word[place:]
        case 1:
            return word[:place] + word[place + 1 :]
        case _:
            return word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :]


def make_mistake(root: Any, draw: random.Random) -> Mistake | None:
    """*root* with one mistake; ``None`` if the kind that was drawn is not possible there."""
    original, root = root, copy.deepcopy(root)
    kind = draw.choice(KINDS)
    found = [spot for spot in spots(root) if spot.pointer.count("/") > 1]
    if kind in ("dangling reference", "reference to another kind"):
        found = [spot for spot in found if spot.key == "$ref" and isinstance(spot.holder, dict)]
    elif kind == "misspelled value":
        found = [s for s in found if s.key in ENUMS and isinstance(s.holder[s.key], str)]
    elif kind in ("misspelled key", "missing key"):
        found = [
            s
            for s in found
            if not s.is_name and len(s.key) > 3 and s.key not in ("$ref", "mapping")
        ]
    else:
        found = [s for s in found if s.key not in (*DATA, "$ref", "mapping")]
        found = [s for s in found if "/parameters/" not in s.pointer.rpartition("/links/")[2]]
    if not found:
        return None
    spot = draw.choice(found)
    given = spot.holder[spot.key]
    wrong: Any = None
    pointer, at = spot.pointer, spot.pointer
    is_section = spot.holder is root.get("components")
    if isinstance(spot.holder, dict) and spot.key in VITAL and not (spot.is_name or is_section):
        at = pointer.rpartition("/")[0]
    if kind == "wrong type":
        kinds = [str, bool, list, dict] if spot.key == "version" else [str, bool, int, list, dict]
        is_schema = isinstance(given, dict)  # which may be true
        others = [t for t in kinds if not isinstance(given, t) and not (is_schema and t is bool)]
        if spot.key == "additionalProperties" and dict in others:
            others.remove(dict)  # a schema
        if spot.key == "items":
            others.remove(list)  # as in earlier drafts
        wrong = {str: "odd", bool: True, int: 7, list: ["odd"], dict: {"odd": 1}}[
            draw.choice(others)
        ]
    elif kind == "misspelled value":
        wrong = _misspelled(given, draw)
    elif kind == "dangling reference":
        wrong = f"{given}Gone"
    elif kind == "reference to another kind":
        sections = root["components"]
        own = given.split("/")[-2]
        others = [
            (section, name)
            for section in sections
            if section != own and not {section, own} & TRAITS
            for name in sections[section]
        ]
        if not others:
            return None
        section, name = draw.choice(others)
        wrong = f"#/components/{section}/{escape_pointer(name)}"
    if kind == "misspelled key":
        new = _misspelled(spot.key, draw)
        if new in spot.holder or new == spot.key:
            return None
        items = [(new if key == spot.key else key, value) for key, value in spot.holder.items()]
        spot.holder.clear()
        spot.holder.update(items)
        pointer = f"{pointer.rpartition('/')[0]}/{escape_pointer(new)}"
        words = f"{spot.pointer} -> {new}"
    elif kind == "missing key":
        del spot.holder[spot.key]
        pointer = pointer.rpartition("/")[0]
        words = f"{spot.pointer} deleted"
    else:
        if wrong == given:
            return None
        spot.holder[spot.key] = wrong
        words = f"{spot.pointer}: {json.dumps(given)[:60]} -> {json.dumps(wrong)}"
    return Mistake(original, root, kind, pointer, at, f"{kind}: {words}")


def without(root: Any, pointer: str) -> Any:
    """A copy of *root* without the value at *pointer*; alternatives stay, but are empty."""
    root = copy.deepcopy(root)
    *way, last = (unescape_pointer(part) for part in pointer.split("/")[1:])
    holder = root
    for key in way:
        holder = holder[int(key)] if isinstance(holder, list) else holder[key]
    if isinstance(holder, list) and way[-1] in ("oneOf", "anyOf") and "message" not in way:
        holder[int(last)] = {}
    elif isinstance(holder, list):
        del holder[int(last)]
    else:
        holder.pop(last, None)
    return root


def lines_of(text: str, pointer: str) -> range:
    """The lines of the key (or item) and value at *pointer* in *text*, with one value per line.

    Of a value that is an object, only the first.
    """
    value = json.loads(text)
    way = [unescape_pointer(part) for part in pointer.split("/")[1:]]
    holder = value
    for key in way[:-1]:
        holder = holder[int(key)] if isinstance(holder, list) else holder[key]
    mark = "\N{SNOWMAN}"
    if isinstance(holder, list):
        given, holder[int(way[-1])] = holder[int(way[-1])], mark
    else:
        given = holder[way[-1]]
        items = [(mark if key == way[-1] else key, each) for key, each in holder.items()]
        holder.clear()
        holder.update(items)
    lines = json.dumps(value, indent=1, ensure_ascii=False).split("\n")
    first = next(number for number, line in enumerate(lines, 1) if mark in line)
    # Of a list, an item may be what is wrong.
    return range(first, first + (2 if isinstance(given, list) else 1))


def write(folder: Path, value: Any) -> tuple[Path, str]:
    """Write *value*, and return its path and text."""
    text = json.dumps(value, indent=1)
    path = folder / "api.json"
    path.write_text(text, "utf-8")
    return path, text


def load(path: Path) -> LoadResult:
    return load_any_document(path, path.name, path.parent)


def reports(path: Path) -> list[tuple[int | None, str]]:
    """Line and message of everything that the check says."""
    found = check_document(path, path.parent, find_format=find_format)
    return [(each.place.line, f"{each.message} [{each.code}]") for each in found]


def shown(result: LoadResult) -> Counter[tuple[str, ...]]:
    """Everything that pages of *result* have: operations, parameters, responses, fields."""
    document = result.document
    facts: Counter[tuple[str, ...]] = Counter()
    if document is None:
        return facts
    reader = SchemaReader(document)
    read = read_channel_operation if document.is_asyncapi else read_operation
    for operation in document.operations:
        view = read(document, operation)
        for fact in _of_view(view, reader):
            facts[(str(operation.key), *fact)] += 1
    return facts


def _of_view(view: OperationView, reader: SchemaReader) -> Iterator[tuple[str, ...]]:
    yield ("operation",)
    for name in ("summary", "description", "operation_id", "deprecated", "link"):
        if getattr(view, name):
            yield (name,)
    for server in view.servers:
        if not server.is_assumed:
            yield ("server", server.url)
    for alternative in view.security:
        for scheme in alternative:
            yield ("security", scheme.scheme.rpartition("/")[2])
    yield from _of_parameters(view.parameters, reader)
    if view.body is not None:
        yield ("body",)
        for media in view.body.content:
            yield ("body", media.media_type)
            yield from _of_schema(reader, media.schema, ("body", media.media_type))
    for response in view.responses:
        # Messages without a name are numbered.
        path = ("response", response.status.split("#")[0])
        yield path
        for fact in _of_parameters(response.headers, reader):
            yield (*path, *fact)
        for media in response.content:
            yield (*path, media.media_type)
            yield from _of_schema(reader, media.schema, (*path, media.media_type))
        for link in response.links:
            yield ("link", link.name)
    for _name, _expression, called in view.callbacks:
        for fact in _of_view(called, reader):
            yield ("callback", *fact)


def _of_parameters(
    parameters: tuple[ParameterView, ...], reader: SchemaReader
) -> Iterator[tuple[str, ...]]:
    for each in parameters:
        yield ("parameter", each.name, each.place)
        if each.description:
            yield ("parameter", each.name, each.place, "description")
        if each.required:
            yield ("parameter", each.name, each.place, "required")
        yield from _of_schema(reader, each.schema, ("parameter", each.name, each.place))


def _of_schema(
    reader: SchemaReader, pointer: str | None, path: tuple[str, ...], depth: int = 5
) -> Iterator[tuple[str, ...]]:
    if pointer is None or not depth:
        return
    level = reader.level(pointer)
    yield (*path, "schema")
    for name in level.types:
        yield (*path, "type", name)
    for name, places in level.properties.items():
        yield (*path, "field", name)
        for place in places:
            yield from _of_schema(reader, place, (*path, "field", name), depth - 1)
    for place in level.items:
        yield from _of_schema(reader, place, (*path, "items"), depth - 1)
    for layer in level.layers:
        for group in layer.groups():
            for index, place in enumerate(group.places):
                yield from _of_schema(reader, place, (*path, f"option {index}"), depth - 1)
