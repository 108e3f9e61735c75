"""Components, ours and those of sphinx-design, in the forms that `write_components` gives them.

A card is its title as a link, a tab a heading with what is below it; what is folded is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import navapi_field_head
from sphinx_navapi.doctree.markdown.blocks import (
    BlockMarkdown,
    Writer,
    bold,
    described,
    skip,
    through,
)
from sphinx_navapi.doctree.markdown.lines import HIDDEN_LINK, address_of


def _card(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A card: its title as a link, and its content."""
    links = [each for each in node.findall(nodes.reference) if HIDDEN_LINK in each["classes"]]
    outer, writer.card_link = writer.card_link, address_of(links[0]) if links else ""
    written = writer.blocks(node.children)
    if writer.card_link:
        label = writer.link(writer.text(links[0].children), writer.card_link)
        written.insert(0, bold(label))
    writer.card_link = outer
    return written


def _container(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    kind = _kind(node)
    if kind == "card":
        return _card(writer, node)
    if kind == "tab-set":
        return _tabs(writer, node)
    if kind == "card-title":
        text = writer.line(node.children)
        if text:
            text, writer.card_link = writer.link(text, writer.card_link), ""
        return [bold(text)]
    return writer.blocks(node.children)


def _tabs(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """Tabs: headings with what is below them; the labels of code are its titles."""
    is_code = "navapi-code-group" in node["classes"]
    for child in node.children:
        # After the transform of sphinx-design, labels and contents alternate.
        for part in child.children if _kind(child) == "tab-item" else [child]:
            if is_label(part):
                text = writer.line(part.children)
                yield bold(text) if is_code else writer.heading(text, writer.level + 1)
            else:
                yield from writer.below([part])


def is_label(node: nodes.Node) -> bool:
    """Whether *node* is the label of a tab."""
    return isinstance(node, nodes.Element) and "sd-tab-label" in node["classes"]


def _kind(node: nodes.Node) -> str:
    return str(node.get("design_component", "")) if isinstance(node, nodes.Element) else ""


def _folded(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield writer.label(node.children)


def _dropdown_title(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """The title without what follows it, and a description behind it."""
    children = [child for child in node.children if not _is_marker(child)]
    yield writer.label(children)


def _is_marker(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "sd-summary-state-marker" in node["classes"]


def _fields(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    entries = []
    for field in node.children:
        heads = [child for child in field.children if isinstance(child, navapi_field_head)]
        rest = [child for child in field.children if not isinstance(child, navapi_field_head)]
        head = _field_head(writer, heads[0]) if heads else ""
        entries.append(described(head, writer.blocks(rest)))
    yield "\n".join(entries)


def _field_head(writer: BlockMarkdown, head: nodes.Element) -> str:
    """``name`` (type, required), as on operation pages."""
    name: list[str] = []
    facts: list[str] = []
    for child in head.children:
        (name if isinstance(child, nodes.literal) else facts).append(writer.line([child]))
    return " ".join(filter(None, [*name, f"({', '.join(facts)})" if facts else ""]))


def _facts(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield "; ".join(
        writer.line(fact.children if isinstance(fact, nodes.Element) else [fact])
        for fact in node.children
    )


def _examples(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield bold(node["title"])
    yield from writer.blocks(node.children)


WRITERS: Mapping[str, Writer] = {
    "container": _container,
    "navapi_for_programs": through,
    "sd_tab_input": skip,
    "dropdown_title": _dropdown_title,
    "navapi_summary": _folded,
    "navapi_fields": _fields,
    "navapi_facts": _facts,
    "navapi_examples": _examples,
}
