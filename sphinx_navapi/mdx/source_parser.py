"""The parsers registered with Sphinx for pages; the parser of MDX is imported on first use.

In a project with a site, what follows the language of a code block is its title and display
options, as in MDX, also on the pages that MyST reads: MyST itself ignores these words. Blocks
without them, and its directives, stay what they are.
"""

from __future__ import annotations

from contextlib import suppress

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from myst_parser.config.main import TopmatterReadError, merge_file_level, read_topmatter
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings, create_warning

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.page_dependencies import note_question
from sphinx_navapi.project.environment import env_site


class TitledMystParser(MystParser):
    """MyST's parser of ``.md`` files, with titles of code blocks if there is a site."""

    supported = ("markdown",)  # type: ignore[misc] # two base classes declare it differently

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page."""
        site = env_site(document.settings.env)
        if site is not None and site.configured:
            _parse_titled(inputstring, document)
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


def _parse_titled(inputstring: str, document: nodes.document) -> None:
    """Fill *document* as ``MystParser.parse`` does, which does not let its renderer be chosen."""

    def warn(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    config = document.settings.env.myst_config
    # MyST's renderer reports it.
    with suppress(TopmatterReadError):
        config = merge_file_level(config, read_topmatter(inputstring) or {}, warn)
    parser = create_md_parser(config, _TitledRenderer)
    parser.options["document"] = document
    parser.render(inputstring)


class _TitledRenderer(SphinxRenderer):
    def render_fence(self, token: SyntaxTreeNode) -> None:
        """MyST's code block, with the options of its info string, below its title."""
        language, _, rest = token.info.strip().partition(" ")
        if not rest or language.startswith("{") or language in self.md_config.fence_as_directive:
            super().render_fence(token)
            return
        # Imported here, since most pages have no such block.
        from sphinx_navapi.doctree.components.code import below_title, option_classes
        from sphinx_navapi.doctree.components.fence_info import read_fence_info

        # The first word is a language to MyST, whatever it is.
        info = read_fence_info(f"text {rest}")
        if info.stressed:
            token.attrs.setdefault("emphasize-lines", info.stressed)
        if "lines" in info.flags:
            token.attrs.setdefault("lineno-start", 1)
        super().render_fence(token)
        block = self.current_node.pop()
        assert isinstance(block, nodes.Element)
        block["classes"] += option_classes(info)
        shown = below_title(block, [nodes.Text(info.title)] if info.title else [], info.icon)
        for node in find_nodes(shown, nodes.Element):
            self.add_line_and_source_path(node, token)
        self.current_node.append(shown)
