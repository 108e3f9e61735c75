'''Components of pages: cards, steps, tabs, fields, and others.

A component is declared once, as a `Component`: the tag of MDX pages, its messages, the directive or
role of reStructuredText and MyST, and the tables of the reference follow from that. To add one,
write a module beside this one::

    """Keyboard keys."""

    from docutils import nodes

    from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use


    def build_key(use: Use) -> list[nodes.Node]:
        """A key."""
        name = use.text("name")
        return [nodes.literal(name, name, classes=["kbd"])]


    COMPONENTS = (
        Component(
            names=("Key",),
            meaning="A key of the keyboard.",
            build=build_key,
            attributes=(Attribute("name", Type.TEXT, "What is written on the key."),),
            inline=True,
        ),
    )

and a line in `MODULES`. The rules:

- A function reads the attributes that its component declares, with the methods of `Use`. A value is
  never trusted: it becomes ``Text``, or goes through `Use.link` and `Use.image`, which refuse
  addresses that are scripts. A component writes no raw HTML of what a page says.
- `Use.content` returns what is between the tags, as nodes: call it once, and put the nodes where
  they belong. A component that takes its children apart (tabs, steps) looks among them for what its
  parts made: a part is a component, too, which says so with `Component.within`.
- Use stock nodes and sphinx-design's containers (`sphinx_design.shared.create_component`),
  so that every builder and the Markdown of the page show them; what only HTML can do is done by
  classes and CSS. A module with nodes of its own has their Markdown in ``MARKDOWN``: a writer for
  each class, or for each of sphinx-design's names.
- With ``inline=True`` the nodes are in a paragraph. A block component within a line is never
  called: its title and its content are shown.
- The function must not raise, whatever the attributes and the content are.
- Anchors (``id``, or derived from the title) and places are added to the nodes automatically.
'''

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_navapi.doctree.components.component import Component
    from sphinx_navapi.doctree.markdown.blocks import Writer

#: Modules with components, each with the names of its directives and roles: these are registered
#: before any of the modules is imported.
MODULES: Mapping[str, tuple[str, ...]] = {
    "callouts": ("callout",),
    "cards": (),
    "dropdowns": ("expandable",),
    "steps": (),
    "tabs": ("code-group",),
    "frames": ("frame", "panel"),
    "updates": ("update",),
    "inline": ("icon", "badge"),
    "trees": ("tree",),
    "code": (),
    "operations": (
        "param-field", "response-field", "request-example", "response-example", "try-it",
    ),
}  # fmt: skip

#: Those that are roles.
ROLES = frozenset({"icon", "badge"})


@cache
def all_components() -> tuple[Component, ...]:
    """All components, in the order of the reference."""
    return tuple(component for module in _modules() for component in module.COMPONENTS)


def find_component(name: str) -> Component | None:
    """The component with a tag called *name*, ``None`` if there is none."""
    return _by_name().get(name)


def component_names() -> list[str]:
    """The names of all tags."""
    return sorted(_by_name())


@cache
def _by_name() -> dict[str, Component]:
    return {name: component for component in all_components() for name in component.names}


@cache
def markdown_writers() -> Mapping[str, Writer]:
    """The Markdown of the nodes of components."""
    writers: dict[str, Writer] = {}
    for module in _modules():
        writers |= getattr(module, "MARKDOWN", {})
    return writers


def _modules() -> Iterator[ModuleType]:
    return (import_module(f"{__name__}.{name}") for name in MODULES)
