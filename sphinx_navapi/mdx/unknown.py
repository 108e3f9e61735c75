"""Which components documentation sites use, and which of a page's nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_navapi.mdx.pieces import Esm, Tag
from sphinx_navapi.mdx.read import read_pieces

#: Components of the dialect. Their titles and children are kept, too, but in silence.
KNOWN_COMPONENTS = frozenset(
    {
        "Accordion", "AccordionGroup", "Badge", "Banner", "Callout", "Card", "CardGroup", "Check",
        "CodeBlock", "CodeGroup", "Color", "Column", "Columns", "Danger", "Expandable", "Frame",
        "Icon", "Info", "Latex", "Link", "Mermaid", "Note", "Panel", "ParamField", "Prompt",
        "RequestExample", "ResponseExample", "ResponseField", "Snippet", "Step", "Steps", "Tab",
        "Tabs", "Tile", "Tip", "Tooltip", "Tree", "Update", "View", "Visibility", "Warning",
    }
)  # fmt: skip

_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def unknown_components(text: str) -> Iterator[tuple[str, int]]:
    """Name and line (from 1) of each component of an MDX page that is not known, once a name.

    What the page imports or defines itself is its author's to know.
    """
    pieces = read_pieces(text)
    own = {
        name
        for piece in pieces
        if isinstance(piece, Esm)
        for name in _NAME.findall(text[piece.start : piece.end])
    }
    seen: set[str] = set()
    for piece in pieces:
        if not isinstance(piece, Tag) or not piece.is_component or not piece.name:
            continue
        name = piece.name
        base = name.partition(".")[0]
        if name in seen or base in KNOWN_COMPONENTS or base in own:
            continue
        seen.add(name)
        yield name, text.count("\n", 0, piece.start) + 1
