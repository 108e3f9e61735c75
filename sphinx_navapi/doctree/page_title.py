"""Adds the page's title as a heading to page files without one."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.doctree.page_dependencies import note_question


class PageTitle(SphinxTransform):
    """Wraps a document without a heading in a section with the page's title.

    Sphinx uses the first section as a document's title, and shows a page without one as ``<no
    title>`` in contents and search. A page whose metadata has a title also lacks its heading if
    there is text before its first section, or if it has several top-level sections.
    """

    def apply(self, **kwargs: Any) -> None:
        """Create the section; leading metadata and comments stay before it."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site and site.configured else None
        if site is None or page is None or page.generated or not page.title:
            return
        note_question(self.env, site, "title")
        start = 0
        while start < len(self.document) and isinstance(self.document[start], _BEFORE_TITLE):
            start += 1
        content = self.document[start:]
        sections = [node for node in content if isinstance(node, nodes.section)]
        if sections and (
            page.metadata.get("title") != page.title
            or content == sections[:1]
            or site.keeps_headings(page)
        ):
            return
        title = nodes.title(page.title, page.title)
        section = nodes.section("", title, *content)
        title.source = section.source = self.document["source"]
        title.line = section.line = 1
        del self.document[start:]
        self.document += section
        section["names"].append(nodes.fully_normalize_name(page.title))
        self.document.note_implicit_target(section, section)


#: Allowed before a title: metadata becomes `docinfo` only at the start of the document.
_BEFORE_TITLE = (
    nodes.field_list,
    nodes.docinfo,
    nodes.comment,
    nodes.meta,
    nodes.substitution_definition,
    nodes.system_message,
)
