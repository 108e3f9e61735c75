"""Sites for tests in the browser."""

from __future__ import annotations

from pathlib import Path

from warm_python import run_module


def build_site(source: Path, output: Path, *options: str) -> Path:
    """*output*, with the site built from *source*; fails with Sphinx's output."""
    result = run_module("sphinx", "-q", *options, source, output)
    assert result.returncode == 0, result.stderr
    return output
