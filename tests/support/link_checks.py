"""Check every link of a built site, down to the target element."""

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

#: Attributes with URLs that browsers follow or load.
ADDRESSES = frozenset({"href", "src", "poster"})


@dataclass(frozen=True, slots=True, order=True)
class BadLink:
    """A broken link. :ivar page: the file that contains it, relative to the output."""

    page: str
    href: str
    why: str


class _Reader(HTMLParser):
    """URLs and ids of a page, which may be XHTML."""

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


class _Output:
    """Files of a built site, each read once."""

    def __init__(self, folder: Path, suffix: str = ".html") -> None:
        self.folder = folder
        self.suffix = suffix
        self.files = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
        self.folders = {posixpath.dirname(name) for name in self.files}
        self.read = cache(self._read)
        self.fault = cache(self._fault)

    def pages(self) -> Iterator[str]:
        for name in sorted(self.files):
            # Its links are relative to the site's URL; parts of the sidebar are inserted into
            # pages.
            apart = name == f"404{self.suffix}" or name.startswith(("_static/", "_navapi/"))
            if name.endswith(self.suffix) and not apart:
                yield name

    def _read(self, name: str) -> tuple[tuple[str, ...], frozenset[str]]:
        """URLs and ids of the page *name*."""
        reader = _Reader()
        reader.feed((self.folder / name).read_text("utf-8"))
        reader.close()
        return tuple(dict.fromkeys(reader.links)), frozenset(reader.ids)

    def why(self, page: str, href: str) -> str | None:
        """Why *href* on *page* is broken; ``None`` if it leads to a file and an element."""
        if href.startswith(("#", "?")):
            return None if self._has(page, urlsplit(href).fragment) else "no such element"
        return self.fault(posixpath.dirname(page), href)

    def _fault(self, folder: str, href: str) -> str | None:
        if _is_external(href):
            return None
        parts = urlsplit(href)
        if parts.path.startswith("/"):
            return "begins at the root of the host"
        path = unquote(parts.path)
        name = posixpath.normpath(posixpath.join(folder, path))
        if name == ".." or name.startswith("../"):
            return "leaves the site"
        name = "" if name == "." else name
        if name not in self.files and (name in self.folders or not name):
            if name and not path.endswith(("/", "/.", "..")) and path != ".":
                return "is a folder without a slash"
            name = posixpath.join(name, f"index{self.suffix}")
        if name not in self.files:
            return "no such file"
        return None if self._has(name, parts.fragment) else "no such element"

    def _has(self, name: str, fragment: str) -> bool:
        if fragment.startswith("try="):
            # Fills the form of the page.
            return "<navapi-playground" in (self.folder / name).read_text("utf-8")
        if not fragment or fragment == "top" or not name.endswith((".html", ".xhtml")):
            return True
        return unquote(fragment) in self.read(name)[1]


def bad_links(folder: Path, suffix: str = ".html") -> list[BadLink]:
    """The links of all pages below *folder* whose file or element does not exist."""
    output = _Output(folder, suffix)
    return sorted(
        BadLink(page, href, why)
        for page in output.pages()
        for href in output.read(page)[0]
        if (why := output.why(page, href))
    )


def count_links(folder: Path, suffix: str = ".html") -> int:
    """How many links `bad_links` checks, so that a test can verify that it does."""
    output = _Output(folder, suffix)
    return sum(not _is_external(href) for page in output.pages() for href in output.read(page)[0])


def _is_external(href: str) -> bool:
    parts = urlsplit(href)
    return bool(parts.scheme or parts.netloc)


def bad_objects(folder: Path) -> list[BadLink]:
    """The objects of ``objects.inv`` that do not exist in any page of *folder*."""
    output = _Output(folder)
    with (folder / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", posixpath.join)
    found = []
    for kind, objects in inventory.items():
        for name, item in objects.items():
            uri = (item.uri if hasattr(item, "uri") else item[2]).lstrip("/")
            if why := output.why("", uri):
                found.append(BadLink(f"{kind} {name}", uri, why))
    return sorted(found)


def bad_markdown_links(folder: Path) -> list[BadLink]:
    """The links in Markdown files of *folder* whose file does not exist."""
    output = _Output(folder)
    found = set()
    for page in sorted(output.files):
        if not page.endswith(".md") or page.startswith("_"):
            continue
        for token in MarkdownIt("commonmark").parse((folder / page).read_text("utf-8")):
            for child in token.children or ():
                href = str(child.attrGet("href") or "") if child.type == "link_open" else ""
                # Fragments refer to headings of the page, which have no ids in text.
                address = href.partition("#")[0]
                if address and (why := output.why(page, address)):
                    found.add(BadLink(page, href, why))
    return sorted(found)


def unreached_pages(book: Path) -> set[str]:
    """The pages of an unpacked ePub to which no other page or table of contents links."""
    output = _Output(book, ".xhtml")
    reached = {"nav.xhtml"}
    for page in output.pages():
        for href in output.read(page)[0]:
            path = unquote(urlsplit(href).path)
            if path and not _is_external(href):
                reached.add(posixpath.normpath(posixpath.join(posixpath.dirname(page), path)))
    return set(output.pages()) - reached


def malformed_pages(book: Path) -> list[str]:
    """The XHTML files below *book* that are not well-formed XML, each with the error."""
    found = []
    for page in sorted(book.rglob("*.xhtml")):
        try:
            ET.parse(page)
        except ET.ParseError as error:
            found.append(f"{page.relative_to(book).as_posix()}: {error}")
    return found
