"""Changes the addresses of links in a text of CommonMark, and nothing else of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape

from markdown_it import MarkdownIt

#: Where an address may stand: after ``](``, in a definition, in an attribute of HTML.
_INLINE = re.compile(r"(\]\(\s*)(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))")
_DEFINITION = re.compile(r"(?m)^([ \t>]*\[(?!\^)[^\]\n]+\]:[ \t]*)(?:<([^<>\n]*)>|(\S+))")
_ATTRIBUTE = re.compile(r"""(<a\b[^<>]*?\bhref=)(["'])([^"'\n]*)\2""", re.IGNORECASE)

#: Code in a line: as many backticks at its end as at its beginning.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.|\n(?!\s*\n))*?(?<!`)\1(?!`)")

#: Begins with plain characters, unlike the pattern of definitions: it is found much faster.
_MAYBE_DEFINITION = re.compile(r"\]:[ \t]*(?:<([^<>\n]*)>|(\S+))")


def change_links(text: str, change: Callable[[str], str | None]) -> str:
    """*text* with the address that *change* gives for that of a link; as it is for ``None``.

    Code stays to the letter, and so do images. *change* may be asked for addresses in them, too.
    """
    if not _may_change(text, change):
        return text
    lines = text.splitlines(keepends=True)
    parts = []
    position = 0
    for first, last in _code_lines(text):
        parts.append(_change_prose("".join(lines[position:first]), change))
        parts.append("".join(lines[first:last]))
        position = last
    parts.append(_change_prose("".join(lines[position:]), change))
    return "".join(parts)


def _may_change(text: str, change: Callable[[str], str | None]) -> bool:
    """Whether *change* gives another address for anything in *text* that looks like a link's.

    Most texts need not be parsed then, which takes a hundred times as long.
    """
    found = {m[2] or m[3] or "" for m in _INLINE.finditer(text)}
    found |= {m[1] or m[2] or "" for m in _MAYBE_DEFINITION.finditer(text)}
    # Code, which is left out when links are changed, ends an address.
    found |= {address.partition("`")[0] for address in found}
    if any(change(unescape(href)) not in (None, href) for href in found if href):
        return True
    if "href=" not in text and "href=" not in text.lower():
        return False
    return any(change(unescape(match[3])) is not None for match in _ATTRIBUTE.finditer(text))


def _code_lines(text: str) -> Iterator[tuple[int, int]]:
    """First line and the line after the last of each block of code."""
    for token in _parser().parse(text):
        if token.type in ("fence", "code_block") and token.map is not None:
            yield token.map[0], token.map[1]


@cache
def _parser() -> MarkdownIt:
    # Blocks alone: what stands in lines is not looked at.
    return MarkdownIt("commonmark").disable("inline")


def _change_prose(text: str, change: Callable[[str], str | None]) -> str:
    parts = []
    position = 0
    for code in _CODE.finditer(text):
        parts += [_change_text(text[position : code.start()], change), code[0]]
        position = code.end()
    return "".join([*parts, _change_text(text[position:], change)])


def _change_text(text: str, change: Callable[[str], str | None]) -> str:
    def bare(match: re.Match[str]) -> str:
        pointed = match[2] is not None
        href = unescape(match[2] if pointed else match[3])
        found = change(href) if href and not _is_image(match) else None
        if found is None:
            return match[0]
        return f"{match[1]}<{found}>" if pointed or " " in found else f"{match[1]}{found}"

    def quoted(match: re.Match[str]) -> str:
        found = change(unescape(match[3]))
        return match[0] if found is None else f"{match[1]}{match[2]}{escape(found)}{match[2]}"

    return _ATTRIBUTE.sub(quoted, _DEFINITION.sub(bare, _INLINE.sub(bare, text)))


def _is_image(match: re.Match[str]) -> bool:
    """Whether the brackets before the address of *match* begin with an exclamation mark."""
    if not match[1].startswith("]("):
        return False
    depth = 0
    for index in range(match.start(), -1, -1):
        character = match.string[index]
        depth += (character == "]") - (character == "[")
        if not depth:
            return index > 0 and match.string[index - 1] == "!"
        if match.start() - index > 500:
            break
    return False
