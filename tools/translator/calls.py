"""Calls: functions, methods, comprehensions and regular expressions."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from translator.expressions import (
    CALL,
    CHOICE,
    LESS,
    OR,
    UNARY,
    Expr,
    Expressions,
    described,
    quoted,
)
from translator.facts import class_names
from translator.kinds import (
    ANY,
    BOOL,
    INT,
    MATCH,
    STR,
    TEXTS,
    ValueKind,
    common_kind,
    type_text,
)
from translator.layout import Chain, Doc, Group, Members
from translator.names import camel
from translator.patterns import group_count, script_pattern
from translator.sources import DataClass, Param, Signature

#: Translations of `isinstance`.
_TYPES = {("str",): 'typeof {} === "string"', ("Mapping",): "{} instanceof Map",
          ("list", "tuple"): "Array.isArray({})"}  # fmt: skip

#: String methods with an equivalent, and their result types.
_SAME = {"startswith": ("startsWith", BOOL), "endswith": ("endsWith", BOOL),
         "lower": ("toLowerCase", STR), "upper": ("toUpperCase", STR)}  # fmt: skip


class Calls(Expressions):
    """Also translates calls."""

    def call(self, node: ast.Call) -> Expr:
        """A call of a function defined here or of a supported part of Python."""
        match node.func:
            case ast.Name(id=name) if name in self.locals:
                return self._given(node, self.value(node.func))
            case ast.Name(id=name):
                symbol = self.world.symbol(self.source, name)
                if isinstance(symbol, Signature):
                    return self._function(node, name, symbol)
                if isinstance(symbol, DataClass):
                    return self._record(node, symbol, name)
                if isinstance(symbol, ValueKind):
                    return self._given(node, self.value(node.func))
                return self._builtin(node, name)
            case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"):
                keys = self.iterable(node.args[0])
                return Expr(("new Set(", keys.doc, ")"), ValueKind("keys", keys.kind.args))
            case ast.Attribute(value=owner, attr=name) if not node.keywords:
                return self._method(node, self.value(owner), name)
        raise self.fail(node, "this call")

    # -- functions ----------------------------------------------------------------------------

    def _given(self, node: ast.Call, function: Expr) -> Expr:
        """A call of a value."""
        if function.kind.name != "function" or function.kind.optional or node.keywords:
            raise self.fail(node, f"a call of {described(function.kind)}")
        docs = tuple(self.value(one).within(CHOICE) for one in node.args)
        return Expr((function.doc, Group("(", docs, ")")), function.kind.args[-1])

    def _function(self, node: ast.Call, name: str, signature: Signature) -> Expr:
        docs = [
            self._argument(one, param).within(CHOICE)
            for one, param in zip(node.args, signature.params, strict=False)
            if param.is_written
        ]
        by_name = {one.name: one for one in signature.params if one.by_name}
        named: list[Doc] = []
        for word in node.keywords:
            param = by_name.get(word.arg or "")
            if param is None:
                raise self.fail(node, "this keyword argument")
            if param.is_written:
                named.append(entry(camel(param.name), self._argument(word.value, param)))
        if named:
            # The preceding ones have defaults, or Python would report a missing argument.
            if len(docs) < len(signature.positional):
                raise self.fail(node, "a keyword argument after an omitted one")
            docs.append(Group("{", tuple(named), "}", " "))
        written = (self.written_name(name), Group("(", tuple(docs), ")"))
        return Expr(written, signature.returns)

    def _argument(self, node: ast.expr, param: Param) -> Expr:
        if isinstance(node, ast.Lambda) and param.kind.name == "function":
            return self.arrow(node, param.kind.args[:-1])
        return self.value(node)

    def _record(self, node: ast.Call, record: DataClass, name: str) -> Expr:
        """An object with all fields of a dataclass."""
        given = dict(zip((one.name for one in record.fields), node.args, strict=False))
        given |= {word.arg or "": word.value for word in node.keywords}
        docs: list[Doc] = []
        for one in record.fields:
            value = given.get(one.name, one.default)
            if value is None:
                raise self.fail(node, f"{name} without {one.name}")
            docs.append(entry(camel(one.name), self.value(value)))
        return Expr(Group("{", tuple(docs), "}", " "), ValueKind(name))

    def _builtin(self, node: ast.Call, name: str) -> Expr:
        match name, node.args, node.keywords:
            case (("any" | "all"), [ast.GeneratorExp(generators=[_]) as inner], []):
                return self._quantified(name, inner)
            case "all", [arg], []:
                found = self.value(arg)
                if found.kind == TEXTS:
                    return Expr(member(found, ".every(Boolean)"), BOOL)
            case "next", [ast.GeneratorExp() as inner, default], []:
                return self._first(node, inner, default)
            case "max", [ast.GeneratorExp(elt=ast.Call(func=ast.Name(id="len"))) as inner], [
                ast.keyword(arg="default", value=ast.Constant(value=0))
            ]:
                return Expr(("Math.max(0, ...", self.items(inner).doc, ")"), INT)
            case "isinstance", [value, classes], []:
                return self._is_instance(node, value, classes)
            case "filter", [ast.Constant(value=None), arg], []:
                found = self.value(arg)
                if found.kind == TEXTS:
                    return Expr(member(found, ".filter(Boolean)"), TEXTS)
            case _, [arg], [] if name in self._SIMPLE:
                return self._SIMPLE[name](self, arg, node)
            case "max", [_, _], []:
                both = [self.value(one) for one in node.args]
                if all(one.kind == INT for one in both):
                    return Expr(("Math.max", Group("(", tuple(x.doc for x in both), ")")), INT)
        raise self.fail(node, f"this call of {name}")

    def _quantified(self, name: str, node: ast.GeneratorExp) -> Expr:
        way = "some" if name == "any" else "every"
        return replace(self._walk(node, f".{way}"), kind=BOOL)

    def _first(self, node: ast.Call, inner: ast.GeneratorExp, default: ast.expr) -> Expr:
        found, other = self.items(inner), self.value(default)
        if found.kind.item.optional:
            raise self.fail(node, "the first of values that may be None")
        doc = (found.within(CALL), "[0] ?? ", other.within(CALL))
        return Expr(doc, common_kind(found.kind.item, other.kind), OR)

    def _is_instance(self, node: ast.Call, value: ast.expr, classes: ast.expr) -> Expr:
        names = class_names(classes)
        wanted = [one for one in _TYPES if set(one) <= set(names)]
        if sum(map(len, wanted)) != len(names) or not isinstance(value, ast.Name):
            raise self.fail(node, "this isinstance")
        text = self.written_name(value.id)
        tests = [_TYPES[one].replace("{}", text) for one in wanted]
        if len(tests) == 1:
            return Expr(tests[0], BOOL, LESS if names[0] != "list" else CALL)
        return Expr(Chain(tests[0], tuple(f"|| {test}" for test in tests[1:])), BOOL, OR)

    def _bool(self, arg: ast.expr, node: ast.Call) -> Expr:
        del node
        found = self.test(arg)
        return found if found.kind == BOOL else Expr(("Boolean(", found.doc, ")"), BOOL)

    def _len(self, arg: ast.expr, node: ast.Call) -> Expr:
        found = self.value(arg)
        if found.kind == STR:
            # Code points, not the code units of JavaScript strings.
            return Expr(("[...", found.within(UNARY), "].length"), INT)
        if found.kind.optional or found.kind.name not in {"list", "dict", "set", "keys"}:
            raise self.fail(node, f"len of {described(found.kind)}")
        way = "length" if found.kind.name == "list" else "size"
        return Expr((found.within(CALL), f".{way}"), INT)

    def _chr(self, arg: ast.expr, node: ast.Call) -> Expr:
        del node
        return Expr(("String.fromCodePoint(", self.value(arg).doc, ")"), STR)

    def _ord(self, arg: ast.expr, node: ast.Call) -> Expr:
        del node
        return self.sure(Expr((self.value(arg).within(CALL), ".codePointAt(0)"), INT))

    def _str(self, arg: ast.expr, node: ast.Call) -> Expr:
        found = self.value(arg)
        if found.kind == STR:
            return found
        if found.kind == INT:
            return Expr(("String(", found.doc, ")"), STR)
        raise self.fail(node, f"str of {described(found.kind)}")

    def _set(self, arg: ast.expr, node: ast.Call) -> Expr:
        del node
        found = self.iterable(arg)
        return Expr(("new Set(", found.doc, ")"), ValueKind("set", found.kind.args))

    def _sorted(self, arg: ast.expr, node: ast.Call) -> Expr:
        found = self.value(arg)
        if found.kind not in (TEXTS, ValueKind("set", (STR,))):
            raise self.fail(node, f"sorted {described(found.kind)}")
        return Expr((self.helper("sorted"), "(", found.doc, ")"), TEXTS)

    def _tuple(self, arg: ast.expr, node: ast.Call) -> Expr:
        del node
        found = self.iterable(arg)
        if isinstance(arg, (ast.ListComp, ast.GeneratorExp)):
            return found
        return Expr(("[...", found.within(UNARY), "]"), ValueKind("list", found.kind.args))

    _SIMPLE: dict[str, Callable[[Calls, ast.expr, ast.Call], Expr]] = {
        "bool": _bool, "len": _len, "chr": _chr, "ord": _ord, "str": _str, "set": _set,
        "sorted": _sorted, "tuple": _tuple, "list": _tuple,
    }  # fmt: skip

    # -- comprehensions -----------------------------------------------------------------------

    def items(self, node: ast.ListComp | ast.GeneratorExp) -> Expr:
        """A comprehension with one loop or two."""
        return self._walk(node, ".map")

    def _walk(self, node: ast.ListComp | ast.GeneratorExp, way: str) -> Expr:
        loop, *inner = node.generators
        if len(inner) > 1 or (inner and way != ".map"):
            raise self.fail(node, "a comprehension with so many loops")
        found = self.iterable(loop.iter)
        with self.naming(self.target_kinds(loop.target, found.kind.item)):
            array = found if found.kind.name == "list" else None
            for test in loop.ifs:
                array = array or Expr(("[...", found.within(UNARY), "]"), found.kind)
                function = (self._parameter(loop.target, test), self.test(test).within(CHOICE))
                array = Expr(member(array, ".filter", Group("(", (function,), ")")), found.kind)
            with self.knowing(ast.BoolOp(op=ast.And(), values=loop.ifs), True):
                return self._each(node, found, array, way)

    def _parameter(self, target: ast.expr, body: ast.expr) -> str:
        """The start of a function of an item; names not used in *body* are omitted."""
        used = {inner.id for inner in ast.walk(body) if isinstance(inner, ast.Name)}
        return f"({self.target(target, used)}) => "

    def _each(
        self, node: ast.ListComp | ast.GeneratorExp, found: Expr, array: Expr | None, way: str
    ) -> Expr:
        """The value made of each item; *array*: of them, ``None`` for another iterable."""
        loop, *inner = node.generators
        target = self._parameter(loop.target, ast.ListComp(elt=node.elt, generators=inner))
        if inner:
            nested = self.items(ast.ListComp(elt=node.elt, generators=inner))
            made, way = nested, ".flatMap"
            kind = nested.kind.item
        elif way == ".map":
            made = self.value(node.elt)
            kind = made.kind
            is_same = isinstance(loop.target, ast.Name) and ast.unparse(node.elt) == loop.target.id
            if is_same:
                array = array or Expr(("[...", found.within(UNARY), "]"), ANY)
                return Expr(array.doc, ValueKind("list", (kind,)))
        else:
            made, kind = self.test(node.elt), BOOL
        function = (self._returns(made.kind), target, _arrow_body(made))
        if array is None and way == ".map":
            both = Group("(", (found.doc, function), ")")
            return Expr(("Array.from", both), ValueKind("list", (kind,)))
        array = array or Expr(("[...", found.within(UNARY), "]"), ANY)
        return Expr(member(array, way, Group("(", (function,), ")")), ValueKind("list", (kind,)))

    def _returns(self, kind: ValueKind) -> str:
        """JavaScript's types need to be told that Arrays are tuples."""
        if not self.names.readable or kind.name != "tuple":
            return ""
        return f"/** @returns {{{type_text(kind)}}} */ "

    def target_kinds(self, node: ast.expr, kind: ValueKind) -> dict[str, ValueKind]:
        """The names bound by a target."""
        match node:
            case ast.Name(id=name):
                return {name: kind}
            case ast.Tuple(elts=elts):
                if kind.name == "tuple" and len(kind.args) != len(elts):
                    raise self.fail(node, "this target")
                inner = kind.args if kind.name == "tuple" else (kind.item,) * len(elts)
                pairs = zip(elts, inner, strict=True)
                return {k: v for one, of in pairs for k, v in self.target_kinds(one, of).items()}
        raise self.fail(node, "this target")

    def target(self, node: ast.expr, used: set[str] | None = None) -> str:
        """The names in a target; ``_`` is omitted, and with *used* those not in it."""
        match node:
            case ast.Name(id=name) if name == "_" or (used is not None and name not in used):
                return ""
            case ast.Name(id=name):
                return self.names.local(name)
            case ast.Tuple(elts=elts):
                listed = ", ".join(self.target(one, used) for one in elts)
                return f"[{listed.rstrip(', ')}]"
        raise self.fail(node, "this target")

    # -- methods ------------------------------------------------------------------------------

    def _method(self, node: ast.Call, owner: Expr, name: str) -> Expr:
        kind = owner.kind
        if kind.optional:
            raise self.fail(node, f".{name}() of {described(kind)}")
        found: Expr | None = None
        match kind.name:
            case "str":
                found = self._of_text(node, owner, name, node.args)
            case "pattern":
                found = self._of_pattern(node, owner, name, node.args)
            case "dict":
                found = self._of_mapping(owner, name, node.args)
            case "list" if name == "append":
                found = Expr((owner.doc, ".push(", self.value(node.args[0]).doc, ")"), ANY)
            case "set" if name == "add":
                found = Expr((owner.doc, ".add(", self.value(node.args[0]).doc, ")"), ANY)
        if found is None:
            raise self.fail(node, f".{name}() of {described(kind)}")
        return found

    def _of_mapping(self, owner: Expr, name: str, args: Sequence[ast.expr]) -> Expr | None:
        keys = owner.kind.args
        match name, args:
            case "items", []:
                return replace(owner, kind=ValueKind("iter", (ValueKind("tuple", keys),)))
            case "values", []:
                return Expr(member(owner, ".values()"), ValueKind("iter", (keys[1],)))
            case "get", [key, *default] if not keys[1].optional and keys[1] != ANY:
                doc = member(owner, ".get(", self.value(key).doc, ")")
                if not default:
                    return Expr(doc, replace(keys[1], optional=True))
                other = self.value(default[0])
                kind = common_kind(keys[1], other.kind)
                return Expr((doc, " ?? ", other.within(CALL)), kind, OR)
        return None

    def _of_text(
        self, node: ast.Call, owner: Expr, name: str, args: Sequence[ast.expr]
    ) -> Expr | None:
        subject = owner
        match name, args:
            case "join", [arg]:
                found = self.iterable(arg)
                if found.kind.item != STR:
                    raise self.fail(node, f"join of {described(found.kind.item)}")
                if found.kind.name != "list":
                    found = Expr(("[...", found.within(UNARY), "]"), TEXTS)
                return Expr(member(found, ".join(", owner.doc, ")"), STR)
            case "replace", [ast.Constant(value=str(old)), ast.Constant(value=str(new))]:
                if old and "$" not in new:
                    pair = Group("(", (quoted(old), quoted(new)), ")")
                    return Expr(member(subject, ".replaceAll", pair), STR)
                if old:
                    doc = member(subject, f".split({quoted(old)}).join({quoted(new)})")
                    return Expr(doc, STR)
            case "split", [ast.Constant(value=str(mark))] if mark:
                return Expr(member(subject, f".split({quoted(mark)})"), TEXTS)
            case "partition", [ast.Constant(value=str(mark))] if mark:
                cut = (self.helper("partition"), "(", owner.doc, f", {quoted(mark)})")
                return Expr(cut, ValueKind("tuple", (STR, STR, STR)))
            case "isascii", []:
                return Expr((self.helper("isAscii"), "(", owner.doc, ")"), BOOL)
            case "strip", []:
                return Expr((self.helper("strip"), "(", owner.doc, ")"), STR)
            case (("strip" | "lstrip" | "rstrip"), [ast.Constant(value=str(chars))]):
                return self._stripped(subject, name, f"[{re.escape(chars)}]+")
            case "removeprefix", [ast.Constant(value=str(start))]:
                return self._stripped(subject, "lstrip", re.escape(start))
            case "removesuffix", [ast.Constant(value=str(end))]:
                return self._stripped(subject, "rstrip", re.escape(end))
            case _, given if name in _SAME:
                way, kind = _SAME[name]
                docs = [self.needle(one) for one in given]
                if all(one.kind == STR for one in docs):
                    return Expr(member(subject, f".{way}(", *(one.doc for one in docs), ")"), kind)
        return None

    def _stripped(self, subject: Expr, name: str, part: str) -> Expr:
        """Text without *part*, a pattern, at one end or both."""
        ends = {"lstrip": f"^{part}", "rstrip": f"{part}\\Z", "strip": f"^{part}|{part}\\Z"}
        return Expr(member(subject, f'.replace({script_pattern(ends[name])}, "")'), STR)

    def _of_pattern(
        self, node: ast.Call, owner: Expr, name: str, args: Sequence[ast.expr]
    ) -> Expr | None:
        assert isinstance(node.func, ast.Attribute)
        constant = node.func.value
        pattern = (
            self.world.text(self.source, constant.id) if isinstance(constant, ast.Name) else ""
        )
        groups = group_count(pattern) if pattern else None
        subject = self.value(args[-1])
        match name, args:
            # Unlike `test`, this is stateless.
            case "search", [_]:
                return Expr((member(subject, ".search(", owner.doc, ")"), " >= 0"), BOOL, LESS)
            case "findall", [_] if groups == 0:
                return Expr((member(subject, ".match(", owner.doc, ")"), " ?? []"), TEXTS, OR)
            case "findall", [_] if groups == 1:
                found = member(subject, ".matchAll(", owner.doc, ")")
                function = f"({(f := self.names.local('found'))}) => {f}[1]"
                return Expr(("Array.from", Group("(", (found, function), ")")), TEXTS)
            case "sub", [by, _]:
                docs = (owner.doc, self._replacer(node, by))
                return Expr(member(subject, ".replace", Group("(", docs, ")")), STR)
        return None

    def _replacer(self, node: ast.Call, by: ast.expr) -> Doc:
        match by:
            case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)], defaults=[]), body=body):
                with self.naming({name: MATCH}):
                    written = self.names.local(name)
                    is_used = any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(body))
                    start = f"(...{written}) => " if is_used else "() => "
                    return (start, self.value(body).within(CHOICE))
            case ast.Name():
                found = self.names.local("found")
                return (f"(...{found}) => ", self.value(by).doc, f"({found})")
            case ast.Constant(value=str(text)) if not {"\\", "$"} & set(text):
                return quoted(text)
        raise self.fail(node, "this replacement")


def member(owner: Expr, *pieces: Doc) -> Members:
    """A member of *owner*, extending an existing chain."""
    if isinstance(owner.doc, Members):
        return Members(owner.doc.owner, (*owner.doc.rest, pieces))
    return Members(owner.within(CALL), (pieces,))


def entry(key: str, value: Expr) -> Doc:
    """A key of an object with its value."""
    return key if value.doc == key else (f"{key}: ", value.within(CHOICE))


def _arrow_body(made: Expr) -> Doc:
    if isinstance(made.doc, Group) and made.doc.opening == "{":
        return ("(", made.doc, ")")
    return made.within(CHOICE)
