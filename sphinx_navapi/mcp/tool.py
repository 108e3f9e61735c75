"""Definition of a tool: its name, its parameters, and limits of its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

#: Maximum number of characters in one result; the rest can be read with ``offset``.
MOST_CHARACTERS: Final = 30_000

#: Maximum number of characters of an argument, so that comparisons are fast.
MOST_OF_ARGUMENT: Final = 2_000

_TYPES: Final = {"string": str, "integer": int, "object": dict, "array": list}


class ToolError(Exception):
    """A call that fails; ``str()`` tells the model what to do instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument of a tool.

    :ivar type: of JSON Schema; ``any`` for all of them.
    :ivar least: and :ivar most: of a whole number.
    """

    type: str
    description: str
    required: bool = False
    least: int = 0
    most: int = 1_000_000_000

    def as_schema(self) -> dict[str, Any]:
        """Its JSON Schema."""
        value: dict[str, Any] = {"description": self.description}
        if self.type != "any":
            value["type"] = self.type
        if self.type == "integer":
            value |= {"minimum": self.least, "maximum": self.most}
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool, without its implementation. :ivar reads: it changes nothing and accesses nothing
    else.
    """

    name: str
    title: str
    description: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    reads: bool = True

    def as_json(self) -> dict[str, Any]:
        """The entry of the tool in ``tools/list``."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": {
                "type": "object",
                "properties": {name: each.as_schema() for name, each in self.arguments.items()},
                "required": [name for name, each in self.arguments.items() if each.required],
                "additionalProperties": False,
            },
            "annotations": {"readOnlyHint": self.reads, "openWorldHint": not self.reads},
        }

    def check(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """As `check_arguments`."""
        return check_arguments(self.name, self.arguments, values)


def check_arguments(
    name: str, arguments: Mapping[str, Argument], values: Mapping[str, Any]
) -> dict[str, Any]:
    """*values* without ``null`` values. :param name: of the tool or prompt.

    :raises ToolError: an argument is missing, unknown, too long, or of another type.
    """
    arguments_set = {key: value for key, value in values.items() if value is not None}
    for key, value in arguments_set.items():
        argument = arguments.get(key)
        if argument is None:
            raise ToolError(f"Unknown argument. {name} accepts: {', '.join(arguments)}.")
        _check_value(key, argument, value)
    for key, argument in arguments.items():
        if argument.required and key not in arguments_set:
            raise ToolError(f"The argument {key} is missing: {argument.description}")
    return arguments_set


def _check_value(name: str, argument: Argument, value: Any) -> None:
    kind = _TYPES.get(argument.type)
    if kind is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise ToolError(f"The argument {name} must be of type {argument.type}.")
    if isinstance(value, str) and argument.type == "string" and len(value) > MOST_OF_ARGUMENT:
        raise ToolError(f"The argument {name} is longer than {MOST_OF_ARGUMENT} characters.")
    if kind is int and not argument.least <= value <= argument.most:
        raise ToolError(
            f"The argument {name} must be between {argument.least} and {argument.most}."
        )


def arguments_of(arguments: Mapping[str, Argument]) -> list[dict[str, Any]]:
    """*arguments* of a prompt, which are all text, in the format of ``prompts/list``."""
    return [
        {"name": name, "description": each.description, "required": each.required}
        for name, each in arguments.items()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnswer:
    """The result of a tool. :ivar data: the same as an object, for programs."""

    text: str
    data: Mapping[str, Any] | None = None
    is_error: bool = False

    def as_json(self) -> dict[str, Any]:
        """The result in the format of ``tools/call``."""
        value: dict[str, Any] = {"content": [{"type": "text", "text": self.text}]}
        if self.data is not None:
            value["structuredContent"] = self.data
        value["isError"] = self.is_error
        return value


def part_of(text: str, offset: int) -> str:
    """*text* from character *offset* on, up to the limit of a result.

    :raises ToolError: *offset* is beyond the end.
    """
    if offset and offset >= len(text):
        raise ToolError(f"The text has {len(text)} characters; offset must be smaller.")
    end = offset + MOST_CHARACTERS
    if end >= len(text):
        return text[offset:]
    # Cut at the end of a line, if there is one shortly before.
    line = text.rfind("\n", end - MOST_CHARACTERS // 10, end)
    end = line + 1 if line > 0 else end
    rest = f"\n[Cut at character {end} of {len(text)}. For the rest, call again with offset {end}.]"
    return text[offset:end] + rest


def one_of(names: Sequence[str], most: int = 20) -> str:
    """*names* as a list for a message."""
    shown = ", ".join(names[:most])
    return f"{shown}, and {len(names) - most} more" if len(names) > most else shown
