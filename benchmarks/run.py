"""Measure builds: CPU seconds and peak memory of the process tree, and bytes per page."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from assets import Asset, page_assets, print_assets

HERE = Path(__file__).resolve().parent
BUILD = HERE / "_build"
NODES_PER_PLAIN_PAGE = 190
PLAIN_PAGES_PER_SECTION = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one process and all of its descendants used.

    :ivar cpu: user and system time in seconds.
    :ivar memory: largest resident set of a single process, in MB (10^6 bytes).
    """

    cpu: float
    memory: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table.

    :ivar sizes: bytes of operation pages: median, 99th percentile, most.
    """

    case: str
    theme: str
    build: str
    pages: int
    cpu: float
    memory: float
    sizes: tuple[int, int, int] | None = None


def measure(command: list[str], log: Path) -> Measurement:
    """What *command* and its descendants used; their output goes to *log*.

    :raises SystemExit: it failed.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        # wait4 adds up the process and the descendants that were waited for; its
        # maxrss is the largest of them (getrusage(2), in KiB on Linux).
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        tail = log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise SystemExit(f"{' '.join(command)} failed ({process.returncode}):\n{tail}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measurement(
        cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss * unit / 1_000_000
    )


def build(source: Path, output: Path, *options: str) -> Measurement:
    """Run sphinx-build serially on *source*."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *options]
    return measure([*command, str(source), str(output)], output.with_suffix(".log"))


def write_plain_project(folder: Path, pages: int) -> None:
    """A Sphinx project of *pages* pages with `NODES_PER_PLAIN_PAGE` nodes each, in 25s."""
    fresh(folder)
    (folder / "conf.py").write_text(
        'project = "Plain"\nhtml_theme = "basic"\nhtml_theme_options = {"nosidebar": True}\n',
        encoding="utf-8",
    )
    text = plain_page()
    sections = range((pages + PLAIN_PAGES_PER_SECTION - 1) // PLAIN_PAGES_PER_SECTION)
    for section in sections:
        numbers = range(
            section * PLAIN_PAGES_PER_SECTION, min(pages, (section + 1) * PLAIN_PAGES_PER_SECTION)
        )
        for number in numbers:
            heading = f"Page {number}"
            (folder / f"page{number}.rst").write_text(
                f"{heading}\n{'=' * len(heading)}\n\n{text}", encoding="utf-8"
            )
        write_toctree(folder / f"section{section}.rst", f"Section {section}", "page", numbers)
    write_toctree(folder / "index.rst", "Plain pages", "section", sections)


def write_toctree(path: Path, title: str, stem: str, numbers: range) -> None:
    """A page that is little more than a table of contents."""
    entries = "\n".join(f"   {stem}{number}" for number in numbers)
    path.write_text(f"{title}\n{'=' * len(title)}\n\n.. toctree::\n\n{entries}\n", encoding="utf-8")


def plain_page() -> str:
    """Body of a page; with its heading it has `NODES_PER_PLAIN_PAGE` nodes."""
    paragraph = (
        "A parcel waits in its *locker* for ``three`` days and goes back to the **depot** then.\n\n"
    )
    plain = "Nothing but words.\n\n"
    fields = "".join(f":name{number}: What the field means.\n" for number in range(13))
    items = "".join(f"* An entry with ``code`` in it, number {number}.\n" for number in range(6))
    code = ".. code-block:: python\n\n   parcel = depot.fetch(17)\n\n"
    section = f"Section\n-------\n\n{paragraph}"
    return f"{paragraph}{fields}\n{items}\n{code}{section * 3}{paragraph}{plain * 2}"


def write_our_project(folder: Path, document: Path) -> Path:
    """A project whose navigation is *document* alone; gives back the copy of the document."""
    fresh(folder)
    copy = folder / f"openapi{document.suffix}"
    shutil.copyfile(document, copy)
    (folder / "conf.py").write_text(
        'project = "Measured"\nextensions = ["sphinx_navapi"]\n', encoding="utf-8"
    )
    (folder / "docs.json").write_text(
        json.dumps({"name": "Measured", "navigation": {"openapi": copy.name, "pages": ["index"]}}),
        encoding="utf-8",
    )
    (folder / "index.md").write_text("# Measured\n\nOne page of prose.\n", encoding="utf-8")
    return copy


def operation_page_sizes(output: Path) -> list[int]:
    """Bytes of the HTML of each operation page, in ascending order."""
    site = json.loads((output / "_navapi" / "site.json").read_text(encoding="utf-8"))
    return sorted(
        (output / page["url"]).stat().st_size
        for page in site["pages"].values()
        if page["kind"] == "operation"
    )


def first_operation_page(output: Path) -> str:
    """Address of the first operation page below *output*."""
    site = json.loads((output / "_navapi" / "site.json").read_text(encoding="utf-8"))
    return next(page["url"] for page in site["pages"].values() if page["kind"] == "operation")


def measure_document(
    case: str, document: Path, themes: list[str], assets: dict[str, list[Asset]]
) -> list[Row]:
    """Three builds of *document* in each of *themes*; *assets* gets what their pages load."""
    rows = []
    for theme in themes:
        source, output = BUILD / "project", BUILD / "html"
        copy = write_our_project(source, document)
        fresh(output)
        for name in ("cold", "nothing changed", "one description changed"):
            if name == "one description changed":
                make_document("change", str(copy))
            used = build(source, output, "-D", f"html_theme={theme}")
            sizes = operation_page_sizes(output)
            spread = (
                round(statistics.median(sizes)),
                sizes[min(len(sizes) - 1, len(sizes) * 99 // 100)],
                sizes[-1],
            )
            rows.append(
                Row(
                    case=case,
                    theme=theme,
                    build=name,
                    pages=len(sizes),
                    cpu=used.cpu,
                    memory=used.memory,
                    sizes=spread,
                )
            )
            print_row(rows[-1])
        assets[theme] = page_assets(output, first_operation_page(output))
        print_assets(theme, assets[theme])
    return rows


def measure_plain(pages: int) -> Row:
    """A cold build of a plain project."""
    source, output = BUILD / "plain", BUILD / "plain-html"
    write_plain_project(source, pages)
    fresh(output)
    used = build(source, output)
    row = Row(
        case="plain", theme="basic", build="cold", pages=pages, cpu=used.cpu, memory=used.memory
    )
    print_row(row)
    return row


def make_document(*arguments: str) -> None:
    """Run documents.py, in a process of its own so that this one stays small."""
    subprocess.run([sys.executable, str(HERE / "documents.py"), *arguments], check=True)


def fresh(folder: Path) -> None:
    """Make *folder*, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def print_row(row: Row) -> None:
    """One line of the table, as soon as it is known."""
    sizes = " / ".join(f"{size / 1000:,.1f}" for size in row.sizes) if row.sizes else "–"
    per_page = row.cpu / row.pages * 1000 if row.pages else 0
    print(
        f"{row.case:<22} {row.theme:<20} {row.build:<24} {row.pages:>6} {row.cpu:>8.1f} "
        f"{per_page:>8.1f} {row.memory:>8.0f}   {sizes}",
        flush=True,
    )


def print_head() -> None:
    """The head of the table."""
    print(
        f"{'document':<22} {'theme':<20} {'build':<24} {'pages':>6} {'CPU s':>8} {'ms/page':>8} "
        f"{'MB':>8}   KB per operation page: median / 99 % / most",
        flush=True,
    )


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", type=Path, help="instead of a made-up one")
    parser.add_argument("--operations", type=int, default=1223, help="of the made-up document")
    parser.add_argument("--times", type=int, nargs="+", default=[1], help="multiply the document")
    parser.add_argument("--themes", nargs="+", default=["navapi", "alabaster", "furo"])
    parser.add_argument("--no-plain", action="store_true", help="leave out the plain project")
    parser.add_argument("--json", type=Path, default=BUILD / "results.json", help="where to write")
    return parser.parse_args()


def main() -> None:
    """Measure, print and write."""
    arguments = parse_arguments()
    BUILD.mkdir(exist_ok=True)
    source = arguments.document
    if source is None:
        source = BUILD / "made-up.json"
        make_document("make", str(arguments.operations), str(source))
    print_head()
    rows = []
    assets: dict[str, list[Asset]] = {}
    for times in arguments.times:
        document = source
        if times > 1:
            document = BUILD / f"times-{times}.json"
            make_document("multiply", str(source), str(times), str(document))
        case = source.stem if times == 1 else f"{source.stem} x {times}"
        measured = measure_document(case, document, arguments.themes, assets)
        rows += measured
        if not arguments.no_plain:
            rows.append(measure_plain(measured[0].pages))
    result = {
        "python": platform.python_version(),
        "sphinx": version("sphinx"),
        "docutils": version("docutils"),
        "navapi": version("sphinx-navapi"),
        "rows": [asdict(row) for row in rows],
        "assets": {theme: [asdict(one) for one in found] for theme, found in assets.items()},
    }
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
