"""Ten of the extensions of `tests_companions`, which tests all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from companion_builds import check_companion
from companions import ALL, ORDINARY, Companion


@pytest.mark.parametrize(
    "companion",
    [each for each in ALL if each.package in ORDINARY],
    ids=lambda companion: companion.package,
)
def test_it_keeps_its_place(companion: Companion, tmp_path: Path) -> None:
    check_companion(companion, tmp_path)
