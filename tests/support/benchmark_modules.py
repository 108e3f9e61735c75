"""The modules of benchmarks/, which is not a package."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

#: Those that import each other by these names, each after those that it needs.
_SHARED = (
    "generated", "assets", "measuring", "projects", "table", "builds", "npm_projects", "peers",
)  # fmt: skip


def load(name: str) -> ModuleType:
    """A module of benchmarks/, with those that it imports."""
    for each in _SHARED if name not in _SHARED else _SHARED[: _SHARED.index(name)]:
        if each not in sys.modules:
            _load(each, each)
    known = name if name in _SHARED else f"benchmark_{name}"
    return sys.modules.get(known) or _load(name, known)


def _load(name: str, known: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(known, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module
    spec.loader.exec_module(module)
    return module
