"""Bare URLs in Markdown pages of projects without ``conf.py``.

Such a project cannot enable MyST's extension for them, and its pages were written for renderers
that link them. MDX pages have their own rule (`text_rules`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.formats.bare_links import ADDRESS_START, address_href, split_addresses

#: Elements whose text is not prose, or is already linked.
_NOT_PROSE = (
    nodes.reference,
    nodes.FixedTextElement,
    nodes.literal,
    nodes.math,
    nodes.raw,
    addnodes.pending_xref,
    addnodes.download_reference,
)


class LinkAddresses(SphinxTransform):
    """Turns bare URLs into links."""

    def apply(self, **kwargs: Any) -> None:
        """Replace text by text with links."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site else None
        if site is None or page is None or not page.file.endswith(".md"):
            return
        if (Path(site.builder.confdir) / "conf.py").is_file():
            return
        for text in list(self.document.findall(nodes.Text)):
            if ADDRESS_START.search(text) and not _is_no_prose(text):
                text.parent.replace(text, list(_linked(text)))


def _is_no_prose(text: nodes.Text) -> bool:
    node: nodes.Node | None = text.parent
    in_paragraph = False
    while node is not None:
        if isinstance(node, _NOT_PROSE):
            return True
        in_paragraph = in_paragraph or isinstance(node, nodes.paragraph)
        node = node.parent
    return not in_paragraph


def _linked(text: nodes.Text) -> list[nodes.Node]:
    made: list[nodes.Node] = []
    for part, is_address in split_addresses(str(text)):
        inner = nodes.Text(part)
        made.append(
            nodes.reference("", "", inner, refuri=address_href(part)) if is_address else inner
        )
    return made
