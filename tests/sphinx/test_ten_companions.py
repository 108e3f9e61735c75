"""Ten of the extensions of `tests_companions`, which tests all of them, each in a new process.

The ordinary run has four of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from companion_builds import check_companion
from companions import ALL, ORDINARY, Companion
from full_run import first

#: Those that ask Sphinx for most: code, a project class, pages of their own, all pages.
SPECIAL = ("sphinx-codeautolink", "sphinx-mounts", "sphinx-notfound-page", "sphinx-sitemap")


def is_common(companion: Companion) -> bool:
    """A key that sorts the special ones to the front."""
    return companion.package not in SPECIAL


@pytest.mark.parametrize(
    "companion",
    first(4, sorted((each for each in ALL if each.package in ORDINARY), key=is_common)),
    ids=lambda companion: companion.package,
)
def test_it_keeps_its_place(companion: Companion, tmp_path: Path) -> None:
    check_companion(companion, tmp_path, warm=True)
