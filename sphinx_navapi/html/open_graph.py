"""Descriptions that sphinxext-opengraph takes from the doctree, where ours say more.

It joins the text of all nodes. Of a generated page that is a row of headings: the content is
in blocks that write themselves.
"""

from __future__ import annotations

import re
from html import escape

#: The extension's name in ``extensions``.
OPEN_GRAPH_EXTENSION = "sphinxext.opengraph"

_DESCRIPTION = re.compile(
    r"""<meta (?:property="og:description"|name="description") content="([^"]*)" ?/?>"""
)


def with_description(tags: str, description: str) -> str:
    """*tags* of a page's head, of which each that describes the page says *description*."""
    content = escape(description)
    return _DESCRIPTION.sub(lambda tag: tag[0].replace(f'"{tag[1]}"', f'"{content}"'), tags)
