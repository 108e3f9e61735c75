"""Operations that were valid in the last build, so that they need not be validated again.

Importing the validator takes longer than parsing a large document.
"""

from __future__ import annotations

from typing import Any

from sphinx_navapi.formats.numbers import PLAIN, marshalled, unmarshalled
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.normalize import normalize_tree

#: Text fields: any value is valid.
_TEXTS = frozenset({"description", "summary"})


class EarlierOperations:
    """The valid operations of one document at an earlier time.

    :param document: only a short form of its operations is kept.
    """

    def __init__(self, document: OpenApiDocument) -> None:
        self._version = document.version
        self._values = {
            operation.pointer: marshalled(document.at(operation.pointer), PLAIN)
            for operation in document.operations
        }

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
                marshalled(operation, PLAIN) == before
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
