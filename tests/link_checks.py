"""Follows every link of a built site, to the file and to the element that it names."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt
from sphinx.util.inventory import InventoryFile

#: Attributes of which browsers follow or load what they name.
ADDRESSES = frozenset({"href", "src", "poster"})


@dataclass(frozen=True, slots=True, order=True)
class BadLink:
    """A link that leads nowhere. :ivar page: the file that has it, below the output."""

    page: str
    href: str
    why: str


class _Reader(HTMLParser):
    """Addresses and ids of a page, which may be XHTML."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ADDRESSES and value is not None:
                self.links.append(value)
            elif name == "srcset" and value:
                self.links += [part.split()[0] for part in value.split(",") if part.strip()]
            elif (name == "id" or (tag == "a" and name == "name")) and value:
                self.ids.add(value)


def read_page(path: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """Addresses and ids of the HTML file *path*."""
    stamp = path.stat()
    return _read_page(path, stamp.st_mtime_ns, stamp.st_size)


@cache
def _read_page(path: Path, *_stamp: int) -> tuple[tuple[str, ...], frozenset[str]]:
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    reader.close()
    return tuple(reader.links), frozenset(reader.ids)


def bad_links(output: Path, suffix: str = ".html") -> list[BadLink]:
    """The links of all pages below *output* that lead to no file of it, or to no element."""
    return sorted(
        {
            BadLink(page.relative_to(output).as_posix(), href, why)
            for page in _pages(output, suffix)
            for href in read_page(page)[0]
            if (why := _fault(output, page, href))
        }
    )


def count_links(output: Path, suffix: str = ".html") -> int:
    """How many links `bad_links` follows, so that a test can see that it does."""
    return sum(
        not _is_external(href) for page in _pages(output, suffix) for href in read_page(page)[0]
    )


def _pages(output: Path, suffix: str) -> Iterator[Path]:
    for path in sorted(output.rglob(f"*{suffix}")):
        folder = path.relative_to(output).parts[0]
        # Its links stand under the site's URL; the parts of the sidebar are put into pages.
        if path.name != f"404{suffix}" and folder not in ("_static", "_navapi"):
            yield path


def _is_external(href: str) -> bool:
    parts = urlsplit(href)
    return bool(parts.scheme or parts.netloc)


def _fault(output: Path, page: Path, href: str) -> str | None:
    """Why *href* on *page* leads nowhere; ``None`` if it leads to a file and an element."""
    if _is_external(href):
        return None
    parts = urlsplit(href)
    if parts.path.startswith("/"):
        return "begins at the root of the host"
    file = page
    if parts.path:
        path = posixpath.normpath((page.parent / unquote(parts.path)).as_posix())
        file = Path(path)
        if file.is_dir() and not unquote(parts.path).endswith(("/", ".", "..")):
            return "is a folder without a slash"
        file = file / "index.html" if file.is_dir() else file
    if not file.is_relative_to(output):
        return "leaves the site"
    if not file.is_file():
        return "no such file"
    fragment = unquote(parts.fragment)
    if not fragment or fragment == "top" or file.suffix not in (".html", ".xhtml"):
        return None
    return None if fragment in read_page(file)[1] else "no such element"


def bad_objects(output: Path) -> list[BadLink]:
    """The objects of ``objects.inv`` that are in no page of *output*."""
    with (output / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", posixpath.join)
    found = set()
    for kind, objects in inventory.items():
        for name, item in objects.items():
            uri = item.uri if hasattr(item, "uri") else item[2]
            if why := _fault(output, output / "objects.inv", uri.lstrip("/")):
                found.add(BadLink(f"{kind} {name}", uri, why))
    return sorted(found)


def bad_markdown_links(output: Path) -> list[BadLink]:
    """The links of Markdown files of *output* that lead to no file of it."""
    found = set()
    for page in sorted(output.rglob("*.md")):
        if page.relative_to(output).parts[0].startswith("_"):
            continue
        for token in MarkdownIt("commonmark").parse(page.read_text("utf-8")):
            for child in token.children or ():
                if child.type == "link_open":
                    href = str(child.attrGet("href") or "")
                    # Elements of a text are the headings of its page, which it does not name.
                    address = href.partition("#")[0]
                    if why := _fault(output, page, address):
                        found.add(BadLink(page.relative_to(output).as_posix(), href, why))
    return sorted(found)


def unreached_pages(book: Path) -> set[str]:
    """The pages of an unpacked ePub that no other page, and no table of contents, leads to."""
    names = {page.relative_to(book).as_posix() for page in book.rglob("*.xhtml")}
    reached = {"nav.xhtml"}
    for page in book.rglob("*.xhtml"):
        for href in read_page(page)[0]:
            path = unquote(urlsplit(href).path)
            if path and not _is_external(href):
                target = posixpath.normpath((page.parent / path).as_posix())
                reached.add(Path(target).relative_to(book).as_posix())
    return names - reached


def malformed_pages(book: Path) -> list[str]:
    """The XHTML files below *book* that no XML parser reads, each with what is wrong."""
    found = []
    for page in sorted(book.rglob("*.xhtml")):
        try:
            ET.parse(page)
        except ET.ParseError as error:
            found.append(f"{page.relative_to(book).as_posix()}: {error}")
    return found
