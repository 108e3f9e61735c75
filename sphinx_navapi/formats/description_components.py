"""Components in the descriptions of OpenAPI documents, converted to Markdown.

Descriptions are often copied from pages: a ``<Warning>`` in them is meant as a callout. A callout
becomes an alert of code hosts, steps a numbered list, an accordion ``details``, a card a link;
of other components the title and the content are kept. Anything but a pair of tags of a known
component is text. Markdoc's tags are read as well (`write_markdoc`).
"""

from __future__ import annotations

import re
from html import escape, unescape
from textwrap import dedent, indent

from sphinx_navapi.formats.callout_kinds import kind_named, write_alert
from sphinx_navapi.formats.markdoc import write_markdoc
from sphinx_navapi.formats.tag_pairs import CODE, find_tags

#: Components that are set apart from the surrounding text and labeled with their names.
CALLOUTS = (
    "Note", "Warning", "Tip", "Info", "Check", "Danger", "Error", "Important", "Caution", "Callout",
)  # fmt: skip
CONTAINERS = (
    "Accordion", "AccordionGroup", "Card", "CardGroup", "CodeGroup", "Column", "Columns",
    "Expandable", "Frame", "Panel", "RequestExample", "ResponseExample", "Step", "Steps", "Tab",
    "Tabs", "Tile", "Update",
)  # fmt: skip

_PIECE = re.compile(
    rf"{CODE}|<(?P<closing>/?)(?P<name>{'|'.join((*CALLOUTS, *CONTAINERS))})"
    r"(?P<attributes>(?:\s+[A-Za-z][\w-]*(?:=(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}))?)*)"
    r"\s*(?P<alone>/?)>",
    re.MULTILINE | re.DOTALL,
)
_TYPE = re.compile(r"\btype=(?:\"([^\"]*)\"|'([^']*)')")
_TITLE = re.compile(r"\b(?:title|label)=(?:\"([^\"]*)\"|'([^']*)')")
_HREF = re.compile(r"\bhref=(?:\"([^\"\s()<>]*)\"|'([^'\s()<>]*)')")
_ADDRESS = re.compile(r"https?://|[/#.]|mailto:", re.IGNORECASE)
_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<language>[\w+#-]*)[ \t]+(?P<title>[^\n`]+)$", re.MULTILINE
)
_TABLE_ROW = re.compile(r"[ \t]*\|")

#: What may precede a tag on its line, so that its content belongs to a list item.
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]", re.MULTILINE)

#: Maximum nesting of components; deeper ones are text.
_MAX_DEPTH = 8


def write_components(text: str) -> str:
    """*text* with its components, and Markdoc's tags, converted to Markdown.

    The title of a callout, and a kind that alerts do not have, are its first paragraph, in bold.
    """
    text = write_markdoc(text)
    if not _HINT.search(text):
        return text
    return _write(text, 0)


_HINT = re.compile(rf"<(?:{'|'.join((*CALLOUTS, *CONTAINERS))})\b")


def _write(text: str, depth: int) -> str:
    parts: list[str] = []
    position = 0
    tags, partners = find_tags(_PIECE, text)
    item = _ITEM.search(text)
    for index, opening in enumerate(tags):
        closing = tags[partners[index]] if index in partners else None
        if opening.start() < position or not (closing or opening["alone"]):
            continue
        row = text.rfind("\n", 0, opening.start()) + 1
        content = text[opening.end() : closing.start()] if closing is not None else ""
        if depth < _MAX_DEPTH:
            content = _write(content, depth + 1)
        before = text[position : opening.start()]
        lead = _LEAD.fullmatch(text, max(row, position), opening.start())
        position = (closing or opening).end()
        if _TABLE_ROW.match(text, row) is not None and "\n" not in content:
            parts += (before, content.strip())
            continue
        block = _block(opening, content)
        if lead is not None and item is not None and item.start() <= row:
            # In a list item, all of its lines are indented as far as its first one.
            block = indent(block, re.sub(r"\S", " ", lead[0]))
            block = block.lstrip() if lead[0].strip() else block
        if not (lead and lead[0].strip()):
            before = before.rstrip() + "\n\n" if before.strip() else ""
        parts += (before, f"{block}\n\n")
        while text[position : position + 1] == "\n":
            position += 1
    parts.append(text[position:])
    return "".join(parts)


def _block(opening: re.Match[str], content: str) -> str:
    title = _value(_TITLE, opening)
    content = dedent(content.strip("\n")).strip()
    name = opening["name"]
    if name not in CALLOUTS:
        return _container(name, opening["attributes"], title, content)
    kind = kind_named(_value(_TYPE, opening) or "note" if name == "Callout" else name) or "note"
    return write_alert(kind, title, content)


def _value(pattern: re.Pattern[str], opening: re.Match[str]) -> str:
    found = pattern.search(opening["attributes"])
    return (found[1] or found[2] or "").strip() if found else ""


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
