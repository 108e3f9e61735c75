"""Sites for tests in the browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def build_site(source: Path, output: Path, *options: str) -> Path:
    """*output*, with the site built from *source*; fails with Sphinx's output."""
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", *options, source, output],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    return output
