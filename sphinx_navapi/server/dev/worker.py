"""The build process: imports once, then builds on request.

It reads a line from stdin for each build and writes lines of JSON: its progress, when pages are
written, and the result. Each build runs sphinx-build with the arguments of `navapi build`, so that
both give the same output.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import locale
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.util.build_phase import BuildPhase
from sphinx.util.console import nocolor
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_navapi.config.confvals import site_file_of
from sphinx_navapi.config.site_config import parsed_once
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.plan.conf_file import DEFAULT_OUT, ProjectError, doctree_folder
from sphinx_navapi.project.build_command import describe_error, sphinx_arguments
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.planning import CODE_RUNS, SiteConfigError
from sphinx_navapi.project.sphinx_internals import (
    SphinxWithEnvironment,
    forget_checksums,
    observe_writing,
)
from sphinx_navapi.server.dev.problems import BuildProblem, Stage, read_warning

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.openapi.code_documents import CodeRun, CodeSource

#: With fewer pages to read, starting processes takes longer than reading them.
_FEW = 20

#: Minimum seconds between two progress lines.
_PROGRESS_INTERVAL = 0.2

Say = Callable[..., None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The project to build. :ivar out: ``None`` for the default folder below *srcdir*."""

    srcdir: Path
    overrides: Sequence[str] = ()
    out: Path | None = None

    @property
    def outdir(self) -> Path:
        """The output folder."""
        return self.out if self.out is not None else self.srcdir / DEFAULT_OUT

    @property
    def doctreedir(self) -> Path:
        """The folder of the doctrees, the same as that of `navapi build`."""
        return doctree_folder(self.srcdir, self.outdir)


@dataclass(slots=True, kw_only=True)
class _Account:
    """The progress of a build. :ivar written: ``None`` if other processes wrote."""

    problems: list[BuildProblem] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    written: set[str] | None = field(default_factory=set)
    stage: Callable[[], Stage] = lambda: Stage.PLAN


class KeptEnvironment:
    """The environment of the last build, loaded before the next one needs it.

    For a large site, loading takes a quarter of a second; this does it while nobody waits.

    :ivar code_runs: runs of the code in ``navapi_documents``: repeated when a file that they depend
        on has changed.
    """

    def __init__(self) -> None:
        self.code_runs: dict[CodeSource, CodeRun] = {}
        self._env: BuildEnvironment | None = None
        self._state: tuple[Path, int, int] | None = None

    def read(self, path: Path) -> None:
        """Load *path*; errors are left to Sphinx."""
        self._env = None
        try:
            self._state = _state_of(path)
            with path.open("rb") as file:
                self._env = pickle.load(file)  # noqa: S301 - as Sphinx reads what it wrote
        except Exception:
            self._env = None

    def take(self, path: Path) -> BuildEnvironment | None:
        """The environment loaded from *path*, once, and only if the file is unchanged."""
        env, self._env = self._env, None
        try:
            return env if self._state == _state_of(path) else None
        except OSError:
            return None


def _state_of(path: Path) -> tuple[Path, int, int]:
    state = path.stat()
    return path, state.st_mtime_ns, state.st_size


class DevSphinx(SphinxWithEnvironment):
    """Sphinx without warnings about extensions that do not support parallel builds.

    :ivar navapi_separate_warnings: each becomes obsolete when its own page is built again.
    """

    navapi_separate_warnings = True

    def __init__(self, kept: KeptEnvironment, **options: Any) -> None:
        setattr(self, CODE_RUNS, kept.code_runs)
        super().__init__(kept.take, **options)

    def is_parallel_allowed(self, typ: str) -> bool:
        """Whether all extensions support it."""
        name = f"parallel_{typ}_safe"
        return all(getattr(extension, name, None) for extension in self.extensions.values())


def build(project: Project, say: Say, kept: KeptEnvironment) -> None:
    """Build *project* once and report the result.

    :param kept: the environment of the build before.
    """
    begun = time.monotonic()
    forget_checksums()
    account = _Account()
    error: BuildProblem | None = None
    app: Sphinx | None = None
    try:
        arguments = sphinx_arguments(project.srcdir, project.out, overrides=project.overrides)
        confdir, overrides = _parse(arguments, project.srcdir)
        parallel = os.cpu_count() or 1
        with patch_docutils(str(confdir or project.srcdir)), docutils_namespace():
            app = DevSphinx(
                kept,
                srcdir=str(project.srcdir),
                confdir=str(confdir) if confdir is not None else None,
                outdir=str(project.outdir),
                doctreedir=str(project.doctreedir),
                buildername="html",
                confoverrides=overrides,
                status=_Status(say),
                warning=_Warnings(account, project.srcdir),
                parallel=parallel,
            )
            _observe(app, account, say)
            app.build()
    except (Exception, SystemExit) as failure:
        error = _failure(failure, project.srcdir)
    say(
        "done",
        ok=error is None,
        problems=[
            problem.as_json()
            for problem in ([error] if error is not None else []) + _with_docnames(account, app)
        ],
        read=sorted(account.read),
        written=None if account.written is None else sorted(account.written),
        exists=sorted(app.env.found_docs) if error is None and app is not None else [],
        watch=_outside(app, project, kept.code_runs) if app is not None else [],
        without_servers=_without_servers(app) if app is not None else [],
        seconds=round(time.monotonic() - begun, 2),
    )


def _without_servers(app: Sphinx) -> list[str]:
    """Files of documents that do not say where their API is."""
    site = env_site(app.env) if hasattr(app, "env") else None
    diagnostics = site.plan.diagnostics if site is not None else ()
    return [each.place.file or "" for each in diagnostics if each.subtype is Subtype.NO_SERVERS]


def _parse(arguments: Sequence[str], srcdir: Path) -> tuple[Path | None, dict[str, Any]]:
    """Configuration folder and overrides from arguments of sphinx-build."""
    overrides = {}
    values = iter(arguments)
    for value in values:
        if value == "-D":
            name, _, text = next(values).partition("=")
            overrides[name] = text
    return (None if "-C" in arguments else srcdir), overrides


def _observe(app: Sphinx, account: _Account, say: Say) -> None:
    """Record what is read and written, and report when all pages are."""
    processes = app.parallel

    def on_read(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        account.read = set(docnames)
        if len(docnames) < _FEW:
            app.parallel = 1

    def on_updated(app: Sphinx, env: BuildEnvironment) -> None:
        # Reading a single page may cause all to be written, if its title has changed.
        app.parallel = processes

    def on_resolved(app: Sphinx, doctree: object, docname: str) -> None:
        if account.written is not None:
            account.written.add(docname)

    app.connect("env-before-read-docs", on_read, priority=999)
    app.connect("env-updated", on_updated)
    app.connect("doctree-resolved", on_resolved)
    account.stage = lambda: _STAGES.get(app.phase, Stage.WRITE)

    def on_write(pages: int) -> None:
        if pages < _FEW:
            app.builder.parallel_ok = False
        elif app.builder.parallel_ok:
            account.written = None

    def on_written() -> None:
        # The rest takes as long as a page, and does not affect pages.
        say("written", pages=None if account.written is None else len(account.written))

    observe_writing(app.builder, on_write, on_written)


_STAGES = {
    BuildPhase.INITIALIZATION: Stage.PLAN,
    BuildPhase.READING: Stage.READ,
    BuildPhase.CONSISTENCY_CHECK: Stage.CHECK,
}


class _Status(io.StringIO):
    """Sphinx's status stream: passes on some of its lines."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self._say = say
        self._last = 0.0

    def write(self, text: str, /) -> int:
        """Pass *text* on if it reports progress, at a limited rate."""
        line = " ".join(text.split())
        now = time.monotonic()
        if "..." in line and now - self._last > _PROGRESS_INTERVAL:
            self._last = now
            self._say("progress", text=line)
        return len(text)


class _Warnings(io.StringIO):
    """Sphinx's warning stream, written one record at a time."""

    def __init__(self, account: _Account, srcdir: Path) -> None:
        super().__init__()
        self._account = account
        self._srcdir = srcdir.resolve()

    def write(self, text: str, /) -> int:
        """Record the problem in *text*."""
        problem = read_warning(text, self._srcdir)
        if problem is not None:
            self._account.problems.append(replace(problem, stage=self._account.stage()))
        return len(text)


def _with_docnames(account: _Account, app: Sphinx | None) -> list[BuildProblem]:
    if app is None or not hasattr(app, "env"):
        return account.problems
    srcdir = Path(app.srcdir)
    return [
        replace(problem, docname=app.env.path2doc(str(srcdir / problem.file)))
        if problem.file
        else problem
        for problem in account.problems
    ]


def _failure(error: BaseException, srcdir: Path) -> BuildProblem:
    if isinstance(error, ProjectError):
        return BuildProblem(level="error", message=str(error))
    if isinstance(error, SiteConfigError):
        place = error.place
        return BuildProblem(
            level="error",
            message=error.reason,
            file=place.file,
            line=place.line,
            column=place.column,
        )
    message = describe_error(error)
    file, line = "", None
    head, separator, rest = message.partition(": ")
    name, _, number = head.rpartition(":")
    if separator and number.isdecimal() and name == "conf.py":
        file, line, message = name, int(number), rest
    return BuildProblem(level="error", message=message, file=file, line=line)


def _outside(app: Sphinx, project: Project, runs: Mapping[CodeSource, CodeRun]) -> list[str]:
    """Files and folders outside the source directory that pages depend on."""
    srcdir = Path(app.srcdir)
    paths: set[Path] = set()
    if not hasattr(app, "env"):
        return []
    for name in ("templates_path", "html_static_path", "html_extra_path", "locale_dirs"):
        value = getattr(app.config, name, ()) or ()
        paths.update(Path(app.confdir) / entry for entry in value if isinstance(entry, str))
    config = app.config.navapi_config if "navapi_config" in app.config else None
    if isinstance(config, str):
        paths.add(site_file_of(config, srcdir, Path(app.confdir)))
    paths.update(Path(file) for run in runs.values() for file in run.files)
    for files in app.env.dependencies.values():
        paths.update(srcdir / file for file in files)
    doctreedir, package = Path(app.doctreedir), Path(__file__).parents[2]
    outside = set()
    for path in paths:
        path = Path(os.path.normpath(path))
        inside = any(path.is_relative_to(folder) for folder in (srcdir, doctreedir, package))
        # Installed files do not change while writing.
        if not inside and "site-packages" not in path.parts and path.exists():
            outside.add(str(path))
    return sorted(outside)


def main() -> int:
    """Build for each line on stdin, until it ends."""
    # Ctrl+C is handled by the server, which stops this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = json.loads(sys.argv[1])
    project = Project(
        srcdir=Path(settings["srcdir"]),
        overrides=settings["overrides"],
        out=Path(settings["out"]) if settings["out"] else None,
    )
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    nocolor()
    # A build creates millions of long-lived values; scanning them takes half its time.
    gc.set_threshold(200_000, 20, 50)
    with _own_channel() as channel:

        def say(event: str, **values: object) -> None:
            channel.write(json.dumps({"event": event, **values}) + "\n")
            channel.flush()

        kept = KeptEnvironment()
        for _line in sys.stdin:
            with parsed_once():
                build(project, say, kept)
            kept.read(project.doctreedir / ENV_PICKLE_FILENAME)
            # Garbage of the build is collected now; during the next, surviving objects are not
            # scanned.
            gc.unfreeze()
            gc.collect()
            gc.freeze()
    return 0


@contextlib.contextmanager
def _own_channel() -> Iterator[TextIO]:
    """Stdout, reserved for news: output of conf.py or extensions goes to stderr."""
    sys.stdout.flush()
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        yield channel
    finally:
        channel.close()


if __name__ == "__main__":
    sys.exit(main())
