"""The links in the texts of OpenAPI documents: which of them lead to no page.

They are collected once for a document, and kept between builds: looking through every
text of a large one takes a fifth of a second.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype, one_line
from sphinx_navapi.edition import edition
from sphinx_navapi.formats.commonmark import link_addresses
from sphinx_navapi.formats.unsafe_markup import text_parts
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link
from sphinx_navapi.openapi.document import OpenApiDocument


@dataclass(frozen=True, slots=True)
class DocumentLink:
    """The first link of a document to an address. :ivar pointer: of the text that has it."""

    document: str
    href: str
    pointer: str
    file: str
    line: int | None


def document_links(documents: Iterable[OpenApiDocument], cache: Path) -> list[DocumentLink]:
    """The links of *documents* that may lead to pages, each address of a document once.

    :param cache: a file that keeps the answers; disposable.
    """
    known = _read(cache)
    used: dict[str, list[list[object]]] = {}
    found: list[DocumentLink] = []
    for document in documents:
        key = f"{edition()} {document.name} {document.digest}"
        stored = known.get(key)
        if stored is None:
            stored = _collect(document)
        used[key] = stored
        found += [
            DocumentLink(
                document=document.name,
                href=str(href),
                pointer=str(pointer),
                file=str(file),
                line=line if isinstance(line, int) else None,
            )
            for href, pointer, file, line in stored
        ]
    if used != known:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(used), "utf-8")
    return found


def _collect(document: OpenApiDocument) -> list[list[object]]:
    pointers: dict[str, str] = {}
    for pointer, text in text_parts(document.root):
        for href in link_addresses(text):
            if is_page_link(href):
                pointers.setdefault(href, pointer)
    found: list[list[object]] = []
    for href, pointer in pointers.items():
        place = document.place(pointer)
        found.append([href, pointer, place.file, place.line])
    return found


def _read(cache: Path) -> dict[str, list[list[object]]]:
    try:
        value = json.loads(cache.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    shaped = isinstance(value, dict) and all(
        isinstance(entries, list)
        and all(isinstance(entry, list) and len(entry) == 4 for entry in entries)
        for entries in value.values()
    )
    return value if shaped else {}


def unresolved_links(
    links: Iterable[DocumentLink], find: Callable[[str], PageTarget | str | None]
) -> list[Diagnostic]:
    """An info for each of *links* that leads to no page.

    :param find: where an address leads.
    """
    return [
        Diagnostic(
            subtype=Subtype.UNRESOLVED_LINK,
            level=Level.INFO,
            message=one_line(
                f"{link.document}: the text at {link.pointer} links to {link.href!r}, where no page"
                " is; the link stays as it is: write the path of a page, from the root with '/' or"
                " relative to the page that shows the text"
            ),
            place=Place(file=link.file, line=link.line),
        )
        for link in links
        if find(link.href) is None
    ]
