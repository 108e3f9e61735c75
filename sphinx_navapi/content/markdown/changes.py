"""A page of changes as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from urllib.parse import quote

from sphinx_navapi.changes.change import code
from sphinx_navapi.content.changes import (
    NO_CHANGES,
    ChangeBlock,
    ChangeSection,
    Translate,
    history_items,
)
from sphinx_navapi.content.markdown.text import plain
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.history import VersionedChange

#: Docname of the page of an operation, if it has one.
FindPage = Callable[[OperationKey], str | None]


def write_changes(
    title: str,
    sections: Sequence[ChangeSection],
    *,
    words: Callable[[str], str],
    translate: Translate | None,
    find_page: FindPage,
) -> str:
    """The page with *title*; links to pages start with a slash.

    :param words: translates the interface; *translate*: the project's texts.
    """
    lines = [f"# {title}"]
    if not sections:
        lines += ["", f"{words(NO_CHANGES)}."]
    for section in sections:
        lines += ["", f"## {words(section.title)}"]
        for block in section.blocks:
            links, subject = _links(block, find_page), block.say_subject(translate)
            heading = subject or links
            lines += ["", heading, ""] if heading else [""]
            lines += [f"- {item.say(translate)}" for item in block.items]
            if subject:
                lines.append(f"- {links}")
    return "\n".join(lines) + "\n"


def write_history(changes: Iterable[VersionedChange], translate: Translate | None) -> str:
    """The *changes* of one operation, by version."""
    lines = []
    for version, items in history_items(changes):
        lines += ["", f"**{plain(version)}**", "", *(f"- {item.say(translate)}" for item in items)]
    return "\n".join(lines[1:])


def _links(block: ChangeBlock, find_page: FindPage) -> str:
    """The operations affected by the changes; empty for the document as a whole."""
    names = ", ".join(_link(key, find_page) for key in block.operations)
    return f"{names} + {block.more}" if block.more else names


def _link(key: OperationKey, find_page: FindPage) -> str:
    docname = find_page(key)
    shown = code(str(key))
    return f"[{shown}](/{quote(docname)})" if docname else shown
