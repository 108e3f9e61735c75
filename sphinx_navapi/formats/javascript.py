"""JavaScript and JSX as a tree of tree-sitter."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_PARSER = Parser(Language(tree_sitter_javascript.language()))

#: Attributes of JSX that are keywords, which the grammar does not permit, and the names that it
#: reads instead: of unassigned characters, with as many bytes.
_NAMES = {
    b"class": "\ufde0\u0378", b"default": "\ufde1\u0378\u0378", b"for": "\ufde2", b"in": "\u0378",
}  # fmt: skip
_BY_KEYWORD = {keyword: name.encode() for keyword, name in _NAMES.items()}
_BY_NAME = {name: keyword for keyword, name in _BY_KEYWORD.items()}
#: In code, no keyword is assigned to; in strings and comments, `bytes_at` restores them.
_ATTRIBUTE = re.compile(rb"(?<=[\s\"'}])(?:%b)(?=\s*=\s*[\"'{])" % b"|".join(_BY_KEYWORD))
_NAME = re.compile(b"|".join(map(re.escape, _BY_NAME)))


def parse_program(code: str) -> Node:
    """The statements of *code*; nodes that are not valid have an error."""
    written = code.encode("utf-8", "replace")
    read = _ATTRIBUTE.sub(lambda match: _BY_KEYWORD[match[0]], written)
    return _PARSER.parse(read).root_node


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


def bytes_at(node: Node) -> bytes:
    """The code of *node*, in UTF-8."""
    return _NAME.sub(lambda match: _BY_NAME[match[0]], node.text or b"")


def text_at(node: Node) -> str:
    """The code of *node*."""
    return bytes_at(node).decode("utf-8", "replace")
