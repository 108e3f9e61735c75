"""`navapi dev`: build, serve, and build again whenever a file is saved."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
import time
import webbrowser
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any, TextIO

from sphinx_navapi.plan.base_urls import VARIABLE as BASE_URL_VARIABLE
from sphinx_navapi.plan.conf_file import (
    DEFAULT_OUT,
    ProjectError,
    has_conf_file,
    parse_overrides,
)
from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.caller import SiteAddresses
from sphinx_navapi.server.dev.dev_app import DevSite, News
from sphinx_navapi.server.dev.problems import BuildProblem, merge_problems, problem_from_json
from sphinx_navapi.server.dev.watching import (
    OwnChanges,
    ProjectFilter,
    ProjectWatch,
    needs_new_process,
)
from sphinx_navapi.server.listening import (
    GracefulServer,
    ListenError,
    listen,
    listening_names,
    make_server,
    shown_url,
)
from sphinx_navapi.server.monitoring import AccessLog, Observed

_COLORS = {"warning": 33, "error": 31}


class Terminal:
    """The terminal of the command. Colors and progress are for interactive use."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        is_plain = os.environ.get("TERM") == "dumb"
        self._is_watched = self._err.isatty() and not is_plain
        self._has_colors = self._is_watched and not os.environ.get("NO_COLOR")
        self._has_progress = False

    def say(self, text: str) -> None:
        """Print a line."""
        self._clear()
        _write(self._out, f"navapi: {text}\n")

    def tell(self, problem: BuildProblem) -> None:
        """Print a problem."""
        self._clear()
        text, level = problem.text, problem.level
        if self._has_colors:
            shown = f"\x1b[{_COLORS.get(level, 0)}m{level}\x1b[0m: "
            text = text.replace(f"{level}: ", shown, 1)
        _write(self._err, f"{text}\n")

    def progress(self, text: str) -> None:
        """Show progress until something else is printed."""
        if self._is_watched:
            width = shutil.get_terminal_size().columns - 1
            _write(self._err, f"\r\x1b[K{text[:width]}")
            self._has_progress = True

    def _clear(self) -> None:
        if self._has_progress:
            _write(self._err, "\r\x1b[K")
            self._has_progress = False


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


#: Maximum length of a line of news in bytes: a build may have a great many warnings.
_LINE_LIMIT = 64 * 1024 * 1024

#: Seconds that the process has to exit by itself.
_PATIENCE = 2

BuildNews = Mapping[str, Any]


class BuildProcess:
    """A process that builds a project on request; started when needed."""

    def __init__(
        self,
        srcdir: Path,
        outdir: Path | None,
        overrides: Sequence[str],
        base_url: str | None = None,
    ) -> None:
        settings = {
            "srcdir": str(srcdir),
            "out": str(outdir) if outdir is not None else None,
            "overrides": list(overrides),
        }
        self._environment = {"PYTHONUNBUFFERED": "1"}
        if base_url is not None:
            self._environment[BASE_URL_VARIABLE] = base_url
        self._arguments = ("-m", "sphinx_navapi.server.dev.worker", json.dumps(settings))
        self._process: asyncio.subprocess.Process | None = None

    async def build(self) -> AsyncIterator[BuildNews]:
        """News of a build; the last one is ``done``."""
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(b"\n")
            await process.stdin.drain()
            async for line in process.stdout:
                news = json.loads(line)
                yield news
                if news["event"] == "done":
                    return
        except (ConnectionError, ValueError):
            pass
        await self.end()
        message = "the build process crashed; the next change restarts it"
        yield {"event": "done", "ok": False, "problems": [{**_NO_PLACE, "message": message}]}

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT,
            # Ctrl+C is handled by the server; the group ends all children with the process.
            start_new_session=True,
            env={**os.environ, **self._environment},
        )

    async def end(self) -> None:
        """Stop the process, if it is running."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        _signal(process, signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
            await process.wait()


_NO_PLACE = {"level": "error", "file": "", "line": None, "docname": None, "stage": "plan"}


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    """Send a signal to *process* and its children."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        else:
            process.terminate()


#: Number of ports tried after the requested one.
_PORTS_TO_TRY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class DevOptions:
    """The options of `navapi dev`.

    :ivar out: ``None`` for the folder of `navapi build`.
    :ivar base_url: the address of APIs whose documents name none.
    """

    srcdir: Path
    port: int = 3000
    host: str = "127.0.0.1"
    open_browser: bool = False
    overrides: Sequence[str] = ()
    out: Path | None = None
    base_url: str | None = None


def dev(options: DevOptions) -> int:
    """Build and serve until a signal arrives, and return the exit status.

    :raises ProjectError: there is nothing to build, or no port to listen on.
    """
    has_conf_file(options.srcdir)
    parse_overrides(options.overrides)
    terminal = Terminal()
    sock, port = _listen(options.host, options.port, terminal)
    terminal.say(
        f"serving {options.srcdir} at {shown_url(options.host, port)}; press Ctrl+C to stop"
    )
    return asyncio.run(_Session(options, sock, terminal).run())


def _listen(host: str, wanted: int, terminal: Terminal) -> tuple[socket, int]:
    """A socket on the first free port from *wanted* on."""
    for port in range(wanted, min(wanted + _PORTS_TO_TRY, 65536)):
        try:
            sock = listen(host, port)
        except ListenError as error:
            if error.taken:
                continue
            raise ProjectError(str(error)) from None
        actual = int(sock.getsockname()[1])
        if actual != wanted and wanted:
            terminal.say(f"port {wanted} is in use; using {actual} instead")
        return sock, actual
    raise ProjectError(f"ports {wanted} to {port} are in use: choose another with --port")


@dataclass(slots=True)
class _Session:
    """One run of the command."""

    options: DevOptions
    sock: socket
    terminal: Terminal
    news: News = field(init=False)
    problems: list[BuildProblem] = field(default_factory=list)
    announced: set[str] = field(default_factory=set)

    async def run(self) -> int:
        """Serve and build until the server is told to stop."""
        self.news = News()
        server = self._server()
        url = shown_url(self.options.host, self.sock.getsockname()[1])
        building = asyncio.ensure_future(self._build_for_ever())
        if self.options.open_browser:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)
        serving = asyncio.ensure_future(server.serve(sockets=[self.sock]))
        try:
            await asyncio.wait({building, serving}, return_when=asyncio.FIRST_COMPLETED)
            if building.done():
                # It only stops by itself because of a bug.
                server.should_exit = True
                await serving
                building.result()
        finally:
            building.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await building
        return 0

    def _server(self) -> GracefulServer:
        outdir = self._outdir
        host = self.options.host
        names = listening_names(host)
        site = DevSite(
            outdir,
            addresses=SiteAddresses((), names),
            relay=create_app(
                outdir,
                # Base of relative servers, and of documents without servers.
                site_url=shown_url(host, self.sock.getsockname()[1]),
                allow_loopback=True,
                listening_hosts=names,
            ),
            news=self.news,
        )
        server = make_server(
            Observed(site, AccessLog(self.terminal.say, lambda status: status >= 500))
        )
        server.on_stop = self.news.end
        return server

    @property
    def _outdir(self) -> Path:
        options = self.options
        return options.out if options.out is not None else options.srcdir / DEFAULT_OUT

    async def _build_for_ever(self) -> None:
        options = self.options
        process = BuildProcess(
            options.srcdir.absolute(), options.out, options.overrides, options.base_url
        )
        watch = ProjectWatch(ProjectFilter(options.srcdir, self._outdir))
        watch.follow(ProjectFilter(options.srcdir, self._outdir))
        changed: set[str] = set()
        own = OwnChanges()
        try:
            while True:
                begun = time.time()
                outside = await self._build(process, changed)
                if outside is not None:
                    watch.follow(ProjectFilter(options.srcdir, self._outdir, outside))
                else:
                    # A process is not reused after a failed build.
                    await process.end()
                changed = await self._next_changes(watch, own, begun)
                self.terminal.say(f"changed: {_names(changed, options.srcdir)}")
                if needs_new_process(changed):
                    await process.end()
        finally:
            watch.stop()
            await process.end()

    async def _next_changes(self, watch: ProjectWatch, own: OwnChanges, begun: float) -> set[str]:
        """What was saved, without what the build since *begun* itself keeps changing."""
        ended, known = time.time(), own.files
        while True:
            changed = own.left(await watch.changes(), begun, ended)
            if new := own.files - known:
                known = own.files
                names = _names(new, self.options.srcdir)
                self.terminal.say(
                    f"each build changes {names}, so these changes no longer lead to another"
                    " build; write it only if its content is new, or outside the source folder"
                )
            if changed:
                return changed

    async def _build(self, process: BuildProcess, changed: set[str]) -> list[str] | None:
        """Build once, and return files outside the source directory to watch, ``None`` on
        failure.
        """
        self.news.tell("building")
        is_reported = False
        async for news in process.build():
            if news["event"] == "progress":
                self.news.tell("building", progress=news["text"])
                self.terminal.progress(news["text"])
            elif news["event"] == "written":
                if news["pages"] != 0 or not all(_is_source(path) for path in changed):
                    self.news.pages_changed()
                    is_reported = True
            elif news["event"] == "done":
                now = [problem_from_json(problem) for problem in news["problems"]]
                if not news["ok"]:
                    # Problems of pages are still valid, as they were not read again.
                    self.news.tell("failed", [*now, *self.problems])
                    for problem in now:
                        self.terminal.tell(problem)
                    return None
                self._account(news, now, is_reported=is_reported)
                return list(news["watch"])
        return None

    def _account(self, news: object, now: list[BuildProblem], *, is_reported: bool) -> None:
        assert isinstance(news, dict)
        written = news["written"]
        before = {problem.text for problem in self.problems}
        self.problems = merge_problems(
            self.problems,
            now,
            read=frozenset(news["read"]),
            written=None if written is None else frozenset(written),
            exists=frozenset(news["exists"]),
        )
        self.news.tell("ready", self.problems)
        pages = "all pages" if written is None else _count(len(written), "page")
        done = "all pages are up to date: checked" if written == [] else f"wrote {pages}"
        self.terminal.say(f"{done} in {news['seconds']:.1f} s")
        for problem in self.problems:
            if problem.text not in before:
                self.terminal.tell(problem)
        for name in news["without_servers"]:
            if name not in self.announced:
                self.announced.add(name)
                self.terminal.say(
                    f"{name} has no servers, so Send on its pages sends nothing: start with"
                    ' --base-url URL, or set "baseUrl" in "api" of docs.json'
                )
        rest = len([problem for problem in self.problems if problem.text in before])
        if rest:
            self.terminal.say(f"{_count(rest, 'warning')} as before")


def _is_source(path: str) -> bool:
    """Whether a page is written if the file at *path* has changed what it shows."""
    return Path(path).suffix in (".md", ".mdx", ".rst", ".txt", ".json", ".yaml", ".yml")


def _names(paths: Iterable[str], srcdir: Path) -> str:
    shown = sorted(os.path.relpath(path, srcdir.resolve()) for path in paths)
    more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
    return ", ".join(shown[:3]) + more


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
