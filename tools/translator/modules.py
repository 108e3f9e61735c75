"""Modules as scripts: a file per module for readers, and combined ones for browsers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from translator.comments import (
    comments_above,
)
from translator.expressions import Expr
from translator.kinds import PATTERN, STR
from translator.patterns import PatternError, script_pattern
from translator.sources import ONLY_PYTHON, Source, World
from translator.statements import Statements, is_text


@dataclass
class ModuleWriter(Statements):
    """Translates a module."""

    def body(self, depth: int) -> Iterator[str]:
        """Its statements except imports, in order."""
        was_constant = False
        for node in self.source.tree.body:
            if is_text(node) or isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            if is_declaration(node):
                continue
            comments = list(comments_above(self.source, node))
            is_constant = isinstance(node, ast.Assign)
            if self.names.readable and (comments or not (was_constant and is_constant)):
                yield ""
            was_constant = is_constant
            yield from self.told(depth, iter(comments))
            match node:
                case ast.FunctionDef():
                    yield from self.outer_function(node, depth)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    yield self._constant(node, name, value, depth)
                case _:
                    raise self.fail(node, type(node).__name__)

    def _constant(self, node: ast.stmt, name: str, value: ast.expr, depth: int) -> str:
        with self.names.inside(self.source.tree):
            match value:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
                    found = Expr(self._pattern(value), PATTERN)
                case _:
                    found = self.value(value)
                    if found.kind == STR:
                        self.source.texts[name] = self._text(value)
        self.source.symbols[name] = found.kind
        return self.line(depth, f"const {self.written_name(name)} = ", found.doc, ";")

    def _pattern(self, node: ast.Call) -> str:
        if len(node.args) != 1 or node.keywords:
            raise self.fail(node, "a pattern with flags")
        text = self._text(node.args[0])
        try:
            written = script_pattern(text)
        except PatternError as error:
            raise self.fail(node, str(error)) from None
        name = next(
            one.targets[0].id
            for one in self.source.tree.body
            if isinstance(one, ast.Assign) and one.value is node
            if isinstance(one.targets[0], ast.Name)
        )
        self.source.texts[name] = text
        return written

    def _text(self, node: ast.expr) -> str:
        """The value of a string constant. :raises UntranslatableError: it is not a literal."""
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.Name(id=name):
                known = self.world.text(self.source, name)
                if known is not None:
                    return known
            case ast.JoinedStr(values=values):
                return "".join(
                    self._text(one.value if isinstance(one, ast.FormattedValue) else one)
                    for one in values
                )
        raise self.fail(node, "a string that is not a constant")


def is_declaration(node: ast.stmt) -> bool:
    """Whether *node* is only for Python: limits and types."""
    match node:
        case ast.ClassDef(name=name, decorator_list=decorators):
            return name in ONLY_PYTHON or any("dataclass" in ast.unparse(x) for x in decorators)
        case ast.Assign(value=ast.Call(func=ast.Name(id=name))):
            return name in ONLY_PYTHON
    return False


def defined(source: Source) -> list[str]:
    """Functions and constants of a module, in order."""
    names = []
    for node in source.tree.body:
        match node:
            case ast.FunctionDef(name=name):
                names.append(name)
            case ast.Assign(targets=[ast.Name(id=name)]) if not is_declaration(node):
                names.append(name)
    return names


def imported(source: Source, world: World) -> dict[str, list[str]]:
    """The functions and constants that a module imports, by module."""
    found: dict[str, list[str]] = {}
    for name, origin in source.imports.items():
        if name in defined(world.sources[origin]):
            found.setdefault(origin, []).append(name)
    return found
