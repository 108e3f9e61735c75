"""Which files are redirect pages written by us."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from sphinx_navapi.html.site_files import RedirectRecord, read_record


def record_of(**pages: bytes) -> RedirectRecord:
    return RedirectRecord({name: sha256(data).hexdigest() for name, data in pages.items()})


def test_a_file_is_ours_as_long_as_it_is_as_it_was_written(tmp_path: Path) -> None:
    record = record_of(old=b"moved", gone=b"moved", folder=b"moved")
    (tmp_path / "old").write_bytes(b"moved")
    (tmp_path / "other").write_bytes(b"moved")
    (tmp_path / "folder").mkdir()
    assert [
        name for name in ("old", "other", "gone", "folder") if record.is_ours(tmp_path, name)
    ] == ["old"]
    (tmp_path / "old").write_bytes(b"moved, and edited")
    assert not record.is_ours(tmp_path, "old")


@pytest.mark.parametrize("way", ["../secret", "{root}/secret", "link"])
def test_what_lies_elsewhere_is_not_ours(tmp_path: Path, way: str) -> None:
    (tmp_path / "secret").write_bytes(b"moved")
    out = tmp_path / "out"
    out.mkdir()
    (out / "link").symlink_to(tmp_path / "secret")
    name = way.format(root=tmp_path)
    assert not record_of(**{name: b"moved"}).is_ours(out, name)


def test_what_is_not_ours_is_not_overwritten(tmp_path: Path) -> None:
    record = record_of(old=b"first", edited=b"first")
    (tmp_path / "old").write_bytes(b"first")
    (tmp_path / "edited").write_bytes(b"mine")
    (tmp_path / "own").write_bytes(b"mine")
    (tmp_path / "same").write_bytes(b"second")
    (tmp_path / "folder").mkdir()
    names = ("old", "edited", "own", "same", "folder", "own/below", "new/page")
    written = [name for name in names if record.write(tmp_path, name, b"second")]
    assert written == ["old", "same", "new/page"]
    assert [(tmp_path / name).read_bytes() for name in ("old", "edited", "own", "new/page")] == [
        b"second", b"mine", b"mine", b"second",
    ]  # fmt: skip


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"pages": 1}', "[" * 100_000, "\x00"])
def test_a_record_that_is_none_names_nothing(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "record").write_text(text, "utf-8")
    assert read_record(tmp_path / "record") == RedirectRecord()


def test_of_a_record_that_was_edited_the_usable_part_counts(tmp_path: Path) -> None:
    pages = {"a": {"sha256": "1"}, "b": {"sha256": 1}, "c": {}, "d": "1"}
    (tmp_path / "record").write_text(json.dumps({"pages": pages}), "utf-8")
    assert read_record(tmp_path / "record") == RedirectRecord({"a": "1"})
