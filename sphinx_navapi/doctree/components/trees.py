"""Trees of folders and files, and lists of colors."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import swatch, titled
from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use


def build_tree(use: Use) -> list[nodes.Node]:
    """A list of folders and files: components, or a Markdown list."""
    content: list[nodes.Node] = []
    for node in use.content():
        content += _list_entries(node) if isinstance(node, nodes.bullet_list) else [node]
    return [_tree(content)] if content else []


def build_entry(use: Use) -> list[nodes.Node]:
    """A file, or a folder with its content."""
    content, folder = use.content(), use.component is _FOLDER
    inner = [node for node in content if _is_entry(node)] if folder else []
    name = use.text("name") or " ".join(node.astext() for node in content if node not in inner)
    entry = _entry(name, inner, folder=folder, marked=use.flag("highlight"))
    return [entry if use.is_part else _tree([entry])]


def _entry(
    name: str, children: Sequence[nodes.Node] = (), *, folder: bool = False, marked: bool = False
) -> nodes.list_item:
    """A file, or a folder with its content. :param marked: it is highlighted."""
    line = titled([nodes.literal(name, name)], "folder" if folder else "file")
    item = nodes.list_item(
        "",
        nodes.paragraph("", "", *line),
        classes=["navapi-folder" if folder else "navapi-file"],
    )
    if marked:
        item["classes"].append("navapi-tree-marked")
    if children:
        item += _tree(children)
    return item


def _list_entries(listed: nodes.bullet_list) -> list[nodes.Node]:
    """The items of nested lists as entries; one that ends with a slash or has items is a folder."""
    entries: list[nodes.Node] = []
    for item in listed.children:
        if not isinstance(item, nodes.list_item) or not len(item):
            continue
        inner = [
            entry
            for child in item.children
            if isinstance(child, nodes.bullet_list)
            for entry in _list_entries(child)
        ]
        name = " ".join(
            child.astext() for child in item.children if not isinstance(child, nodes.bullet_list)
        )
        shown, folder = name.rstrip("/") if inner else name, bool(inner) or name.endswith("/")
        entries.append(_entry(shown, inner, folder=folder))
    return entries


def _tree(children: Sequence[nodes.Node]) -> nodes.bullet_list:
    """The list of all entries of *children*."""
    tree = nodes.bullet_list("", classes=["navapi-tree"], bullet="-")
    for child in children:
        if _is_entry(child):
            tree += child
        elif isinstance(child, nodes.bullet_list):
            tree.extend(child.children)
        else:
            tree += nodes.list_item("", child, classes=["navapi-file"])
    return tree


def _is_entry(node: nodes.Node) -> bool:
    """Whether *node* was made by `_entry`."""
    return isinstance(node, nodes.list_item) and bool(
        {"navapi-folder", "navapi-file"} & set(node["classes"])
    )


def build_colors(use: Use) -> list[nodes.Node]:
    """Colors under a title."""
    title, content = use.line("title"), use.content()
    return [nodes.paragraph("", "", nodes.strong("", "", *title)), *content] if title else content


def build_color(use: Use) -> list[nodes.Node]:
    """A color: a swatch, its name, its value; also the dark variant if it differs."""
    line = nodes.paragraph("", "", classes=["navapi-color"])
    for label, color in use.mapping("value").items():
        if not color:
            continue
        shown = swatch(color)
        if shown is not None:
            line += [shown, nodes.Text(" ")]
        line += nodes.literal(color, color)
        line += nodes.Text(f" ({label}) " if label else " ")
    if name := use.text("name"):
        line += nodes.Text(name)
    return [line] if len(line) else []


_ENTRY = (
    Attribute("name", Type.TEXT, "The name.", also=("title",)),
    Attribute("highlight", Type.FLAG, "It is highlighted."),
)
_ACCEPTED = ("icon", "iconType")
_TREES = ("Tree", "FileTree")
_FOLDER = Component(
    names=("Tree.Folder",),
    meaning="A folder with its content.",
    build=build_entry,
    attributes=_ENTRY,
    accepted=(*_ACCEPTED, "defaultOpen", "openable"),
    within=(*_TREES, "Tree.Folder"),
)

COMPONENTS = (
    Component(
        names=_TREES,
        meaning="Folders and files: their tags, or a list.",
        build=build_tree,
        directive="tree",
    ),
    _FOLDER,
    Component(
        names=("Tree.File",),
        meaning="A file.",
        build=build_entry,
        attributes=_ENTRY,
        accepted=_ACCEPTED,
        within=_FOLDER.within,
    ),
    Component(
        names=("Color",),
        meaning="A list of colors.",
        build=lambda use: use.content(),
        accepted=("variant",),
    ),
    Component(
        names=("Color.Row",),
        meaning="Colors under a title.",
        build=build_colors,
        attributes=(Attribute("title", Type.TITLE, "The title."),),
    ),
    Component(
        names=("Color.Item",),
        meaning="A color.",
        build=build_color,
        attributes=(
            Attribute("name", Type.TEXT, "The name.", also=("title",)),
            Attribute(
                "value",
                Type.OBJECT,
                "A CSS color, or colors by the words after them.",
            ),
        ),
    ),
)
