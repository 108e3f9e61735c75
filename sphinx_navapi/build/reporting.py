"""Reporting diagnostics as Sphinx warnings: a test ensures that no other module does."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_navapi.build.held_warnings import cause_extra
from sphinx_navapi.build.sphinx_internals import check_internals
from sphinx_navapi.diagnostics import (
    CODE_LABEL,
    Diagnostic,
    Level,
    Place,
    merge_diagnostics,
    one_line,
)
from sphinx_navapi.diagnostics.causes import Cause

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_logger = logging.getLogger("sphinx_navapi")

_LOGS = {Level.INFO: _logger.info, Level.WARNING: _logger.warning, Level.ERROR: _logger.error}


def _location(place: Place, source_dir: Path) -> str | None:
    """*place* in Sphinx's format; without a colon it would be taken for a docname."""
    if not place.file:
        return None
    file = place.file
    if file.startswith(CODE_LABEL):
        return f"{place}:"
    if file.startswith("../"):
        file = os.path.normpath(source_dir.resolve() / file)
    elif "://" not in file:
        file = str(source_dir / file)
    file = one_line(file)
    if not place.line:
        return f"{file}:"
    return f"{file}:{place.line}:{place.column}" if place.column else f"{file}:{place.line}"


def report_diagnostics(diagnostics: Iterable[Diagnostic], source_dir: Path) -> None:
    """Log each of *diagnostics* with its type, subtype and place.

    A diagnostic of level info is an info message: ``-W`` does not fail on it. Those with the same
    cause are merged here: only warnings are held back until all are known.
    """
    by_level: dict[bool, list[Diagnostic]] = {True: [], False: []}
    for diagnostic in diagnostics:
        by_level[diagnostic.level is Level.INFO].append(diagnostic)
    for diagnostic in (*merge_diagnostics(by_level[True]), *by_level[False]):
        place = diagnostic.place
        location = _location(place, source_dir)
        log = _LOGS[diagnostic.level]
        text = diagnostic.message
        if diagnostic.level is Level.INFO:
            # Sphinx adds the subtype only to warnings.
            text = f"{text} [navapi.{diagnostic.subtype}]"
        log(
            "%s",
            text,
            type="navapi",
            subtype=str(diagnostic.subtype),
            location=location,
            extra=cause_extra(diagnostic.cause),
        )


def report_missing_target(node: nodes.Element, message: str, cause: Cause | None) -> None:
    """Warn about the broken link *node*.

    With the type of MyST's own warning about such links, so that one setting applies to both.
    """
    _logger.warning(
        message, type="myst", subtype="xref_missing", location=node, extra=cause_extra(cause)
    )


def report_internals(app: Sphinx, *, indexed: bool = False) -> None:
    """Warn about internals that this version of Sphinx lacks, and the consequences."""
    for message in check_internals(app, indexed=indexed):
        _logger.warning(message, type="navapi", subtype="sphinx")


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines that are not diagnostics to the output of the build."""
    for line in lines:
        _logger.info("%s", line)
