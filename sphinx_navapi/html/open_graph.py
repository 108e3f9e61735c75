"""Replacing descriptions that sphinxext-opengraph takes from the doctree by better ones.

It joins the text of all nodes. For a generated page that is a series of headings: the content is in
blocks that render themselves.
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
    """*tags* of a page's head, with *description* in each description tag."""
    content = escape(description)
    return _DESCRIPTION.sub(lambda tag: tag[0].replace(f'"{tag[1]}"', f'"{content}"'), tags)
