"""`navapi build`: `sphinx-build` with defaults for a project that has a ``docs.json`` alone."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sphinx_navapi.conf_file import default_values, has_conf_file, parse_overrides
from sphinx_navapi.diagnostics import one_line

#: Where a build goes if nothing else is said, below the source directory.
DEFAULT_OUT = Path("_build", "html")


def sphinx_arguments(
    srcdir: Path,
    outdir: Path | None = None,
    *,
    overrides: Sequence[str] = (),
    flags: Sequence[str] = (),
) -> list[str]:
    """Arguments of `sphinx-build` for the project in *srcdir*.

    :param overrides: ``NAME=VALUE``, as after ``-D``.
    :param flags: other arguments, as sphinx-build takes them; they win.
    :raises ProjectError: there is nothing to build, or an override is malformed.
    """
    out = outdir if outdir is not None else srcdir / DEFAULT_OUT
    arguments = [] if has_conf_file(srcdir) else ["-C", *_default_arguments(srcdir, out)]
    parse_overrides(overrides)
    for override in overrides:
        arguments += ["-D", override]
    return [*arguments, *flags, str(srcdir), str(out)]


def _default_arguments(srcdir: Path, out: Path) -> list[str]:
    values = default_values(srcdir)
    if out.resolve().is_relative_to(srcdir.resolve()):
        inside = out.resolve().relative_to(srcdir.resolve()).as_posix()
        values["exclude_patterns"].append(inside)
    arguments: list[str] = []
    for name, value in values.items():
        text = ",".join(value) if isinstance(value, list) else value
        arguments += ["-D", f"{name}={text}"]
    return arguments


def build(arguments: Sequence[str]) -> int:
    """Exit status of `sphinx-build` with *arguments*; what ends it is one line on stderr."""
    from sphinx.cmd.build import main  # Sphinx is needed for this one command

    with _brief_errors():
        return int(main(list(arguments)))


@contextlib.contextmanager
def _brief_errors() -> Iterator[None]:
    """Have an author's mistake that ends a build told in a line, as this command tells all.

    sphinx-build shows a report with a traceback, and still does where the mistake is
    none of the author's, or where one of its flags asks for tracebacks.
    """
    import sphinx.cmd.build as command

    # Where the one that is called stands has changed between releases.
    owners = [vars(module) for module in (command, sys.modules.get("sphinx._cli.util.errors"))
              if module is not None and hasattr(module, "handle_exception")]  # fmt: skip
    originals = [owner["handle_exception"] for owner in owners]
    for owner, original in zip(owners, originals, strict=True):
        owner["handle_exception"] = partial(_tell_error, original)
    try:
        yield
    finally:
        for owner, original in zip(owners, originals, strict=True):
            owner["handle_exception"] = original


def _tell_error(original: Callable[..., None], *given: Any, **options: Any) -> None:
    from sphinx.errors import SphinxError

    error = next((value for value in given if isinstance(value, SphinxError)), None)
    flags = next((value for value in given if hasattr(value, "traceback")), None)
    wanted = options.get("print_traceback") or options.get("use_pdb")
    asked = getattr(flags, "traceback", False) or getattr(flags, "verbosity", 0)
    if error is None or wanted or asked or getattr(flags, "pdb", False):
        original(*given, **options)
        return
    sys.stderr.write(f"navapi: {describe_error(error)}\n")


def describe_error(error: BaseException) -> str:
    """What ended a build, in a line; for a mistake in ``conf.py`` with its place."""
    from sphinx.errors import SphinxError

    if not isinstance(error, SphinxError):
        frames = traceback.extract_tb(error.__traceback__)
        place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
        return one_line(f"{type(error).__name__}: {error}{place}")
    cause = error.__cause__
    text = f"{error.category}: {error}"
    if cause is not None and "Traceback" in text:
        line = _last_line(cause, "conf.py")
        text = f"conf.py:{line}: {type(cause).__name__}: {cause}" if line else repr(cause)
    return one_line(text)


def _last_line(error: BaseException, name: str) -> int | None:
    """The last line of the file *name* in the traceback of *error*, or its own position."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).name == name]
    return lines[-1] if lines else None
