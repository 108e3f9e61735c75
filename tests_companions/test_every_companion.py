"""Each extension of the table beside ours: nothing of it changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from companion_builds import check_companion
from companions import ALL, Companion


@pytest.mark.parametrize("companion", ALL, ids=lambda companion: companion.package)
def test_it_keeps_its_place(companion: Companion, tmp_path: Path) -> None:
    check_companion(companion, tmp_path)
