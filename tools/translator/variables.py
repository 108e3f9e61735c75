"""Where a function's variables are declared: in Python their scope is the whole function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from translator.kinds import annotated_kind

#: A block, given by the enclosing statements, outermost first.
_Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Use:
    name: str
    path: _Path
    statement: int
    is_store: bool


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables of one function.

    :ivar on_top: those declared before its first statement.
    :ivar constant: those that are assigned only once.
    :ivar declaring: the number of the statement (`id`) that declares a variable.
    """

    on_top: tuple[str, ...]
    constant: frozenset[str]
    declaring: dict[str, int]


def variables_of(function: ast.FunctionDef) -> Variables:
    """The variables of *function* that are not its parameters."""
    lists = frozenset(
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if annotated_kind(node.annotation).name == "list"
    )
    uses = list(_uses(function.body, (), lists))
    params = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
    stores: dict[str, list[_Use]] = {}
    for use in uses:
        if use.is_store and use.name not in params and use.name != "_":
            stores.setdefault(use.name, []).append(use)
    declaring = {
        name: found[0].statement
        for name, found in stores.items()
        if _covers(found[0], [use for use in uses if use.name == name])
    }
    # Names declared together by one statement share a keyword.
    constant = {name for name, found in stores.items() if len(found) == 1}
    for statement in set(declaring.values()):
        together = {
            use.name for use in uses if use.statement == statement and use.is_store
        } - params - {"_"}  # fmt: skip
        if not together <= declaring.keys():
            declaring = {name: at for name, at in declaring.items() if name not in together}
        elif not together <= constant:
            constant -= together
    on_top = tuple(name for name in stores if name not in declaring)
    return Variables(on_top, frozenset(constant), declaring)


def _covers(first: _Use, uses: list[_Use]) -> bool:
    """Whether the variable is not used before *first* or outside of its block."""
    return uses[0] is first and all(use.path[: len(first.path)] == first.path for use in uses)


def _uses(body: list[ast.stmt], path: _Path, lists: frozenset[str]) -> Iterator[_Use]:
    """Every use of a name, in reading order; values before targets."""
    for node in body:
        match node:
            case ast.FunctionDef():
                inner = _uses(node.body, (*path, id(node)), lists)
                yield from (use for use in inner if not use.is_store)
            case ast.If():
                yield from _loads(node.test, path, node)
                yield from _uses(node.body, (*path, id(node.body)), lists)
                yield from _uses(node.orelse, (*path, id(node.orelse)), lists)
            case ast.For():
                yield from _loads(node.iter, path, node)
                inside = (*path, id(node.body))
                yield from _stores(node.target, inside, node)
                yield from _uses(node.body, inside, lists)
            case ast.While():
                yield from _loads(node.test, path, node)
                yield from _uses(node.body, (*path, id(node.body)), lists)
            case ast.Assign(targets=[target], value=value):
                yield from _loads(value, path, node)
                yield from _stores(target, path, node)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    yield from _loads(value, path, node)
                yield from _stores(target, path, node)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                yield from _loads(value, path, node)
                yield _Use(name, path, id(node), is_store=False)
                # A list is modified in place.
                yield _Use(name, path, id(node), is_store=name not in lists)
            case _:
                yield from _loads(node, path, node)


def _loads(node: ast.AST, path: _Path, statement: ast.stmt) -> Iterator[_Use]:
    for name in _names(node):
        yield _Use(name, path, id(statement), is_store=False)


def _names(node: ast.AST) -> Iterator[str]:
    """The names that *node* reads, except those bound by a comprehension or a lambda."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    own: set[str] = set()
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        targets = (loop.target for loop in node.generators)
        own = {x.id for one in targets for x in ast.walk(one) if isinstance(x, ast.Name)}
    elif isinstance(node, ast.Lambda):
        own = {arg.arg for arg in node.args.args}
    for inner in ast.iter_child_nodes(node):
        yield from (name for name in _names(inner) if name not in own)


def _stores(node: ast.expr, path: _Path, statement: ast.stmt) -> Iterator[_Use]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            is_store = isinstance(inner.ctx, ast.Store)
            yield _Use(inner.id, path, id(statement), is_store)
