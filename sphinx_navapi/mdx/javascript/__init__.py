"""The code in a page, evaluated as data.

Nothing is run: constants, conditions and functions are calculated as in JavaScript, and only what
has one exact result. Everything else is `Code`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sphinx_navapi.mdx.values import Bindings, Code, Scope, Value

_LITERAL = re.compile(
    r"""\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$\r]*)`|(true)|(false)|(0|[1-9]\d{0,14}))\s*"""
)


def read_value(code: str, scope: Scope | None = None, *, line: int = 0, file: str = "") -> Value:
    """The value of the expression *code*; `Code` if that requires running it.

    :param scope: values of names.
    :param line: on which *code* starts, from 0, in *file*: used as the origin of markup in it.
    """
    if match := _LITERAL.fullmatch(code):
        double, single, template, true, false, number = match.groups()
        if number is not None:
            return float(number)
        if true or false:
            return bool(true)
        return next(text for text in (double, single, template) if text is not None)
    if not code.strip():
        return Code(text=code)
    # The parser is only loaded for pages with code.
    from sphinx_navapi.mdx.javascript.programs import expression_value

    return expression_value(code, _bindings(scope, line, file))


def call_function(function: Value, arguments: Sequence[Value]) -> Value:
    """The return value of *function*; `Code` if that requires running it."""
    from sphinx_navapi.mdx.javascript.programs import function_value

    return function_value(function, arguments)


def read_definitions(
    code: str, scope: dict[str, Value], *, line: int = 0, file: str = ""
) -> Iterator[tuple[str, Value, int]]:
    """Name, value and line of what the statements in *code* declare; ``default`` is ``""``.

    :param scope: values of names, to which the caller adds the result.
    """
    from sphinx_navapi.mdx.javascript.programs import definitions

    return definitions(code, _bindings(scope, line, file))


def find_syntax_error(code: str, *, is_expression: bool = False) -> tuple[int, str] | None:
    """The offset in the statements or the expression *code* of a mistake in its syntax, and what it
    is.
    """
    from sphinx_navapi.mdx.javascript import programs

    return programs.find_syntax_error(code, is_expression=is_expression)


def _bindings(scope: Scope | None, line: int, file: str) -> Bindings:
    if isinstance(scope, Bindings):
        bindings = Bindings({}, scope)
        bindings.fixed = None
    else:
        bindings = Bindings(scope if isinstance(scope, dict) else {**(scope or {})})
    bindings.line, bindings.file = line, file
    return bindings
