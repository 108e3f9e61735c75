"""Measured builds with Sphinx: of documents, and of as many plain pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from assets import page_assets
from measuring import Measurement, measure
from projects import fresh, navigation, write_our_project, write_plain_project
from table import Table, read_output

HERE = Path(__file__).resolve().parent
BUILD = HERE / "_build"

#: Changes before each build after the first, in this order: the argument of ``documents.py``,
#: ``docs.json`` for the navigation, empty for no change.
CHANGES = {
    "nothing changed": "",
    "one description": "change",
    "one component": "component",
    "first page renamed": "rename",
    "navigation changed": "docs.json",
}


def build(
    source: Path, output: Path, *options: str, limit: float | None = None
) -> tuple[Measurement, Path]:
    """Run sphinx-build on *source*, without ``-j`` unless *options* have it.

    :returns: what it took, and its log.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *options]
    log = output.with_suffix(".log")
    return measure([*command, str(source), str(output)], log, limit=limit), log


def operation_pages(output: Path) -> list[Path]:
    """The HTML of each operation page of a site of ours."""
    site = json.loads((output / "_navapi" / "site.json").read_text(encoding="utf-8"))
    return [output / page["url"] for page in site["pages"].values() if page["kind"] == "operation"]


def page_times(output: Path) -> dict[Path, int]:
    """Modification time of each HTML file below *output*."""
    return {path: path.stat().st_mtime_ns for path in output.rglob("*.html")}


def measure_document(
    table: Table, case: str, document: Path, theme: str, changes: list[str]
) -> None:
    """A cold build of *document* in *theme*, and one after each of *changes*.

    A build that fails is a row; if it is the cold one, there are no others.
    """
    source, output = BUILD / "project", BUILD / "html"
    copy = write_our_project(source, document)
    fresh(output)
    before: dict[Path, int] = {}
    for name in ("cold", *changes):
        _apply_change(CHANGES.get(name, ""), source, copy)
        used, log = build(source, output, "-D", f"html_theme={theme}")
        if used.problem:
            table.fail(case, theme, name, used, log)
            if name == "cold":
                return
            continue
        if name == "cold":
            table.ours[theme] = used.cpu
        after = page_times(output)
        written = sum(before.get(path) != when for path, when in after.items())
        pages = operation_pages(output)
        table.add(case, theme, name, len(pages), used, read_output(output, pages), written)
        before = after
    pages = operation_pages(output)
    if pages:
        table.assets[theme] = page_assets(output, pages[0].relative_to(output).as_posix())


def _apply_change(change: str, source: Path, document: Path) -> None:
    if change == "docs.json":
        text = json.dumps(navigation(document.name, "API reference"))
        (source / "docs.json").write_text(text, encoding="utf-8")
    elif change:
        make_document(change, str(document))


def measure_jobs(table: Table, case: str, document: Path, theme: str, jobs: int) -> None:
    """A cold build in *jobs* processes."""
    source, output = BUILD / "project", BUILD / "html"
    write_our_project(source, document)
    fresh(output)
    name = f"cold, -j {jobs}"
    used, log = build(source, output, "-D", f"html_theme={theme}", "-j", str(jobs))
    if used.problem:
        table.fail(case, theme, name, used, log)
        return
    pages = operation_pages(output)
    written = len(page_times(output))
    table.add(case, theme, name, len(pages), used, read_output(output, pages), written)


def measure_plain(table: Table, pages: int, theme: str = "", limit: float = 0) -> None:
    """A cold build of as many plain pages: without a sidebar, or in *theme* with its own.

    :param limit: CPU seconds after which one with a sidebar is stopped; at least twice those of the
        one without, so that the row says something.
    """
    source, output = BUILD / "plain", BUILD / "plain-html"
    write_plain_project(source, pages, theme)
    fresh(output)
    allowed = max(limit, 2 * table.plain) if theme and limit else None
    used, log = build(source, output, limit=allowed)
    name = "cold, with its toctree" if theme else "cold, no sidebar"
    if used.problem:
        table.add("plain pages", theme or "basic", name, pages, used)
        if not used.stopped:
            table.note(f"plain pages in {theme or 'basic'}: {used.problem}; see {log}")
        return
    if not theme:
        table.plain = used.cpu
    table.add("plain pages", theme or "basic", name, pages, used, read_output(output))


def make_document(*arguments: str) -> None:
    """Run documents.py in a separate process, so that this one stays small."""
    subprocess.run([sys.executable, str(HERE / "documents.py"), *arguments], check=True)


def count_operations(document: Path) -> int:
    """Number of pages for *document*; counted by ``documents.py``, because of its memory."""
    command = [sys.executable, str(HERE / "documents.py"), "count", str(document)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
