"""Strings of a fixed format: identifiers of services, addresses of servers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlsplit

#: A host name with an optional port; no IP literal in brackets, no user.
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?")


@dataclass(frozen=True, slots=True)
class PatternValue:
    """A string that fully matches a pattern.

    :ivar pattern: in the common subset of Python and JSON Schema regular expressions.
    :ivar digits: an integer is also accepted.
    """

    label: str
    pattern: str
    digits: bool = False

    def accepts(self, value: Any) -> bool:
        """Whether *value* matches."""
        if self.digits and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        return isinstance(value, str) and re.fullmatch(self.pattern, value, re.ASCII) is not None

    def clean(self, value: Any) -> tuple[Any, list[Any]]:
        """*value* as it is."""
        return value, []

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        kind: Any = ["string", "integer"] if self.digits else "string"
        return {"type": kind, "pattern": f"^(?:{self.pattern})$"}


@dataclass(frozen=True, slots=True)
class ServerValue:
    """A server reached by https: its origin or just its host.

    :ivar has_path: a path may follow, as behind a reverse proxy.
    """

    label: str = 'an https origin such as "https://stats.example.com"'
    has_path: bool = False

    def accepts(self, value: Any) -> bool:
        """Whether *value* is such a server."""
        if not isinstance(value, str):
            return False
        if self.has_path and re.fullmatch(r"[\w.:/~-]+", value, re.ASCII):
            value = "/".join(value.split("/")[: 3 if "://" in value else 1])
        return https_origin(value) is not None

    def clean(self, value: Any) -> tuple[Any, list[Any]]:
        """*value* as it is."""
        return value, []

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"type": "string", "minLength": 1}


def https_origin(text: str) -> str | None:
    """The origin in *text*, with or without ``https://``; ``None`` if it has a path."""
    text = text.strip().rstrip("/")
    host = text.removeprefix("https://")
    return f"https://{host.lower()}" if _HOST.fullmatch(host) else None


@dataclass(frozen=True, slots=True)
class ScriptUrlValue:
    """The https URL of a script.

    :ivar refused: suffixes that are not allowed.
    """

    label: str = "an https URL of a script"
    refused: tuple[str, ...] = ()

    def accepts(self, value: Any) -> bool:
        """Whether *value* is one."""
        if not isinstance(value, str) or re.search(r"[\s\\<>\"'`;,]", value):
            return False
        try:
            parts = urlsplit(value)
        except ValueError:
            return False
        is_whole = parts.scheme == "https" and _HOST.fullmatch(parts.netloc) is not None
        return is_whole and not parts.path.lower().endswith(self.refused or ("\0",))

    def clean(self, value: Any) -> tuple[Any, list[Any]]:
        """*value* as it is."""
        return value, []

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {"type": "string", "pattern": "^https://"}


@dataclass(frozen=True, slots=True)
class BaseUrlValue:
    """The address of an API: absolute, without query and fragment."""

    label: ClassVar[str] = "a URL that starts with https:// or http://"

    def accepts(self, value: Any) -> bool:
        """Whether *value* is one."""
        return isinstance(value, str) and is_base_url(value)

    def clean(self, value: Any) -> tuple[Any, list[Any]]:
        """*value* as it is."""
        return value, []

    def schema(self) -> dict[str, Any]:
        """JSON Schema."""
        return {
            "type": "string",
            "pattern": r"^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s/\\<>\"^`|{}@?#:][^\s\\<>\"^`|{}@?#]*\s*$",
        }


def is_base_url(text: str) -> bool:
    """Whether requests can be sent below the address *text*."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    is_whole = not (parts.query or parts.fragment or re.search(r"[\s\\<>\"^`|{}@]", text))
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and is_whole
