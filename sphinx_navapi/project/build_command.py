"""`navapi build`: `sphinx-build` with defaults for a project that only has a ``docs.json``."""

from __future__ import annotations

import contextlib
import errno
import logging
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sphinx_navapi.config.confvals import DOCS_JSON, site_file
from sphinx_navapi.diagnostics import one_line
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.plan.conf_file import (
    DEFAULT_OUT,
    ProjectError,
    default_values,
    doctree_folder,
    has_conf_file,
    parse_overrides,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def sphinx_arguments(
    srcdir: Path,
    outdir: Path | None = None,
    *,
    overrides: Sequence[str] = (),
    flags: Sequence[str] = (),
) -> list[str]:
    """Arguments of `sphinx-build` for the project in *srcdir*.

    :param overrides: ``NAME=VALUE``, as after ``-D``.
    :param flags: other arguments for sphinx-build; they take precedence.
    :return: the doctrees are beside the output, :func:`doctree_folder`.
    :raises ProjectError: there is nothing to build, or an override is malformed.
    """
    out = outdir if outdir is not None else srcdir / DEFAULT_OUT
    arguments = [] if has_conf_file(srcdir) else ["-C", *_default_arguments(srcdir, out)]
    arguments += ["-d", str(doctree_folder(srcdir, out))]
    parse_overrides(overrides)
    for override in overrides:
        arguments += ["-D", override]
    return [*arguments, *flags, str(srcdir), str(out)]


def _default_arguments(srcdir: Path, out: Path) -> list[str]:
    values = default_values(srcdir)
    for folder in (out.resolve(), doctree_folder(srcdir, out)):
        if folder.is_relative_to(srcdir.resolve()):
            values["exclude_patterns"].append(folder.relative_to(srcdir.resolve()).as_posix())
    arguments: list[str] = []
    for name, value in values.items():
        text = ",".join(value) if isinstance(value, list) else value
        arguments += ["-D", f"{name}={text}"]
    return arguments


def build(arguments: Sequence[str], *, fail_on: str | None = None) -> int:
    """Run `sphinx-build` with *arguments* and return its exit status; a fatal error is one line on
    stderr.

    The status is 1 for an unreadable `docs.json` and for a file that cannot be written.

    :param fail_on: what makes it 1 although the site is built: ``error`` or ``warning``.
    """
    from sphinx.cmd.build import main  # only this command needs Sphinx

    _check_flags(arguments)
    from sphinx_navapi.project.sphinx_internals import after_logging_setup
    from sphinx_navapi.project.unknown_names import suggest_names

    apps: list[Sphinx] = []
    with (
        _brief_errors() as reported,
        _counted_errors() as errors,
        after_logging_setup(apps.append),
        # Values after -D are checked before there is a site.
        after_logging_setup(suggest_names),
    ):
        status = int(main(["-W", *arguments] if fail_on == "warning" else list(arguments)))
    for app in apps if not reported else ():
        _tell_unused(app)
    if any(map(_is_of_input, reported)) or (fail_on is not None and errors):
        return 1
    return status


def _tell_unused(app: Sphinx) -> None:
    """Say that the ``docs.json`` of *app* was not read because ``conf.py`` does not load us."""
    if "sphinx_navapi" not in app.extensions and site_file(Path(app.srcdir) / DOCS_JSON).is_file():
        sys.stderr.write(
            f"navapi: conf.py does not load sphinx_navapi, so {DOCS_JSON} has no effect: add"
            ' "sphinx_navapi" to extensions\n'
        )


def _check_flags(arguments: Sequence[str]) -> None:
    """:raises ProjectError: sphinx-build does not accept *arguments*."""
    from sphinx.cmd.build import get_parser

    def refuse(message: str) -> NoReturn:
        raise ProjectError(
            f"{message}; what follows -- are flags of sphinx-build: see sphinx-build --help",
            usage=True,
        )

    parser = get_parser()
    parser.error = refuse  # type: ignore[method-assign] # it would print the usage of sphinx-build
    _, unknown = parser.parse_known_args(list(arguments))
    if unknown:
        first = unknown[0]
        known = [name for action in parser._actions for name in action.option_strings]
        near = nearest_word(first.partition("=")[0], known) if first.startswith("--") else None
        refuse(f"there is no flag {first}{f', did you mean {near}?' if near else ''}")


class _ErrorCollector(logging.Handler):
    """Collects the records of errors."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self._records = records

    def emit(self, record: logging.LogRecord) -> None:
        """Add *record*."""
        self._records.append(record)


@contextlib.contextmanager
def _counted_errors() -> Iterator[list[logging.LogRecord]]:
    """Errors reported within the context, such as those of docutils."""
    from sphinx.util.logging import NAMESPACE, WarningSuppressor

    from sphinx_navapi.project.sphinx_internals import after_logging_setup

    errors: list[logging.LogRecord] = []

    def collect(app: Sphinx) -> None:
        handler = _ErrorCollector(errors)
        handler.addFilter(WarningSuppressor(app))
        logging.getLogger(NAMESPACE).addHandler(handler)

    with after_logging_setup(collect):
        yield errors


@contextlib.contextmanager
def _brief_errors() -> Iterator[list[BaseException]]:
    """Print an author's mistake that ends a build on one line, as this command does for all errors.

    sphinx-build prints a report with a traceback, and still does so if the mistake is not the
    author's, or if one of its flags asks for tracebacks.
    """
    from sphinx_navapi.project.sphinx_internals import errors_told_by

    reported: list[BaseException] = []
    with errors_told_by(partial(_tell_error, reported)):
        yield reported


def _tell_error(
    reported: list[BaseException], original: Callable[..., None], *arguments: Any, **options: Any
) -> None:
    from sphinx.errors import SphinxError

    from sphinx_navapi.project.sphinx_internals import wants_report

    error: BaseException | None = next((v for v in arguments if isinstance(v, SphinxError)), None)
    failed = next((value for value in arguments if isinstance(value, OSError)), None)
    if error is None and failed is not None and _failed_write(failed) is not None:
        error = failed
    if error is None or wants_report(arguments, options):
        original(*arguments, **options)
        return
    reported.append(error)
    sys.stderr.write(f"navapi: {describe_error(error)}\n")


def _is_of_input(error: BaseException) -> bool:
    from sphinx_navapi.project.planning import SiteConfigError

    return isinstance(error, SiteConfigError) or _failed_write(error) is not None


def describe_error(error: BaseException) -> str:
    """The error that ended a build, in one line; for a mistake in ``conf.py`` with its place."""
    from sphinx.errors import SphinxError

    from sphinx_navapi.project.planning import SiteConfigError

    if isinstance(error, SiteConfigError):
        return one_line(str(error))
    failure = _failed_write(error)
    if failure is not None:
        return one_line(failure)
    if not isinstance(error, SphinxError):
        frames = traceback.extract_tb(error.__traceback__)
        place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
        return one_line(f"{type(error).__name__}: {error}{place}")
    cause = error.__cause__
    text = f"{error.category}: {error}{_advice(str(error))}"
    if cause is not None and "Traceback" in text:
        line = _last_line(cause, "conf.py")
        text = f"conf.py:{line}: {type(cause).__name__}: {cause}" if line else repr(cause)
        if isinstance(cause, ModuleNotFoundError) and cause.name:
            text += f"; install {cause.name.partition('.')[0]}, or put its folder on sys.path"
    return one_line(text)


#: Errors of a device, a file system or a quota, independent of the file, and what to do.
_NO_ROOM = {
    errno.ENOSPC: "free some space, or use another output folder",
    errno.EDQUOT: "free some space, or use another output folder",
    errno.EFBIG: "use an output folder that may have larger files",
    errno.EROFS: "use an output folder that can be written",
    errno.EIO: "check the disk, or use another output folder",
}

#: Errors of a file or folder of the wrong type or without write permission, and what to do.
_NOT_USABLE = {
    errno.EACCES: "change its permissions, or use another output folder",
    errno.EPERM: "change its permissions, or use another output folder",
    errno.ENOTDIR: "a file is where a folder should be: move it, or use another output folder",
    errno.EEXIST: "a file is where a folder should be: move it, or use another output folder",
    errno.EISDIR: "a folder is where a file should be: move it, or use another output folder",
}


def _failed_write(error: BaseException) -> str | None:
    """The message if *error*, or its cause, is a file that cannot be used; otherwise nothing."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, OSError):
        cause = getattr(cause, "orig_exc", None) or cause.__cause__
    if cause is None or (cause.errno in _NOT_USABLE and not cause.filename):
        return None
    advice = (_NO_ROOM | _NOT_USABLE).get(cause.errno or 0)
    if cause.errno == errno.ENOENT and _called(cause) in {"makedirs", "mkdir"}:
        # Folders that the system itself fills.
        return f"{cause.filename}: the folder cannot be created: use another output folder"
    if advice is None:
        return None
    # If the device is full, the name may be that of the file that was to be copied.
    named = cause.errno in _NOT_USABLE or cause.errno == errno.EROFS
    where = (cause.filename if named else None) or "cannot write the output"
    return f"{where}: {cause.strerror}; the build is not complete: {advice}"


def _called(error: BaseException) -> str:
    """The function that raised *error*."""
    frames = traceback.extract_tb(error.__traceback__)
    return frames[-1].name if frames else ""


def _advice(message: str) -> str:
    """What to write instead of a name that Sphinx does not know, from its *message*."""
    named = _UNKNOWN.match(message)
    if named is None:
        is_file = message.startswith("Output directory ")
        return "; use another output folder, or move that file" if is_file else ""
    extension, theme = named.groups()
    if extension is not None and len(extension) == 1:
        return '; extensions in conf.py is a list: extensions = ["sphinx_navapi"]'
    if extension is not None:
        near = nearest_word(extension, ("sphinx_navapi",))
        return f"; did you mean {near}?" if near else "; install it, or correct its name in conf.py"
    # Only this mistake needs the list.
    from sphinx_navapi.plan.new_project import installed_themes

    near = nearest_word(theme, installed_themes())
    return f"; did you mean {near}?" if near else "; install it, or correct html_theme in conf.py"


_UNKNOWN = re.compile(r"Could not import extension (\S+)|no theme named '(.+?)' found")


def _last_line(error: BaseException, name: str) -> int | None:
    """The last line of the file *name* in the traceback of *error*, or its own position."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).name == name]
    return lines[-1] if lines else None
