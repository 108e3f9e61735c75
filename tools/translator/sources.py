"""The definitions in the translated modules: their functions, classes and constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from translator.kinds import ANY, ValueKind, annotated_kind

#: Classes that limit output in Python; browsers write their reader's own values.
ONLY_PYTHON = frozenset({"LengthBudget", "TooLong"})


#: Replacements of Python's string methods, which `encoding.js` has in addition to those of
#: `encoding.py`.
HELPERS = {
    "isAscii": "(text: string) => boolean",
    "partition": "(text: string, mark: string) => [string, string, string]",
    "sorted": "(texts: Iterable<string>) => string[]",
    "strip": "(text: string) => string",
}


class UntranslatableError(Exception):
    """Something outside of the supported subset; the message has its position."""


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter. :ivar by_name: it is keyword-only, and becomes a key of an object."""

    name: str
    kind: ValueKind
    default: ast.expr | None = None
    by_name: bool = False

    @property
    def is_written(self) -> bool:
        """Whether the script has it, too."""
        return self.kind.name not in ONLY_PYTHON


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's signature."""

    params: tuple[Param, ...]
    returns: ValueKind

    @property
    def positional(self) -> tuple[Param, ...]:
        """The positional parameters in the script."""
        return tuple(one for one in self.params if one.is_written and not one.by_name)

    @property
    def named(self) -> tuple[Param, ...]:
        """The parameters that are keys of an object in the script."""
        return tuple(one for one in self.params if one.is_written and one.by_name)

    @property
    def kind(self) -> ValueKind:
        """Its type as a value."""
        return ValueKind("function", (*(one.kind for one in self.positional), self.returns))


@dataclass(frozen=True, slots=True)
class DataClass:
    """A dataclass: its fields in order."""

    fields: tuple[Param, ...]


Symbol = Signature | DataClass | ValueKind


@dataclass(slots=True)
class Source:
    """A module.

    :ivar symbols: its definitions; constants are added during translation.
    :ivar imports: name to the translated module that defines it.
    :ivar texts: values of string constants.
    """

    name: str
    text: str
    tree: ast.Module
    symbols: dict[str, Symbol] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def fail(self, node: ast.AST, what: str) -> UntranslatableError:
        """The error for *node*, to be raised."""
        line = getattr(node, "lineno", 0)
        return UntranslatableError(f"{self.name}.py:{line}: {what} cannot be translated")


@dataclass(slots=True)
class World:
    """All modules, including those they use. :ivar sources: by the last part of their name."""

    sources: dict[str, Source] = field(default_factory=dict)

    def add(self, name: str, text: str) -> Source:
        """Read a module. :raises UntranslatableError: it contains unsupported code."""
        source = Source(name, text, ast.parse(text))
        self.sources[name] = source
        for node in source.tree.body:
            match node:
                case ast.FunctionDef():
                    source.symbols[node.name] = signature_of(node)
                case ast.ClassDef(name=called) if called not in ONLY_PYTHON:
                    source.symbols[called] = DataClass(tuple(_fields(node)))
                case ast.ImportFrom(module=str(module), names=names):
                    other = module.rpartition(".")[2]
                    if other in self.sources and module.startswith("sphinx_navapi.request"):
                        source.imports |= {alias.name: other for alias in names}
        return source

    def symbol(self, source: Source, name: str) -> Symbol | None:
        """The definition of *name* in a module, or in one that it imports."""
        origin = self.sources[source.imports[name]] if name in source.imports else source
        return origin.symbols.get(name)

    def text(self, source: Source, name: str) -> str | None:
        """The value of a string constant."""
        origin = self.sources[source.imports[name]] if name in source.imports else source
        return origin.texts.get(name)

    def record(self, name: str) -> DataClass | None:
        """The dataclass of that name, in any module."""
        for source in self.sources.values():
            if isinstance(found := source.symbols.get(name), DataClass):
                return found
        return None


def signature_of(node: ast.FunctionDef) -> Signature:
    """The signature in the annotations of a function."""
    args = node.args
    missing = [None] * (len(args.args) - len(args.defaults))
    params = [
        Param(arg.arg, annotated_kind(arg.annotation), default)
        for arg, default in zip(args.args, [*missing, *args.defaults], strict=True)
    ]
    params += [
        Param(arg.arg, annotated_kind(arg.annotation), default, by_name=True)
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    return Signature(tuple(params), annotated_kind(node.returns))


def _fields(node: ast.ClassDef) -> Iterator[Param]:
    for inner in node.body:
        match inner:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                yield Param(name, annotated_kind(annotation), value)


def kind_of(symbol: Symbol | None) -> ValueKind:
    """The type of a symbol used as a value."""
    if isinstance(symbol, Signature):
        return symbol.kind
    return symbol if isinstance(symbol, ValueKind) else ANY
