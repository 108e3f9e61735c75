"""Escaping arbitrary text as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sphinx_navapi.formats.safe_html import is_safe_url

_BACKTICKS = re.compile(r"`+")
#: Characters of markup, where they can be that (CommonMark, sections 6.2, 6.3, 6.5 and 4.2). In
#: array types, empty brackets are not a link unless an address follows.
_SPECIAL = re.compile(
    r"[\\`]|\*(?!\s)|(?<!\s)\*|(?<![^\W_])_|_(?![^\W_])|<(?![^A-Za-z/!?])|~(?!\s)|(?<!\s)~"
    r"|\[(?!\](?![(\[:]))|(?<!\[)\]|(?<=\[)\](?=[(\[:])|(?<!\w)#+(?=\s|$)|&(?=[#\w]+;)"
)
_STARTS = re.compile(r"^(\d*)((?<!\d)[-+*=](?=\s|$|-)|(?<=\d)[.)](?=\s|$)|(?<!\d)[>|])")
_BREAKS = re.compile(r"\s*[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+\s*")


def one_line(text: str) -> str:
    """*text* without line breaks."""
    return _BREAKS.sub(" ", text).strip()


def plain(text: str) -> str:
    """*text* on one line, escaped."""
    text = one_line(text)
    text = _SPECIAL.sub(lambda match: f"\\{match[0]}", text)
    # At the start of a line these mark a list, a heading, a quotation or a table.
    return _STARTS.sub(r"\1\\\2", text)


def plain_part(text: str) -> str:
    """*text*, a part of a line, escaped: with the space around it."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{plain(text)}{after}"


def code(text: str) -> str:
    """*text* as a code span, with as many backticks as needed (CommonMark, section 6.1)."""
    text = one_line(text)
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padded = not text or text[0] in "` " or text[-1] in "` "
    return f"{ticks} {text} {ticks}" if padded else f"{ticks}{text}{ticks}"


def emphasis(text: str, mark: str, before: str, after: str) -> str:
    """Markdown *text* on one line between two of *mark*: ``*``, ``**`` or ``~~``.

    :param before: what precedes it; *after* what follows. Beside a word, marks inside of which
        there is punctuation are text (CommonMark, section 6.2): HTML is written instead.
    """
    inner = text.strip()
    if not inner:
        return text
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    opens = inner[0].isalnum() or not (start or before)[-1:].isalnum()
    opens = opens and not (start or before).endswith("*")
    closes = inner[-1].isalnum() or not (end or after)[:1].isalnum()
    if opens and closes:
        return f"{start}{mark}{inner}{mark}{end}"
    tag = {"*": "em", "**": "strong"}.get(mark, "s")
    return f"{start}<{tag}>{inner}</{tag}>{end}"


def fence(text: str, language: str = "") -> str:
    """*text* as a fenced code block with a fence longer than any in it (CommonMark, section
    4.5).
    """
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") else "\n"
    return f"{ticks}{language}\n{text}{end}{ticks}"


def link(label: str, url: str) -> str:
    """A link; only the label if the scheme of *url* is not allowed."""
    if not is_safe_url(url) or not url:
        return plain(label)
    return f"[{plain(label)}]({destination(url)})"


def destination(href: str) -> str:
    """*href* as the destination of a link (CommonMark, section 6.3)."""
    safe = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", href)
    return f"<{safe}>" if re.search(r"[()]", safe) or not safe else safe


def indent(text: str, by: str) -> str:
    """*text* with every line but the first prefixed by *by*: the content of a list item."""
    first, *rest = text.split("\n")
    return "\n".join([first, *[f"{by}{line}" if line.strip() else "" for line in rest]])


def item(head: str, blocks: Iterable[str], *, marker: str = "-", tight: bool = False) -> str:
    """A list item with its blocks below the first line. :param tight: without lines between."""
    filled = [block for block in blocks if block]
    between = "\n" if tight else "\n\n"
    return indent(between.join([f"{marker} {head}", *filled]), " " * (len(marker) + 1))


def table(rows: Sequence[Sequence[str]], aligns: Sequence[str] = ()) -> str:
    """*rows* of cells, Markdown on one line, as a table; the first is its head (GFM, section 4.10).

    :param aligns: of the columns: ``left``, ``center``, ``right`` or ``""``.
    """
    width = max(map(len, rows))
    marks = [_ALIGNS.get(align, "---") for align in aligns]
    marks += ["---"] * (width - len(marks))
    filled = [[*row, *[""] * (width - len(row))] for row in rows]
    cells = [[_BARS.sub(r"\\|", cell) for cell in row] for row in filled]
    return "\n".join(f"| {' | '.join(row)} |" for row in [cells[0], marks, *cells[1:]])


_ALIGNS = {"left": ":--", "center": ":-:", "right": "--:"}
#: In tables, they end a cell in code, too.
_BARS = re.compile(r"(?<!\\)\|")


def address(url: str) -> str:
    """*url* as a link to itself."""
    return link(url, url)


def remark(text: str) -> str:
    """*text* as a trailing remark; empty if there is none."""
    return f": {text}" if text else ""


def write_badges(badges: Iterable[str]) -> str:
    """The badges beside the title of a page."""
    return ", ".join(f"**{plain(badge)}**" for badge in badges)
