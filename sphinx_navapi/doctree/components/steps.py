"""Steps: a numbered list of titled blocks."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import icon

_SIZES = frozenset({"h2", "h3", "h4", "p"})


def make_step(
    title: list[nodes.Node],
    content: Sequence[nodes.Node],
    *,
    icon_name: str = "",
    size: str = "",
    number: int | None = None,
    anchor: str = "",
) -> nodes.list_item:
    """A step. :param size: ``h2``, ``h3``: size of its title. :param number: overrides its own."""
    step = nodes.list_item("", classes=["navapi-step"])
    if number is not None:
        step["step_number"] = number
    if anchor:
        step["ids"].append(anchor)
    shown = icon(icon_name)
    if shown is not None:
        step["classes"].append("navapi-step-icon")
    if title or shown is not None:
        line: list[nodes.Node] = [shown, nodes.Text(" ")] if shown is not None else []
        classes = ["navapi-step-title"]
        if size in _SIZES:
            classes.append(f"navapi-size-{size}")
        text = [nodes.strong("", "", *title)] if title else []
        step += nodes.paragraph("", "", *line, *text, classes=classes)
    step.extend(content)
    if not len(step):
        step += nodes.paragraph()
    return step


def make_steps(children: Sequence[nodes.Node]) -> nodes.enumerated_list | None:
    """The list of all steps in *children*; other nodes are added to the preceding step."""
    steps = nodes.enumerated_list(
        "", classes=["navapi-steps"], enumtype="arabic", prefix="", suffix="."
    )
    for child in children:
        if is_step(child):
            steps += child
        elif len(steps):
            last = steps[-1]
            assert isinstance(last, nodes.list_item)
            last += child
        else:
            steps += nodes.list_item("", child, classes=["navapi-step"])
    if not len(steps):
        return None
    first = steps[0].get("step_number") if isinstance(steps[0], nodes.Element) else None
    if isinstance(first, int) and first != 1:
        steps["start"] = first
    return steps


def is_step(node: nodes.Node) -> bool:
    """Whether *node* was made by `make_step`."""
    return isinstance(node, nodes.list_item) and "navapi-step" in node["classes"]
