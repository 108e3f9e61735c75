"""Files beside pages: written if they changed, removed if no build needs them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sphinx_navapi.project.output_files import OutputFiles, remove_files


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    OutputFiles(tmp_path).put("nav/one.html", "<ul></ul>")
    before = (tmp_path / "nav/one.html").stat().st_mtime_ns
    files = OutputFiles(tmp_path)
    files.put("nav/one.html", b"<ul></ul>")
    assert (tmp_path / "nav/one.html").stat().st_mtime_ns == before
    files.put("nav/one.html", "<ul> </ul>")
    assert (tmp_path / "nav/one.html").read_text("utf-8") == "<ul> </ul>"
    assert files.names == {"nav/one.html"}


def test_empty_folders_go_with_their_files(tmp_path: Path) -> None:
    files = OutputFiles(tmp_path / "out")
    files.put("a/b/one.html", "")
    files.put("a/two.html", "")
    remove_files(tmp_path / "out", ["a/b/one.html", "never/there.html"])
    assert sorted(p.name for p in (tmp_path / "out").rglob("*")) == ["a", "two.html"]
    remove_files(tmp_path / "out", ["a/two.html"])
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_nothing_outside_the_folder_is_removed(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").touch()
    (tmp_path / "out").mkdir()
    remove_files(tmp_path / "out", ["../kept.txt", str(tmp_path / "kept.txt")])
    assert (tmp_path / "kept.txt").exists()


def test_files_made_from_the_same_are_kept(tmp_path: Path) -> None:
    out, memory = tmp_path / "out", tmp_path / "memory.json"
    made: list[str] = []

    def build(*parts: str) -> None:
        def write(key: str) -> None:
            made.append(key)
            files.put("one.txt", "".join(parts))

        files = OutputFiles(out, memory)
        files.make("group", parts, write)
        assert files.names == {"one.txt"}

    for parts, times in ((("a", "b"), 1), (("a", "b"), 0), (("ab",), 1), (("a", "b"), 1)):
        made.clear()
        build(*parts)
        assert len(made) == times
    (out / "one.txt").write_text("changed", "utf-8")
    build("a", "b")
    assert (out / "one.txt").read_text("utf-8") == "ab"
    (out / "one.txt").unlink()
    build("a", "b")
    assert (out / "one.txt").read_text("utf-8") == "ab"
    memory.write_text("[", "utf-8")
    build("a", "b")
    assert len(made) == 4


def test_interrupted_files_are_made_again(tmp_path: Path) -> None:
    path = tmp_path / "out/one.txt"

    def build(part: str, *, fails: bool = False) -> None:
        def write(key: str) -> None:
            before = path.stat().st_mtime_ns if fails else 0
            files.put("one.txt", part)
            if fails:
                # As where the times of files are coarse.
                os.utime(path, ns=(before, before))
                raise KeyboardInterrupt

        files = OutputFiles(tmp_path / "out", tmp_path / "memory.json")
        files.make("group", [part], write)

    build("old")
    with pytest.raises(KeyboardInterrupt):
        build("new", fails=True)
    build("old")
    assert path.read_text("utf-8") == "old"
