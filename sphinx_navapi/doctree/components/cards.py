"""Cards and grids: those of sphinx-design, with icons."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.cards import CardDirective
from sphinx_design.shared import PassthroughTextElement, create_component, is_component

from sphinx_navapi.doctree.components.appearance import icon

_MOST_COLUMNS = 6


def make_card(
    title: list[nodes.Node],
    content: list[nodes.Node],
    *,
    link: nodes.Element | None = None,
    image: nodes.Element | None = None,
    icon_name: str = "",
    color: str = "",
    call: str = "",
    horizontal: bool = False,
    arrow: bool = False,
) -> nodes.container:
    """A card: image, icon, title, content, call to action.

    :param link: target of the whole card, a reference with the classes of `LINK_CLASSES` and the
        card's title as its text.
    :param image: shown at the top.
    :param call: text of the call to action at the end.
    :param arrow: shown if the target is external.
    """
    classes = ["sd-card", "sd-sphinx-override", "sd-mb-3", "sd-shadow-sm", "navapi-card"]
    if link is not None:
        classes.append("sd-card-hover")
    if horizontal:
        classes.append("navapi-card-horizontal")
    if arrow and link is not None:
        classes.append("navapi-card-arrow")
    card = create_component("card", classes)
    if image is not None:
        card += image
    body = create_component("card-body", ["sd-card-body"])
    shown = icon(icon_name, color=color)
    if title or shown is not None:
        line: list[nodes.Node] = [shown, nodes.Text(" ")] if shown is not None else []
        text = PassthroughTextElement("", "", *line, *title)
        body += create_component(
            "card-title", ["sd-card-title", "sd-font-weight-bold"], children=[text]
        )
    body.extend(content)
    CardDirective.add_card_child_classes(body)
    if call:
        body += nodes.paragraph(call, call, classes=["sd-card-text", "navapi-card-cta"])
    card += body
    if link is not None:
        card += PassthroughTextElement("", "", link)
    return card


#: Classes of a card's link: it covers the card, and its text is visually hidden.
LINK_CLASSES = ("sd-stretched-link", "sd-hide-link-text")


def make_grid(children: Sequence[Sequence[nodes.Node]], columns: int = 2) -> nodes.container | None:
    """A grid with an item for each of *children*; ``None`` if there are none."""
    columns = min(max(columns, 1), _MOST_COLUMNS)
    narrow = min(columns, 2)
    row = create_component(
        "grid-row",
        [
            "sd-row", "sd-row-cols-1", "sd-row-cols-xs-1", f"sd-row-cols-sm-{narrow}",
            f"sd-row-cols-md-{columns}", f"sd-row-cols-lg-{columns}", "sd-g-3",
        ],
    )  # fmt: skip
    for child in children:
        is_item = any(is_component(node, "grid-item") for node in child)
        row.extend(child if is_item else [make_column(child)])
    if not len(row):
        return None
    return create_component(
        "grid-container",
        ["sd-container-fluid", "sd-sphinx-override", "sd-mb-4", "navapi-grid"],
        children=[row],
    )


def make_column(children: Sequence[nodes.Node]) -> nodes.container:
    """A column of a grid."""
    return create_component("grid-item", ["sd-col", "sd-d-flex-column"], children=children)


def make_tile(
    title: list[nodes.Node],
    content: list[nodes.Node],
    *,
    description: str = "",
    link: nodes.Element | None = None,
) -> nodes.container:
    """A card with its content, a picture, above its title."""
    classes = ["sd-card", "sd-sphinx-override", "sd-mb-3", "sd-shadow-sm", "navapi-tile"]
    if link is not None:
        classes.append("sd-card-hover")
    card = create_component("card", classes)
    if content:
        card += create_component("tile-picture", ["navapi-tile-picture"], children=content)
    body = create_component("card-body", ["sd-card-body"])
    if title:
        body += create_component(
            "card-title",
            ["sd-card-title", "sd-font-weight-bold"],
            children=[PassthroughTextElement("", "", *title)],
        )
    if description:
        body += nodes.paragraph(description, description, classes=["sd-card-text"])
    if len(body):
        card += body
    if link is not None:
        card += PassthroughTextElement("", "", link)
    return card
