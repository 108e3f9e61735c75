"""The rows of a schema as a flat list of dotted names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_navapi.content.part_words import variant_words
from sphinx_navapi.content.tree import Below, Field
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.schema.schema import Expansion


@dataclass(frozen=True, slots=True)
class Row:
    """A field in a flat list.

    :ivar path: names from the outside in: ``("owner", "login")``, ``("tags[]", "name")``.
    :ivar heading: words before the first of several alternatives.
    """

    path: tuple[str, ...]
    field: Field
    heading: str


#: Folded rows that are still shown, as are those with a choice.
_SAID = (Expansion.RECURSIVE, Expansion.DEEPER)


def flat_rows(below: Below, words: Wording, path: tuple[str, ...] = ()) -> Iterator[Row]:
    """The rows of *below*, depth first."""
    for field in below.fields:
        name = _name(field, words)
        if field.kind in ("items", "item") or (field.kind == "additional" and field.folded):
            # The brackets follow the name of the array: tags[].name
            step = (*path[:-1], f"{path[-1] if path else ''}{name}")
        else:
            step = (*path, name)
        if not field.folded or field.below.expansion in _SAID or field.below.choice:
            yield Row(step, field, variant_words(field.group, words) if field.group else "")
        yield from flat_rows(field.below, words, step)


def dotted(path: tuple[str, ...]) -> str:
    """*path* as one name: ``owner.login``, ``tags[].name``."""
    name = ""
    for step in path:
        name += step if step.startswith(("[", "{")) or not name else f".{step}"
    return name


def _name(field: Field, words: Wording) -> str:
    if field.kind == "items":
        return "[]"
    if field.kind == "item":
        return f"[{field.name}]"
    if field.kind == "additional" and field.folded:
        return "{}"
    if field.kind == "pattern":
        return f"/{field.name}/"
    if field.kind == "variant":
        return f"({field.title(words)})"
    return field.name if field.kind == "property" else f"({field.words(words)})"
