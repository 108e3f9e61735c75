"""Components and Markdoc's tags in the descriptions of OpenAPI documents, converted to Markdown."""

from __future__ import annotations

import re
from html import escape, unescape
from textwrap import dedent, indent

from sphinx_navapi.formats.callout_kinds import kind_named, write_alert

#: A fence (an unclosed one extends to the end) or a code span, in which tags are not recognized.
CODE = (
    r"(?P<code>^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}|~{3,}).*?"
    r"(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)*?(?<!`)(?P=ticks)(?!`))"
)


def find_tags(pattern: re.Pattern[str], text: str) -> tuple[list[re.Match[str]], dict[int, int]]:
    """The tags that *pattern* finds in *text*, and for opening ones the index of the closing one.

    A closing tag matches the last open one with its name; tags opened since have none.

    :param pattern: `CODE`, or a tag with the groups ``name``, ``closing`` and ``alone``.
    """
    tags = [match for match in pattern.finditer(text) if not match["code"]]
    partners: dict[int, int] = {}
    opened: list[int] = []
    waiting: dict[str, int] = {}
    for index, tag in enumerate(tags):
        name = tag["name"]
        if not tag["closing"]:
            if not tag["alone"]:
                opened.append(index)
                waiting[name] = waiting.get(name, 0) + 1
        elif waiting.get(name):
            while (passed := tags[opened[-1]]["name"]) != name:
                waiting[passed] -= 1
                opened.pop()
            waiting[name] -= 1
            partners[opened.pop()] = index
    return tags, partners


_STRING = r'"(?:\\.|[^"\\])*"'
# Until the next tag, so that a text with many open ones takes linear time.
_REST = rf'(?:{_STRING}|(?!\{{%|/?%\}})[^"])*'
_MARKDOC_TAG = re.compile(
    rf"{CODE}|(?P<before>[ \t]*)\{{%\s*(?:(?P<annotation>[#.]|[\w-]+=)|"
    rf"(?P<closing>/?)(?P<name>[A-Za-z][\w-]*)(?![\w=-]))(?P<attributes>{_REST})(?P<alone>/?)%\}}",
    re.MULTILINE | re.DOTALL,
)
_ATTRIBUTE = re.compile(rf"(?<![\w-])(type|name|title)=({_STRING})", re.DOTALL)
_CALLOUTS = frozenset({"admonition", "callout"})


def write_markdoc(text: str) -> str:
    """*text* without Markdoc's tags, with as many lines as before."""
    if "{%" not in text:
        return text
    tags, partners = find_tags(_MARKDOC_TAG, text)
    closed = {*partners, *partners.values()}
    parts: list[str] = []
    position = 0
    for index, tag in enumerate(tags):
        if not (index in closed or tag["alone"] or tag["annotation"]):
            continue
        written = ""
        if tag["name"] in _CALLOUTS and index in closed:
            written = tag["before"] + ("</Callout>" if tag["closing"] else _opening(tag))
        elif not tag["annotation"]:
            written = tag["before"]
        parts += (text[position : tag.start()], written, "\n" * tag[0].count("\n"))
        position = tag.end()
    parts.append(text[position:])
    return "".join(parts)


def _opening(tag: re.Match[str]) -> str:
    values = {
        name: re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.DOTALL)
        for name, value in _ATTRIBUTE.findall(tag["attributes"])
    }
    kind, title = values.get("type", ""), values.get("name") or values.get("title") or ""
    parts = [
        f'{name}="{escape(" ".join(value.split()))}"'
        for name, value in (("type", kind), ("title", title))
        if value.strip()
    ]
    return f"<{' '.join(('Callout', *parts))}>"


#: Components that are set apart from the surrounding text and labeled with their names.
CALLOUTS = (
    "Note", "Warning", "Tip", "Info", "Check", "Danger", "Error", "Important", "Caution", "Callout",
)  # fmt: skip
CONTAINERS = (
    "Accordion", "AccordionGroup", "Card", "CardGroup", "CodeGroup", "Column", "Columns",
    "Expandable", "Frame", "Panel", "RequestExample", "ResponseExample", "Step", "Steps", "Tab",
    "Tabs", "Tile", "Update",
)  # fmt: skip
#: Redoc's, which stand for what the pages have anyway: they are left out.
PLACEHOLDERS = ("SchemaDefinition", "SecurityDefinitions")

_NAMES = "|".join((*CALLOUTS, *CONTAINERS, *PLACEHOLDERS))

_PIECE = re.compile(
    rf"{CODE}|<(?P<closing>/?)(?P<name>{_NAMES})"
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


_HINT = re.compile(rf"<(?:{_NAMES})\b")


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
    attribute = pattern.search(opening["attributes"])
    return (attribute[1] or attribute[2] or "").strip() if attribute else ""


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
