"""The tokens of JavaScript expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sphinx_navapi.mdx.values import Parameters, Template, Value

SPACE = re.compile(r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)*")
TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<number>[+-]?(?:0[xX][0-9A-Fa-f]+|(?:\d[\d_]*)?\.\d+|\d[\d_]*\.?(?!\.))(?:[eE][+-]?\d+)?)"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL,
)
NAME = re.compile(r"[A-Za-z_$][\w$]*")
TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
ARROW = re.compile(r"\(|[A-Za-z_$][\w$]*\s*=>")
LITERAL = re.compile(
    r"""\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)`|(true)|(false)|(\d{1,15}))\s*"""
)
WORDS: Mapping[str, Value] = {"true": True, "false": False, "null": None, "undefined": None}
OPERATORS: Sequence[tuple[str, ...]] = (
    ("??", "||"),
    ("&&",),
    ("===", "!==", "==", "!="),
    (">=", "<=", ">", "<"),
    ("+", "-"),
    ("*", "/", "%"),
)

TYPEOF = re.compile(r"typeof\s+([A-Za-z_$][\w$]*)(?!\s*[\w.(\[])")
#: Names that only exist in a browser.
BROWSER = frozenset({"window", "document", "navigator", "localStorage", "sessionStorage"})

#: Predefined names: ``filter(Boolean)`` keeps truthy values.
BOOLEAN = Template(parameters=Parameters(names={"value": None}), body="value")
OBJECT = Template(parameters=Parameters(names={}), body="")
GLOBALS: Mapping[str, Template] = {"Boolean": BOOLEAN, "Object": OBJECT}


def number_value(text: str) -> int | float:
    """The value of the number *text*, which matches `TOKEN`."""
    text = text.replace("_", "")
    if "x" in text.lower():
        return int(text, 16)
    if text.strip("+-").isdecimal() and len(text) < 400:
        return int(text)
    return float(text)
