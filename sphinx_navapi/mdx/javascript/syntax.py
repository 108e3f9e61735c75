"""Which JavaScript and JSX is valid, and the parts of its nodes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from sphinx_navapi.formats.javascript import descendants, parse_program, parts
from sphinx_navapi.mdx.javascript.conversions import NotDataError

if TYPE_CHECKING:
    from tree_sitter import Node

#: Code of which the grammar permits more than JavaScript does (and octal numbers).
_PERMISSIVE = re.compile(rb"\?\?|\*\*|\+\+|--|\b0\d|\\[0-9]|[({,]\s*(?:,|/[/*])")
#: Nodes whose entries the grammar lets be empty, which JavaScript permits only in arrays.
_LISTS = frozenset({"arguments", "object", "object_pattern"})
_TARGETS = frozenset({"identifier", "member_expression", "subscript_expression"})
_LOGICAL = frozenset({"||", "&&", "??"})


def parse_expression(code: str) -> Node | None:
    """The expression *code*, ``None`` if it is not a valid one."""
    root = parse_program(f"({code}\n)")
    statements = parts(root)
    if len(statements) != 1 or not is_valid(root):
        return None
    inner = parts(statements[0])
    if len(inner) != 1 or inner[0].type != "parenthesized_expression":
        return None
    expressions = parts(inner[0])
    return expressions[0] if len(expressions) == 1 else None


def is_valid(node: Node) -> bool:
    """Whether *node* is JavaScript, including the rules that its grammar does not contain."""
    return not node.has_error and forbidden_node(node) is None


def forbidden_node(node: Node) -> Node | None:
    """What the grammar permits in *node* and JavaScript does not, ``None`` if there is nothing."""
    if node.text is None or not _PERMISSIVE.search(node.text):
        return None
    return next(filter(_is_forbidden, descendants(node)), None)


def _is_forbidden(node: Node) -> bool:
    """Whether *node* is an early error (ECMA-262, 13.6 and 13.13), an octal number, or a comma
    without an entry before it.
    """
    if node.type in _LISTS:
        written = [child for child in node.children if child.type != "comment"]
        return any(two.type == "," and not one.is_named for one, two in pairwise(written))
    text = node.text or b""
    if node.type == "number":
        return re.match(rb"0\d", text) is not None
    if node.type == "escape_sequence":
        return re.fullmatch(rb"\\0", text) is None and text[1:2].isdigit()
    if node.type == "update_expression":
        target = field(node, "argument")
        while target.type == "parenthesized_expression":
            target = parts(target)[0]
        return target.type not in _TARGETS
    if node.type != "binary_expression":
        return False
    operator = operator_of(node)
    left, right = field(node, "left"), field(node, "right")
    if operator == "**":
        return left.type in {"unary_expression", "await_expression"}
    if operator not in _LOGICAL:
        return False
    inner = {operator_of(side) for side in (left, right) if side.type == "binary_expression"}
    return bool(inner & _LOGICAL) and ("??" in inner) != (operator == "??")


def field(node: Node, name: str) -> Node:
    """The child *name* of *node*, which has it unless it has an error."""
    child = node.child_by_field_name(name)
    if child is None:
        raise NotDataError
    return child


def operator_of(node: Node) -> str:
    """The operator of an expression."""
    return field(node, "operator").type
