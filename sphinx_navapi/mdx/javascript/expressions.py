"""The values of expressions (ECMA-262, section 13)."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from tree_sitter import Node

from sphinx_navapi.formats.javascript import bytes_at, parts, text_at
from sphinx_navapi.mdx.javascript.arrays import array_method, has_holes
from sphinx_navapi.mdx.javascript.contents import unwrapped
from sphinx_navapi.mdx.javascript.conversions import (
    NotDataError,
    ThrowsError,
    from_units,
    int32,
    is_equal,
    is_less,
    is_same,
    is_true,
    number_in,
    number_of,
    primitive,
    text_of,
    type_of,
)
from sphinx_navapi.mdx.javascript.library import (
    CONSTANTS,
    call_builtin,
    entries_of,
    is_defined,
    is_index,
    items_of,
    power,
    property_of,
    set_property,
)
from sphinx_navapi.mdx.javascript.run import Run
from sphinx_navapi.mdx.javascript.strings import number_method, string_method
from sphinx_navapi.mdx.javascript.syntax import field, operator_of
from sphinx_navapi.mdx.values import (
    UNDEFINED,
    Bindings,
    BuiltIn,
    Code,
    Function,
    Value,
)

_ESCAPE = re.compile(
    r"\\(u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|\r\n|.)", re.DOTALL
)
_CONTROL = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0",
    "\n": "", "\r": "", "\r\n": "", "\u2028": "", "\u2029": "",
}  # fmt: skip
#: Names that only exist in a browser.
_BROWSER = frozenset({"window", "document", "navigator", "localStorage", "sessionStorage"})
#: The value before a ``?.`` is missing: the rest of the chain is not evaluated.
_SHORT = BuiltIn(name="?.")
#: Declared, but not yet defined.
UNSET = Code(text="")


class ExpressionWalk(Run):
    """Evaluates expressions."""

    def value(self, node: Node, names: Bindings) -> Value:
        """The value of the expression *node*.

        :raises NotDataError: that requires running code.
        """
        self.enter()
        kind = _KINDS.get(node.type)
        if kind is None:
            raise NotDataError
        value = kind(self, node, names)
        self.depth -= 1
        return value

    @abstractmethod
    def markup(self, node: Node, names: Bindings) -> Value:
        """The element *node*."""

    # Literals

    def _string(self, node: Node, names: Bindings) -> Value:
        return unescape(text_at(node)[1:-1])

    def _template(self, node: Node, names: Bindings) -> Value:
        source, start, position = bytes_at(node), node.start_byte, 1
        written = ""
        for part in node.named_children:
            if part.type == "template_substitution":
                written += unescape(source[position : part.start_byte - start].decode())
                written += text_of(self.value(parts(part)[0], names))
                position = part.end_byte - start
        return self.made(written + unescape(source[position:-1].decode()))

    def _number(self, node: Node, names: Bindings) -> Value:
        text = text_at(node).replace("_", "")
        if text.endswith("n"):
            raise NotDataError
        return number_in(text)

    def _array(self, node: Node, names: Bindings) -> Value:
        items = self._list(node, names)
        marks = [child.type for child in node.children if "comment" not in child.type]
        if any(second == "," and first in {"[", ","} for first, second in pairwise(marks)):
            raise NotDataError
        return self.made(items)

    def _list(self, node: Node, names: Bindings) -> list[Value]:
        """Items or arguments."""
        items: list[Value] = []
        for part in parts(node):
            if part.type == "spread_element":
                items += items_of(self.value(parts(part)[0], names))
            else:
                items.append(self.value(part, names))
        return items

    def _object(self, node: Node, names: Bindings) -> Value:
        members: dict[str, Value] = {}
        for part in parts(node):
            if part.type == "spread_element":
                members.update(entries_of(self.value(parts(part)[0], names)))
            elif part.type == "shorthand_property_identifier":
                members[text_at(part)] = self._identifier(part, names)
            elif part.type == "pair":
                key = self.key(field(part, "key"), names)
                members[key] = self.value(field(part, "value"), names)
            elif part.type == "method_definition" and part.children[0].type not in _ACCESSORS:
                members[self.key(field(part, "name"), names)] = Function(node=part, names=names)
            else:
                raise NotDataError
        if "__proto__" in members:
            raise NotDataError
        return self.made(members)

    def key(self, node: Node, names: Bindings) -> str:
        """The name of a property."""
        if node.type == "computed_property_name":
            return text_of(self.value(parts(node)[0], names))
        if node.type == "property_identifier":
            return text_at(node)
        return text_of(self.value(node, names))

    def _function(self, node: Node, names: Bindings) -> Value:
        if node.children[0].type == "async":
            raise NotDataError
        return Function(node=node, names=names)

    # Names and properties

    def _identifier(self, node: Node, names: Bindings) -> Value:
        name = text_at(node)
        scope = names.find(name)
        if scope is not None:
            value = scope.own[name]
            if isinstance(value, Code):
                raise ThrowsError if value is UNSET else NotDataError
            return value
        if name in CONSTANTS:
            return CONSTANTS[name]
        if not is_defined(name):
            raise NotDataError
        return BuiltIn(name=name)

    def _optional(self, node: Node, names: Bindings) -> Value:
        """A chain of properties and calls."""
        value = self._link(node, names)
        return UNDEFINED if value is _SHORT else value

    def _link(self, node: Node, names: Bindings) -> Value:
        """The value of a chain up to *node*."""
        if node.type == "call_expression":
            return self._call(node, names)
        owner = self._owner(node, names)
        return owner if owner is _SHORT else property_of(owner, self._member_key(node, names))

    def _owner(self, node: Node, names: Bindings) -> Value:
        """The object of a property."""
        return self._inner(field(node, "object"), node, names)

    def _inner(self, inner: Node, node: Node, names: Bindings) -> Value:
        if inner.type in {"member_expression", "subscript_expression", "call_expression"}:
            self.enter()
            value = self._link(inner, names)
            self.depth -= 1
        else:
            value = self.value(inner, names)
        value = unwrapped(value)
        optional = any(child.type in {"optional_chain", "?."} for child in node.children)
        return _SHORT if optional and (value is None or value is UNDEFINED) else value

    def _member_key(self, node: Node, names: Bindings) -> str:
        if node.type == "member_expression":
            return self.key(field(node, "property"), names)
        return text_of(self.value(field(node, "index"), names))

    def _call(self, node: Node, names: Bindings) -> Value:
        arguments = field(node, "arguments")
        callee = field(node, "function")
        if arguments.type != "arguments":
            filled = any(part.type == "template_substitution" for part in parts(arguments))
            if text_at(callee) != "String.raw" or filled:
                raise NotDataError
            return text_at(arguments)[1:-1]
        if callee.type in {"member_expression", "subscript_expression"}:
            owner = self._owner(callee, names)
            if owner is _SHORT:
                return _SHORT
            key = self._member_key(callee, names)
            if owner == _REACT and (hook := self.hook(key, arguments, names)) is not None:
                return hook[0]
            if node.child_by_field_name("optional_chain") is not None:
                called = property_of(owner, key)
                if called is UNDEFINED or called is None:
                    return _SHORT
            return self.method(owner, key, self._list(arguments, names))
        if callee.type == "identifier" and names.find(text_at(callee)) is None:
            hook = self.hook(text_at(callee), arguments, names)
            if hook is not None:
                return hook[0]
        function = self._inner(callee, node, names)
        if function is _SHORT:
            return _SHORT
        return self.call(function, self._list(arguments, names))

    def hook(self, name: str, arguments: Node, names: Bindings) -> tuple[Value] | None:
        """The result of a hook of React in the first rendering; ``None`` for other functions."""
        nodes = parts(arguments)
        if name in _EFFECTS:
            return (UNDEFINED,)
        if name not in _HOOKS:
            return None
        first = self.value(nodes[0], names) if nodes else UNDEFINED
        if name in {"useState", "useMemo"} and isinstance(first, Function):
            first = self.call(first, [])
        if name == "useRef":
            return (self.made({"current": first}),)
        return (self.made([first, _SETTER]) if name == "useState" else first,)

    def method(self, owner: Value, name: str, arguments: Sequence[Value]) -> Value:
        """``owner.name(…arguments)``."""
        if isinstance(owner, str):
            return string_method(self, owner, name, arguments)
        if isinstance(owner, list):
            return array_method(self, owner, name, arguments)
        if isinstance(owner, float) and not isinstance(owner, bool):
            return number_method(owner, name, arguments)
        if isinstance(owner, bool) and name == "toString":
            return text_of(owner)
        if isinstance(owner, BuiltIn):
            prefix = "" if owner == _REACT else f"{owner.name}."
            return call_builtin(self, prefix + name, arguments)
        if isinstance(owner, dict):
            if name in owner:
                return self.call(owner[name], arguments)
            if name == "hasOwnProperty" and arguments:
                return text_of(arguments[0]) in owner
        raise ThrowsError if property_of(owner, name) is UNDEFINED else NotDataError

    def _new(self, node: Node, names: Bindings) -> Value:
        """``new Array(…)``, which is the same as without ``new``."""
        function = self.value(field(node, "constructor"), names)
        if function != BuiltIn(name="Array"):
            raise NotDataError
        arguments = node.child_by_field_name("arguments")
        return self.call(function, [] if arguments is None else self._list(arguments, names))

    # Operators

    def _in_brackets(self, node: Node, names: Bindings) -> Value:
        return self.value(parts(node)[0], names)

    def _sequence(self, node: Node, names: Bindings) -> Value:
        return [self.value(part, names) for part in parts(node)][-1]

    def _condition(self, node: Node, names: Bindings) -> Value:
        chosen = is_true(self.value(field(node, "condition"), names))
        return self.value(field(node, "consequence" if chosen else "alternative"), names)

    def _unary(self, node: Node, names: Bindings) -> Value:
        operator, operand = operator_of(node), field(node, "argument")
        if operator == "typeof" and operand.type == "identifier":
            name = text_at(operand)
            if name in _BROWSER and names.find(name) is None:
                return "undefined"
        if operator == "delete":
            return self._delete(operand, names)
        value = self.value(operand, names)
        if operator == "!":
            return not is_true(value)
        if operator == "typeof":
            return type_of(unwrapped(value))
        if operator == "void":
            return UNDEFINED
        if operator == "~":
            return float(~int32(value))
        number = number_of(value)
        return -number if operator == "-" else number

    def _delete(self, operand: Node, names: Bindings) -> Value:
        if operand.type not in {"member_expression", "subscript_expression"}:
            raise NotDataError
        owner = self._owner(operand, names)
        if not isinstance(owner, dict):
            raise NotDataError
        self.change(owner)
        owner.pop(self._member_key(operand, names), None)
        return True

    def _binary(self, node: Node, names: Bindings) -> Value:
        operator = operator_of(node)
        left = self.value(field(node, "left"), names)
        if operator in _SHORT_CIRCUIT:
            return self.value(field(node, "right"), names) if takes_other(operator, left) else left
        return self.joined(operator, left, self.value(field(node, "right"), names))

    def joined(self, operator: str, left: Value, right: Value) -> Value:
        """The value of *left* and *right* joined by *operator*."""
        if operator == "+":
            left, right = primitive(left), primitive(right)
            if isinstance(left, str) or isinstance(right, str):
                return self.made(text_of(left) + text_of(right))
        test = _TESTS.get(operator)
        if test is not None:
            return test(left, right)
        if operator in _BITS:
            return float(_BITS[operator](int32(left), int32(right)))
        arithmetic = _ARITHMETIC.get(operator)
        if arithmetic is None:
            raise NotDataError
        return arithmetic(number_of(left), number_of(right))

    # Assignments

    def _assignment(self, node: Node, names: Bindings) -> Value:
        target, right = field(node, "left"), field(node, "right")
        place = self._place(target, names)
        if node.type == "assignment_expression":
            value = self.value(right, names)
        else:
            left = property_of(*place) if place else self.value(target, names)
            operator = operator_of(node).removesuffix("=")
            if operator in _SHORT_CIRCUIT:
                if not takes_other(operator, left):
                    return left
                value = self.value(right, names)
            else:
                value = self.joined(operator, left, self.value(right, names))
        self._assign(target, place, value, names)
        return value

    def _update(self, node: Node, names: Bindings) -> Value:
        target = field(node, "argument")
        place = self._place(target, names)
        before = number_of(property_of(*place) if place else self.value(target, names))
        after = before + (1 if operator_of(node) == "++" else -1)
        self._assign(target, place, after, names)
        return after if node.children[0].type in {"++", "--"} else before

    def _place(self, target: Node, names: Bindings) -> tuple[Value, str] | None:
        """The object and the key of *target*; ``None`` for a name or a pattern."""
        if target.type not in {"member_expression", "subscript_expression"}:
            return None
        return self._owner(target, names), self._member_key(target, names)

    def _assign(
        self, target: Node, place: tuple[Value, str] | None, value: Value, names: Bindings
    ) -> None:
        if place is None:
            self.bind(target, value, names, declare=False)
            return
        owner, key = place
        if not isinstance(owner, list | dict):
            raise NotDataError
        self.change(owner)
        set_property(owner, key, value)

    def bind(self, target: Node, value: Value, names: Bindings, *, declare: bool) -> None:
        """Give *value* to *target*: a name, a property, or a pattern of them.

        :param declare: define names in *names*; otherwise they are assigned.
        """
        self.enter()
        kind = target.type
        if kind in {"identifier", "shorthand_property_identifier_pattern"}:
            self._name(text_at(target), value, names, declare)
        elif kind in {"assignment_pattern", "object_assignment_pattern"}:
            if value is UNDEFINED:
                value = self.value(field(target, "right"), names)
            self.bind(field(target, "left"), value, names, declare=declare)
        elif kind == "object_pattern":
            self._take_apart(target, value, names, declare)
        elif kind == "array_pattern":
            self._take_items(target, items_of(value), names, declare)
        elif not declare and (place := self._place(target, names)) is not None:
            self._assign(target, place, value, names)
        else:
            raise NotDataError
        self.depth -= 1

    def _name(self, name: str, value: Value, names: Bindings, declare: bool) -> None:
        scope = names if declare else names.find(name)
        if scope is None or scope.fixed is None:
            raise NotDataError
        if not declare:
            if name in scope.fixed or scope.own[name] is UNSET:
                raise ThrowsError
            self.note_change(scope.age)
        scope.own[name] = value

    def _take_apart(self, target: Node, value: Value, names: Bindings, declare: bool) -> None:
        if value is None or value is UNDEFINED:
            raise ThrowsError
        taken: set[str] = set()
        for part in parts(target):
            if part.type == "rest_pattern":
                left = {k: v for k, v in entries_of(value).items() if k not in taken}
                self.bind(parts(part)[0], self.made(left), names, declare=declare)
                continue
            if part.type == "pair_pattern":
                key, inner = self.key(field(part, "key"), names), field(part, "value")
            else:
                first = part if part.type != "object_assignment_pattern" else field(part, "left")
                key, inner = text_at(first), part
            taken.add(key)
            self.bind(inner, property_of(value, key), names, declare=declare)

    def _take_items(self, target: Node, items: list[Value], names: Bindings, declare: bool) -> None:
        place = 0
        for part in target.children:
            if part.type == ",":
                place += 1
            elif part.type == "rest_pattern":
                rest = self.made(items[place:])
                self.bind(parts(part)[0], rest, names, declare=declare)
            elif part.is_named and "comment" not in part.type:
                item = items[place] if place < len(items) else UNDEFINED
                self.bind(part, item, names, declare=declare)


def unescape(text: str) -> str:
    """*text*, the content of a string, without escapes."""
    return from_units(_ESCAPE.sub(_unescaped, text)) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    code = match[2] or match[3] or match[4]
    if code is None:
        return _CONTROL.get(match[1], match[1])
    number = int(code, 16)
    if number > 0x10FFFF:
        raise NotDataError
    return chr(number)


def takes_other(operator: str, left: Value) -> bool:
    """Whether the operand after *left* and *operator* is evaluated."""
    if operator == "??":
        return left is None or left is UNDEFINED
    return is_true(left) is (operator == "&&")


def _divided(first: float, second: float) -> float:
    if second:
        return first / second
    if not first or math.isnan(first):
        return math.nan
    return math.copysign(math.inf, first) * math.copysign(1, second)


def _rest(first: float, second: float) -> float:
    if not second or math.isinf(first):
        return math.nan
    return math.fmod(first, second)


def _contains(key: Value, owner: Value) -> bool:
    if not isinstance(owner, list | dict):
        raise ThrowsError if primitive(owner) is owner else NotDataError
    if has_holes(owner):
        raise NotDataError
    name = text_of(key)
    if isinstance(owner, list) and is_index(name):
        return int(name) < len(owner)
    value = property_of(owner, name)
    return value is not UNDEFINED or (isinstance(owner, dict) and name in owner)


_ACCESSORS = frozenset({"get", "set", "async", "*", "static"})
_SHORT_CIRCUIT = frozenset({"&&", "||", "??"})
_EFFECTS = frozenset({"useEffect", "useLayoutEffect", "useInsertionEffect"})
_HOOKS = frozenset({"useState", "useMemo", "useCallback", "useRef"})
_REACT = BuiltIn(name="React")
_SETTER = BuiltIn(name="set")
_TESTS: Mapping[str, Callable[[Value, Value], bool]] = {
    "===": is_same,
    "!==": lambda left, right: not is_same(left, right),
    "==": is_equal,
    "!=": lambda left, right: not is_equal(left, right),
    "<": lambda left, right: is_less(left, right) is True,
    ">": lambda left, right: is_less(right, left) is True,
    "<=": lambda left, right: is_less(right, left) is False,
    ">=": lambda left, right: is_less(left, right) is False,
    "in": _contains,
}
_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda first, second: first + second,
    "-": lambda first, second: first - second,
    "*": lambda first, second: first * second,
    "/": _divided,
    "%": _rest,
    "**": power,
}
_BITS: Mapping[str, Callable[[int, int], int]] = {
    "&": lambda first, second: first & second,
    "|": lambda first, second: first | second,
    "^": lambda first, second: first ^ second,
    "<<": lambda first, second: int32(float(first << (second & 31))),
    ">>": lambda first, second: first >> (second & 31),
    ">>>": lambda first, second: (first & 0xFFFFFFFF) >> (second & 31),
}
_KINDS: Mapping[str, Callable[[ExpressionWalk, Node, Bindings], Value]] = {
    "array": ExpressionWalk._array,
    "arrow_function": ExpressionWalk._function,
    "assignment_expression": ExpressionWalk._assignment,
    "augmented_assignment_expression": ExpressionWalk._assignment,
    "binary_expression": ExpressionWalk._binary,
    "call_expression": ExpressionWalk._optional,
    "false": lambda walk, node, names: False,
    "function_expression": ExpressionWalk._function,
    "identifier": ExpressionWalk._identifier,
    "jsx_element": lambda walk, node, names: walk.markup(node, names),
    "jsx_self_closing_element": lambda walk, node, names: walk.markup(node, names),
    "member_expression": ExpressionWalk._optional,
    "new_expression": ExpressionWalk._new,
    "null": lambda walk, node, names: None,
    "number": ExpressionWalk._number,
    "object": ExpressionWalk._object,
    "parenthesized_expression": ExpressionWalk._in_brackets,
    "sequence_expression": ExpressionWalk._sequence,
    "string": ExpressionWalk._string,
    "subscript_expression": ExpressionWalk._optional,
    "template_string": ExpressionWalk._template,
    "ternary_expression": ExpressionWalk._condition,
    "true": lambda walk, node, names: True,
    "unary_expression": ExpressionWalk._unary,
    "undefined": lambda walk, node, names: UNDEFINED,
    "update_expression": ExpressionWalk._update,
}
