"""Inline markup that docutils does not have: struck text and checkboxes."""

from __future__ import annotations

from docutils import nodes

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
    for struck in list(root.findall(nodes.inline)):
        if STRUCK in struck["classes"]:
            marks: list[nodes.Node] = [
                nodes.raw("", tag, format="html") if html else nodes.Text("~~") for tag in _STRIKES
            ]
            struck["classes"] = []
            struck.replace_self([marks[0], *struck.children, marks[1]])


def write_as_text(root: nodes.Element) -> None:
    """Replace what only HTML has in *root* as readers know it from Markdown: ``[x] ~~text~~``."""
    write_struck(root, html=False)
    for raw in list(root.findall(nodes.raw)):
        html = raw.astext() if raw.get("format") == "html" else ""
        if html in _STRIKES:
            raw.replace_self(nodes.Text("~~"))
        elif html.startswith("<input ") and 'type="checkbox"' in html:
            raw.replace_self(nodes.Text("[x] " if "checked=" in html else "[ ] "))
