"""Gives a page file without any heading the page's title as its heading."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.doctree.build import env_site


class PageTitle(SphinxTransform):
    """Wraps a document that has no section into one, so that it has a title.

    Sphinx takes a document's title from its first section, and a page without one is
    called ``<no title>`` in contents and search.
    """

    # Before metadata and toctrees are put into the first section (100).
    default_priority = 95

    def apply(self, **kwargs: Any) -> None:
        """Make the section; metadata and comments that stand first stay before it."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site and site.configured else None
        if page is None or page.generated or not page.title:
            return
        if next(iter(self.document.findall(nodes.section)), None) is not None:
            return
        start = 0
        while start < len(self.document) and isinstance(self.document[start], _BEFORE_TITLE):
            start += 1
        title = nodes.title(page.title, page.title)
        section = nodes.section("", title, *self.document[start:])
        title.source = section.source = self.document["source"]
        title.line = section.line = 1
        del self.document[start:]
        self.document += section
        name = nodes.fully_normalize_name(page.title)
        section["names"].append(name)
        self.document.note_implicit_target(section, section)


#: What may stand before a title: metadata becomes `docinfo` only at the document's beginning.
_BEFORE_TITLE = (
    nodes.field_list,
    nodes.docinfo,
    nodes.comment,
    nodes.meta,
    nodes.substitution_definition,
    nodes.system_message,
)
