"""Paths of files, as pages of hosted sites write them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.links.urls import below_base, site_file

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def file_path(path: str, env: BuildEnvironment) -> str:
    """*path*, unquoted, relative to the root of the source directory.

    It may begin with the path of the site on its host: ``/docs/images/plan.png`` on a site at
    ``https://library.example/docs``.
    """
    base_url = env.config.html_baseurl
    site = env_site(env)
    if site is not None and below_base(path, base_url) is not None:
        # Projects without a site do not load the plan.
        from sphinx_navapi.doctree.page_dependencies import note_question

        note_question(env, site, "base")
    return site_file(path, Path(env.srcdir), base_url)
