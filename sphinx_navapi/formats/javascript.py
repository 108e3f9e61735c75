"""JavaScript and JSX as a tree of tree-sitter."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_javascript.language()))


def parse_program(code: str) -> Node:
    """The statements of *code*; nodes that are not valid have an error."""
    return _PARSER.parse(code.encode("utf-8", "replace")).root_node


def descendants(node: Node) -> Iterator[Node]:
    """*node* and all nodes in it that have names, in their order."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack += reversed(current.named_children)


def parts(node: Node) -> list[Node]:
    """The named children of *node* without comments."""
    return [child for child in node.named_children if "comment" not in child.type]


def text_at(node: Node) -> str:
    """The code of *node*."""
    return (node.text or b"").decode("utf-8", "replace")
