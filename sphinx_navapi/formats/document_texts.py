"""The Markdown texts of an OpenAPI document, and the addresses that it links to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from sphinx_navapi.formats.data_file import escape_pointer

#: The values of these keys are data, not parts of the document, and so is a description in them.
_VALUES = frozenset({"example", "examples", "default", "enum", "const", "value", "dataValue"})

#: Keywords whose keys are names chosen by the author.
_NAMES = frozenset({"properties", "patternProperties", "schemas", "responses", "parameters"})

#: The position of a value: the trail of its parent, and the key or index in that. Pointers take
#: longer to build, and are only needed for a few texts of a large document.
Trail = Optional[tuple["Trail", str | int]]  # noqa: UP045 - names itself


def texts_of(root: Any) -> Iterator[tuple[Trail, str, bool]]:
    """Trail and text of every description, and of ``content`` shown before an operation.

    Also the addresses of external documentation, marked by the third value. In document order.
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
                    yield (trail, key), text, False
            if not named:
                yield from _documentation((trail, "externalDocs"), value.get("externalDocs"))
        below.reverse()
        pending += below


def _documentation(trail: Trail, value: Any) -> Iterator[tuple[Trail, str, bool]]:
    """The address of an External Documentation Object, or of each if they are components."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name == "url" and isinstance(each, str):
                yield (trail, name), each.strip(), True
            elif isinstance(each, dict) and isinstance(each.get("url"), str):
                yield ((trail, name), "url"), each["url"].strip(), True


def pointer_of(trail: Trail) -> str:
    """The JSON pointer of the value at *trail*."""
    segments: list[str] = []
    while trail is not None:
        trail, step = trail
        segments.append(escape_pointer(str(step)))
    return "".join(f"/{segment}" for segment in reversed(segments))
