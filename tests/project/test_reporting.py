"""Which modules warn, and in which words."""

from __future__ import annotations

import re
from pathlib import Path

import sphinx_navapi

PACKAGE = Path(sphinx_navapi.__file__).parent

#: Modules that warn without Sphinx.
OTHERS = ("relay", "server")


def test_one_module_warns() -> None:
    warning = re.compile(r"_?logg(?:er|ing)\.(?:warning|error|critical)\b")
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if warning.search(path.read_text("utf-8"))
    }
    assert {name for name in found if not name.startswith(OTHERS)} == {"project/reporting.py"}
