"""Page files whose metadata refers to an operation or a schema, which follows their text.

A page may also describe its own operation: method and path, the form, samples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.domain import directory_for, navapi_domain
from sphinx_navapi.doctree.nodes import (
    navapi_block,
    navapi_operation,
    navapi_shown_operation,
    navapi_signature,
    titled_section,
)
from sphinx_navapi.doctree.operation_page import (
    HISTORY_ANCHOR,
    SAMPLES_ANCHOR,
    operation_block,
    operation_content,
    schema_content,
)
from sphinx_navapi.doctree.page_dependencies import (
    note_operation_shown,
    note_question,
    note_schema_shown,
)
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.metadata import SHOWING_KEYS, text_of
from sphinx_navapi.plan.page_operation import PageField, read_page_operation
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import (
    env_site,
    env_state,
    note_words,
    translator_for,
    writes_site,
)

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.project.site import Site


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
        if site.keeps_headings(page) and (sections or not SHOWING_KEYS & page.metadata.keys()):
            return
        has_heading = any(
            _HEADING.search(node.astext()) for node in find_nodes(self.document, nodes.raw)
        )
        title = nodes.title(page.title, page.title)
        section = nodes.section("", title, *content, **({OWN_HEADING: True} if has_heading else {}))
        title.source = section.source = self.document["source"]
        title.line = section.line = 1
        del self.document[start:]
        self.document += section
        section["names"].append(nodes.fully_normalize_name(page.title))
        self.document.note_implicit_target(section, section)
        hide_head(section, page.metadata)


#: Values of ``mode`` that leave all of the page to its author.
_BLANK_MODES = frozenset({"custom", "frame"})


def hide_head(section: nodes.section, metadata: Mapping[str, Any]) -> None:
    """Hide title and description in *section* visually, if the page has its own heading."""
    if text_of(metadata, "mode") in _BLANK_MODES:
        section["classes"].append("navapi-blank-sheet")


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
        if SHOWING_KEYS & page.metadata.keys():
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
        domain = navapi_domain(self.env)
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
        domain = navapi_domain(self.env)
        for key in (page.operation, *page.more_operations):
            operation = site.operation(page.docname, key)
            note_operation_shown(self.env, site, key)
            if operation is None:
                continue
            name = operation.view.summary or str(key)
            title = translate(name) if translate else name
            anchor = nodes.make_id(operation.view.operation_id or str(key))
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
            if key != page.operation:
                domain.note_operation(key, name, anchor)
            yield titled_section(self.document, title, anchor, shown)


def _drop_repeated_lead(section: nodes.Element, operation: OperationTree) -> None:
    """Remove the page's description from *section* if it equals the operation's."""
    own = plain_text(operation.view.description or "")
    for lead in [each for each in section if isinstance(each, nodes.paragraph)]:
        if "navapi-lead" in lead["classes"] and lead.astext() == own:
            section.remove(lead)


class PlaceSamples(SphinxPostTransform):
    """Moves the samples of each operation to its end, before its history, outside a browser.

    In a browser they stay the first section: a narrow screen shows them after the description, a
    wide one beside the text.
    """

    def run(self, **kwargs: Any) -> None:
        """Move the samples of each operation on the page."""
        site = env_site(self.env)
        if site is None or writes_site(site.builder):
            return
        for signature in find_nodes(self.document, navapi_signature):
            operation = signature.parent
            samples = _samples(operation)
            for node in samples:
                operation.remove(node)
            at = _history(operation, samples)
            operation[at:at] = samples


def first_section(operation: nodes.Element) -> int:
    """The index of the first section in the section of an operation, or where it would be."""
    indexes = (at for at, node in enumerate(operation) if isinstance(node, nodes.section))
    return next(indexes, len(operation))


def _samples(operation: nodes.Element) -> list[nodes.Node]:
    """The samples section, or the samples rubric and its content."""
    for position, node in enumerate(operation.children):
        if isinstance(node, nodes.section) and SAMPLES_ANCHOR in node["ids"]:
            return [node]
        if isinstance(node, navapi_block) and node["kind"] == "samples":
            return operation.children[max(position - 1, 0) : position + 1]
    return []


def _history(operation: nodes.Element, samples: list[nodes.Node]) -> int:
    """The index of the history of the operation with *samples*, or where it would be."""
    blocks = (block for node in samples for block in find_nodes(node, navapi_block))
    anchors = {f"{block['prefix']}{HISTORY_ANCHOR}" for block in blocks}
    indexes = (
        at
        for at, node in enumerate(operation)
        if isinstance(node, nodes.section | nodes.rubric) and anchors.intersection(node["ids"])
    )
    return next(indexes, len(operation))


#: Attribute of a field's node that describes a part of a request.
FIELD = "request_field"


def describe_operation(
    document: nodes.document, env: BuildEnvironment, site: Site, page: Page
) -> None:
    """Add method and path at the start of a page with ``api``, and samples before its sections.

    Its fields stay in place, as do examples of its request, which replace samples. The operation is
    kept in the environment.
    """
    operation = read_page_operation(page.docname, page.metadata, _fields(document))
    section = next(iter(document.findall(nodes.section)), None)
    if operation is None or section is None:
        return
    env_state(env).operations[page.docname] = operation
    site.describe(operation)
    note_operation_shown(env, site, operation.key, elsewhere=False)
    tree = site.operation(page.docname, operation.key)
    if tree is None:
        return
    shown = operation_section(document, section, operation.key)
    signature = navapi_signature(
        "",
        document=operation.docname,
        method=operation.method,
        path=operation.path,
        deprecated=page.deprecated,
    )
    shown.insert(1 if isinstance(shown[0], nodes.title) else 0, signature)
    words = interface_wording(note_words(env, page.docname))
    if not any(map(_is_request_example, shown.findall(nodes.Element))):
        block = operation_block("samples", tree, directory=page.directory)
        samples = titled_section(document, words.code_samples, SAMPLES_ANCHOR, block)
        shown.insert(first_section(shown), samples)


def operation_section(
    document: nodes.document, section: nodes.section, key: OperationKey
) -> navapi_operation:
    """The page's *section* as that of an operation page."""
    operation = navapi_operation(
        "", *section.children, method=key.method, path=key.path, **section.attributes
    )
    operation.source, operation.line = section.source, section.line
    section.parent.replace(section, operation)
    for anchor in operation["ids"]:
        document.ids[anchor] = operation
    return operation


def _is_request_example(node: nodes.Element) -> bool:
    return node.tagname == "navapi_examples" and node.get("kind") == "request"


def _fields(node: nodes.Element) -> list[PageField]:
    """The request fields below *node*, with nested fields inside their parents."""
    fields = []
    for child in node.children:
        if not isinstance(child, nodes.Element):
            continue
        described = child.get(FIELD)
        if isinstance(described, dict):
            fields.append(PageField(**described, fields=tuple(_fields(child))))
        else:
            fields += _fields(child)
    return fields
