"""Python's parser of HTML, for text that anybody may have written."""

from __future__ import annotations

from html.parser import HTMLParser


class LenientParser(HTMLParser):
    """Reads ``<![…>`` as browsers do, a comment that is none, whatever stands in it.

    Python before 3.13.4 raises `AssertionError` where no known word follows.
    """

    def parse_html_declaration(self, i: int) -> int:
        """The index behind what begins at *i*, -1 where its end is missing."""
        if self.rawdata.startswith("<![", i):
            return int(self.parse_bogus_comment(i))
        return int(super().parse_html_declaration(i))
