"""Values of attributes and expressions: the literals of JavaScript, and what a page names.

Nothing is executed. A small reader knows strings, template strings, numbers, booleans,
``null``, arrays, objects, names in scope, and properties of these; all other code is `Code`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Union

from sphinx_navapi.mdx.literals import unescape_string


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """What is no literal. :ivar text: as written, without the braces around it."""

    text: str

    @property
    def is_markup(self) -> bool:
        """Whether it is JSX."""
        return _MARKUP.match(self.text) is not None


Value = Union[  # noqa: UP007 # its parts name it
    str, int, float, bool, None, Code, Sequence["Value"], Mapping[str, "Value"]
]
Scope = Mapping[str, Value]

_MARKUP = re.compile(r"\s*\(?\s*<[A-Za-z>]")
_SPACE = re.compile(r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)*")
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<number>[+-]?(?:0[xX][0-9A-Fa-f]+|(?:\d[\d_]*)?\.\d+|\d[\d_]*\.?)(?:[eE][+-]?\d+)?)"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL,
)
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_WORDS: Mapping[str, Value] = {"true": True, "false": False, "null": None, "undefined": None}

#: Arrays and objects are not read further inside of each other than this.
_MAX_DEPTH = 40


def read_value(code: str, scope: Scope | None = None) -> Value:
    """The value of the expression *code*; `Code` where it is more than a literal.

    :param scope: what names stand for.
    """
    reader = _Reader(code, scope or {})
    try:
        value = reader.value(0)
        reader.space()
    except _NotLiteralError:
        return Code(text=code)
    return value if reader.position == len(code) else Code(text=code)


def value_text(value: Value) -> str | None:
    """*value* as a page shows it; ``None`` for what has no text: code, arrays of code, objects."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
        return str(int(value)) if whole else str(value)
    if isinstance(value, Code | Mapping):
        return None
    parts = [value_text(item) for item in value]
    return None if None in parts else "".join(part for part in parts if part)


class _NotLiteralError(Exception):
    pass


class _Reader:
    def __init__(self, code: str, scope: Scope) -> None:
        self._code = code
        self._scope = scope
        self.position = 0

    def space(self) -> None:
        match = _SPACE.match(self._code, self.position)
        if match:
            self.position = match.end()

    def _take(self, what: str) -> bool:
        self.space()
        if self._code.startswith(what, self.position):
            self.position += len(what)
            return True
        return False

    def _expect(self, what: str) -> None:
        if not self._take(what):
            raise _NotLiteralError

    def value(self, depth: int) -> Value:
        if depth > _MAX_DEPTH:
            raise _NotLiteralError
        self.space()
        start = self._code[self.position : self.position + 1]
        value: Value
        if start == "(":
            self.position += 1
            value = self.value(depth + 1)
            self._expect(")")
        elif start == "[":
            value = self._array(depth)
        elif start == "{":
            value = self._object(depth)
        elif start == "`":
            value = self._template(depth)
        else:
            value = self._simple()
        return self._properties(value, depth)

    def _simple(self) -> Value:
        match = _TOKEN.match(self._code, self.position)
        if match is None:
            raise _NotLiteralError
        self.position = match.end()
        if match["string"]:
            return unescape_string(match["string"][1:-1])
        if match["number"]:
            return _number(match["number"])
        name = match["name"]
        if name in self._scope:
            return self._scope[name]
        if name in _WORDS:
            return _WORDS[name]
        raise _NotLiteralError

    def _properties(self, value: Value, depth: int) -> Value:
        """What ``.name``, ``["name"]`` and ``[0]`` after *value* lead to."""
        while True:
            if self._take("?.") or self._take("."):
                match = _TOKEN.match(self._code, self.position)
                if match is None or not match["name"]:
                    raise _NotLiteralError
                self.position = match.end()
                value = _member(value, match["name"])
            elif self._take("["):
                key = self.value(depth + 1)
                self._expect("]")
                value = _member(value, key)
            else:
                return value

    def _array(self, depth: int) -> Value:
        items: list[Value] = []
        self.position += 1
        while not self._take("]"):
            items.append(self.value(depth + 1))
            if not self._take(","):
                self._expect("]")
                break
        return items

    def _object(self, depth: int) -> Value:
        entries: dict[str, Value] = {}
        self.position += 1
        while not self._take("}"):
            self.space()
            match = _TOKEN.match(self._code, self.position)
            if match is None:
                raise _NotLiteralError
            self.position = match.end()
            key = unescape_string(match["string"][1:-1]) if match["string"] else match[0]
            if self._take(":"):
                entries[key] = self.value(depth + 1)
            elif match["name"] and key in self._scope:
                entries[key] = self._scope[key]
            else:
                raise _NotLiteralError
            if not self._take(","):
                self._expect("}")
                break
        return entries

    def _template(self, depth: int) -> Value:
        parts: list[str] = []
        self.position += 1
        while True:
            match = _TEMPLATE_TEXT.match(self._code, self.position)
            assert match is not None
            parts.append(unescape_string(match[0]))
            self.position = match.end()
            following = self._code[self.position : self.position + 1]
            if following == "`":
                self.position += 1
                return "".join(parts)
            if following != "$":
                raise _NotLiteralError
            self.position += 2
            text = value_text(self.value(depth + 1))
            self._expect("}")
            if text is None:
                raise _NotLiteralError
            parts.append(text)


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    try:
        if "x" in text.lower():
            return int(text, 16)
        if text.strip("+-").isdecimal() and len(text) < 400:
            return int(text)
        return float(text)
    except (ValueError, OverflowError):
        raise _NotLiteralError from None


def _member(value: Value, key: Value) -> Value:
    if isinstance(value, Mapping) and isinstance(key, str):
        # In JavaScript, too, a property that an object lacks is no mistake.
        return value.get(key)
    if isinstance(value, Sequence) and not isinstance(value, str):
        if key == "length":
            return len(value)
        if isinstance(key, int) and not isinstance(key, bool):
            return value[key] if 0 <= key < len(value) else None
    raise _NotLiteralError
