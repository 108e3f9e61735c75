"""Files beside pages: written if they changed, removed if no build needs them."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.build.output_files import OutputFiles, remove_files


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
