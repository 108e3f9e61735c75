"""`run.py test`: which checks run, which tests, and on how many cores."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("navapi_run", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def failing() -> set[str]:
    """Modules whose commands fail."""
    return set()


@pytest.fixture
def commands(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, failing: set[str]
) -> list[list[str]]:
    """The commands that would be started, without the interpreter."""
    started: list[list[str]] = []

    def start(command: Sequence[object], **_options: object) -> subprocess.CompletedProcess[str]:
        started.append([str(part) for part in command[2:]])
        return subprocess.CompletedProcess(command, command[2] in failing, "", "")

    monkeypatch.setattr(run.subprocess, "run", start)
    monkeypatch.setattr(run, "install", lambda _groups: None)
    monkeypatch.setattr(run, "prepare_browser", lambda: started.append(["browser"]))
    return started


def processes() -> list[str]:
    cores = os.cpu_count()
    assert cores is not None
    return ["--numprocesses", str(cores + 1), "--dist", "worksteal"]


def test_everything_runs_on_every_core(
    run: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "test"])
    assert run.main() == 0
    # The types are checked beside the tests.
    assert [command[0] for command in commands[:3]] == ["browser", "ruff", "ruff"]
    assert sorted(commands[3:]) == [["mypy"], ["pytest", *processes()]]


@pytest.mark.parametrize("module", ["ruff", "mypy", "pytest"])
def test_each_check_must_succeed(
    run: ModuleType, commands: list[list[str]], failing: set[str], module: str
) -> None:
    failing.add(module)
    assert run.run_checks([]) == 1
    assert {command[0] for command in commands} == {"ruff", "mypy", "pytest"}


def test_fast_needs_neither_types_nor_a_browser(
    run: ModuleType, commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["run.py", "test", "--fast", "-x"])
    assert run.main() == 0
    assert [command[0] for command in commands] == ["ruff", "ruff", "pytest"]
    assert commands[-1] == ["pytest", *processes(), "-x", "--fast"]


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ([], False),
        (["-x", "-rs", "--durations", "20"], False),
        (["-m", "not slow", "-p", "no:cacheprovider"], False),
        (["-k", "slug"], True),
        (["-kslug"], True),
        (["tests/plan"], True),
        (["-x", "tests/plan/test_docnames.py::test_slug"], True),
        (["-n4"], True),
        (["--numprocesses=4"], True),
        (["--pdb"], True),
    ],
)
def test_all_tests_run_in_parallel_and_a_few_do_not(
    run: ModuleType, commands: list[list[str]], options: list[str], chosen: bool
) -> None:
    assert run.run_checks(options, set()) == 0
    assert ("--numprocesses" in commands[-1][1:2]) is not chosen
    assert commands[-1][len(commands[-1]) - len(options) :] == options


@pytest.mark.parametrize(
    ("found", "root", "fails", "wanted"),
    [
        (["chromium-headless-shell"], True, [], []),
        (["chromium"], False, [], []),
        (["chromium", "apt-get"], True, [], ["chromium-headless-shell"]),
        (["chromium", "apt-get"], True, ["chromium-headless-shell"], ["chromium-headless-shell"]),
        (["apt-get"], True, ["chromium-headless-shell"], ["chromium-headless-shell", "chromium"]),
        (["apt-get"], False, [], ["--only-shell"]),
        (["google-chrome"], True, [], []),
        ([], True, [], ["--only-shell"]),
    ],
)
def test_the_shell_of_chromium_is_installed_where_that_is_possible(
    run: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    found: list[str],
    root: bool,
    fails: list[str],
    wanted: list[str],
) -> None:
    installed: list[str] = []

    def start(command: Sequence[object], **_options: object) -> subprocess.CompletedProcess[str]:
        name = str(command[-2 if command[-1] == "chromium" and "playwright" in command else -1])
        if "install" in command:
            installed.append(name)
        return subprocess.CompletedProcess(command, int(name in fails))

    monkeypatch.delenv("NAVAPI_CHROMIUM", raising=False)
    monkeypatch.setattr(run.sys, "platform", "linux")
    monkeypatch.setattr(run.os, "geteuid", lambda: 0 if root else 1000, raising=False)
    monkeypatch.setattr(run.shutil, "which", lambda name: name if name in found else None)
    monkeypatch.setattr(run.subprocess, "run", start)
    run.prepare_browser()
    assert installed == wanted


def collected(*options: str) -> set[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", *options]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 0, result.stdout
    return {line.partition(":")[0] for line in result.stdout.splitlines() if ".py" in line}


def test_fast_is_a_matter_of_folders() -> None:
    """It contains the folder of every room; what needs a build, a browser or a socket is
    excluded.
    """
    files = {path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    slow = {"browser", "frameworks", "growth", "sockets", "sphinx"}
    plain = {
        path.as_posix() for path in files if len(path.parts) > 2 and slow.isdisjoint(path.parts)
    }
    assert collected("--fast") == plain
    assert len(plain) > 60


def test_ordinary_and_full_run(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    pytester.makeini(
        f"[pytest]\npythonpath = {ROOT / 'tests' / 'support'}\nmarkers = full\n"
        "addopts = --strict-markers\n"
    )
    pytester.makepyfile(
        test_it="""
        import pytest
        from full_run import amount, first, theme_params

        @pytest.mark.parametrize("seed", first(4, range(20)))
        def test_seed(seed):
            assert amount(20, 4) in (4, 20)

        @pytest.mark.parametrize("theme", theme_params(["navapi", "classic", "furo"]))
        def test_theme(theme):
            pass
        """
    )
    command = ("-p", "no:cacheprovider", "-q")
    pytester.runpytest_subprocess(*command).assert_outcomes(passed=6, deselected=17)
    pytester.runpytest_subprocess(*command, "--full").assert_outcomes(passed=23)
    # What is named runs.
    named = pytester.runpytest_subprocess(*command, "test_it.py::test_seed[9]")
    named.assert_outcomes(passed=1)


def test_a_plain_test_that_opens_a_socket_fails(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    pytester.makeini(f"[pytest]\npythonpath = {ROOT / 'tests' / 'support'}\n")
    test = (
        "import socket\n\ndef test_it():\n    with socket.socket() as s:\n"
        "        s.bind(('127.0.0.1', 0))\n"
    )
    for folder in ("plan", "plan/sockets", "sphinx"):
        path = pytester.path / folder / f"test_{folder.replace('/', '_')}.py"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(test, "utf-8")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*plan/test_plan.py::test_it opens a socket: put it into*"])
