"""Expressions: each with its type, on which its translation depends."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from translator.facts import Facts, facts_of, told
from translator.kinds import (
    ANY,
    BOOL,
    INT,
    NONE,
    STR,
    ValueKind,
    common_kind,
    type_text,
)
from translator.layout import Chain, Doc, Group, one_line
from translator.names import Names, camel
from translator.sources import Source, UntranslatableError, World, kind_of

#: Operator precedence, lowest first.
CHOICE, OR, AND, EQUAL, LESS, SUM, UNARY, CALL = range(8)

_SCALARS = frozenset({"str", "int", "bool"})
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.Gt: ">", ast.Is: "===", ast.IsNot: "!==",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression of the script. :ivar rank: precedence of its last operator."""

    doc: Doc
    kind: ValueKind
    rank: int = CALL

    def within(self, rank: int) -> Doc:
        """As an operand of an operator of that *rank*."""
        return self.doc if self.rank >= rank else ("(", self.doc, ")")


@dataclass
class Expressions:
    """Translates the expressions of a module.

    :ivar locals: types of the local variables of the current function.
    :ivar facts: known types of expressions at the current position.
    :ivar helpers: functions of the browser's half that are used.
    """

    world: World
    source: Source
    names: Names
    locals: dict[str, ValueKind] = field(default_factory=dict)
    facts: Facts = field(default_factory=dict)
    helpers: set[str] = field(default_factory=set)

    def fail(self, node: ast.AST, what: str) -> UntranslatableError:
        """The error for *node*, to be raised."""
        return self.source.fail(node, what)

    @contextlib.contextmanager
    def knowing(self, test: ast.expr, truth: bool) -> Iterator[None]:
        """Within the context, *test* is known to be true, or false."""
        before = self.facts
        self.facts = before | facts_of(test, truth)
        yield
        self.facts = before

    @contextlib.contextmanager
    def naming(self, kinds: dict[str, ValueKind]) -> Iterator[None]:
        """Within the context, these names are variables of an inner function."""
        before, facts = dict(self.locals), self.facts
        self.locals |= kinds
        self.facts = {text: kind for text, kind in facts.items() if text not in kinds}
        yield
        self.locals, self.facts = before, facts

    def helper(self, name: str) -> str:
        """A helper function for something that JavaScript does differently."""
        self.helpers.add(name)
        return self.names.outer("encoding", name)

    # -- values -------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Expr:
        """*node* as JavaScript. :raises UntranslatableError: it has no equivalent."""
        simple = self._atom(node) or self._collection(node)
        if simple is not None:
            return simple
        match node:
            case ast.JoinedStr():
                return self._format(node)
            case ast.Lambda():
                return self.arrow(node, [ANY for _ in node.args.args])
            case ast.IfExp():
                return self._choice(node)
            case ast.BoolOp():
                return self._logic(node)
            case ast.UnaryOp(op=ast.Not()):
                return self.test(node)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._comparison(node, left, op, right)
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(node, left, op, right)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(node, value, index)
            case ast.Call():
                return self.call(node)
        raise self.fail(node, type(node).__name__)

    def call(self, node: ast.Call) -> Expr:
        """A call."""
        raise NotImplementedError

    def items(self, node: ast.ListComp | ast.GeneratorExp) -> Expr:
        """A comprehension, as an Array."""
        raise NotImplementedError

    def _atom(self, node: ast.expr) -> Expr | None:
        """A constant or a named value."""
        match node:
            case ast.Constant(value=str(text)):
                return Expr(quoted(text), STR)
            case ast.Constant(value=bool(flag)):
                return Expr("true" if flag else "false", BOOL)
            case ast.Constant(value=None):
                return Expr("null", NONE)
            case ast.Constant(value=int(number)) if abs(number) < 1 << 31:
                return Expr(str(number), INT)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return Expr(f"-{number}", INT, UNARY)
            case ast.Name(id=name):
                return Expr(self.written_name(name), self._told(node, self._named(node, name)))
            case ast.Attribute(value=value, attr=name):
                owner = self.value(value)
                record = self.world.record(owner.kind.name)
                if record is None or owner.kind.optional:
                    raise self.fail(node, f".{name}")
                kind = next((one.kind for one in record.fields if one.name == name), ANY)
                return Expr((owner.within(CALL), f".{camel(name)}"), self._told(node, kind))
        return None

    def _told(self, node: ast.expr, kind: ValueKind) -> ValueKind:
        return told(kind, ast.unparse(node), self.facts)

    def _named(self, node: ast.expr, name: str) -> ValueKind:
        if name in self.locals:
            return self.locals[name]
        symbol = self.world.symbol(self.source, name)
        if symbol is None:
            raise self.fail(node, name)
        return kind_of(symbol)

    def written_name(self, name: str) -> str:
        """The JavaScript name of a variable, a function or a constant."""
        if name in self.locals:
            return self.names.local(name)
        return self.names.outer(self.source.imports.get(name, self.source.name), name)

    # -- collections --------------------------------------------------------------------------

    def _collection(self, node: ast.expr) -> Expr | None:
        match node:
            case ast.List(elts=elts):
                return self._list(elts)
            case ast.Tuple(elts=elts):
                items = self._list(elts)
                if any(isinstance(one, ast.Starred) for one in elts) or not elts:
                    return items
                return replace(
                    items, kind=ValueKind("tuple", tuple(self.value(e).kind for e in elts))
                )
            case ast.Set(elts=elts):
                items = self._list(elts)
                return Expr(("new Set(", items.doc, ")"), ValueKind("set", items.kind.args))
            case ast.Dict(keys=keys, values=values):
                return self._dict(keys, values)
            case ast.ListComp() | ast.GeneratorExp():
                return self.items(node)
        return None

    def _list(self, elts: Sequence[ast.expr]) -> Expr:
        docs: list[Doc] = []
        kind: ValueKind | None = None
        for one in elts:
            if isinstance(one, ast.Starred):
                found = self.iterable(one.value)
                docs.append(("...", found.within(UNARY)))
                inner = found.kind.item
            else:
                found = self.value(one)
                docs.append(found.within(CHOICE))
                inner = found.kind
            kind = inner if kind is None else common_kind(kind, inner)
        return Expr(Group("[", tuple(docs), "]"), ValueKind("list", (kind,) if kind else ()))

    def _dict(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> Expr:
        """A Map: arbitrary string keys, in order."""
        pairs: list[Doc] = []
        kinds = (STR, ANY)
        for key, value in zip(keys, values, strict=True):
            if key is None:
                spread = self.value(value)
                pairs.append(("...", spread.doc))
                kinds = (spread.kind.args[0], spread.kind.args[1])
            else:
                pair = (self.value(key), self.value(value))
                pairs.append(Group("[", (pair[0].doc, pair[1].doc), "]"))
                kinds = (pair[0].kind, pair[1].kind)
        if not pairs:
            return Expr("new Map()", ValueKind("dict", (ANY, ANY)))
        return Expr(("new Map(", Group("[", tuple(pairs), "]"), ")"), ValueKind("dict", kinds))

    def iterable(self, node: ast.expr) -> Expr:
        """An iterable; its type's first argument is that of an item.

        :raises UntranslatableError: a set, whose order differs between runs of Python.
        """
        found = self.value(node)
        kind = found.kind
        if kind.optional or kind.name not in {"list", "tuple", "dict", "keys", "iter", "str"}:
            raise self.fail(node, f"iterating over {described(kind)}")
        if kind.name == "dict":
            return Expr((found.within(CALL), ".keys()"), ValueKind("iter", kind.args[:1]))
        if kind.name == "tuple":
            first = kind.args[0]
            same = all(one == first for one in kind.args)
            return replace(found, kind=ValueKind("list", (first if same else ANY,)))
        return replace(found, kind=ValueKind("iter", (STR,))) if kind == STR else found

    # -- text ---------------------------------------------------------------------------------

    def _format(self, node: ast.JoinedStr) -> Expr:
        """A template literal, not nested, because minifiers mishandle that."""
        values = node.values
        pieces: list[Doc] = []
        for one in values:
            if isinstance(one, ast.Constant):
                pieces.append(template_text(str(one.value)))
            else:
                assert isinstance(one, ast.FormattedValue)
                pieces.append(("${", self._formatted(one), "}"))
        if any("`" in one_line(doc) for doc in pieces if isinstance(doc, tuple)):
            return self._joined(values)
        return Expr(("`", *pieces, "`"), STR)

    def _joined(self, values: Sequence[ast.expr]) -> Expr:
        """The parts of a format as a sum."""
        docs: list[Doc] = []
        for one in values:
            if isinstance(one, ast.FormattedValue):
                text = self._formatted(one)
                docs.append(text if isinstance(text, str) else ("(", text, ")"))
            else:
                docs.append(self.value(one).doc)
        if not isinstance(values[0], ast.Constant) and len(values) < 2:
            return Expr(docs[0], STR)
        return Expr(Chain(docs[0], tuple(("+ ", doc) for doc in docs[1:])), STR, SUM)

    def _formatted(self, node: ast.FormattedValue) -> Doc:
        found = self.value(node.value)
        if node.conversion != -1 or found.kind not in (STR, INT):
            raise self.fail(node, f"{described(found.kind)} in this format")
        match node.format_spec:
            case None:
                return found.doc
            case ast.JoinedStr(values=[ast.Constant(value=str(spec))]) if found.kind == INT:
                if parts := re.fullmatch(r"(?:0(\d))?([xo])", spec):
                    digits = (found.within(CALL), f".toString({16 if parts[2] == 'x' else 8})")
                    return (*digits, f'.padStart({parts[1]}, "0")') if parts[1] else digits
        raise self.fail(node, "this format")

    # -- operators ----------------------------------------------------------------------------

    def _choice(self, node: ast.IfExp) -> Expr:
        test = self.test(node.test)
        with self.knowing(node.test, True):
            yes = self.value(node.body)
        with self.knowing(node.test, False):
            no = self.value(node.orelse)
        rest = (("? ", yes.within(OR)), (": ", no.within(CHOICE)))
        return Expr(Chain(test.within(OR), rest), common_kind(yes.kind, no.kind), CHOICE)

    def _logic(self, node: ast.BoolOp) -> Expr:
        """Booleans; or a text and its default."""
        if isinstance(node.op, ast.Or) and len(node.values) == 2:
            left, right = map(self.value, node.values)
            if replace(left.kind, optional=False) == STR == replace(right.kind, optional=False):
                kind = replace(STR, optional=right.kind.optional)
                doc = Chain(left.within(OR), (("|| ", right.within(OR)),))
                return Expr(doc, kind, OR)
        found = self.test(node)
        if found.kind != BOOL:
            raise self.fail(node, "`and` or `or` of values that are not booleans")
        return found

    def _comparison(self, node: ast.expr, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Expr:
        first, second = self.value(left), self.value(right)
        if isinstance(op, (ast.In, ast.NotIn)):
            if second.kind == STR:
                first = self.needle(left)
            return self._membership(node, first, second, isinstance(op, ast.NotIn))
        if type(op) not in _COMPARISONS:
            raise self.fail(node, type(op).__name__)
        sign = _COMPARISONS[type(op)]
        rank = EQUAL
        if isinstance(op, (ast.Is, ast.IsNot)):
            if second.kind != NONE:
                raise self.fail(node, "`is` with anything but None")
            # `undefined` in scripts also counts as None.
            sign = sign[:-1]
        elif isinstance(op, (ast.Lt, ast.Gt)):
            rank = LESS
            if (first.kind, second.kind) != (INT, INT):
                raise self.fail(node, "comparing the order of values that are not numbers")
        elif first.kind.name not in _SCALARS or first.kind.name != second.kind.name:
            raise self.fail(node, f"{described(first.kind)} == {described(second.kind)}")
        doc = (first.within(rank + 1), f" {sign} ", second.within(rank + 1))
        return Expr(doc, BOOL, rank)

    def needle(self, node: ast.expr) -> Expr:
        """A text to be searched for.

        :raises UntranslatableError: it could start with a lone surrogate, which JavaScript would
            find inside whole characters.
        """
        start = node.values[0] if isinstance(node, ast.JoinedStr) else node
        found = self.value(node)
        if not isinstance(start, ast.Constant) or found.kind != STR:
            raise self.fail(node, "searching for a string that does not start with a constant")
        return found

    def _membership(self, node: ast.expr, first: Expr, second: Expr, negated: bool) -> Expr:
        kind = second.kind
        is_text = first.kind == STR == kind
        inner = first.kind if kind.name == "tuple" else kind.item
        is_listed = first.kind.name in _SCALARS and inner.name in {first.kind.name, "any"}
        if kind.optional or not (is_text or (kind.args and is_listed)):
            raise self.fail(node, f"{described(first.kind)} in {described(kind)}")
        ways = {"str": "includes", "list": "includes", "tuple": "includes", "iter": ""}
        way = ways.get(kind.name, "has")
        if not way:
            raise self.fail(node, "`in` with an iterator")
        doc = ("!" if negated else "", second.within(CALL), f".{way}(", first.doc, ")")
        return Expr(doc, BOOL, UNARY if negated else CALL)

    def _operation(self, node: ast.expr, left: ast.expr, op: ast.operator, right: ast.expr) -> Expr:
        first, second = self.value(left), self.value(right)
        kinds = (first.kind, second.kind)
        if isinstance(op, ast.Add) and kinds in ((STR, STR), (INT, INT)):
            parts = [first.doc] if first.rank == SUM else [first.within(SUM)]
            if isinstance(first.doc, Chain) and first.rank == SUM:
                return Expr(
                    Chain(first.doc.first, (*first.doc.rest, ("+ ", second.within(UNARY)))),
                    first.kind,
                    SUM,
                )
            return Expr(Chain(parts[0], (("+ ", second.within(UNARY)),)), first.kind, SUM)
        if isinstance(op, ast.Sub) and kinds == (INT, INT):
            return Expr((first.within(SUM), " - ", second.within(UNARY)), INT, SUM)
        if isinstance(op, ast.Add) and {one.name for one in kinds} == {"list"}:
            docs = (("...", first.within(UNARY)), ("...", second.within(UNARY)))
            return Expr(Group("[", docs, "]"), common_kind(*kinds))
        if isinstance(op, ast.Mult) and kinds == (STR, INT) and _is_positive(right):
            return Expr((first.within(CALL), ".repeat(", second.doc, ")"), STR)
        names = (described(first.kind), type(op).__name__, described(second.kind))
        raise self.fail(node, " ".join(names))

    def _subscript(self, node: ast.expr, owner: ast.expr, index: ast.expr) -> Expr:
        found = self.value(owner)
        kind = found.kind
        if kind.optional or kind.name not in {"list", "tuple", "match"}:
            raise self.fail(node, f"an item of {described(kind)}")
        match index:
            case ast.Constant(value=int(at)):
                args = kind.args
                inner = args[at] if kind.name == "tuple" else STR if kind.name == "match" else None
                return Expr((found.within(CALL), f"[{at}]"), inner or kind.item)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)) if kind.name == "list":
                last = Expr((found.within(CALL), ".at(-1)"), kind.item)
                return self.sure(last)
            case ast.Slice(lower=lower, upper=upper, step=None) if kind.name == "list":
                ends = [lower or ast.Constant(value=0), *([upper] if upper else [])]
                if all(_is_number(one) for one in ends):
                    docs = tuple(self.value(one).doc for one in ends)
                    return Expr((found.within(CALL), ".slice", Group("(", docs, ")")), kind)
        raise self.fail(node, "this index or slice of a list")

    def sure(self, found: Expr) -> Expr:
        """A value that exists, although JavaScript's types do not say so."""
        if not self.names.readable:
            return found
        return replace(found, doc=(f"/** @type {{{type_text(found.kind)}}} */ (", found.doc, ")"))

    # -- truth --------------------------------------------------------------------------------

    def test(self, node: ast.expr) -> Expr:
        """An expression used as a condition; of type ``bool`` if it is one."""
        match node:
            case ast.BoolOp(op=op, values=values):
                return self._tests(op, values)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                found = self.test(operand)
                match found.doc:
                    case (search, " >= 0"):
                        return Expr((search, " < 0"), BOOL, LESS)
                return Expr(("!", found.within(UNARY)), BOOL, UNARY)
        found = self.value(node)
        kind = found.kind
        mark = "?" if kind.optional else ""
        match kind.name:
            case "list":
                return Expr((found.within(CALL), f"{mark}.length"), INT)
            case "dict" | "set" | "keys":
                return Expr((found.within(CALL), f"{mark}.size"), INT)
            case "bool" if not kind.optional:
                return found
            case "str" | "int" | "bool":
                return replace(found, kind=STR)
        # These are never empty.
        if kind.optional and (kind.name == "tuple" or self.world.record(kind.name)):
            return replace(found, kind=STR)
        raise self.fail(node, f"the truth value of {described(kind)}")

    def _tests(self, op: ast.boolop, values: Sequence[ast.expr]) -> Expr:
        is_and = isinstance(op, ast.And)
        rank, sign = (AND, "&& ") if is_and else (OR, "|| ")
        tests: list[Expr] = []
        with contextlib.ExitStack() as known:
            for one in values:
                tests.append(self.test(one))
                known.enter_context(self.knowing(one, is_and))
        kind = BOOL if all(one.kind == BOOL for one in tests) else STR
        # Parentheses make the precedence clear for readers.
        docs = [one.within(EQUAL) if one.rank != rank else one.doc for one in tests]
        return Expr(Chain(docs[0], tuple((sign, doc) for doc in docs[1:])), kind, rank)

    # -- functions ----------------------------------------------------------------------------

    def arrow(self, node: ast.Lambda, kinds: Sequence[ValueKind]) -> Expr:
        """A function of one expression; *kinds*: of its parameters."""
        params = [arg.arg for arg in node.args.args]
        if node.args.defaults or node.args.kwonlyargs or len(params) != len(kinds):
            raise self.fail(node, "this lambda")
        with self.naming(dict(zip(params, kinds, strict=True))):
            listed = ", ".join(map(self.names.local, params))
            return Expr((f"({listed}) => ", self.value(node.body).within(CHOICE)), ANY, CHOICE)


def described(kind: ValueKind) -> str:
    """*kind* for a message."""
    return f"{kind.name} | None" if kind.optional else kind.name


def quoted(text: str) -> str:
    """*text* as a literal, in the quotes that need fewer escapes."""
    written = json.dumps(text)
    if text.count('"') <= text.count("'"):
        return written
    inner = written[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inner}'"


def template_text(text: str) -> str:
    """*text* as part of a template literal."""
    inner = json.dumps(text)[1:-1].replace('\\"', '"')
    return inner.replace("`", "\\`").replace("${", "\\${")


def _is_number(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def _is_positive(node: ast.expr) -> bool:
    """Whether a number is not negative, which JavaScript's `repeat` requires."""
    match node:
        case ast.Constant(value=int(number)):
            return number >= 0
        case ast.Call(func=ast.Name(id="max"), args=args):
            return any(isinstance(one, ast.Constant) and _is_positive(one) for one in args)
    return False
