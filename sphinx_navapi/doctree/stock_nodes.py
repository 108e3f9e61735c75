"""Opaque nodes as stock nodes, for LaTeX, text, man, ePub and all other Sphinx formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx_navapi.build.site import Site, Translate
    from sphinx_navapi.doctree.nodes import navapi_block, navapi_signature
    from sphinx_navapi.locale.wording import Wording


def stock_signature(signature: navapi_signature, words: Wording) -> list[nodes.Element]:
    """Method and path as a literal line."""
    line = nodes.paragraph("", "", classes=["navapi-signature"])
    line += nodes.strong("", signature["method"])
    line += nodes.Text(" ")
    line += nodes.literal("", signature.get("address") or signature["path"])
    if signature.get("protocols"):
        line += nodes.Text(f" ({', '.join(signature['protocols'])})")
    if signature["deprecated"]:
        line += nodes.Text(" ")
        line += nodes.emphasis("", f"({words.deprecated})")
    return [line]


def stock_block(
    site: Site, block: navapi_block, docname: str, translate: Translate | None, words: Wording
) -> list[nodes.Node]:
    """The content of *block* on the page *docname*; empty if its operation was removed."""
    # Imported here, since HTML does not need it.
    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.content.nodes.blocks import BlockNodes

    name = block["document"]
    content = site.content(name)
    writer = MarkdownWriter(
        content,
        site.page_names(name),
        clients=site.clients,
        translate=translate,
        words=words,
        printed=True,
    )
    stock = BlockNodes(writer, content.wording(words), block["directory"])
    if block["kind"] == "schema":
        return stock.expand(writer.schema_blocks(block["pointer"]))
    key = OperationKey(document=name, method=block["method"], path=block["path"])
    operation = site.operation(docname, key)
    return stock.expand(writer.part(block["kind"], operation)) if operation is not None else []
