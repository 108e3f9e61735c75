"""Links of a site in a single file, where pages are anchors themselves."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.build.environment import env_site


class OneFileLinks(SphinxPostTransform):
    """Adds an anchor to the root document, and reduces each link to a single fragment.

    Sphinx writes ``#document-page#section`` for a link to a section of another page, and an anchor
    ``document-page`` for every page but the first.
    """

    builders = ("singlehtml",)

    def run(self, **kwargs: Any) -> None:
        """Change the references of the whole site."""
        site = env_site(self.env)
        if site is None or not site.configured:
            return
        for reference in self.document.findall(nodes.reference):
            page, mark, anchor = reference.get("refuri", "")[1:].partition("#")
            if mark and page.startswith("document-"):
                reference["refuri"] = f"#{anchor}"
        root = f"document-{self.config.root_doc}"
        self.document.insert(0, nodes.target("", "", ids=[root]))
