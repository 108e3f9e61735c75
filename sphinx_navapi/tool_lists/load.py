"""How a list of tools is read: each of its schemas is a document of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.data_file import DataFile
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.check.objects import (
    ANY,
    BOOLEAN,
    FIELDS,
    MAPPING,
    TEXT,
    VALUES,
    Grammar,
    Kind,
    ObjectKind,
    object_fields,
    value_fields,
)
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import OtherFormat
from sphinx_navapi.openapi.sources import DocumentFiles
from sphinx_navapi.tool_lists.tools import HINTS, SCHEMAS


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
        **{
            kind: VALUES[kind]
            for kind in (Kind.SCHEMA, Kind.DISCRIMINATOR, Kind.XML, Kind.EXTERNAL_DOCS)
        },
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
