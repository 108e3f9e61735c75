"""Markdoc's tags in Markdown, as in the documents of Redocly.

``{% admonition type="warning" name="Title" %}`` becomes a component, whose content stays Markdown.
Other tags and annotations are removed, and their content is kept. Liquid and Jinja look the same
(``{% if x %}…{% endif %}``), and are text: a tag is only Markdoc's if it is closed as there, by
``{% /name %}`` or by its own ``/%}``. See https://markdoc.dev/docs/syntax.
"""

from __future__ import annotations

import re
from html import escape

from sphinx_navapi.formats.tag_pairs import CODE, find_tags

_STRING = r'"(?:\\.|[^"\\])*"'
# Until the next tag, so that a text with many open ones takes linear time.
_REST = rf'(?:{_STRING}|(?!\{{%|/?%\}})[^"])*'
_PIECE = re.compile(
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
    tags, partners = find_tags(_PIECE, text)
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
