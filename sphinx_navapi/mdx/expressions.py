"""Reads expressions of JavaScript as far as they are literals, or put literals together.

Nothing is executed: a small reader knows strings, template strings, numbers, arrays,
objects, JSX, names in scope and their properties, conditions, ``+``, and ``map`` over an
array. All other code is `Code`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sphinx_navapi.mdx.code import CodeReader, before_semicolon, split_at_commas
from sphinx_navapi.mdx.literals import unescape_string
from sphinx_navapi.mdx.operators import NotLiteralError, method_result, operator_result, property_of
from sphinx_navapi.mdx.piece_reader import markup_end
from sphinx_navapi.mdx.values import (
    Code,
    Markup,
    Scope,
    Template,
    Value,
    is_true,
    shown_text,
)

_SPACE = re.compile(r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)*")
_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<number>[+-]?(?:0[xX][0-9A-Fa-f]+|(?:\d[\d_]*)?\.\d+|\d[\d_]*\.?(?!\.))(?:[eE][+-]?\d+)?)"""
    r"""|(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL,
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_ARROW = re.compile(r"\(|[A-Za-z_$][\w$]*\s*=>")
_LITERAL = re.compile(
    r"""\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)`|(true)|(false)|(\d{1,15}))\s*"""
)
_WORDS: Mapping[str, Value] = {"true": True, "false": False, "null": None, "undefined": None}
_OPERATORS: Sequence[tuple[str, ...]] = (
    ("??", "||"),
    ("&&",),
    ("===", "!==", "==", "!="),
    (">=", "<=", ">", "<"),
    ("+",),
)

#: Brackets inside of each other, and steps for one expression: more is code.
_MAX_DEPTH = 30
_MAX_STEPS = 20_000
_MAX_STATEMENTS = 200


def read_value(code: str, scope: Scope | None = None, *, line: int = 0, file: str = "") -> Value:
    """The value of the expression *code*; `Code` where it is more than literals put together.

    :param scope: what names stand for.
    :param line: on which *code* begins, from 0, in *file*: markup in it is told its place.
    """
    if match := _LITERAL.fullmatch(code):
        double, single, template, true, false, number = match.groups()
        if number is not None:
            return int(number)
        if true or false:
            return bool(true)
        return next(text for text in (double, single, template) if text is not None)
    reader = _ExpressionReader(code, {} if scope is None else scope, line, file)
    try:
        value = reader.value(0)
        reader.space()
    except (NotLiteralError, ValueError, OverflowError):
        return Code(text=code)
    return value if reader.position == len(code) else Code(text=code)


class _ExpressionReader:
    def __init__(self, code: str, scope: Scope, line: int, file: str) -> None:
        self._code = code
        self._scope = scope
        self._line = line
        self._file = file
        self._steps = 0
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
            raise NotLiteralError

    def value(self, depth: int) -> Value:
        self._steps += 1
        if depth > _MAX_DEPTH or self._steps > _MAX_STEPS:
            raise NotLiteralError
        condition = self._operation(depth, 0)
        if not self._take("?"):
            return condition
        yes = self.value(depth + 1)
        self._expect(":")
        no = self.value(depth + 1)
        return yes if is_true(condition) else no

    def _operation(self, depth: int, level: int) -> Value:
        """Operands joined by the operators of *level* and those that bind closer."""
        if level == len(_OPERATORS):
            return self._operand(depth)
        value = self._operation(depth, level + 1)
        while operator := self._operator(level):
            value = operator_result(operator, value, self._operation(depth, level + 1))
        return value

    def _operator(self, level: int) -> str | None:
        self.space()
        for operator in _OPERATORS[level]:
            if self._code.startswith(operator, self.position):
                following = self._code[self.position + len(operator) :][:1]
                if following == "=" or (operator == "+" and following == "+"):
                    return None
                self.position += len(operator)
                return operator
        return None

    def _operand(self, depth: int) -> Value:
        self.space()
        start = self._code[self.position : self.position + 1]
        value: Value
        if start == "!":
            self.position += 1
            return not is_true(self._operand(depth + 1))
        if start == "(" or start.isalpha():
            function = self._function()
            if function is not None:
                return function
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
        elif start == "<":
            value = self._markup()
        else:
            value = self._simple()
        return self._properties(value, depth)

    def _simple(self) -> Value:
        match = _TOKEN.match(self._code, self.position)
        if match is None:
            raise NotLiteralError
        self.position = match.end()
        if match["string"]:
            return unescape_string(match["string"][1:-1])
        if match["number"]:
            return _number(match["number"])
        name = match["name"]
        if name in self._scope:
            value = self._scope[name]
            if isinstance(value, Code):
                raise NotLiteralError
            return value
        if name in _WORDS:
            return _WORDS[name]
        raise NotLiteralError

    def _function(self) -> Template | None:
        """The arrow function that begins here."""
        if not _ARROW.match(self._code, self.position):
            return None
        self._spend(len(self._code) - self.position)
        read = read_function(self._code, self.position, self._scope, self._line, self._file)
        if read is None:
            return None
        template, self.position = read
        return template

    def _markup(self) -> Markup:
        start = self.position
        self._spend(len(self._code) - start)
        end = markup_end(self._code, start)
        if end is None:
            raise NotLiteralError
        self.position = end
        return Markup(
            text=self._code[start:end],
            scope=self._scope,
            line=self._line + self._code.count("\n", 0, start),
            file=self._file,
        )

    def _properties(self, value: Value, depth: int) -> Value:
        """What ``.name``, ``["name"]``, ``[0]`` and calls after *value* lead to."""
        while True:
            if self._take("?.") or self._take("."):
                match = _NAME.match(self._code, self.position)
                if match is None:
                    raise NotLiteralError
                self.position = match.end()
                if self._take("("):
                    value = self._call(value, match[0], depth)
                else:
                    value = property_of(value, match[0])
            elif self._take("["):
                key = self.value(depth + 1)
                self._expect("]")
                value = property_of(value, key)
            else:
                return value

    def _call(self, value: Value, name: str, depth: int) -> Value:
        arguments: list[Value] = []
        while not self._take(")"):
            arguments.append(self.value(depth + 1))
            if not self._take(","):
                self._expect(")")
                break
        if name == "map" and isinstance(value, list | tuple) and len(arguments) == 1:
            function = arguments[0]
            if isinstance(function, Template):
                return [self._called(function, [item, n]) for n, item in enumerate(value)]
        return method_result(value, name, arguments)

    def _called(self, function: Template, arguments: list[Value]) -> Value:
        self._spend(len(function.body))
        value = call_function(function, arguments)
        if isinstance(value, Code):
            raise NotLiteralError
        return value

    def _spend(self, characters: int) -> None:
        self._steps += 1 + characters // 50
        if self._steps > _MAX_STEPS:
            raise NotLiteralError

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
                raise NotLiteralError
            self.position = match.end()
            key = unescape_string(match["string"][1:-1]) if match["string"] else match[0]
            if self._take(":"):
                entries[key] = self.value(depth + 1)
            elif match["name"] and key in self._scope:
                entries[key] = self._scope[key]
            else:
                raise NotLiteralError
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
                raise NotLiteralError
            self.position += 2
            text = shown_text(self.value(depth + 1))
            self._expect("}")
            if text is None:
                raise NotLiteralError
            parts.append(text)


def _number(text: str) -> int | float:
    text = text.replace("_", "")
    if "x" in text.lower():
        return int(text, 16)
    if text.strip("+-").isdecimal() and len(text) < 400:
        return int(text)
    return float(text)


def call_function(function: Template, arguments: Sequence[Value]) -> Value:
    """What *function* gives back for *arguments*; `Code` where that takes a program to know."""
    scope = _call_scope(function, arguments)
    if not function.body.startswith("{"):
        return read_value(function.body, scope, line=function.line, file=function.file)
    return _block_result(function, scope)


def _call_scope(function: Template, arguments: Sequence[Value]) -> dict[str, Value]:
    """The names that the body of *function* knows when it is called with *arguments*."""
    scope: dict[str, Value] = dict(function.scope)
    first = arguments[0] if arguments else None
    if function.whole:
        scope[function.whole] = first
    if function.properties:
        given = first if isinstance(first, Mapping) else {}
        for name, default in function.parameters.items():
            found = given.get(name)
            scope[name] = default if found is None else found
        return scope
    for index, (name, default) in enumerate(function.parameters.items()):
        value = arguments[index] if index < len(arguments) else None
        scope[name] = default if value is None else value
    return scope


_DECLARATION = re.compile(
    r"(?:const|let|var)\s+(?:(?P<name>[A-Za-z_$][\w$]*)(?:\s*:[^=\n]*)?"
    r"|\[\s*(?P<first>[A-Za-z_$][\w$]*)[^\]\n]*\]|(?P<other>[\[{][^\n=]*))\s*=\s*"
)
_STATE = re.compile(r"(?:React\.)?useState(?:<[^>\n]*>)?\((.*)\)\s*;?\s*", re.DOTALL)
_RETURN = re.compile(r"return\b")
_CONTROL = re.compile(r"(?:if|for|while|do|switch|try|throw)\b")
_BETWEEN = re.compile(r"(?:[\s;]|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)*")


def _block_result(function: Template, scope: dict[str, Value]) -> Value:
    """What the body of *function* returns where it only names values before.

    Hooks that keep a state give its first value: so a page looks before anybody touches it.
    """
    body = function.body[1:-1]
    reader = CodeReader(body)
    position = 0
    for _ in range(_MAX_STATEMENTS):
        match = _BETWEEN.match(body, position)
        position = match.end() if match else position
        if position >= len(body):
            return None
        end = before_semicolon(body, position, reader.statement_end(position), reader)
        line = function.line + body.count("\n", 0, position)
        if match := _RETURN.match(body, position):
            code = body[match.end() : end].rstrip().removesuffix(";")
            if not code.strip():
                return None
            line = function.line + body.count("\n", 0, match.end())
            return read_value(code, scope, line=line, file=function.file)
        if _CONTROL.match(body, position):
            break
        if match := _DECLARATION.match(body, position):
            code = body[match.end() : end].rstrip().removesuffix(";")
            state = _STATE.fullmatch(code)
            if match["first"] and state:
                scope[match["first"]] = read_value(state[1] or "null", scope)
            elif match["name"]:
                scope[match["name"]] = read_value(code, scope, line=line, file=function.file)
        position = max(end, position + 1)
    return Code(text=function.body)


_PARAMETER = re.compile(r"\s*(\.\.\.)?\s*([A-Za-z_$][\w$]*)\s*(?::\s*([A-Za-z_$][\w$]*)\s*)?(=)?")
_BODY = re.compile(r"\s*(?::[^={\n]{1,200})?=>\s*")


def read_function(
    code: str, start: int, scope: Scope, line: int, file: str
) -> tuple[Template, int] | None:
    """The arrow function at *start* of *code* and the offset after it; ``None`` for none."""
    reader = CodeReader(code)
    if name := _NAME.match(code, start):
        read: tuple[dict[str, Value], bool, str] | None = ({name[0]: None}, False, name[0])
        position = name.end()
    else:
        end = reader.bracket_end(start)
        if end is None:
            return None
        read, position = read_parameters(code[start + 1 : end - 1], scope), end
    match = _BODY.match(code, position)
    if match is None or read is None:
        return None
    position = match.end()
    end = _body_end(code, position, reader)
    if end is None:
        return None
    line += code.count("\n", 0, position)
    return make_template(read, code[position:end], scope, line, file), end


def make_template(
    read: tuple[dict[str, Value], bool, str], body: str, scope: Scope, line: int, file: str
) -> Template:
    """The function with *body*, which begins in *line*. :param read: as of `read_parameters`."""
    parameters, properties, whole = read
    return Template(
        parameters=parameters,
        properties=properties,
        whole=whole,
        body=body,
        scope=scope,
        line=line,
        file=file,
    )


def _body_end(code: str, start: int, reader: CodeReader) -> int | None:
    """Where the body of a function ends: a block, markup, or an expression up to a comma."""
    if code.startswith("{", start):
        return reader.expression_end(start)
    if code.startswith("<", start):
        return markup_end(code, start)
    position = start
    while position < len(code):
        if code[position] in "([{":
            end = reader.bracket_end(position)
            if end is None:
                return None
            position = end
        elif code[position] in ",)]};":
            break
        else:
            position += 1
    return position


def read_parameters(inner: str, scope: Scope) -> tuple[dict[str, Value], bool, str] | None:
    """The parameters that *inner* declares: names and defaults; whether they are properties
    of one object; the name of that object, where it has one.
    """
    inner = inner.strip()
    if not inner:
        return {}, True, ""
    properties = inner.startswith("{")
    if properties:
        end = CodeReader(inner).bracket_end(0)
        if end is None:
            return None
        inner = inner[1 : end - 1]
    parameters: dict[str, Value] = {}
    for part in split_at_commas(inner):
        match = _PARAMETER.match(part)
        if match is None:
            return None
        if not match[1]:
            name = (match[3] if properties else None) or match[2]
            parameters[name] = read_value(part[match.end() :], scope) if match[4] else None
    whole = next(iter(parameters)) if not properties and len(parameters) == 1 else ""
    return parameters, properties, whole
