"""What was found out about a document in the last build, so that not all is examined again.

Importing the validator of operations takes longer than parsing a large document.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.formats.numbers import PLAIN, marshalled, unmarshalled
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.normalize import normalize_tree

#: Text fields: any value is valid.
_TEXTS = frozenset({"description", "summary"})


#: Keys of the root whose values have no influence on each other.
_APART: Final = ("paths", "webhooks")


def digest_parts(document: OpenApiDocument) -> dict[str, bytes]:
    """A digest of each path and webhook of *document* by pointer, and of the rest under ``""``.

    None if one of them refers to another.
    """
    digests: dict[str, bytes] = {}
    for pointer, value in _parts(document):
        content = marshalled(value, PLAIN)
        if any(f"#/{key}/".encode() in content for key in _APART):
            return {}
        digests[pointer] = blake2b(content, digest_size=16).digest()
    return digests


def _parts(document: OpenApiDocument) -> Iterator[tuple[str, Any]]:
    root = document.root
    yield "", [document.version, {key: root[key] for key in root if key not in _APART}]
    for key in _APART:
        for name, value in as_mapping(root.get(key)).items():
            yield f"/{key}/{escape_pointer(name)}", value


def part_of(pointer: str) -> str:
    """The pointer of the path or webhook around *pointer*, else ``""``."""
    _, *tokens = pointer.split("/", 3)
    is_apart = len(tokens) > 1 and tokens[0] in _APART
    return "/".join(("", *tokens[:2])) if is_apart else ""


class EarlierFindings:
    """What was valid, and which examples were wrong, in a document as it was in the last build.

    :param before: only a short form of it is kept.
    :ivar wrong_examples: the messages by pointer.
    :ivar unchanged: set by `compare`: the parts, by pointer, that are written as before.
    """

    def __init__(self, before: OpenApiDocument) -> None:
        self._version = before.version
        self._parts = before.parts
        self._values = {
            operation.pointer: marshalled(before.at(operation.pointer), PLAIN)
            for operation in before.operations
        }
        self.wrong_examples = before.wrong_examples
        self.unchanged: frozenset[str] = frozenset()

    def compare(self, document: OpenApiDocument) -> None:
        """Compare the parts of *document*, which is as it was written."""
        parts = document.parts
        if parts.get("") == self._parts.get(""):
            # What is outside of the paths may change the meaning of all of them.
            self.unchanged = frozenset(
                part for part in parts if parts[part] == self._parts.get(part)
            )

    def is_known(self, pointer: str, operation: Any, version: tuple[int, int]) -> bool:
        """Whether *operation* equals the one that was at *pointer*, except for its texts.

        After the first mismatch the answer is always no: once the validator is imported, validating
        all is faster.
        """
        before = self._values.get(pointer)
        is_same = (
            before is not None
            and version == self._version
            and (
                part_of(pointer) in self.unchanged
                or marshalled(operation, PLAIN) == before
                or _differ_in_texts(unmarshalled(before), _normal(operation, version))
            )
        )
        if not is_same:
            self._values.clear()
        return is_same


def _normal(operation: Any, version: tuple[int, int]) -> Any:
    """A copy of *operation* as it is after loading, when the earlier ones were kept."""
    copy = unmarshalled(marshalled(operation, PLAIN))
    normalize_tree(copy, version, Kind.OPERATION)
    return copy


def _differ_in_texts(one: Any, other: Any) -> bool:
    """Whether *one* and *other*, both JSON values, differ at most in texts."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            (key in _TEXTS and isinstance(value, str) and isinstance(other[key], str))
            or _differ_in_texts(value, other[key])
            for key, value in one.items()
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_differ_in_texts, one, other))
    return bool(one == other)
