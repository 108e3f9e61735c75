"""What the benchmarks do when builds fail, take too long or are interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from benchmark_modules import BENCHMARKS, load
from patience import PATIENCE

measuring = load("measuring")
table_module = load("table")
builds = load("builds")
npm_projects = load("npm_projects")
peers = load("peers")
run = load("run")

Measurement = measuring.Measurement
GOOD = Measurement(cpu=2, memory=50)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where results are written; all that is built goes beside."""
    for module in (builds, peers, run):
        monkeypatch.setattr(module, "BUILD", tmp_path)
    return tmp_path / "results.json"


@pytest.fixture
def table(results: Path) -> Any:
    return table_module.Table(path=results)


def rows(results: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(results.read_text("utf-8"))["rows"]
    return found


@pytest.mark.parametrize(
    "command",
    [
        python("while True: pass"),
        # npm tells that its child was ended by a signal in the same way.
        python(
            "import subprocess, sys\n"
            "child = subprocess.run([sys.executable, '-c', 'while True: pass'])\n"
            "sys.exit(128 - child.returncode)"
        ),
        # A program that ignores the first signal.
        python(
            "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        ),
    ],
    ids=["itself", "its child", "stubborn"],
)
def test_a_command_is_stopped_at_its_limit(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "_GRACE", 1)
    used = measuring.measure(command, tmp_path / "log", limit=1)
    assert used.stopped
    assert used.problem == "more than 1 s"
    assert used.cpu >= 1


def test_a_command_that_fails_below_its_limit_is_not_stopped(tmp_path: Path) -> None:
    failed = measuring.measure(python("raise SystemExit(3)"), tmp_path / "log", limit=100)
    assert (failed.problem, failed.stopped) == ("failed (3)", False)
    # For example for want of memory.
    code = f"import os; os.kill(os.getpid(), {signal.SIGKILL:d})"
    killed = measuring.measure(python(code), tmp_path / "log", limit=100)
    assert (killed.problem, killed.stopped) == ("failed (-9)", False)


def test_what_outlives_its_parent_is_ended(tmp_path: Path) -> None:
    """Its end closes the pipe."""
    code = (
        "import os, subprocess, sys\n"
        f"pipe = os.open({str(tmp_path / 'pipe')!r}, os.O_WRONLY)\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'], stdout=pipe)"
    )
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()), daemon=True)
    reader.start()
    assert measuring.measure(python(code), tmp_path / "log").problem == ""
    reader.join(PATIENCE)
    assert read == [b""]


def test_commands_of_one_program_add_up_and_the_first_problem_ends_them(tmp_path: Path) -> None:
    burn = python("import time\nwhile time.process_time() < 0.3: pass")
    log = tmp_path / "log"
    both = measuring.measure_all([burn, burn], log, limit=100, folder=tmp_path)
    assert both.problem == ""
    assert both.cpu > 0.6
    touch = python("open('touched', 'w').close()")
    fails = python("raise SystemExit('Error: a bad day')")
    failed = measuring.measure_all([touch, fails, touch], log, limit=100, folder=tmp_path)
    assert failed.problem == "failed (1)"
    assert (tmp_path / "touched").is_file()
    assert measuring.told_reason(log) == "Error: a bad day"


def test_the_reason_that_a_log_tells(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("Traceback:\n    KeyError: 'type'\nTo report this error, please wait.\n\n")
    assert measuring.told_reason(log) == "KeyError: 'type'"
    log.write_text("begun\nthat is all\n\n")
    assert measuring.told_reason(log) == "that is all"
    log.write_text("")
    assert measuring.told_reason(log) == ""


def test_each_row_is_written_when_it_is_known(
    table: Any, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.plain, table.ours["navapi"] = 4, 8
    table.add("a document", "navapi", "cold", 10, GOOD)
    (first,) = rows(results)
    assert (first["to_plain"], first["to_ours"]) == (0.5, 0.25)
    stopped = Measurement(cpu=120.5, memory=50, problem="more than 120 s", stopped=True)
    table.add("plain pages", "furo", "cold", 10, stopped)
    table.add("a document", "other", "cold", 10, Measurement(cpu=1, memory=1, problem="failed (2)"))
    assert [row["problem"] for row in rows(results)] == ["", "more than 120 s", "failed (2)"]
    assert rows(results)[2]["to_plain"] is None
    assert json.loads(results.read_text("utf-8"))["complete"] is False
    lines = capsys.readouterr().out.splitlines()
    assert ">120.5" in lines[1]
    assert lines[1].endswith("(more than 120 s)")
    assert "failed (2)" in lines[2]


def fake_sphinx(endings: dict[str, Measurement | BaseException]) -> Callable[..., Measurement]:
    """Instead of `measure`: a site with one operation, or what *endings* say for the theme."""

    def measure(command: list[str], log: Path, **_options: Any) -> Measurement:
        log.write_text("a bad day\n")
        theme = next((word.partition("=")[2] for word in command if "html_theme=" in word), "")
        ending = endings.get(theme, GOOD)
        if isinstance(ending, BaseException):
            raise ending
        if not ending.problem:
            output = Path(command[-1])
            (output / "_navapi").mkdir(parents=True, exist_ok=True)
            (output / "page.html").write_text("<p>Page</p>")
            site = {"pages": {"page": {"url": "page.html", "kind": "operation"}}}
            (output / "_navapi" / "site.json").write_text(json.dumps(site))
        return ending

    return measure


OPTIONS = ["--sizes", "1", "2", "--changes", "nothing changed", "--jobs", "--no-plain"]


def test_a_build_that_fails_is_a_row_and_the_run_goes_on(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endings = {"bad": Measurement(cpu=1, memory=1, problem="failed (2)")}
    monkeypatch.setattr(builds, "measure", fake_sphinx(endings))
    assert run.main([*OPTIONS, "--themes", "bad", "good", "--json", str(results)]) == 1
    assert [(row["case"], row["theme"], row["build"]) for row in rows(results)] == [
        (f"generated, {size}", theme, build)
        for size in (1, 2)
        for theme, build in (("bad", "cold"), ("good", "cold"), ("good", "nothing changed"))
    ]
    assert capsys.readouterr().err.startswith("generated, 1, bad, cold: failed (2)\na bad day\n")
    assert json.loads(results.read_text("utf-8"))["complete"] is True
    assert run.main([*OPTIONS, "--themes", "good", "--json", str(results)]) == 0


def test_a_run_that_is_interrupted_keeps_its_rows(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "measure", fake_sphinx({"last": KeyboardInterrupt()}))
    with pytest.raises(KeyboardInterrupt):
        run.main([*OPTIONS, "--themes", "good", "last", "--json", str(results)])
    assert [row["build"] for row in rows(results)] == ["cold", "nothing changed"]
    assert json.loads(results.read_text("utf-8"))["complete"] is False


@pytest.mark.parametrize(("plain", "limit"), [(10.0, 120.0), (200.0, 400.0)])
def test_the_limit_is_at_least_twice_the_plain_pages(
    plain: float, limit: float, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[float | None] = []

    def measure(_command: list[str], _log: Path, *, limit: float | None) -> Measurement:
        seen.append(limit)
        return Measurement(cpu=plain, memory=1)

    monkeypatch.setattr(builds, "measure", measure)
    builds.measure_plain(table, 1)
    builds.measure_plain(table, 1, "furo", 120)
    assert seen == [None, limit]


def write_nothing(folder: Path, _document: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def make_peer(name: str, code: str, module: str = "json") -> Any:
    return peers.Peer(
        name=name, shape="one page", write=write_nothing, commands=(tuple(python(code)),),
        module=module,
    )  # fmt: skip


def test_a_peer_that_fails_is_reported_and_the_next_is_measured(
    table: Any, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = "import os; os.mkdir('build'); open('build/index.html', 'w').write('x' * 30)"
    monkeypatch.setattr(peers, "versions", lambda peer: {peer.name: "1.0"})
    monkeypatch.setattr(
        peers,
        "PEERS",
        (
            make_peer("fails", "raise KeyError('type')"),
            make_peer("endless", "while True: pass"),
            make_peer("absent", "", "no_such_package.module"),
            make_peer("good", site),
            make_peer("not asked for", site),
        ),
    )
    document = results.with_name("api.json")
    peers.measure_peers(table, "a", document, 7, 1, ["fails", "endless", "absent", "good"])
    found = rows(results)
    assert [row["problem"] for row in found] == ["failed (1)", "more than 1 s", ""]
    assert found[2]["theme"] == "good"
    assert found[2]["output"] == {"files": 1, "size": 30, "html": 1, "pages": None}
    notes = json.loads(results.read_text("utf-8"))["notes"]
    assert [note.partition(" (see")[0] for note in notes] == [
        "fails, a: failed (1): KeyError: 'type'",
        "endless, a: more than 1 s",
        "absent: not measured: not installed: it is in the dependency group `peers`",
    ]
    assert table.programs == dict.fromkeys(("fails", "endless", "good"), "1.0")


def test_peers_of_npm_need_npm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    peers.obstacle.cache_clear()
    found = {peer.name: peers.obstacle(peer) for peer in peers.PEERS if peer.packages}
    peers.obstacle.cache_clear()
    assert len(found) == 3
    assert set(found.values()) == {"it needs Node and npm"}


def write_package(folder: Path, name: str, text: str) -> None:
    (folder / "node_modules" / name).mkdir(parents=True)
    (folder / "node_modules" / name / "package.json").write_text(text)


def test_versions_of_npm_are_those_that_are_installed(tmp_path: Path) -> None:
    write_package(tmp_path, "@scope/tool", '{"name": "@scope/tool", "version": "2.77.0"}')
    write_package(tmp_path, "odd", '{"name": "odd"}')
    assert peers.npm_version(tmp_path, "@scope/tool") == "2.77.0"
    assert peers.npm_version(tmp_path, "odd") is None
    assert peers.npm_version(tmp_path, "absent") is None


def test_what_is_installed_is_not_fetched_again(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (peer,) = (peer for peer in peers.PEERS if peer.name == "zudoku")
    asked: list[list[str]] = []

    def fetch(command: list[str], **options: Any) -> Any:
        asked.append(command)
        options["stdout"].write(b"npm warn x\nnpm error code ENOTFOUND\nnpm error a log\n")
        return type("Done", (), {"returncode": 1})()

    monkeypatch.setattr(peers.subprocess, "run", fetch)
    told = peers.install(peer)
    assert told.startswith("npm cannot install it: npm error code ENOTFOUND (see ")
    assert "--ignore-scripts" in asked[0]
    written = json.loads((peer.folder / "package.json").read_text("utf-8"))
    assert written["dependencies"] == dict(peer.packages)
    for name, number in peer.packages:
        write_package(peer.folder, name, json.dumps({"version": number}))
    assert peers.install(peer) == ""
    assert len(asked) == 1


@pytest.mark.parametrize("name", ["redocly", "docusaurus", "zudoku"])
def test_a_project_of_npm_is_new_but_for_its_packages(name: str, tmp_path: Path) -> None:
    write_package(tmp_path, "kept", "{}")
    for old in ("build/index.html", "docs/api/old.api.mdx", "node_modules/.cache/old"):
        (tmp_path / old).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / old).write_text("")
    (tmp_path / "package.json").write_text("{}")
    document = tmp_path.parent / f"{name}.yaml"
    document.write_text("openapi: 3.1.0\n")
    getattr(npm_projects, f"write_{name}_project")(tmp_path, document)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert {"package.json", "openapi.yaml", "node_modules/kept/package.json"} <= files
    assert not [file for file in files if file.endswith(("old", "old.api.mdx", "index.html"))]
    configs = [path.read_text("utf-8") for path in tmp_path.glob("*.config.*")]
    assert all("openapi.yaml" in config for config in configs)
    assert len(configs) == (name != "redocly")


def test_pages_of_operations_are_those_that_the_plugin_made(tmp_path: Path) -> None:
    (tmp_path / "docs" / "api").mkdir(parents=True)
    for name in ("get-0.api.mdx", "get-0.ParamsDetails.json", "pets.tag.mdx", "measured.info.mdx"):
        (tmp_path / "docs" / "api" / name).write_text("")
    assert npm_projects.docusaurus_pages(tmp_path) == [tmp_path / "build/api/get-0/index.html"]


def test_all_means_each_peer() -> None:
    assert run.parse_arguments(["--peers", "all"]).peers == [peer.name for peer in peers.PEERS]
    assert run.parse_arguments([]).peers == []


def test_the_readme_names_each_peer() -> None:
    text = (BENCHMARKS / "README.md").read_text("utf-8")
    assert [peer.name for peer in peers.PEERS] == re.findall(
        r"^\| `([^`]+)` \|", text, re.MULTILINE
    )


def test_a_package_is_compiled_as_if_it_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "measured_package" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    run.compile_package("measured_package")
    assert len(list(tmp_path.rglob("*.pyc"))) == 2
    run.compile_package("no_such_package")
