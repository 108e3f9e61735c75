"""How many small faults are not detected by tests: `tox -e mutants`, or `python tests/mutants.py`.

A mutant is a module with one small fault, such as `<=` for `<`. It is killed if a test fails. A
sample of all mutants of the given modules is drawn, with a seed, and run with the tests that a
contributor would run: those that import the module, then those of its room, without builds,
browsers and sockets. Survivors are listed. Some are not faults (the two programs are equivalent),
so their share is never 0.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "sphinx_navapi"

#: Rooms without Sphinx and docutils, in the order of CONTRIBUTING.md.
ROOMS = ("diagnostics", "formats", "locale", "config", "openapi", "links", "plan", "request")

#: What the tests read outside the package.
COPIED = ("tests", "docs", "demo_site", "pyproject.toml", "CONTRIBUTING.md", "README.md", "run.py")

_OTHER_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OTHER_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
_CLEANING = {"lower", "casefold", "strip", "lstrip", "rstrip"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """:ivar path: of the module, below the project.

    :ivar start: where *old* begins, in bytes.
    """

    path: str
    line: int
    start: int
    old: bytes
    new: bytes

    def source(self, original: bytes) -> bytes:
        return original[: self.start] + self.new + original[self.start + len(self.old) :]

    def __str__(self) -> str:
        old, new = (" ".join(text.decode().split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}: {old} -> {new}"


def mutants_of(source: bytes, path: str = "") -> list[Mutant]:
    """All mutants of the module *source*."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new in _changes(tree, _ignored(tree)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        old = source[start:end]
        if new.encode() != old:
            found.append(
                Mutant(path=path, line=node.lineno, start=start, old=old, new=new.encode())
            )
    return found


def _ignored(tree: ast.AST) -> set[ast.AST]:
    """Annotations, docstrings, decorators and parts of f-strings, with everything in them."""
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            roots += [node.returns, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            roots += node.decorator_list
        elif isinstance(node, ast.arg | ast.AnnAssign):
            roots.append(node.annotation)
        elif isinstance(node, ast.JoinedStr):
            roots += [part for part in node.values if isinstance(part, ast.Constant)]
            roots += [p.format_spec for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            roots.append(node)
    return {inner for root in roots if root is not None for inner in ast.walk(root)}


def _changes(tree: ast.AST, ignored: set[ast.AST]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    for node in ast.walk(tree):
        if node in ignored:
            continue
        if isinstance(node, ast.expr):
            for new in _other_values(node):
                yield node, f"({ast.unparse(new)})"
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(
            node.test, ast.Compare | ast.BoolOp | ast.UnaryOp
        ):
            yield node.test, f"(not {ast.unparse(node.test)})"
        elif isinstance(node, ast.Return) and node.value is not None:
            yield node, "return None"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "pass"
        elif isinstance(node, ast.Break):
            yield node, "continue"
        elif isinstance(node, ast.Continue):
            yield node, "break"


def _other_values(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        other = _OTHER_COMPARISONS[type(node.ops[0])]()
        yield ast.Compare(node.left, [other], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for index in range(len(node.values)):
            rest = [value for at, value in enumerate(node.values) if at != index]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _OTHER_OPERATIONS:
        yield ast.BinOp(node.left, _OTHER_OPERATIONS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
        elif isinstance(node.value, str) and re.fullmatch(r"\S+", node.value):
            # Strings of several words are messages.
            yield ast.Constant(node.value + "~")
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        name, inner = node.func.attr, node.func.value
        if name in _CLEANING:
            yield inner
        elif name == "join" and ast.unparse(node.args[0]).endswith(".split()"):
            yield node.args[0].func.value  # type: ignore[attr-defined] # a method's object


def find_tests(path: str) -> list[str]:
    """Test files for the module *path*: those that import it, then the others of its room."""
    name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    imports = re.compile(rf"\b{re.escape(name)}\b")
    by_name = re.compile(
        rf"from {re.escape(name.rpartition('.')[0])} import [^\n]*\b{name.rpartition('.')[2]}\b"
    )
    room = ROOT / "tests" / Path(path).parts[1]
    files = sorted((ROOT / "tests").glob("*/**/test_*.py"))
    slow = {"browser", "growth", "sockets", "sphinx"}
    plain = [file for file in files if slow.isdisjoint(file.relative_to(ROOT).parts)]
    first = [
        file
        for file in plain
        if imports.search(text := file.read_text("utf-8")) or by_name.search(text)
    ]
    rest = [file for file in plain if file not in first and file.is_relative_to(room)]
    return [file.relative_to(ROOT).as_posix() for file in (*first, *rest)]


class Workshop:
    """A copy of the project whose modules may be broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ignored = shutil.ignore_patterns("_build", "__pycache__")
        for name in (PACKAGE, *COPIED):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=ignored)
            else:
                shutil.copy(ROOT / name, folder / name)

    def passes(self, tests: Sequence[str], seconds: float | None = None) -> bool:
        """Whether all *tests* pass; exceeding *seconds* counts as a failure."""
        options = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly")
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        try:
            result = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *tests],
                cwd=self.folder, env=environment, capture_output=True, timeout=seconds,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        return result.returncode == 0

    def survives(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
        path = self.folder / mutant.path
        original = path.read_bytes()
        path.write_bytes(mutant.source(original))
        try:
            return self.passes(tests, seconds)
        finally:
            path.write_bytes(original)


def draw(paths: Sequence[str], size: int, seed: int) -> dict[str, list[Mutant]]:
    """A sample of the mutants of the modules *paths*, by module."""
    every = [mutant for path in paths for mutant in mutants_of((ROOT / path).read_bytes(), path)]
    print(f"{len(every)} mutants of {len(paths)} modules; sample of {size}, seed {seed}")
    drawn: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in random.Random(seed).sample(every, min(size, len(every))):
        drawn[mutant.path].append(mutant)
    return dict(sorted(drawn.items()))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0].replace("`", ""))
    parser.add_argument("modules", nargs="*", help="modules or folders (default: the plain half)")
    parser.add_argument("--sample", type=int, default=100, help="mutants (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    arguments = parser.parse_args()
    named = [ROOT / one for one in arguments.modules or [f"{PACKAGE}/{room}" for room in ROOMS]]
    files = [
        file for one in named for file in (sorted(one.rglob("*.py")) if one.is_dir() else [one])
    ]
    drawn = draw(
        [file.relative_to(ROOT).as_posix() for file in files], arguments.sample, arguments.seed
    )
    count: Counter[str] = Counter()
    workers = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        free: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(workers):
            free.put(Workshop(Path(name) / str(number)))

        def survives(mutant: Mutant, tests: Sequence[str], seconds: float) -> bool:
            workshop = free.get()
            try:
                return workshop.survives(mutant, tests, seconds)
            finally:
                free.put(workshop)

        for path, mutants in drawn.items():
            tests = find_tests(path)
            workshop = free.get()
            begin = time.monotonic()
            if not workshop.passes(tests):
                print(f"{path}: its tests fail without a mutant")
                return 1
            free.put(workshop)
            # Anything that takes far longer than all tests without a fault does not terminate.
            seconds = 60 + 5 * (time.monotonic() - begin)
            results = pool.map(lambda m, t=tests, s=seconds: survives(m, t, s), mutants)
            alive = [m for m, survived in zip(mutants, results, strict=True) if survived]
            count["alive"] += len(alive)
            count["all"] += len(mutants)
            print(f"{path}: {len(alive)} of {len(mutants)} survive", *alive, sep="\n  ", flush=True)
    share = count["alive"] / max(count["all"], 1)
    print(f"{count['alive']} of {count['all']} mutants survive ({share:.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
