"""Measured builds with other programs that show an OpenAPI document, where they are installed."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from builds import BUILD
from measuring import measure_all, told_reason
from npm_projects import (
    docusaurus_pages,
    write_docusaurus_project,
    write_redocly_project,
    write_zudoku_project,
)
from projects import write_directive_project, write_redoc_project
from table import Table, read_output

#: No reports to the makers, no look for updates, no questions.
SETTINGS = {"CI": "1", "DO_NOT_TRACK": "1", "REDOCLY_TELEMETRY": "off"}

#: What a build writes, in the folder of its project.
_OUTPUT = "build"


def _no_pages(_folder: Path) -> list[Path]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """Another program.

    :ivar name: its package.
    :ivar shape: where it shows an operation.
    :ivar write: writes a project into a folder.
    :ivar commands: what builds the project, one after the other. ``{document}`` is the name of the
        document; a first word without a slash is that of a command that npm has installed.
    :ivar module: of Python, that must be there; empty for npm.
    :ivar packages: of npm, with versions.
    :ivar output: what the commands write, in the folder.
    :ivar pages: the HTML of each operation page in the folder, if it has one.
    """

    name: str
    shape: str
    write: Callable[[Path, Path], None]
    commands: tuple[tuple[str, ...], ...]
    module: str = ""
    packages: tuple[tuple[str, str], ...] = ()
    output: str = _OUTPUT
    pages: Callable[[Path], list[Path]] = _no_pages

    @property
    def folder(self) -> Path:
        """Where its project is."""
        return BUILD / "peers" / self.name.removeprefix("@").replace("/", "-")


_SPHINX = ((sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", _OUTPUT),)

#: Versions are fixed, so that a figure can be repeated.
PEERS = (
    Peer(
        name="sphinxcontrib-openapi",
        shape="one page",
        write=write_directive_project,
        commands=_SPHINX,
        module="sphinxcontrib.openapi",
    ),
    Peer(
        name="sphinxcontrib-redoc",
        shape="one page, by script",
        write=write_redoc_project,
        commands=_SPHINX,
        module="sphinxcontrib.redoc",
    ),
    Peer(
        name="@redocly/cli",
        shape="one page",
        write=write_redocly_project,
        commands=(("redocly", "build-docs", "{document}", "--output", f"{_OUTPUT}/index.html"),),
        packages=(("@redocly/cli", "2.77.0"),),
    ),
    Peer(
        name="docusaurus-openapi-docs",
        shape="a page per operation",
        write=write_docusaurus_project,
        commands=(("docusaurus", "gen-api-docs", "all"), ("docusaurus", "build")),
        packages=(
            ("docusaurus-plugin-openapi-docs", "5.2.0"),
            ("docusaurus-theme-openapi-docs", "5.2.0"),
            ("@docusaurus/core", "3.10.2"),
            ("@docusaurus/faster", "3.10.2"),
            ("@docusaurus/preset-classic", "3.10.2"),
            ("docusaurus-plugin-sass", "0.2.7"),
            ("react", "19.3.1"),
            ("react-dom", "19.3.1"),
        ),
        pages=docusaurus_pages,
    ),
    Peer(
        name="zudoku",
        shape="a page per tag",
        write=write_zudoku_project,
        commands=(("zudoku", "build"),),
        packages=(("zudoku", "0.76.0"), ("react", "19.3.1"), ("react-dom", "19.3.1")),
        output="dist",
    ),
)


def measure_peers(
    table: Table, case: str, document: Path, operations: int, limit: float, names: list[str]
) -> None:
    """Rows of those of *names* that can be measured; why others cannot is a note."""
    for peer in PEERS:
        if peer.name in names:
            missing = obstacle(peer)
            if missing:
                table.note(f"{peer.name}: not measured: {missing}")
            else:
                measure_peer(table, peer, case, document, operations, limit)


def measure_peer(
    table: Table, peer: Peer, case: str, document: Path, operations: int, limit: float
) -> None:
    """A row for *peer*, and a note if it fails or takes more than *limit* CPU seconds."""
    folder = peer.folder
    folder.mkdir(parents=True, exist_ok=True)
    peer.write(folder, document)
    commands = [
        [
            _program(folder, first),
            *(word.format(document=f"openapi{document.suffix}") for word in rest),
        ]
        for first, *rest in peer.commands
    ]
    log = folder.with_name(f"{folder.name}.log")
    used = measure_all(commands, log, limit=limit, folder=folder, settings=SETTINGS)
    table.programs.update(versions(peer))
    if used.problem:
        table.add(case, peer.name, f"cold, {peer.shape}", operations, used)
        words = "" if used.stopped else f": {told_reason(log)}"
        table.note(f"{peer.name}, {case}: {used.problem}{words} (see {log})")
        return
    output = read_output(folder / peer.output, peer.pages(folder))
    table.add(case, peer.name, f"cold, {peer.shape}", operations, used, output, written=output.html)


@cache
def obstacle(peer: Peer) -> str:
    """Why *peer* cannot be measured; empty if it can. Packages of npm are fetched."""
    if peer.module:
        try:
            found = importlib.util.find_spec(peer.module)
        except ModuleNotFoundError:
            found = None
        return "" if found else "not installed: it is in the dependency group `peers`"
    if shutil.which("npm") is None:
        return "it needs Node and npm"
    return install(peer)


def install(peer: Peer) -> str:
    """Let npm fetch the packages of *peer*, unless they are there; what went wrong."""
    folder = peer.folder
    if all(npm_version(folder, name) == wanted for name, wanted in peer.packages):
        return ""
    folder.mkdir(parents=True, exist_ok=True)
    package = {"private": True, "dependencies": dict(peer.packages)}
    (folder / "package.json").write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")
    log = folder.with_name(f"{folder.name}-npm.log")
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
    with log.open("wb") as output:
        done = subprocess.run(
            ["npm", "install", *options],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    return f"npm cannot install it: {told_reason(log)} (see {log})" if done.returncode else ""


def npm_version(folder: Path, package: str) -> str | None:
    """The version of *package* that is installed in *folder*."""
    try:
        text = (folder / "node_modules" / package / "package.json").read_text(encoding="utf-8")
    except OSError:
        return None
    found = json.loads(text).get("version")
    return found if isinstance(found, str) else None


def versions(peer: Peer) -> dict[str, str]:
    """The programs that *peer* consists of, as they are installed."""
    if peer.module:
        return {peer.name: version(peer.name)}
    found = {"node": _node_version()}
    found |= {name: npm_version(peer.folder, name) or wanted for name, wanted in peer.packages}
    return found


@cache
def _node_version() -> str:
    done = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.strip().removeprefix("v") or "unknown"


def _program(folder: Path, name: str) -> str:
    return name if "/" in name else str(folder / "node_modules" / ".bin" / name)
