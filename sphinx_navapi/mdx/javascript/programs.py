"""Evaluating expressions, functions, and the statements of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tree_sitter import Node

from sphinx_navapi.formats.javascript import bytes_at, parse_program, parts, text_at
from sphinx_navapi.mdx.code import CLOSING_BRACKETS, unclosed_bracket
from sphinx_navapi.mdx.javascript.conversions import NotDataError, ThrowsError, limited
from sphinx_navapi.mdx.javascript.expressions import UNSET
from sphinx_navapi.mdx.javascript.statements import Evaluator, declared_names
from sphinx_navapi.mdx.javascript.syntax import forbidden_node, is_valid, parse_expression
from sphinx_navapi.mdx.values import Bindings, Code, Markup, Value


class PageEvaluator(Evaluator):
    """Evaluates the code of a page."""

    def markup(self, node: Node, names: Bindings) -> Value:
        """The element *node*. What it shows is evaluated now: names may change later."""
        values: dict[int, Value] = {}
        source = bytes_at(node)
        stack = [node]
        while stack:
            part = stack.pop()
            start, end = part.start_byte - node.start_byte, part.end_byte - node.start_byte
            if part.type == "comment":
                # Tags of pages have no comments.
                source = source[:start] + _SHOWN.sub(b" ", source[start:end]) + source[end:]
            if part.type != "jsx_expression":
                stack += part.named_children[::-1]
                continue
            inner = parts(part)
            if inner:
                code = parts(inner[0])[0] if inner[0].type == "spread_element" else inner[0]
                values[len(source[:start].decode())] = self._known(code, names)
        return Markup(
            text=source.decode("utf-8", "replace"),
            node=node,
            scope=names,
            values=values,
            line=names.line + node.start_point.row,
            file=names.file,
        )

    def _known(self, code: Node, names: Bindings) -> Value:
        """The value of *code*, `Code` if only that part is unknown."""
        depth = self.depth
        try:
            return self.value(code, names)
        except ThrowsError:
            raise
        except NotDataError:
            self.depth = depth
            if any(True for _ in self.changed(code, names)):
                raise
            return Code(text=text_at(code))


_SHOWN = re.compile(rb"[^\n]")
_DECLARATIONS = frozenset(
    {"lexical_declaration", "variable_declaration", "function_declaration", "class_declaration"}
)


def expression_value(code: str, names: Bindings) -> Value:
    """The value of the expression *code*; `Code` if it cannot be evaluated."""
    node = parse_expression(code)
    return Code(text=code) if node is None else _value(node, names)


def function_value(function: Value, arguments: Sequence[Value]) -> Value:
    """The return value of *function*; `Code` if it cannot be evaluated."""
    return _result(lambda run: run.call(function, arguments), "")


def definitions(code: str, names: Bindings) -> Iterator[tuple[str, Value, int]]:
    """Name, value and line of what the statements in *code* declare."""
    declared = []
    for statement in parts(parse_program(code)):
        exported = statement.type == "export_statement"
        declared.append(
            (statement, statement.child_by_field_name("declaration") if exported else statement)
        )
    # Functions are defined before all statements are executed.
    declared.sort(key=lambda each: each[1] is None or each[1].type != "function_declaration")
    for statement, declaration in declared:
        is_default = any(child.type == "default" for child in statement.children)
        line = names.line + statement.start_point.row
        if declaration is not None and declaration.type in _DECLARATIONS:
            for name, value in _declared(declaration, names):
                yield name, value, line
                if is_default:
                    yield "", value, line
        elif is_default and (default := statement.child_by_field_name("value")) is not None:
            yield "", _value(default, names), line


def find_syntax_error(code: str, *, is_expression: bool = False) -> tuple[int, str] | None:
    """The offset in the statements *code* of a mistake in their syntax, and what it is.

    ``None`` if they are valid. Types of TypeScript are not mistakes.

    :param is_expression: *code* is an expression instead.
    """
    # Without parentheses, an object would be a block of statements.
    before, after = ("(", "\n)") if is_expression else ("", "")
    root = parse_program(f"{before}{code}{after}")
    forbidden = None if root.has_error else forbidden_node(root)
    if TYPES.search(code) or not (root.has_error or forbidden):
        return None
    if (bracket := unclosed_bracket(code)) is not None:
        end = CLOSING_BRACKETS.get(code[bracket])
        what = f"is never closed: write {end} where it ends" if end else "closes nothing: remove it"
        return bracket, f"{code[bracket]} {what}"
    node = forbidden or root
    while not (forbidden or node.is_error or node.is_missing):
        inner = next((each for each in node.children if each.has_error or each.is_missing), None)
        if inner is None:
            break
        node = inner
    start = node.start_byte - len(before)
    offset = len(code.encode()[: max(0, start)].decode("utf-8", "replace"))
    if node.is_missing:
        return min(offset, len(code)), f"write {_MISSING.get(node.type, node.type)} here"
    text = code if start < 0 else text_at(node)
    return offset, f"this is not JavaScript, correct it: {' '.join(text.split())}"


_MISSING = {"identifier": "a value", "property_identifier": "a name"}


#: Type annotations and declarations of TypeScript.
TYPES = re.compile(
    r"(?:^|\n)\s*(?:export\s+)?(?:type|interface|enum|declare|abstract)\s+[\w$]"
    r"|(?:const|let|var)\s+[\w$]+\s*:|\)\s*:\s*[\w<{(]|\b(?:as|satisfies)\s+[\w$]"
    r"|[({,]\s*[\w$]+\?\s*:|(?<=\w)<[A-Z]\w*(?:\[\])?>\(|[\w\])]!\."
    r"|:\s*(?:string|number|boolean|any|void|unknown|never|React\.\w+)\b"
)


def _declared(node: Node, names: Bindings) -> Iterator[tuple[str, Value]]:
    """The names that *node* declares, with their values."""
    own = Bindings({}, names, age=0)
    try:
        declared = [*declared_names(node)]
    except NotDataError:
        return
    if is_valid(node):
        _result(lambda run: run.declare(node, own), "")
    for name in declared:
        value = own.own.get(name, UNSET)
        try:
            limited(value)
        except NotDataError:
            value = UNSET
        yield name, Code(text=text_at(node)) if value is UNSET else value


def _value(node: Node, names: Bindings) -> Value:
    if not is_valid(node):
        return Code(text=text_at(node))
    return _result(lambda run: run.value(node, names), text_at(node))


def _result(evaluate: Callable[[PageEvaluator], Value], code: str) -> Value:
    try:
        return limited(evaluate(PageEvaluator()))
    except NotDataError:
        return Code(text=code)
