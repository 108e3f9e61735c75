"""Tabs, and code in several languages: the tab sets of sphinx-design."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils import nodes
from sphinx_design.shared import create_component, is_component

from sphinx_navapi.doctree.components.appearance import titled

#: Tabs with the same label are synchronized, on all pages.
_GROUP = "navapi"


def make_tab(
    title: list[nodes.Node],
    content: Sequence[nodes.Node],
    *,
    label: str,
    icon_name: str = "",
    anchor: str = "",
    opened: bool = False,
) -> nodes.container:
    """A tab. :param label: its title as plain text: tabs with the same label open together."""
    rubric = nodes.rubric(label, "", *titled(title, icon_name), classes=["sd-tab-label"])
    if label:
        rubric["sync_id"], rubric["sync_group"] = label, _GROUP
    if anchor:
        rubric["ids"].append(anchor)
    body = create_component("tab-content", ["sd-tab-content"], children=list(content))
    return create_component("tab-item", ["sd-tab-item"], children=[rubric, body], selected=opened)


def make_tabs(
    children: Sequence[nodes.Node], classes: Sequence[str] = ()
) -> nodes.container | None:
    """The set of all tabs in *children*, ``None`` if there are none.

    Content between tabs is added to the preceding tab.
    """
    tabs = create_component("tab-set", ["sd-tab-set", "navapi-tabset", *classes])
    for child in children:
        if is_tab(child):
            tabs += child
        elif len(tabs):
            tabs[-1][1].append(child)  # type: ignore[index] # a tab's second child is its content
    return tabs if len(tabs) else None


def join_views(document: nodes.document) -> None:
    """Join adjacent views into one set of tabs."""
    # Searching for a class is several times as fast as calling a function for each node.
    for views in list(document.findall(nodes.container)):
        parent = views.parent
        if parent is None or not _is_views(views):
            continue  # joined already, or something else
        position = parent.index(views)
        while position + 1 < len(parent) and _is_views(parent[position + 1]):
            following = parent[position + 1]
            assert isinstance(following, nodes.Element)
            parent.remove(following)
            views.extend(following.children)
            following.children = []
            following.parent = None


def _is_views(node: nodes.Node) -> bool:
    return bool(is_component(node, "tab-set")) and "navapi-views" in node["classes"]  # type: ignore[index]


def is_tab(node: nodes.Node) -> bool:
    """Whether *node* was made by `make_tab`."""
    return bool(is_component(node, "tab-item"))


def make_code_group(children: Sequence[nodes.Node]) -> nodes.container | None:
    """A tab for each code block in *children*, labeled by its title, else its language."""
    tabs = [
        make_tab([nodes.Text(label)], [block], label=label)
        for label, block in code_blocks(children)
    ]
    return make_tabs(tabs, ["navapi-code-group"])


def code_blocks(children: Sequence[nodes.Node]) -> Iterator[tuple[str, nodes.Element]]:
    """Title and node of each code block in *children*; the title of other nodes is ``""``."""
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if isinstance(child, nodes.literal_block):
            yield language_label(child), child
        elif isinstance(child, nodes.container) and child.get("literal_block"):
            caption, *rest = child.children
            block = next(node for node in rest if isinstance(node, nodes.Element))
            yield caption.astext() or language_label(block), block
        else:
            yield "", child


_LANGUAGES = {
    "bash": "Shell", "console": "Console", "shell": "Shell", "javascript": "JavaScript",
    "typescript": "TypeScript", "csharp": "C#", "cpp": "C++", "php": "PHP", "json": "JSON",
    "yaml": "YAML", "html": "HTML", "css": "CSS", "sql": "SQL", "xml": "XML", "toml": "TOML",
    "http": "HTTP", "graphql": "GraphQL", "text": "Text", "hcl": "HCL", "ini": "INI",
    "objective-c": "Objective-C", "powershell": "PowerShell",
}  # fmt: skip


def language_label(block: nodes.Element) -> str:
    """The display name of the language of *block*."""
    language = str(block.get("language") or "text")
    return _LANGUAGES.get(language, language.capitalize())
