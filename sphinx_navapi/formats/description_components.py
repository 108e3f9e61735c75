"""Components in the descriptions of OpenAPI documents, converted to Markdown.

Descriptions are often copied from pages: a ``<Warning>`` in them is meant as a callout. A callout
becomes a block quote with its name, steps a numbered list, an accordion ``details``, a card a link;
of other components the title and the content are kept. Anything but a pair of tags of a known
component is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from textwrap import dedent, indent

#: Components that are set apart from the surrounding text and labeled with their names.
CALLOUTS = ("Note", "Warning", "Tip", "Info", "Check", "Danger", "Important", "Caution", "Callout")
_CONTAINERS = (
    "Accordion", "AccordionGroup", "Card", "CardGroup", "CodeGroup", "Column", "Columns",
    "Expandable", "Frame", "Panel", "RequestExample", "ResponseExample", "Step", "Steps", "Tab",
    "Tabs", "Tile", "Update",
)  # fmt: skip

#: Code, in which tags are not recognized, and tags; an unclosed fence extends to the end.
_PIECE = re.compile(
    r"(?P<code>^[ \t>]*(?P<fence>`{3,}|~{3,}).*?(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)*?(?<!`)(?P=ticks)(?!`))"
    rf"|<(?P<closing>/?)(?P<name>{'|'.join((*CALLOUTS, *_CONTAINERS))})"
    r"(?P<attributes>(?:\s+[A-Za-z][\w-]*(?:=(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}))?)*)"
    r"\s*(?P<alone>/?)>",
    re.MULTILINE | re.DOTALL,
)
_TITLE = re.compile(r"\b(?:title|label)=(?:\"([^\"]*)\"|'([^']*)')")
_HREF = re.compile(r"\bhref=(?:\"([^\"\s()<>]*)\"|'([^'\s()<>]*)')")
_ADDRESS = re.compile(r"https?://|[/#.]|mailto:", re.IGNORECASE)
_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<language>[\w+#-]*)[ \t]+(?P<title>[^\n`]+)$", re.MULTILINE
)
_TABLE_ROW = re.compile(r"[ \t]*\|")

#: Maximum nesting of components; deeper ones are text.
_MAX_DEPTH = 8


def write_components(text: str) -> str:
    """*text* with its components converted to Markdown."""
    if not _HINT.search(text):
        return text
    return _write(text, 0)


_HINT = re.compile(rf"<(?:{'|'.join((*CALLOUTS, *_CONTAINERS))})\b")


def _write(text: str, depth: int) -> str:
    parts: list[str] = []
    position = 0
    for opening, closing in _pairs(text):
        before = text[position : opening.start()]
        parts.append(before)
        content = text[opening.end() : closing.start()] if closing is not None else ""
        if depth < _MAX_DEPTH:
            content = _write(content, depth + 1)
        row = text.rfind("\n", 0, opening.start()) + 1
        is_row = _TABLE_ROW.match(text, row) is not None and "\n" not in content
        parts.append(content.strip() if is_row else _block(opening, content))
        position = (closing or opening).end()
    parts.append(text[position:])
    return "".join(parts)


def _pairs(text: str) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    """The outermost components of *text*: their tags, without a closing one for ``<A />``."""
    tags = [match for match in _PIECE.finditer(text) if not match["code"]]
    partners: dict[int, int] = {}
    opened: list[int] = []
    for index, tag in enumerate(tags):
        if tag["closing"]:
            while opened:
                opening = opened.pop()
                if tags[opening]["name"] == tag["name"]:
                    partners[opening] = index
                    break
        elif not tag["alone"]:
            opened.append(index)
    index = 0
    while index < len(tags):
        tag = tags[index]
        if index in partners:
            yield tag, tags[partners[index]]
            index = partners[index]
        elif tag["alone"]:
            yield tag, None
        index += 1


def _block(opening: re.Match[str], content: str) -> str:
    found = _TITLE.search(opening["attributes"])
    title = (found[1] or found[2] or "").strip() if found else ""
    content = dedent(content.strip("\n")).strip()
    if opening["name"] not in CALLOUTS:
        return f"\n\n{_container(opening['name'], opening['attributes'], title, content)}\n\n"
    name = title or ("Note" if opening["name"] == "Callout" else opening["name"])
    lines = [f"**{name}**", "", *content.split("\n")]
    quoted = "\n".join(f"> {line}".rstrip() for line in lines)
    return f"\n\n{quoted}\n\n"


def _container(name: str, attributes: str, title: str, content: str) -> str:
    """The component *name* as Markdown; *content* is already Markdown."""
    heading = f"**{title}**" if title else ""
    if name == "Step":
        rest = indent(content, "   ").strip()
        return f"1. {heading}\n\n   {rest}" if heading else f"1. {rest}"
    if name in {"Accordion", "Expandable"} and title:
        label = escape(unescape(title), quote=False)
        return f"<details>\n<summary>{label}</summary>\n\n{content}\n\n</details>"
    if name in {"Card", "Tile"} and (href := _HREF.search(attributes)):
        address = href[1] or href[2] or ""
        if _ADDRESS.match(address):
            heading = f"[{heading or address}]({address})"
    if name in {"CodeGroup", "RequestExample", "ResponseExample"}:
        content = _FENCE.sub(_titled_fence, content)
    return f"{heading}\n\n{content}".strip()


def _titled_fence(match: re.Match[str]) -> str:
    """A fence with its title above."""
    return f"**{match['title'].strip()}**\n\n{match['fence']}{match['language']}"
