"""Python's HTML parser, made safe for untrusted text."""

from __future__ import annotations

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
