"""`navapi build`: `sphinx-build` with defaults for a project that has a ``docs.json`` alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sphinx_navapi.conf_file import default_values, has_conf_file, parse_overrides

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
    """Exit status of `sphinx-build` with *arguments*."""
    from sphinx.cmd.build import main  # Sphinx is needed for this one command

    return int(main(list(arguments)))
