"""Executing function bodies as far as they only calculate (ECMA-262, sections 14 and 15).

Nothing outside of a body is changed. A statement that cannot be evaluated makes what it may change
unknown; the others still have their values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from sphinx_navapi.formats.javascript import parts, text_at
from sphinx_navapi.mdx.javascript.conversions import (
    NotDataError,
    ThrowsError,
    is_same,
    is_true,
    limited,
)
from sphinx_navapi.mdx.javascript.expressions import UNSET, ExpressionWalk
from sphinx_navapi.mdx.javascript.library import call_builtin, entries_of, items_of
from sphinx_navapi.mdx.javascript.syntax import field, operator_of
from sphinx_navapi.mdx.values import (
    UNDEFINED,
    Bindings,
    BuiltIn,
    Code,
    Function,
    Markup,
    Snippet,
    Value,
)


@dataclass(frozen=True, slots=True)
class _Ended:
    """A statement that ends others: ``break``, ``continue``, ``return``."""

    kind: str
    value: Value = UNDEFINED


_BREAK, _CONTINUE = _Ended("break"), _Ended("continue")
_Outcome = _Ended | None

#: Methods that change their object, and functions that change an argument.
_CHANGING = re.compile(
    "add|assign|clear|copyWithin|delete|fill|pop|push|reverse|set|shift|sort|splice|unshift"
)
_CHANGED_BY = frozenset({"Object", "Reflect", "Array"})
_WITH_STATEMENTS = ("_statement", "_block", "_clause", "_body", "_case", "_default")
_MOST_CHANGES = 2000


class Evaluator(ExpressionWalk):
    """Evaluates expressions with functions."""

    def call(self, function: Value, arguments: Sequence[Value]) -> Value:
        """The return value of *function*."""
        if isinstance(function, BuiltIn):
            return call_builtin(self, function.name, arguments)
        if not isinstance(function, Function):
            raise NotDataError if isinstance(function, Code | Markup | Snippet) else ThrowsError
        self.enter()
        self.calls += 1
        node = function.node
        own = Bindings({}, function.names, age=self.calls)
        name = node.child_by_field_name("name")
        if node.type == "function_expression" and name is not None:
            own.own[text_at(name)] = function
            own = Bindings({}, own, age=self.calls)
        self._take(node, arguments, own)
        body = field(node, "body")
        if body.type != "statement_block":
            value = self.value(body, own)
        else:
            taken = Bindings(dict(own.own))
            self._hoist_variables(body, own)
            inner = Bindings({}, own, age=self.calls)
            self._declare_all(parts(body), inner, taken)
            ended = self._run(parts(body), inner)
            value = ended.value if ended is not None else UNDEFINED
        self.depth -= 1
        return value

    def _take(self, node: Node, arguments: Sequence[Value], own: Bindings) -> None:
        """Define the parameters of a function."""
        single = node.child_by_field_name("parameter")
        parameters = [single] if single is not None else parts(field(node, "parameters"))
        for parameter in parameters:
            for name in _names_in(parameter):
                if name in own.own:
                    raise ThrowsError
                own.own[name] = UNSET
        for place, parameter in enumerate(parameters):
            if parameter.type == "rest_pattern":
                rest: list[Value] = [*arguments[place:]]
                self.bind(parts(parameter)[0], self.made(rest), own, declare=True)
            else:
                value = arguments[place] if place < len(arguments) else UNDEFINED
                self.bind(parameter, value, own, declare=True)

    # Blocks

    def _hoist_variables(self, body: Node, own: Bindings) -> None:
        """Define the names of ``var`` in all statements of *body*."""
        stack = [body] if b"var" in (body.text or b"") else []
        while stack:
            for part in stack.pop().named_children:
                names: Iterator[str] = iter(())
                if part.type == "variable_declaration":
                    names = declared_names(part)
                elif part.type == "for_in_statement" and _kind(part) == "var":
                    names = _names_in(field(part, "left"))
                for name in names:
                    own.own.setdefault(name, UNDEFINED)
                if part.type.endswith(_WITH_STATEMENTS):
                    stack.append(part)

    def _declare_all(
        self, statements: Sequence[Node], names: Bindings, taken: Bindings | None = None
    ) -> None:
        """Define the names of a block. :param taken: names of parameters."""
        for statement in statements:
            if statement.type == "function_declaration":
                function = self._function(statement, names)
                names.own[text_at(field(statement, "name"))] = function
            elif statement.type in {"lexical_declaration", "class_declaration"}:
                for name in declared_names(statement):
                    if name in names.own or (taken is not None and name in taken.own):
                        raise ThrowsError
                    names.own[name] = UNSET

    def declare(self, statement: Node, names: Bindings) -> Value:
        """Define what *statement* declares."""
        self._declare_all([statement], names)
        self._run([statement], names)
        return None

    def _run(self, statements: Sequence[Node], names: Bindings) -> _Outcome:
        for statement in statements:
            self.enter()
            kind = _STATEMENTS.get(statement.type)
            if kind is None:
                raise NotDataError
            ended = kind(self, statement, names)
            self.depth -= 1
            if ended is not None:
                return ended
        return None

    # Statements

    def _expression(self, node: Node, names: Bindings) -> _Outcome:
        with_value = parts(node)[0]
        depth = self.depth
        try:
            self.value(with_value, names)
        except ThrowsError:
            raise
        except NotDataError:
            self.depth = depth
            self.forget(with_value, names)
        return None

    def _declaration(self, node: Node, names: Bindings) -> _Outcome:
        for part in parts(node):
            initial, target = part.child_by_field_name("value"), field(part, "name")
            depth = self.depth
            try:
                if initial is None and node.type == "variable_declaration":
                    continue
                value = UNDEFINED if initial is None else self.value(initial, names)
                self.bind(target, value, names, declare=node.type == "lexical_declaration")
            except ThrowsError:
                raise
            except NotDataError:
                self.depth = depth
                self.forget(part, names)
                for name in _names_in(target):
                    scope = names.find(name)
                    if scope is not None:
                        scope.own[name] = Code(text=text_at(node))
            if _kind(node) == "const" and names.fixed is not None:
                names.fixed.update(_names_in(target))
        return None

    def _return(self, node: Node, names: Bindings) -> _Outcome:
        returned = parts(node)
        return _Ended("return", self.value(returned[0], names) if returned else UNDEFINED)

    def _if(self, node: Node, names: Bindings) -> _Outcome:
        chosen: Node | None = field(node, "consequence")
        if not is_true(self.value(field(node, "condition"), names)):
            other = node.child_by_field_name("alternative")
            chosen = parts(other)[0] if other is not None else None
        return None if chosen is None else self._run([chosen], names)

    def _block(self, node: Node, names: Bindings) -> _Outcome:
        inner = Bindings({}, names, age=self.calls)
        self._declare_all(parts(node), inner)
        return self._run(parts(node), inner)

    def _switch(self, node: Node, names: Bindings) -> _Outcome:
        wanted = self.value(field(node, "value"), names)
        inner = Bindings({}, names, age=self.calls)
        statements: list[Node] = []
        chosen: int | None = None
        default: int | None = None
        for case in parts(field(node, "body")):
            if case.type == "switch_default":
                default = len(statements)
            elif chosen is None and is_same(wanted, self.value(field(case, "value"), inner)):
                chosen = len(statements)
            statements += case.children_by_field_name("body")
        chosen = default if chosen is None else chosen
        if chosen is None:
            return None
        self._declare_all(statements, inner)
        ended = self._run(statements[chosen:], inner)
        return None if ended is _BREAK else ended

    # Loops

    def _round(self, body: Node, names: Bindings) -> tuple[bool, _Outcome]:
        """Execute the *body* of a loop: whether the loop ends, and how."""
        ended = self._run([body], names)
        return ended not in (None, _CONTINUE), None if ended is _BREAK else ended

    def _for(self, node: Node, names: Bindings) -> _Outcome:
        inner = Bindings({}, names, age=self.calls)
        first = field(node, "initializer")
        if first.type != "empty_statement":
            self._declare_all([first], inner)
            self._run([first], inner)
        while True:
            condition = field(node, "condition")
            if condition.type != "empty_statement":
                tested = (
                    parts(condition)[0] if condition.type == "expression_statement" else condition
                )
                if not is_true(self.value(tested, inner)):
                    return None
            # Functions in the body keep the values of this round.
            fixed, inner = inner.fixed, Bindings(dict(inner.own), names, age=self.calls)
            inner.fixed = fixed
            ends, ended = self._round(field(node, "body"), inner)
            if ends:
                return ended
            fixed, inner = inner.fixed, Bindings(dict(inner.own), names, age=self.calls)
            inner.fixed = fixed
            increment = node.child_by_field_name("increment")
            if increment is not None:
                self.value(increment, inner)

    def _for_in(self, node: Node, names: Bindings) -> _Outcome:
        kind = _kind(node)
        source = self.value(field(node, "right"), names)
        is_of = field(node, "operator").type == "of"
        items = items_of(source) if is_of else [*entries_of(source)]
        place = 0
        while place < len(items):
            inner = Bindings({}, names, age=self.calls)
            declare = kind in {"const", "let"}
            self.bind(field(node, "left"), items[place], inner, declare=declare)
            if kind == "const" and inner.fixed is not None:
                inner.fixed.update(inner.own)
            ends, ended = self._round(field(node, "body"), inner)
            if ends:
                return ended
            place += 1
        return None

    def _while(self, node: Node, names: Bindings) -> _Outcome:
        first = node.type == "do_statement"
        while first or is_true(self.value(field(node, "condition"), names)):
            first = False
            ends, ended = self._round(field(node, "body"), names)
            if ends:
                return ended
        return None

    # What is unknown

    def forget(self, node: Node, names: Bindings) -> None:
        """Make unknown what *node*, which cannot be evaluated, may change."""
        for changed in {*self.changed(node, names)}:
            scope = names.find(changed)
            if scope is None:
                continue
            self.note_change(scope.age)
            value = scope.own[changed]
            scope.own[changed] = Code(text=changed)
            if isinstance(value, list | dict):
                self.change(value)
                self._forget_object(value, names)

    def _forget_object(self, value: Value, names: Bindings) -> None:
        """Make all names unknown that *value*, an array or an object, belongs to."""
        around: Bindings | None = names
        while around is not None and around.age >= 0:
            for name, other in around.own.items():
                if _contains(limited(other), value):
                    around.own[name] = Code(text=name)
            around = around.outer

    def changed(self, node: Node, names: Bindings) -> Iterator[str]:
        """Names that *node* assigns to, or whose objects it changes, also in functions it calls."""
        stack, seen = [(node, names)], set[int]()
        while stack:
            part, around = stack.pop()
            if part.id in seen:
                continue
            seen.add(part.id)
            if len(seen) > _MOST_CHANGES:
                raise NotDataError
            if part.type in {"assignment_expression", "augmented_assignment_expression"}:
                yield from _roots(field(part, "left"))
            elif part.type == "update_expression" or is_deletion(part):
                yield from _roots(field(part, "argument"))
            elif part.type == "for_in_statement" and _kind(part) not in {"const", "let"}:
                yield from _roots(field(part, "left"))
            elif part.type == "call_expression":
                yield from _changed_by(part)
            elif part.type == "identifier":
                function = around.get(text_at(part))
                if isinstance(function, Function):
                    stack.append((function.node, function.names))
            stack += [(child, around) for child in part.named_children]


def is_deletion(node: Node) -> bool:
    """Whether *node* deletes a property."""
    return node.type == "unary_expression" and operator_of(node) == "delete"


def _changed_by(call: Node) -> Iterator[str]:
    """The names of what a method with a known name changes."""
    callee = field(call, "function")
    if callee.type != "member_expression":
        return
    if not _CHANGING.fullmatch(text_at(field(callee, "property"))):
        return
    yield from _roots(callee)
    if not _CHANGED_BY.isdisjoint(_roots(callee)):
        for part in parts(field(call, "arguments"))[:1]:
            yield from _roots(part)


def _roots(node: Node) -> list[str]:
    """The names in a target, or of the object that a property belongs to."""
    while node.type in {"member_expression", "subscript_expression", "parenthesized_expression"}:
        node = node.named_children[0]
    if node.type in {"identifier", "array_pattern", "object_pattern"}:
        return [*_names_in(node)]
    return []


def _names_in(pattern: Node) -> Iterator[str]:
    """The names that *pattern* defines, and those of objects whose properties it sets."""
    if pattern.type in {"identifier", "shorthand_property_identifier_pattern"}:
        yield text_at(pattern)
    elif pattern.type in {"assignment_pattern", "object_assignment_pattern"}:
        yield from _names_in(field(pattern, "left"))
    elif pattern.type == "pair_pattern":
        yield from _names_in(field(pattern, "value"))
    elif pattern.type in {"object_pattern", "array_pattern", "rest_pattern"}:
        for part in pattern.named_children:
            yield from _names_in(part)
    else:
        yield from _roots(pattern)


def declared_names(statement: Node) -> Iterator[str]:
    """The names that a declaration defines."""
    if statement.type in {"class_declaration", "function_declaration"}:
        yield text_at(field(statement, "name"))
        return
    for part in parts(statement):
        yield from _names_in(field(part, "name"))


_STATEMENTS: Mapping[str, Callable[[Evaluator, Node, Bindings], _Outcome]] = {
    "break_statement": lambda run, node, names: _plain(node, _BREAK),
    "continue_statement": lambda run, node, names: _plain(node, _CONTINUE),
    "do_statement": Evaluator._while,
    "empty_statement": lambda run, node, names: None,
    "expression_statement": Evaluator._expression,
    "for_in_statement": Evaluator._for_in,
    "for_statement": Evaluator._for,
    "function_declaration": lambda run, node, names: None,
    "if_statement": Evaluator._if,
    "lexical_declaration": Evaluator._declaration,
    "return_statement": Evaluator._return,
    "statement_block": Evaluator._block,
    "switch_statement": Evaluator._switch,
    "variable_declaration": Evaluator._declaration,
    "while_statement": Evaluator._while,
}


def _contains(value: Value, wanted: Value) -> bool:
    if value is wanted:
        return True
    if not isinstance(value, list | dict):
        return False
    items = value if isinstance(value, list) else value.values()
    return any(_contains(item, wanted) for item in items)


def _kind(node: Node) -> str:
    """``const``, ``let`` or ``var``; ``""`` for a loop that declares nothing."""
    kind = node.child_by_field_name("kind") or node.children[0]
    return kind.type if kind.type in {"const", "let", "var"} else ""


def _plain(node: Node, outcome: _Ended) -> _Ended:
    if parts(node):  # a label
        raise NotDataError
    return outcome
