"""Evaluating JavaScript expressions that consist of literals.

Nothing is executed: a small evaluator supports strings, template strings, numbers, arrays, objects,
JSX, names in scope and their properties, conditions, ``+``, and ``map`` on an array. Everything
else is `Code`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from sphinx_navapi.mdx.blocks import ReadValue, block_result
from sphinx_navapi.mdx.code import CodeReader, split_at_commas
from sphinx_navapi.mdx.literals import unescape_string
from sphinx_navapi.mdx.operators import (
    Budget,
    NotLiteralError,
    callback_result,
    entries_of,
    items_of,
    method_result,
    object_result,
    operator_result,
    property_of,
    takes_other,
)
from sphinx_navapi.mdx.piece_reader import markup_end
from sphinx_navapi.mdx.tokens import (
    ARROW,
    BROWSER,
    GLOBALS,
    LITERAL,
    NAME,
    OBJECT,
    OPERATORS,
    SPACE,
    TEMPLATE_TEXT,
    TOKEN,
    TYPEOF,
    WORDS,
    number_value,
)
from sphinx_navapi.mdx.values import (
    Code,
    Markup,
    Parameters,
    Scope,
    Template,
    Value,
    is_true,
    shown_text,
)


def read_value(
    code: str,
    scope: Scope | None = None,
    *,
    line: int = 0,
    file: str = "",
    budget: Budget | None = None,
    depth: int = 0,
) -> Value:
    """The value of the expression *code*; `Code` if it does not only consist of literals.

    :param scope: values of names.
    :param line: on which *code* starts, from 0, in *file*: used as the origin of markup in it.
    :param budget: of the enclosing expression, in which it is *depth* levels deep.
    """
    if match := LITERAL.fullmatch(code):
        double, single, template, true, false, number = match.groups()
        if number is not None:
            return int(number)
        if true or false:
            return bool(true)
        return next(text for text in (double, single, template) if text is not None)
    known = {} if scope is None else scope
    reader = _ExpressionReader(code, known, line, file, budget or Budget())
    try:
        value = reader.value(depth)
        reader.space()
    except (NotLiteralError, ValueError, OverflowError):
        return Code(text=code)
    return value if reader.position == len(code) else Code(text=code)


class _ExpressionReader:
    def __init__(self, code: str, scope: Scope, line: int, file: str, budget: Budget) -> None:
        self._code = code
        self._scope = scope
        self._line = line
        self._file = file
        self._budget = budget
        # The number of enclosing operands that are not evaluated: only their end is needed.
        self._unused = 0
        self.position = 0

    def space(self) -> None:
        match = SPACE.match(self._code, self.position)
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
        self._budget.enter(depth)
        condition = self._operation(depth, 0)
        if not self._take("?"):
            return condition
        counts = is_true(condition)
        with self._only_if(counts):
            yes = self.value(depth + 1)
        self._expect(":")
        with self._only_if(not counts):
            no = self.value(depth + 1)
        return yes if counts else no

    @contextmanager
    def _only_if(self, counts: bool) -> Iterator[None]:
        """Evaluate what follows if it *counts*; otherwise only find its end."""
        self._unused += not counts
        try:
            yield
        finally:
            self._unused -= not counts

    def _operation(self, depth: int, level: int) -> Value:
        """Operands joined by the operators of *level* and those with higher precedence."""
        if level == len(OPERATORS):
            return self._operand(depth)
        value = self._operation(depth, level + 1)
        while operator := self._operator(level):
            counts = takes_other(operator, value)
            with self._only_if(counts):
                other = self._operation(depth, level + 1)
            if counts and not self._unused:
                value = self._budget.grown(operator_result(operator, value, other))
        return value

    def _operator(self, level: int) -> str | None:
        self.space()
        for operator in OPERATORS[level]:
            if self._code.startswith(operator, self.position):
                following = self._code[self.position + len(operator) :][:1]
                if following == "=" or (operator in {"+", "-", "*"} and following == operator):
                    return None
                self.position += len(operator)
                return operator
        return None

    def _operand(self, depth: int) -> Value:
        self._budget.enter(depth)
        self.space()
        start = self._code[self.position : self.position + 1]
        value: Value
        if start == "!":
            self.position += 1
            return not is_true(self._operand(depth + 1))
        if match := TYPEOF.match(self._code, self.position):
            self.position = match.end()
            return self._type_of(match[1])
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

    def _type_of(self, name: str) -> str:
        """The result of ``typeof``; there is no browser during a build."""
        if self._unused or (name in BROWSER and name not in self._scope):
            return "undefined"
        value = self._scope.get(name)
        if isinstance(value, str | bool | int | float):
            return _TYPES[type(value)]
        if isinstance(value, list | Mapping | Markup):
            return "object"
        if isinstance(value, Template):
            return "function"
        raise NotLiteralError

    def _simple(self) -> Value:
        match = TOKEN.match(self._code, self.position)
        if match is None:
            raise NotLiteralError
        self.position = match.end()
        if match["string"]:
            return unescape_string(match["string"][1:-1])
        if match["number"]:
            return number_value(match["number"])
        name = match["name"]
        if self._unused and name not in WORDS:
            return None
        if name in self._scope:
            value = self._scope[name]
            if isinstance(value, Code):
                raise NotLiteralError
            return value
        if name in WORDS:
            return WORDS[name]
        if name in GLOBALS:
            return GLOBALS[name]
        raise NotLiteralError

    def _function(self) -> Template | None:
        """The arrow function that starts here."""
        if not ARROW.match(self._code, self.position):
            return None
        self._budget.spend(len(self._code) - self.position)
        read = read_function(self._code, self.position, self._scope, self._line, self._file)
        if read is None:
            return None
        template, self.position = read
        return template

    def _markup(self) -> Markup:
        start = self.position
        self._budget.spend(len(self._code) - start)
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
        """The value of ``.name``, ``["name"]``, ``[0]`` and calls after *value*."""
        # After "?." nothing is evaluated if there is no value before it.
        is_there = True
        while True:
            self.space()
            if self._code[self.position : self.position + 1] not in _AFTER:
                return value
            is_optional = self._take("?.")
            is_there = is_there and not (is_optional and value is None)
            with self._only_if(is_there):
                match = NAME.match(self._code, self.position)
                if match if is_optional else self._take("."):
                    value = self._member(value, depth)
                elif (self._unused or isinstance(value, Template)) and self._take("("):
                    value = self._called(value, self._arguments(depth), depth)
                elif self._take("["):
                    key = self.value(depth + 1)
                    self._expect("]")
                    value = None if self._unused else property_of(value, key)
                elif is_optional:
                    raise NotLiteralError
                else:
                    return value

    def _member(self, value: Value, depth: int) -> Value:
        """The value of the property of *value* at the current position, or of a call to it."""
        match = NAME.match(self._code, self.position)
        if match is None:
            raise NotLiteralError
        self.position = match.end()
        if self._take("("):
            return self._budget.grown(self._call(value, match[0], depth))
        return None if self._unused else property_of(value, match[0])

    def _arguments(self, depth: int) -> list[Value]:
        """The arguments of a call, after its opening bracket."""
        arguments: list[Value] = []
        while not self._take(")"):
            arguments.append(self.value(depth + 1))
            if not self._take(","):
                self._expect(")")
                break
        return arguments

    def _call(self, value: Value, name: str, depth: int) -> Value:
        arguments = self._arguments(depth)
        if self._unused:
            return None
        if value is OBJECT:
            return object_result(name, arguments)
        function = arguments[0] if len(arguments) == 1 else None
        if isinstance(value, list | tuple) and isinstance(function, Template):
            return callback_result(value, name, lambda given: self._called(function, given, depth))
        return method_result(value, name, arguments)

    def _called(self, function: Value, arguments: list[Value], depth: int) -> Value:
        if self._unused or not isinstance(function, Template):
            return None
        self._budget.spend(len(function.body))
        # A call takes as much stack as two brackets.
        value = call_function(function, arguments, budget=self._budget, depth=depth + 2)
        if isinstance(value, Code):
            raise NotLiteralError
        return value

    def _array(self, depth: int) -> Value:
        items: list[Value] = []
        self.position += 1
        while not self._take("]"):
            if self._take("..."):
                value = self.value(depth + 1)
                items += [] if self._unused else items_of(value)
            else:
                items.append(self.value(depth + 1))
            if not self._take(","):
                self._expect("]")
                break
        self._budget.grown(items)
        return items

    def _object(self, depth: int) -> Value:
        entries: dict[str, Value] = {}
        self.position += 1
        while not self._take("}"):
            if self._take("..."):
                value = self.value(depth + 1)
                entries.update({} if self._unused else entries_of(value))
                if not self._take(","):
                    self._expect("}")
                    break
                continue
            self.space()
            match = TOKEN.match(self._code, self.position)
            if match is None:
                raise NotLiteralError
            self.position = match.end()
            key = unescape_string(match["string"][1:-1]) if match["string"] else match[0]
            if self._take(":"):
                entries[key] = self.value(depth + 1)
            elif match["name"] and (self._unused or key in self._scope):
                entries[key] = self._scope.get(key)
            else:
                raise NotLiteralError
            if not self._take(","):
                self._expect("}")
                break
        self._budget.grown(entries)
        return entries

    def _template(self, depth: int) -> Value:
        parts: list[str] = []
        self.position += 1
        while True:
            match = TEMPLATE_TEXT.match(self._code, self.position)
            assert match is not None
            parts.append(unescape_string(match[0]))
            self.position = match.end()
            following = self._code[self.position : self.position + 1]
            if following == "`":
                self.position += 1
                return self._budget.grown("".join(parts))
            if following != "$":
                raise NotLiteralError
            self.position += 2
            text = shown_text(self.value(depth + 1))
            self._expect("}")
            if text is None and not self._unused:
                raise NotLiteralError
            parts.append(text or "")


def call_function(
    function: Template,
    arguments: Sequence[Value],
    *,
    budget: Budget | None = None,
    depth: int = 0,
) -> Value:
    """The return value of *function* for *arguments*; `Code` if that requires executing it.

    :param budget: of the calling expression, *depth* levels deep.
    """
    scope = {**function.scope, **function.parameters.of(arguments)}
    read: ReadValue = partial(read_value, budget=budget or Budget(), depth=depth)
    if not function.body.startswith("{"):
        return read(function.body, scope, line=function.line, file=function.file)
    return block_result(function, scope, read, read_parameters)


#: What can follow a value (as can the end of the code, "", which is in any string).
_AFTER = "?.[("
_TYPES = {str: "string", bool: "boolean", int: "number", float: "number"}
_PARAMETER = re.compile(r"\s*(\.\.\.)?\s*([A-Za-z_$][\w$]*)\s*(?::\s*([A-Za-z_$][\w$]*)\s*)?(=)?")
_BODY = re.compile(r"\s*(?::[^={\n]{1,200})?=>\s*")


def read_function(
    code: str, start: int, scope: Scope, line: int, file: str
) -> tuple[Template, int] | None:
    """The arrow function at *start* of *code* and the offset after it; ``None`` if there is
    none.
    """
    reader = CodeReader(code)
    if name := NAME.match(code, start):
        read: Parameters | None = Parameters(names={name[0]: None})
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
    body = code[position:end]
    return Template(parameters=read, body=body, scope=scope, line=line, file=file), end


def _body_end(code: str, start: int, reader: CodeReader) -> int | None:
    """The end of a function body: a block, markup, or an expression up to a comma."""
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


def read_parameters(inner: str, scope: Scope) -> Parameters | None:
    """The parameters in *inner*, the text between the parentheses of a function; ``None`` if not
    supported.
    """
    inner = inner.strip()
    if not inner:
        return Parameters(names={}, keys={})
    is_apart = inner[0] in "{["
    is_array = inner[0] == "["
    if is_apart:
        end = CodeReader(inner).bracket_end(0)
        if end is None:
            return None
        inner = inner[1 : end - 1]
    names: dict[str, Value] = {}
    keys: dict[str, str | int] = {}
    for place, part in enumerate(split_at_commas(inner)):
        match = _PARAMETER.match(part)
        if match is None:
            return None
        if not match[1]:
            name = (match[3] if is_apart else None) or match[2]
            names[name] = read_value(part[match.end() :], scope) if match[4] else None
            keys[name] = place if is_array else match[2]
    return Parameters(names=names, keys=keys if is_apart else None)
