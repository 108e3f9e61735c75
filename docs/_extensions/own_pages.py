"""What this documentation does in addition: its schema file, names of files, reference tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.config.json_schema import FILE_NAME, config_schema

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def write_schema(app: Sphinx, error: Exception | None) -> None:
    """Write the JSON Schema of docs.json to the path in its ``$id``."""
    if error is None and app.builder.format == "html":
        text = json.dumps(config_schema(), ensure_ascii=False, indent=2)
        (Path(app.outdir) / FILE_NAME).write_text(f"{text}\n", encoding="utf-8")


def remove_repeated_names(_app: Sphinx, doctree: nodes.document) -> None:
    """Remove lines with only the name of a file if the code below has it as its title.

    They are for code hosts, which do not show titles of code.
    """
    for caption in list(doctree.findall(nodes.caption)):
        index = caption.parent.parent.index(caption.parent)
        before = caption.parent.parent[index - 1] if index else None
        if (
            isinstance(before, nodes.paragraph)
            and [type(child) for child in before] == [nodes.literal]
            and before.astext() == caption.astext()
        ):
            before.parent.remove(before)


def mark_tables(_app: Sphinx, doctree: nodes.document) -> None:
    """Give the tables of ``docs/tables.py`` a class, for narrow screens."""
    for comment in list(doctree.findall(nodes.raw)):
        index = comment.parent.index(comment)
        after = comment.parent[index + 1 : index + 2]
        if comment.astext().startswith("<!-- table:") and isinstance(after[0], nodes.table):
            after[0]["classes"].append("reference-table")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect all."""
    app.connect("build-finished", write_schema)
    app.connect("doctree-read", remove_repeated_names, priority=400)  # before others read the page
    app.connect("doctree-read", mark_tables, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
