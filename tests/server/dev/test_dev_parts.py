"""Parts of `navapi dev`: which changes count, and which problems still exist."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path

import pytest
from watchfiles import Change

from sphinx_navapi.server.dev.command import Terminal
from sphinx_navapi.server.dev.problems import BuildProblem, Stage, merge_problems, read_warning
from sphinx_navapi.server.dev.watching import (
    OwnChanges,
    ProjectFilter,
    ProjectWatch,
    needs_new_process,
)

SRC = Path("/project/docs")


@pytest.mark.parametrize(
    ("text", "file", "line", "level", "message"),
    [
        ("/project/docs/a.md:3: WARNING: no such [x.y]\n", "a.md", 3, "warning", "no such [x.y]"),
        ("/project/docs/a.md: WARNING: none", "a.md", None, "warning", "none"),
        ("/elsewhere/b.txt:1: ERROR: bad\n  more", "/elsewhere/b.txt", 1, "error", "bad more"),
        ("WARNING: all is: lost", "", None, "warning", "all is: lost"),
        ("\x1b[31m/project/docs/ü b.md:9: WARNING: c\x1b[0m", "ü b.md", 9, "warning", "c"),
        ("something else", "", None, "warning", "something else"),
    ],
)
def test_warnings(text: str, file: str, line: int | None, level: str, message: str) -> None:
    problem = read_warning(text, SRC)
    assert problem is not None
    assert (problem.file, problem.line, problem.level, problem.message) == (
        file, line, level, message,
    )  # fmt: skip


def test_nothing_is_no_problem() -> None:
    assert read_warning(" \n", SRC) is None


def problem(stage: Stage, docname: str | None = "a", message: str = "m") -> BuildProblem:
    return BuildProblem(level="warning", message=message, file="a.md", docname=docname, stage=stage)


@pytest.mark.parametrize(
    ("before", "read", "written", "holds"),
    [
        (problem(Stage.READ), [], [], True),
        (problem(Stage.READ), ["b"], ["a", "b"], True),
        (problem(Stage.READ), ["a"], ["a"], False),
        (problem(Stage.WRITE), [], [], True),
        (problem(Stage.WRITE), [], ["a"], False),
        (problem(Stage.WRITE), [], None, False),
        (problem(Stage.READ), [], None, True),
        (problem(Stage.PLAN), [], [], False),
        (problem(Stage.CHECK), [], [], True),
        (problem(Stage.CHECK), ["b"], [], False),
        (problem(Stage.READ, "gone"), [], [], False),
        (problem(Stage.READ, None), [], [], False),
    ],
)
def test_what_is_still_valid(
    before: BuildProblem, read: list[str], written: list[str] | None, holds: bool
) -> None:
    merged = merge_problems([before], [], read=read, written=written, exists=["a", "b"])
    assert merged == ([before] if holds else [])


def test_what_is_said_twice_is_one_problem() -> None:
    again = problem(Stage.WRITE)
    merged = merge_problems([again], [again, again], read=[], written=[], exists=["a"])
    assert merged == [again]


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/project/docs/a.md", True),
        ("/project/docs/deep/b.yaml", True),
        ("/project/docs/_static/x.css", True),
        ("/project/docs/_build/html/a.html", False),
        ("/project/docs/_build", False),
        ("/project/docs/site/a.html", False),
        ("/project/docs/.git/index", False),
        ("/project/docs/.venv/x.py", False),
        ("/project/docs/node_modules/x/y.json", False),
        ("/project/docs/__pycache__/conf.pyc", False),
        ("/project/docs/a.md~", False),
        ("/project/docs/.a.md.swp", False),
        ("/project/docs/4913", False),
        ("/project/docs/build.log", False),
        ("/project/docs/#a.md#", False),
        ("/project/README.md", True),
        ("/project/CHANGELOG.md", False),
        ("/project/theme/deep/x.html", True),
    ],
)
def test_paths_that_count(path: str, counts: bool) -> None:
    outside = ["/project/README.md", "/project/theme"]
    wanted = ProjectFilter(SRC, SRC / "site", outside)
    assert wanted(Change.modified, path) == counts


def test_places_to_watch(tmp_path: Path) -> None:
    for name in ("docs/guide", "docs/_build/html", "docs/.git", "docs/node_modules", "theme"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "README.md").touch()
    src = tmp_path / "docs"
    outside = [str(tmp_path / "README.md"), str(tmp_path / "theme"), str(tmp_path / "gone")]
    whole, alone = ProjectFilter(src, src / "_build" / "html", outside).places()
    assert whole == [src / "guide", tmp_path / "theme"]
    assert alone == [tmp_path, src]


def test_a_file_that_each_build_changes_is_no_longer_followed(tmp_path: Path) -> None:
    written, other, page = (tmp_path / name for name in ("api.json", "b.json", "page.md"))
    for path in (written, other, page):
        path.touch()
    own = OwnChanges()

    def after(begun: float, *changed: Path, at: float) -> set[str]:
        for path in changed:
            os.utime(path, (at, at))
        return {Path(path).name for path in own.left({*map(str, changed)}, begun, begun + 10)}

    for begun in (100, 200):
        assert after(begun, written, at=begun + 5) == {"api.json"}
    # What the user saves in between is no loop.
    assert after(300, other, at=350) == {"b.json"}
    for begun in (400, 500):
        assert after(begun, written, at=begun + 5) == {"api.json"}
    assert after(600, written, at=605) == set()
    assert own.files == {str(written)}
    assert after(700, written, at=705) == set()
    assert after(700, written, other, at=705) == {"b.json"}
    # Saved by the user.
    assert after(800, written, at=850) == {"api.json"}
    for begun in (900, 1000, 1100, 1200):
        assert after(begun, page, at=begun + 5) == {"page.md"}


@pytest.mark.parametrize(
    ("name", "new"), [("conf.py", True), ("ext/a.py", True), ("a.mo", True), ("a.md", False)]
)
def test_changes_that_a_process_would_miss(name: str, new: bool) -> None:
    assert needs_new_process({name, "other.md"}) == new


class Screen(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_and_colors_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for stream, colored in ((Screen(), True), (io.StringIO(), False)):
        terminal = Terminal(stream, stream)
        terminal.progress("reading 10%")
        terminal.tell(problem(Stage.READ))
        terminal.say("done")
        text = stream.getvalue()
        assert ("\x1b[33mwarning\x1b[0m" in text) == colored
        assert ("reading" in text) == colored
        assert text.endswith("navapi: done\n")
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    Terminal(screen, screen).tell(problem(Stage.READ))
    assert screen.getvalue() == "a.md: warning: m\n"


def test_file_that_was_written_again_as_it_was_is_not_a_change(tmp_path: Path) -> None:
    """Files that ``conf.py`` writes into the sources in each build do not start another build."""
    watch = ProjectWatch(ProjectFilter(tmp_path, tmp_path / "_build"))
    generated, page = tmp_path / "openapi.json", tmp_path / "page.md"

    async def changes(*saves: tuple[Path, str | None]) -> list[set[str]]:
        seen = []
        watch._look_again = lambda: None  # type: ignore[method-assign] # no watch on the disk
        for path, text in saves:
            if text is None:
                path.unlink()
            else:
                path.write_text(text, "utf-8")
            watch._found.put_nowait({str(path)})
            try:
                seen.append(await asyncio.wait_for(watch.changes(), 0.05))
            except TimeoutError:
                seen.append(set())
        return seen

    one, two = {str(generated)}, {str(page)}
    saves = [(generated, "{}"), (generated, "{}"), (page, "a"), (generated, "{}"), (page, "b")]
    saves += [(generated, '{"a": 1}'), (page, None), (page, "b")]
    assert asyncio.run(changes(*saves)) == [one, set(), two, set(), two, one, two, two]
