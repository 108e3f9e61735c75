"""A page of changes as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import quote

from sphinx_navapi.changes.change import SharedChange
from sphinx_navapi.changes.words import code
from sphinx_navapi.content.changes import NO_CHANGES, ChangeBlock, Translate, change_sections
from sphinx_navapi.openapi.document import OperationKey

#: Docname of the page of an operation, where it has one.
FindPage = Callable[[OperationKey], str | None]


def write_changes(
    title: str,
    changes: Iterable[SharedChange],
    *,
    words: Callable[[str], str],
    translate: Translate | None,
    find_page: FindPage,
) -> str:
    """The page with *title*; links to pages begin with a slash.

    :param words: the interface's; *translate*: those of the project.
    """
    lines = [f"# {title}"]
    sections = change_sections(changes)
    if not sections:
        lines += ["", f"{words(NO_CHANGES)}."]
    for section in sections:
        lines += ["", f"## {words(section.title)}"]
        for block in section.blocks:
            heading = _block(block, translate, find_page)
            lines += ["", heading, ""] if heading else [""]
            for item in block.items:
                lines.append(f"- {item.say(translate)}")
    return "\n".join(lines) + "\n"


def _block(block: ChangeBlock, translate: Translate | None, find_page: FindPage) -> str:
    """What the changes concern; empty for the document as a whole."""
    names = ", ".join(_link(key, find_page) for key in block.operations)
    more = f" + {block.more}" if block.more else ""
    return " · ".join(part for part in (block.say_subject(translate), f"{names}{more}") if part)


def _link(key: OperationKey, find_page: FindPage) -> str:
    docname = find_page(key)
    shown = code(str(key))
    return f"[{shown}](/{quote(docname)})" if docname else shown
