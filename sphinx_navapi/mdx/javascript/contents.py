"""The content of a component as the value that React gives it.

A component that only shows ``children`` gets the text of the page, whole; one that looks into them
gets a list if there are several: the blocks of Markdown and the elements on lines of their own, or
the texts and elements of a line, as MDX distinguishes them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from markdown_it import MarkdownIt

from sphinx_navapi.mdx.constructs import (
    Comment,
    Construct,
    Expression,
    Tag,
    match_tags,
    read_constructs,
)
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.values import UNDEFINED, Markup, Value

#: Text of a line without it is the same in Markdown.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>~$|&]|://|\bwww\.")
_FIRST_LINE = re.compile(r"[ \t]*\n")
_REST_OF_LINE = re.compile(r"[ \t]*(?:\n|\Z)")
_CHARACTER = re.compile(r"[^\n]")

_BLOCKS = MarkdownIt("commonmark").enable("table").disable(["code", "html_block"])
_BLOCKS.core.ruler.disable("inline")


def unwrapped(value: Value) -> Value:
    """*value*; for the content of a component, its parts: a list, or the only one."""
    if not isinstance(value, Markup) or not value.is_content:
        return value
    constructs = read_constructs(value.text, is_program=not value.is_page_text)
    in_blocks = value.is_page_text and _FIRST_LINE.match(value.text) is not None
    values = [*(_blocks(value, constructs) if in_blocks else _line(value, constructs))]
    return values if len(values) > 1 else values[0] if values else UNDEFINED


def _line(content: Markup, constructs: list[Construct]) -> Iterator[Value]:
    """The texts and elements of *content*."""
    position = 0
    for construct, end in _outer(constructs):
        yield from _text(content, position, construct.start)
        yield from _inner(content, construct, end)
        position = end
    yield from _text(content, position, len(content.text))


def _text(content: Markup, start: int, end: int) -> Iterator[str]:
    text = content.text[start:end]
    if content.is_page_text and _MARKDOWN.search(text):
        raise NotDataError
    text = re.sub(r"[ \t]*\n[ \t]*", "\n", text) if content.is_page_text else text_in_element(text)
    if text:
        yield text


def _outer(constructs: list[Construct]) -> Iterator[tuple[Construct, int]]:
    """Elements, expressions and comments that are not in others, with their ends."""
    partners = match_tags(constructs)
    position = 0
    for index, construct in enumerate(constructs):
        if construct.start >= position and isinstance(construct, Tag | Expression | Comment):
            position = construct.end
            if isinstance(construct, Tag) and not construct.stands_alone:
                partner = partners.get(index)
                if partner is None:
                    raise NotDataError
                position = constructs[partner].end
            yield construct, position


def _inner(content: Markup, construct: Construct, end: int) -> Iterator[Value]:
    """The value of *construct*, an element up to *end* or an expression."""
    if isinstance(construct, Tag):
        yield _part(content, construct.start, end)
    elif isinstance(construct, Expression):
        if construct.start not in content.values:
            raise NotDataError
        yield content.values[construct.start]


def _blocks(content: Markup, constructs: list[Construct]) -> Iterator[Value]:
    """The blocks of Markdown in *content*, and elements that are not within their lines."""
    outer = [*_outer(constructs)]
    places = [construct.start for construct, _ in outer]
    apart = _on_own_lines(content.text, constructs)
    # Markdown without elements: those on lines of their own end a paragraph.
    written, position = [], 0
    for construct, end in outer:
        written.append(content.text[position : construct.start])
        sign = " " if construct.start in apart else "x"
        written.append(_CHARACTER.sub(sign, content.text[construct.start : end]))
        position = end
    text = "".join((*written, content.text[position:]))
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    blocks: list[tuple[int, Iterator[Value]]] = [
        (each.start, _inner(content, each, end)) for each, end in outer if each.start in apart
    ]
    for token in _BLOCKS.parse(text):
        if token.level or token.nesting < 0 or not token.map:
            continue
        start, end = (starts[min(line, len(starts) - 1)] for line in token.map)
        inside = outer[bisect_left(places, start) : bisect_left(places, end)]
        rest = [(start, start), *((each.start, last) for each, last in inside), (end, end)]
        between = (text[a[1] : b[0]] for a, b in pairwise(rest))
        if inside and not any(part.strip() for part in between):
            # MDX has no paragraph around elements alone.
            blocks += ((each.start, _inner(content, each, last)) for each, last in inside)
        else:
            blocks.append((start, iter([replace(_part(content, start, end), is_block=True)])))
    blocks.sort(key=lambda each: each[0])
    for _, values in blocks:
        yield from values


def _on_own_lines(text: str, constructs: list[Construct]) -> set[int]:
    """The starts of tags, expressions and comments with nothing else on their first line."""
    starts: set[int] = set()
    line: list[int] = []
    position = 0
    for construct in constructs:
        if construct.start < position or not isinstance(construct, Tag | Expression | Comment):
            continue
        before = text[position : construct.start]
        if "\n" in before:
            line, before = [], before[before.rfind("\n") + 1 :]
        elif position and not line:
            before = "x"
        line = [*line, construct.start] if not before.strip() else []
        position = construct.end
        if line and _REST_OF_LINE.match(text, position):
            starts.update(line)
    return starts


def text_in_element(text: str) -> str:
    """*text* between elements without indentation: space that contains a line end is not text."""
    return " ".join(line for line in re.split(r"[ \t]*\n\s*", text) if line)


def _part(content: Markup, start: int, end: int) -> Markup:
    """The range of *content* from *start* to *end*."""
    return replace(
        content,
        text=content.text[start:end],
        node=None,
        values=values_between(content.values, start, end),
        line=content.line + content.text.count("\n", 0, start),
        is_content=False,
    )


def values_between(values: Mapping[int, Value], start: int, end: int) -> dict[int, Value]:
    """The *values* from *start* to *end*, by their offset from *start*."""
    return {place - start: value for place, value in values.items() if start <= place < end}
