"""Tabs, and code in several languages: the tab sets of sphinx-design."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from docutils import nodes
from sphinx_design.shared import create_component, is_component

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.components.appearance import UNNAMED, titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, skip
from sphinx_navapi.doctree.nodes import join_following
from sphinx_navapi.formats.callout_kinds import bold

#: Tabs with the same label are synchronized, on all pages.
_GROUP = "navapi"


def build_tab(use: Use) -> list[nodes.Node]:
    """One tab; a view, or a tab outside of ``Tabs``, is a set that adjacent ones join."""
    tab = _tab(
        titled(use.line("title"), use.icon()) or [nodes.Text(UNNAMED)],
        use.content(),
        label=use.text("title"),
    )
    label = tab[0]
    assert isinstance(label, nodes.Element)
    # Only the label of a tab remains in a page.
    for name in use.anchors:
        if name not in use.document.ids:
            label["ids"].append(name)
            use.document.ids[name] = label
    return [tab] if use.is_part else [*_tabs([tab], ["navapi-views"])]


def build_tabs(use: Use) -> list[nodes.Node]:
    """A set of tabs."""
    made = _tabs(use.content())
    index = use.number("defaultTabIndex")
    for tabs in made:
        if index is not None and 0 <= index < len(tabs):
            tabs[int(index)]["selected"] = True  # type: ignore[index] # a tab is an element
    return [*made]


def _tab(title: list[nodes.Node], content: Sequence[nodes.Node], *, label: str) -> nodes.container:
    """A tab. :param label: its title as plain text: tabs with the same label open together."""
    rubric = nodes.rubric(label, "", *title, classes=["sd-tab-label"])
    if label:
        rubric["sync_id"], rubric["sync_group"] = label, _GROUP
    body = create_component("tab-content", ["sd-tab-content"], children=list(content))
    return create_component("tab-item", ["sd-tab-item"], children=[rubric, body], selected=False)


def _tabs(children: Sequence[nodes.Node], classes: Sequence[str] = ()) -> list[nodes.container]:
    """The set of all tabs in *children*, if there are any.

    Content between tabs is added to the preceding tab.
    """
    tabs = create_component("tab-set", ["sd-tab-set", "navapi-tabset", *classes])
    for child in children:
        if is_component(child, "tab-item"):
            tabs += child
        elif len(tabs):
            tabs[-1][1].append(child)  # type: ignore[index] # a tab's second child is its content
    return [tabs] if len(tabs) else []


def join_views(document: nodes.document) -> None:
    """Join adjacent views into one set of tabs."""
    # Searching for a class is several times as fast as calling a function for each node.
    for views in find_nodes(document, nodes.container):
        # Without a parent, they are joined already.
        if views.parent is not None and _is_views(views):
            join_following(views, _is_views)


def _is_views(node: nodes.Node) -> bool:
    return bool(is_component(node, "tab-set")) and "navapi-views" in node["classes"]  # type: ignore[index]


def build_code_group(use: Use) -> list[nodes.Node]:
    """A tab for each code block, labeled by its title, else its language."""
    tabs = [
        _tab([nodes.Text(label)], [block], label=label)
        for label, block in code_blocks(use.content())
    ]
    return [*_tabs(tabs, ["navapi-code-group"])]


def code_blocks(children: Sequence[nodes.Node]) -> Iterator[tuple[str, nodes.Element]]:
    """Title and node of each code block in *children*; the title of other nodes is ``""``."""
    for child in children:
        if not isinstance(child, nodes.Element):
            continue
        if isinstance(child, nodes.literal_block):
            yield _language_label(child), child
        elif isinstance(child, nodes.container) and child.get("literal_block"):
            caption, *rest = child.children
            block = next(node for node in rest if isinstance(node, nodes.Element))
            yield caption.astext() or _language_label(block), block
        else:
            yield "", child


_LANGUAGES = {
    "bash": "Shell", "console": "Console", "shell": "Shell", "javascript": "JavaScript",
    "typescript": "TypeScript", "csharp": "C#", "cpp": "C++", "php": "PHP", "json": "JSON",
    "yaml": "YAML", "html": "HTML", "css": "CSS", "sql": "SQL", "xml": "XML", "toml": "TOML",
    "http": "HTTP", "graphql": "GraphQL", "text": "Text", "hcl": "HCL", "ini": "INI",
    "objective-c": "Objective-C", "powershell": "PowerShell",
}  # fmt: skip


def _language_label(block: nodes.Element) -> str:
    """The display name of the language of *block*."""
    language = str(block.get("language") or "text")
    return _LANGUAGES.get(language, language.capitalize())


COMPONENTS = (
    Component(
        names=("Tabs",),
        meaning="A set of tabs; tabs with the same title open together.",
        build=build_tabs,
        attributes=(
            Attribute("defaultTabIndex", Type.NUMBER, "The tab that is open at first, from 0."),
        ),
        accepted=("sync", "borderBottom"),
        alike="`tab-set`",
    ),
    Component(
        names=("Tab", "View"),
        needed=("title", "icon"),
        meaning="A tab; adjacent views are a set.",
        build=build_tab,
        attributes=(
            Attribute("title", Type.TITLE, "The label.", also=("label", "value")),
            *ICON,
        ),
        within=("Tabs",),
        alike="`tab-item`",
    ),
    Component(
        names=("CodeGroup", "SnippetGroup"),
        meaning="Code blocks as tabs, labeled by their titles.",
        build=build_code_group,
        accepted=("dropdown",),
        directive="code-group",
    ),
)


def _write_tabs(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """Tabs: headings with what is below them; the labels of code are its titles."""
    is_code = "navapi-code-group" in node["classes"]
    for child in node.children:
        # After the transform of sphinx-design, labels and contents alternate.
        for part in child.children if is_component(child, "tab-item") else [child]:
            if isinstance(part, nodes.Element) and "sd-tab-label" in part["classes"]:
                text = writer.line(part.children)
                yield bold(text) if is_code else writer.heading(text, writer.level + 1)
            else:
                yield from writer.below([part])


MARKDOWN: Mapping[str, Writer] = {"tab-set": _write_tabs, "sd_tab_input": skip}
