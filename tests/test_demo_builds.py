"""The demo site and the documentation build without a warning, in every supported theme."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from shared_builds import DemoBuilds
from theme_cases import CASES

ROOT = Path(__file__).parent.parent
THEMES = ("navapi", *CASES)


def build(source: Path, output: Path, *options: str) -> None:
    """Build with warnings as errors, nitpicky; fails with what Sphinx said."""
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "-qnW", "--keep-going", *options, source, output],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""


@pytest.mark.parametrize("theme", THEMES)
def test_demo_site_builds_in_every_theme(theme: str, demo_builds: DemoBuilds) -> None:
    out = demo_builds(theme)
    site = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))
    for page in site["pages"].values():
        assert (out / page["url"]).is_file()


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml", "latex", "epub", "text", "man"])
def test_demo_site_builds_in_every_format(builder: str, demo_builds: DemoBuilds) -> None:
    assert any(demo_builds("navapi", builder).iterdir())


def test_demo_site_in_german(tmp_path: Path) -> None:
    build(ROOT / "demo_site", tmp_path, "-b", "text", "-D", "language=de")
    page = (tmp_path / "observations" / "buoys" / "list-buoys.txt").read_text("utf-8")
    assert page.startswith("Bojen auflisten")
    assert "Meldet sich, hat sich aber losgerissen." in page


def test_documentation_builds(tmp_path: Path) -> None:
    build(ROOT / "docs", tmp_path)
