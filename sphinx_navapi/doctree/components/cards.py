"""Cards and grids: those of sphinx-design, with icons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from docutils import nodes
from sphinx_design.cards import CardDirective
from sphinx_design.shared import PassthroughTextElement, create_component, is_component

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.components.appearance import titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer
from sphinx_navapi.doctree.markdown.lines import HIDDEN_LINK, address_of
from sphinx_navapi.formats.callout_kinds import bold

_MOST_COLUMNS = 6

#: Classes of a card's link: it covers the card, and its text is visually hidden.
_LINK_CLASSES = ("sd-stretched-link", "sd-hide-link-text")


def build_card(use: Use) -> list[nodes.Node]:
    """A card: image, icon, title, content, call to action; a link covers the whole of it."""
    title, href = use.text("title"), use.text("href")
    content = use.content()
    if described := use.line("description"):
        content.insert(0, nodes.paragraph(use.text("description"), "", *described))
    link = None if use.flag("disabled") else _link(use, title or href, href)
    classes = ["navapi-card-horizontal"] if use.flag("horizontal") else []
    return [
        _card(
            titled(use.line("title"), use.icon(), color=use.text("color")),
            content,
            classes=[*classes, *(["navapi-card-arrow"] if use.flag("arrow") and link else [])],
            link=link,
            image=use.image(use.text("img"), classes="sd-card-img-top"),
            call=use.line("cta"),
        )
    ]


def build_repository(use: Use) -> list[nodes.Node]:
    """A card that leads to a repository of GitHub."""
    name, href = _repository(use.text("repo"))
    if not name:
        use.report('<GitHub.Repo> without a repository is ignored: write repo="owner/name"')
        return []
    host = nodes.paragraph("", "GitHub")
    link, classes = _link(use, name, href), ["navapi-card-arrow"]
    return [_card(titled([nodes.Text(name)], "github"), [host], classes=classes, link=link)]


def _link(use: Use, label: str, href: str) -> nodes.Element | None:
    """The link of a card, with its title as the text."""
    if not href:
        return None
    return use.link(href, nodes.inline("", label.replace("`", "")), classes=_LINK_CLASSES)


_REPOSITORY = re.compile(
    r"(?:https?://(?:www\.)?github\.com/)?([\w-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII | re.IGNORECASE
)


def _repository(text: str) -> tuple[str, str]:
    """``owner/name`` and the URL of a repository of GitHub; empty if *text* is neither of them."""
    match = _REPOSITORY.fullmatch(text.strip())
    return (match[1], f"https://github.com/{match[1]}") if match else ("", "")


def _card(
    title: list[nodes.Node],
    content: list[nodes.Node],
    *,
    classes: Sequence[str] = (),
    link: nodes.Element | None = None,
    image: nodes.Element | None = None,
    call: Sequence[nodes.Node] = (),
) -> nodes.Element:
    """:param image: shown at the top. :param call: the call to action."""
    card = _box("navapi-card", classes, link)
    if image is not None:
        card += image
    body = create_component("card-body", ["sd-card-body"])
    if title:
        body += _title(title)
    body.extend(content)
    CardDirective.add_card_child_classes(body)
    if call:
        body += nodes.paragraph("", "", *call, classes=["sd-card-text", "navapi-card-cta"])
    card += body
    if link is not None:
        card += PassthroughTextElement("", "", link)
    return card


def _box(name: str, classes: Sequence[str], link: nodes.Element | None) -> nodes.container:
    hover = ["sd-card-hover"] if link is not None else []
    css = ["sd-card", "sd-sphinx-override", "sd-mb-3", "sd-shadow-sm", name, *hover, *classes]
    return create_component("card", css)


def _title(line: list[nodes.Node]) -> nodes.container:
    text = PassthroughTextElement("", "", *line)
    return create_component("card-title", ["sd-card-title", "sd-font-weight-bold"], children=[text])


def build_tile(use: Use) -> list[nodes.Node]:
    """A card with its content, a picture, above its title."""
    title, href, content = use.line("title"), use.text("href"), use.content()
    link = _link(use, use.text("title") or href, href)
    card = _box("navapi-tile", (), link)
    if content:
        card += create_component("tile-picture", ["navapi-tile-picture"], children=content)
    body = create_component("card-body", ["sd-card-body"])
    if title:
        body += _title(title)
    if described := use.line("description"):
        body += nodes.paragraph("", "", *described, classes=["sd-card-text"])
    if len(body):
        card += body
    if link is not None:
        card += PassthroughTextElement("", "", link)
    return [card]


def build_grid(use: Use) -> list[nodes.Node]:
    """A grid with an item for each of the children."""
    columns = min(max(int(use.number("cols") or 2), 1), _MOST_COLUMNS)
    row = create_component(
        "grid-row",
        [
            "sd-row", "sd-row-cols-1", "sd-row-cols-xs-1", f"sd-row-cols-sm-{min(columns, 2)}",
            f"sd-row-cols-md-{columns}", f"sd-row-cols-lg-{columns}", "sd-g-3",
        ],
    )  # fmt: skip
    for child in use.children():
        is_item = any(is_component(node, "grid-item") for node in child)
        row.extend(child if is_item else [_column(child)])
    classes = ["sd-container-fluid", "sd-sphinx-override", "sd-mb-4", "navapi-grid"]
    return [create_component("grid-container", classes, children=[row])] if len(row) else []


def build_column(use: Use) -> list[nodes.Node]:
    """A column of a grid."""
    return [_column(use.content())] if use.is_part else use.content()


def _column(children: Sequence[nodes.Node]) -> nodes.container:
    return create_component("grid-item", ["sd-col", "sd-d-flex-column"], children=children)


_TITLE = Attribute("title", Type.TITLE, "The title.")
_HREF = Attribute("href", Type.LINK, "The page or URL to which the card leads.", also=("link",))

COMPONENTS = (
    Component(
        names=("Card",),
        meaning="A card; a link covers the whole of it.",
        build=build_card,
        attributes=(
            _TITLE,
            *ICON,
            Attribute("color", Type.TEXT, "The color of the icon."),
            _HREF,
            Attribute("description", Type.TITLE, "A paragraph before the content."),
            Attribute("img", Type.LINK, "An image at the top."),
            Attribute("cta", Type.TITLE, "The text of a call to action at the end."),
            Attribute("horizontal", Type.FLAG, "Shows the icon beside the text."),
            Attribute("arrow", Type.FLAG, "Shows an arrow beside the title of a link."),
            Attribute("disabled", Type.FLAG, "The card is not a link."),
        ),
        accepted=("type",),
        anchor=None,
        alike="`card`",
    ),
    Component(
        names=("CardGroup", "Columns"),
        meaning="A grid: each child is a cell.",
        build=build_grid,
        attributes=(Attribute("cols", Type.NUMBER, "Columns on a wide screen, 1 to 6: 2."),),
        alike="`grid`",
    ),
    Component(
        names=("Column",),
        meaning="A cell of a grid with several blocks.",
        build=build_column,
        within=("CardGroup", "Columns"),
        alike="`grid-item`",
    ),
    Component(
        names=("Tile",),
        meaning="A card whose content, a picture, is above its title.",
        build=build_tile,
        attributes=(
            _TITLE,
            _HREF,
            Attribute("description", Type.TITLE, "A line below the title."),
        ),
    ),
    Component(
        names=("GitHub.Repo",),
        meaning="A card that leads to a repository of GitHub.",
        build=build_repository,
        attributes=(Attribute("repo", Type.TEXT, "`owner/name`, or the URL of a repository."),),
        accepted=("variant",),
    ),
)


def _write_card(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A card: its title as a link, and its content."""
    links = [each for each in find_nodes(node, nodes.reference) if HIDDEN_LINK in each["classes"]]
    outer, writer.card_link = writer.card_link, address_of(links[0]) if links else ""
    written = writer.blocks(node.children)
    if writer.card_link:
        label = writer.link(writer.text(links[0].children), writer.card_link)
        written.insert(0, bold(label))
    writer.card_link = outer
    return written


def _write_title(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    text = writer.line(node.children)
    if text:
        text, writer.card_link = writer.link(text, writer.card_link), ""
    yield bold(text)


MARKDOWN: Mapping[str, Writer] = {"card": _write_card, "card-title": _write_title}
