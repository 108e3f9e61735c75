"""Steps."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.steps import make_step, make_steps
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_steps(element: Element, context: Context) -> list[nodes.Node]:
    """A numbered list of all steps inside."""
    steps = make_steps(context.content())
    return [] if steps is None else [context.place(steps)]


def render_step(element: Element, context: Context) -> list[nodes.Node]:
    """One step; outside of ``Steps`` it is a list of its own."""
    title = element.text("title")
    number = element.number("stepNumber")
    size = element.text("titleSize") or (element.parent.text("titleSize") if element.parent else "")
    step = make_step(
        context.text(title) if title else [],
        context.content(),
        icon_name=element.icon(),
        size=size,
        number=int(number) if number is not None and number >= 0 else None,
    )
    context.place(step)
    if element.parent is not None and element.parent.name == "Steps":
        return [step]
    steps = make_steps([step])
    assert steps is not None
    return [context.place(steps)]


COMPONENTS = (
    Component(name="Steps", render=render_steps, attributes=frozenset({"titleSize"})),
    Component(
        name="Step",
        render=render_step,
        attributes=frozenset(
            {"title", "icon", "iconType", "id", "titleSize", "stepNumber", "noAnchor"}
        ),
    ),
)
