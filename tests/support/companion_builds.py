"""Builds of a small project with an extension: alone, beside ours, and with an API."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from companions import BOOKS, LOANS, SITE, Companion
from recorder import RANDOM
from warm_python import run_module
from write_files import write_files

HERE = Path(__file__).resolve().parent

_RANDOM = re.compile(RANDOM.pattern.encode())

#: Context of a page whose entries an API leaves alone.
KEPT = ("parents", "prev", "next", "toc", "title", "rellinks", "body")

#: Files of Sphinx that list all pages, or the configuration.
ALL_PAGES = (
    ".buildinfo", "*/.buildinfo", "searchindex.js", "objects.inv", "genindex.*", "*.doctree",
    "*.pickle", "sitemap.xml", "llms*.txt", "*.html", "*.fls", "*.log", "*.env", "_sources/*",
)  # fmt: skip


@dataclass(frozen=True)
class Built:
    """A finished build."""

    out: Path
    status: int
    log: str

    @cached_property
    def warnings(self) -> set[str]:
        return {line for line in self.log.splitlines() if "WARNING" in line or "ERROR" in line}

    @cached_property
    def files(self) -> dict[str, bytes]:
        return {
            RANDOM.sub("", name.as_posix()): _RANDOM.sub(b"", (self.out / name).read_bytes())
            for name in sorted(path.relative_to(self.out) for path in self.out.rglob("*"))
            if (self.out / name).is_file()
        }

    @cached_property
    def pages(self) -> dict[str, dict[str, Any]]:
        """The template context of each page, by docname."""
        folder = self.out.with_name(f"{self.out.name}-pages")
        return {
            path.relative_to(folder).with_suffix("").as_posix(): json.loads(path.read_text("utf-8"))
            for path in sorted(folder.rglob("*.json"))
        }

    def shown(self, page: str, wanted: str) -> int:
        """How often a page shows what *wanted* says (`Companion.shows`)."""
        soup = BeautifulSoup(self.files[f"{page}.html"], "html.parser")
        if wanted.startswith("="):
            return soup.get_text().count(wanted[1:])
        return len(soup.select(wanted))


def build(
    companion: Companion,
    folder: Path,
    name: str,
    *extensions: str,
    files: dict[str, str] | None = None,
    theme: str = "furo",
    warm: bool = False,
) -> Built:
    """Build the project of *companion* in a process of its own.

    :param extensions: all that conf.py lists. :param files: added to the project's own.
    :param warm: begin where our modules are imported, which takes a fifth of the time.
    """
    source = folder / "source"
    conf = {
        "project": "Library",
        "extensions": [*extensions, "recorder"],
        "html_theme": companion.theme or theme,
        **companion.conf,
    }
    lines = [
        f"import sys\nsys.path[:0] = [{str(HERE)!r}, {str(source)!r}]",
        *(f"{key} = {value!r}" for key, value in conf.items()),
    ]
    write_files(source, {**companion.sources(), "conf.py": "\n".join(lines), **(files or {})})
    out = folder / name
    options = ["-q", "-b", companion.builder, "-d", str(folder / f"{name}-doctrees")]
    options += [str(source), str(out)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "0"}
    # Some start commands of their packages.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    if warm:
        result = run_module("sphinx", *options, cwd=source, environment=environment)
    else:
        command = [sys.executable, "-m", "sphinx", *options]
        result = subprocess.run(
            command, cwd=source, env=environment, capture_output=True, text=True, errors="replace"
        )
    return Built(out, result.returncode, re.sub(r"\x1b\[[0-9;]*m", "", result.stderr))


def plain(companion: Companion, folder: Path, theme: str = "furo", *, warm: bool = False) -> Built:
    """A build without us, in which the extension does what the table says."""
    built = build(companion, folder, "plain", *companion.extensions, theme=theme, warm=warm)
    assert built.status == 0, built.log[-2000:]
    if companion.shows:
        assert built.shown(companion.on, companion.shows)
    if companion.writes:
        assert companion.writes in built.files
    return built


def compare_bytes(companion: Companion, before: Built, after: Built) -> list[str]:
    """Files that differ, without Sphinx's digest of the configuration."""
    return [
        name
        for name in sorted({*before.files, *after.files})
        if before.files.get(name) != after.files.get(name)
        and not any(fnmatch(name, each) for each in (".buildinfo", *companion.varies))
    ]


def compare_pages(companion: Companion, before: Built, after: Built) -> list[str]:
    """What an API changed in the project's pages and in files of the extension."""
    wrong = []
    if after.status:
        return [after.log[-2000:]]
    wrong += [f"warning: {line}" for line in sorted(after.warnings - before.warnings)]
    wrong += [f"gone: {name}" for name in before.files.keys() - after.files.keys()]
    wrong += [
        f"file: {name}"
        for name in compare_bytes(companion, before, after)
        if name in before.files and name in after.files
        and not any(fnmatch(name, each) for each in ALL_PAGES)
    ]  # fmt: skip
    # Other builders write one file, or no pages.
    for name, page in before.pages.items() if companion.builder == "html" else ():
        now = after.pages.get(name, {})
        wrong += [f"{name}: {key}" for key in KEPT if page[key] != now.get(key)]
        for key in ("css_files", "script_files"):
            left = iter(now.get(key, ()))
            wrong += [f"{name}: {key} {each}" for each in page[key] if each not in left]
    if companion.shows:
        counts = [built.shown(companion.on, companion.shows) for built in (before, after)]
        if counts[0] != counts[1]:
            wrong.append(f"shown: {counts}")
    if companion.builder == "html":
        wrong += [f"missing: {name}" for name in (BOOKS, LOANS) if name not in after.pages]
    return wrong


def with_api(
    companion: Companion,
    folder: Path,
    *extensions: str,
    theme: str = "furo",
    warm: bool = False,
) -> Built:
    """A build with a site and an OpenAPI document."""
    return build(companion, folder, "api", *extensions, files=SITE, theme=theme, warm=warm)


def check_companion(companion: Companion, folder: Path, *, warm: bool = False) -> None:
    """Listing us before it changes no byte and no warning; an API after it, only what we add."""
    alone = plain(companion, folder, warm=warm)
    extensions = companion.extensions
    listed = build(companion, folder, "listed", "sphinx_navapi", *extensions, warm=warm)
    assert listed.status == 0, listed.log[-2000:]
    assert compare_bytes(companion, alone, listed) == []
    assert listed.warnings == alone.warnings
    api = with_api(companion, folder, *extensions, "sphinx_navapi", warm=warm)
    assert compare_pages(companion, alone, api) == []
