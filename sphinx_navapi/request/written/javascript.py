"""Requests in JavaScript: calls of `fetch`, read from the syntax tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.formats.javascript import descendants, parse_program, parts, text_at
from sphinx_navapi.request.written.values import (
    DEEPEST,
    HOLE,
    Unset,
    WrittenRequest,
    as_text,
    joined,
    json_body,
    shown,
    with_holes,
    with_unknown,
)

if TYPE_CHECKING:
    from tree_sitter import Node

#: Nodes that change what a name stands for.
_CHANGES: Final = frozenset(
    {"assignment_expression", "augmented_assignment_expression", "call_expression"}
)

#: Nodes around a value that do not change it.
_AROUND: Final = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)


def read(code: str) -> Iterator[WrittenRequest]:
    """The requests of *code*, also beside code that cannot be read."""
    yield from _FetchCalls().read(parse_program(code))


class _FetchCalls:
    def __init__(self) -> None:
        self._names: dict[str, Node | None] = {}
        self._depth = 0

    def read(self, root: Node) -> Iterator[WrittenRequest]:
        """The requests of *root*, in their order."""
        calls = []
        for node in descendants(root):
            if node.type == "variable_declarator":
                self._declare(node)
            elif node.type in _CHANGES:
                self._forget(node)
            if node.type == "call_expression" and not node.has_error:
                function = node.child_by_field_name("function")
                if function is not None and text_at(function) == "fetch":
                    calls.append(node)
        for call in calls:
            request = self._request(call)
            if request is not None:
                yield request

    def _declare(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        is_const = node.parent is not None and text_at(node.parent).startswith("const")
        if name is not None and name.type == "identifier":
            key = text_at(name)
            # A name of two scopes may have either value.
            self._names[key] = value if is_const and key not in self._names else None

    def _forget(self, node: Node) -> None:
        """Forget the values of what an assignment or `Object.assign` changes."""
        target = node.child_by_field_name("left") or node.child_by_field_name("arguments")
        function = node.child_by_field_name("function")
        if target is None or (function is not None and text_at(function) != "Object.assign"):
            return
        for each in descendants(target):
            if each.type == "identifier":
                self._names[text_at(each)] = None

    def _request(self, call: Node) -> WrittenRequest | None:
        list_of_arguments = call.child_by_field_name("arguments")
        arguments = parts(list_of_arguments) if list_of_arguments is not None else []
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
            headers={name.lower(): with_holes(shown(value)) for name, value in headers.items()}
            if is_listed else None,
            body=_body(options.get("body", Unset.NONE)),
        )  # fmt: skip

    def _text(self, node: Node) -> str:
        return as_text(self._value(node))

    def _value(self, node: Node) -> Any:
        """The value of *node*: JSON, with `HOLE` in texts and `Unset.UNKNOWN`."""
        self._depth += 1
        try:
            read = _VALUES.get(node.type) if self._depth < DEEPEST else None
            return read(self, node) if read is not None else Unset.UNKNOWN
        finally:
            self._depth -= 1

    def _inner(self, node: Node) -> Any:
        inner = parts(node)
        return self._value(inner[0]) if inner else Unset.UNKNOWN

    def _string(self, node: Node) -> Any:
        text = ""
        for part in node.named_children:
            source = text_at(part)
            try:
                # The escapes that JSON has, too.
                text += json.loads(f'"{source}"') if part.type == "escape_sequence" else source
            except ValueError:
                return Unset.UNKNOWN
        return text

    def _template(self, node: Node) -> str:
        return "".join(
            self._shown(each) if each.type == "template_substitution" else text_at(each)
            for each in node.named_children
        )

    def _shown(self, node: Node) -> str:
        return shown(self._inner(node))

    def _number(self, node: Node) -> Any:
        try:
            return json.loads(text_at(node))
        except ValueError:
            return Unset.UNKNOWN

    def _object(self, node: Node) -> Any:
        members: dict[str, Any] = {}
        for pair in parts(node):
            key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if pair.type == "shorthand_property_identifier":
                members[text_at(pair)] = self._identifier(pair)
            elif pair.type != "pair" or key is None or value is None:
                return Unset.UNKNOWN
            elif key.type == "property_identifier":
                members[text_at(key)] = self._value(value)
            elif key.type == "string" and isinstance(name := self._value(key), str):
                members[name] = self._value(value)
            else:
                return Unset.UNKNOWN
        return members

    def _array(self, node: Node) -> Any:
        items = parts(node)
        if any(each.type == "spread_element" for each in items):
            return Unset.UNKNOWN
        return [self._value(each) for each in items]

    def _identifier(self, node: Node) -> Any:
        name = text_at(node)
        value = self._names.get(name)
        if value is None:
            return Unset.UNKNOWN
        # A value that refers to itself is unknown.
        self._names[name] = None
        try:
            return self._value(value)
        finally:
            self._names[name] = value

    def _sum(self, node: Node) -> Any:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None or text_at(operator) != "+":
            return Unset.UNKNOWN
        return joined(self._value(left), self._value(right))

    def _call(self, node: Node) -> Any:
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if function is None or arguments is None or text_at(function) != "JSON.stringify":
            return Unset.UNKNOWN
        return _Stringified(self._inner(arguments))


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
