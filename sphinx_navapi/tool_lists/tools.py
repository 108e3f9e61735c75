"""The tools of an MCP server as values (Model Context Protocol 2025-11-25, Tool)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.facts import Text, text_of

#: Fields with a schema.
SCHEMAS: Final = ("inputSchema", "outputSchema")

#: What ``annotations`` say of a tool's effects.
HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTool:
    """A tool.

    :ivar sent: pointer of the schema of its arguments; ``""`` if there is none.
    :ivar received: the same for its structured result.
    :ivar hints: those of `HINTS` that are written.
    """

    name: str
    pointer: str
    title: Text | None = None
    description: Text | None = None
    sent: str = ""
    received: str = ""
    hints: tuple[tuple[str, bool], ...] = ()


def tool_names(root: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the tools of a list, each once, in order."""
    return tuple(dict.fromkeys(name for name, _pointer, _tool in _named(root)))


def read_tool(root: Mapping[str, Any], name: str) -> ListedTool | None:
    """The tool *name* of the list *root*: the first one of that name."""
    for each, pointer, value in _named(root):
        if each == name:
            return _read(value, name, pointer)
    return None


def _named(root: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Name, pointer and value of each tool that has a name."""
    for index, each in enumerate(as_list(root.get("tools"))):
        name = as_text(as_mapping(each).get("name"))
        if name:
            yield name, f"/tools/{index}", each


def _read(value: Mapping[str, Any], name: str, pointer: str) -> ListedTool:
    notes = as_mapping(value.get("annotations"))
    title = text_of(value, "title", pointer)
    sent, received = (
        below(pointer, key) if isinstance(value.get(key), dict) else "" for key in SCHEMAS
    )
    return ListedTool(
        name=name,
        pointer=pointer,
        title=title or text_of(notes, "title", f"{pointer}/annotations"),
        description=text_of(value, "description", pointer),
        sent=sent,
        received=received,
        hints=tuple((key, notes[key]) for key in HINTS if isinstance(notes.get(key), bool)),
    )
