"""The parser registered with Sphinx for ``.mdx``; the actual parser is imported on first use."""

from __future__ import annotations

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser


class MdxParser(MystParser):
    """Parser of page files with the suffix ``.mdx``."""

    supported = ("mdx",)  # type: ignore[misc] # two base classes declare it differently

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fill *document* with the page; its metadata is added to the environment."""
        from sphinx_navapi.mdx.parser import parse_page

        parse_page(inputstring, document)
