"""Changing only the link addresses in a CommonMark text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape

from markdown_it import MarkdownIt

#: Possible positions of an address: after ``](``, in a definition, in an HTML attribute.
_INLINE = re.compile(r"(\]\(\s*)(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))")
_DEFINITION = re.compile(r"(?m)^([ \t>]*\[(?!\^)[^\]\n]+\]:[ \t]*)(?:<([^<>\n]*)>|(\S+))")
_ATTRIBUTE = re.compile(r"""(<a\b[^<>]*?\bhref=)(["'])([^"'\n]*)\2""", re.IGNORECASE)

#: A code span: with the same number of backticks at both ends.
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.|\n(?!\s*\n))*?(?<!`)\1(?!`)")

#: Starts with literal characters, unlike the pattern of definitions: much faster to search.
_MAYBE_DEFINITION = re.compile(r"\]:[ \t]*(?:<([^<>\n]*)>|(\S+))")


def change_links(text: str, change: Callable[[str], str | None]) -> str:
    """*text* with link addresses replaced by the results of *change*, unless they are ``None``.

    Code and images are not modified, but *change* may be called with addresses in them.
    """
    if not _may_change(text, change):
        return text
    return "".join(_change_part(part, change) for part in _parts(text))


#: A heading, a code fence, an item of a list that is in nothing else, or the start of HTML, at the
#: start of a line.
_LINE = re.compile(
    r"(?m)^(?:(#{1,6} )|([ \t>*+\d.)-]*)(`{3,}|~{3,})(.*)|([*+-] (?=\S))| {0,3}<[!?/a-z])",
    re.IGNORECASE,
)


def _parts(text: str) -> Iterator[str]:
    """*text* cut before headings and items, and around code, where it is certain that no block goes
    on: each can be parsed alone, or not at all.
    """
    start = 0
    fence = ""
    for line in _LINE.finditer(text):
        heading, indent, marks, info, item = line.groups()
        if fence:
            is_end = marks and marks.startswith(fence) and not info.strip()
            if is_end and len(indent) < _CODE_INDENT and not indent.strip(" "):
                fence = ""
                yield text[start : line.end()]
                start = line.end()
        elif heading or item:
            # An item interrupts a paragraph, and ends everything in the item before it.
            if item or text.endswith("\n\n", start, line.start()):
                yield text[start : line.start()]
                start = line.start()
        elif not marks or indent or (marks[0] == "`" and "`" in info):
            break  # in a list or a quote, HTML, or a span: only the parser knows where it ends
        else:
            fence = marks
            yield text[start : line.start()]
            start = line.start()
    yield text[start:]


#: Spaces from which a line is code.
_CODE_INDENT = 4

#: A line that may be code without a fence, with the next one: addresses may start there.
_INDENTED = re.compile(r"(?m)^(?: {4}| {0,3}\t).*\n?.*")


def _change_part(text: str, change: Callable[[str], str | None]) -> str:
    if not _may_change(text, change):
        return text
    indented = "\n".join(_INDENTED.findall(text))
    has_fence = "```" in text or "~~~" in text
    if not (has_fence or (_may_change(indented, change) and may_be_indented(text))):
        return _change_prose(text, change)
    lines = text.splitlines(keepends=True)
    parts = []
    position = 0
    for first, last in _code_lines(text):
        parts.append(_change_prose("".join(lines[position:first]), change))
        parts.append("".join(lines[first:last]))
        position = last
    parts.append(_change_prose("".join(lines[position:]), change))
    return "".join(parts)


#: An item of a list with dashes that is not a thematic break, or the start of any other line.
_START = re.compile(r"(?m)^( *)(?:(- )(?![-*+ ]))?(?=\S)")

_HTML = re.compile(r"(?m)^[ >*+\d.)-]*<")


def may_be_indented(text: str) -> bool:
    """Whether *text* may have a block of code that is indented: ``False`` is certain.

    In lists of lists, as of the fields of a schema, a line is code only if it is indented further
    than the content of the innermost item (CommonMark 0.31.2, sections 4.4 and 5.2). The parser
    takes a hundred times as long.
    """
    if "\t" in text or _HTML.search(text):
        return True
    contents = [0]
    for line in _START.finditer(text):
        indent = len(line[1])
        while indent < contents[-1]:
            contents.pop()
        if indent >= contents[-1] + _CODE_INDENT:
            return True
        if line[2]:
            contents.append(indent + len(line[2]))
    return False


def _may_change(text: str, change: Callable[[str], str | None]) -> bool:
    """Whether *change* returns another address for anything in *text* that looks like a link.

    If not, the text need not be parsed, which takes a hundred times as long.
    """
    addresses = {m[2] or m[3] or "" for m in _INLINE.finditer(text)}
    addresses |= {m[1] or m[2] or "" for m in _MAYBE_DEFINITION.finditer(text)}
    # An address ends where code starts, which is excluded when links are changed.
    addresses |= {address.partition("`")[0] for address in addresses}
    if any(change(unescape(href)) not in (None, href) for href in addresses if href):
        return True
    if "href=" not in text and "href=" not in text.lower():
        return False
    return any(change(unescape(match[3])) is not None for match in _ATTRIBUTE.finditer(text))


def _code_lines(text: str) -> Iterator[tuple[int, int]]:
    """First line and end line of each block of code."""
    for token in _parser().parse(text):
        if token.type in ("fence", "code_block") and token.map is not None:
            yield token.map[0], token.map[1]


@cache
def _parser() -> MarkdownIt:
    # Only blocks: inline content is not parsed.
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
        changed = change(href) if href and not _is_image(match) else None
        if changed is None:
            return match[0]
        return f"{match[1]}<{changed}>" if pointed or " " in changed else f"{match[1]}{changed}"

    def quoted(match: re.Match[str]) -> str:
        changed = change(unescape(match[3]))
        return match[0] if changed is None else f"{match[1]}{match[2]}{escape(changed)}{match[2]}"

    return _ATTRIBUTE.sub(quoted, _DEFINITION.sub(bare, _INLINE.sub(bare, text)))


def _is_image(match: re.Match[str]) -> bool:
    """Whether the brackets before the address of *match* are preceded by an exclamation mark."""
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
