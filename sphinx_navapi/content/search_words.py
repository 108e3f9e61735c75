"""The searchable words of a page's blocks; descriptions are found as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_navapi.content.media_type import MediaType
    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.content.tree import Below, Field, Statement

#: Number of levels of body properties that are searchable.
_DEPTH = 2

#: Separates names from descriptions; irrelevant to a word search.
SAID = "\n"


@dataclass(frozen=True, slots=True)
class BlockWords:
    """The words of one block.

    :ivar names: of parameters, properties, schemas, headers, scopes; statuses; the path.
    :ivar said: descriptions and permitted values.
    """

    names: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def __str__(self) -> str:
        """A single string; `from_text` parses it."""
        said = " ".join(self.said).replace(SAID, " ")
        names = " ".join(self.names).replace(SAID, " ")
        return f"{names}{SAID}{said}" if said else names

    @classmethod
    def from_text(cls, text: str) -> BlockWords:
        """The inverse of `str`."""
        names, _, said = text.partition(SAID)
        return cls((names,), (said,))


def block_words(kind: str, operation: OperationTree) -> BlockWords:
    """The words of the block *kind* of *operation*."""
    names: dict[str, None] = {}
    said: dict[str, None] = {}
    if kind == "parameters":
        for field in operation.parameters:
            names[field.name] = None
            said |= dict.fromkeys(_said(field.said))
            _collect(field.below, _DEPTH - 1, names, said)
    elif kind == "body" and operation.body is not None:
        _bodies(operation.body.content, names, said)
    elif kind == "responses":
        for response in operation.responses:
            names[response.view.status] = None
            names |= dict.fromkeys(header.name for header in response.headers)
            _bodies(response.content, names, {})
    elif kind == "security":
        for alternative in operation.security:
            for scheme in alternative:
                names |= dict.fromkeys([scheme.scheme, *(scope for scope, _ in scheme.scopes)])
    elif kind == "callbacks":
        names |= dict.fromkeys(callback.name for callback in operation.callbacks)
    elif kind == "samples":
        names |= dict.fromkeys(_address(operation))
    return BlockWords(tuple(names), tuple(said))


def schema_words(component: str, schema: Field) -> BlockWords:
    """The words of the page of *schema*: its name and those of its properties."""
    names: dict[str, None] = {component: None}
    said: dict[str, None] = {}
    _collect(schema.below, _DEPTH, names, said)
    return BlockWords(tuple(names), tuple(said))


def _address(operation: OperationTree) -> Iterator[str]:
    # Shown by the signature, which is markup; a word per segment makes parts of the path
    # searchable.
    key = operation.key
    yield key.method
    yield key.path
    yield from filter(None, key.path.replace("{", "").replace("}", "").split("/"))
    if operation.operation_id:
        yield operation.operation_id


def _bodies(content: tuple[MediaType, ...], names: dict[str, None], said: dict[str, None]) -> None:
    for media in content:
        for schema in (media.schema, media.item_schema):
            if schema is None:
                continue
            if schema.said.component:
                names[schema.said.component] = None
            _collect(schema.below, _DEPTH, names, said)


def _collect(below: Below, depth: int, names: dict[str, None], said: dict[str, None]) -> None:
    """The names *depth* levels down, and the descriptions of those on the first level."""
    for field in below.fields:
        if field.kind in ("property", "pattern"):
            names[field.name] = None
            if depth == _DEPTH:
                for text in _said(field.said):
                    said[text] = None
            if depth > 1:
                _collect(field.below, depth - 1, names, said)
        elif depth:
            # Items, variants and other children without a name.
            if field.said.component:
                names[field.said.component] = None
            _collect(field.below, depth, names, said)


def _said(said: Statement) -> Iterator[str]:
    for text in (said.text, said.more):
        if text is not None:
            yield text
    for value in said.values:
        yield value.value.strip('"')
