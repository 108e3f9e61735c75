"""The head of a page file: its metadata and its first heading, read without a parser.

The plan needs both before Sphinx reads anything. A light scan is sufficient: the build corrects
titles that it misses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import DataFileError, parse_data


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHead:
    """The metadata and heading of a page.

    :ivar metadata: front matter, or the leading field list of reStructuredText (all strings).
    :ivar heading: plain text of the first heading.
    :ivar lines: line of each top-level key of *metadata*.
    """

    metadata: Mapping[str, Any] = field(default_factory=dict)
    heading: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()


_FENCE_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
#: A line that was probably meant to end the front matter.
_MISSPELT_FENCE = re.compile(r"[ \t]*(?:-{2,}|[\u2013\u2014]+-?)[ \t]*\r?")
#: Front matter after white space: between two fences, only lines of keys and of their values.
_MOVED = re.compile(
    r"\s+---[ \t]*\r?\n[A-Za-z_][\w:.-]*:[ \t](?:(?![ \t]*\r?\n|---).*\n)*---[ \t]*(?:\r?\n|\Z)"
)
#: Front matter in TOML, which other generators read.
_TOML = re.compile(r"\+\+\+[ \t]*\r?\n(?:\s*|[ \t]*[\w.\"-]+[ \t]*=.*|[ \t]*[#\[].*)(?:\n|\Z)")
_SIMPLE = re.compile(
    r"""([A-Za-z_][\w:.-]*):[ \t]+"""
    r"""(?:"([^"\\]*)"|'([^']*)'|([A-Za-z/][^:#\[\]{}&*!|>%@`"'\t]*))[ \t]*\r?"""
)
#: Characters that YAML rejects or treats as line breaks.
_CONTROL = re.compile(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_NOT_TEXT = frozenset({"true", "false", "null"})
_KEY = re.compile(r"([A-Za-z_][\w:.-]*)[ \t]*:(?=[ \t\r]|$)(.*)")


def read_markdown_head(text: str, name: str) -> PageHead:
    """The head of a Markdown or MDX page.

    :param text: the start of the file, from its first character.
    """
    text = text.removeprefix("\ufeff")
    metadata: Mapping[str, Any] = {}
    lines: dict[str, int] = {}
    diagnostics: tuple[Diagnostic, ...] = ()
    body = text
    if text.startswith("---") and not text.split("\n", 1)[0].strip("- \t\r"):
        start = text.find("\n") + 1
        end = _FENCE_END.search(text, start) if start else None
        if end is not None:
            block, body = text[start : end.start()], text[end.end() :]
            metadata, diagnostics = _parse_block(block, name)
            for number, line in enumerate(block.split("\n"), start=2):
                if match := _KEY.match(line):
                    lines.setdefault(match[1], number)
            # For keys in another notation, or inside braces, the start of the block.
            lines |= {str(key): 1 for key in metadata if str(key) not in lines}
        elif start and (last := _last_key_line(text[start:])):
            after = text.split("\n", last + 1)[last : last + 1]
            is_fence = bool(after) and _MISSPELT_FENCE.fullmatch(after[0]) is not None
            advice = f"write --- on line {last + 1}" if is_fence else f"add --- after line {last}"
            message = f"the front matter is not closed, so it is read as text: {advice}"
            diagnostics = (_diagnose(message, name, 1, 1),)
    elif _TOML.match(text):
        message = (
            "front matter in TOML is read as text: write --- instead of +++, and `key: value`"
            " instead of `key = value`"
        )
        diagnostics = (_diagnose(message, name, 1, 1),)
    elif _MOVED.match(text):
        number = text[: text.index("---")].count("\n") + 1
        message = (
            "the front matter is not at the start of the file, so it is read as text: remove the"
            " spaces and blank lines before ---"
        )
        diagnostics = (_diagnose(message, name, number, 1),)
    titled = isinstance(metadata.get("title"), (str, int, float)) and metadata["title"] != ""
    heading = None if titled else next(_markdown_headings(body), None)
    return PageHead(metadata=metadata, heading=heading, lines=lines, diagnostics=diagnostics)


#: The use of a variable of the site in a Markdown or MDX page.
VARIABLE = re.compile(r"\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}")


def with_variables(head: PageHead, variables: Mapping[str, str]) -> PageHead:
    """*head* with its uses of *variables* replaced by their values; others stay."""

    def insert(value: Any) -> Any:
        if isinstance(value, str):
            return VARIABLE.sub(lambda match: variables.get(match[1], match[0]), value)
        if isinstance(value, list):
            return [insert(each) for each in value]
        if isinstance(value, Mapping):
            return {key: insert(each) for key, each in value.items()}
        return value

    if not variables:
        return head
    return replace(head, metadata=insert(head.metadata), heading=insert(head.heading))


def find_unknown_variables(
    head: PageHead, variables: Collection[str], name: str
) -> Iterator[Diagnostic]:
    """One warning per name in the metadata *head* of the page *name* that is similar to one of
    *variables*; others may be meant literally.
    """
    for key, value in head.metadata.items():
        for written in VARIABLE.findall(value) if isinstance(value, str) else ():
            near = None if written in variables else nearest_word(written, variables)
            if near is not None:
                message = f"{key}: no variable {written}: did you mean {near}?"
                yield _diagnose(message, name, head.lines.get(key, 1), None)


def _last_key_line(text: str) -> int | None:
    """The line, from 1, of the last of the keys at the start of the front matter *text*."""
    lines = text.split("\n")
    count = next((n for n, line in enumerate(lines) if _KEY.match(line) is None), len(lines))
    return count + 1 if count else None


def _parse_block(block: str, name: str) -> tuple[Mapping[str, Any], tuple[Diagnostic, ...]]:
    """Front matter as a mapping; if it is invalid, whatever can be read line by line."""
    simple = _parse_simple(block)
    if simple is not None:
        return simple, ()
    try:
        data = parse_data(block, f"{name}.yaml")
    except DataFileError as error:
        line = (error.place.line or 1) + 1
        message = (
            "the front matter cannot be read, so only its plain `key: text` lines are used:"
            f" {error}"
        )
        return _salvage(block), (_diagnose(message, name, line, error.place.column),)
    value = data.value
    faults = tuple(
        _diagnose(
            f"the front matter of {name}: {fault.message}",
            name,
            (fault.place.line or 1) + 1,
            fault.place.column,
        )
        for fault in data.faults
    )
    if value is None:
        return {}, faults
    if not isinstance(value, dict):
        message = (
            f"the front matter of {name} is not a mapping and is ignored: use `key: value` lines"
        )
        return {}, (_diagnose(message, name, 2, None),)
    return value, faults


def _diagnose(message: str, name: str, line: int, column: int | None) -> Diagnostic:
    place = Place(file=name, line=line, column=column)
    return Diagnostic(subtype=Subtype.PAGE_METADATA, message=message, place=place)


def _parse_simple(block: str) -> dict[str, Any] | None:
    """*block* if it only contains ``key: text`` lines: most do, and YAML takes longer."""
    if _CONTROL.search(block):
        return None
    metadata: dict[str, Any] = {}
    for line in block.split("\n"):
        if not line.strip():
            continue
        match = _SIMPLE.fullmatch(line)
        if match is None or match[1] in metadata:
            return None
        key, double, single, plain = match.groups()
        if plain is not None:
            plain = plain.rstrip()
            if plain.lower() in _NOT_TEXT:
                return None
        metadata[key] = double if double is not None else single if single is not None else plain
    return metadata


def _salvage(block: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    for line in block.split("\n"):
        match = _KEY.fullmatch(line.rstrip("\r"))
        if match is None:
            continue
        value = match[2].strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if value in {"true", "false"}:
            metadata[match[1]] = value == "true"
        elif value:
            metadata[match[1]] = value
    return metadata


_ATX = re.compile(r" {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_SETEXT = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"\*\*|__|`|<[^>]*>|(?<!\w)[*_]|[*_](?!\w)|\{#[^}]*\}")


def _markdown_headings(body: str) -> Iterator[str]:
    fence: str | None = None
    before = ""
    for line in body.split("\n"):
        line = line.rstrip("\r")
        if fence is not None:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
            continue
        if match := _FENCE.match(line):
            fence, before = match[1], ""
            continue
        atx = _ATX.fullmatch(line)
        if atx and atx[1]:
            yield _plain(atx[1])
        elif before and _SETEXT.fullmatch(line):
            yield _plain(before)
        paragraph = line.strip() and not line.startswith(
            ("    ", "\t", ">", "-", "*", "<", "|", "+")
        )
        before = line.strip() if paragraph else ""


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", _LINK.sub(r"\1", text)).split()) or text.strip()


_FIELD = re.compile(r":((?:[^:\\\n]|\\.)+):(?:[ \t]+(.*))?")
_ROLE = re.compile(r":[\w:.+-]+:`(?:([^`<]*?)\s*<[^`>]*>|~?([^`]*))`")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*")


def read_rst_head(text: str, name: str) -> PageHead:
    """The head of a reStructuredText page: the field list before or after its title."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    metadata: dict[str, Any] = {}
    places: dict[str, int] = {}
    index = _skip_comments(lines, 0)
    index = _read_fields(lines, index, metadata, places)
    index = _skip_comments(lines, index)
    heading, after = _rst_title(lines, index)
    if heading is not None and not metadata:
        _read_fields(lines, _skip_comments(lines, after), metadata, places)
    if heading is None:
        heading = next(
            (title for start in range(index, len(lines)) if (title := _rst_title(lines, start)[0])),
            None,
        )
    return PageHead(metadata=metadata, heading=heading, lines=places)


def _skip_comments(lines: list[str], index: int) -> int:
    """The first line from *index* on that is not blank, a comment or a target."""
    while index < len(lines):
        if not lines[index]:
            index += 1
        elif lines[index].startswith("..") and not re.match(r"\.\. [\w:.+-]+::", lines[index]):
            index += 1
            while index < len(lines) and (not lines[index] or lines[index][0] in " \t"):
                index += 1
        else:
            break
    return index


def _read_fields(
    lines: list[str], index: int, metadata: dict[str, Any], places: dict[str, int]
) -> int:
    """Add the fields starting at *index* to *metadata*, and return the next line."""
    while index < len(lines) and (match := _FIELD.fullmatch(lines[index])):
        start = index
        parts = [match[2] or ""]
        index += 1
        while index < len(lines) and lines[index][:1] in {" ", "\t"}:
            parts.append(lines[index].strip())
            index += 1
        name = match[1].strip()
        metadata.setdefault(name, " ".join(part for part in parts if part).strip())
        places.setdefault(name, start + 1)
    return index


def _rst_title(lines: list[str], index: int) -> tuple[str | None, int]:
    """The title starting at line *index*, and the line after it."""

    def line(offset: int) -> str:
        return lines[index + offset] if index + offset < len(lines) else ""

    if _ADORNMENT.fullmatch(line(0)) and line(1).strip() and line(2) == line(0):
        return _rst_plain(line(1)), index + 3
    text = line(0)
    underlined = text and text[0] not in " \t" and _ADORNMENT.fullmatch(line(1))
    before = lines[index - 1] if index else ""
    if underlined and not before and len(line(1)) >= min(len(text), 4):
        return _rst_plain(text), index + 2
    return None, index


def _rst_plain(text: str) -> str:
    text = _ROLE.sub(lambda match: match[1] or match[2] or "", text.strip())
    return " ".join(re.sub(r"``|\*\*|[*`|]|_(?=\s|$)|\\", "", text).split())
