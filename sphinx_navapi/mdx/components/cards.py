"""Cards, and grids of them: those of sphinx-design."""

from __future__ import annotations

from docutils import nodes
from sphinx_design.cards import CardDirective
from sphinx_design.shared import PassthroughTextElement, create_component, is_component

from sphinx_navapi.mdx.components.component import Component, Context, Element

_WIDEST = 4


def render_card(element: Element, context: Context) -> list[nodes.Node]:
    """A card: image, title, content, call to action; a link covers the whole of it."""
    title, href = element.text("title"), element.text("href")
    classes = ["sd-card", "sd-sphinx-override", "sd-mb-3", "sd-shadow-sm", "navapi-card"]
    if href:
        classes.append("sd-card-hover")
    if element.flag("horizontal"):
        classes.append("navapi-card-horizontal")
    card = create_component("card", classes)
    image = context.image(element.text("img"), classes="sd-card-img-top")
    if image is not None:
        card += image
    body = create_component("card-body", ["sd-card-body"])
    if title:
        text = PassthroughTextElement(title, "", *context.text(title))
        body += create_component(
            "card-title", ["sd-card-title", "sd-font-weight-bold"], children=[text]
        )
    body.extend(context.content())
    CardDirective.add_card_child_classes(body)
    if call := element.text("cta"):
        body += nodes.paragraph(call, call, classes=["sd-card-text", "navapi-card-cta"])
    card += body
    if href:
        label = nodes.inline("", title or href)
        link = context.link(href, label, classes=("sd-stretched-link", "sd-hide-link-text"))
        card += PassthroughTextElement("", "", link)
    return [context.place(card)]


def render_grid(element: Element, context: Context) -> list[nodes.Node]:
    """A grid with an item for each of the cards or columns inside."""
    columns = element.number("cols") or 2
    columns = int(min(max(columns, 1), _WIDEST))
    narrow = min(columns, 2)
    row = create_component(
        "grid-row",
        [
            "sd-row", f"sd-row-cols-{columns}", "sd-row-cols-xs-1", f"sd-row-cols-sm-{narrow}",
            f"sd-row-cols-md-{columns}", f"sd-row-cols-lg-{columns}", "sd-g-3",
        ],
    )  # fmt: skip
    item: nodes.container | None = None
    for child in context.content():
        if is_component(child, "grid-item"):
            row += child
            item = None
        elif is_component(child, "card"):
            row += _grid_item([child])
            item = None
        elif item is None:
            item = _grid_item([child])
            row += item
        else:
            item += child
    if not len(row):
        return []
    grid = create_component(
        "grid-container",
        ["sd-container-fluid", "sd-sphinx-override", "sd-mb-4", "navapi-grid"],
        children=[row],
    )
    return [context.place(grid)]


def _grid_item(children: list[nodes.Node]) -> nodes.container:
    return create_component("grid-item", ["sd-col", "sd-d-flex-column"], children=children)


def render_column(element: Element, context: Context) -> list[nodes.Node]:
    """A column of a grid."""
    if element.parent is None or element.parent.name not in {"Columns", "CardGroup"}:
        return context.content()
    return [context.place(_grid_item(context.content()))]


_CARD = frozenset(
    {
        "title", "icon", "iconType", "color", "href", "horizontal", "img", "cta", "arrow",
        "disabled", "type",
    }
)  # fmt: skip

COMPONENTS = (
    Component(name="Card", render=render_card, attributes=_CARD),
    Component(name="CardGroup", render=render_grid, attributes=frozenset({"cols"})),
    Component(name="Columns", render=render_grid, attributes=frozenset({"cols"})),
    Component(name="Column", render=render_column),
)
