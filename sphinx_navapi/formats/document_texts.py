"""The texts of an OpenAPI document that hold Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from sphinx_navapi.formats.data_file import escape_pointer

#: Below these stand values, not parts of the document: a description in them is data.
_VALUES = frozenset({"example", "examples", "default", "enum", "const", "value", "dataValue"})

#: Keywords whose keys are names that the author chose.
_NAMES = frozenset({"properties", "patternProperties", "schemas", "responses", "parameters"})

#: Where a value stands: the trail of what is around it, and the key or index in that. Of a
#: large document a few texts are asked for their pointers, which take longer to write.
Trail = Optional[tuple["Trail", str | int]]  # noqa: UP045 - names itself


def texts_of(root: Any) -> Iterator[tuple[Trail, str]]:
    """Trail and text of every description, and of ``content`` put before an operation.

    In order of the document.
    """
    pending: list[tuple[Trail, Any, bool]] = [(None, root, False)]
    while pending:
        trail, value, named = pending.pop()
        below: list[tuple[Trail, Any, bool]] = []
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, dict | list):
                    below.append(((trail, index), child, False))
        elif isinstance(value, dict):
            for key, child in value.items():
                if isinstance(child, dict | list) and (named or key not in _VALUES):
                    below.append(((trail, key), child, not named and key in _NAMES))
            # The content of anything else is an object.
            for key in ("description", "content"):
                text = value.get(key)
                if isinstance(text, str) and not named:
                    yield (trail, key), text
        below.reverse()
        pending += below


def pointer_of(trail: Trail) -> str:
    """The JSON pointer of what stands at *trail*."""
    segments: list[str] = []
    while trail is not None:
        trail, step = trail
        segments.append(escape_pointer(str(step)))
    return "".join(f"/{segment}" for segment in reversed(segments))
