"""Escaping arbitrary text as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sphinx_navapi.formats.safe_urls import is_safe_url

_BACKTICKS = re.compile(r"`+")
# In array types, empty brackets are not a link unless an address follows.
_SPECIAL = re.compile(
    r"[\\`*_<>|~]|\[(?!\](?![(\[:]))|(?<!\[)\]|(?<=\[)\](?=[(\[:])|(?<!\w)#+(?=\s)|&(?=[#\w]+;)"
)
_BREAKS = re.compile(r"\s*[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+\s*")


def one_line(text: str) -> str:
    """*text* without line breaks."""
    return _BREAKS.sub(" ", text).strip()


def plain(text: str) -> str:
    """*text* on one line, escaped."""
    text = one_line(text)
    text = _SPECIAL.sub(lambda match: f"\\{match[0]}", text)
    # At the start of a line these mark a list or a heading.
    return re.sub(r"^(\d*)([-+=.)])(?=\s|$)", r"\1\\\2", text)


def plain_part(text: str) -> str:
    """*text*, a part of a line, escaped: with the space around it."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{plain(text)}{after}"


def code(text: str) -> str:
    """*text* as a code span, with as many backticks as needed (CommonMark, section 6.1)."""
    text = one_line(text)
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padded = not text or text[0] in "` " or text[-1] in "` "
    return f"{ticks} {text} {ticks}" if padded else f"{ticks}{text}{ticks}"


def fence(text: str, language: str = "") -> str:
    """*text* as a fenced code block with a fence longer than any in it (CommonMark, section
    4.5).
    """
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    end = "" if text.endswith("\n") else "\n"
    return f"{ticks}{language}\n{text}{end}{ticks}"


def link(label: str, url: str) -> str:
    """A link; only the label if the scheme of *url* is not allowed."""
    if not is_safe_url(url) or not url:
        return plain(label)
    safe = re.sub(r"[\s<>\\]", lambda match: f"%{ord(match[0]):02X}", url)
    return (
        f"[{plain(label)}](<{safe}>)" if re.search(r"[()]", safe) else f"[{plain(label)}]({safe})"
    )


def indent(text: str, by: str) -> str:
    """*text* with every line but the first prefixed by *by*: the content of a list item."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(f"{by}{line}" if line.strip() else "" for line in rest)])


def item(head: str, blocks: Iterable[str]) -> str:
    """A list item with its blocks below the first line."""
    filled = [block for block in blocks if block]
    if not filled:
        return f"- {head}"
    return indent("\n\n".join([f"- {head}", *filled]), "  ")


def address(url: str) -> str:
    """*url* as a link to itself."""
    return link(url, url)


def remark(text: str) -> str:
    """*text* as a trailing remark; empty if there is none."""
    return f": {text}" if text else ""
