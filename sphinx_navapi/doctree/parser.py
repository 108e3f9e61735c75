"""Converts the stub of a generated document to its doctree.

The stub is a fingerprint: it changes when the page must be read again. The page's content comes
from the plan and the document, which are in memory.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.parsers import Parser

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.changes_page import changes_content
from sphinx_navapi.doctree.domain import navapi_domain
from sphinx_navapi.doctree.nodes import navapi_navigation, navapi_operation
from sphinx_navapi.doctree.operation_page import (
    describe,
    index_entries,
    operation_anchor,
    operation_content,
    schema_content,
    used_by,
)
from sphinx_navapi.doctree.page_dependencies import note_operation_shown, note_question
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import env_site, note_words, translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site, Translate


class StubParser(Parser):
    """Parser of stubs: operations, schemas, and a missing root document."""

    supported: ClassVar[tuple[str, ...]] = ("navapi",)

    def parse(self, inputstring: str | StringList, document: nodes.document) -> None:
        """Build the doctree of the planned page with the current docname."""
        env: BuildEnvironment = document.settings.env
        site = env_site(env)
        page = site.page(env.docname) if site else None
        # As for all pages: other extensions take paths relative to the source directory from it.
        document["source"] = f"{env.srcdir}/{env.doc2path(env.docname, False)}"
        if site is None or page is None:
            # A stub whose page is gone: an empty document, removed by the next build.
            document += nodes.section("", nodes.title("", env.docname), ids=["removed"], names=[])
            env.metadata[env.docname]["orphan"] = ""
            return
        # Texts of documents are shown as written: ``--flag``, ``1...2``, quotes.
        document["support_smartquotes"] = False
        # Otherwise a transform would examine each text without changing it.
        document.settings.smart_quotes = False
        resolve_name(page.kind.content)(document, page, site, env)
        for heading in find_nodes(document, (nodes.section, nodes.title)):
            for name in heading["ids"]:
                document.ids.setdefault(name, heading)
            # Sphinx would do the same, but first serialize each title for a debug message.
            if isinstance(heading, nodes.title) and heading.source is None:
                heading.source, heading.line = heading.parent.source, heading.parent.line
        # They are in none of the project's toctrees; the navigation gives them their place.
        if not (page.trail or page.is_home):
            env.metadata[env.docname]["orphan"] = ""


def fill_home(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """The root document without a file: the navigation as a list."""
    section = nodes.section("", nodes.title("", page.title), ids=["contents"], names=[])
    document += section
    section += navapi_navigation("", target="")


def fill_operation(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """An operation."""
    assert page.operation is not None
    note_operation_shown(env, site, page.operation, elsewhere=False)
    operation = site.operation(env.docname, page.operation)
    anchor = operation_anchor(page.title)
    if operation is None:
        document += nodes.section("", nodes.title("", page.title), ids=[anchor], names=[])
        return
    translate = translator_for(env, env.docname)
    section = navapi_operation("", method=page.operation.method, path=page.operation.path)
    section["ids"] = [anchor]
    section += _title(page, translate)
    section += index_entries(operation, anchor)
    document += section
    words = interface_wording(note_words(env, env.docname))
    own = operation.view.description
    if page.description and page.description != own:
        section += describe(page.description, page.operation, "metadata", translate, words)
    section.extend(
        operation_content(
            operation,
            document=document,
            directory=page.directory,
            translate=translate,
            words=words,
            sections=True,
        )
    )
    domain = navapi_domain(env)
    domain.note_operation(page.operation, page.title, anchor)
    domain.note_links(operation)


def fill_schema(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """A component schema."""
    assert page.schema is not None
    name, component = page.schema
    words = interface_wording(note_words(env, env.docname))
    translate = translator_for(env, env.docname)
    anchor = nodes.make_id(page.title) or "schema"
    section = nodes.section("", _title(page, translate), ids=[anchor], names=[])
    document += section
    section.extend(schema_content(site, name, component, directory=page.directory, titled=True))
    if page.used_by:
        section += used_by(site, page, translate, words)
    navapi_domain(env).note_schema(name, component, anchor)


def fill_changes(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """Changes between two versions of a document."""
    new, old = str(page.subject["document"]), str(page.subject["changes_from"])
    translate = translator_for(env, env.docname)
    section = nodes.section("", _title(page, translate), ids=["changes"], names=[])
    document += section
    note_question(env, site, "changes", new, old)
    words = note_words(env, env.docname)
    section.extend(changes_content(site, env, old, new, document=document, words=words))


def fill_overview(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """A document, or some of its tags."""
    assert page.overview is not None
    # Imported here, since builds that read no overview do not need it.
    from sphinx_navapi.doctree.overview_page import OverviewWriter

    translate = translator_for(env, env.docname)
    words = interface_wording(note_words(env, env.docname))
    anchor = nodes.make_id(page.title) or "overview"
    title = _title(page, translate)
    tree = site.overview(page)
    pointer = tree.pointer if tree else ""
    title.update_all_atts({"document": page.overview, "pointer": pointer})
    section = nodes.section("", title, ids=[anchor], names=[])
    document += section
    if tree is not None:
        words = site.content(page.overview).wording(words)
        writer = OverviewWriter(site, page.overview, translate, words)
        writer.write(section, tree, is_part=bool(page.tags))


def _title(page: Page, translate: Translate | None) -> nodes.title:
    text = translate(page.title) if translate else page.title
    # Translated here, so Sphinx's transform, which would parse it as reStructuredText, skips it;
    # the gettext builder gets the original.
    title = nodes.title(text, text, translatable=False, message=page.title)
    if page.operation:
        title["document"] = page.operation.document
        title["method"] = page.operation.method
        title["path"] = page.operation.path
    return title
