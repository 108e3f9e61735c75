"""Measure builds in one table: CPU seconds and peak memory of the process tree, bytes per page."""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from assets import Asset, page_assets, print_assets
from measuring import Measurement, measure
from projects import (
    fresh,
    navigation,
    write_directive_project,
    write_our_project,
    write_plain_project,
)

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

#: npm programs that create pages from a document, with their arguments.
NPM_PEERS = {"@redocly/cli": ["build-docs", "{document}", "--output", "{output}/index.html"]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table.

    :ivar ratio: CPU seconds relative to those of as many plain pages in the same run.
    :ivar sizes: bytes of operation pages: median, 99th percentile, maximum.
    :ivar written: number of pages whose files are new.
    """

    case: str
    theme: str
    build: str
    pages: int
    cpu: float
    memory: float
    ratio: float | None = None
    sizes: tuple[int, int, int] | None = None
    written: int | None = None


@dataclass(slots=True)
class Table:
    """The rows, printed as they are added; *base* is the CPU time of plain pages, if known."""

    base: float = 0
    rows: list[Row] = field(default_factory=list)

    def add(self, case: str, theme: str, build: str, pages: int, used: Measurement) -> None:
        """A row without page sizes."""
        self._put(case, theme, build, pages, used, None, None)

    def add_site(
        self, case: str, theme: str, build: str, output: Path, used: Measurement, written: int
    ) -> None:
        """A row of a site of ours."""
        sizes = operation_page_sizes(output)
        spread = (
            round(statistics.median(sizes)),
            sizes[min(len(sizes) - 1, len(sizes) * 99 // 100)],
            sizes[-1],
        )
        self._put(case, theme, build, len(sizes), used, spread, written)

    def _put(
        self,
        case: str,
        theme: str,
        build: str,
        pages: int,
        used: Measurement,
        sizes: tuple[int, int, int] | None,
        written: int | None,
    ) -> None:
        row = Row(
            case=case,
            theme=theme,
            build=build,
            pages=pages,
            cpu=used.cpu,
            memory=used.memory,
            ratio=used.cpu / self.base if self.base else None,
            sizes=sizes,
            written=written,
        )
        self.rows.append(row)
        print_row(row)


def build(source: Path, output: Path, *options: str) -> Measurement:
    """Run sphinx-build on *source*, without ``-j`` unless *options* have it."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", *options]
    return measure([*command, str(source), str(output)], output.with_suffix(".log"))


def operation_page_sizes(output: Path) -> list[int]:
    """Bytes of the HTML of each operation page, in ascending order."""
    site = json.loads((output / "_navapi" / "site.json").read_text(encoding="utf-8"))
    return sorted(
        (output / page["url"]).stat().st_size
        for page in site["pages"].values()
        if page["kind"] == "operation"
    )


def first_operation_page(output: Path) -> str:
    """Path of the first operation page below *output*."""
    site = json.loads((output / "_navapi" / "site.json").read_text(encoding="utf-8"))
    return next(page["url"] for page in site["pages"].values() if page["kind"] == "operation")


def page_times(output: Path) -> dict[Path, int]:
    """Modification time of each HTML file below *output*."""
    return {path: path.stat().st_mtime_ns for path in output.rglob("*.html")}


def measure_document(
    table: Table, case: str, document: Path, theme: str, changes: list[str]
) -> list[Asset]:
    """A cold build of *document* in *theme*, and one after each of *changes*.

    :returns: the assets of its pages.
    """
    source, output = BUILD / "project", BUILD / "html"
    copy = write_our_project(source, document)
    fresh(output)
    before: dict[Path, int] = {}
    for name in ("cold", *changes):
        change = CHANGES.get(name)
        if change == "docs.json":
            text = json.dumps(navigation(copy.name, "API reference"))
            (source / "docs.json").write_text(text, encoding="utf-8")
        elif change:
            make_document(change, str(copy))
        used = build(source, output, "-D", f"html_theme={theme}")
        after = page_times(output)
        written = sum(before.get(path) != when for path, when in after.items())
        table.add_site(case, theme, name, output, used, written)
        before = after
    return page_assets(output, first_operation_page(output))


def measure_jobs(table: Table, case: str, document: Path, theme: str, jobs: int) -> None:
    """A cold build in *jobs* processes."""
    source, output = BUILD / "project", BUILD / "html"
    write_our_project(source, document)
    fresh(output)
    used = build(source, output, "-D", f"html_theme={theme}", "-j", str(jobs))
    table.add_site(case, theme, f"cold, -j {jobs}", output, used, len(page_times(output)))


def measure_plain(table: Table, pages: int, theme: str = "") -> Measurement:
    """A cold build of as many plain pages: without a sidebar, or in *theme* with its own."""
    source, output = BUILD / "plain", BUILD / "plain-html"
    write_plain_project(source, pages, theme)
    fresh(output)
    used = build(source, output)
    if not theme:
        table.base = used.cpu
    what = "with its toctree" if theme else "no sidebar"
    table.add("plain pages", theme or "basic", f"cold, {what}", pages, used)
    return used


def measure_peers(table: Table, document: Path, pages: int) -> Iterator[str]:
    """Other programs that show *document*, if they are installed.

    :returns: their names with their versions, or why there is no figure.
    """
    if importlib.util.find_spec("sphinxcontrib.openapi"):
        source, output = BUILD / "peer", BUILD / "peer-html"
        write_directive_project(source, document)
        fresh(output)
        try:
            used = build(source, output)
        except SystemExit:
            yield "sphinxcontrib-openapi: fails at this document"
        else:
            table.add("one page", "basic", "sphinxcontrib-openapi", pages, used)
            yield f"sphinxcontrib-openapi {version('sphinxcontrib-openapi')}"
    for package, arguments in NPM_PEERS.items() if shutil.which("npx") else ():
        output = BUILD / "npm"
        fresh(output)
        given = [each.format(document=document, output=output) for each in arguments]
        npx = ["npx", "--yes", package]
        asked = subprocess.run([*npx, "--version"], capture_output=True, text=True, check=False)
        if asked.returncode:
            yield f"{package}: not installed, and npm cannot fetch it"
            continue
        table.add("one page", "", package, pages, measure([*npx, *given], BUILD / "npm.log"))
        yield f"{package} {asked.stdout.strip().splitlines()[-1]}"


def make_document(*arguments: str) -> None:
    """Run documents.py in a separate process, so that this one stays small."""
    subprocess.run([sys.executable, str(HERE / "documents.py"), *arguments], check=True)


def print_row(row: Row) -> None:
    """One line of the table, as soon as it is known."""
    sizes = " / ".join(f"{size / 1000:,.1f}" for size in row.sizes) if row.sizes else "–"
    per_page = row.cpu / row.pages * 1000 if row.pages else 0
    ratio = f"{row.ratio:.2f}" if row.ratio is not None else "–"
    written = "–" if row.written is None else f"{row.written:,}"
    print(
        f"{row.case:<18} {row.theme:<20} {row.build:<22} {row.pages:>6} {written:>7} "
        f"{row.cpu:>8.1f} {ratio:>6} {per_page:>8.1f} {row.memory:>7.0f}   {sizes}",
        flush=True,
    )


def print_head() -> None:
    """The head of the table."""
    print(
        f"{'document':<18} {'theme':<20} {'build':<22} {'pages':>6} {'written':>7} {'CPU s':>8} "
        f"{'ratio':>6} {'ms/page':>8} {'MB':>7}   KB per operation page: median / 99 % / most",
        flush=True,
    )


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--document", type=Path, help="instead of made-up ones")
    parser.add_argument(
        "--times", type=int, nargs="+", default=[1], help="multiply --document: 1 4"
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[20, 250, 1223],
        help="operations of made-up documents (10000 takes half an hour)",
    )
    parser.add_argument(
        "--themes", nargs="+", default=["navapi", "furo", "pydata_sphinx_theme", "alabaster"]
    )
    parser.add_argument("--changes", nargs="*", default=list(CHANGES), choices=list(CHANGES))
    parser.add_argument("--jobs", type=int, nargs="*", default=[2], help="of further cold builds")
    parser.add_argument("--no-plain", action="store_true", help="leave out plain pages: no ratios")
    parser.add_argument("--peers", action="store_true", help="measure other programs, too")
    parser.add_argument("--json", type=Path, default=BUILD / "results.json", help="where to write")
    return parser.parse_args()


def documents(arguments: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """Each document with its name in the table."""
    if arguments.document is None:
        for size in arguments.sizes:
            path = BUILD / f"made-up-{size}.json"
            make_document("make", str(size), str(path))
            yield f"made up, {size:,}", path
        return
    for times in arguments.times:
        path = arguments.document.resolve()
        if times > 1:
            path = BUILD / f"times-{times}.json"
            make_document("multiply", str(arguments.document), str(times), str(path))
        yield f"{arguments.document.stem} x {times}".removesuffix(" x 1"), path


def count_operations(document: Path) -> int:
    """Number of pages for *document*; counted by ``documents.py``, because of its memory."""
    command = [sys.executable, str(HERE / "documents.py"), "count", str(document)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure, print and write."""
    arguments = parse_arguments()
    BUILD.mkdir(exist_ok=True)
    print_head()
    table = Table()
    assets: dict[str, list[Asset]] = {}
    peers: list[str] = []
    for case, document in documents(arguments):
        pages = count_operations(document)
        if not arguments.no_plain:
            measure_plain(table, pages)
        for theme in arguments.themes:
            if theme != "navapi" and not arguments.no_plain:
                measure_plain(table, pages, theme)
            assets[theme] = measure_document(table, case, document, theme, arguments.changes)
        for jobs in arguments.jobs:
            measure_jobs(table, case, document, arguments.themes[0], jobs)
        if arguments.peers:
            peers += measure_peers(table, document, pages)
    for theme, found in assets.items():
        print_assets(theme, found)
    programs = {"python": platform.python_version()}
    for name in ("sphinx", "docutils", "sphinx-navapi", "furo", "pydata-sphinx-theme"):
        try:
            programs[name] = version(name)
        except PackageNotFoundError:
            continue
    print(", ".join([*(f"{name} {number}" for name, number in programs.items()), *peers]))
    result = {
        "programs": programs,
        "peers": peers,
        "rows": [asdict(row) for row in table.rows],
        "assets": {theme: [asdict(one) for one in found] for theme, found in assets.items()},
    }
    arguments.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
