"""Facts that follow from a condition: that expressions are not ``None``, or of some type."""

from __future__ import annotations

import ast
from dataclasses import replace

from translator.kinds import ANY, STR, ValueKind

#: Source text of an expression to its type; ``None``: its own type without ``None``.
Facts = dict[str, ValueKind | None]

#: The types in `isinstance`, by class name; JavaScript has no others.
CLASSES = {
    ("str",): STR,
    ("Mapping",): ValueKind("dict", (STR, ANY)),
    ("list", "tuple"): ValueKind("list", (ANY,)),
}


def class_names(node: ast.expr) -> tuple[str, ...]:
    """The names in the second argument of `isinstance`."""
    elts = node.elts if isinstance(node, ast.Tuple) else [node]
    return tuple(one.id for one in elts if isinstance(one, ast.Name))


def facts_of(test: ast.expr, truth: bool) -> Facts:
    """The facts if *test* is true (or, without *truth*, false)."""
    match test:
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == truth:
            return {text: kind for one in values for text, kind in facts_of(one, truth).items()}
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return facts_of(operand, not truth)
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return {} if truth else {ast.unparse(left): None}
        case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return {ast.unparse(left): None} if truth else {}
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, classes]) if truth:
            kind = CLASSES.get(class_names(classes))
            return {ast.unparse(value): kind} if kind else {}
        case ast.Name() | ast.Attribute() if truth:
            return {ast.unparse(test): None}
    return {}


def told(kind: ValueKind, text: str, facts: Facts) -> ValueKind:
    """The type of an expression according to the known facts."""
    if text not in facts:
        return kind
    return facts[text] or replace(kind, optional=False)
