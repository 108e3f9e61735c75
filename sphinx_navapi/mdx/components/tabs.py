"""Tabs, code in several languages, views."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.tabs import make_code_group, make_tab, make_tabs
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_tabs(element: Element, context: Context) -> list[nodes.Node]:
    """A set of tabs."""
    tabs = make_tabs(context.content())
    if tabs is None:
        return []
    index = element.number("defaultTabIndex")
    if index is not None and 0 <= index < len(tabs):
        tabs[int(index)]["selected"] = True  # type: ignore[index] # a tab is an element
    return [context.place(tabs)]


def render_tab(element: Element, context: Context) -> list[nodes.Node]:
    """One tab; a view, or a tab outside of ``Tabs``, is a set that adjacent ones join."""
    title = element.text("title", "label", "value")
    tab = make_tab(
        context.text(title),
        context.content(),
        label=title,
        icon_name=element.icon(),
    )
    label = tab[0]
    assert isinstance(label, nodes.Element)
    # Only the label of a tab remains in a page.
    for name in element.anchors:
        if name not in context.document.ids:
            label["ids"].append(name)
            context.document.ids[name] = label
    context.place(tab)
    if element.parent is not None and element.parent.name == "Tabs":
        return [tab]
    tabs = make_tabs([tab], ["navapi-views"])
    assert tabs is not None
    return [context.place(tabs)]


def render_code_group(element: Element, context: Context) -> list[nodes.Node]:
    """A tab for each code block, labeled by its title."""
    group = make_code_group(context.content())
    if group is None:
        return []
    if element.flag("dropdown"):
        group["classes"].append("navapi-code-dropdown")
    return [context.place(group)]


_TAB = frozenset({"title", "label", "value", "icon", "iconType", "id"})
_TABS = frozenset({"sync", "borderBottom", "defaultTabIndex"})

COMPONENTS = (
    Component(name="Tabs", render=render_tabs, attributes=_TABS),
    Component(name="Tab", render=render_tab, attributes=_TAB),
    Component(name="View", render=render_tab, attributes=_TAB),
    Component(name="CodeGroup", render=render_code_group, attributes=frozenset({"dropdown"})),
    Component(name="SnippetGroup", render=render_code_group, attributes=frozenset({"dropdown"})),
)
