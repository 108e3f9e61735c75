"""Random JavaScript, and what Node says that it means.

Every kind of operand meets every operator and method: what a person would not write is where two
languages differ.
"""

from __future__ import annotations

import json
import math
import random
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sphinx_navapi.mdx.values import UNDEFINED, BuiltIn, Code, Function, Markup, Value

#: Names that expressions use, with their values.
NAMES: Mapping[str, str] = {
    "plans": '[{id: "free", price: 0, tags: ["new", "a"]}, {id: "pro", price: 12.5, tags: []},'
    ' {id: "Max", price: 99, more: {seats: 3}}]',
    "counts": "[3, 10, -1, 2.5, 3]",
    "word": '"Émile, b"',
    "mixed": '[0, "", null, undefined, "7", [1], {k: 1}, NaN]',
    "site": '{name: "Docs", open: true, left: 0, none: null, deep: {list: [1, [2, 3]]}}',
}

_PARTS = Path(__file__).parents[1] / "mdx" / "cases" / "javascript.txt"
_FORM = re.compile(r"@(\w)")


def _read_parts() -> dict[str, list[str]]:
    sections = re.split(r"^## (.+)\n", _PARTS.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {
        name: content.strip().split("\n")
        for name, content in zip(sections[::2], sections[1::2], strict=True)
    }


class Writer:
    """Writes random code. :param seed: equal seeds write equal code."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._count = 0
        self._parts = _read_parts()
        self._makers: Mapping[str, Callable[[int], str]] = {
            "1": lambda depth: self.expression(1),
            "a": self._list,
            "e": self._operand,
            "i": self._statements,
            "k": lambda depth: self._any("keys"),
            "l": lambda depth: self._any("others"),
            "n": lambda depth: self._any("numbers"),
            "o": self._object,
            "s": self._text,
            "t": lambda depth: self._any("strings"),
            "x": lambda depth: self._any("tests"),
        }

    def expression(self, depth: int = 3) -> str:
        """An expression of any type."""
        if depth <= 0 or self._random.random() < 0.12:
            return self._any(self._random.choice(["numbers", "strings", "others", "reads"]))
        kind = self._random.randrange(12)
        if kind < 4:
            return f"{self._side(depth)} {self._any('operators')} {self._side(depth)}"
        if kind < 6:
            return self._filled("forms", depth)
        if kind < 8:
            return f"({self._text(depth)}).{self._filled('string calls', depth)}"
        if kind < 10:
            return f"({self._list(depth)}).{self._filled('array calls', depth)}"
        if kind < 11:
            return self._filled("calls", depth)
        return f"({self._any('numbers')}).{self._filled('number calls', depth)}"

    def call(self) -> str:
        """A call of any method of a string or an array, with any number of arguments."""
        is_text = self._random.random() < 0.5
        kind, owner = ("string", "strings") if is_text else ("array", "arrays")
        method = re.sub(r"\(.*", "", self._any(f"{kind} calls"))
        given = (
            self._any("functions" if self._random.random() < 0.2 else "arguments")
            for _ in range(self._random.randrange(4))
        )
        called = f"{method}({', '.join(given)})"
        return f"((own) => [own.{called}, own])({self._any(owner)})"

    def body(self) -> str:
        """A function without parameters, and its call."""
        head = "let n = 0, s = ''; const list = [], o = {};"
        inner = " ".join(self._statements(2) for _ in range(self._random.randrange(2, 5)))
        return f"(() => {{ {head} {inner} return [n, s, list, o]; }})()"

    def _any(self, name: str) -> str:
        return self._random.choice(self._parts[name])

    def _side(self, depth: int) -> str:
        written = self.expression(depth - 1)
        return written if self._random.random() < 0.5 else f"({written})"

    def _operand(self, depth: int) -> str:
        written = self.expression(depth)
        return written if depth <= 0 else f"({written})"

    def _filled(self, name: str, depth: int) -> str:
        """One of the forms *name*, with its places filled."""
        self._count += 1
        new = f"v{self._count}"
        return _FORM.sub(
            lambda match: new if match[1] == "v" else self._makers[match[1]](depth - 1),
            self._any(name),
        )

    def _text(self, depth: int) -> str:
        if self._random.random() < 0.7 or depth <= 0:
            return self._any("strings")
        inner = self.expression(depth - 1)
        return self._random.choice(["word", f"`${{{inner}}}`", f"String({inner})"])

    def _list(self, depth: int) -> str:
        if self._random.random() < 0.3 or depth <= 0:
            return self._random.choice(["counts", "mixed", "plans", "[3, 1, 2]", '["b", "a", "C"]'])
        items = ", ".join(self._operand(depth - 1) for _ in range(self._random.randrange(4)))
        return f"[{items}]"

    def _object(self, depth: int) -> str:
        if self._random.random() < 0.3 or depth <= 0:
            return self._random.choice(["site", "plans[0]", "({a: 1, b: [2]})", "counts", '"ab"'])
        inner = self._operand(depth - 1)
        return f"({{{self._any('keys')}: {inner}, b: {self._any('numbers')}}})"

    def _statements(self, depth: int) -> str:
        """One or two statements; they may contain others up to *depth*."""
        written = []
        for _ in range(self._random.randrange(1, 3)):
            nested = depth > 0 and self._random.random() < 0.4
            written.append(self._filled("nested statements" if nested else "statements", depth))
        return " ".join(written)


def written(value: Value) -> Any:
    """*value* in the form in which `node_values` returns values."""
    if value is UNDEFINED:
        return ["undefined"]
    if isinstance(value, float) and not isinstance(value, bool):
        text = "-0" if value == 0 and math.copysign(1, value) < 0 else _number_text(value)
        return ["number", text]
    if isinstance(value, list):
        return ["list", [written(item) for item in value]]
    if isinstance(value, dict):
        return ["object", sorted([key, written(item)] for key, item in value.items())]
    if isinstance(value, Function | BuiltIn):
        return ["function"]
    assert not isinstance(value, Code | Markup)
    return ["plain", value]


def _number_text(value: float) -> str:
    return repr(value) if math.isfinite(value) else str(value)


_NODE = """
const fs = require("fs");
const [names, codes] = JSON.parse(fs.readFileSync(0, "utf8"));
const written = (v, depth = 0) => {
  if (depth > 30) throw new Error("deep");
  if (v === undefined) return ["undefined"];
  if (typeof v === "number") return ["number", Object.is(v, -0) ? "-0" : String(v)];
  if (Array.isArray(v)) return ["list", Array.from(v, (item) => written(item, depth + 1))];
  if (typeof v === "function") return ["function"];
  if (v !== null && typeof v === "object") {
    if (Object.getPrototypeOf(v) !== Object.prototype) return ["other"];
    const entries = Object.entries(v).map(([key, item]) => [key, written(item, depth + 1)]);
    return ["object", entries];
  }
  return ["plain", v];
};
const found = codes.map((code) => {
  try {
    return written(new Function(`"use strict"; ${names} return (${code}\\n);`)());
  } catch (error) {
    return ["error", String(error)];
  }
});
process.stdout.write(JSON.stringify(found));
"""


def node_values(codes: Sequence[str]) -> list[Any]:
    """The value of each expression in Node, ``["error", message]`` for one that throws."""
    names = " ".join(f"const {name} = {code};" for name, code in NAMES.items())
    done = subprocess.run(
        ["node", "--stack-size=500", "-e", _NODE],
        input=json.dumps([names, codes]),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return [_sorted(each) for each in found]


def _sorted(value: Any) -> Any:
    """*value* with numbers as Python writes them, and properties in order."""
    kind, *rest = value
    if kind == "number":
        text = rest[0]
        return [kind, text if text == "-0" else _number_text(float(text))]
    if kind == "list":
        return [kind, [_sorted(item) for item in rest[0]]]
    if kind == "object":
        return [kind, sorted([key, _sorted(item)] for key, item in rest[0])]
    return value
