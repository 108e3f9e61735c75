"""Cards, and grids of them: those of sphinx-design."""

from __future__ import annotations

import re

from docutils import nodes

from sphinx_navapi.doctree.components.cards import (
    LINK_CLASSES,
    make_card,
    make_column,
    make_grid,
    make_tile,
)
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_card(element: Element, context: Context) -> list[nodes.Node]:
    """A card: image, title, content, call to action; a link covers the whole of it."""
    title, href = element.text("title"), element.text("href", "link")
    content = context.content()
    described = element.text("description")
    if described:
        content.insert(0, nodes.paragraph(described, "", *context.text(described)))
    card = make_card(
        context.text(title) if title else [],
        content,
        link=_link(element, context, title or href, href),
        image=context.image(element.text("img"), classes="sd-card-img-top"),
        icon_name=element.icon(),
        color=element.text("color"),
        call=element.text("cta"),
        horizontal=element.flag("horizontal"),
        arrow=element.flag("arrow"),
    )
    return [context.place(card)]


def _link(element: Element, context: Context, label: str, href: str) -> nodes.Element | None:
    if not href or element.flag("disabled"):
        return None
    return context.link(href, nodes.inline("", label.replace("`", "")), classes=LINK_CLASSES)


_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([\w-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII | re.IGNORECASE
)


def repository(text: str) -> tuple[str, str]:
    """``owner/name`` and the URL of a repository of GitHub; empty if *text* is neither of them."""
    match = _REPOSITORY.fullmatch(text.strip())
    return (match[1], f"https://github.com/{match[1]}") if match else ("", "")


def render_repository(element: Element, context: Context) -> list[nodes.Node]:
    """A card that leads to a repository of GitHub."""
    name, href = repository(element.text("repo"))
    if not name:
        context.report('<GitHub.Repo> without a repository is ignored: write repo="owner/name"')
        return []
    link = _link(element, context, name, href)
    host = nodes.paragraph("", "GitHub")
    card = make_card([nodes.Text(name)], [host], link=link, icon_name="github", arrow=True)
    return [context.place(card)]


def render_grid(element: Element, context: Context) -> list[nodes.Node]:
    """A grid with an item for each of the children."""
    grid = make_grid(context.children(), int(element.number("cols") or 2))
    return [] if grid is None else [context.place(grid)]


def render_column(element: Element, context: Context) -> list[nodes.Node]:
    """A column of a grid."""
    if element.parent is None or element.parent.name not in {"Columns", "CardGroup"}:
        return context.content()
    return [context.place(make_column(context.content()))]


def render_tile(element: Element, context: Context) -> list[nodes.Node]:
    """A card with a picture above its title."""
    title, href = element.text("title"), element.text("href")
    tile = make_tile(
        context.text(title) if title else [],
        context.content(),
        description=element.text("description"),
        link=_link(element, context, title or href, href),
    )
    return [context.place(tile)]


_CARD = frozenset(
    {
        "title", "icon", "iconType", "color", "href", "horizontal", "img", "cta", "arrow",
        "disabled", "type", "description", "link",
    }
)  # fmt: skip

COMPONENTS = (
    Component(name="Card", render=render_card, attributes=_CARD),
    Component(name="CardGroup", render=render_grid, attributes=frozenset({"cols"})),
    Component(name="Columns", render=render_grid, attributes=frozenset({"cols"})),
    Component(name="Column", render=render_column),
    Component(
        name="Tile", render=render_tile, attributes=frozenset({"title", "href", "description"})
    ),
    Component(
        name="GitHub.Repo",
        render=render_repository,
        attributes=frozenset({"repo", "variant"}),
    ),
)
