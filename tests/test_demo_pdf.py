"""The demo site as PDF, which needs a TeX installation; `tox -e pdf` runs this."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from warm_python import run_module

ROOT = Path(__file__).parent.parent

#: What the log of a book does not say if all is well: letters, labels and lines are complete.
REPORTED = re.compile(
    r"Missing character|multiply.defined|^LaTeX Warning: .*undefined|^!"
    r"|Overfull \\hbox \((?:[2-9]\d|\d{3,})",
    re.MULTILINE,
)

BOOKS = ("fulmar", "fulmar-1", "fulmar-ar", "fulmar-de")


@pytest.mark.full
@pytest.mark.skipif(shutil.which("latexmk") is None, reason="needs latexmk")
def test_each_language_and_version_of_the_demo_is_a_pdf(tmp_path: Path) -> None:
    options = ("-q", "-nW", "--keep-going")
    result = run_module("sphinx", "-M", "latexpdf", ROOT / "demo_site", tmp_path, *options)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr
    folder = tmp_path / "latex"
    for name in BOOKS:
        assert (folder / f"{name}.pdf").read_bytes().startswith(b"%PDF-")
        log = (folder / f"{name}.log").read_text("utf-8", "replace")
        assert REPORTED.findall(log) == [], name
