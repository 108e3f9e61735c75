"""Links to operations whose form they fill."""

from __future__ import annotations

import json

from docutils import nodes

from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use
from sphinx_navapi.doctree.domain import FORM, object_link
from sphinx_navapi.project.environment import note_words
from sphinx_navapi.request.playground_settings import TRY


def build_try_it(use: Use) -> list[nodes.Node]:
    """A link to an operation, with values for its form; the text alone without an operation.

    As a block, its first paragraph is the link.
    """
    target, content = use.text("operation"), use.content()
    if not target:
        use.report(f'<{use.name}> has no operation; there is no link: write operation="GET /users"')
        return content
    text = content if use.inline else []
    rest = [] if use.inline else content
    if rest and isinstance(rest[0], nodes.paragraph):
        text, rest = list(rest[0].children), rest[1:]
    text = text or [nodes.Text(note_words(use.env, use.env.docname)(TRY))]
    shown = nodes.inline("", "", *text, classes=["navapi-try-link"])
    link = object_link(use.env, "op", target, shown, is_sure=False)
    values = {name: value for name, value in use.mapping("values").items() if name.strip()}
    if len(values) < len(use.mapping("values")):
        use.report(
            f"<{use.name}> has values without a name; they are left out: write values as JSON, as"
            """ in '{"query.limit": 5}'"""
        )
    body = use.text("body")
    if body.lstrip().startswith(("{", "[")) and not _is_json(body):
        use.report(f"<{use.name}> has a body that is not valid JSON; the form shows it as it is")
    link[FORM] = {"values": values, "body": body}
    return [link] if use.inline else [nodes.paragraph("", "", link), *rest]


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


COMPONENTS = (
    Component(
        names=("TryIt",),
        meaning="A link to an operation that opens its form, filled. It sends nothing.",
        build=build_try_it,
        attributes=(
            Attribute("operation", Type.TEXT, "The operation, as in the role `op`: `POST /loans`."),
            Attribute("values", Type.OBJECT, "Values of parameters by name, or by `query.name`."),
            Attribute("body", Type.TEXT, "The text of the body, or the fields of a form as JSON."),
        ),
        inline=True,
        directive="try-it",
        argument="operation",
        is_argument_required=True,
    ),
)
