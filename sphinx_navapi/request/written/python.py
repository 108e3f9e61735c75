"""Requests in Python: calls of requests and httpx, read from the syntax tree."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

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

_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_LIBRARIES: Final = frozenset({"requests", "httpx"})
_CLIENTS: Final = frozenset({"Session", "session", "Client", "AsyncClient"})

_PROMPT: Final = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)

#: A client made by the code: the base of its URLs.
_BASE: Final = "base_url"


def read(code: str) -> Iterator[WrittenRequest]:
    """The requests of *code*; none if it is not Python."""
    tree = _parse(code) or _parse(_PROMPT.sub("", code))
    if tree is not None:
        yield from _PythonCalls().read(tree)


def _parse(code: str) -> ast.Module | None:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        tree = compile(code, "<guide>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if isinstance(tree, ast.Module) else None


class _PythonCalls:
    def __init__(self) -> None:
        # A name that is bound twice may have either value.
        self._values: dict[str, Any] = {}
        self._clients: dict[str, str] = {}
        self._depth = 0

    def read(self, tree: ast.Module) -> Iterator[WrittenRequest]:
        """The requests of *tree*, in their order."""
        calls = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._bind(target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._bind(node.target, node.value)
            elif isinstance(node, ast.withitem) and node.optional_vars is not None:
                self._bind(node.optional_vars, node.context_expr)
            elif isinstance(node, ast.AugAssign | ast.For | ast.AsyncFor | ast.NamedExpr):
                self._bind(node.target, None)
            elif isinstance(node, ast.arg):
                self._values[node.arg] = Unset.UNKNOWN
            elif isinstance(node, ast.Delete):
                for target in node.targets:
                    self._bind(target, None)
            elif isinstance(node, ast.Call):
                calls.append(node)
        self._forget_changed(calls)
        for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
            request = self._request(call)
            if request is not None:
                yield request

    def _bind(self, target: ast.expr, value: ast.expr | None) -> None:
        for node in ast.walk(target):
            if not isinstance(node, ast.Name):
                # A subscript changes what a name stands for.
                continue
            base = self._client(value) if value is not None and target is node else None
            if base is not None and node.id not in self._clients:
                self._clients[node.id] = base
            elif target is not node or value is None or node.id in self._values:
                self._values[node.id] = Unset.UNKNOWN
            else:
                self._values[node.id] = self._value(value)

    def _forget_changed(self, calls: Iterable[ast.Call]) -> None:
        """Forget the lists and mappings whose methods are called: they may have changed."""
        for call in calls:
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(owner, ast.Name) and isinstance(self._values.get(owner.id), dict | list):
                self._values[owner.id] = Unset.UNKNOWN

    def _client(self, value: ast.expr) -> str | None:
        """The base of URLs of the client that *value* makes; ``None`` if it makes none."""
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
            return None
        owner = value.func.value
        if not (isinstance(owner, ast.Name) and owner.id in _LIBRARIES):
            return None
        if value.func.attr not in _CLIENTS:
            return None
        keywords = {each.arg: each.value for each in value.keywords}
        return self._text(keywords[_BASE]) if _BASE in keywords else ""

    def _request(self, call: ast.Call) -> WrittenRequest | None:
        function = call.func
        if not (isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)):
            return None
        owner, name = function.value.id, function.attr
        base = self._clients.get(owner)
        if (owner not in _LIBRARIES and base is None) or name not in _METHODS | {"request"}:
            return None
        if any(isinstance(each, ast.Starred) for each in call.args):
            return None
        keywords = {each.arg: each.value for each in call.keywords}
        positional = list(call.args)
        method = name.upper()
        if name == "request":
            written = positional.pop(0) if positional else keywords.get("method")
            method = self._text(written).upper() if written is not None else HOLE
        url = positional.pop(0) if positional else keywords.get("url")
        if url is None or HOLE in method:
            return None
        address = self._text(url)
        if base and "://" not in address:
            address = f"{base.rstrip('/')}/{address.lstrip('/')}"
        is_sure = None not in keywords and not positional
        return WrittenRequest(
            line=call.lineno - 1, method=method, url=with_holes(address),
            query=self._pairs(keywords.get("params")) if is_sure and base is None else None,
            headers=self._headers(keywords.get("headers")) if is_sure and base is None else None,
            body=self._body(keywords) if is_sure else Unset.UNKNOWN,
        )  # fmt: skip

    def _pairs(self, node: ast.expr | None) -> tuple[tuple[str, str], ...] | None:
        """The parameters that *node* contains; a list has its name several times."""
        value: Any = {} if node is None else self._value(node)
        pairs = list(value.items()) if isinstance(value, dict) else value
        if not isinstance(pairs, list):
            return None
        if not all(isinstance(each, list | tuple) and len(each) == 2 for each in pairs):
            return None
        if not all(isinstance(name, str) for name, _ in pairs):
            return None
        return tuple(
            (name, with_holes(shown(each)))
            for name, values in pairs
            for each in (values if isinstance(values, list) else [values])
        )

    def _headers(self, node: ast.expr | None) -> dict[str, str] | None:
        pairs = self._pairs(node)
        return None if pairs is None else {name.lower(): value for name, value in pairs}

    def _body(self, keywords: Mapping[str | None, ast.expr]) -> Any:
        if "json" in keywords:
            value = self._value(keywords["json"])
            return Unset.UNKNOWN if value is None else with_unknown(value)
        for name in ("data", "content", "files"):
            if name in keywords:
                value = self._value(keywords[name])
                return json_body(value) if isinstance(value, str) else Unset.UNKNOWN
        return Unset.NONE

    def _text(self, node: ast.expr) -> str:
        return as_text(self._value(node))

    def _value(self, node: ast.expr) -> Any:
        """The value of *node*: JSON, with `HOLE` in texts and `Unset.UNKNOWN`."""
        self._depth += 1
        try:
            return self._known(node) if self._depth < DEEPEST else Unset.UNKNOWN
        finally:
            self._depth -= 1

    def _known(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value if isinstance(value, str | int | float | None) else Unset.UNKNOWN
            case ast.JoinedStr(values=parts):
                return "".join(map(self._text, parts))
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return shown(self._value(value))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return joined(self._value(left), self._value(right))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                if any(isinstance(item, ast.Starred) for item in items):
                    return Unset.UNKNOWN
                return [self._value(item) for item in items]
            case ast.Name(id=name):
                return self._values.get(name, Unset.UNKNOWN)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="json"), attr="dumps"), args=[value]
            ):
                return self._dumped(self._value(value))
        return Unset.UNKNOWN

    def _dict(self, keys: list[ast.expr | None], values: list[ast.expr]) -> Any:
        names = [self._value(key) if key is not None else Unset.UNKNOWN for key in keys]
        if not all(isinstance(name, str) and HOLE not in name for name in names):
            return Unset.UNKNOWN
        return dict(zip(names, map(self._value, values), strict=True))

    def _dumped(self, value: Any) -> Any:
        try:
            return json.dumps(value)
        except (TypeError, ValueError):
            return Unset.UNKNOWN
