"""The table of other extensions is what tox installs and what the documentation lists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from companions import ALL, ORDINARY

ROOT = Path(__file__).parent.parent


def test_each_is_installed_and_listed() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    packages = {each.package for each in ALL}
    assert len(packages) == len(ALL)
    assert set(groups["test"]) >= ORDINARY
    # A dependency of the package itself.
    assert packages - {"sphinx-design"} <= {*groups["test"], *groups["companions"]}
    text = (ROOT / "docs/existing-project.md").read_text("utf-8")
    listed = re.search(r"beside each of (.*?)\. ", text.replace("\n", " "))
    assert listed is not None
    assert packages <= set(re.findall(r"`([^`]+)`", listed[1]))
