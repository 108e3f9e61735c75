"""The translatable texts of a page: those that writers pass through ``translate``.

A block is one node of the doctree, so translators see its texts only if they are listed. Names,
types and values are not translated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from sphinx_navapi.content.media_type import Body, MediaType, Response
from sphinx_navapi.content.operation import CALLED_PARTS, OperationTree
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.schema.row import Expansion, Field, Subschemas
from sphinx_navapi.openapi.view import EncodingView

#: A text as in the document, and its JSON pointer, or one nearby.
Message = tuple[str, str]


def block_messages(kind: str, operation: OperationTree) -> list[Message]:
    """The texts of the block *kind* of *operation*, each once.

    In document order; exactly those that the writers of the block translate.
    """
    return _messages(getattr(operation, "examples" if kind == "samples" else kind))


def schema_messages(schema: Field) -> list[Message]:
    """The texts of the page of *schema*, likewise."""
    return _messages(schema)


def _messages(part: object) -> list[Message]:
    messages: dict[str, str] = {}
    for text in texts_of(part):
        if text.strip():
            messages.setdefault(str(text), text.pointer)
    return list(messages.items())


def texts_of(part: object) -> Iterator[Text]:
    """The texts of *part* and of its parts."""
    left = [part]
    while left:
        value = left.pop()
        if isinstance(value, Text):
            yield value
        else:
            left.extend(reversed(list(_members(value))))


def _members(value: object) -> Iterable[object]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, OperationTree):
        parts = [getattr(value, part) for part in CALLED_PARTS]
        return (value.view.summary, value.view.description, *parts)
    if isinstance(value, Body):
        return value.view.description, value.content
    if isinstance(value, Response):
        view = value.view
        texts = (view.summary, view.description, view.facts)
        return (*texts, value.headers, value.content, view.links, view.link)
    if isinstance(value, Field) and value.folded and value.subschemas.expansion is Expansion.SHOWN:
        # It has no text itself: its fields are shown in its place.
        return (value.subschemas,)
    if isinstance(value, MediaType):
        return value.view.description, value.schema, value.item_schema, value.encodings
    if isinstance(value, Field):
        about = (value.view.values, value.facts, value.view.link)
        return (*value.texts, *about, value.subschemas, value.examples)
    if isinstance(value, Subschemas):
        return value.fields  # what is chosen is elsewhere
    if isinstance(value, EncodingView):
        return ()  # its headers are rows beside it
    kind: type = type(value)
    return (getattr(value, name) for name in _names(kind))


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
