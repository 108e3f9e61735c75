"""The pages of a built site as resources, and prompts about its API.

Resources are for clients that let the user choose what a model reads; models use the tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final
from urllib.parse import quote, unquote

from sphinx_navapi.built_site.pages import LLMS_FILE
from sphinx_navapi.mcp.site_tools import SiteTools
from sphinx_navapi.mcp.tool import Argument, ToolError, arguments_of, check_arguments

#: Before the docname in the URI of a page. Clients read it from this server only.
_SCHEME: Final = "docs:///"

_MARKDOWN: Final = "text/markdown"

#: Number of entries in one result.
_LISTED: Final = 200

_CURSOR: Final = re.compile(r"[0-9]{1,9}")

_TEMPLATE: Final = {
    "uriTemplate": f"{_SCHEME}{{+docname}}",
    "name": "page",
    "title": "A page of the documentation",
    "mimeType": _MARKDOWN,
}

#: Names, descriptions and arguments of prompts.
_PROMPTS: Final[Mapping[str, tuple[str, str, Mapping[str, Argument]]]] = {
    "find_operation": (
        "Find an operation",
        "Which operation of the API does a task, and what it needs.",
        {"task": Argument(type="string", description="What to do.", required=True)},
    ),
    "call_operation": (
        "Write code that calls an operation",
        "Code for an operation, with its documentation.",
        {
            "operation": Argument(
                type="string", description='"METHOD /path" or operationId.', required=True
            ),
            "language": Argument(type="string", description="Programming language or library."),
        },
    ),
}


class SiteResources:
    """The resources and prompts of the site of *tools*.

    :raises ToolError: from all methods, for parameters that lead to nothing.
    """

    def __init__(self, tools: SiteTools) -> None:
        self._tools = tools

    def list(self, cursor: object) -> dict[str, Any]:
        """The result of ``resources/list``. :param cursor: ``None`` for the first part."""
        position = "0" if cursor is None else cursor
        if not isinstance(position, str) or not _CURSOR.fullmatch(position):
            raise ToolError("The cursor is not one of this server. Start again without it.")
        start = int(position)
        resources = list(islice(self._all(), start, start + _LISTED + 1))
        result: dict[str, Any] = {"resources": resources[:_LISTED]}
        return {**result, "nextCursor": str(start + _LISTED)} if resources[_LISTED:] else result

    def _all(self) -> Iterator[dict[str, Any]]:
        if self._tools.text_of(None):
            yield _resource(LLMS_FILE, "All pages")
        for docname, page in self._tools.pages().pages.items():
            if isinstance(page, dict):
                yield _resource(docname, str(page.get("title", docname)))

    def templates(self) -> dict[str, Any]:
        """The result of ``resources/templates/list``."""
        return {"resourceTemplates": [_TEMPLATE]}

    def read(self, uri: object) -> dict[str, Any]:
        """The result of ``resources/read``."""
        text = None
        if isinstance(uri, str) and uri.startswith(_SCHEME):
            name = unquote(uri.removeprefix(_SCHEME))
            if name in self._tools.pages().pages:
                text = self._tools.text_of(name)
            elif name == LLMS_FILE:
                text = self._tools.text_of(None)
        if text is None:
            raise ToolError("Resource not found. Use resources/list.")
        return {"contents": [{"uri": uri, "mimeType": _MARKDOWN, "text": text}]}

    def prompts(self) -> dict[str, Any]:
        """The result of ``prompts/list``."""
        return {
            "prompts": [
                {
                    "name": name,
                    "title": title,
                    "description": description,
                    "arguments": arguments_of(arguments),
                }
                for name, (title, description, arguments) in _PROMPTS.items()
            ]
        }

    def prompt(self, name: object, written: object) -> dict[str, Any]:
        """The result of ``prompts/get``."""
        if not isinstance(name, str) or name not in _PROMPTS:
            raise ToolError(f"Unknown prompt. Available prompts: {', '.join(_PROMPTS)}")
        _title, description, arguments = _PROMPTS[name]
        if not isinstance(written, dict):
            raise ToolError("arguments must be an object.")
        values = check_arguments(name, arguments, written)
        contents = list(self._call(**values) if name == "call_operation" else _find(**values))
        messages = [{"role": "user", "content": content} for content in contents]
        return {"description": description, "messages": messages}

    def _call(self, operation: str, language: str = "") -> Iterator[dict[str, Any]]:
        docname = self._tools.operation_pages(operation)[0]
        text = self._tools.text_of(docname)
        if text is None:
            raise ToolError("The documentation of this operation is not available as text.")
        yield _text(
            f"Write {language or 'code'}{' code' if language else ''} that calls this operation. "
            "Use only parameters and fields that its documentation has, send the credentials that "
            "it requires, and handle its errors. read_schema has schemas that it refers to."
        )
        resource = {"uri": _uri(docname), "mimeType": _MARKDOWN, "text": text}
        yield {"type": "resource", "resource": resource}


def _find(task: str) -> Iterator[dict[str, Any]]:
    yield _text(
        f"Which operation of this API does the following?\n\n{task}\n\nUse the tool search, then "
        "read_operation for the best results. Answer with its method and path, the credentials "
        "and scopes that it requires, its required parameters, and the fields of its body."
    )


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _uri(name: str) -> str:
    return f"{_SCHEME}{quote(name)}"


def _resource(name: str, title: str) -> dict[str, Any]:
    return {"uri": _uri(name), "name": name, "title": title, "mimeType": _MARKDOWN}
