"""Inline components: icons, badges, tooltips, formulas."""

from __future__ import annotations

import re

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import icon
from sphinx_navapi.doctree.components.inline import make_badge, make_tooltip
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_icon(element: Element, context: Context) -> list[nodes.Node]:
    """An icon."""
    name = element.icon("icon", "name", "src")
    found = icon(name, color=element.text("color"), size=element.number("size"))
    return [context.place(found)] if found is not None else context.content()


def render_badge(element: Element, context: Context) -> list[nodes.Node]:
    """A label with a colored background."""
    badge = make_badge(
        context.content(),
        color=element.text("color", "variant", "type"),
        icon_name=element.icon(),
        size=element.text("size"),
        shape=element.text("shape"),
        stroke=element.flag("stroke"),
    )
    return [context.place(badge)]


def render_tooltip(element: Element, context: Context) -> list[nodes.Node]:
    """Text with a tooltip; with ``href``, the text is the link, and ``cta`` its title.

    A tooltip of HTML cannot contain a link, and the call to action is not part of the sentence.
    """
    made = make_tooltip(context.content(), element.text("tip"), headline=element.text("headline"))
    for node in made:
        if isinstance(node, nodes.Element):
            context.place(node)
    href, call = element.text("href"), element.text("cta")
    if not href:
        return made
    link = context.link(href, *(made or [nodes.Text(call or href)]))
    if call and isinstance(link, nodes.Element):
        link["reftitle"] = call
    return [link]


_BRACES = re.compile(r"\{\s*(?:String\.raw)?`(.*)`\s*\}|\{\s*([\"'])(.*)\2\s*\}", re.DOTALL)


def render_latex(element: Element, context: Context) -> list[nodes.Node]:
    """An inline formula, or a displayed one."""
    source = element.source.strip()
    if match := _BRACES.fullmatch(source):
        source = (match[1] if match[1] is not None else match[3]).replace("\\\\", "\\")
    if not source:
        return []
    formula: nodes.Element
    if element.inline:
        formula = nodes.math(source, source)
    else:
        formula = nodes.math_block(source, source, nowrap=False)
        formula["no-wrap"] = False
        formula["label"] = formula["number"] = None
    return [context.place(formula)]


def render_link(element: Element, context: Context) -> list[nodes.Node]:
    """A link."""
    href = element.text("href", "to")
    content = context.content()
    return [context.link(href, *content)] if href else content


COMPONENTS = (
    Component(
        name="Icon",
        render=render_icon,
        attributes=frozenset({"icon", "name", "src", "iconType", "color", "size"}),
        inline=True,
    ),
    Component(
        name="Badge",
        render=render_badge,
        attributes=frozenset(
            {"color", "variant", "type", "icon", "iconType", "size", "shape", "stroke", "disabled"}
        ),
        inline=True,
    ),
    Component(
        name="Tooltip",
        render=render_tooltip,
        attributes=frozenset({"tip", "headline", "cta", "href"}),
        inline=True,
    ),
    Component(name="Latex", render=render_latex, raw=True),
    Component(name="Link", render=render_link, attributes=frozenset({"href", "to"}), inline=True),
)
