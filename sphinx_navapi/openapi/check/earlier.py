"""Operations that were valid in the last build, to know them again without judging them.

What judges takes longer to import than a large document takes to be parsed.
"""

from __future__ import annotations

import marshal
from typing import Any

from sphinx_navapi.openapi.document import OpenApiDocument

#: Texts, of which every one is valid.
_TEXTS = frozenset({"description", "summary"})

#: A form of `marshal` that says of a value what it is and no more: other ones tell, too, which
#: parts are the same object.
_PLAIN = 2


class EarlierOperations:
    """The valid operations of one document as it was.

    :param document: nothing of it is kept but the operations, in short.
    """

    def __init__(self, document: OpenApiDocument) -> None:
        self._version = document.version
        self._values = {
            operation.pointer: marshal.dumps(document.at(operation.pointer), _PLAIN)
            for operation in document.operations
        }

    def is_known(self, pointer: str, operation: Any, version: tuple[int, int]) -> bool:
        """Whether *operation* is the one that stood at *pointer*, but for its texts.

        After the first that is not, none is: what judges one judges all in less time.
        """
        before = self._values.get(pointer)
        found = (
            before is not None
            and version == self._version
            and (
                marshal.dumps(operation, _PLAIN) == before
                or _differ_in_texts(marshal.loads(before), operation)  # noqa: S302 - made above
            )
        )
        if not found:
            self._values.clear()
        return found


def _differ_in_texts(one: Any, other: Any) -> bool:
    """Whether *one* and *other*, both of values that JSON has, differ in texts at most."""
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
