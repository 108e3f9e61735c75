"""A component schema as a doctree: one opaque node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.doctree.nodes import navapi_block
from sphinx_navapi.formats.data_file import escape_pointer

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site


def schema_content(
    site: Site, document: str, component: str, *, directory: str, prefix: str = ""
) -> Iterator[nodes.Element]:
    """The content of a page about component schema *component* of *document*."""
    # Imported here, since a build that reads no schema does not need it.
    from sphinx_navapi.content.search_terms import schema_words
    from sphinx_navapi.openapi.view import Direction

    pointer = f"/components/schemas/{escape_pointer(component)}"
    schema = site.content(document).schemas.schema(pointer, Direction.BOTH)
    words = str(schema_words(component, schema))
    yield navapi_block(
        "",
        nodes.Text(words),
        kind="schema",
        document=document,
        pointer=pointer,
        directory=directory,
        prefix=prefix,
    )
