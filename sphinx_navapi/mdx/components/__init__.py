'''The components that pages may use, each a function from a tag to nodes.

To add one, write a module beside this one with a function and a declaration::

    """Keyboard keys."""

    from docutils import nodes

    from sphinx_navapi.mdx.components.component import Component, Context, Element


    def render_key(element: Element, context: Context) -> list[nodes.Node]:
        """A key, called by its attribute ``name``."""
        name = element.text("name")
        return [nodes.literal(name, name, classes=["kbd"])]


    COMPONENTS = (
        Component(name="Key", render=render_key, attributes=frozenset({"name"}), inline=True),
    )

and name the module in ``_MODULES``. The rules:

- Attributes are read through `Element.text`, `Element.flag`, `Element.number` and
  `Element.strings`, which take whatever a page writes there; `Element.attributes` has the
  values (`Code` where they are no literals). A value is never trusted: it becomes ``Text``,
  or goes through `Context.link` and `Context.image`, which refuse addresses that are
  scripts. A component writes no raw HTML of what a page says.
- `Context.content` gives what stands between the tags, as nodes: call it once, put the
  nodes where they belong. A component that takes its children apart (tabs, steps) looks
  among them for what its parts made: a part is a component, too, and marks its node with
  an attribute. `Element.parent` tells a part what it stands in.
- A node that the component makes gets its place by ``context.place(node)``: translators
  and warnings find the line by it.
- Use stock nodes and sphinx-design's containers (`sphinx_design.shared.create_component`),
  so that every builder shows them; what only HTML can do is done by classes and CSS.
- With ``inline=True`` the nodes stand in a paragraph. A block component within a line is
  never called: its title and its content are shown.
- The function must not raise, whatever the attributes and the content are.
- Anchors (``id``, or made from the title) are given to the first node by the core.

Directives can use the same functions with a `Context` of their own.
'''

from __future__ import annotations

from functools import cache
from importlib import import_module

from sphinx_navapi.mdx.components.component import Component, Context, Element

__all__ = ["Component", "Context", "Element", "component_names", "find_component"]

#: Modules with ``COMPONENTS``; for duplicate names the later module wins.
_MODULES = (
    "admonitions", "cards", "disclosure", "procedures", "tabs", "fields", "frames", "updates",
    "inline", "lists", "examples",
)  # fmt: skip


def find_component(name: str) -> Component | None:
    """The component called *name*, ``None`` if there is none."""
    return _components().get(name)


def component_names() -> list[str]:
    """The names of all components."""
    return sorted(_components())


@cache
def _components() -> dict[str, Component]:
    modules = (import_module(f"{__name__}.{name}") for name in _MODULES)
    return {component.name: component for module in modules for component in module.COMPONENTS}
