"""Which saved files `navapi dev` builds again for.

Only files of the project count, not what the build writes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from watchfiles import Change, awatch

from sphinx_navapi.openapi.code_documents import NO_SOURCES
from sphinx_navapi.plan.conf_file import doctree_folder

#: Temporary files of editors, and what programs write beside their input.
_TEMPORARY = re.compile(
    r"\..*|.*~|#.*#|.*\.(sw[a-p]|swx|tmp|bak|crdownload|log|pid|lock)|4913|.*___jb_\w+___"
)

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
        file = Path(path)
        if any(map(file.is_relative_to, self._made)) or _TEMPORARY.fullmatch(file.name):
            return False
        if file.is_relative_to(self._srcdir):
            # Includes the folder itself: the output folder is created while this runs.
            folders = file.relative_to(self._srcdir).parts
            return not any(_is_ignored(folder) for folder in folders)
        return any(file.is_relative_to(path) for path in self._outside)

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
    return folder in NO_SOURCES or folder.startswith((".", "_build"))


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
            paths = await self._found.get()
            while not self._found.empty():
                paths |= self._found.get_nowait()
            changed = {path for path in paths if self._has_changed(path)}
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


#: Suffixes of pages.
_PAGES = frozenset({".md", ".mdx", ".rst", ".ipynb", ".txt"})

#: Number of builds in a row, each of which changed the file that led to it, that make a loop.
_LOOP = 3


class OwnChanges:
    """Finds files that each build changes, such as a document with the time of its making.

    A page may be saved while the site is built, again and again; it is never meant.
    """

    def __init__(self) -> None:
        self._in_a_row = 0
        self._files: set[str] = set()

    def left(self, changed: set[str], begun: float, ended: float) -> set[str]:
        """*changed* without the files of a loop, once it is one.

        :param begun: when the build before began, :param ended: and ended, as times of files are.
        """
        rest = changed - self._files
        own = {path for path in changed if _is_own(path, begun, ended)}
        if rest - own:
            self._in_a_row = 0
            return rest
        if rest:
            self._in_a_row += 1
            if self._in_a_row >= _LOOP:
                self._in_a_row = 0
                self._files |= own
                return set()
        return rest | (changed - own)

    @property
    def files(self) -> frozenset[str]:
        """The files that no longer lead to a build when a build has changed them."""
        return frozenset(self._files)


def _is_own(path: str, begun: float, ended: float) -> bool:
    if Path(path).suffix in _PAGES:
        return False
    try:
        return begun <= Path(path).stat().st_mtime <= ended
    except OSError:
        return False
