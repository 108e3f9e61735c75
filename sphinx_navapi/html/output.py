"""The state of an HTML build beside the site: the writers of its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.project.environment import env_site

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.diagnostics import Diagnostic
    from sphinx_navapi.html.markdown_pages import MarkdownFiles
    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.html.site_blocks import SiteBlocks
    from sphinx_navapi.html.themes import ThemeAdapter
    from sphinx_navapi.project.output_files import OutputFiles


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


def add_page_part(
    app: Sphinx,
    name: str,
    write: Callable[[PageContexts, str], str],
    *,
    assets: str = "",
    is_before: bool = False,
    marks: Collection[str] = (),
) -> None:
    """Add what *write* returns for a docname to the pages with surroundings.

    Our own theme shows it where its templates have *name*, others around the text.

    :param assets: name of the script and the style sheet that it needs.
    :param marks: only pages with one of them in their HTML have it.
    """

    def written(docname: str) -> str:
        html = env_html(app.env)
        contexts = html.contexts if html is not None else None
        return write(contexts, docname) if contexts and contexts.is_single(docname) else ""

    def put(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        html, part = env_html(app.env), written(pagename)
        if not part or html is None or html.contexts is None or "body" not in context:
            return
        if marks and not any(mark in str(context["body"]) for mark in marks):
            return
        if assets:
            add_page_script(app, f"{assets}.js")
            app.builder.add_css_file(f"{assets}.css")  # type: ignore[attr-defined] # of HTML builders
        if html.contexts.theme is not None:
            context[name] = part
        elif context["body"] is not None:
            before, after = (part, "") if is_before else ("", part)
            context["body"] = before + context["body"] + after

    app.connect("navapi-page-state", lambda app, docname: written(docname))
    # Before the theme's own handlers (500), and before what is around page and parts (460).
    app.connect("html-page-context", put, priority=450)


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
