"""Measure builds in one table: CPU seconds and peak memory of the process tree, bytes."""

from __future__ import annotations

import argparse
import compileall
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from assets import print_assets
from builds import (
    BUILD,
    CHANGES,
    count_operations,
    make_document,
    measure_document,
    measure_jobs,
    measure_plain,
)
from peers import PEERS, measure_peers
from table import Table, print_head

#: Python packages whose versions are printed.
PACKAGES = ("sphinx", "docutils", "sphinx-navapi", "alabaster", "furo", "pydata-sphinx-theme")


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--document", type=Path, help="measure this document instead of generated ones"
    )
    parser.add_argument(
        "--times",
        type=int,
        nargs="+",
        default=[1],
        help="copies of --document in one, such as: 1 4",
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[20, 250, 1223],
        help="numbers of operations in generated documents (10000 takes more than an hour)",
    )
    parser.add_argument(
        "--themes", nargs="+", default=["navapi", "furo", "pydata_sphinx_theme", "alabaster"]
    )
    parser.add_argument("--changes", nargs="*", default=list(CHANGES), choices=list(CHANGES))
    parser.add_argument(
        "--jobs", type=int, nargs="*", default=[2], help="-j of further cold builds"
    )
    parser.add_argument("--no-plain", action="store_true", help="skip plain pages, without ratios")
    parser.add_argument(
        "--limit",
        type=float,
        default=120,
        help="CPU seconds after which plain pages with a theme's own toctree are stopped (120; at "
        "least twice those of the plain pages without)",
    )
    names = [peer.name for peer in PEERS]
    parser.add_argument(
        "--peers",
        nargs="*",
        default=[],
        choices=[*names, "all"],
        help="also measure these programs, or all; npm fetches their packages",
    )
    parser.add_argument(
        "--peer-limit", type=float, default=900, help="maximum CPU seconds of such a program (900)"
    )
    parser.add_argument(
        "--peer-operations",
        type=int,
        default=2000,
        help="skip them for larger documents: some need 15 GB of memory for 1,223 operations",
    )
    parser.add_argument(
        "--json", type=Path, default=BUILD / "results.json", help="file for the results"
    )
    arguments = parser.parse_args(words)
    if "all" in arguments.peers:
        arguments.peers = names
    return arguments


def documents(arguments: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """Each document with its name in the table."""
    if arguments.document is None:
        for size in arguments.sizes:
            path = BUILD / f"generated-{size}.json"
            make_document("make", str(size), str(path))
            yield f"generated, {size:,}", path
        return
    for times in arguments.times:
        path = arguments.document.resolve()
        if times > 1:
            path = BUILD / f"times-{times}.json"
            make_document("multiply", str(arguments.document), str(times), str(path))
        yield f"{arguments.document.stem} x {times}".removesuffix(" x 1"), path


def measure_case(table: Table, arguments: argparse.Namespace, case: str, document: Path) -> None:
    """All rows of one document."""
    pages = count_operations(document)
    table.begin_document()
    if not arguments.no_plain:
        measure_plain(table, pages)
    for theme in arguments.themes:
        measure_document(table, case, document, theme, arguments.changes)
        if theme != "navapi" and not arguments.no_plain:
            measure_plain(table, pages, theme, arguments.limit)
    for jobs in arguments.jobs:
        measure_jobs(table, case, document, arguments.themes[0], jobs)
    if pages <= arguments.peer_operations:
        measure_peers(table, case, document, pages, arguments.peer_limit, arguments.peers)
    elif arguments.peers:
        table.note(
            f"other programs, {case}: not measured: more than {arguments.peer_operations:,} "
            "operations (--peer-operations)"
        )


def own_versions() -> dict[str, str]:
    """Python, and the packages that our builds use."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def compile_package(name: str) -> None:
    """Write the bytecode of the package *name*, as installing it does.

    An editable installation has none if the environment forbids Python to write it; each build
    would then compile the package.
    """
    spec = find_spec(name)
    for folder in (spec and spec.submodule_search_locations) or ():
        compileall.compile_dir(folder, quiet=2)


def main(words: list[str] | None = None) -> int:
    """Measure, print and write; 1 if a build of ours failed."""
    arguments = parse_arguments(words)
    BUILD.mkdir(exist_ok=True)
    compile_package("sphinx_navapi")
    table = Table(path=arguments.json, programs=own_versions())
    print_head()
    for case, document in documents(arguments):
        measure_case(table, arguments, case, document)
    for theme, found in table.assets.items():
        print_assets(theme, found)
    for note in table.notes:
        print(note)
    print(", ".join(f"{name} {number}" for name, number in table.programs.items()))
    table.write(complete=True)
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
