"""The state of an HTML build beside the site: the writers of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.diagnostics import Diagnostic
    from sphinx_navapi.html.markdown_files import MarkdownFiles
    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.html.site_blocks import SiteBlocks
    from sphinx_navapi.html.themes import ThemeAdapter


@dataclass(slots=True, kw_only=True)
class HtmlOutput:
    """:ivar files: written by this build beside its pages.

    :ivar contexts: set after reading, when all titles are known.

    :ivar markdown: set after reading, too, if pages have Markdown files.

    :ivar icon_findings: diagnostics about icons.

    :ivar adapter: of a third-party theme; ``None`` if the theme is left alone.
    """

    blocks: SiteBlocks
    files: OutputFiles
    contexts: PageContexts | None = None
    markdown: MarkdownFiles | None = None
    icon_findings: tuple[Diagnostic, ...] = ()
    adapter: ThemeAdapter | None = None

    def release(self) -> None:
        """Drop what the writers keep."""
        self.blocks.release()
        if self.markdown is not None:
            self.markdown.release()

    @property
    def writes_badges(self) -> bool:
        """Whether page titles get badges: in our theme and in those with an adapter."""
        if self.contexts is None:
            return False
        return self.contexts.theme is not None or self.adapter is not None


def env_html(env: BuildEnvironment) -> HtmlOutput | None:
    """The writers of the running build's pages, ``None`` for builders that do not write a site."""
    output = getattr(env.project, "output", None)
    return output if isinstance(output, HtmlOutput) else None


def page_contexts(env: BuildEnvironment) -> PageContexts | None:
    """The contexts of the site's pages; ``None`` before they are known, and without a site."""
    html = env_html(env)
    return html.contexts if html is not None else None


def release_writers(app: Sphinx) -> tuple[()]:
    """``html-collect-pages``: release the memory of schemas; adds no page.

    All pages are written. Sphinx's search index takes the most memory now, and what pages of
    neighboring operations share is of no use to it.
    """
    site, html = env_site(app.env), env_html(app.env)
    if site is not None and html is not None:
        site.release_schemas()
        html.release()
    return ()
