"""The faults that `tests/mutants.py` creates in modules, and the tests that it selects."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutants import Workshop, draw, find_tests, mutants_of

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = a <= b", {"x = (a < b)"}),
        ("x = a in b", {"x = (a not in b)"}),
        ("x = a and b", {"x = (a or b)", "x = (a)", "x = (b)"}),
        ("x = not a", {"x = (a)"}),
        ("x = 1", {"x = (2)"}),
        ("x = True", {"x = (False)"}),
        ('x = "key"', {"x = ('key~')"}),
        ('x = "a message of several words"', set()),
        ("x: int = y", set()),
        ('x = f"ü{y}"', set()),
        ('x = "ü", 1', {"x = ('ü~'), 1", 'x = "ü", (2)'}),
        ("x = y.lower()", {"x = (y)"}),
        ("x = ' '.join(y.split())", {"x = (y)"}),
        ("x = a + b", {"x = (a - b)"}),
        ("done(x)", {"pass"}),
        ('"""Text."""', set()),
    ],
)
def test_mutants(line: str, changed: set[str]) -> None:
    source = f"# ü\n{line}\n".encode()
    assert {m.source(source).decode().splitlines()[1] for m in mutants_of(source)} == changed


def test_every_mutant_is_python() -> None:
    path = "sphinx_navapi/plan/docnames.py"
    source = (ROOT / path).read_bytes()
    found = mutants_of(source, path)
    assert len(found) > 20
    for mutant in found:
        ast.parse(mutant.source(source))


def test_a_seed_draws_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    paths = ["sphinx_navapi/plan/docnames.py", "sphinx_navapi/plan/planned_pages.py"]
    drawn = draw(paths, 10, 7)
    assert draw(paths, 10, 7) == drawn != draw(paths, 10, 8)
    assert sum(map(len, drawn.values())) == 10
    assert "seed 7" in capsys.readouterr().out


def test_tests_of_a_module_are_those_that_import_it_then_its_room() -> None:
    found = find_tests("sphinx_navapi/plan/docnames.py")
    assert found[0] == "tests/plan/test_docnames.py"
    assert set(found) > {"tests/plan/test_planned_pages.py"}
    assert not [name for name in found if "/sockets/" in name or "/sphinx/" in name]


def test_a_mutant_is_killed_and_the_module_is_as_before(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    path, tests = "sphinx_navapi/plan/docnames.py", ["tests/plan/test_docnames.py"]
    source = (ROOT / path).read_bytes()
    lower = next(m for m in mutants_of(source, path) if b".lower()" in m.old)
    assert workshop.passes(tests)
    assert not workshop.survives(lower, tests, 300)
    assert (tmp_path / path).read_bytes() == source
