"""Diagnostics as Sphinx warnings: the only place of the package that warns."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sphinx.util import logging

from sphinx_navapi.diagnostics import Diagnostic, Level

_logger = logging.getLogger("sphinx_navapi")


def report_diagnostics(diagnostics: Iterable[Diagnostic], source_dir: Path) -> None:
    """Log each of *diagnostics* with its type, subtype and place.

    A diagnostic of level info is an info message: ``-W`` does not fail on it.
    """
    for diagnostic in diagnostics:
        place = diagnostic.place
        file = place.file
        if file and "://" not in file:
            file = str(source_dir / file)
        location = f"{file}:{place.line}" if file and place.line else file or None
        log = _logger.info if diagnostic.level is Level.INFO else _logger.warning
        text = diagnostic.message
        if diagnostic.level is Level.INFO:
            # Sphinx adds the subtype to warnings alone.
            text = f"{location or 'navapi'}: {text} [navapi.{diagnostic.subtype}]"
        log("%s", text, type="navapi", subtype=str(diagnostic.subtype), location=location)
