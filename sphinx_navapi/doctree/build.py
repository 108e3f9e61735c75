"""From Sphinx's environment to the site of the running build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.i18n import docname_to_domain

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.html.output import HtmlOutput
    from sphinx_navapi.site import Site, Translate


def env_site(env: BuildEnvironment) -> Site | None:
    """The site of the running build, ``None`` where the project has no configuration."""
    return getattr(env.project, "site", None)


def env_html(env: BuildEnvironment) -> HtmlOutput | None:
    """The writers of the running build's pages, ``None`` for builders that write no site."""
    return getattr(env.project, "html", None)


def translator_for(env: BuildEnvironment, docname: str) -> Translate | None:
    """What translates messages of *docname*, from the catalogues Sphinx itself would use."""
    site = env_site(env)
    if site is None or not env.config.language:
        return None
    domain = docname_to_domain(docname, env.config.gettext_compact)
    directories = tuple(str(env.srcdir / directory) for directory in env.config.locale_dirs)
    return site.translator(domain, directories)
