"""What docutils does not have: a quick search for nodes; struck text and checkboxes."""

from __future__ import annotations

from typing import TypeVar

from docutils import nodes

_Kind = TypeVar("_Kind", bound=nodes.Node)


def find_nodes(root: nodes.Node, kind: type[_Kind] | tuple[type[_Kind], ...]) -> list[_Kind]:
    """The nodes of *kind* in *root*, itself included, in order.

    `Node.findall` resumes a generator for each element around each node: for our own transforms,
    that was 7 % of the calls of a build.
    """
    matching: list[_Kind] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, kind):
            matching.append(node)
        waiting.extend(reversed(node.children))
    return matching


#: Class of inline nodes that are struck.
STRUCK = "navapi-struck"

#: How MyST writes struck text.
_STRIKES = ("<s>", "</s>")


def checkbox(*, done: bool) -> nodes.raw:
    """A checkbox as MyST writes it."""
    state = 'checked="checked" ' if done else ""
    html = f'<input class="task-list-item-checkbox" {state}disabled="disabled" type="checkbox"> '
    return nodes.raw("", html, format="html")


def write_struck(root: nodes.Element, *, html: bool) -> None:
    """Replace struck nodes in *root* by elements of HTML, or by their marks in Markdown."""
    for struck in find_nodes(root, nodes.inline):
        if STRUCK in struck["classes"]:
            marks: list[nodes.Node] = [
                nodes.raw("", tag, format="html") if html else nodes.Text("~~") for tag in _STRIKES
            ]
            struck["classes"] = []
            struck.replace_self([marks[0], *struck.children, marks[1]])


def write_as_text(root: nodes.Element) -> None:
    """Replace what only HTML has in *root* as readers know it from Markdown: ``[x] ~~text~~``."""
    write_struck(root, html=False)
    for raw in find_nodes(root, nodes.raw):
        html = raw.astext() if raw.get("format") == "html" else ""
        if html in _STRIKES:
            raw.replace_self(nodes.Text("~~"))
        elif html.startswith("<input ") and 'type="checkbox"' in html:
            raw.replace_self(nodes.Text("[x] " if "checked=" in html else "[ ] "))
