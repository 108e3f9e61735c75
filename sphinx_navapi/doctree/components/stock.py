"""Components as stock nodes, for builders that do not write pages for browsers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TypeVar, cast

from docutils import nodes
from sphinx_design.shared import PassthroughTextElement, create_component, is_component

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree import nodes as own
from sphinx_navapi.doctree.components.appearance import is_emoji
from sphinx_navapi.doctree.nodes import (
    navapi_description,
    navapi_operation,
    navapi_shown_operation,
)

N = TypeVar("N", bound=nodes.Element)

#: Formats of Sphinx's own builders; those of others often lack classifiers.
_WITH_CLASSIFIERS = ("latex", "man", "texinfo", "text")


def expand_components(document: nodes.Element, written_as: str) -> None:
    """Replace our nodes by stock nodes.

    :param written_as: format of the builder. For ``html``, tab sets and dropdowns are unfolded,
        too: programs for e-books cannot open them.
    """
    kinds = {type(node) for node in find_nodes(document, nodes.Element)}

    def found(kind: type[N]) -> list[N]:
        # A page has few kinds of nodes: one look at all of them is enough for the others.
        return find_nodes(document, kind) if kind in kinds else []

    for node in (*found(own.navapi_icon), *found(own.navapi_swatch)):
        if is_emoji(node.get("name", "")):
            node.replace_self(nodes.Text(node["name"]))
        else:
            _remove_with_space(node)
    for wrapper in reversed(found(own.navapi_wrapper)):
        wrapper.replace_self(wrapper.children)
    for line in find_nodes(document, nodes.paragraph) if own.navapi_update in kinds else ():
        if "navapi-update-note" in line["classes"]:
            _divide(line)
    for examples in found(own.navapi_examples):
        examples.replace_self(list(_examples(examples)))
    # Fields contain details and fields; the outermost list includes all of them.
    for fields in found(own.navapi_fields):
        is_inside = any(isinstance(each, own.navapi_fields) for each in own.ancestors(fields))
        if fields.parent is not None and not is_inside:
            fields.replace_self(nodes.definition_list("", *_items(fields, "")))
    for details in reversed(found(own.navapi_details)):
        details.replace_self(_details(details))
    if written_as == "html":
        _unfold(document)
        return
    _replace_rest(document, kinds)
    if written_as not in _WITH_CLASSIFIERS:
        for item in find_nodes(document, nodes.definition_list_item):
            _join_classifiers(item)


def _replace_rest(document: nodes.Element, kinds: AbstractSet[type[nodes.Node]]) -> None:
    """Replace what HTML writers write in their own way: any other writer knows all nodes.

    :param kinds: of nodes in *document*.
    """
    for kind, stock_nodes in (
        (own.kept_markup, lambda _: []),
        (own.navapi_for_programs, lambda _: []),
        (own.navapi_code, _literal_block),
        (navapi_description, lambda node: node.children),
        (navapi_shown_operation, lambda node: node.children),
        (navapi_operation, _section),
        (own.navapi_update, _section),
    ):
        if kind not in kinds:
            continue
        for node in cast("list[nodes.Element]", [*document.findall(kind)][::-1]):
            # Not `replace_self`, which accepts no loss of classes.
            at = node.parent.index(node)
            node.parent[at : at + 1] = stock_nodes(node)


def _section(node: nodes.Element) -> list[nodes.Node]:
    return [nodes.section("", *node.children, **node.attributes)]


def _join_classifiers(item: nodes.Element) -> None:
    """Write the classifiers of *item* in its term."""
    term = item[0]
    assert isinstance(term, nodes.term)
    for node in [child for child in item.children if isinstance(child, nodes.classifier)]:
        item.remove(node)
        term.extend((nodes.Text(" "), nodes.emphasis("", "", *node.children)))


def _literal_block(code: nodes.Element) -> list[nodes.Node]:
    """The code as a diff if it shows a change, else with the marked lines highlighted."""
    if "diff" in code:
        return [nodes.literal_block(code["diff"], code["diff"], language="diff")]
    block = nodes.literal_block(code.rawsource, code.astext(), **code.attributes)
    block["highlight_args"] = {"hl_lines": sorted(code["marks"])}
    return [block]


def _remove_with_space(node: nodes.Node) -> None:
    parent = node.parent
    at = parent.index(node)
    following = parent[at + 1] if at + 1 < len(parent) else None
    before = parent[at - 1] if at else None
    parent.remove(node)
    ends_with_space = before is None or before.astext()[-1:].isspace()
    if isinstance(following, nodes.Text) and following[:1] == " " and ends_with_space:
        parent.replace(following, nodes.Text(following[1:]))


def _divide(line: nodes.Element) -> None:
    """Insert commas between parts that HTML distinguishes by color."""
    first, *others = own.note_parts(line)
    line.children = []
    line += first
    for part in others:
        line += [nodes.Text(", " if len(line) else ""), *part]


def _items(fields: nodes.Element, above: str) -> Iterator[nodes.definition_list_item]:
    """Each field, followed by its children, with dotted names.

    Nested lists would be too deep for LaTeX.
    """
    for field in fields.children:
        if not isinstance(field, own.navapi_field):
            continue
        name = ""
        term = nodes.term()
        term["ids"] = list(field["ids"])
        item = nodes.definition_list_item("", term)
        definition = nodes.definition()
        nested: list[nodes.Element] = []
        for child in list(field.children):
            if isinstance(child, own.navapi_field_head):
                name = _head(child, term, item, above)
            elif isinstance(child, own.navapi_fields):
                nested.append(child)
            elif isinstance(child, own.navapi_facts):
                definition += _facts(child)
            elif isinstance(child, own.navapi_details):
                inner = find_nodes(child, own.navapi_fields)
                nested += [each for each in inner if not set(inner) & set(own.ancestors(each))]
                _drop(nested)
                if len(child) > 1:
                    definition += _details(child)
            else:
                definition += child
        item += definition
        yield item
        for children in nested:
            yield from _items(children, name)


def _drop(elements: list[nodes.Element]) -> None:
    for node in elements:
        if node.parent is not None and node in node.parent.children:
            node.parent.remove(node)


def _head(
    head: nodes.Element, term: nodes.term, item: nodes.definition_list_item, above: str
) -> str:
    name = ""
    for child in head.children:
        if isinstance(child, nodes.literal) and not name:
            name = f"{above}.{child.astext()}" if above else child.astext()
            term += nodes.literal(name, name)
        else:
            item += nodes.classifier("", child.astext())
    if not len(term):
        term += nodes.Text(above)
    return name or above


def _facts(facts: nodes.Element) -> nodes.paragraph:
    line = nodes.paragraph()
    for index, fact in enumerate(facts.children):
        if index:
            line += nodes.Text("; ")
        line.extend(fact.children if isinstance(fact, nodes.Element) else [fact])
    return line


def _details(details: nodes.Element) -> nodes.Element:
    summary, *content = details.children
    title = nodes.paragraph("", "", nodes.strong("", "", *summary.children))
    title["ids"] = list(details["ids"])
    return create_component("navapi-details", ["navapi-details"], children=[title, *content])


def _examples(examples: nodes.Element) -> Iterator[nodes.Node]:
    yield nodes.rubric("", examples["title"], ids=list(examples["ids"]))
    for example in examples.children:
        if isinstance(example, own.navapi_example):
            label, *content = example.children
            yield nodes.paragraph("", "", nodes.strong("", "", *label.children))
            yield from content


def divide_cards(document: nodes.Element) -> None:
    """Replace cards by lists of one title and what is below it: elsewhere, nothing is around a
    card, and its title and link are text without a paragraph.
    """
    cards = [node for node in find_nodes(document, nodes.container) if is_component(node, "card")]
    for card in reversed(cards):
        title, content = _parts(card)
        link = (
            content.pop() if content and isinstance(content[-1], PassthroughTextElement) else None
        )
        if link is not None and title and link.astext().strip() == _text(title):
            reference = link.children[0]
            assert isinstance(reference, nodes.Element)
            reference.children = []
            reference += nodes.inline("", "", *title)
            title, link = [reference], None
        if link is not None:
            content.append(nodes.paragraph("", "", *link.children))
        if title:
            term = nodes.term("", "", *title, ids=card["ids"])
            item = nodes.definition_list_item("", term, nodes.definition("", *content))
            content = [nodes.definition_list("", item)]
        at = card.parent.index(card)
        card.parent[at : at + 1] = content


#: What is in cards apart from titles, links and content.
_CARD_PARTS = ("card-header", "card-body", "card-footer", "tile-picture")


def _parts(card: nodes.Element) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """The title of *card*, and its content: a link, if it is one, is the last."""
    title, content = list[nodes.Node](), list[nodes.Node]()
    for child in card.children:
        if is_component(child, "card-title"):
            title = [node for text in child.children for node in text.children]
        elif isinstance(child, nodes.container) and child.get("design_component") in _CARD_PARTS:
            inner_title, inner = _parts(child)
            title = title or inner_title
            content += inner
        else:
            content.append(nodes.paragraph("", "", child) if _is_inline(child) else child)
    return title, content


def _text(title: Iterable[nodes.Node]) -> str:
    return "".join(node.astext() for node in title).strip()


def _is_inline(node: nodes.Node) -> bool:
    return isinstance(node, nodes.image | nodes.Inline | nodes.Text)


def _unfold(document: nodes.Element) -> None:
    for node in find_nodes(document, nodes.container):
        if is_component(node, "tab-set") and "navapi-tabset" in node["classes"]:
            for tab in node.children:
                # Its content would remain hidden.
                tab[1]["classes"] = []  # type: ignore[index]
        elif not (
            is_component(node, "dropdown")
            and "navapi-accordion" in node.get("container_classes", ())
        ):
            continue
        node["design_component"] = "navapi-unfolded"
        node["classes"] = ["navapi-unfolded"]
