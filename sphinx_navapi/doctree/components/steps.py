"""Steps: a numbered list of titled blocks."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.doctree.nodes import navapi_icon

_SIZES = frozenset({"h2", "h3", "h4", "p"})


def build_step(use: Use) -> list[nodes.Node]:
    """A step; outside of ``Steps`` it is a list of its own."""
    step = nodes.list_item("", classes=["navapi-step"])
    number = use.number("stepNumber")
    if number is not None and number >= 0:
        step["step_number"] = int(number)
    title = use.line("title")
    line = titled([nodes.strong("", "", *title)] if title else [], use.icon())
    if line:
        if isinstance(line[0], navapi_icon):
            step["classes"].append("navapi-step-icon")
        classes = ["navapi-step-title"]
        size = use.text("titleSize") or use.parent_text("titleSize")
        if size in _SIZES:
            classes.append(f"navapi-size-{size}")
        step += nodes.paragraph("", "", *line, classes=classes)
    step.extend(use.content())
    if not len(step):
        step += nodes.paragraph()
    return [step] if use.is_part else _steps([step])


def build_steps(use: Use) -> list[nodes.Node]:
    """The list of all steps inside."""
    return _steps(use.content())


def _steps(children: Sequence[nodes.Node]) -> list[nodes.Node]:
    """The list of all steps in *children*; other nodes are added to the preceding step."""
    steps = nodes.enumerated_list(
        "", classes=["navapi-steps"], enumtype="arabic", prefix="", suffix="."
    )
    for child in children:
        if isinstance(child, nodes.list_item) and "navapi-step" in child["classes"]:
            steps += child
        elif len(steps):
            last = steps[-1]
            assert isinstance(last, nodes.list_item)
            last += child
        else:
            steps += nodes.list_item("", child, classes=["navapi-step"])
    if not len(steps):
        return []
    first = steps[0].get("step_number") if isinstance(steps[0], nodes.Element) else None
    if isinstance(first, int) and first != 1:
        steps["start"] = first
    return [steps]


_SIZE = Attribute("titleSize", Type.TEXT, "The size of titles: `h2`, `h3`, `h4`, `p`.")

COMPONENTS = (
    Component(
        names=("Steps",),
        meaning="A numbered list of steps.",
        build=build_steps,
        attributes=(_SIZE,),
        alike="`steps`",
    ),
    Component(
        names=("Step",),
        meaning="A step with its title.",
        build=build_step,
        attributes=(
            Attribute("title", Type.TITLE, "The title."),
            *ICON,
            _SIZE,
            Attribute("stepNumber", Type.NUMBER, "Replaces the number of the step."),
        ),
        accepted=("noAnchor",),
        within=("Steps",),
        alike="`step`",
    ),
)
