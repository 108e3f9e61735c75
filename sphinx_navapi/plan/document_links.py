"""The links in the texts of OpenAPI documents: which of them lead to no page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype, one_line
from sphinx_navapi.formats.commonmark import link_addresses
from sphinx_navapi.formats.unsafe_markup import text_parts
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.document_facts import Fact, document_facts


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
    return [
        DocumentLink(
            document=document.name,
            href=str(href),
            pointer=str(pointer),
            file=str(file),
            line=line if isinstance(line, int) else None,
        )
        for document, (href, pointer, file, line) in document_facts(
            documents, cache, _page_links, length=4
        )
    ]


def _page_links(document: OpenApiDocument) -> Iterator[Fact]:
    pointers: dict[str, str] = {}
    for pointer, text in text_parts(document.root):
        for href in link_addresses(text):
            if is_page_link(href):
                pointers.setdefault(href, pointer)
    for href, pointer in pointers.items():
        place = document.place(pointer)
        yield [href, pointer, place.file, place.line]


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
