"""Function bodies: evaluating constants, choosing the branch, and finding the return value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol

from sphinx_navapi.mdx.code import CodeReader, before_semicolon, split_at_commas
from sphinx_navapi.mdx.values import Code, Parameters, Scope, Template, Value, is_true

#: With more statements, or deeper branches, a body is treated as code.
_MAX_STATEMENTS = 200
_MOST_INSIDE = 10

ReadParameters = Callable[[str, Scope], Parameters | None]


class ReadValue(Protocol):
    """Evaluates an expression: see `expressions.read_value`."""

    def __call__(  # noqa: D102 # documented by the class
        self, code: str, scope: Scope | None = None, *, line: int = 0, file: str = ""
    ) -> Value: ...


_DECLARATION = re.compile(
    r"(?:const|let|var)\s+(?:(?P<name>[A-Za-z_$][\w$]*)(?:\s*:[^=\n]*)?"
    r"|\[\s*(?P<first>[A-Za-z_$][\w$]*)[^\]\n]*\])\s*=\s*"
)
_APART = re.compile(r"(?:const|let|var)\s+(?=\{)")
_EQUALS = re.compile(r"\s*(?::[^=\n]*)?=\s*")
_OPEN = re.compile(r"(?:let|var)\s+([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*)\s*\Z")
_HOOK = re.compile(
    r"(?:React\.)?use(State|Memo|Callback|Ref)(?:<[^>\n]*>)?\((.*)\)\s*;?\s*", re.DOTALL
)
_ASSIGNMENT = re.compile(r"([A-Za-z_$][\w$]*)\s*([-+*/%]?)=(?![=>])\s*")
_SORT = re.compile(r"([A-Za-z_$][\w$]*)\.(?:sort|reverse)\(")
_EFFECT = re.compile(r"(?:React\.)?use(?:Layout|Insertion)?Effect\b|set[A-Z]\w*\(")
#: What a statement assigns to, or changes by a method.
_CHANGED = re.compile(
    r"(?<![\w$.])([A-Za-z_$][\w$]*)(?:\[[^\]\n]*\]|\.\w+)*"
    r"(?:\s*(?:[-+*/%]|\|\||&&|\?\?)?=(?![=>])|\+\+|--"
    r"|\.(?:push|unshift|pop|shift|splice|sort|reverse|fill|set|add|delete)\()"
)
_RETURN = re.compile(r"return\b")
_IF = re.compile(r"if\s*\(")
_ELSE = re.compile(r"\s*else\b\s*")
_SWITCH = re.compile(r"switch\s*\(")
_LABEL = re.compile(r"(?:case\b[^:\n]*|default\s*):")
_BREAK = re.compile(r"break\b")
_CONTROL = re.compile(r"(?:for|while|do|try|throw|continue)\b")
_BETWEEN = re.compile(r"(?:[\s;]|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)*")


def block_result(
    function: Template, scope: dict[str, Value], read: ReadValue, parameters: ReadParameters
) -> Value:
    """The return value of *function* if its body only defines constants and chooses branches.

    State hooks give their initial value: this is the page before any interaction.

    :param scope: values of names; names of the body are added.
    :param read: `expressions.read_value`, and *parameters* `expressions.read_parameters`.
    :return: `Code` if that requires executing it; ``None`` if nothing is returned.
    """
    run = _Run(function, scope, read, parameters)
    returned = run.statements(0, len(run.body), _MOST_INSIDE)
    return None if returned is None else returned[0]


class _Run:
    """Evaluates the statements of one call of *function*."""

    def __init__(
        self,
        function: Template,
        scope: dict[str, Value],
        read: ReadValue,
        parameters: ReadParameters,
    ) -> None:
        self.body = function.body[1:-1]
        self._function = function
        self._scope = scope
        self._read = read
        self._parameters = parameters
        self._reader = CodeReader(self.body)
        self._count = 0
        # Whether a ``break`` ended the statements of a ``switch``.
        self._broken = False

    def statements(self, start: int, stop: int, depth: int) -> tuple[Value] | None:
        """The return value of the statements from *start* to *stop*; ``None`` if there is none."""
        body, position = self.body, start
        while self._count < _MAX_STATEMENTS and depth:
            match = _BETWEEN.match(body, position, stop)
            position = match.end() if match else position
            if position >= stop:
                return None
            self._count += 1
            end = self._end(position, stop)
            if match := _RETURN.match(body, position):
                return (self._value(match.end(), end),)
            if match := _IF.match(body, position):
                branch = self._branch(match.end() - 1)
                if branch is None:
                    break
                first, last, position = branch
                returned = self.statements(first, last, depth - 1)
                if returned is not None or self._broken:
                    return returned
                continue
            if match := _SWITCH.match(body, position):
                cases = self._cases(match.end() - 1)
                if cases is None:
                    break
                first, last, position = cases
                returned = self.statements(first, last, depth - 1)
                if returned is not None:
                    return returned
                self._broken = False
                continue
            if match := _LABEL.match(body, position):
                position = match.end()
                continue
            if _BREAK.match(body, position):
                self._broken = True
                return None
            if body[position] == "{":
                first, last, position = self._statement(position)
                returned = self.statements(first, last, depth - 1)
                if returned is not None or self._broken:
                    return returned
                continue
            if _CONTROL.match(body, position):
                break
            self._simple(position, end)
            position = max(end, position + 1)
        return (Code(text=self._function.body),)

    def _end(self, start: int, stop: int) -> int:
        """Where the statement at *start* ends."""
        end = self._reader.inner_statement_end(start)
        return min(before_semicolon(self.body, start, end, self._reader), stop)

    def _simple(self, start: int, end: int) -> None:
        """Read a declaration, an assignment or a call between *start* and *end*."""
        body, scope = self.body, self._scope
        if match := _APART.match(body, start):
            self._take_apart(match.end(), end)
        elif match := _DECLARATION.match(body, start):
            self._declare(match, end)
        elif match := _OPEN.match(body, start, end):
            scope.update((name.strip(), None) for name in match[1].split(","))
        elif match := _ASSIGNMENT.match(body, start, end):
            name, operator = match[1], match[2]
            if operator:
                code = f"{name} {operator} ({body[match.end() : end]})"
                scope[name] = self._read(code, scope)
            else:
                scope[name] = self._value(match.end(), end)
        elif match := _SORT.match(body, start, end):
            scope[match[1]] = self._value(start, end)
        else:
            # A call may change what it names, except for effects, which come later.
            if not _EFFECT.match(body, start):
                for name in _CHANGED.findall(body, start, end):
                    if name in scope:
                        scope[name] = Code(text=name)

    def _value(self, start: int, end: int) -> Value:
        code = self.body[start:end].rstrip().removesuffix(";")
        if not code.strip():
            return None
        function = self._function
        line = function.line + self.body.count("\n", 0, start)
        return self._read(code, self._scope, line=line, file=function.file)

    def _declare(self, match: re.Match[str], end: int) -> None:
        """Define the name in the declaration *match*, whose value ends at *end*."""
        scope = self._scope
        name = match["first"] or match["name"]
        code = self.body[match.end() : end].rstrip().removesuffix(";")
        if hook := _HOOK.fullmatch(code):
            kind, given = hook[1], split_at_commas(hook[2])
            first = given[0] if given else "null"
            line = self._function.line + self.body.count("\n", 0, match.end())
            value = self._read(first, scope, line=line, file=self._function.file)
            if isinstance(value, Template) and kind != "Callback":
                # The initial state, or the memoized value, is the return value of the function.
                value = self._read(f"({first})()", scope, line=line, file=self._function.file)
            if kind == "Ref":
                value = {"current": value}
            scope[name] = value
        elif match["name"]:
            scope[name] = self._value(match.end(), end)

    def _take_apart(self, start: int, end: int) -> None:
        """Define the names in ``{a, b = 1} = value`` at *start*, for a known object."""
        close = self._reader.bracket_end(start)
        equals = _EQUALS.match(self.body, close) if close is not None else None
        names = self._parameters(self.body[start:close], self._scope)
        if equals is None or names is None:
            return
        value = self._value(equals.end(), end)
        if isinstance(value, Mapping):
            self._scope.update(names.of([value]))

    def _branch(self, condition: int) -> tuple[int, int, int] | None:
        """For an ``if`` with its condition at *condition*: start and end of the statements of the
        chosen branch, and end of the whole; ``None`` if deciding requires executing code.
        """
        end = self._reader.bracket_end(condition)
        if end is None:
            return None
        value = self._read(self.body[condition + 1 : end - 1], self._scope)
        if isinstance(value, Code):
            return None
        *chosen, end = self._statement(end)
        if match := _ELSE.match(self.body, end):
            *other, end = self._statement(match.end())
            if not is_true(value):
                return other[0], other[1], end
        return (chosen[0], chosen[1], end) if is_true(value) else (end, end, end)

    def _cases(self, subject: int) -> tuple[int, int, int] | None:
        """For a ``switch`` with its subject at *subject*: start and end of the statements that
        apply, and end of the whole; ``None`` if deciding requires executing code.
        """
        body, reader = self.body, self._reader
        close = reader.bracket_end(subject)
        opening = body.find("{", close) if close is not None else -1
        end = reader.bracket_end(opening) if opening >= 0 else None
        if close is None or end is None or body[close:opening].strip():
            return None
        wanted, default, position = body[subject:close], end - 1, opening + 1
        while position < end - 1 and self._count < _MAX_STATEMENTS:
            match = _BETWEEN.match(body, position, end - 1)
            position = match.end() if match else position
            self._count += 1
            label = _LABEL.match(body, position, end - 1)
            if label is None:
                position = max(self._end(position, end - 1), position + 1)
                continue
            position = label.end()
            if label[0].startswith("default"):
                default = position
                continue
            value = self._read(f"{wanted} === ({label[0][4:-1]})", self._scope)
            if isinstance(value, Code):
                return None
            if value:
                return position, end - 1, end
        return default, end - 1, end

    def _statement(self, start: int) -> tuple[int, int, int]:
        """Start and end of the statements of a branch, and its end including brackets."""
        body = self.body
        while body[start : start + 1].isspace():
            start += 1
        if body.startswith("{", start):
            end = self._reader.bracket_end(start)
            if end is not None:
                return start + 1, end - 1, end
        end = self._end(start, len(body))
        return start, end, end
