"""The parsers registered with Sphinx for pages; the actual parser is imported on first use."""

from __future__ import annotations

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser

from sphinx_navapi.config.markdown import CODE_HOST_EXTENSIONS


class MdxParser(MystParser):
    """Parser of page files with the suffix ``.mdx``."""

    supported = ("mdx",)  # type: ignore[misc] # two base classes declare it differently

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page; its metadata is added to the environment."""
        from sphinx_navapi.mdx.parser import parse_page

        parse_page(inputstring, document)


class HostedMarkdownParser(MdxParser):
    """Parser of ``.md`` files in projects without ``conf.py``, where they may use components."""

    supported = ("navapi-markdown",)  # type: ignore[misc] # as above

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* as MDX if the page uses a component, and as MyST otherwise."""
        from sphinx_navapi.formats.markdoc import write_markdoc
        from sphinx_navapi.mdx.markdown_files import uses_components

        inputstring = write_markdoc(inputstring)
        if uses_components(inputstring):
            super().parse(inputstring, document)
        else:
            env = document.settings.env
            config = env.myst_config
            env.myst_config = config.copy(
                enable_extensions={*config.enable_extensions, *CODE_HOST_EXTENSIONS}
            )
            MystParser.parse(self, inputstring, document)
