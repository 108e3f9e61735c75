"""Pages about all operations of a document, as stock nodes for every builder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from docutils import nodes

from sphinx_navapi.content.nodes.description import inline_nodes
from sphinx_navapi.doctree.overview_page import DocumentPageWriter, operation_line, operation_list
from sphinx_navapi.doctree.parser import note_metadata
from sphinx_navapi.locale.interface import interface_wording, message
from sphinx_navapi.openapi.document import status_anchor
from sphinx_navapi.openapi.error_catalog import (
    ErrorCatalog,
    ProblemEntry,
    StatusEntry,
    read_errors,
    short_name,
)
from sphinx_navapi.plan.docnames import title_from_name
from sphinx_navapi.project.environment import note_words, translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.openapi.document import OperationKey
    from sphinx_navapi.openapi.facts import Text
    from sphinx_navapi.openapi.view import OperationView
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

_PROBLEMS: Final = message("Problem types")


class CatalogWriter(DocumentPageWriter):
    """Creates a *page* about the operations of a document.

    :ivar views: its operations.
    """

    def __init__(self, site: Site, env: BuildEnvironment, page: Page) -> None:
        self.say: InterfaceWords = note_words(env, env.docname)
        translate = translator_for(env, env.docname)
        super().__init__(site, page.document or "", translate, interface_wording(self.say))
        listed = [(operation.key, docname) for operation, docname in site.listed_operations(page)]
        self._pages: Mapping[OperationKey, str] = dict(listed)
        found = (site.view(key) for key, _ in listed)
        self.views: list[OperationView] = [view for view in found if view is not None]

    def page(self, document: nodes.document, page: Page) -> nodes.section:
        """The section of the whole *page*."""
        section = self._section(self.say(page.title), page.kind.name)
        document += section
        return section

    def _operations(
        self, keys: Iterable[OperationKey], texts: Mapping[OperationKey, Text | None] | None = None
    ) -> Iterator[nodes.Element]:
        """The operations *keys*, each with a sentence of its text."""
        items = []
        for key in keys:
            docname = self._pages[key]
            item = nodes.list_item("", operation_line(docname, self._label(docname), key))
            sentence = self._texts.sentence(texts.get(key)) if texts else ""
            if sentence:
                item += nodes.paragraph("", "", *inline_nodes(sentence))
            items.append(item)
        if items:
            yield from operation_list(items, self._words)

    # -- errors -----------------------------------------------------------------------------

    def errors(self, section: nodes.section, found: ErrorCatalog) -> None:
        """Add the problem types and the statuses."""
        names = {each.uri: each for each in found.problems}
        # Ids that links from elsewhere rely on come first.
        self._ids |= dict.fromkeys(status_anchor(each.status) for each in found.statuses)
        if found.problems:
            problems = self._section(self.say(_PROBLEMS), "problem-types")
            problems.extend(self._problem(each) for each in found.problems)
            section += problems
        section.extend(self._status(each, names) for each in found.statuses)

    def _problem(self, problem: ProblemEntry) -> nodes.section:
        title = problem.title or title_from_name(short_name(problem.uri))
        section = self._section(title, problem.anchor)
        statuses = [_to_anchor(status_anchor(each), each) for each in problem.statuses]
        section += nodes.paragraph(
            "", "", nodes.literal("", problem.uri), nodes.Text(" · "), *_joined(statuses)
        )
        section += self._said(self._texts.tell(problem.text), [problem.text])
        section += list(self._operations(problem.operations))
        return section

    def _status(self, entry: StatusEntry, names: Mapping[str, ProblemEntry]) -> nodes.section:
        title = f"{entry.status} {entry.response.phrase(self._words)}".strip()
        anchor = status_anchor(entry.status)
        self._ids.pop(anchor)
        section = self._section(title, anchor)
        if entry.problems:
            found = [names[uri] for uri in entry.problems]
            links = [_to_anchor(each.anchor, short_name(each.uri)) for each in found]
            label = nodes.Text(f"{self.say(_PROBLEMS)}: ")
            section += nodes.paragraph("", "", label, *_joined(links))
        shared = [each for each in entry.meanings if len(each.operations) > 1]
        if len(entry.meanings) == 1:
            shared = list(entry.meanings)
        for meaning in shared:
            section += self._said(self._texts.tell(meaning.text), [meaning.text])
            section += list(self._operations(meaning.operations))
        single = {each.operations[0]: each.text for each in entry.meanings if each not in shared}
        section += list(self._operations(single, single))
        return section


def _to_anchor(anchor: str, text: str) -> nodes.reference:
    """A link to the id *anchor* of the page."""
    return nodes.reference("", "", nodes.literal("", text), internal=True, refid=anchor)


def _joined(links: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    for index, link in enumerate(links):
        if index:
            yield nodes.Text(", ")
        yield link


def fill_errors(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """The errors of a document."""
    writer = CatalogWriter(site, env, page)
    section = writer.page(document, page)
    writer.errors(section, read_errors(writer.views, site.registry(page.document or "")))
    for inner in section.findall(nodes.section):
        document.ids.setdefault(inner["ids"][0], inner)
    note_metadata(env, page)
