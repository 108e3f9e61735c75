"""The position of an operation's samples: first in pages for browsers, last on paper."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.build.environment import env_site, writes_site
from sphinx_navapi.doctree.nodes import navapi_block, navapi_signature


class PlaceSamples(SphinxPostTransform):
    """Moves the samples of each operation to where readers of the format expect them.

    In a browser they follow method and path, before the text: narrow screens, keyboards and screen
    readers reach them first, and a wide page shows them beside the text. Elsewhere they come last,
    like an appendix. In the doctree they are the first section, which cannot be followed by text
    outside a browser.
    """

    def run(self, **kwargs: Any) -> None:
        """Move the samples of each operation on the page."""
        site = env_site(self.env)
        if site is None:
            return
        is_first = writes_site(site.builder)
        for signature in list(self.document.findall(navapi_signature)):
            operation = signature.parent
            samples = _samples(operation)
            for node in samples:
                operation.remove(node)
            at = operation.index(signature) + 1 if is_first else len(operation)
            operation.insert(at, samples)


def first_section(operation: nodes.Element) -> int:
    """The index of the first section in the section of an operation, or where it would be."""
    found = (at for at, node in enumerate(operation) if isinstance(node, nodes.section))
    return next(found, len(operation))


def _samples(operation: nodes.Element) -> list[nodes.Node]:
    """The samples section, or the samples rubric and its content."""
    for position, node in enumerate(operation.children):
        if isinstance(node, nodes.section) and "code-samples" in node["ids"]:
            return [node]
        if isinstance(node, navapi_block) and node["kind"] == "samples":
            return operation.children[max(position - 1, 0) : position + 1]
    return []
