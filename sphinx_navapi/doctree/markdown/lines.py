"""Text within a line: emphasis, code, links, images, references to notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Protocol

from docutils import nodes

from sphinx_navapi.content.markdown.text import code, destination, emphasis, plain, plain_part
from sphinx_navapi.doctree.components.appearance import is_emoji
from sphinx_navapi.doctree.markdown.raw_html import write_tags
from sphinx_navapi.doctree.nodes import COPIED_FILE, ancestors

#: A hard line break (CommonMark, section 6.7).
BREAK = "\\\n"

#: Class of a card's link, which covers the card.
HIDDEN_LINK = "sd-hide-link-text"

#: Class of a link to a filled form, which only a browser has.
FORM_LINK = "navapi-form-link"

#: Links that Markdown writes once if they are their own text (CommonMark, section 6.5).
_BARE = re.compile(r"https?://[^\s<>]+|mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+", re.ASCII)

#: Labels of notes that code hosts read.
_LABEL = re.compile(r"[\w-]+")


class Addresses(Protocol):
    """The addresses of what a page leads to, as seen from its Markdown file."""

    def href(self, address: str) -> str:
        """*address*, a link on the page."""

    def image(self, node: nodes.Element) -> str:
        """The file of an image."""

    def download(self, filename: str) -> str:
        """A file that the builder copies for downloading."""


class LineMarkdown:
    """Writes inline nodes. :param addresses: of links and images."""

    def __init__(self, addresses: Addresses) -> None:
        self.addresses = addresses

    def line(self, children: Sequence[nodes.Node]) -> str:
        """*children* as Markdown on one line."""
        return " ".join(part.strip() for part in self.text(children).split(BREAK)).strip()

    def text(self, children: Sequence[nodes.Node]) -> str:
        """*children* as the text of a paragraph, with hard line breaks only."""
        written = ""
        left_out = False
        children = [each for each in children if not is_invisible(each)]
        for index, node in enumerate(children):
            part = self._write(node, written, children[index + 1 :])
            if not part:
                left_out = left_out or not isinstance(node, nodes.raw | nodes.Text)
                continue
            if left_out and (not written or written[-1].isspace()):
                part = part.lstrip(" ")
            left_out = False
            if written.endswith("!") and part.startswith("["):
                written = f"{written[:-1]}\\!"
            elif written.endswith("`") and part.startswith("`") and not written.endswith("\\`"):
                written += " "
            written += part
        return written

    def _write(self, node: nodes.Node, before: str, following: Sequence[nodes.Node]) -> str:
        if isinstance(node, nodes.Text):
            return plain_part(node.astext())
        assert isinstance(node, nodes.Element)
        for kind in type(node).__mro__:
            mark = _MARKS.get(kind.__name__)
            if mark is not None:
                return self._emphasis(node, mark, before, following)
            write = _WRITERS.get(kind.__name__)
            if write is not None:
                return write(self, node)
        return self.text(node.children)

    def _emphasis(
        self, node: nodes.Element, mark: str, before: str, following: Sequence[nodes.Node]
    ) -> str:
        inline = takewhile(lambda each: not isinstance(each, _BLOCKS), ancestors(node))
        if any(type(each) is type(node) for each in inline):
            return self.text(node.children)
        after = following[0].astext() if following else ""
        return emphasis(self.text(node.children), mark, before, after)

    def link(self, label: str, address: str, title: str = "") -> str:
        """A link with the Markdown *label*; only the label without an address."""
        href = self.addresses.href(address) if address else ""
        if not href or not label.strip():
            return label
        shown = ' "{}"'.format(plain(title).replace('"', '\\"')) if title else ""
        return f"[{label.replace(BREAK, ' ').strip()}]({destination(href)}{shown})"


def is_invisible(node: nodes.Node) -> bool:
    """Whether *node* is none of the text; a target may have text."""
    return isinstance(node, nodes.Invisible) and not isinstance(node, nodes.target)


def _literal(_writer: LineMarkdown, node: nodes.Element) -> str:
    text = node.astext()
    return code(text) if text.strip() else text


def _reference(writer: LineMarkdown, node: nodes.Element) -> str:
    if not {HIDDEN_LINK, FORM_LINK}.isdisjoint(node["classes"]):
        return ""
    inner: nodes.Node = node
    while inner is node or type(inner) is nodes.inline:
        if len(inner.children) != 1:
            break
        inner = inner.children[0]
    if isinstance(inner, nodes.abbreviation):
        title = node.get("reftitle", "")
        label = writer.link(writer.text(inner.children), address_of(node), title)
        return f"{label}{_explained(inner)}"
    address = address_of(node)
    if node.astext() == address.removeprefix("mailto:") and _BARE.fullmatch(address):
        return f"<{node.astext()}>"
    if isinstance(inner, nodes.image) and writer.addresses.href(address) == (
        writer.addresses.image(inner)
    ):
        # Sphinx links scaled images to their files.
        return _image(writer, inner)
    return writer.link(writer.text(node.children), address)


def address_of(reference: nodes.Element) -> str:
    """Where *reference* leads to, as on the page; ``""`` if nowhere."""
    # The address of the page itself is empty.
    if "refuri" in reference:
        return reference["refuri"] or "#"
    return f"#{reference['refid']}" if reference.get("refid") else ""


def _download(writer: LineMarkdown, node: nodes.Element) -> str:
    label = writer.text(node.children)
    if node.get("filename"):
        return f"[{label}]({destination(writer.addresses.download(node['filename']))})"
    return writer.link(label, node.get("refuri", ""))


def _image(writer: LineMarkdown, node: nodes.Element) -> str:
    return f"![{plain(node.get('alt') or '')}]({destination(writer.addresses.image(node))})"


def _note_reference(_writer: LineMarkdown, node: nodes.Element) -> str:
    return f"[^{note_label(node.astext(), node.get('refid', ''))}]"


def note_label(label: str, ident: str) -> str:
    """The name of a footnote: its *label*, or its *ident* if that is a sign."""
    return label.strip() if _LABEL.fullmatch(label.strip()) else ident


def _abbreviation(writer: LineMarkdown, node: nodes.Element) -> str:
    return f"{writer.text(node.children)}{_explained(node)}"


def _explained(node: nodes.Element) -> str:
    explanation = plain(node.get("explanation", ""))
    return f" ({explanation})" if explanation else ""


def _math(_writer: LineMarkdown, node: nodes.Element) -> str:
    return f"${' '.join(node.astext().split())}$"


def _raw(writer: LineMarkdown, node: nodes.Element) -> str:
    if "html" not in node.get("format", "").split():
        return ""
    return write_tags(node.astext(), writer.addresses.href)


def _kept(writer: LineMarkdown, node: nodes.Element) -> str:
    def address(written: str) -> str:
        copied = COPIED_FILE.fullmatch(written)
        return writer.addresses.download(copied[1]) if copied else writer.addresses.href(written)

    return write_tags(node["html"], address)


def _small(tag: str) -> Callable[[LineMarkdown, nodes.Element], str]:
    def write(writer: LineMarkdown, node: nodes.Element) -> str:
        return f"<{tag}>{writer.text(node.children)}</{tag}>"

    return write


def _icon(_writer: LineMarkdown, node: nodes.Element) -> str:
    return node["name"] if is_emoji(node["name"]) else ""


def _skip(_writer: LineMarkdown, _node: nodes.Element) -> str:
    return ""


def _as_block(writer: LineMarkdown, node: nodes.Element) -> str:
    """A block within a line: its text, with space around it."""
    return f" {writer.text(node.children).strip()} "


#: What is around inline nodes.
_BLOCKS = (nodes.Body, nodes.Structural)

_MARKS = {"emphasis": "*", "title_reference": "*", "strong": "**"}

_WRITERS: Mapping[str, Callable[[LineMarkdown, nodes.Element], str]] = {
    "literal": _literal,
    "reference": _reference,
    "download_reference": _download,
    "image": _image,
    "footnote_reference": _note_reference,
    "abbreviation": _abbreviation,
    "math": _math,
    "raw": _raw,
    "kept_markup": _kept,
    "subscript": _small("sub"),
    "superscript": _small("sup"),
    "desc_inline": _literal,
    "navapi_icon": _icon,
    "navapi_swatch": _skip,
    "sd_tab_input": _skip,
    "paragraph": _as_block,
    "line": _as_block,
}
