"""The day on which each page was last changed, according to version control or the disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.formats.git import run_git
from sphinx_navapi.plan.metadata import UPDATED, day_of
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.sphinx_project import STUB_SUFFIX, NavApiProject

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

_EXTENSION = "sphinx_last_updated_by_git"


def show_documents(app: Sphinx, env: BuildEnvironment) -> None:
    """``env-updated``, before the extension: the file of a generated page is its document."""
    site, project = env_site(env), env.project
    if _EXTENSION not in app.extensions or site is None or not isinstance(project, NavApiProject):
        return
    files = {}
    for docname, page in site.plan.pages.items():
        if page.generated:
            # A document without a file has no date: this one is not in a repository either.
            files[docname] = str(document_file(site, page) or _nothing(site.source_dir, docname))
    project.show_files(files)


def show_stubs(app: Sphinx, env: BuildEnvironment) -> None:
    """``env-updated``, after the extension: restore the original files."""
    if isinstance(env.project, NavApiProject):
        env.project.show_files({})


def document_file(site: Site, page: Page) -> Path | None:
    """The file of the document that the generated *page* is from; ``None`` for a remote one."""
    name = page.document
    file = site.source_dir / site.place(name, "").file if name else None
    return file if file is not None and file.is_file() else None


def _nothing(folder: Path, docname: str) -> Path:
    return folder / f"{Path(docname).name}{STUB_SUFFIX}"


#: Precedes the time of a commit; cannot be in a path.
_COMMIT = "\x01"


def page_dates(app: Sphinx, site: Site) -> Callable[[str], str | None]:
    """A function that returns the day of a docname as ``YYYY-MM-DD`` (UTC), ``None`` if unknown.

    That in its metadata, else that of the last commit that changed the page's file, or a generated
    page's document; for a file outside of a repository, its modification time. At most
    ``SOURCE_DATE_EPOCH``.
    """
    committed = commit_times(site.source_dir)
    latest = os.environ.get("SOURCE_DATE_EPOCH", "")

    def find(docname: str) -> str | None:
        page = site.plan.pages[docname]
        if (own := day_of(page.metadata, UPDATED)) is not None:
            return own
        path = document_file(site, page) if page.generated else _source(app, docname)
        if path is None or committed is None:
            return None
        time = committed.get(os.path.realpath(path))
        if time is None:
            try:
                time = int(path.stat().st_mtime)
            except OSError:
                return None
        if latest.isdecimal():
            time = min(time, int(latest))
        return datetime.fromtimestamp(time, UTC).date().isoformat()

    return find


def _source(app: Sphinx, docname: str) -> Path:
    return Path(app.env.doc2path(docname))


def commit_times(folder: Path) -> dict[str, int] | None:
    """Seconds since the epoch of the last commit to each file below *folder*, by real path.

    :returns: empty without a repository, ``None`` for a shallow one: its files would all appear as
        old as its last commit.
    """
    shallow = run_git(folder, "rev-parse", "--is-shallow-repository")
    if shallow is None:
        return {}
    if shallow.strip() == b"true":
        return None
    listed = run_git(
        folder, "-c", "core.quotePath=off", "log", f"--format={_COMMIT}%ct", "--name-only",
        "--no-renames", "--relative", "-z", "--", ".",
    )  # fmt: skip
    if listed is None:
        return {}
    root = os.path.realpath(folder)
    times: dict[str, int] = {}
    time = 0
    for part in listed.decode("utf-8", "replace").split("\0"):
        # The time of a commit is followed by a line break and its first name.
        for line in part.split("\n"):
            if line.startswith(_COMMIT):
                time = int(line.removeprefix(_COMMIT))
            elif line:
                times.setdefault(f"{root}{os.sep}{line}", time)
    return times
