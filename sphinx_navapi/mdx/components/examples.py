"""Examples of requests and responses, prompts, code blocks as components."""

from __future__ import annotations

from textwrap import dedent

from docutils import nodes

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.doctree.components.examples import make_examples
from sphinx_navapi.doctree.components.nodes import navapi_for_programs
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.mdx.code_blocks import code_block
from sphinx_navapi.mdx.components.component import Component, Context, Element
from sphinx_navapi.mdx.fence_info import FenceInfo, known_language, line_numbers
from sphinx_navapi.mdx.kept_html import written_text


def render_examples(element: Element, context: Context) -> list[nodes.Node]:
    """Switchable code blocks."""
    words = interface_wording(note_words(context.env, context.env.docname))
    kind = "request" if element.name == "RequestExample" else "response"
    examples = make_examples(kind, context.content(), words=words)
    return [] if examples is None else [context.place(examples)]


def render_prompt(element: Element, context: Context) -> list[nodes.Node]:
    """Text to copy, below its purpose, which is Markdown."""
    text = dedent(written_text(element.source).strip("\n")).strip()
    if not text:
        return []
    title = context.markdown(element.text("description", "title"))
    info = FenceInfo(language="text", flags=frozenset({"wrap"}), icon=element.icon())
    return [context.place(code_block(text, info, title, ["navapi-prompt"]))]


def render_code(element: Element, context: Context) -> list[nodes.Node]:
    """A block of code."""
    text = dedent(element.source.strip("\n")).strip()
    if text.startswith("{`") and text.endswith("`}"):
        text = text[2:-2]
    if not text:
        return []
    info = FenceInfo(
        language=known_language(element.text("language", "lang")) or "text",
        stressed=line_numbers(",".join(element.strings("highlight"))),
        focus=line_numbers(",".join(element.strings("focus"))),
        flags=frozenset(filter(element.flag, ("expandable", "wrap", "lines", "nocopy"))),
        icon=element.icon(),
    )
    return [context.place(code_block(text, info, context.text(element.text("filename", "title"))))]


def render_visibility(element: Element, context: Context) -> list[nodes.Node]:
    """Content for readers; content for programs is only in the Markdown of the page."""
    if element.text("for").lower() != "agents":
        return context.transparent()
    # Sphinx's search leaves out what has this class.
    return [navapi_for_programs("", *context.content(), classes=["no-search"])]


COMPONENTS = (
    Component(name="RequestExample", render=render_examples, attributes=frozenset({"dropdown"})),
    Component(name="ResponseExample", render=render_examples, attributes=frozenset({"dropdown"})),
    Component(
        name="Prompt",
        render=render_prompt,
        attributes=frozenset({"description", "title", "icon", "iconType", "actions"}),
        raw=True,
    ),
    Component(
        name="CodeBlock",
        render=render_code,
        attributes=frozenset(
            {"language", "lang", "filename", "title", "icon", "iconType", "expandable", "wrap",
             "lines", "highlight", "focus", "nocopy"}
        ),
        raw=True,
    ),
    Component(name="Visibility", render=render_visibility, attributes=frozenset({"for"})),
)  # fmt: skip
