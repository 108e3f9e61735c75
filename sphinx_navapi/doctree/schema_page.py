"""A component schema as a doctree: one fat node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.doctree.nodes import navapi_block
from sphinx_navapi.formats.data_file import escape_pointer

if TYPE_CHECKING:
    from sphinx_navapi.build.site import Site


def schema_content(
    site: Site, document: str, component: str, *, directory: str, prefix: str = ""
) -> Iterator[nodes.Element]:
    """What a page shows of component schema *component* of *document*."""
    pointer = f"/components/schemas/{escape_pointer(component)}"
    view = site.book(document).view(pointer)
    words = " ".join(name for name in (component, *(p.name for p in view.properties)))
    yield navapi_block(
        "",
        nodes.Text(words),
        kind="schema",
        document=document,
        pointer=pointer,
        directory=directory,
        prefix=prefix,
    )
