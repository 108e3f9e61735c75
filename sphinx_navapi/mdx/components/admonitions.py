"""Notes, warnings and other admonitions."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.doctree.components.callouts import make_callout
from sphinx_navapi.formats.callout_kinds import KINDS, OTHER_NAMES, kind_named
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_admonition(element: Element, context: Context) -> list[nodes.Node]:
    """An admonition of docutils; a title, an icon or a color does not change its kind."""
    kind = element.name.lower()
    if kind == "callout":
        kind = element.text("type", "variant")
        kind = _known_kind(kind, context) if kind else ""
    title = element.text("title")
    words = interface_wording(note_words(context.env, context.env.docname))
    callout = make_callout(
        [],
        kind=kind,
        title=context.text(title) if title else None,
        icon_name=element.icon(),
        color=element.text("color"),
        fallback=words.callout(kind or "note"),
    )
    context.place(callout)
    inner = callout if isinstance(callout, nodes.Admonition) else callout[0]
    assert isinstance(inner, nodes.Element)
    inner.extend(context.content())
    return [callout]


def _known_kind(kind: str, context: Context) -> str:
    """Our name for the *kind* of a callout; ``""`` for an unknown one, which is reported."""
    known = kind_named(kind)
    if known:
        return known
    near = nearest_word(kind.lower(), (*KINDS, *OTHER_NAMES))
    use = f"did you mean {near}?" if near else f"use {', '.join(KINDS)}"
    context.report(f'unknown callout type "{kind[:40]}"; it is shown as a note: {use}')
    return ""


_ATTRIBUTES = frozenset({"title", "icon", "iconType", "color", "type", "variant"})

COMPONENTS = tuple(
    Component(name=name, render=render_admonition, attributes=_ATTRIBUTES)
    for name in (
        "Note", "Warning", "Tip", "Info", "Danger", "Error", "Caution", "Check", "Callout",
    )
)  # fmt: skip
