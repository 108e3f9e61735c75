"""Runtime expressions and conditions of Arazzo descriptions (Arazzo Specification 1.1, "Runtime
Expressions" and "Criterion Object"), parsed.

Pages have them parsed, so that browsers evaluate them without a grammar of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

#: Outputs of steps, values of workflows, and inputs, wherever they are in a text.
OF_STEP: Final = re.compile(r"\$steps\.([A-Za-z0-9_-]+)(?:\.outputs\.([A-Za-z0-9_-]+))?")
OF_WORKFLOW: Final = re.compile(
    r"\$workflows\.([A-Za-z0-9_-]+)(?:\.(inputs|outputs)\.([A-Za-z0-9_-]+))?"
)
OF_INPUT: Final = re.compile(r"\$inputs\.([A-Za-z0-9_-]+)")

#: An expression in braces, inside other text.
EMBEDDED: Final = re.compile(r"\{(\$[^{}]+)\}")

_NAMED: Final = re.compile(
    r"""\$(?:
        (?P<kind>inputs|outputs)
      | steps\.(?P<step>[A-Za-z0-9_-]+)\.outputs
      | workflows\.(?P<workflow>[A-Za-z0-9_-]+)\.(?P<part>inputs|outputs)
    )\.(?P<name>[A-Za-z0-9._-]+)(?:\#(?P<pointer>(?:/[^{}]*)?))?\Z""",
    re.VERBOSE,
)
_MESSAGE: Final = re.compile(
    r"\$(?:url|method|statusCode|(?:request|response)\.(?:header|query|path)\.[^{}]+)\Z"
)
_BODY: Final = re.compile(
    r"\$(?P<side>request|response)\.body(?:\#(?P<pointer>(?:/[^{}]*)?)|(?P<keys>(?:\.[^.\#\[\]{}]+)*))\Z"
)

#: Comparisons, loosest first, and what joins them.
COMPARISONS: Final = ("==", "!=", "<=", ">=", "<", ">")

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<expression>\$[^\s()\[\]{}<>=!&|,'"]+)
      | '(?P<text>(?:[^']|'')*)'
      | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])
      | (?P<word>true|false|null)(?![\w.])
      | (?P<mark>&&|\|\||[=!<>]=|[<>!()])
      | \[\s*(?P<index>\d+)\s*\]
      | \.(?P<key>[A-Za-z_][\w-]*)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuntimeExpression:
    """A runtime expression.

    :ivar text: as written, or of a part of a message as OpenAPI would write it.
    :ivar names: ``inputs`` and a name, ``steps``, a step and a name, for example; empty for a part
        of the request or the response. A name may have dots: it is that of a value, or of a value
        and of properties in it.
    :ivar pointer: of a value in it, ``""`` for all of it.
    """

    text: str
    names: tuple[str, ...] = ()
    pointer: str = ""


class ConditionError(ValueError):
    """A condition that cannot be read."""


def read_expression(text: str) -> RuntimeExpression | None:
    """The runtime expression *text*, whose value a run of a workflow can have."""
    match = _NAMED.match(text)
    if match is not None:
        names = [match["kind"]] if match["kind"] else []
        if match["step"]:
            names = ["steps", match["step"]]
        elif match["workflow"]:
            names = ["workflows", match["workflow"], match["part"]]
        return RuntimeExpression(
            text=text, names=(*names, match["name"]), pointer=match["pointer"] or ""
        )
    if _MESSAGE.match(text):
        return RuntimeExpression(text=text)
    match = _BODY.match(text)
    if match is None:
        return None
    # A property after a dot is only for conditions, but often written elsewhere.
    pointer = match["pointer"] or (match["keys"] or "").replace(".", "/")
    return RuntimeExpression(text=f"${match['side']}.body#{pointer}".removesuffix("#"))


def split_text(text: str) -> Iterator[str | RuntimeExpression]:
    """The parts of *text*: expressions in braces, and what is between them."""
    end = 0
    for match in EMBEDDED.finditer(text):
        expression = read_expression(match[1])
        if expression is None:
            continue
        if match.start() > end:
            yield text[end : match.start()]
        yield expression
        end = match.end()
    if end < len(text):
        yield text[end:]


#: A condition: an expression, a ``Literal``, or an operator and its operands.
Condition = Any


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant. :ivar value: text, ``None``, a Boolean, or a number as :ivar written: there."""

    value: str | bool | None
    is_number: bool = False


def read_condition(text: str) -> Condition:
    """The simple condition *text* as a tree.

    It is a `RuntimeExpression`, a `Literal`, or a tuple of an operator and its operands: one of
    `COMPARISONS`, ``&&``, ``||``, ``!``, ``[]`` and ``.``.

    :raises ConditionError: it is not a condition.
    """
    return _ConditionReader(text).read()


class _ConditionReader:
    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._at = 0

    def read(self) -> Condition:
        condition = self._either()
        if self._at < len(self._tokens):
            raise ConditionError(f"unexpected `{_shown(*self._tokens[self._at])}`")
        return condition

    def _take(self, *marks: str) -> str:
        """The next token if it is one of *marks*, else ``""``."""
        if self._at < len(self._tokens):
            kind, value = self._tokens[self._at]
            if kind == "mark" and value in marks:
                self._at += 1
                return value
        return ""

    def _either(self) -> Condition:
        left = self._both()
        while self._take("||"):
            left = ("||", left, self._both())
        return left

    def _both(self) -> Condition:
        left = self._comparison()
        while self._take("&&"):
            left = ("&&", left, self._comparison())
        return left

    def _comparison(self) -> Condition:
        left = self._operand()
        operator = self._take(*COMPARISONS)
        return (operator, left, self._operand()) if operator else left

    def _operand(self) -> Condition:
        if self._take("!"):
            return ("!", self._operand())
        if self._take("("):
            value = self._either()
            if not self._take(")"):
                raise ConditionError("a parenthesis is not closed")
        else:
            value = self._value()
        while self._at < len(self._tokens) and self._tokens[self._at][0] in ("index", "key"):
            kind, key = self._tokens[self._at]
            self._at += 1
            value = ("[]", value, int(key)) if kind == "index" else (".", value, key)
        return value

    def _value(self) -> Condition:
        if self._at >= len(self._tokens):
            raise ConditionError("a value is missing at its end")
        kind, value = self._tokens[self._at]
        self._at += 1
        match kind:
            case "expression":
                expression = read_expression(value)
                if expression is None:
                    raise ConditionError(f"`{value}` is not a runtime expression")
                return expression
            case "text":
                return Literal(value.replace("''", "'"))
            case "number":
                return Literal(value, is_number=True)
            case "word":
                return Literal({"true": True, "false": False}.get(value))
        raise ConditionError(f"a value is missing before `{_shown(kind, value)}`")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Kind and value of each token."""
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            hint = {'"': " (texts are in single quotes)", "=": " (equality is `==`)"}
            raise ConditionError(f"unexpected `{rest[:20]}`{hint.get(rest[0], '')}")
        kind = match.lastgroup or ""
        yield kind, match[kind]
        at = match.end()


def _shown(kind: str, value: str) -> str:
    return {"text": f"'{value}'", "index": f"[{value}]", "key": f".{value}"}.get(kind, value)
