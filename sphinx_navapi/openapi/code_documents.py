"""OpenAPI documents that code writes: a Python object that describes one, or a command.

Only ``conf.py`` names them, which runs code anyway. Each runs in a process of its own, so
that what it imports, sets or breaks is not the build's. Its document is kept below the
doctree directory: everything that is made from documents is kept by their content, so a
build after which the document is the same as before changes no page.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sphinx_navapi.diagnostics import CODE_LABEL, Diagnostic, Level, Place, Subtype
from sphinx_navapi.openapi.load import FindFormat, LoadResult, load_document
from sphinx_navapi.openapi.overlays import OverlayFile
from sphinx_navapi.openapi.sources import digest

#: Seconds that the code may take.
TIME_LIMIT: Final = 120.0

#: Names of a program that mean the interpreter that builds, whatever the search path says.
_PYTHON: Final = ("python", "python3")

#: Files that are looked at, in folders that no one writes code in, when a script may import them.
_MOST_FILES: Final = 5_000
_NO_SOURCES: Final = frozenset({"node_modules", "__pycache__", "venv", "env", "site-packages"})

_SCRIPT: Final = Path(__file__).with_name("object_document.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSource:
    """What writes a document.

    :ivar code: ``module:object``, or a program and its arguments.
    :ivar place: where ``conf.py`` says so.
    """

    name: str
    code: str | tuple[str, ...]
    place: Place

    @property
    def label(self) -> str:
        """What messages call the document, which is no file of the project."""
        return f'{CODE_LABEL}"{self.name}"]'

    @property
    def shown(self) -> str:
        """What is run, as one would write it."""
        return self.code if isinstance(self.code, str) else shlex.join(self.code)


@dataclass(frozen=True, slots=True)
class CodeFailure:
    """Why there is no document. :ivar advice: what to do about it."""

    text: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """What running the code of a document gave.

    :ivar failure: ``None`` where there is a document.
    :ivar files: of the project, with the state of each: where one changes, so may the document.
    """

    failure: CodeFailure | None
    files: Mapping[str, tuple[int, int] | None]

    def holds(self) -> bool:
        """Whether there is a document, and none of the files has changed."""
        return self.failure is None and self.files == _states(self.files)


class CodeDocuments:
    """The documents of ``navapi_documents``.

    :param folder: in which code runs.
    :param search_path: for modules.
    :param cache_dir: holds the documents; made if it does not exist.
    :param runs: of an earlier build in this process; those that still hold are not run again.
    :param find_format: for documents of other standards.
    """

    def __init__(
        self,
        sources: Iterable[CodeSource],
        *,
        folder: Path,
        search_path: Sequence[str],
        cache_dir: Path,
        runs: dict[CodeSource, CodeRun] | None = None,
        find_format: FindFormat | None = None,
    ) -> None:
        self._find_format = find_format
        self._sources = {source.name: source for source in sources}
        self._folder = folder
        self._search_path = tuple(search_path)
        self._cache_dir = cache_dir
        self._runs = runs

    @property
    def places(self) -> dict[str, Place]:
        """Where ``conf.py`` sets each document, by name."""
        return {name: source.place for name, source in self._sources.items()}

    def load(self, name: str, overlays: Sequence[OverlayFile] = ()) -> LoadResult:
        """The document *name* with its *overlays*: its code is run.

        Where that fails, the document of an earlier build was used.
        """
        source = self._sources[name]
        copy = self._cache_dir / f"{digest(repr((name, source.code)).encode())}.document"
        known = self._runs.get(source) if self._runs is not None else None
        run = known if known is not None and known.holds() and copy.is_file() else None
        if run is None:
            run = run_code(source, copy, folder=self._folder, search_path=self._search_path)
            if self._runs is not None:
                self._runs[source] = run
        if run.failure is None:
            return self._read(source, copy, overlays)
        return self._earlier(source, run.failure, copy, overlays)

    def _read(self, source: CodeSource, copy: Path, overlays: Sequence[OverlayFile]) -> LoadResult:
        loaded = load_document(
            copy,
            source.name,
            None,
            cache_dir=self._cache_dir,
            overlays=overlays,
            find_format=self._find_format,
        )
        return _of_code(loaded, source)

    def _earlier(
        self, source: CodeSource, failure: CodeFailure, copy: Path, overlays: Sequence[OverlayFile]
    ) -> LoadResult:
        """The document of an earlier build, if there is one, and the *failure* of this one."""
        kept = LoadResult(None, ())
        if copy.is_file():
            kept = self._read(source, copy, overlays)
        usable = kept.document is not None
        used = "the document of an earlier build was used" if usable else "it has no pages"
        told = Diagnostic(
            subtype=Subtype.DOCUMENT_COMMAND_FAILED,
            message=f"{source.label}: {source.shown} {failure.text}; {used}: {failure.advice}",
            place=source.place,
            level=Level.ERROR,
        )
        return LoadResult(kept.document, (told, *(kept.diagnostics if usable else ())))


def _of_code(loaded: LoadResult, source: CodeSource) -> LoadResult:
    """*loaded* with its places in what `CodeSource.label` names, not in a file."""

    def placed(found: Diagnostic) -> Diagnostic:
        place = Place(file=source.label, pointer=found.place.pointer)
        return replace(found, place=place) if found.place.file == source.name else found

    diagnostics = tuple(map(placed, loaded.diagnostics))
    document = loaded.document
    if document is not None:
        files = {name: path for name, path in document.files.items() if name != source.name}
        document = replace(document, diagnostics=diagnostics, label=source.label, files=files)
    return LoadResult(document, diagnostics)


def run_code(
    source: CodeSource,
    copy: Path,
    *,
    folder: Path,
    search_path: Sequence[str] = (),
    time_limit: float = TIME_LIMIT,
) -> CodeRun:
    """Run the code of *source* in *folder*, and write its document to *copy*.

    *copy* stays as it is where that fails.

    :param search_path: for modules; commands have their own.
    :param time_limit: in seconds.
    """
    with TemporaryDirectory(prefix="navapi-") as temporary:
        files = _Files(Path(temporary))
        if isinstance(source.code, str):
            settings = {
                "object": source.code,
                "path": [str(folder), *(entry for entry in search_path if entry)],
                "document": str(files.document),
                "report": str(files.report),
            }
            # -P: the folder of the script has modules whose names others may have, too.
            command = [sys.executable, "-P", str(_SCRIPT), json.dumps(settings)]
        else:
            command = list(source.code)
            if command[0] in _PYTHON:
                command[0] = sys.executable
        is_object = isinstance(source.code, str)
        failure = _run(command, folder, files, time_limit, to_stdout=not is_object)
        report = files.read_report()
        if "error" in report:
            failure = _object_failure(report["error"])
        if failure is None:
            failure = _keep(files.document, copy)
    watched = report.get("files", ()) if is_object else _script_files(source.code, folder)
    return CodeRun(failure=failure, files=_states(sorted(watched)))


@dataclass(frozen=True, slots=True)
class _Files:
    """What a process writes."""

    folder: Path

    @property
    def document(self) -> Path:
        return self.folder / "document"

    @property
    def report(self) -> Path:
        return self.folder / "report"

    @property
    def errors(self) -> Path:
        return self.folder / "errors"

    def read_report(self) -> dict[str, Any]:
        """What `object_document` says, empty where it could not."""
        try:
            report = json.loads(self.report.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return report if isinstance(report, dict) else {}

    def last_error(self) -> str:
        """The last line of what was written to stderr: of a traceback the error itself.

        What is indented belongs to a line before it.
        """
        try:
            lines = self.errors.read_bytes().decode("utf-8", "replace").splitlines()
        except OSError:
            return ""
        said = [line for line in reversed(lines) if line.strip()]
        return next((line for line in said if not line[0].isspace()), *said[:1] or [""]).strip()


def _run(
    command: Sequence[str], folder: Path, files: _Files, limit: float, *, to_stdout: bool
) -> CodeFailure | None:
    """Run *command*. :param to_stdout: its document is what it writes there."""
    out = files.document if to_stdout else files.folder / "out"
    try:
        with out.open("wb") as stdout, files.errors.open("wb") as stderr:
            status = _wait(command, folder, stdout.fileno(), stderr.fileno(), limit)
    except FileNotFoundError:
        text = f"cannot be run: program not found: {command[0]}"
        return CodeFailure(text, "install it, or correct its name")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return CodeFailure(f"cannot be run: {reason}", "correct the command")
    if status is None:
        text = f"did not end within {limit:g} seconds and was stopped"
        return CodeFailure(text, "write the document to a file, and name that")
    if status:
        last = files.last_error()
        ended = f"ended with exit status {status}" if status > 0 else _signal(-status)
        text = f"{ended}: {last}" if last else ended
        return CodeFailure(text, "run it in the folder of conf.py and fix the error")
    if to_stdout and not out.stat().st_size:
        return CodeFailure("wrote nothing to its standard output", "write the document there")
    return None


def _wait(
    command: Sequence[str], folder: Path, stdout: int, stderr: int, limit: float
) -> int | None:
    """The exit status of *command*, ``None`` where it had to be stopped."""
    environment = dict(os.environ)
    # The order of sets would else be another one in each build, and so would the document.
    environment.setdefault("PYTHONHASHSEED", "0")
    # Python takes a compiled module for a current one where the source was changed within the
    # second and kept its size: `navapi dev` runs the code again so soon.
    environment.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    process = subprocess.Popen(  # noqa: S603 - what conf.py says, without a shell
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        # With all that it starts, it can be stopped.
        start_new_session=True,
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _signal(number: int) -> str:
    try:
        return f"was ended by {signal.Signals(number).name}"
    except ValueError:
        return f"was ended by signal {number}"


def _object_failure(error: Mapping[str, str]) -> CodeFailure:
    place = f" ({error['place']})" if error["place"] else ""
    return CodeFailure(f"cannot be read: {error['text']}{place}", error["advice"])


def _keep(document: Path, copy: Path) -> CodeFailure | None:
    """Put *document* in the place of *copy*, unless it is the same."""
    try:
        content = document.read_bytes()
        if copy.is_file() and copy.read_bytes() == content:
            return None
        copy.parent.mkdir(parents=True, exist_ok=True)
        temporary = copy.with_name(f"{copy.name}.{os.getpid()}")
        temporary.write_bytes(content)
        temporary.replace(copy)
    except OSError as error:
        text = f"wrote a document that cannot be kept: {error.strerror}"
        return CodeFailure(text, "free some space, or use another output folder")
    return None


def _script_files(command: Sequence[str], folder: Path) -> set[str]:
    """The files that *command* names, and the modules that a script in Python may import."""
    found: set[str] = set()
    for word in command:
        with contextlib.suppress(OSError, ValueError):
            path = (folder / word).resolve()
            if not path.is_file():
                continue
            found.add(str(path))
            if path.suffix == ".py":
                found.update(_modules(path.parent))
    return found


def _modules(folder: Path) -> Iterator[str]:
    """The Python files below *folder*, so many that it may be a project."""
    left = _MOST_FILES
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if name not in _NO_SOURCES
            and not name.startswith((".", "_build"))
            and not Path(parent, name, "pyvenv.cfg").exists()
        )
        for name in files:
            if name.endswith(".py"):
                yield str(Path(parent, name))
                left -= 1
                if not left:
                    return


def _states(files: Iterable[str]) -> dict[str, tuple[int, int] | None]:
    """Time and size of each of *files*; ``None`` for one that is not there."""
    states: dict[str, tuple[int, int] | None] = {}
    for file in files:
        try:
            state = Path(file).stat()
            states[file] = state.st_mtime_ns, state.st_size
        except OSError:
            states[file] = None
    return states
