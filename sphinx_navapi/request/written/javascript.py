"""Requests in JavaScript: calls of `fetch`, read from the syntax tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.request.written.values import (
    HOLE,
    Unset,
    WrittenRequest,
    json_body,
    with_holes,
    with_unknown,
)

if TYPE_CHECKING:
    from tree_sitter import Node

#: Nodes around a value that do not change it.
_AROUND: Final = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)


def read(code: str) -> Iterator[WrittenRequest]:
    """The requests of *code*, also beside code that cannot be read."""
    # Few pages have such code.
    import tree_sitter_javascript
    from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_javascript.language()))
    yield from _FetchCalls().read(parser.parse(code.encode("utf-8", "replace")).root_node)


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


def _source(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


class _FetchCalls:
    def __init__(self) -> None:
        self._names: dict[str, Node | None] = {}
        self._depth = 0

    def read(self, root: Node) -> Iterator[WrittenRequest]:
        """The requests of *root*, in their order."""
        calls = []
        for node in _nodes(root):
            if node.type == "variable_declarator":
                self._declare(node)
            elif node.type == "call_expression" and not node.has_error:
                function = node.child_by_field_name("function")
                if function is not None and _source(function) == "fetch":
                    calls.append(node)
        for call in calls:
            request = self._request(call)
            if request is not None:
                yield request

    def _declare(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        is_const = node.parent is not None and _source(node.parent).startswith("const")
        if name is not None and name.type == "identifier":
            key = _source(name)
            # A name of two scopes may have either value.
            self._names[key] = value if is_const and key not in self._names else None

    def _request(self, call: Node) -> WrittenRequest | None:
        given = call.child_by_field_name("arguments")
        arguments = given.named_children if given is not None else []
        arguments = [each for each in arguments if each.type != "comment"]
        if not arguments or len(arguments) > 2:
            return None
        url = self._text(arguments[0])
        options = self._value(arguments[1]) if len(arguments) > 1 else {}
        is_sure = isinstance(options, dict)
        if not is_sure:
            return None
        method = options.get("method", "GET")
        if not isinstance(method, str) or HOLE in method:
            return None
        headers = options.get("headers", {})
        is_listed = isinstance(headers, dict)
        return WrittenRequest(
            line=call.start_point[0], method=method.upper(), url=with_holes(url),
            headers=frozenset(name.lower() for name in headers) if is_listed else None,
            body=_body(options.get("body", Unset.NONE)),
        )  # fmt: skip

    def _text(self, node: Node) -> str:
        value = self._value(node)
        return value if isinstance(value, str) else HOLE

    def _value(self, node: Node) -> Any:
        """The value of *node*: JSON, with `HOLE` in texts and `Unset.UNKNOWN`."""
        self._depth += 1
        try:
            read = _VALUES.get(node.type) if self._depth < 100 else None
            return read(self, node) if read is not None else Unset.UNKNOWN
        finally:
            self._depth -= 1

    def _inner(self, node: Node) -> Any:
        return self._value(node.named_children[0]) if node.named_children else Unset.UNKNOWN

    def _string(self, node: Node) -> Any:
        text = ""
        for part in node.named_children:
            source = _source(part)
            try:
                # The escapes that JSON has, too.
                text += json.loads(f'"{source}"') if part.type == "escape_sequence" else source
            except ValueError:
                return Unset.UNKNOWN
        return text

    def _template(self, node: Node) -> str:
        return "".join(
            self._shown(each) if each.type == "template_substitution" else _source(each)
            for each in node.named_children
        )

    def _shown(self, node: Node) -> str:
        value = self._inner(node)
        is_plain = isinstance(value, str | int) and not isinstance(value, bool)
        return str(value) if is_plain else HOLE

    def _number(self, node: Node) -> Any:
        try:
            return json.loads(_source(node))
        except ValueError:
            return Unset.UNKNOWN

    def _object(self, node: Node) -> Any:
        found: dict[str, Any] = {}
        for pair in node.named_children:
            if pair.type == "comment":
                continue
            key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if pair.type == "shorthand_property_identifier":
                found[_source(pair)] = self._identifier(pair)
            elif pair.type != "pair" or key is None or value is None:
                return Unset.UNKNOWN
            elif key.type == "property_identifier":
                found[_source(key)] = self._value(value)
            elif key.type == "string" and isinstance(name := self._value(key), str):
                found[name] = self._value(value)
            else:
                return Unset.UNKNOWN
        return found

    def _array(self, node: Node) -> Any:
        items = [each for each in node.named_children if each.type != "comment"]
        if any(each.type == "spread_element" for each in items):
            return Unset.UNKNOWN
        return [self._value(each) for each in items]

    def _identifier(self, node: Node) -> Any:
        value = self._names.get(_source(node))
        return self._value(value) if value is not None else Unset.UNKNOWN

    def _sum(self, node: Node) -> Any:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None or _source(operator) != "+":
            return Unset.UNKNOWN
        is_text = isinstance(self._value(left), str) or isinstance(self._value(right), str)
        return self._text(left) + self._text(right) if is_text else Unset.UNKNOWN

    def _call(self, node: Node) -> Any:
        function = node.child_by_field_name("function")
        given = node.child_by_field_name("arguments")
        if function is None or given is None or _source(function) != "JSON.stringify":
            return Unset.UNKNOWN
        value = self._value(given.named_children[0]) if given.named_children else Unset.UNKNOWN
        return _Stringified(value)


class _Stringified:
    """The text of a value, whose parts may be unknown."""

    def __init__(self, value: Any) -> None:
        self.value = value


def _body(value: Any) -> Any:
    if isinstance(value, _Stringified):
        is_json = isinstance(value.value, dict | list)
        return with_unknown(value.value) if is_json else Unset.UNKNOWN
    if isinstance(value, str):
        return json_body(value)
    return value if value is Unset.NONE else Unset.UNKNOWN


_VALUES: Final[dict[str, Callable[[_FetchCalls, Node], Any]]] = {
    **dict.fromkeys(_AROUND, _FetchCalls._inner),
    "string": _FetchCalls._string,
    "template_string": _FetchCalls._template,
    "number": _FetchCalls._number,
    "true": lambda _reader, _node: True,
    "false": lambda _reader, _node: False,
    "null": lambda _reader, _node: None,
    "object": _FetchCalls._object,
    "array": _FetchCalls._array,
    "identifier": _FetchCalls._identifier,
    "binary_expression": _FetchCalls._sum,
    "call_expression": _FetchCalls._call,
}
