"""What of a page can be translated: the texts that writers pass through ``translate``.

A block is one node of the doctree, so translators see its texts only if something
lists them. Names, types and values are the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.content.tree import Field, Text, is_mention
from sphinx_navapi.openapi.schema.schema import Expansion

#: A text as the document has it, and the JSON pointer of where it stands, or near it.
Message = tuple[str, str]


def block_messages(kind: str, operation: OperationTree) -> list[Message]:
    """The texts of the block *kind* of *operation*, each once.

    In the order of the document; exactly those that the writers of the block translate.
    """
    return _messages(getattr(operation, "examples" if kind == "samples" else kind))


def schema_messages(schema: Field) -> list[Message]:
    """The texts of the page of *schema*, likewise."""
    return _messages(schema)


def _messages(part: object) -> list[Message]:
    messages: dict[str, str] = {}
    for text in texts_of(part):
        if text.text.strip():
            messages.setdefault(text.text, text.pointer)
    return list(messages.items())


def texts_of(part: object) -> Iterator[Text]:
    """The texts of *part* and of what it consists of."""
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
        return (getattr(value, part) for part in value.called_parts)
    if isinstance(value, Field) and value.folded and value.below.expansion is Expansion.SHOWN:
        # It says nothing itself: its fields stand in its place.
        return (value.below,)
    kind: type = type(value)
    return (getattr(value, name) for name in _names(kind))


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The attributes of a value that its place in a page says."""
    if not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind) if not is_mention(field))
