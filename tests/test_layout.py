"""The package's rooms: what each may import is only defined in the table in CONTRIBUTING."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sphinx_navapi"

#: Exceptions: the only modules of rooms above that the relay may import.
RELAY_IMPORTS = {
    "diagnostics", "mcp.service", "mcp.tool", "request.encoding", "request.styles",
}  # fmt: skip

#: Modules outside rooms.
MOST_LOOSE_MODULES = 8

#: Names of variables that do not say what their value is.
SAY_NOTHING = {"asked", "found", "given", "held", "said", "told"}

#: Maximum number of lines of a module, and of a function.
MOST_LINES, MOST_LINES_OF_FUNCTION = 800, 60


def read_order() -> list[list[str]]:
    """The rows of the table in CONTRIBUTING, lowest first: the names of the rooms in each."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = re.search(r"^\| Room .*\n\|[-| ]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    return [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table[1].splitlines()]


def modules() -> dict[str, Path]:
    """Every module by its dotted name below the package; the package itself is ``""``."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
ORDER = read_order()
FLOORS = {room: floor for floor, rooms in enumerate(ORDER) for room in rooms}


def imports_of(name: str) -> Iterator[str]:
    """Modules of the package that *name* imports, including for typing and in functions."""
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}: relative import"
            base = node.module or ""
            names = [
                f"{base}.{alias.name}" if below(f"{base}.{alias.name}") in MODULES else base
                for alias in node.names
            ]
        else:
            continue
        yield from (found for each in names if (found := below(each)) is not None)


def below(name: str) -> str | None:
    """The name of a module below the package, ``None`` for another package's."""
    package, _, rest = name.partition(".")
    return rest if package == "sphinx_navapi" else None


@cache
def arrows() -> dict[str, list[str]]:
    """What each module imports. Every process collects this file, one runs its tests."""
    return {name: sorted(set(imports_of(name)) - {name}) for name in sorted(MODULES)}


def room(module: str) -> str:
    return module.partition(".")[0] or "__init__"


def test_every_room_is_in_the_table() -> None:
    assert {room(name) for name in MODULES} == FLOORS.keys()


def test_few_modules_are_in_no_room() -> None:
    loose = [path.name for path in PACKAGE.glob("*.py")]
    assert len(loose) <= MOST_LOOSE_MODULES, loose


def test_imports_lead_to_rooms_before() -> None:
    against = [
        f"{name} imports {target}"
        for name, targets in arrows().items()
        for target in targets
        if room(target) != room(name) and FLOORS[room(target)] >= FLOORS[room(name)]
    ]
    assert against == []


def test_the_relay_stands_alone() -> None:
    taken = {
        target
        for name, targets in arrows().items()
        if room(name) == "relay"
        for target in targets
        if room(target) != "relay"
    }
    assert taken <= RELAY_IMPORTS | {"_version"}


@pytest.mark.parametrize("lower", ["_version", "plan", "request"])
def test_the_plain_half_knows_no_sphinx(lower: str) -> None:
    """Rooms up to *lower* are plain Python."""
    floor = FLOORS[lower]
    for name, path in MODULES.items():
        if FLOORS[room(name)] <= floor:
            text = path.read_text("utf-8")
            found = re.findall(r"^\s*(?:from|import) (sphinx|docutils)\b", text, re.MULTILINE)
            assert not found, name


def test_what_is_long_is_taken_apart() -> None:
    long = []
    for name, path in MODULES.items():
        text = path.read_text("utf-8")
        if text.count("\n") >= MOST_LINES:
            long.append(name)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if node.end_lineno - node.lineno >= MOST_LINES_OF_FUNCTION:
                    long.append(f"{name}: {node.name}")
    assert long == []


def names_of_variables(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Variables, parameters and attributes that get a value in *tree*, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(ctx=ast.Store(), id=name) | ast.Attribute(ctx=ast.Store(), attr=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                yield node.lineno, name
            case ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield node.lineno, name


def test_names_of_variables_say_what_they_hold() -> None:
    empty = [
        f"{path.relative_to(ROOT)}:{line}: {variable}"
        for name, path in MODULES.items()
        for line, variable in names_of_variables(ast.parse(path.read_text("utf-8")))
        if variable in SAY_NOTHING
    ]
    assert empty == []


def test_no_class_shares_its_name() -> None:
    places: dict[str, list[str]] = {}
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_circle() -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " → ".join([*path[path.index(name) :], name])
        if name in done:
            return
        for target in arrows()[name]:
            visit(target, (*path, name))
        done.add(name)

    for name in MODULES:
        visit(name, ())


def test_all_tests_can_be_collected_together() -> None:
    """Files of tests are imported by their bare names, and two folders have a conftest.py."""
    paths = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert len({path.name for path in paths}) == len(paths)
    assert [
        path.name
        for path in paths
        if re.search(r"^(from|import) conftest", path.read_text("utf-8"), re.MULTILINE)
    ] == []


#: What is beside the package and uses it, some of it never run by the tests.
USERS = (
    "tests", "tests_companions", "tests_corpus", "tests_projects", "benchmarks", "tools", "docs",
    "demo_site",
)  # fmt: skip

NAME = re.compile(rf"{PACKAGE.name}(\.[a-z_]\w*)+")


def test_what_others_import_is_there() -> None:
    """In functions, and in the text of patches, too: only some of it is imported when they run."""
    missing = set()
    for folder in USERS:
        for path in (ROOT / folder).rglob("*.py"):
            if "_build" not in path.parts:
                names = dotted_names(ast.parse(path.read_text("utf-8")))
                missing |= {(path.name, name) for name in names if not is_there(name)}
    assert missing == set()


def dotted_names(tree: ast.AST) -> Iterator[str]:
    """Names of the package that are imported, or whole texts, as those of `monkeypatch`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and NAME.fullmatch(str(node.value)):
            yield str(node.value)


def is_there(name: str) -> bool:
    """Whether *name* is outside the package, a module, or defined in one, or in what is there."""
    package, *parts = name.split(".")
    if package != PACKAGE.name or ".".join(parts) in MODULES:
        return True
    for end in range(len(parts) - 1, -1, -1):
        path = MODULES.get(".".join(parts[:end]))
        if path is not None:
            return parts[end] in defined_in(path)
    return False


@cache
def defined_in(path: Path) -> frozenset[str]:
    """Names at the top of a module, imported ones included, and those of its own module."""
    found = {"__file__", "__path__", "__name__"}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return frozenset(found)
