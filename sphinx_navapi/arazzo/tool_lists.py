"""The tools of an MCP server, as it lists them (Model Context Protocol 2025-11-25, ``tools/list``).

Each schema of a tool is a document of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.data_file import DataFile
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.check.objects import (
    ANY,
    BOOLEAN,
    FIELDS,
    MAPPING,
    SCHEMA_VALUES,
    TEXT,
    Grammar,
    Kind,
    ObjectKind,
    object_fields,
    value_fields,
)
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import Text, text_of
from sphinx_navapi.openapi.load import OtherFormat
from sphinx_navapi.openapi.sources import DocumentFiles

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


class ToolKind(ObjectKind):
    """Objects of a list of tools. It has ``$ref`` only in schemas."""

    ROOT = "list of tools"
    TOOL = "Tool"
    ANNOTATIONS = "Tool Annotations"


_GRAMMAR: Final = Grammar(
    root=ToolKind.ROOT,
    fields={
        ToolKind.ROOT: object_fields(listed={ToolKind.TOOL: "tools"}),
        ToolKind.TOOL: {
            **object_fields(one={Kind.SCHEMA: " ".join(SCHEMAS)}),
            **object_fields(one={ToolKind.ANNOTATIONS: "annotations"}),
        },
        Kind.SCHEMA: {**FIELDS[Kind.SCHEMA]},
    },
    patterned={},
    inlined=frozenset(ToolKind),
    values={
        **SCHEMA_VALUES,
        ToolKind.ROOT: value_fields({ANY: "nextCursor", MAPPING: "_meta"}),
        # Names are checked here, since a tool without one has no page.
        ToolKind.TOOL: value_fields({ANY: "name", TEXT: "title description", MAPPING: "_meta"}),
        ToolKind.ANNOTATIONS: value_fields({TEXT: "title", BOOLEAN: " ".join(HINTS)}),
    },
    expected={ToolKind.TOOL: ("inputSchema",)},
)


def _prepare(data: DataFile) -> tuple[bool, list[Diagnostic]]:
    """Whether the list can be used.

    ``#`` in a schema is the schema itself, not the file: it gets the ``$id`` that says so.
    """
    for index, tool in enumerate(as_list(data.value["tools"])):
        for key in SCHEMAS:
            schema = as_mapping(tool).get(key)
            if isinstance(schema, dict):
                schema.setdefault("$id", f"urn:navapi:tools:{index}:{key}")
    return True, []


def _complete(document: OpenApiDocument, sources: DocumentFiles) -> list[Diagnostic]:
    """The problems of the list: it has no operations."""
    return [
        Diagnostic(
            subtype=Subtype.OPENAPI_INVALID,
            message=f"{document.name}: {problem}",
            place=sources.place(pointer),
        )
        for pointer, problem in _problems(document.root)
    ]


def _problems(root: Any) -> Iterator[tuple[str, str]]:
    """Pointers and messages."""
    tools = as_list(root["tools"])
    if not tools:
        yield "/tools", "it lists no tools, so it has no pages"
    if root.get("nextCursor"):
        message = "the list goes on: ask for the page `nextCursor`, too, and write all in one file"
        yield "/nextCursor", message
    seen: set[str] = set()
    for index, tool in enumerate(tools):
        if not isinstance(tool, dict):
            continue
        name = as_text(tool.get("name"))
        if name in seen:
            message = f"the tool {name} is listed more than once; only the first is shown"
            yield below(f"/tools/{index}", "name"), message
        elif name:
            seen.add(name)
        else:
            yield f"/tools/{index}", "a tool without `name` has no page: add one"


FORMAT: Final = OtherFormat(
    key="tools", check_version=_prepare, grammar=_GRAMMAR, complete=_complete
)
