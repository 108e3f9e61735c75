"""Statements and functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from translator.calls import Calls
from translator.comments import (
    comments_above,
    function_comment,
    type_comment,
)
from translator.expressions import CHOICE, Expr
from translator.kinds import ANY, INT, STR, ValueKind, annotated_kind, type_text
from translator.layout import Doc, Group, lines_of, one_line
from translator.names import camel
from translator.sources import (
    HELPERS,
    ONLY_PYTHON,
    Param,
    Signature,
    signature_of,
)
from translator.variables import Variables, variables_of


@dataclass
class Statements(Calls):
    """Translates statements to indented lines."""

    variables: Variables = field(default_factory=lambda: Variables((), frozenset(), {}))

    def line(self, depth: int, *pieces: Doc) -> str:
        """A statement, broken if it is too long."""
        if not self.names.readable:
            return one_line(pieces)
        return " " * depth + lines_of(pieces, depth, depth)

    def told(self, depth: int, lines: Iterator[str]) -> Iterator[str]:
        """Comments, only for readers."""
        if self.names.readable:
            yield from (" " * depth + line for line in lines)

    # -- functions ----------------------------------------------------------------------------

    def outer_function(self, node: ast.FunctionDef, depth: int) -> Iterator[str]:
        """A function of the module."""
        name = self.written_name(node.name)
        with self.names.inside(node):
            yield from self.function(node, name, depth)
        self.locals, self.facts = {}, {}

    def function(self, node: ast.FunctionDef, name: str, depth: int) -> Iterator[str]:
        """A function as a constant. :raises UntranslatableError: it contains unsupported code."""
        signature = signature_of(node)
        if node.decorator_list or node.args.vararg or node.args.kwarg or node.args.posonlyargs:
            raise self.fail(node, "a decorator or variable arguments")
        params = {one.name: one.kind for one in signature.params}
        before = self.variables
        self.variables = variables_of(node)
        self._check_names(node, [*params, *self.variables.on_top, *self.variables.declaring])
        with self.naming(params):
            yield from self.told(depth, function_comment(node, signature))
            given = Group("(", tuple(self._params(node, signature)), ")")
            body = [one for one in node.body if not is_text(one) and not self._is_bound(one)]
            if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value:
                found = self.value(body[0].value)
                doc = ("(", found.doc, ")") if one_line(found.doc)[0] == "{" else found.doc
                yield self.line(depth, f"const {name} = ", given, " => ", doc, ";")
            else:
                is_lazy = any(isinstance(i, (ast.Yield, ast.YieldFrom)) for i in ast.walk(node))
                start = ("function* ", given, " {") if is_lazy else (given, " => {")
                yield self.line(depth, f"const {name} = ", *start)
                yield from self._body(body, depth + 2)
                yield self.line(depth, "};")
        self.variables = before

    def _check_names(self, node: ast.FunctionDef, names: list[str]) -> None:
        """:raises UntranslatableError: two variables, or one and a function, have the same name."""
        written = list(map(camel, names))
        for name in written:
            if written.count(name) > 1 or name in HELPERS:
                raise self.fail(node, f"another {name}")

    def _params(self, node: ast.FunctionDef, signature: Signature) -> Iterator[Doc]:
        for one in signature.positional:
            yield self._param(node, self.names.local(one.name), one)
        if signature.named:
            docs: list[Doc] = []
            for one in signature.named:
                key, local = camel(one.name), self.names.local(one.name)
                start = key if key == local else f"{key}: {local}"
                docs.append(self._param(node, start, one))
            is_free = all(one.default is not None for one in signature.named)
            yield (Group("{", tuple(docs), "}", " "), " = {}" if is_free else "")

    def _param(self, node: ast.FunctionDef, name: str, one: Param) -> Doc:
        if one.default is None:
            return name
        # Only in Python, a mutable value would be shared by all calls.
        is_empty = isinstance(one.default, ast.Tuple) and not one.default.elts
        if not isinstance(one.default, ast.Constant) and not is_empty:
            raise self.fail(node, f"the default of {one.name}")
        return (f"{name} = ", self.value(one.default).doc)

    def _body(self, body: list[ast.stmt], depth: int) -> Iterator[str]:
        """A function's statements, preceded by declarations that no statement can contain."""
        self.locals |= _annotated(body)
        lines = list(self.block(body, depth))
        names = [self.names.local(name) for name in self.variables.on_top]
        if names:
            yield self.line(depth, f"let {', '.join(names)};")
        yield from lines

    # -- statements ---------------------------------------------------------------------------

    def block(self, body: Sequence[ast.stmt], depth: int) -> Iterator[str]:
        """A sequence of statements; facts excluded by an early return are known after it."""
        before = self.facts
        for node in body:
            if is_text(node) or self._is_bound(node):
                continue
            yield from self.told(depth, comments_above(self.source, node))
            yield from self.statement(node, depth)
            if isinstance(node, ast.If) and not node.orelse and leaves(node.body[-1]):
                with self.knowing(node.test, False):
                    known = self.facts
                self.facts = known
        self.facts = before

    def statement(self, node: ast.stmt, depth: int) -> Iterator[str]:
        """One statement. :raises UntranslatableError: it is not supported."""
        match node:
            case ast.Return(value=None):
                yield self.line(depth, "return;")
            case ast.Return(value=ast.expr() as value):
                yield self.line(depth, "return ", self.value(value).doc, ";")
            case ast.Assign(targets=[target], value=value):
                yield from self._assigned(node, target, self.value(value), depth)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                kind = annotated_kind(node.annotation)
                found = Expr(self.value(value).doc, kind)
                if id(node) == self.variables.declaring.get(target.id):
                    yield from self.told(depth, iter([type_comment(type_text(kind))]))
                yield from self._assigned(node, target, found, depth)
            case ast.AugAssign():
                yield self._augmented(node, depth)
            case ast.Expr(value=value):
                yield from self._expression(node, value, depth)
            case ast.FunctionDef():
                self.locals[node.name] = signature_of(node).kind
                yield from self.function(node, self.names.local(node.name), depth)
            case ast.If():
                yield from self._if(node, depth)
            case ast.For(orelse=[]):
                yield from self._for(node, depth)
            case ast.While(test=test, body=body, orelse=[]):
                yield self.line(depth, "while (", self.test(test).doc, ") {")
                yield from self.block(body, depth + 2)
                yield self.line(depth, "}")
            case _:
                raise self.fail(node, type(node).__name__)

    def _assigned(self, node: ast.stmt, target: ast.expr, found: Expr, depth: int) -> Iterator[str]:
        if isinstance(target, ast.Subscript):
            yield self._set_item(target, found, depth)
            return
        kinds = self.target_kinds(target, found.kind)
        for name, kind in kinds.items():
            if name in self.locals and not isinstance(node, ast.AnnAssign):
                continue
            self.locals[name] = kind
        for name in kinds:
            self.facts = {k: v for k, v in self.facts.items() if k.partition(".")[0] != name}
        written = self.target(target)
        word = self._declaration(node, kinds)
        is_display = isinstance(found.doc, Group) and found.kind.name == "tuple"
        if word and is_display and isinstance(target, ast.Name):
            yield from self.told(depth, iter([type_comment(type_text(found.kind))]))
        yield self.line(depth, f"{word}{written} = ", found.doc, ";")

    def _declaration(self, node: ast.stmt, names: dict[str, ValueKind]) -> str:
        declared = [name for name in names if self.variables.declaring.get(name) == id(node)]
        if not declared:
            return ""
        if {*declared, "_"} != {*names, "_"}:
            raise self.fail(node, "an assignment of new names and earlier ones")
        return "const " if set(declared) <= self.variables.constant else "let "

    def _set_item(self, target: ast.Subscript, found: Expr, depth: int) -> str:
        owner, key = self.value(target.value), self.value(target.slice)
        if owner.kind.name != "dict" or owner.kind.optional:
            raise self.fail(target, "this target")
        return self.line(depth, owner.doc, ".set", Group("(", (key.doc, found.doc), ")"), ";")

    def _augmented(self, node: ast.AugAssign, depth: int) -> str:
        """A sum; lists and sets are modified in place, as in Python."""
        target, found = self.value(node.target), self.value(node.value)
        kinds = (target.kind, found.kind)
        match node.op:
            case ast.Add() if kinds in ((STR, STR), (INT, INT)):
                return self.line(depth, target.doc, " += ", found.within(CHOICE), ";")
            case ast.Sub() if kinds == (INT, INT):
                return self.line(depth, target.doc, " -= ", found.within(CHOICE), ";")
            case ast.Add() if {one.name for one in kinds} == {"list"}:
                items = found.doc.items if isinstance(found.doc, Group) else ()
                docs = items or (("...", found.doc),)
                return self.line(depth, target.doc, ".push", Group("(", docs, ")"), ";")
        raise self.fail(node, "this addition")

    def _expression(self, node: ast.stmt, value: ast.expr, depth: int) -> Iterator[str]:
        match value:
            case ast.Yield(value=ast.expr() as inner):
                yield self.line(depth, "yield ", self.value(inner).doc, ";")
            case ast.YieldFrom(value=inner):
                yield self.line(depth, "yield* ", self.iterable(inner).doc, ";")
            case ast.Call(func=ast.Attribute(attr="append" | "add")):
                yield self.line(depth, self.value(value).doc, ";")
            case ast.Call(func=ast.Attribute(value=owner_node, attr="update"), args=[arg]):
                owner_doc = self.value(owner_node)
                if owner_doc.kind.name != "set":
                    raise self.fail(node, "`update` of anything but a set")
                one = self.names.local("one")
                yield self.line(depth, f"for (const {one} of ", self.iterable(arg).doc, ") {")
                yield self.line(depth + 2, owner_doc.doc, f".add({one});")
                yield self.line(depth, "}")
            case _:
                raise self.fail(node, "this statement")

    def _is_bound(self, node: ast.stmt) -> bool:
        """Whether *node* only limits the output."""
        match node:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner)))):
                return self.locals.get(owner, ANY).name in ONLY_PYTHON
        return False

    def _if(self, node: ast.If, depth: int) -> Iterator[str]:
        yield self.line(depth, "if (", self.test(node.test).doc, ") {")
        with self.knowing(node.test, True):
            yield from self.block(node.body, depth + 2)
        with self.knowing(node.test, False):
            while len(node.orelse) == 1 and isinstance(inner := node.orelse[0], ast.If):
                yield self.line(depth, "} else if (", self.test(inner.test).doc, ") {")
                with self.knowing(inner.test, True):
                    yield from self.block(inner.body, depth + 2)
                node = inner
            if node.orelse:
                yield self.line(depth, "} else {")
                yield from self.block(node.orelse, depth + 2)
        yield self.line(depth, "}")

    def _for(self, node: ast.For, depth: int) -> Iterator[str]:
        """A loop; enumerating from zero becomes JavaScript's ``entries``."""
        match node.iter:
            case ast.Call(func=ast.Name(id="enumerate"), args=[over], keywords=[]):
                found = self.value(over)
                if found.kind.name != "list" or found.kind.optional:
                    raise self.fail(node, "`enumerate` of anything but a list")
                item = ValueKind("tuple", (INT, found.kind.item))
                found = Expr((found.doc, ".entries()"), ValueKind("iter", (item,)))
            case _:
                found = self.iterable(node.iter)
        if any(isinstance(inner, ast.FunctionDef) for inner in ast.walk(node)):
            raise self.fail(node, "a function in a loop")
        kinds = self.target_kinds(node.target, found.kind.item)
        self.locals |= kinds
        word = self._declaration(node, kinds)
        yield self.line(depth, f"for ({word}{self.target(node.target)} of ", found.doc, ") {")
        yield from self.block(node.body, depth + 2)
        yield self.line(depth, "}")


def is_text(node: ast.stmt) -> bool:
    """Whether *node* is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def leaves(node: ast.stmt) -> bool:
    """Whether the rest of a block is unreachable after *node*."""
    return isinstance(node, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _annotated(body: list[ast.stmt]) -> dict[str, ValueKind]:
    """Variables with a type annotation, anywhere."""
    return {
        node.target.id: annotated_kind(node.annotation)
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
