"""Blocks: headings, paragraphs, lists, code, callouts, figures, notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from docutils import nodes
from sphinx.locale import admonitionlabels

from sphinx_navapi.content.markdown.text import code, fence, indent, item, plain
from sphinx_navapi.doctree.markdown.lines import BREAK, LineMarkdown, note_label
from sphinx_navapi.doctree.markdown.raw_html import write_html
from sphinx_navapi.doctree.nodes import note_parts
from sphinx_navapi.formats.callout_kinds import KINDS, bold, write_alert

#: Kinds of callouts by the names of docutils' admonitions, where they differ.
_KINDS = {"attention": "warning", "hint": "tip", "seealso": "note"}

#: Languages that only mean that there is none.
_NO_LANGUAGE = frozenset({"default", "none"})


class BlockMarkdown(LineMarkdown):
    """Writes blocks of nodes.

    :ivar level: of the heading that the current block is below.
    :ivar card_link: the address of the card around it, until its title is written.
    """

    level = 0
    card_link = ""
    writers: Mapping[str, Writer]

    def blocks(self, children: Iterable[nodes.Node]) -> list[str]:
        """*children* as blocks of Markdown; adjacent inline nodes are a paragraph."""
        written: list[str] = []
        line: list[nodes.Node] = []
        for node in children:
            if isinstance(node, nodes.Text):
                line.append(node)
                continue
            assert isinstance(node, nodes.Element)
            write = self._find(node)
            if write is None and isinstance(node, nodes.Inline):
                line.append(node)
                continue
            written += self.lines_of(line)
            line = []
            written += write(self, node) if write is not None else self.blocks(node.children)
        written += self.lines_of(line)
        return _separate([block for block in written if block.strip()])

    def _find(self, node: nodes.Element) -> Writer | None:
        for kind in type(node).__mro__:
            write = self.writers.get(kind.__name__)
            if write is not None:
                return write
        is_text = isinstance(node, nodes.TextElement) and not isinstance(node, nodes.Inline)
        return paragraph if is_text else None

    def lines_of(self, children: Sequence[nodes.Node]) -> list[str]:
        """*children* as a paragraph, if there is any text."""
        lines = [line.strip() for line in self.text(children).split(BREAK)]
        while lines and not lines[-1]:
            lines.pop()
        text = BREAK.join(lines).removeprefix(BREAK)
        return [text] if text else []

    def nested(self, children: Iterable[nodes.Node]) -> str:
        """*children* as one text."""
        return "\n\n".join(self.blocks(children))

    def heading(self, text: str, level: int) -> str:
        """A heading, or a line in bold below the sixth level."""
        if not text:
            return ""
        return f"{'#' * level} {text}" if level <= 6 else bold(text)

    def label(self, children: Sequence[nodes.Node]) -> str:
        """*children* as a line in bold."""
        text = self.line(children)
        return bold(text)

    def below(self, children: Iterable[nodes.Node], by: int = 1) -> list[str]:
        """*children* below a heading *by* levels deeper."""
        self.level += by
        written = self.blocks(children)
        self.level -= by
        return written


#: Returns the blocks of a node.
Writer: TypeAlias = Callable[[BlockMarkdown, nodes.Element], Iterable[str]]


def italic(text: str) -> str:
    """*text*, Markdown on one line, as emphasis, unless some of it is."""
    return f"*{text}*" if text and "*" not in text else text


def _is_list(node: nodes.Element) -> bool:
    return isinstance(node, nodes.Sequential) or node.tagname == "navapi_fields"


def _separate(blocks: list[str]) -> list[str]:
    """*blocks*, with other marks for a list that would continue the one before it (CommonMark,
    section 5.3).
    """
    before = ""
    for index, block in enumerate(blocks):
        match = _LIST_MARK.match(block)
        mark = match[2] if match else ""
        if mark and mark == before:
            mark = _OTHER_MARKS[mark]
            blocks[index] = _LIST_MARK.sub(rf"\g<1>{mark}", block)
        before = mark
    return blocks


#: At the start of a line of a list, other lines are indented.
_LIST_MARK = re.compile(r"^(\d*)([-*.)])(?= |$)", re.MULTILINE)
_OTHER_MARKS = {"-": "*", "*": "-", ".": ")", ")": "."}


def skip(_writer: BlockMarkdown, _node: nodes.Element) -> Iterable[str]:
    """Nothing: the node has no text."""
    return ()


def through(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """The content."""
    return writer.blocks(node.children)


# Text


def section(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A section, one level deeper."""
    return writer.below(node.children)


def _title(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    if isinstance(node.parent, nodes.section | nodes.document):
        yield writer.heading(writer.line(node.children), max(writer.level, 1))
    else:
        yield writer.label(node.children)


def paragraph(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A paragraph; the caption of a box is set apart, the words of an update are separate."""
    if "navapi-figure-caption" in node["classes"]:
        return [italic(writer.line(node.children))]
    if "navapi-update-note" in node["classes"]:
        return [", ".join(filter(None, map(writer.line, note_parts(node))))]
    if any(isinstance(c, nodes.Element) and not isinstance(c, nodes.Inline) for c in node.children):
        # A table of contents is a list in a paragraph.
        return writer.blocks(node.children)
    return writer.lines_of(node.children)


def rubric(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A heading that does not start a section."""
    level = node.get("heading-level")
    text = writer.line(node.children)
    yield writer.heading(text, level) if isinstance(level, int) else bold(text)


def _lines(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    def lines(block: nodes.Element) -> Iterator[str]:
        for child in block.children:
            if isinstance(child, nodes.line_block):
                yield from lines(child)
            elif isinstance(child, nodes.Element):
                yield writer.line(child.children)

    filled = [line for line in lines(node) if line]
    yield BREAK.join(filled)


def _quotation(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    text = writer.nested(node.children)
    if text:
        yield "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _attribution(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield f"— {writer.line(node.children)}"


def _rule(_writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    # MyST sets notes apart.
    if "footnotes" not in node["classes"]:
        yield "---"


def _math(_writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    # A blank line would end it for those who read Markdown.
    lines = [line for line in node.astext().strip().splitlines() if line.strip()]
    yield "\n".join(["$$", *lines, "$$"])


def _raw(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    if "html" in node.get("format", "").split():
        return write_html(node.astext(), writer.addresses.href)
    return ()


# Code


def code_block(_writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """Code; a change as a diff."""
    if "diff" in node:
        yield fence(node["diff"], "diff")
        return
    language = str(node.get("language") or "")
    if "navapi-mermaid" in node["classes"]:
        language = "mermaid"
    yield fence(node.astext(), "" if language in _NO_LANGUAGE else language)


def _diagram(_writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """The source of a diagram of another extension."""
    code = node.get("code") or node.get("uml") or ""
    if code.strip():
        yield fence(code.strip(), node.tagname)


def _doctest(_writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield fence(node.astext(), "pycon")


# Lists


def _items(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    number = node.get("start", 1)
    is_numbered = isinstance(node, nodes.enumerated_list)
    items = []
    for child in node.children:
        if not isinstance(child, nodes.Element):
            continue
        number = child.get("step_number", number)
        items.append((f"{number}." if is_numbered else "-", _item(writer, child)))
        number += 1
    tight = all(len(blocks) < 2 or (len(blocks) == 2 and last) for _, (blocks, last) in items)
    written = [
        item(blocks[0] if blocks else "", blocks[1:], marker=marker, tight=tight).rstrip()
        for marker, (blocks, _) in items
    ]
    if written:
        yield ("\n" if tight else "\n\n").join(written)


def _item(writer: BlockMarkdown, node: nodes.Element) -> tuple[list[str], bool]:
    """The blocks of an item, and whether the last is a list."""
    blocks = writer.blocks(node.children)
    last = node.children[-1] if node.children else None
    return blocks, isinstance(last, nodes.Element) and _is_list(last)


def described(head: str, blocks: list[str]) -> str:
    """A list item for a term: *head*, with what is said about it."""
    if len(blocks) == 1 and "\n" not in blocks[0] and _STARTS_TEXT.match(blocks[0]):
        return f"- {head.removesuffix(':')}: {blocks[0]}"
    return item(head, blocks)


#: What is not a list, a table, code, a quotation or a heading.
_STARTS_TEXT = re.compile(r"(?!(?:[-+*>|]|#{1,6}|\d+[.)])(?:\s|$)|```|\$\$|\[\^)")


def _definitions(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield "\n".join(
        part
        for child in node.children
        if isinstance(child, nodes.Element)
        for part in _definition(writer, child)
    )


def _definition(writer: BlockMarkdown, node: nodes.Element) -> Iterator[str]:
    terms: list[str] = []
    blocks: list[str] = []
    for child in node.children:
        if isinstance(child, nodes.classifier):
            terms[-1:] = [f"{terms[-1] if terms else ''} (*{writer.line(child.children)}*)".strip()]
        elif isinstance(child, nodes.term):
            terms.append(_term(writer, child))
        elif isinstance(child, nodes.Element):
            blocks += writer.blocks(child.children)
    yield described(", ".join(filter(None, terms)), blocks)


def _term(writer: BlockMarkdown, node: nodes.Element) -> str:
    inner = [child for child in node.children if not isinstance(child, nodes.Invisible)]
    if len(inner) == 1 and isinstance(inner[0], nodes.literal | nodes.strong):
        return writer.line(inner)
    return writer.label(inner)


def _fields(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    entries = []
    for child in node.children:
        if isinstance(child, nodes.field):
            name, body = child[0], child[1]
            assert isinstance(name, nodes.Element)
            assert isinstance(body, nodes.Element)
            entries.append(described(f"{writer.label(name.children)}:", writer.blocks(body)))
    yield "\n".join(entries)


def _options(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    entries = []
    for child in node.children:
        if isinstance(child, nodes.option_list_item):
            group, description = child[0], child[1]
            assert isinstance(group, nodes.Element)
            assert isinstance(description, nodes.Element)
            names = ", ".join(code(each.astext()) for each in group.children)
            entries.append(described(names, writer.blocks(description)))
    yield "\n".join(entries)


# Callouts and asides


def callout(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """An admonition, as an alert."""
    name = node.tagname
    children = node.children
    title = ""
    if children and isinstance(children[0], nodes.title):
        title, children = writer.line(children[0].children), children[1:]
    names = [name, *node["classes"]]
    kind = next((kind for each in names if (kind := _KINDS.get(each, each)) in KINDS), "note")
    label = str(admonitionlabels.get(name, ""))
    if not title and label.lower() != kind:
        title = plain(label)
    if title.lower() == kind:
        title = ""
    yield write_alert(kind, title, writer.nested(children))


def _footnote(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    label = next((child for child in node.children if isinstance(child, nodes.label)), None)
    rest = [child for child in node.children if child is not label]
    ident = node["ids"][0] if node["ids"] else ""
    name = note_label(label.astext() if label is not None else "", ident)
    yield f"[^{name}]: {indent(writer.nested(rest), '    ')}"


def _citation(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    label = next((child for child in node.children if isinstance(child, nodes.label)), None)
    rest = [child for child in node.children if child is not label]
    name = plain(label.astext()) if label is not None else ""
    yield described(f"**{name}**", writer.blocks(rest))


def _caption(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    text = writer.line(node.children)
    if isinstance(node.parent, nodes.figure) and text:
        yield italic(text)
    else:
        yield bold(text)


WRITERS: Mapping[str, Writer] = {
    # Nodes without a text of the page.
    **dict.fromkeys(
        ("Invisible", "system_message", "navapi_navigation", "substitution_definition"), skip
    ),
    "target": paragraph,
    "section": section,
    "title": _title,
    "subtitle": rubric,
    "rubric": rubric,
    "paragraph": paragraph,
    "line_block": _lines,
    "block_quote": _quotation,
    "attribution": _attribution,
    "transition": _rule,
    "math_block": _math,
    "raw": _raw,
    "literal_block": code_block,
    "doctest_block": _doctest,
    **dict.fromkeys(("graphviz", "mermaid", "plantuml"), _diagram),
    "bullet_list": _items,
    "enumerated_list": _items,
    "definition_list": _definitions,
    "field_list": _fields,
    "option_list": _options,
    "Admonition": callout,
    "versionmodified": through,
    "footnote": _footnote,
    "citation": _citation,
    "caption": _caption,
}
