"""Examples of requests and responses: switchable code blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.component import Component, Use
from sphinx_navapi.doctree.components.tabs import code_blocks
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer
from sphinx_navapi.doctree.nodes import (
    navapi_block,
    navapi_example,
    navapi_examples,
    navapi_operation,
    navapi_summary,
    titled_section,
)
from sphinx_navapi.doctree.operation_page import SAMPLES_ANCHOR
from sphinx_navapi.doctree.page_metadata import first_section
from sphinx_navapi.formats.callout_kinds import bold
from sphinx_navapi.locale.wording import Wording


def build_examples(use: Use) -> list[nodes.Node]:
    """Code blocks to choose from, labeled by their titles."""
    words = use.words
    kind = "request" if use.component.directive == "request-example" else "response"
    title = words.request if kind == "request" else words.response
    examples = navapi_examples("", kind=kind, title=title)
    for label, block in code_blocks(use.content()):
        last = examples[-1] if len(examples) else None
        if not label and isinstance(last, navapi_example):
            last += block  # text belongs to the code before it
            continue
        label = label or words.example
        examples += navapi_example("", navapi_summary(label, label), block)
    return [examples] if len(examples) else []


def gather_examples(document: nodes.document, words: Wording) -> None:
    """Move the examples of an operation page to its samples section.

    If the page has its own requests and responses, nothing is added to them.
    """
    for operation in document.findall(navapi_operation):
        examples = list(operation.findall(navapi_examples))
        if not examples:
            continue
        section = next(
            (node for node in operation.findall(nodes.section) if SAMPLES_ANCHOR in node["ids"]),
            None,
        )
        if section is None:
            section = titled_section(document, words.code_samples, SAMPLES_ANCHOR)
            operation.insert(first_section(operation), section)
        for node in examples:
            node.parent.remove(node)
        generated = list(section.findall(navapi_block))
        for block in generated:
            section.remove(block)
        requests = [node for node in examples if node["kind"] == "request"]
        responses = [node for node in examples if node["kind"] != "request"]
        if requests and responses:
            generated = []
        section += create_component(
            "navapi-samples", ["navapi-samples"], children=[*requests, *generated, *responses]
        )
        return


COMPONENTS = tuple(
    Component(
        names=(f"{kind.title()}Example",),
        meaning=f"Code blocks to choose from: the {kind} of an operation.",
        build=build_examples,
        accepted=("dropdown",),
        directive=f"{kind}-example",
    )
    for kind in ("request", "response")
)


def _write_examples(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield bold(node["title"])
    yield from writer.blocks(node.children)


MARKDOWN: Mapping[str, Writer] = {"navapi_examples": _write_examples}
