"""Hashes that change exactly when something shown on a page has changed.

Each component is hashed once by its own text, in which references are names, and the targets are
hashed separately. A page's fingerprint is the hash of its operation's text and of every reachable
component, so that 1,223 fingerprints of a document with 969 schemas take a tenth of a second.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.numbers import marshalled, write_json
from sphinx_navapi.openapi.document import OpenApiDocument, scheme_pointer
from sphinx_navapi.openapi.history import NO_HISTORY

#: The version of `marshal`'s format in which equal values have equal bytes: later versions also
#: encode whether two values are the same object. A string is ``u``, its length in four bytes, and
#: UTF-8.
_NO_SHARING: Final = 0

_REFERENCE = re.compile(rb"u(.{3}\x00)(?=#/)", re.DOTALL)
_OPERATION_ID = re.compile(rb"u\x0b\0\0\0operationIdu(.{4})", re.DOTALL)


class _Part(NamedTuple):
    """:ivar references: pointers in its text. :ivar operation_ids: used by its links."""

    hash: bytes
    references: tuple[str, ...]
    operation_ids: tuple[str, ...]


class Fingerprinter:
    """Fingerprints of one document's operations and components.

    :param operation_ids: name and reference of every operation that has a page: a link shows the
        operation with its ``operationId``.
    """

    def __init__(self, document: OpenApiDocument, operation_ids: dict[str, str]) -> None:
        self.document = document
        self.operation_ids = operation_ids
        self._parts: dict[str, _Part | None] = {}

    def operation(self, pointer: str, path_pointer: str) -> str:
        """Hex digest of everything that the page of an operation can show.

        That is the operation, the path item's parameters, servers and texts, inherited servers and
        security, and every component reachable from these.
        """
        root = self.document.root
        operation = self.document.resolve(pointer).value
        item = self.document.resolve(path_pointer).value
        operation = operation if isinstance(operation, dict) else {}
        item = item if isinstance(item, dict) else {}
        around = {
            key: item[key]
            for key in ("parameters", "servers", "summary", "description")
            if key in item
        }
        if "servers" not in operation and "servers" not in item:
            around["inherited servers"] = root.get("servers")
        if "security" not in operation:
            around["inherited security"] = root.get("security")
        parts = [_part(operation), _part(around)]
        if self.document.history is not NO_HISTORY:
            parts += map(_part, map(self.document.history.stamp, (pointer, path_pointer)))
        security = operation.get("security", root.get("security"))
        schemes = _scheme_pointers(self.document, security)
        return self._digest(parts, schemes)

    def values(self, values: Iterable[Any], pointers: Iterable[str]) -> str:
        """Hex digest of *values* and of every component reachable from them or *pointers*."""
        return self._digest([_part(value) for value in values], pointers)

    def component(self, pointer: str) -> str:
        """Hex digest of the component at *pointer* and everything reachable from it."""
        pointer = pointer.removeprefix("#")
        named = _Part(pointer.encode("utf-8", "surrogatepass"), (pointer,), ())
        return self._digest([named], [])

    def _digest(self, parts: list[_Part], pointers: Iterable[str]) -> str:
        reached: dict[str, _Part | None] = {}
        names: set[str] = set()
        pending = list(pointers)
        for part in parts:
            pending += part.references
            names.update(part.operation_ids)
        known = self._parts
        while pending:
            pointer = pending.pop()
            if pointer in reached:
                continue
            if pointer in known:
                known_part = known[pointer]
            else:
                value = self.document.at(pointer)
                known_part = known[pointer] = _part(value) if value is not None else None
            reached[pointer] = known_part
            if known_part is not None:
                pending += known_part.references
                names.update(known_part.operation_ids)
        history = self.document.history
        digest = blake2b(digest_size=16)
        for part in parts:
            digest.update(part.hash)
        for pointer in sorted(reached):
            known_part = reached[pointer]
            digest.update(pointer.encode("utf-8", "surrogatepass"))
            digest.update(known_part.hash if known_part is not None else b"-")
            digest.update(history.stamp(pointer).encode())
        for name in sorted(names):
            target = self.operation_ids.get(name, "")
            digest.update(f"{name}={target};".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()


def reached_pointers(document: OpenApiDocument, values: Iterable[Any]) -> frozenset[str]:
    """Pointers of all components that references in *values*, parts of *document*, lead to."""
    pending = [pointer for value in values for pointer in _part(value).references]
    reached: set[str] = set()
    while pending:
        pointer = pending.pop()
        if pointer not in reached:
            reached.add(pointer)
            pending += _part(document.at(pointer)).references
    return frozenset(reached)


def _part(value: Any) -> _Part:
    try:
        text = marshalled(value, _NO_SHARING)
    except ValueError:  # values of other types, in a document from Python code
        text = marshal.dumps(json.loads(write_json(value), parse_float=str), _NO_SHARING)
    return _Part(
        blake2b(text, digest_size=16).digest(),
        tuple(dict.fromkeys(reference[1:] for reference in _texts(_REFERENCE, text))),
        tuple(dict.fromkeys(_texts(_OPERATION_ID, text))),
    )


def _texts(pattern: re.Pattern[bytes], written: bytes) -> Iterator[str]:
    """The strings in *written*, the output of `marshal`, whose lengths *pattern* finds."""
    for match in pattern.finditer(written):
        start = match.end(1)
        end = start + int.from_bytes(match[1], "little")
        try:
            yield written[start:end].decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:  # bytes inside a string that look like one
            continue


def _scheme_pointers(document: OpenApiDocument, security: Any) -> list[str]:
    if not isinstance(security, list):
        return []
    return [
        scheme_pointer(document, name)
        for requirement in security
        if isinstance(requirement, dict)
        for name in requirement
    ]
