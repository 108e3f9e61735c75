"""The choice "Changed since" above the sidebar and in the search, for documents with ``history``.

The script of a page has the versions; the operations are in one file for all pages, loaded when the
reader chooses a version.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.metadata import is_hidden
from sphinx_navapi.plan.site_plan import Page, ResolvedElement

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

#: Path in the output.
FILE: Final = "_navapi/since.js"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPages:
    """The pages of a document's operations that are new or changed since its first version: those
    with an entry in the same sidebar.

    :ivar versions: labels, oldest first.
    :ivar last: index of the version that changed the operation last, by docname, in the order of
        the navigation.
    """

    document: str
    title: str
    versions: tuple[str, ...]
    last: Mapping[str, int]

    def choices(self) -> list[tuple[str, int, int]]:
        """Each version since which something changed, newest first: label, index, number of
        operations.
        """
        choices = []
        for index in range(len(self.versions) - 2, -1, -1):
            count = sum(last > index for last in self.last.values())
            if count:
                choices.append((self.versions[index], index, count))
        return choices


def changed_pages(
    documents: Mapping[str, OpenApiDocument], pages: Mapping[str, Page]
) -> list[ChangedPages]:
    """Those of each document with a history, if there are any."""
    changed = []
    for name, document in documents.items():
        history = document.history
        order = {version: index for index, version in enumerate(history.versions)}
        last = {
            docname: order[changes[0].version]
            for docname, page in pages.items()
            if page.operation is not None
            and page.operation.document == name
            and page.trail
            and not is_hidden(page.metadata)
            and (changes := history.changes.get(str(page.operation)))
        }
        if last:
            title = as_text(as_mapping(document.root.get("info")).get("title")) or name
            changed.append(
                ChangedPages(document=name, title=title, versions=history.versions, last=last)
            )
    return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class SidebarChanges:
    """The pages of a document in one sidebar: a document may be listed in several languages.

    :ivar groups: the label of the group around each page.
    """

    section: ResolvedElement
    pages: ChangedPages
    groups: Mapping[str, str]


def changes_by_sidebar(
    navigation: ResolvedElement, changed: list[ChangedPages]
) -> Iterator[SidebarChanges]:
    """Those of *changed* in each sidebar of *navigation*, if there are any."""
    for section in _sections(navigation):
        groups = dict(_entries(section, ""))
        for each in changed:
            last = {name: index for name, index in each.last.items() if name in groups}
            if last:
                yield SidebarChanges(section=section, pages=replace(each, last=last), groups=groups)


def setup(app: Sphinx, site: Site) -> None:
    """Add the script to pages beside such operations, and write the file."""
    changed = changed_pages(site.plan.documents, site.plan.pages)
    known = list(changes_by_sidebar(site.plan.navigation, changed))

    def attributes(docname: str) -> dict[str, str]:
        html = env_html(app.env)
        contexts = html.contexts if html is not None else None
        if contexts is None or not contexts.is_single(docname):
            return {}
        section = contexts.navigation.section(docname)
        value = [
            [index, each.pages.document, each.pages.title, each.pages.choices()]
            for index, each in enumerate(known)
            if each.section is section
        ]
        if not value:
            return {}
        words = site.words(docname)
        labels = [words("Changed since"), words("Any version")]
        return {
            "data-since": json.dumps(value, ensure_ascii=False),
            "data-words": json.dumps(labels, ensure_ascii=False),
        }

    def add(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        if data := attributes(pagename):
            add_page_script(app, "navapi-since.js", **data)
            app.builder.add_css_file("navapi-since.css")  # type: ignore[attr-defined] # of HTML builders

    def reserve(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        """The space of the choice in our theme, so that nothing moves when the script fills it."""
        if context.get("navapi_sidebar") and attributes(pagename):
            words = site.words(pagename)
            option = f'<option value="">{escape(words("Any version"))}</option>'
            label = f"{escape(words('Changed since'))} <select disabled>{option}</select>"
            choice = f'<label class="navapi-since">{label}</label>'
            context["navapi_sidebar"] = context["navapi_sidebar"].replace(
                "<ul>", f"{choice}<ul>", 1
            )

    def write(app: Sphinx, files: OutputFiles) -> None:
        html = env_html(app.env)
        if html is not None and html.contexts is not None:
            files.put(FILE, _file_text(known, html.contexts))

    if known:
        app.connect("navapi-page-state", lambda app, docname: attributes(docname))
        app.connect("html-page-context", add, priority=450)
        # When the theme's own handler has added the sidebar.
        app.connect("html-page-context", reserve, priority=990)
        app.connect("navapi-output-files", write)


def _file_text(known: list[SidebarChanges], contexts: PageContexts) -> str:
    """A call with a list for each of them: page, index of its version, group, and entry."""
    value = [
        [
            [docname, last, each.groups[docname], contexts.navigation.entry(docname)]
            for docname, last in each.pages.last.items()
        ]
        for each in known
    ]
    return f"navapiSinceList({json.dumps(value, ensure_ascii=False, separators=(',', ':'))})\n"


def _sections(element: ResolvedElement) -> Iterator[ResolvedElement]:
    """*element* and those below it that have a sidebar of their own."""
    if element.kind is not ElementKind.GROUP:
        yield element
    for entries in element.content.values():
        for entry in entries:
            if isinstance(entry, ResolvedElement):
                yield from _sections(entry)


def _entries(element: ResolvedElement, group: str) -> Iterator[tuple[str, str]]:
    """Each page in the sidebar of *element* with the label of the group around it."""
    group = element.label or group
    if element.root:
        yield element.root, group
    for key in ("pages", "groups"):
        for entry in element.content.get(key, ()):
            if isinstance(entry, str):
                yield entry, group
            elif isinstance(entry, ResolvedElement):
                yield from _entries(entry, group)
