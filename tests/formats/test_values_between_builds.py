"""Values kept in a file between builds."""

from __future__ import annotations

import os
from pathlib import Path

from sphinx_navapi.formats.kept_values import KeptValues


def _string(stored: object) -> str | None:
    return stored if isinstance(stored, str) else None


def test_a_file_is_written_again_only_for_other_values(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"

    def build(second: str | None) -> int:
        kept: KeptValues[str | None] = KeptValues(path, "1", _string)
        kept.get("first", lambda: "found")
        kept.get("second", lambda: second)
        kept.save()
        return path.stat().st_mtime_ns

    build(None)
    os.utime(path, ns=(1, 1))
    assert build(None) == 1
    assert build("more") != 1


def test_what_is_kept_is_not_found_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    asked = []

    def find() -> str:
        asked.append(1)
        return "found"

    for _ in range(3):
        kept: KeptValues[str | None] = KeptValues(path, "1", _string)
        assert kept.get("key", find) == "found"
        kept.save()
    assert len(asked) == 1
    assert KeptValues(path, "2", _string).get("key", lambda: "new") == "new"
