"""Trees of files, and colors."""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import swatch
from sphinx_navapi.doctree.components.trees import is_entry, list_entries, make_entry, make_tree
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_tree(element: Element, context: Context) -> list[nodes.Node]:
    """A list of folders and files: components, or a Markdown list."""
    content: list[nodes.Node] = []
    for node in context.content():
        content += list_entries(node) if isinstance(node, nodes.bullet_list) else [node]
    return [context.place(make_tree(content))] if content else []


def render_folder(element: Element, context: Context) -> list[nodes.Node]:
    """A folder with its content."""
    return _entry(element, context, folder=True)


def render_file(element: Element, context: Context) -> list[nodes.Node]:
    """A file."""
    return _entry(element, context, folder=False)


def _entry(element: Element, context: Context, *, folder: bool) -> list[nodes.Node]:
    content = context.content()
    inner = [node for node in content if is_entry(node)] if folder else []
    name = element.text("name", "title") or " ".join(
        node.astext() for node in content if node not in inner
    )
    entry = make_entry(name, inner, folder=folder, marked=element.flag("highlight"))
    context.place(entry)
    if element.parent is not None and element.parent.name in {"Tree", "FileTree", "Tree.Folder"}:
        return [entry]
    return [context.place(make_tree([entry]))]


def render_colors(element: Element, context: Context) -> list[nodes.Node]:
    """A list of colors, in titled rows."""
    return context.content()


def render_color_row(element: Element, context: Context) -> list[nodes.Node]:
    """Colors under a title."""
    title = element.text("title")
    content = context.content()
    if not title:
        return content
    line = nodes.paragraph("", "", nodes.strong("", "", *context.text(title)))
    return [context.place(line), *content]


def render_color(element: Element, context: Context) -> list[nodes.Node]:
    """A color: a swatch, its name, its value; also the dark variant if it differs."""
    name = element.text("name", "title")
    value = element.attributes.get("value")
    values = value if isinstance(value, Mapping) else {"": element.text("value")}
    line = nodes.paragraph("", "", classes=["navapi-color"])
    for label, color in values.items():
        if not isinstance(color, str) or not color:
            continue
        shown = swatch(color)
        if shown is not None:
            line += [shown, nodes.Text(" ")]
        line += nodes.literal(color, color)
        line += nodes.Text(f" ({label}) " if label else " ")
    if name:
        line += nodes.Text(name)
    return [context.place(line)] if len(line) else []


_ENTRY = frozenset({"name", "title", "icon", "iconType", "highlight"})

COMPONENTS = (
    Component(name="Tree", render=render_tree),
    Component(name="FileTree", render=render_tree),
    Component(
        name="Tree.Folder",
        render=render_folder,
        attributes=_ENTRY | {"defaultOpen", "openable"},
    ),
    Component(name="Tree.File", render=render_file, attributes=_ENTRY),
    Component(name="Color", render=render_colors, attributes=frozenset({"variant"})),
    Component(name="Color.Row", render=render_color_row, attributes=frozenset({"title"})),
    Component(
        name="Color.Item", render=render_color, attributes=frozenset({"name", "title", "value"})
    ),
)
