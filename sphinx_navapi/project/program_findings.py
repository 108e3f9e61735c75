"""Diagnostics about components that are programs: one per definition, with the number of pages.

Pages are read in several processes, and unchanged ones are not read at all. Therefore the
components of each page are kept in the environment, and reported when all pages are read:
definitions used by a page read in this build, with all pages that use them.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.project.environment import env_site, env_state
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: Number of pages that a message lists.
_SHOWN = 3


def note_program(env: BuildEnvironment, message: str, place: Place) -> None:
    """Record that the current page uses a component with the diagnostic *message*.

    :param place: of its definition, in another file.
    """
    if env_site(env) is None:
        report_diagnostics([_diagnostic(message, place)], Path(env.srcdir))
        return
    programs = env_state(env).programs
    use = message, place.file, place.line or 0
    programs[env.docname] = tuple(dict.fromkeys((*programs.get(env.docname, ()), use)))


def note_read(app: Sphinx, env: BuildEnvironment, docnames: Collection[str]) -> None:
    """``env-before-read-docs``: record which pages this build reads."""
    site = env_site(env)
    if site is not None:
        site.read = frozenset(docnames)


def report_programs(app: Sphinx, env: BuildEnvironment) -> None:
    """``env-updated``: report each definition used by a page that was read."""
    site, programs = env_site(env), env_state(env).programs
    if site is None or site.read.isdisjoint(programs):
        return
    pages: dict[tuple[str, str, int], list[str]] = {}
    for docname, uses in sorted(programs.items()):
        for use in uses:
            pages.setdefault(use, []).append(docname)
    diagnostics = []
    for (message, file, line), docnames in sorted(pages.items(), key=lambda each: each[0][1:]):
        if site.read.isdisjoint(docnames):
            continue
        shown = ", ".join(str(env.doc2path(name, False)) for name in docnames[:_SHOWN])
        more = len(docnames) - _SHOWN
        count = "1 page uses it" if len(docnames) == 1 else f"{len(docnames)} pages use it"
        where = f"{shown} and {more} more" if more > 0 else shown
        diagnostics.append(
            _diagnostic(f"{message} ({count}: {where})", Place(file=file, line=line or None))
        )
    report_diagnostics(diagnostics, Path(env.srcdir))


def _diagnostic(message: str, place: Place) -> Diagnostic:
    return Diagnostic(subtype=Subtype.UNKNOWN_COMPONENT, message=message, place=place)
