"""Support for sphinx-last-updated-by-git, which sphinx-sitemap also loads: the date of a generated
page is that of its document.

The extension asks Git about the file of each page. A stub is not in a repository, and unless the
doctree directory is in one, there is a warning for each folder of stubs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.build.project import STUB_SUFFIX, NavApiProject

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.build.site import Site
    from sphinx_navapi.plan.site_plan import Page

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
    name = _document(page)
    file = site.source_dir / site.place(name, "").file if name else None
    return file if file is not None and file.is_file() else None


def _document(page: Page) -> str | None:
    if page.operation is not None:
        return page.operation.document
    if page.overview is not None:
        return page.overview
    shown = page.schema or page.changes
    return shown[0] if shown is not None else None


def _nothing(folder: Path, docname: str) -> Path:
    return folder / f"{Path(docname).name}{STUB_SUFFIX}"
