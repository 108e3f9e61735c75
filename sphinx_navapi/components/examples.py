"""Examples of requests and answers: blocks of code of which one is shown."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.components.nodes import navapi_example, navapi_examples, navapi_summary
from sphinx_navapi.components.tabs import code_blocks
from sphinx_navapi.wording import Wording


def make_examples(
    kind: str, content: Sequence[nodes.Node], *, words: Wording
) -> navapi_examples | None:
    """The examples of *content*; ``None`` without any.

    :param kind: ``request`` or ``response``.
    """
    title = words.request if kind == "request" else words.response
    examples = navapi_examples("", kind=kind, title=title)
    for label, block in code_blocks(content):
        last = examples[-1] if len(examples) else None
        if not label and isinstance(last, navapi_example):
            last += block  # text goes with the code before it
            continue
        label = label or words.example
        examples += navapi_example("", navapi_summary(label, label), block)
    return examples if len(examples) else None
