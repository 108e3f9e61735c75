"""What the package has to say about its input, as values.

The plain half collects diagnostics and never prints; ``reporting`` turns them
into Sphinx warnings and ``cli`` into lines on stderr.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from sphinx_navapi.diagnostics.causes import Cause


class Subtype(StrEnum):
    """Subtypes of the warning type ``navapi``: what ``suppress_warnings`` may name."""

    CONFIG = "config"
    FILE_NOT_FOUND = "file_not_found"
    MISSING_OPENAPI = "missing_openapi"
    OPENAPI_NOT_FOUND = "openapi_not_found"
    OPENAPI_INVALID = "openapi_invalid"
    OPENAPI_2 = "openapi_2"
    OVERLAY_INVALID = "overlay_invalid"
    OVERLAY_NO_MATCH = "overlay_no_match"
    DOCUMENT_COMMAND_FAILED = "document_command_failed"
    NO_SERVERS = "no_servers"
    TAG_GROUPS = "tag_groups"
    HIDDEN_OPERATION = "hidden_operation"
    INVALID_OPERATION = "invalid_operation"
    EXPLICIT_ONLY = "explicit_only"
    DUPLICATE_OPERATION = "duplicate_operation"
    PAGE_NOT_FOUND = "page_not_found"
    DUPLICATE_PAGE = "duplicate_page"
    OPERATION_NOT_FOUND = "operation_not_found"
    NEAR_MISS = "near_miss"
    RESERVED_PATH = "reserved_path"
    NOT_IN_NAVIGATION = "not_in_navigation"
    UNKNOWN_COMPONENT = "unknown_component"
    UNKNOWN_ICON = "unknown_icon"
    PAGE_SYNTAX = "page_syntax"
    PAGE_METADATA = "page_metadata"
    UNRESOLVED_REF = "unresolved_ref"
    UNRESOLVED_LINK = "unresolved_link"
    UNSAFE_MARKUP = "unsafe_markup"


class Level(StrEnum):
    """How much a diagnostic weighs: ``-W`` fails the build on a warning, but not on an info.

    An error also fails ``navapi build --fail-on error``.
    """

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


#: What the `file` of a place begins with in a document that code writes.
CODE_LABEL: Final = "navapi_documents["


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Place:
    """Where in the input something stands.

    :ivar file: path relative to the source directory, with ``/``; an https URL
        for a remote document; ``conf.py`` for a configuration given as a dict;
        ``navapi_documents["name"]`` for a document that code writes.
    :ivar line: from 1; ``None`` where only the file is known.
    :ivar column: from 1.
    :ivar pointer: JSON pointer inside the file (RFC 6901), ``""`` for the root.
    """

    file: str = ""
    line: int | None = None
    column: int | None = None
    pointer: str = ""

    def __str__(self) -> str:
        """``file:line:column``, as editors and compilers write it.

        Where there is no file to look into, ``navapi_documents["name"]#pointer``.
        """
        if self.file.startswith(CODE_LABEL):
            return one_line(f"{self.file}#{self.pointer}" if self.pointer else self.file)
        parts = [one_line(self.file) or "docs.json"]
        if self.line is not None:
            parts.append(str(self.line))
            if self.column is not None:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding: what is wrong, what was done instead and what to write.

    :ivar message: one line of plain text, as `one_line` makes it; names the entry as it
        was written.
    :ivar cause: where several may have the same one: then they are told together.
    """

    subtype: Subtype
    message: str
    place: Place = field(default_factory=Place)
    level: Level = Level.WARNING
    cause: Cause | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", one_line(self.message))


def one_line(text: str) -> str:
    """*text* for a message: one line, each run of white space one space, never endless.

    Messages quote documents, where a name may hold anything. Characters that a terminal
    would obey are escaped; very long words and texts lose their middle, because what was
    done and what to write stands at the end.
    """
    words = (_cut(word, _LONGEST_WORD) for word in visible(text).split())
    return _cut(" ".join(words), _LONGEST_MESSAGE)


def visible(text: str) -> str:
    r"""*text* with control characters escaped as in Python (``\x1b``), white space kept."""
    return text if text.isprintable() else _CONTROL.sub(_escape, text)


#: Control characters, those that turn the direction of the text around them, and halves
#: of characters. Joiners are letters in some scripts, and white space is no harm.
_CONTROL = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    r"\ud800-\udfff\ufff0-\ufffb]"
)

#: Characters of one word, or of one message.
_LONGEST_WORD: Final = 300
_LONGEST_MESSAGE: Final = 1200


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def _cut(text: str, longest: int) -> str:
    """*text* without its middle where it is longer than *longest*."""
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end - 1]}…{text[-end:]}"
