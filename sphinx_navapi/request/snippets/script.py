"""The clients as a script for browsers, translated from their Python.

The modules of this folder are the only definition of a sample. They keep to a small part
of Python (functions of text, lists and regular expressions), which this module writes as
JavaScript, statement by statement; what it does not know it refuses, with file and line.
``python -m sphinx_navapi.request.snippets.script`` writes the file again after a change.

What a language of samples may use: functions without defaults, assignments, ``if``, ``for``,
``return``, f-strings, comprehensions with one ``for``, ``any`` and ``all``, methods of text and
lists, ``re`` with constant patterns that JavaScript reads alike, replacements as functions.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import json
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_navapi.request.snippets import LANGUAGES

FOLDER = Path(__file__).parent
SCRIPT = FOLDER.parents[1] / "html" / "static" / "playground" / "clients.js"

#: In the order of their needs.
MODULES = ("quoting", *LANGUAGES)

_RESERVED = frozenset({"arguments", "eval", "function", "new", "package", "static", "var", "let"})

#: Names that every module finds around it.
_BUILTINS = frozenset(
    {"any", "all", "bool", "chr", "enumerate", "len", "max", "next", "ord", "range", "set",
     "sorted"}
)  # fmt: skip

#: Methods and functions of `re` that give a truth.
_TESTS = frozenset({"endswith", "isascii", "isspace", "search", "startswith"})

_HEAD = """\
// @ts-nocheck
// Code samples: the text of each is that of the page.
// Written by sphinx_navapi/request/snippets/script.py from the modules beside it: change those.
(() => {
  "use strict";
  const playground = globalThis.navapiPlayground;
  const { wire } = playground;
  // What JavaScript lacks of Python, or does otherwise.
  const is = (x) => Boolean(x && typeof x === "object" ? x.length ?? x.size ?? true : x);
  const has = (x, y) =>
    x instanceof Set ? x.has(y) : x.includes ? x.includes(y) : Object.hasOwn(x, y);
  const add = (x, y) =>
    x instanceof Set ? new Set([...x, ...y]) : Array.isArray(x) ? [...x, ...y] : x + y;
  const len = (x) => x.size ?? x.length;
  const list = (x) => Array.isArray(x) ? x : x[Symbol.iterator] ? [...x] : Object.keys(x);
  const flags = (x) => x.flags ?? "";
  const sub = (x, y, z) =>
    z.replace(new RegExp(x.source ?? x, `g${flags(x)}`), (...found) => y(found));
  const escape = (x) => x.replace(/[\\\\\\]\\[^$.*+?(){}|\\/-]/g, "\\\\$&");
  const capitalize = (x) => x.slice(0, 1).toUpperCase() + x.slice(1).toLowerCase();
  const removesuffix = (x, y) => y && x.endsWith(y) ? x.slice(0, -y.length) : x;
"""


class UntranslatableError(Exception):
    """Something that is not part of the language of samples; says where it stands."""


def _camel(name: str) -> str:
    if name.isupper() or name.lstrip("_").isupper():
        return name
    inner = name.lstrip("_")
    written = "_" * (len(name) - len(inner)) + re.sub(
        r"_+([a-z0-9])", lambda found: found[1].upper(), inner
    )
    return f"{written}_" if written in _RESERVED else written


class _Names:
    """What variables and functions are called in the script: as in Python."""

    def __call__(self, name: str) -> str:
        return _camel(name)

    @contextlib.contextmanager
    def inside(self, _function: ast.FunctionDef) -> Iterator[None]:
        """While what stands in a function of a module is written."""
        yield


class _ShortNames(_Names):
    """Short ones, the same in all modules, as people read the Python.

    Those of a module begin with a capital letter, and those of a function with a small one.
    """

    #: What the script or JavaScript itself calls something.
    _TAKEN = frozenset(
        {"add", "as", "at", "do", "has", "if", "in", "is", "len", "of", "one", "sub"}
    )
    #: What stands outside: entries of the table of clients.
    _KEPT = {"render": "render"}

    def __init__(self) -> None:
        self._free = self._beginning_with(string.ascii_uppercase)
        self._known = dict(self._KEPT)
        self._local: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        if name in self._local:
            return self._local[name]
        if name not in self._known:
            self._known[name] = next(self._free)
        return self._known[name]

    @contextlib.contextmanager
    def inside(self, function: ast.FunctionDef) -> Iterator[None]:
        free = self._beginning_with(string.ascii_lowercase)
        bound = (_bound_name(node) for node in ast.walk(function) if node is not function)
        self._local = {name: next(free) for name in dict.fromkeys(filter(None, bound))}
        yield
        self._local = {}

    def _beginning_with(self, letters: str) -> Iterator[str]:
        yield from letters
        for first in letters:
            yield from (
                first + second
                for second in string.ascii_letters
                if first + second not in self._TAKEN
            )


def _bound_name(node: ast.AST) -> str | None:
    """The name that *node* gives something inside a function."""
    match node:
        case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
            return name
    return None


@dataclass(frozen=True, slots=True)
class _Module:
    """A module while it is translated.

    :ivar name: of its file, for messages.
    :ivar names: what variables and functions are called in the script.
    """

    name: str
    names: _Names = field(default_factory=_Names)

    def fail(self, node: ast.AST, what: str) -> UntranslatableError:
        line = getattr(node, "lineno", 0)
        return UntranslatableError(f"{self.name}.py:{line}: {what} is not translated")

    # -- statements -----------------------------------------------------------------------

    def write(self, tree: ast.Module) -> str:
        """The module as a constant that holds its public functions."""
        lines: list[str] = []
        exports: list[str] = []
        for node in tree.body:
            if _is_declaration(node):
                continue
            if isinstance(node, ast.ImportFrom):
                lines += self.imported(node)
            elif isinstance(node, ast.FunctionDef):
                lines += self.outer_function(node)
                if not node.name.startswith("_"):
                    exports.append(self.names(node.name))
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                is_chain = isinstance(node, ast.Assign) and len(node.targets) > 1
                if not isinstance(target, ast.Name) or node.value is None or is_chain:
                    raise self.fail(node, "this assignment")
                lines.append(f"const {self.names(target.id)} = {self.value(node.value)};")
                if not target.id.startswith("_"):
                    exports.append(self.names(target.id))
            elif not (isinstance(node, ast.Import) or _is_text(node)):
                raise self.fail(node, type(node).__name__)
        lines.append(f"return {{ {', '.join(exports)} }};")
        body = "".join(f"    {line}\n" for line in lines)
        return f"  const {self.name} = (() => {{\n{body}  }})();\n"

    def imported(self, node: ast.ImportFrom) -> Iterator[str]:
        """A line for what comes from another module of this folder; types come from others."""
        package, _, source = (node.module or "").rpartition(".")
        if package == "sphinx_navapi.request.snippets":
            # The modules beside those that are translated are scripts with names of their own.
            given = self.names if source in MODULES else _camel
            pairs = ((given(alias.name), self.names(alias.name)) for alias in node.names)
            listed = ", ".join(a if a == b else f"{a}: {b}" for a, b in pairs)
            yield f"const {{ {listed} }} = {source};"

    def outer_function(self, node: ast.FunctionDef) -> Iterator[str]:
        """A function of the module."""
        name = self.names(node.name)
        with self.names.inside(node):
            yield from self.function(node, name)

    def function(self, node: ast.FunctionDef, name: str) -> Iterator[str]:
        """A function; its variables are those of the whole function, as in Python."""
        names = [self.names(arg.arg) for arg in (*node.args.args, *node.args.kwonlyargs)]
        if node.args.defaults or node.decorator_list or any(node.args.kw_defaults):
            raise self.fail(node, "a default or a decorator")
        yield f"const {name} = ({', '.join(names)}) => {{"
        local = dict.fromkeys(
            self.names(inner.id)
            for statement in node.body
            for inner in _own_nodes(statement)
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
        )
        if new := [name for name in local if name not in names]:
            yield f"  let {', '.join(new)};"
        yield from self.block(node.body)
        yield "};"

    def block(self, body: list[ast.stmt]) -> Iterator[str]:
        for node in body:
            if not _is_text(node):
                yield from (f"  {line}" for line in self.statement(node))

    def statement(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.Return(value=ast.expr() as value):
                yield f"return {self.value(value)};"
            case ast.Assign(targets=[target], value=value):
                yield f"{self.target(target)} = {self.value(value)};"
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    yield f"{self.target(target)} = {self.value(value)};"
            case ast.AugAssign(target=target, op=ast.Add() | ast.BitOr(), value=value):
                name = self.target(target)
                yield f"{name} = {self.sum(name, value)};"
            case ast.Expr(value=value):
                yield f"{self.value(value)};"
            case ast.FunctionDef():
                yield from self.function(node, self.names(node.name))
            case ast.If(test=test, body=body, orelse=orelse):
                yield f"if ({self.test(test)}) {{"
                yield from self.block(body)
                while len(orelse) == 1 and isinstance(inner := orelse[0], ast.If):
                    yield f"}} else if ({self.test(inner.test)}) {{"
                    yield from self.block(inner.body)
                    orelse = inner.orelse
                if orelse:
                    yield "} else {"
                    yield from self.block(orelse)
                yield "}"
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                yield f"for ({self.target(target)} of {self.value(over)}) {{"
                yield from self.block(body)
                yield "}"
            case _:
                raise self.fail(node, type(node).__name__)

    def target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self.names(name)
            case ast.Tuple(elts=elts):
                return f"[{', '.join(map(self.target, elts))}]"
        raise self.fail(node, "this target")

    # -- expressions ----------------------------------------------------------------------

    def test(self, node: ast.expr) -> str:
        """An expression of which only the truth counts."""
        match node:
            case ast.BoolOp(op=op, values=values):
                joint = " && " if isinstance(op, ast.And) else " || "
                return f"({joint.join(map(self.test, values))})"
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare() as operand):
                return f"!({self.value(operand)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.test(operand)}"
        if _is_truth(node):
            return self.value(node)
        return f"is({self.value(node)})"

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(text)):
                return json.dumps(text)
            case ast.Constant(value=bool(flag)):
                return "true" if flag else "false"
            case ast.Constant(value=None):
                return "null"
            case ast.Constant(value=int(number)):
                return str(number)
            case ast.Name(id=name):
                return self.names(name)
            case ast.Attribute(value=value, attr=name):
                return f"{self.value(value)}.{_camel(name)}"
            case ast.JoinedStr(values=values):
                return f"`{''.join(map(self.piece, values))}`"
            case ast.List(elts=elts) | ast.Tuple(elts=elts):
                return f"[{', '.join(map(self.value, elts))}]"
            case ast.Set(elts=elts):
                return f"new Set([{', '.join(map(self.value, elts))}])"
            case ast.Starred(value=value):
                return f"...{self.value(value)}"
            case ast.Dict():
                return self.mapping(node)
            case (
                ast.ListComp(elt=elt, generators=[one])
                | ast.GeneratorExp(elt=elt, generators=[one])
            ):
                return self.comprehension(elt, one)
            case ast.ListComp(elt=elt, generators=[outer, inner]):
                if outer.ifs:
                    raise self.fail(node, "a condition between two loops")
                nested = self.comprehension(elt, inner)
                return (
                    f"{self.value(outer.iter)}.flatMap(({self.target(outer.target)}) => {nested})"
                )
            case ast.Lambda(args=args, body=body):
                return (
                    f"({', '.join(self.names(arg.arg) for arg in args.args)}) => {self.value(body)}"
                )
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.test(test)} ? {self.value(body)} : {self.value(orelse)})"
            case ast.BoolOp(op=ast.Or(), values=[left, ast.Constant(value=str(text))]):
                return f"({self.value(left)} || {json.dumps(text)})"
            case ast.UnaryOp(op=ast.Not()):
                return self.test(node)
            case ast.BoolOp(values=values) if all(map(_is_truth, values)):
                return self.test(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.value(operand)}"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.comparison(left, op, right)
            case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
                return self.sum(self.value(left), right, left)
            case ast.BinOp(left=ast.Constant(value=str()) as left, op=ast.Mult(), right=right):
                return f"{self.value(left)}.repeat({self.value(right)})"
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [
                    self.value(lower) if lower else "0",
                    *([self.value(upper)] if upper else []),
                ]
                return f"{self.value(value)}.slice({', '.join(ends)})"
            case ast.Subscript(value=value, slice=ast.UnaryOp() as index):
                return f"{self.value(value)}.at({self.value(index)})"
            case ast.Subscript(value=value, slice=index):
                return f"{self.value(value)}[{self.value(index)}]"
            case ast.Call():
                return self.call(node)
        raise self.fail(node, type(node).__name__)

    def piece(self, node: ast.expr) -> str:
        """What stands between two braces of an f-string, or between two pairs of them."""
        match node:
            case ast.Constant(value=str(text)):
                return json.dumps(text)[1:-1].replace("`", "\\`").replace("${", "\\${")
            case ast.FormattedValue(value=value, format_spec=None, conversion=-1):
                return f"${{{self.value(value)}}}"
            case ast.FormattedValue(
                value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])
            ) if match := re.fullmatch(r"(?:0(\d))?([xo])", spec):
                digits = f"{self.value(value)}.toString({16 if match[2] == 'x' else 8})"
                return f"${{{digits}.padStart({match[1] or 0}, 0)}}"
        raise self.fail(node, "this format")

    def sum(self, left: str, right: ast.expr, left_node: ast.expr | None = None) -> str:
        texts = (ast.JoinedStr, ast.Constant)
        if isinstance(right, texts) or isinstance(left_node, texts):
            return f"{left} + {self.value(right)}"
        return f"add({left}, {self.value(right)})"

    def mapping(self, node: ast.Dict) -> str:
        pairs: list[str] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                pairs.append(f"...{self.value(value)}")
            else:
                pairs.append(f"[{self.value(key)}]: {self.value(value)}")
        return f"{{ {', '.join(pairs)} }}"

    def comprehension(self, elt: ast.expr, loop: ast.comprehension) -> str:
        target = f"({self.target(loop.target)})"
        text = self.items(loop.iter)
        for test in loop.ifs:
            text += f".filter({target} => {self.test(test)})"
        if ast.dump(elt) == ast.dump(loop.target).replace("Store()", "Load()"):
            return text
        return f"{text}.map({target} => {self.value(elt)})"

    def items(self, node: ast.expr) -> str:
        """Something that comprehensions go through, as an Array."""
        text = self.value(node)
        return text if isinstance(node, ast.ListComp) else f"list({text})"

    def comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        match op:
            case ast.In() | ast.NotIn():
                sign = "!" if isinstance(op, ast.NotIn) else ""
                return f"{sign}has({self.value(right)}, {self.value(left)})"
            case ast.Is() | ast.Eq():
                sign = "==="
            case ast.IsNot() | ast.NotEq():
                sign = "!=="
            case ast.Lt():
                sign = "<"
            case ast.Gt():
                sign = ">"
            case _:
                raise self.fail(left, type(op).__name__)
        return f"{self.value(left)} {sign} {self.value(right)}"

    def call(self, node: ast.Call) -> str:
        """A call; an argument by name is the last one of its function."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _BUILTINS:
                return self.builtin(name, node)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=words):
                if name in dir(builtins):
                    raise self.fail(node, name)
                if len(words) > 1:
                    raise self.fail(node, "more than one argument by name")
                given = [*args, *(word.value for word in words)]
                return f"{self.names(name)}({', '.join(map(self.value, given))})"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)):
                return self.regular(name, node)
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=args, keywords=[]):
                return self.method(node, self.value(value), name, args)
        raise self.fail(node, "this call")

    def builtin(self, name: str, node: ast.Call) -> str:
        args = node.args
        if name in ("any", "all") and isinstance(args[0], ast.GeneratorExp):
            (loop,) = args[0].generators
            if loop.ifs:
                raise self.fail(node, "a condition")
            way = "some" if name == "any" else "every"
            test = self.test(args[0].elt)
            return f"{self.items(loop.iter)}.{way}(({self.target(loop.target)}) => {test})"
        if name == "all":
            return f"{self.value(args[0])}.every(is)"
        if name == "next":
            return f"({self.value(args[0])}[0] ?? {self.value(args[1])})"
        if name == "max":
            least = [self.value(word.value) for word in node.keywords if word.arg == "default"]
            if least:
                return f"Math.max({least[0]}, ...{self.value(args[0])})"
            return f"Math.max({', '.join(map(self.value, args))})"
        if name == "enumerate":
            start = self.value(args[1]) if len(args) > 1 else "0"
            return f"{self.value(args[0])}.map((one, at) => [at + {start}, one])"
        written = self.test(args[0]) if name == "bool" else self.value(args[0])
        forms: dict[str, str] = {
            "bool": "{}", "chr": "String.fromCodePoint({})", "len": "len({})",
            "ord": "{}.codePointAt(0)", "set": "new Set({})", "sorted": "[...{}].sort()",
        }  # fmt: skip
        if name not in forms:
            raise self.fail(node, name)
        return forms[name].replace("{}", written)

    def regular(self, name: str, node: ast.Call) -> str:
        args = [self.value(arg) for arg in node.args]
        flags = "m" if any(word.arg == "flags" for word in node.keywords) else ""
        if name in ("compile", "search"):
            flags = "m" if len(args) > (2 if name == "search" else 1) else ""
            pattern = f"new RegExp({args[0]}{', ' + json.dumps(flags) if flags else ''})"
            return pattern if name == "compile" else f"{pattern}.test({args[1]})"
        if name == "findall":
            return f'({args[1]}.match(new RegExp({args[0]}, "g")) ?? [])'
        if name == "escape":
            return f"escape({args[0]})"
        if name == "sub" and isinstance(node.args[1], (ast.Lambda, ast.Name)):
            pattern = f'new RegExp({args[0]}, "{flags}")' if flags else args[0]
            return f"sub({pattern}, {args[1]}, {args[2]})"
        raise self.fail(node, f"re.{name}")

    def method(self, node: ast.Call, owner: str, name: str, args: list[ast.expr]) -> str:
        written = [self.value(arg) for arg in args]
        same: dict[str, str] = {
            "append": "push", "add": "add", "split": "split", "lower": "toLowerCase",
            "upper": "toUpperCase", "startswith": "startsWith", "endswith": "endsWith",
        }  # fmt: skip
        forms: dict[str, Callable[[], str]] = {
            "join": lambda: f"{written[0]}.join({owner})",
            "replace": lambda: f"{owner}.split({written[0]}).join({written[1]})",
            "capitalize": lambda: f"capitalize({owner})",
            "isascii": lambda: f"playground.isAscii({owner})",
            "isspace": lambda: f'({owner}.trim() === "")',
            "removesuffix": lambda: f"removesuffix({owner}, {written[0]})",
            "update": lambda: f"{written[0]}.forEach((one) => {owner}.add(one))",
            "search": lambda: f"{owner}.test({written[0]})",
            "sub": lambda: f"sub({owner}, {written[0]}, {written[1]})",
        }
        if name in same:
            return f"{owner}.{same[name]}({', '.join(written)})"
        if name in forms:
            return forms[name]()
        raise self.fail(node, f".{name}()")


def _is_declaration(node: ast.stmt) -> bool:
    """Whether *node* is about what the language is called, which pages know already."""
    match node:
        case ast.ImportFrom(module="sphinx_navapi.request.snippets.client"):
            return True
        case ast.Assign(targets=[ast.Name(id="CLIENT")]):
            return True
    return False


def _is_text(node: ast.stmt) -> bool:
    """Whether *node* is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_truth(node: ast.expr) -> bool:
    """Whether the value of *node* is true or false in both languages."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _TESTS
        case ast.Call(func=ast.Name(id="any" | "all" | "bool")):
            return True
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            return name.lstrip("_").startswith(("is_", "has_"))
    return False


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """*node* and what is below it, but for the insides of functions and comprehensions."""
    yield node
    if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.GeneratorExp)):
        return
    for inner in ast.iter_child_nodes(node):
        yield from _own_nodes(inner)


def clients_script() -> str:
    """The text of the script. :raises UntranslatableError: a module uses more of Python."""
    short = _ShortNames()
    modules = (
        _Module(name, short).write(ast.parse((FOLDER / f"{name}.py").read_text("utf-8")))
        for name in MODULES
    )
    names = ", ".join(name for name in MODULES if name != "quoting")
    return (
        _HEAD
        + "".join(modules)
        + f"  const clients = {{ {names} }};\n"
        + "  playground.renderSample = (id, request) => clients[id].render(request);\n"
        + "})();\n"
    )


if __name__ == "__main__":
    SCRIPT.write_text(clients_script(), "utf-8")
