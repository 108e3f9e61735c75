"""Pages of operations and schemas in a book: without headings, and with short lists."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.nodes import navapi_block, navapi_operation, navapi_signature

#: Maximum number of pages named below a schema.
_MOST_USERS = 12


def put_authorization_first(signature: navapi_signature) -> None:
    """Move what the operation of *signature* requires to below its method and path."""
    operation = signature.parent
    at = operation.index(signature) + 1
    while at < len(operation) and "navapi-action" in _classes(operation[at]):
        at += 1
    for node in list(operation.children):
        block = node if isinstance(node, navapi_block) else _only_block(node)
        if block is not None and block["kind"] == "security":
            moved = [node] if block is not node else [*_heading(block), node]
            for each in moved:
                operation.remove(each)
            operation[at:at] = moved


def replace_part(block: navapi_block, stock: Sequence[nodes.Node]) -> None:
    """Replace *block* and its heading by *stock*; what refers to it leads there."""
    section = block.parent
    old: list[nodes.Element] = [*_heading(block), block]
    if _only_block(section) is block:
        old = [section, block]
    ids = [ident for node in old for ident in node["ids"]]
    target = [nodes.target("", "", ids=ids)] if ids else []
    last = section if old[0] is section else block
    if last is block and len(old) > 1:
        block.parent.remove(old[0])
    last.replace_self([*target, *stock])


def join_users(document: nodes.document) -> None:
    """Write the users of each schema in one paragraph."""
    for section in find_nodes(document, nodes.section):
        if "used-by" not in section["ids"]:
            continue
        links = [next(iter(item.findall(addnodes.pending_xref)), None) for item in _items(section)]
        present = [link for link in links if link is not None]
        title = section.next_node(nodes.title)
        head = title.astext() if title is not None else ""
        paragraph = nodes.paragraph("", "", nodes.strong("", head), nodes.Text(": "))
        for position, link in enumerate(present[:_MOST_USERS]):
            paragraph += [nodes.Text(", ")] if position else []
            paragraph += link
        rest = len(present) - _MOST_USERS
        paragraph += [nodes.Text(f" + {rest}")] if rest > 0 else []
        section.replace_self([nodes.target("", "", ids=section["ids"]), paragraph])


def leave_out_lists(document: nodes.document) -> None:
    """Remove lists of operations, which the contents of the book has, and downloads."""
    for section in find_nodes(document, nodes.section):
        if "operations" in section["ids"] and _is_about_document(section):
            section.parent.remove(section)
    for paragraph in find_nodes(document, nodes.paragraph):
        if "navapi-download" in paragraph["classes"]:
            paragraph.parent.remove(paragraph)


def _is_about_document(section: nodes.section) -> bool:
    """Whether *section* is part of a page about a document or its tags."""
    title = section.parent.next_node(nodes.title)
    return title is not None and "document" in title and "pointer" in title


def add_index_entries(document: nodes.document) -> None:
    """Put operations into the index by path, then method, and by title; and schemas by name."""
    for operation in find_nodes(document, navapi_operation):
        anchor = operation["ids"][0]
        names = [f"{operation['path']}; {operation['method']}", _title(operation)]
        old = [each for each in operation.children if isinstance(each, addnodes.index)]
        for index in old:
            known = {operation["path"], f"{operation['method']} {operation['path']}"}
            names += [entry[1] for entry in index["entries"] if entry[1] not in known]
            operation.remove(index)
        operation.insert(1, _index(names, anchor))
    for block in find_nodes(document, navapi_block):
        if block["kind"] == "schema" and block.get("titled"):
            section = block.parent
            section.insert(1, _index([_title(section)], section["ids"][0]))


def _title(section: nodes.Element) -> str:
    title = section.next_node(nodes.title)
    return title.astext() if title is not None else ""


def _index(names: list[str], anchor: str) -> addnodes.index:
    # Sphinx reports entries without text; other semicolons would separate levels, too.
    shown = [name for name in dict.fromkeys(names) if name.strip("; ")]
    return addnodes.index("", entries=[("single", name, anchor, "", None) for name in shown])


def _items(section: nodes.section) -> list[nodes.list_item]:
    return find_nodes(section, nodes.list_item)


def _classes(node: nodes.Node) -> Sequence[str]:
    return node["classes"] if isinstance(node, nodes.Element) else ()


def _only_block(node: nodes.Node) -> navapi_block | None:
    """The block of a section that has nothing else below its title."""
    if isinstance(node, nodes.section) and len(node) == 2 and isinstance(node[1], navapi_block):
        return node[1]
    return None


def _heading(block: navapi_block) -> list[nodes.Element]:
    """The rubric before *block*."""
    at = block.parent.index(block)
    before = block.parent[at - 1] if at else None
    return [before] if isinstance(before, nodes.rubric) else []
