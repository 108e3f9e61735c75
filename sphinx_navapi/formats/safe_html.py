"""HTML and URLs of documents, read so that they do no harm."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class LenientParser(HTMLParser):
    """Parses ``<![…>`` with any content as a comment, like browsers.

    Python before 3.13.4 raises `AssertionError` for unknown keywords.
    """

    def parse_html_declaration(self, i: int) -> int:
        """The index after the declaration at *i*, -1 if it is unclosed."""
        if self.rawdata.startswith("<![", i):
            return int(self.parse_bogus_comment(i))
        return int(super().parse_html_declaration(i))


#: Schemes of links; a link without a scheme is kept too.
LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})

#: Schemes of images.
IMAGE_SCHEMES = frozenset({"http", "https"})

#: The start of a URL with a scheme, which is its group.
SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_IGNORED_IN_URL = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")


def is_safe_url(url: str, schemes: frozenset[str] = LINK_SCHEMES) -> bool:
    """Whether *url* is relative or has one of *schemes*; ignores the characters that browsers
    ignore.
    """
    match = SCHEME.match(_IGNORED_IN_URL.sub("", url))
    return match is None or match[1].lower() in schemes
