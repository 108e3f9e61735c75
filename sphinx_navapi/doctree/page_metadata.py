"""Page files whose metadata refers to an operation or a schema, which follows their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_navapi.doctree.domain import NavApiDomain
from sphinx_navapi.doctree.lookup import directory_for
from sphinx_navapi.doctree.nodes import navapi_shown_operation
from sphinx_navapi.doctree.operation_page import operation_content
from sphinx_navapi.doctree.page_dependencies import (
    note_operation_shown,
    note_question,
    note_schema_shown,
)
from sphinx_navapi.doctree.page_operation import describe_operation, operation_section
from sphinx_navapi.doctree.schema_page import schema_content
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import env_site, note_words, translator_for

if TYPE_CHECKING:
    from sphinx_navapi.content.operation import OperationTree


class PageTitle(SphinxTransform):
    """Wraps a document without a heading in a section with the page's title.

    Sphinx uses the first section as a document's title, and shows a page without one as ``<no
    title>`` in contents and search. A page whose metadata has a title also lacks its heading if
    there is text before its first section, or if it has several top-level sections. In HTML,
    a page with a heading in HTML of its own does not show ours.
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
        if sections and (page.metadata.get("title") != page.title or content == sections[:1]):
            return
        if site.keeps_headings(page) and (sections or not _KEYS & page.metadata.keys()):
            return
        has_heading = any(
            _HEADING.search(node.astext()) for node in self.document.findall(nodes.raw)
        )
        title = nodes.title(page.title, page.title)
        section = nodes.section("", title, *content, **({OWN_HEADING: True} if has_heading else {}))
        title.source = section.source = self.document["source"]
        title.line = section.line = 1
        del self.document[start:]
        self.document += section
        section["names"].append(nodes.fully_normalize_name(page.title))
        self.document.note_implicit_target(section, section)


#: Attribute of the section of a page with a heading in HTML, ...
OWN_HEADING = "navapi_own_heading"
#: ... which is this.
_HEADING = re.compile(r"<h1\b", re.IGNORECASE)

#: Allowed before a title: metadata becomes `docinfo` only at the start of the document.
_BEFORE_TITLE = (
    nodes.field_list,
    nodes.docinfo,
    nodes.comment,
    nodes.meta,
    nodes.substitution_definition,
    nodes.system_message,
)


#: Metadata keys that may determine what a page shows.
_KEYS = frozenset({"openapi", "openapi-schema", "asyncapi", "api"})


class PageMetadata(SphinxTransform):
    """Appends the operation or schema in a page file's metadata to the page.

    A page with ``api`` describes its own operation, and gets what is missing.
    """

    def apply(self, **kwargs: Any) -> None:
        """Append the content to the first section, which is that of the page."""
        site = env_site(self.env)
        page = site.page(self.env.docname) if site else None
        if site is None or page is None or page.generated:
            return
        if _KEYS & page.metadata.keys():
            note_question(self.env, site, "page")
        if page.operation is None and page.schema is None:
            return
        if page.describes_itself:
            describe_operation(self.document, self.env, site, page)
            return
        section = next(iter(self.document.findall(nodes.section)), self.document)
        if page.operation is not None and isinstance(section, nodes.section):
            section = operation_section(self.document, section, page.operation)
        section.extend(self._content(site, page, section))

    def _content(self, site: Any, page: Page, section: nodes.Element) -> list[nodes.Element]:
        domain = self.env.get_domain("navapi")
        assert isinstance(domain, NavApiDomain)
        words = note_words(self.env, page.docname)
        anchor = section["ids"][0] if section.get("ids") else ""
        if page.operation is not None:
            operation = site.operation(page.docname, page.operation)
            note_operation_shown(self.env, site, page.operation)
            if operation is None:
                return []
            domain.note_operation(page.operation, page.title, anchor)
            domain.note_links(operation)
            if page.more_operations:
                return list(self._channel(site, page, words))
            _drop_repeated_lead(section, operation)
            return list(
                operation_content(
                    operation,
                    document=self.document,
                    directory=directory_for(site, page.docname, page.operation.document),
                    translate=translator_for(self.env, page.docname),
                    words=interface_wording(words),
                    sections=True,
                )
            )
        assert page.schema is not None
        document, name = page.schema
        note_schema_shown(self.env, site, document, name)
        domain.note_schema(document, name, anchor)
        directory = directory_for(site, page.docname, document)
        return list(schema_content(site, document, name, directory=directory))

    def _channel(self, site: Any, page: Page, words: Any) -> Iterator[nodes.Element]:
        """A section for each operation of a channel."""
        assert page.operation is not None
        translate = translator_for(self.env, page.docname)
        domain = self.env.get_domain("navapi")
        assert isinstance(domain, NavApiDomain)
        for key in (page.operation, *page.more_operations):
            operation = site.operation(page.docname, key)
            note_operation_shown(self.env, site, key)
            if operation is None:
                continue
            name = operation.view.summary or str(key)
            title = translate(name) if translate else name
            anchor = nodes.make_id(operation.view.operation_id or str(key))
            heading = nodes.title(title, title, translatable=False)
            shown = navapi_shown_operation("", method=key.method, path=key.path)
            shown += operation_content(
                operation,
                document=self.document,
                directory=directory_for(site, page.docname, key.document),
                translate=translate,
                words=interface_wording(words),
                sections=False,
                prefix=f"{anchor}-",
            )
            section = nodes.section("", heading, shown, ids=[anchor], names=[])
            self.document.ids.setdefault(anchor, section)
            if key != page.operation:
                domain.note_operation(key, name, anchor)
            yield section


def _drop_repeated_lead(section: nodes.Element, operation: OperationTree) -> None:
    """Remove the page's description from *section* if it equals the operation's."""
    own = plain_text(operation.view.description or "")
    for lead in [each for each in section if isinstance(each, nodes.paragraph)]:
        if "navapi-lead" in lead["classes"] and lead.astext() == own:
            section.remove(lead)
