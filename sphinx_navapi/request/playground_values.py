"""The data of a form field from a schema: one type, the permitted values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.schema.label_words import type_words
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.schema.type_label import Special
from sphinx_navapi.openapi.view import MISSING
from sphinx_navapi.request.styles import scalar_text

#: Longer enumerations are typed, not selected from a list.
_LONGEST_ENUM = 300

#: Maximum length of descriptions of servers, variables and scopes.
LONGEST_TEXT = 160

_EMPTY: tuple[Any, ...] = ("", [], (), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Texts in the reader's language.

    :ivar translate: translates a text of the document.
    """

    translate: Callable[[str], str] = str
    words: Wording = field(default_factory=Wording)

    def brief(self, text: str | None) -> str:
        """The first line of *text*, CommonMark, as plain text, if it is short."""
        line = (self.translate(text) if text else "").strip().partition("\n")[0]
        return plain_text(line) if len(line) <= LONGEST_TEXT else ""

    def hint(self, view: SchemaView) -> str:
        """The type of *view* in words, empty if it is unspecific."""
        return "" if view.label is Special.ANY else type_words(view.label, self.words)


def given(**members: Any) -> dict[str, Any]:
    """*members* without empty values: ``None``, ``False``, empty text and lists."""
    return {
        name: value
        for name, value in members.items()
        if value is not None and value is not False and value not in _EMPTY
    }


def enum_texts(view: SchemaView) -> list[str]:
    """The permitted values as texts, each once; empty if there are too many."""
    if view.const is not MISSING and not isinstance(view.const, (Mapping, list)):
        return [scalar_text(view.const)]
    if len(view.enum) > _LONGEST_ENUM:
        return []
    plain = (one.value for one in view.enum if not isinstance(one.value, (Mapping, list)))
    return list(dict.fromkeys(scalar_text(value) for value in plain if value is not None))


def value_type(view: SchemaView, value: Any = MISSING) -> str:
    """The type of the field for *value*: that of the schema, if *value* matches.

    ``string``, ``integer``, ``number``, ``boolean``, ``array``, ``object`` or ``any``.
    """
    if isinstance(value, (list, tuple)):
        return "array"
    if isinstance(value, Mapping):
        return "object"
    types = view.types
    if len(types) == 1:
        if types[0] == "object" and value is not MISSING and value is not None:
            return "string"
        return types[0]
    if "string" in types:
        return "string"
    scalars = [name for name in types if name not in ("array", "object")]
    if "number" in scalars and set(scalars) <= {"integer", "number"}:
        return "number"
    return scalars[0] if len(scalars) == 1 else "any"
