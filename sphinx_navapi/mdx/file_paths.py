"""Paths of files, as pages of hosted sites write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.links.urls import below_base

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def file_path(path: str, env: BuildEnvironment) -> str:
    """*path*, unquoted, relative to the root of the source directory.

    It may begin with the path of the site on its host: ``/docs/images/plan.png`` on a site at
    ``https://library.example/docs``. A file that exists at the path as written takes precedence.
    """
    below = below_base(path, env.config.html_baseurl)
    if below is None:
        return path
    try:
        if (env.srcdir / path.lstrip("/")).exists():
            return path
        found = (env.srcdir / below.lstrip("/")).is_file()
    except (OSError, ValueError):
        return path
    site = env_site(env)
    if site is not None:
        # Projects without a site do not load the plan.
        from sphinx_navapi.doctree.page_dependencies import note_question

        note_question(env, site, "base")
    return below if found else path
