"""The table of one run: printed and written to a file line by line."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from assets import Asset
from measuring import Measurement

#: Characters of a failed build's log that are shown.
_TAIL = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What a build wrote.

    :ivar files: number of files, without what is kept for the next build.
    :ivar size: their bytes.
    :ivar html: how many of them are HTML.
    :ivar pages: bytes of the HTML of operation pages: median, 99th percentile, maximum.
    """

    files: int
    size: int
    html: int
    pages: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table.

    :ivar problem: why there is no figure, or what the figure means: ``more than 120 s``.
    :ivar to_plain: CPU seconds relative to those of as many plain pages in the same run.
    :ivar to_ours: CPU seconds relative to our cold build in the same run: in the same theme, or in
        the first one for other programs.
    :ivar written: number of HTML files that are new.
    """

    case: str
    theme: str
    build: str
    pages: int
    cpu: float
    memory: float
    problem: str = ""
    stopped: bool = False
    to_plain: float | None = None
    to_ours: float | None = None
    written: int | None = None
    output: Output | None = None


@dataclass(slots=True)
class Table:
    """The rows, printed and written as they are added.

    :ivar path: where everything known so far is written after each row.
    :ivar plain: CPU seconds of plain pages, if known.
    :ivar ours: CPU seconds of our cold build in each theme, the first first.
    :ivar failed: a build of ours failed.
    """

    path: Path
    programs: dict[str, str] = field(default_factory=dict)
    plain: float = 0
    ours: dict[str, float] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    assets: dict[str, list[Asset]] = field(default_factory=dict)
    failed: bool = False

    def begin_document(self) -> None:
        """Forget the figures to which others are related."""
        self.plain = 0
        self.ours.clear()

    def add(
        self,
        case: str,
        theme: str,
        build: str,
        pages: int,
        used: Measurement,
        output: Output | None = None,
        written: int | None = None,
    ) -> None:
        """Print and write a row."""
        ours = self.ours.get(theme, next(iter(self.ours.values()), 0))
        known = not used.problem or used.stopped
        row = Row(
            case=case,
            theme=theme,
            build=build,
            pages=pages,
            cpu=used.cpu,
            memory=used.memory,
            problem=used.problem,
            stopped=used.stopped,
            to_plain=used.cpu / self.plain if self.plain and known else None,
            to_ours=used.cpu / ours if ours and known else None,
            written=written,
            output=output,
        )
        self.rows.append(row)
        print_row(row)
        self.write()

    def fail(self, case: str, theme: str, build: str, used: Measurement, log: Path) -> None:
        """A row of a build of ours that failed; the end of its *log* goes to standard error."""
        self.failed = True
        self.add(case, theme, build, 0, used)
        tail = log.read_text(encoding="utf-8", errors="replace")[-_TAIL:]
        print(f"{case}, {theme}, {build}: {used.problem}\n{tail}", file=sys.stderr, flush=True)

    def note(self, text: str) -> None:
        """A line below the table, once."""
        if text not in self.notes:
            self.notes.append(text)
            self.write()

    def write(self, *, complete: bool = False) -> None:
        """Write what is known; the file is whole at any moment."""
        result = {
            "complete": complete,
            "programs": self.programs,
            "notes": self.notes,
            "rows": [asdict(row) for row in self.rows],
            "assets": {
                theme: [asdict(one) for one in found] for theme, found in self.assets.items()
            },
        }
        unfinished = self.path.with_name(f"{self.path.name}.new")
        unfinished.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(self.path)


def read_output(folder: Path, pages: Iterable[Path] = ()) -> Output:
    """Count what is in *folder*, of which *pages* are those of operations."""
    sizes = {
        path: path.stat().st_size
        for path in folder.rglob("*")
        if ".doctrees" not in path.parts and path.is_file()
    }
    ordered = sorted(sizes[page] for page in pages if page in sizes)
    return Output(
        files=len(sizes),
        size=sum(sizes.values()),
        html=sum(path.suffix == ".html" for path in sizes),
        pages=(
            round(statistics.median(ordered)),
            ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
            ordered[-1],
        )
        if ordered
        else None,
    )


def print_row(row: Row) -> None:
    """One line of the table, as soon as it is known."""
    more = ">" if row.stopped else ""
    known = not row.problem or row.stopped
    cpu = f"{more}{row.cpu:,.1f}" if known else row.problem
    per_page = f"{more}{row.cpu / row.pages * 1000:,.1f}" if row.pages and known else "–"
    plain, ours = (
        "–" if ratio is None else f"{more}{ratio:.2f}" for ratio in (row.to_plain, row.to_ours)
    )
    written = "–" if row.written is None else f"{row.written:,}"
    files = size = sizes = "–"
    if row.output:
        files, size = f"{row.output.files:,}", f"{row.output.size / 1e6:,.1f}"
        sizes = " / ".join(f"{each / 1000:,.1f}" for each in row.output.pages or ()) or "–"
    print(
        f"{row.case:<18} {row.theme:<23} {row.build:<26} {row.pages:>6} {written:>7} {cpu:>10} "
        f"{plain:>7} {ours:>7} {per_page:>8} {row.memory:>7,.0f} {files:>7} {size:>8}   {sizes}"
        + (f"   ({row.problem})" if row.stopped else ""),
        flush=True,
    )


def print_head() -> None:
    """The head of the table."""
    print(
        f"{'document':<18} {'theme or program':<23} {'build':<26} {'pages':>6} {'written':>7} "
        f"{'CPU s':>10} {'/plain':>7} {'/ours':>7} {'ms/page':>8} {'MB':>7} {'files':>7} "
        f"{'MB':>8}   KB per operation page: median / 99 % / most",
        flush=True,
    )
