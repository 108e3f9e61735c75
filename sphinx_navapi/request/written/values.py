"""The values of a written request, as far as they are known."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final

from sphinx_navapi.diagnostics import Place

#: In a text, a part that is only known when the code runs, or that the reader replaces.
HOLE: Final = "\0"


#: Maximum nesting of a value; what is deeper is unknown.
DEEPEST: Final = 60


class Unset(Enum):
    """What stands for a value. *UNKNOWN*: there is one; *NONE*: there is none."""

    UNKNOWN = auto()
    NONE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRequest:
    """A request.

    :ivar line: of its first line in the code, from 0.
    :ivar url: with its query as written, and `HOLE` for each unknown part.
    :ivar query: parameters beside those in *url*, with `HOLE` for an unknown value; ``None``:
        there may be others.
    :ivar headers: values by names in lower case, also with `HOLE`; ``None``: there may be others.
    :ivar body: a JSON value, whose parts may be `Unset.UNKNOWN`.
    """

    line: int
    method: str
    url: str
    query: tuple[tuple[str, str], ...] | None = ()
    headers: Mapping[str, str] | None = field(default_factory=dict)
    body: Any = Unset.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedRequest:
    """A request on a page.

    :ivar documents: digest of the documents with which it was compared, ``""`` before that.
    :ivar message: the result; ``""`` if nothing is wrong.
    :ivar target: of a link to its operation, as the role ``op`` takes it; ``""`` without.
    :ivar fragment: of a link that fills the operation's form.
    """

    place: Place
    request: WrittenRequest
    documents: str = ""
    message: str = ""
    target: str = ""
    fragment: str = ""


#: How authors write what the reader replaces.
_PLACEHOLDER: Final = re.compile(
    r"<[^<>/\s][^<>\n]*>|\{\{[^{}]*\}\}|\$?\{[\w.-]+\}|\$[A-Za-z_]\w*|%[A-Z_]+%|\.\.\.|…"
    r"|(?<![^/?&=\s])(?::[A-Za-z_]\w*|\[[\w -]+\])(?=[/?&]|\Z)"
    r"|(?<![A-Za-z])(?:YOUR|MY|your|my)[_-]\w[\w-]*|X{3,}|x{4,}|\*{3,}"
)


def with_holes(text: str) -> str:
    """*text* with a hole for each placeholder."""
    return _PLACEHOLDER.sub(HOLE, text)


def as_text(value: Any) -> str:
    """*value* where a text is expected."""
    return value if isinstance(value, str) else HOLE


def shown(value: Any) -> str:
    """*value* in a template."""
    is_plain = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_plain else HOLE


def joined(left: Any, right: Any) -> Any:
    """The sum of *left* and *right*, if one of them is a text."""
    is_text = isinstance(left, str) or isinstance(right, str)
    return as_text(left) + as_text(right) if is_text else Unset.UNKNOWN


def json_body(text: str) -> Any:
    """The JSON value of a body, `Unset.UNKNOWN` if it is another text."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return Unset.UNKNOWN
    return with_unknown(value) if isinstance(value, dict | list) else Unset.UNKNOWN


def _refuse(constant: str) -> Any:
    """NaN and infinity are no JSON."""
    raise ValueError(constant)


def with_unknown(value: Any, depth: int = 0) -> Any:
    """*value*, in which texts with a hole or placeholder, and what is deep, are unknown."""
    if depth > DEEPEST:
        return Unset.UNKNOWN
    if isinstance(value, str):
        return Unset.UNKNOWN if HOLE in with_holes(value) else value
    if isinstance(value, dict):
        if any(HOLE in with_holes(name) for name in value):
            return Unset.UNKNOWN
        return {name: with_unknown(item, depth + 1) for name, item in value.items()}
    return [with_unknown(item, depth + 1) for item in value] if isinstance(value, list) else value


def is_known(value: Any) -> bool:
    """Whether *value* and all its parts are known."""
    if isinstance(value, dict):
        return all(map(is_known, value.values()))
    return all(map(is_known, value)) if isinstance(value, list) else value is not Unset.UNKNOWN
