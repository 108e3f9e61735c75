"""The parsers registered with Sphinx for pages; the actual parser is imported on first use."""

from __future__ import annotations

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser

from sphinx_navapi.doctree.page_dependencies import note_question
from sphinx_navapi.project.environment import env_site


class TitledMystParser(MystParser):
    """MyST's parser of ``.md`` files, with titles of code blocks if there is a site."""

    supported = ("markdown",)  # type: ignore[misc] # two base classes declare it differently

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page."""
        from sphinx_navapi.mdx.titled_code import parse_titled

        site = env_site(document.settings.env)
        if site is not None and site.configured:
            parse_titled(inputstring, document)
        else:
            super().parse(inputstring, document)


class MdxParser(TitledMystParser):
    """Parser of page files with the suffix ``.mdx``."""

    supported = ("mdx",)  # type: ignore[misc] # as above

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page; its metadata is added to the environment."""
        from sphinx_navapi.mdx.parser import parse_page

        parse_page(inputstring, document)


class HostedMarkdownParser(MdxParser):
    """Parser of ``.md`` files that are not all MyST's."""

    supported = ("navapi-markdown",)  # type: ignore[misc] # as above

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page, read as MDX or by MyST."""
        from sphinx_navapi.formats.description_components import write_markdoc

        env = document.settings.env
        site = env_site(env)
        page = site.page(env.docname) if site is not None else None
        if site is not None:
            note_question(env, site, "dialect")
        if site is not None and page is not None and site.is_hosted(page):
            super().parse(write_markdoc(inputstring), document)
        else:
            TitledMystParser.parse(self, inputstring, document)
