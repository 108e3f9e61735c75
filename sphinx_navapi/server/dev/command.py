"""`navapi dev`: build, serve, and build again whenever a file is saved.

Only files of the project count, not what the build writes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any, TextIO

from watchfiles import Change, awatch

from sphinx_navapi.plan.conf_file import (
    DEFAULT_OUT,
    ProjectError,
    doctree_folder,
    has_conf_file,
    parse_overrides,
)
from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.caller import SiteAddresses
from sphinx_navapi.server.dev.dev_app import DevSite, News
from sphinx_navapi.server.dev.problems import BuildProblem, merge_problems, problem_from_json
from sphinx_navapi.server.listening import (
    GracefulServer,
    ListenError,
    listen,
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

    def __init__(self, srcdir: Path, outdir: Path | None, overrides: Sequence[str]) -> None:
        settings = {
            "srcdir": str(srcdir),
            "out": str(outdir) if outdir is not None else None,
            "overrides": list(overrides),
        }
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
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
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
    """The options of `navapi dev`. :ivar out: ``None`` for the folder of `navapi build`."""

    srcdir: Path
    port: int = 3000
    host: str = "127.0.0.1"
    open_browser: bool = False
    overrides: Sequence[str] = ()
    out: Path | None = None


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
        found = int(sock.getsockname()[1])
        if found != wanted and wanted:
            terminal.say(f"port {wanted} is in use; using {found} instead")
        return sock, found
    raise ProjectError(f"ports {wanted} to {port} are in use: choose another with --port")


@dataclass(slots=True)
class _Session:
    """One run of the command."""

    options: DevOptions
    sock: socket
    terminal: Terminal
    news: News = field(init=False)
    problems: list[BuildProblem] = field(default_factory=list)

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
        names = [host] if host not in ("", "0.0.0.0", "::") else []  # noqa: S104
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
        process = BuildProcess(options.srcdir.absolute(), options.out, options.overrides)
        watch = ProjectWatch(ProjectFilter(options.srcdir, self._outdir))
        watch.follow(ProjectFilter(options.srcdir, self._outdir))
        changed: set[str] = set()
        try:
            while True:
                outside = await self._build(process, changed)
                if outside is not None:
                    watch.follow(ProjectFilter(options.srcdir, self._outdir, outside))
                else:
                    # A process is not reused after a failed build.
                    await process.end()
                changed = await watch.changes()
                self.terminal.say(f"changed: {_names(changed, options.srcdir)}")
                if needs_new_process(changed):
                    await process.end()
        finally:
            watch.stop()
            await process.end()

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
        self.terminal.say(f"wrote {pages} in {news['seconds']:.1f} s")
        for problem in self.problems:
            if problem.text not in before:
                self.terminal.tell(problem)
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


#: Folders that no build reads (`navapi_config`, source text: never searched).
_IGNORED_FOLDERS = frozenset({"node_modules", "__pycache__", "venv", "env", "site-packages"})

#: Temporary files of editors.
_TEMPORARY = re.compile(r"\..*|.*~|#.*#|.*\.(sw[a-p]|swx|tmp|bak|crdownload)|4913|.*___jb_\w+___")

#: Changes of these need a new process: Python caches modules, and libraries cache translations.
_KEPT_BY_PROCESS = frozenset({".py", ".pyi", ".so", ".mo", ".po", ".toml"})

#: Milliseconds without events after which a save is complete …
_STEP = 40
#: … or after this time at the latest.
_LONGEST = 400


#: Seconds for which an old watch continues beside a new one.
_OVERLAP = 1


class ProjectFilter:
    """Decides which paths are part of the project.

    :param srcdir: the source directory. :param outdir: the output, which is ignored, as the
        doctrees beside it.
    :param outside: files and folders elsewhere that pages depend on.
    """

    def __init__(self, srcdir: Path, outdir: Path, outside: Iterable[str] = ()) -> None:
        self._srcdir = srcdir.resolve()
        self._made = (outdir.resolve(), doctree_folder(srcdir, outdir))
        self._outside = [Path(path).resolve() for path in outside]

    def __call__(self, change: Change, path: str) -> bool:
        """Whether *path* is part of the project."""
        found = Path(path)
        if any(map(found.is_relative_to, self._made)) or _TEMPORARY.fullmatch(found.name):
            return False
        if found.is_relative_to(self._srcdir):
            # Includes the folder itself: the output folder is created while this runs.
            folders = found.relative_to(self._srcdir).parts
            return not any(_is_ignored(folder) for folder in folders)
        return any(found.is_relative_to(path) for path in self._outside)

    def places(self) -> tuple[list[Path], list[Path]]:
        """Folders to watch recursively, and folders to watch alone.

        Folders that no build reads (a virtual environment, packages of Node.js) contain thousands
        of subfolders, so the source directory itself is watched alone. For a file, its folder is
        watched: saving may replace the file.
        """
        whole = {path for path in self._outside if path.is_dir()}
        alone = {self._srcdir} | {path.parent for path in self._outside if not path.is_dir()}
        with contextlib.suppress(OSError):
            whole |= {
                path
                for path in self._srcdir.iterdir()
                if path.is_dir() and not _is_ignored(path.name) and path not in self._made
            }
        return sorted(whole), sorted(path for path in alone if path.is_dir())


def _is_ignored(folder: str) -> bool:
    return folder in _IGNORED_FOLDERS or folder.startswith((".", "_build"))


class ProjectWatch:
    """Reports changes, as an asynchronous iterator of the paths of each save."""

    def __init__(self, wanted: ProjectFilter) -> None:
        self._wanted = wanted
        self._found: asyncio.Queue[set[str]] = asyncio.Queue()
        self._places: tuple[list[Path], list[Path]] = ([], [])
        self._stops: list[asyncio.Event] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._contents: dict[str, str] = {}

    def follow(self, wanted: ProjectFilter) -> None:
        """Watch *wanted* from now on."""
        self._wanted = wanted
        self._look_again()

    def _look_again(self) -> None:
        places = self._wanted.places()
        if places == self._places:
            return
        # The old watch continues until the new one has started.
        for old in self._stops:
            asyncio.get_running_loop().call_later(_OVERLAP, old.set)
        self._places = places
        stop = asyncio.Event()
        self._stops = [*(old for old in self._stops if not old.is_set()), stop]
        for paths, recursive in zip(places, (True, False), strict=True):
            if paths:
                watching = self._watch(paths, stop, recursive=recursive)
                task = asyncio.ensure_future(watching)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _watch(self, paths: list[Path], stop: asyncio.Event, *, recursive: bool) -> None:
        async for changes in awatch(
            *paths,
            watch_filter=self._is_wanted,
            stop_event=stop,
            step=_STEP,
            debounce=_LONGEST,
            recursive=recursive,
            raise_interrupt=False,
        ):
            self._found.put_nowait({path for _change, path in changes})
            # A new folder must be watched before its first file is created.
            self._look_again()

    def _is_wanted(self, change: Change, path: str) -> bool:
        """Whether the change is currently wanted."""
        return self._wanted(change, path)

    async def changes(self) -> set[str]:
        """Paths of the next changes; several saves at once are combined.

        A file written again with the same content is ignored. Otherwise, files that a build itself
        writes into the source directory, such as an OpenAPI document written by ``conf.py``, would
        cause endless builds.
        """
        while True:
            self._look_again()
            found = await self._found.get()
            while not self._found.empty():
                found |= self._found.get_nowait()
            changed = {path for path in found if self._has_changed(path)}
            if changed:
                return changed

    def _has_changed(self, path: str) -> bool:
        """Whether the content of *path* differs from that at its last change."""
        before, now = self._contents.get(path), _digest(Path(path))
        self._contents[path] = now
        return before != now

    def stop(self) -> None:
        """Stop watching."""
        for stop in self._stops:
            stop.set()


def _digest(path: Path) -> str:
    """A digest of the file *path*; constants for a missing path and for one that is not a file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "gone"
    except OSError:
        return "no file"


def needs_new_process(paths: Iterable[str]) -> bool:
    """Whether a process that has built before would miss one of these changes."""
    return any(Path(path).suffix in _KEPT_BY_PROCESS for path in paths)
