"""Fat nodes as stock nodes, for LaTeX, text, man, ePub and whatever else Sphinx writes."""

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
    line += nodes.literal("", signature["path"])
    if signature["deprecated"]:
        line += nodes.Text(" ")
        line += nodes.emphasis("", f"({words.deprecated})")
    return [line]


def stock_block(
    site: Site, block: navapi_block, docname: str, translate: Translate | None, words: Wording
) -> list[nodes.Node]:
    """The content of *block* on the page *docname*; empty where its operation is gone."""
    # Here, since HTML is written without it.
    from sphinx_navapi.content.nodes.block_nodes import block_nodes, schema_nodes
    from sphinx_navapi.openapi.view import Direction

    name = block["document"]
    if block["kind"] == "schema":
        content, pointer = site.content(name), block["pointer"]
        return schema_nodes(
            content.schemas.schema(pointer, Direction.BOTH), content.schema_example(pointer), site,
            document=name, directory=block["directory"], translate=translate, words=words,
        )  # fmt: skip
    key = OperationKey(document=name, method=block["method"], path=block["path"])
    operation = site.operation(docname, key)
    if operation is None:
        return []
    return block_nodes(
        block["kind"], operation, site, directory=block["directory"], translate=translate,
        words=words,
    )  # fmt: skip
