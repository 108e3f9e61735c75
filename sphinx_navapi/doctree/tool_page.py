"""Pages of the tools of MCP servers, as stock nodes for every builder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from docutils import nodes

from sphinx_navapi.arazzo.tool_lists import ListedTool, read_tool
from sphinx_navapi.doctree.overview_page import DocumentPageWriter, operation_entry, part_section
from sphinx_navapi.locale.interface import interface_wording, message
from sphinx_navapi.plan.kinds.tool import operations_of_tool
from sphinx_navapi.project.environment import note_words, translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

_INPUTS: Final = message("Inputs")
_OUTPUTS: Final = message("Outputs")


class ToolWriter(DocumentPageWriter):
    """Creates the page of a tool of the list *name*."""

    def fill(
        self, section: nodes.section, tool: ListedTool, directory: str, say: InterfaceWords
    ) -> None:
        """Add all that is known of *tool* below the title.

        :param directory: of the pages of schemas.
        """
        self._ids |= dict.fromkeys(section["ids"])
        line = nodes.paragraph("", "", nodes.literal("", tool.name))
        for name, value in tool.hints:
            line += [nodes.Text(" · "), nodes.literal("", f"{name}: {json.dumps(value)}")]
        section += line
        section += self._to_nodes(self._texts.tell(tool.description), [tool.description])
        for key in operations_of_tool(tool.name, self._site.plan.documents.values()):
            docname = self._site.find_operation_page(key)
            if docname is not None:
                section += operation_entry(docname, self._label(docname), key)
        if tool.sent:
            inputs = self._section(say(_INPUTS), "inputs")
            inputs += self._schema_rows(tool.sent, directory)
            section += inputs
        if tool.received:
            outputs = self._section(say(_OUTPUTS), "outputs")
            outputs += self._schema_rows(tool.received, directory)
            section += outputs


def fill_tool(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """A tool of an MCP server."""
    name, listing = str(page.subject["tool"]), site.document(page.document or "")
    tool = read_tool(listing.root, name) if listing is not None else None
    section = part_section(page, env, tool.pointer if tool else "")
    document += section
    if listing is not None and tool is not None:
        say, translate = note_words(env, env.docname), translator_for(env, env.docname)
        writer = ToolWriter(site, listing.name, translate, interface_wording(say))
        writer.fill(section, tool, page.directory, say)
