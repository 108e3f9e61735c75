"""JavaScript literals: the only code in a page that is evaluated."""

from __future__ import annotations

import re
from collections.abc import Mapping

_STRING = re.compile(r"""\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')\s*""", re.DOTALL)
_TEMPLATE = re.compile(r"\s*`((?:[^`\\$]|\\.|\$(?!\{))*)`\s*", re.DOTALL)
_NUMBER = re.compile(r"\s*([+-]?\d[\d_]*(?:\.\d+)?)\s*")
_ESCAPE = re.compile(r"\\(u\{[0-9A-Fa-f]{1,6}\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|\n|.)", re.DOTALL)
_CONTROL = {"n": "\n", "t": "\t", "r": "", "b": "", "f": "", "v": "", "0": "", "\n": ""}
_LARGEST = 0x10FFFF
_PROPERTY = re.compile(
    r"""\s*(?:["']([\w-]+)["']|([A-Za-z][\w]*))\s*:\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([+-]?[\d.]+))\s*(?:,|\Z)"""
)
_CAPITAL = re.compile(r"(?<!^)([A-Z])")


def literal_text(code: str) -> str | None:
    """The value of the string, template string or number *code*, ``None`` for any other code."""
    if match := _STRING.fullmatch(code) or _TEMPLATE.fullmatch(code):
        return unescape_string(next(group for group in match.groups() if group is not None))
    if match := _NUMBER.fullmatch(code):
        return match[1].replace("_", "")
    return None


def unescape_string(text: str) -> str:
    """*text*, the content of a JavaScript string, unescaped."""
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) > 1:
        number = int(escape.strip("ux{}"), 16)
        surrogate = 0xD800 <= number < 0xE000
        return chr(number) if number <= _LARGEST and not surrogate else ""
    return _CONTROL.get(escape, escape)


#: Properties whose numbers have no unit (those that occur in pages).
_UNITLESS = frozenset(
    {
        "opacity",
        "z-index",
        "flex",
        "flex-grow",
        "flex-shrink",
        "font-weight",
        "line-height",
        "order",
    }
)


def style_text(code: str) -> str | None:
    """The object literal *code* as CSS declarations; ``None`` if it does not only contain
    literals.
    """
    code = code.strip()
    if not (code.startswith("{") and code.endswith("}")):
        return literal_text(code)
    body = code[1:-1].strip()
    declarations = []
    position = 0
    while position < len(body):
        match = _PROPERTY.match(body, position)
        if match is None:
            return None
        quoted, plain, double, single, number = match.groups()
        name = quoted or _CAPITAL.sub(r"-\1", plain).lower()
        value = double if double is not None else single if single is not None else number
        if number is not None and name not in _UNITLESS and number.strip("+-0."):
            value += "px"
        declarations.append(f"{name}: {value}")
        position = match.end()
    return "; ".join(declarations)


def style_declarations(style: Mapping[str, object]) -> str:
    """The JSX object *style* as CSS declarations; values other than strings and numbers are
    skipped.
    """
    declarations = []
    for name, value in style.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            continue
        name = _CAPITAL.sub(r"-\1", name).lower()
        unit = "px" if value and not isinstance(value, str) and name not in _UNITLESS else ""
        declarations.append(f"{name}: {value}{unit}")
    return "; ".join(declarations)
