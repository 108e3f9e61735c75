"""Invariants of every block, whatever the document contains, checked with an independent parser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from block_documents import make_content
from document_site import PAGES

from sphinx_navapi.content.html.blocks import BlockWriter
from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.openapi.document import OpenApiDocument

KINDS = ("security", "servers", "parameters", "body", "responses", "callbacks", "samples")

VOID = {"br", "hr", "img", "wbr"}

#: What we write ourselves, and what descriptions may contain.
_ELEMENTS = """
    div p ul li details summary code pre b i em small span h2 h3 h4 h5 a br wbr hr img strong s del
    ins sub sup kbd samp var mark q u tt cite dfn abbr blockquote ol dl dt dd table thead tbody
    tfoot tr th td caption figure figcaption
"""
ELEMENTS = set(_ELEMENTS.split())
ATTRIBUTES = {
    "div": {"class", "id"},
    "ul": {"class"},
    "li": {"id"},
    "p": {"class"},
    "details": {"id", "open", "name", "data-client", "data-example", "data-markdown-ignore"},
    "summary": {"id"},
    "code": {"data-class"},
    "b": {"class"},
    "a": {"class", "href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "abbr": {"title"},
}


class Page(HTMLParser):
    """Elements of a fragment, and its errors."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.problems: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.classes: list[str] = []
        self._open: list[str] = []
        if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", html):
            self.problems.append("control character")
        self.feed(html)
        self.close()
        if self._open:
            self.problems.append(f"never closed: {self._open}")
        for id_ in {i for i in self.ids if self.ids.count(i) > 1} if self._repeats() else ():
            self.problems.append(f"id twice: {id_}")
        #: Broken links within the page: only a description may have some.
        self.dead_links = {link for link in self.links if link[:1] == "#"} - {
            f"#{known}" for known in self.ids
        }

    def _repeats(self) -> bool:
        return len(set(self.ids)) != len(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ELEMENTS:
            self.problems.append(f"<{tag}>")
        for name, value in attrs:
            if name not in ATTRIBUTES.get(tag, set()):
                self.problems.append(f"<{tag} {name}>")
            if name == "id":
                self.ids.append(value or "")
                if not value or re.search(r"\s", value):
                    self.problems.append(f"no id: {value!r}")
            elif name == "class":
                self.classes.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")
                scheme = re.match(
                    r"\s*([a-zA-Z][\w+.-]*):", re.sub(r"[\x00-\x20]", "", value or "")
                )
                if scheme and scheme[1].lower() not in ("http", "https", "mailto", "tel"):
                    self.problems.append(f"scheme: {value}")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.problems.append(f"<{tag}/>")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.problems.append(f"</{tag}> out of place")

    def handle_comment(self, data: str) -> None:
        self.problems.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.problems.append("declaration")

    def handle_pi(self, data: str) -> None:
        self.problems.append("processing instruction")


def make_writer(document: OpenApiDocument, **options: Any) -> BlockWriter:
    depth = options.pop("depth", 3)
    content = options.pop("content", None) or make_content(document, depth=depth)
    pages = options.pop("pages", PAGES)
    return BlockWriter(content, pages, target_uri=lambda docname: f"{docname}.html", **options)


def shown_blocks(operation: OperationTree) -> list[str]:
    return [kind for kind in KINDS if kind == "samples" or getattr(operation, kind)]


def write_page(writer: BlockWriter, operation: OperationTree, **options: Any) -> str:
    return "\n".join(writer.block(kind, operation, **options) for kind in shown_blocks(operation))
