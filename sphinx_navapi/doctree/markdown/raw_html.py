"""HTML within a page as Markdown: its text, links and pictures."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from html import escape
from urllib.parse import unquote

from sphinx_navapi.content.markdown.text import code, destination, fence, plain, plain_part, table
from sphinx_navapi.formats.safe_html import LenientParser
from sphinx_navapi.links.targets import is_external

#: Elements of a line that Markdown has no marks for.
_KEPT = frozenset({"abbr", "ins", "kbd", "mark", "q", "small", "sub", "sup", "u"})
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "del": "~~", "strike": "~~"}

#: Elements whose content is not text.
_APART = frozenset({"head", "script", "style", "svg", "template", "title"})
_BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "center", "dd", "details", "div", "dl", "dt",
     "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "hr", "li", "main", "menu", "nav", "ol", "p", "section", "summary", "ul"}
)  # fmt: skip
_FILES = frozenset({"audio", "embed", "iframe", "object", "source", "video"})
_SPACES = re.compile(r"\s+")


def write_tags(html: str, href: Callable[[str], str]) -> str:
    """*html* within a line: elements may begin or end in it. :param href: changes addresses."""
    writer = _TagWriter(href, in_line=True)
    writer.feed(html)
    writer.close()
    return writer.out


def write_html(html: str, href: Callable[[str], str]) -> list[str]:
    """The blocks of *html*. :param href: changes addresses."""
    writer = _TagWriter(href, in_line=False)
    writer.feed(html)
    writer.close()
    writer.end_block()
    return writer.blocks


def _file_name(address: str) -> str:
    """What *address*, of a file, is called: of the project's files, the last part."""
    return address if is_external(address) else posixpath.basename(unquote(address)) or address


class _TagWriter(LenientParser):
    def __init__(self, href: Callable[[str], str], *, in_line: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._href = href
        self._in_line = in_line
        self.out = ""
        self.blocks: list[str] = []
        self._lead = ""
        self._apart: list[str] = []
        self._links: list[tuple[str, str]] = []
        self._rows: list[list[str]] | None = None
        self._code: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write what a tag means."""
        values = {name: value or "" for name, value in attrs}
        if tag in _APART:
            self._apart.append(tag)
        if self._apart:
            return
        if tag == "br":
            self.out += "\\\n" if self._rows is None else "<br>"
        elif tag == "img":
            if source := values.get("src"):
                alt = plain(values.get("alt", ""))
                self.out += f"![{alt}]({destination(self._href(source))})"
        elif tag in _FILES:
            source = values.get("src") or values.get("data") or ""
            if source:
                address = self._href(source)
                label = values.get("title") or _file_name(address)
                self.out += f"[{plain(label)}]({destination(address)})"
        elif tag == "input" and values.get("type") == "checkbox":
            self.out += "[x] " if "checked" in values else "[ ] "
        elif tag == "a" and values.get("href"):
            if self._in_line:
                # Its text is not part of this piece.
                self.out += f'<a href="{escape(self._href(values["href"]))}">'
            else:
                self._links.append((self.out, values["href"]))
                self.out = ""
        elif tag in _KEPT:
            self.out += f"<{tag}>"
        elif tag in _MARKS:
            self.out += self._mark(tag, f"<{tag}>")
        elif not self._in_line:
            self._open(tag)

    def _mark(self, tag: str, written: str) -> str:
        # In a line, what is around it decides whether marks of emphasis would work.
        return written if self._in_line and _MARKS[tag] != "~~" else _MARKS[tag]

    def _open(self, tag: str) -> None:
        if tag in {"pre", "code"} and self._code is None:
            if tag == "pre":
                self.end_block()
            self._code = tag
            self._links.append((self.out, ""))
            self.out = ""
        elif tag == "table":
            self.end_block()
            self._rows = []
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in {"td", "th"} and self._rows:
            self.out = ""
        elif tag in _BLOCKS and self._rows is None:
            self.end_block()
            if tag == "hr":
                self.blocks.append("***")
            elif tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
                self._lead = "#" * int(tag[1]) + " "
            elif tag == "li":
                self._lead = "- "
            elif tag in {"dt", "summary", "figcaption"}:
                self._lead = "**"

    def handle_endtag(self, tag: str) -> None:
        """Close what the start tag opened."""
        if tag in self._apart:
            self._apart.remove(tag)
        elif self._apart:
            return
        elif tag == "a":
            self._end_link()
        elif tag in _KEPT:
            self.out += f"</{tag}>"
        elif tag in _MARKS:
            self.out += self._mark(tag, f"</{tag}>")
        elif tag == self._code and self._links:
            self._end_code(tag)
        elif tag == "table" and self._rows is not None:
            rows, self._rows = [row for row in self._rows if row], None
            self.out = ""
            if rows:
                self.blocks.append(table(rows))
        elif tag in {"td", "th"} and self._rows:
            self._rows[-1].append(_SPACES.sub(" ", self.out).strip())
            self.out = ""
        elif tag in _BLOCKS and self._rows is None:
            self.end_block()

    def _end_code(self, tag: str) -> None:
        text, (before, _) = self.out, self._links.pop()
        self._code = None
        if tag == "pre":
            self.blocks.append(fence(text.strip("\n")))
            self.out = before
        else:
            self.out = before + (code(text) if text.strip() else text)

    def _end_link(self) -> None:
        if self._in_line:
            self.out += "</a>"
        elif self._links:
            before, href = self._links.pop()
            label = _SPACES.sub(" ", self.out).strip()
            if label and href:
                label = f"[{label}]({destination(self._href(href))})"
            self.out = before + label

    def handle_data(self, data: str) -> None:
        """Write text."""
        if self._apart:
            return
        if self._code is not None:
            self.out += data
        else:
            self.out += plain_part(_SPACES.sub(" ", data))

    def end_block(self) -> None:
        """End the current block."""
        while self._links:
            before, _ = self._links.pop()
            self.out = before + self.out
        self._code = None
        text = self.out.strip()
        if text:
            lead, end = self._lead, "**" if self._lead == "**" else ""
            self.blocks.append(f"{lead}{_SPACES.sub(' ', text) if lead else text}{end}")
        self.out = self._lead = ""
