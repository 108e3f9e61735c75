"""Inline components: icons, badges, tooltips, formulas, links."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import icon, palette_name, titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use


def build_icon(use: Use) -> list[nodes.Node]:
    """An icon."""
    node = icon(use.icon(), color=use.text("color"), size=use.number("size"))
    return [node] if node is not None else use.content()


_SIZES = frozenset({"xs", "sm", "md", "lg"})


def make_badge(
    text: list[nodes.Node],
    *,
    color: str = "",
    icon_name: str = "",
    size: str = "",
    shape: str = "",
    stroke: bool = False,
    classes: Sequence[str] = (),
) -> nodes.inline:
    """A label with a colored background; plain text in builders without colors."""
    names = ["navapi-badge", f"navapi-{palette_name(color) or 'gray'}", *classes]
    if size in _SIZES:
        names.append(f"navapi-size-{size}")
    if shape == "pill":
        names.append("navapi-pill")
    if stroke:
        names.append("navapi-stroke")
    return nodes.inline("", "", *titled(text, icon_name), classes=names)


def build_badge(use: Use) -> list[nodes.Node]:
    """A label with a colored background."""
    return [
        make_badge(
            use.content(),
            color=use.text("color"),
            icon_name=use.icon(),
            size=use.text("size"),
            shape=use.text("shape"),
            stroke=use.flag("stroke"),
        )
    ]


def build_tooltip(use: Use) -> list[nodes.Node]:
    """Text with a tooltip; with ``href``, the text is the link, and ``cta`` its title.

    A tooltip of HTML cannot contain a link, and the call to action is not part of the sentence.
    """
    made = use.content()
    explanation = ": ".join(filter(None, (use.text("headline"), use.text("tip"))))
    href, call = use.text("href"), use.text("cta")
    if call and not href:
        explanation = f"{explanation} {call}".strip()
    if explanation:
        made = [nodes.abbreviation("", "", *made, explanation=explanation)]
    if not href:
        return made
    link = use.link(href, *(made or [nodes.Text(call or href)]))
    if call:
        link["reftitle"] = call
    return [link]


def build_formula(use: Use) -> list[nodes.Node]:
    """An inline formula, or a displayed one."""
    source = use.source().strip()
    if not source:
        return []
    if use.inline:
        return [nodes.math(source, source)]
    formula = nodes.math_block(source, source, nowrap=False)
    formula["no-wrap"] = False
    formula["label"] = formula["number"] = None
    return [formula]


def build_link(use: Use) -> list[nodes.Node]:
    """A link."""
    href, content = use.text("href"), use.content()
    return [use.link(href, *content)] if href else content


COMPONENTS = (
    Component(
        names=("Icon",),
        needed=("icon", "name", "src"),
        meaning="An icon.",
        build=build_icon,
        attributes=(
            Attribute("icon", Type.ICON, "An [icon](#icons).", also=("name", "src")),
            ICON[1],
            Attribute("color", Type.TEXT, "A CSS color."),
            Attribute("size", Type.NUMBER, "The size in pixels, up to 64."),
        ),
        inline=True,
        role="icon",
        argument="icon",
        has_content=False,
    ),
    Component(
        names=("Badge",),
        meaning="A label with a colored background.",
        build=build_badge,
        attributes=(
            Attribute("color", Type.TEXT, "The name of a color.", also=("variant", "type")),
            *ICON,
            Attribute("size", Type.TEXT, "`xs`, `sm`, `md` or `lg`."),
            Attribute("shape", Type.TEXT, "`pill` for round ends."),
            Attribute("stroke", Type.FLAG, "A line around it instead of a background."),
        ),
        accepted=("disabled",),
        inline=True,
        role="badge",
        argument="color",
    ),
    Component(
        names=("Tooltip",),
        needed=("tip", "headline", "cta"),
        meaning="Text with an explanation.",
        build=build_tooltip,
        attributes=(
            Attribute("tip", Type.TEXT, "The explanation."),
            Attribute("headline", Type.TEXT, "Words before the explanation."),
            Attribute("href", Type.LINK, "The text is a link to this page or URL."),
            Attribute("cta", Type.TEXT, "The title of that link, a call to action."),
        ),
        inline=True,
        alike="`abbr`",
    ),
    Component(
        names=("Latex",),
        meaning="A formula.",
        build=build_formula,
        inline=True,
        raw=True,
        alike="`math`",
    ),
    Component(
        names=("Link",),
        meaning="A link.",
        build=build_link,
        attributes=(Attribute("href", Type.LINK, "The page or URL.", also=("to",)),),
        inline=True,
    ),
)
