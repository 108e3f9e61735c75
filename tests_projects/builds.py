"""Builds of a project: unchanged, with the extension added, and with an API beside its pages."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from json import loads
from pathlib import Path
from typing import Any

from sources import CACHE, Project, copy

HERE = Path(__file__).resolve().parents[1] / "tests" / "support"

#: Nothing is fetched, no notebook is run (each run has its own paths and numbers), and the input of
#: the theme is recorded.
COMMON = f"""
import sys as _sys
_sys.path.insert(0, {str(HERE)!r})
extensions = [*extensions, "recorder"]
intersphinx_mapping = {{}}
nb_execution_mode = "off"
"""

ADDED = 'extensions = [*extensions, "sphinx_navapi"]\n'


@dataclass(frozen=True)
class Built:
    """One build. :ivar cpu: seconds. :ivar memory: largest resident set, MB."""

    source: Path
    output: Path
    log: str
    status: int
    cpu: float
    memory: float

    @cached_property
    def files(self) -> dict[str, bytes]:
        """All files that would be published."""
        return {
            path.relative_to(self.output).as_posix(): path.read_bytes()
            for path in sorted(self.output.rglob("*"))
            if path.is_file()
        }

    @cached_property
    def pages(self) -> dict[str, dict[str, Any]]:
        """The template context of each page, by docname."""
        folder = self.output.with_name(f"{self.output.name}-pages")
        return {
            path.relative_to(folder).with_suffix("").as_posix(): loads(path.read_text("utf-8"))
            for path in sorted(folder.rglob("*.json"))
        }


def build(
    project: Project,
    name: str,
    lines: str = "",
    files: dict[str, str] | None = None,
    options: tuple[str, ...] = (),
) -> Built:
    """Build *project* with *lines* added to its conf.py and *files* beside it."""
    base = CACHE / "builds" / project.name
    # The same source and output paths, so that they cause no differences.
    source = copy(project, base / "source", COMMON + lines, files)
    output = base / name
    return run(source, output, *options)


def run(source: Path, output: Path, *options: str) -> Built:
    """Run sphinx-build on *source*."""
    import shutil

    for folder in (output, output.with_name(f"{output.name}-pages")):
        shutil.rmtree(folder, ignore_errors=True)
    doctrees = output.with_name(f"{output.name}-doctrees")
    shutil.rmtree(doctrees, ignore_errors=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    log = output.with_name(f"{output.name}.log")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", str(doctrees), *options]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "0"}
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [*command, str(source), str(output)],
            stdout=stream,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=source,
        )
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return Built(
        source,
        output,
        log.read_text("utf-8", "replace"),
        process.returncode,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1000,
    )
