"""Says which descriptions of a document lose markup when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.commonmark import unsafe_parts
from sphinx_navapi.formats.data_file import escape_pointer

#: Below these stand values, not parts of the document: a description in them is data.
_VALUES = frozenset({"example", "examples", "default", "enum", "const", "value", "dataValue"})

#: Keywords whose keys are names that the author chose.
_NAMES = frozenset({"properties", "patternProperties", "schemas", "responses", "parameters"})


def unsafe_markup_diagnostics(
    root: Any, name: str, place: Callable[[str], Place]
) -> list[Diagnostic]:
    """An info for each description below *root* of which markup is removed, each text once.

    :param name: how messages call the document.
    :param place: line and column of a JSON pointer.
    """
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for pointer, text in text_parts(root):
        if text not in found and (parts := unsafe_parts(text)):
            found[text] = (pointer, parts)
    return [
        Diagnostic(
            subtype=Subtype.UNSAFE_MARKUP,
            level=Level.INFO,
            message=(
                f"{name}: the description at {pointer} holds markup that pages must not run; it "
                f"was removed: {', '.join(parts)}. Write it in backticks to show it as text"
            ),
            place=place(pointer),
        )
        for pointer, parts in found.values()
    ]


def text_parts(root: Any) -> Iterator[tuple[str, str]]:
    """Pointer and text of every description, and of ``content`` put before an operation.

    In order of the document.
    """
    pending: list[tuple[str, Any, bool]] = [("", root, False)]
    while pending:
        pointer, value, named = pending.pop()
        if isinstance(value, list):
            pending.extend(
                (f"{pointer}/{index}", value[index], False)
                for index in range(len(value) - 1, -1, -1)
                if isinstance(value[index], dict | list)
            )
        elif isinstance(value, dict):
            for key in reversed(value):
                child = value[key]
                if isinstance(child, dict | list) and (named or key not in _VALUES):
                    below = f"{pointer}/{escape_pointer(key)}"
                    pending.append((below, child, not named and key in _NAMES))
            # The content of anything else is an object.
            for key in ("description", "content"):
                text = value.get(key)
                if isinstance(text, str) and not named:
                    yield f"{pointer}/{key}", text
