"""The index of the search after building a part is that of building all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from write_files import write_files


def build(folder: Path, out: Path) -> str:
    command = [sys.executable, "-m", "sphinx_navapi.cli", "build", folder, out, "--", "-q"]
    subprocess.run(command, check=True)
    return (out / "searchindex.js").read_text("utf-8")


def test_words_that_are_gone_leave_the_index(tmp_path: Path) -> None:
    other = "# Other\n\nThey chew.\n"
    docs = {"navigation": {"pages": ["index", "other"]}}
    files = {"docs.json": docs, "index.md": "# Giraffes\n\nThey chew acacia.\n", "other.md": other}
    folder = write_files(tmp_path / "docs", files)
    assert "acacia" in build(folder, tmp_path / "out")
    (folder / "index.md").write_text("# Zebras\n\nThey chew grass.\n", "utf-8")
    after = build(folder, tmp_path / "out")
    assert "acacia" not in after
    assert "giraff" not in after
    assert after == build(folder, tmp_path / "clean")
