"""The types of schemas in other languages: what a label says around the names in it.

A label is made once for a document, in English, and shown on pages in any language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_navapi.locale.wording import Wording


def fill(template: str, **values: str) -> str:
    """*template* with each ``{name}`` of *values* filled in, once; other braces are text."""
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value, 1)
    return template


def type_words(label: str, words: Wording) -> str:
    """*label* (``array of string | null``) in *words*; what is no word of ours stays."""
    return " | ".join(_one(part, words) for part in _split(label, " | "))


def _one(label: str, words: Wording) -> str:
    start, of, rest = label.partition(" of ")
    if of and start == "array":
        return fill(words.type_array, type=_inner(rest, words))
    if of and start == "map":
        return fill(words.type_map, type=_inner(rest, words))
    if of and start in ("one", "any"):
        template = words.type_one_of if start == "one" else words.type_any_of
        return fill(template, types=_listed(rest, words))
    return {
        "any": words.type_any, "never": words.type_never, "unresolved": words.type_unresolved,
    }.get(label, label)  # fmt: skip


def _inner(label: str, words: Wording) -> str:
    if label.startswith("(") and label.endswith(")"):
        return f"({_listed(label[1:-1], words)})"
    return type_words(label, words)


def _listed(labels: str, words: Wording) -> str:
    return ", ".join(type_words(label, words) for label in _split(labels, ", "))


def _split(text: str, separator: str) -> Iterator[str]:
    """The parts of *text* between those *separators* that stand in no brackets."""
    depth = start = index = 0
    while index < len(text):
        if text[index] in "()":
            depth += 1 if text[index] == "(" else -1
        elif depth <= 0 and text.startswith(separator, index):
            yield text[start:index]
            index += len(separator)
            start = index
            continue
        index += 1
    yield text[start:]
