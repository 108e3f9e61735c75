"""Trees of folders and files."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import icon


def make_entry(
    name: str, children: Sequence[nodes.Node] = (), *, folder: bool = False, marked: bool = False
) -> nodes.list_item:
    """A file, or a folder with its content. :param marked: it is highlighted."""
    shown = icon("folder" if folder else "file")
    line: list[nodes.Node] = [shown, nodes.Text(" ")] if shown is not None else []
    item = nodes.list_item(
        "",
        nodes.paragraph("", "", *line, nodes.literal(name, name)),
        classes=["navapi-folder" if folder else "navapi-file"],
    )
    if marked:
        item["classes"].append("navapi-tree-marked")
    if children:
        item += make_tree(children)
    return item


def list_entries(listed: nodes.bullet_list) -> list[nodes.Node]:
    """The items of nested lists as entries; one that ends with a slash or has items is a folder."""
    entries: list[nodes.Node] = []
    for item in listed.children:
        if not isinstance(item, nodes.list_item) or not len(item):
            continue
        inner = [
            entry
            for child in item.children
            if isinstance(child, nodes.bullet_list)
            for entry in list_entries(child)
        ]
        name = " ".join(
            child.astext() for child in item.children if not isinstance(child, nodes.bullet_list)
        )
        shown, folder = name.rstrip("/") if inner else name, bool(inner) or name.endswith("/")
        entries.append(make_entry(shown, inner, folder=folder))
    return entries


def make_tree(children: Sequence[nodes.Node]) -> nodes.bullet_list:
    """The list of all entries of *children*."""
    tree = nodes.bullet_list("", classes=["navapi-tree"], bullet="-")
    for child in children:
        if is_entry(child):
            tree += child
        elif isinstance(child, nodes.bullet_list):
            tree.extend(child.children)
        else:
            tree += nodes.list_item("", child, classes=["navapi-file"])
    return tree


def is_entry(node: nodes.Node) -> bool:
    """Whether *node* was made by `make_entry`."""
    return isinstance(node, nodes.list_item) and bool(
        {"navapi-folder", "navapi-file"} & set(node["classes"])
    )
