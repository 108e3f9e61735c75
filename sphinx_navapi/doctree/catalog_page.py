"""Pages about all operations of a document, as stock nodes for every builder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

from docutils import nodes

from sphinx_navapi.content.nodes.description import inline_nodes
from sphinx_navapi.doctree.domain import object_link
from sphinx_navapi.doctree.nodes import OPERATION_LIST
from sphinx_navapi.doctree.overview_page import (
    MOST_LISTED,
    DocumentPageWriter,
    joined,
    operation_entry,
    operation_list,
    page_link,
)
from sphinx_navapi.locale.interface import interface_wording, message
from sphinx_navapi.locale.wording import fill
from sphinx_navapi.openapi.document import scheme_anchor, status_anchor
from sphinx_navapi.openapi.error_catalog import (
    ErrorCatalog,
    ProblemEntry,
    StatusEntry,
    read_errors,
    short_name,
)
from sphinx_navapi.openapi.scope_matrix import ScopeMatrix, read_scopes
from sphinx_navapi.plan.deprecations import Deprecation, read_deprecations
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
_ALL: Final = message("All operations")
_ALL_BUT: Final = message("All operations except these")
_ALWAYS: Final = message("Required")
_SOMETIMES: Final = message("In one of several alternatives")
_ENDS: Final = message("Ends on {date}")
_NO_END: Final = message("No end date")

#: From more scopes on, each has a list of operations instead of a column.
_MOST_COLUMNS: Final = 8


class CatalogWriter(DocumentPageWriter):
    """Creates a *page* about the operations of a document.

    :ivar views: its operations.
    """

    def __init__(self, site: Site, env: BuildEnvironment, page: Page) -> None:
        self._env = env
        self.say: InterfaceWords = note_words(env, env.docname)
        translate = translator_for(env, env.docname)
        super().__init__(site, page.document or "", translate, interface_wording(self.say))
        listed = [(operation.key, docname) for operation, docname in site.listed_operations(page)]
        self._pages: Mapping[OperationKey, str] = dict(listed)
        views = (site.view(key) for key, _ in listed)
        self.views: list[OperationView] = [view for view in views if view is not None]

    def fill(
        self, document: nodes.document, page: Page, add: Callable[[nodes.section], None]
    ) -> None:
        """Fill the *document* of *page*. :param add: adds what is below the title."""
        section = self._section(self.say(page.title), page.kind.name)
        document += section
        add(section)

    def _operations(
        self, keys: Iterable[OperationKey], texts: Mapping[OperationKey, Text | None] | None = None
    ) -> Iterator[nodes.Element]:
        """The operations *keys*, each with a sentence of its text."""
        items = []
        keys = list(keys)
        others = None if texts else self._others(keys)
        if others is not None:
            yield nodes.paragraph("", self.say(_ALL_BUT if others else _ALL), translatable=False)
            keys = others
        for key in keys:
            docname = self._pages[key]
            item = nodes.list_item("", operation_entry(docname, self._label(docname), key))
            sentence = self._texts.sentence(texts.get(key)) if texts else ""
            if sentence:
                item += nodes.paragraph("", "", *inline_nodes(sentence))
            items.append(item)
        if items:
            yield from operation_list(items, self._words)

    def _others(self, keys: Collection[OperationKey]) -> list[OperationKey] | None:
        """The operations that are not among *keys*, if these are many and almost all.

        A list of all that answer with 500 would be as long as the document, for each status.
        """
        known = frozenset(keys)
        others = [view.key for view in self.views if view.key not in known and not view.incoming]
        is_short = len(keys) > MOST_LISTED and len(others) * 4 <= len(keys)
        return others if is_short else None

    # -- errors -----------------------------------------------------------------------------

    def errors(self, section: nodes.section, catalog: ErrorCatalog) -> None:
        """Add the problem types and the statuses."""
        names = {each.uri: each for each in catalog.problems}
        # Ids that links from elsewhere rely on come first.
        self._ids |= dict.fromkeys(status_anchor(each.status) for each in catalog.statuses)
        if catalog.problems:
            problems = self._section(self.say(_PROBLEMS), "problem-types")
            problems.extend(self._problem(each) for each in catalog.problems)
            section += problems
        section.extend(self._status(each, names) for each in catalog.statuses)

    def _problem(self, problem: ProblemEntry) -> nodes.section:
        title = problem.title or title_from_name(short_name(problem.uri))
        section = self._section(title, problem.anchor)
        statuses = [_to_anchor(status_anchor(each), each) for each in problem.statuses]
        section += nodes.paragraph(
            "", "", nodes.literal("", problem.uri), nodes.Text(" · "), *joined(statuses)
        )
        section += self._to_nodes(self._texts.tell(problem.text), [problem.text])
        section += list(self._operations(problem.operations))
        return section

    def _status(self, entry: StatusEntry, names: Mapping[str, ProblemEntry]) -> nodes.section:
        title = f"{entry.status} {entry.response.phrase(self._words)}".strip()
        anchor = status_anchor(entry.status)
        self._ids.pop(anchor)
        section = self._section(title, anchor)
        if entry.problems:
            entries = [names[uri] for uri in entry.problems]
            links = [_to_anchor(each.anchor, short_name(each.uri)) for each in entries]
            label = nodes.Text(f"{self.say(_PROBLEMS)}: ")
            section += nodes.paragraph("", "", label, *joined(links))
        shared = [each for each in entry.meanings if len(each.operations) > 1]
        if len(entry.meanings) == 1:
            shared = list(entry.meanings)
        for meaning in shared:
            section += self._to_nodes(self._texts.tell(meaning.text), [meaning.text])
            section += list(self._operations(meaning.operations))
        single = {each.operations[0]: each.text for each in entry.meanings if each not in shared}
        section += list(self._operations(single, single))
        return section

    # -- scopes -----------------------------------------------------------------------------

    def scopes(self, section: nodes.section, matrices: Iterable[ScopeMatrix]) -> None:
        """Add a section for each scheme."""
        for each in matrices:
            inner = self._section(each.scheme.scheme, scheme_anchor(each.scheme.scheme))
            kind = each.scheme.kind_words(self._words)
            inner += nodes.paragraph("", kind, translatable=False)
            inner += self._to_nodes(
                self._texts.tell(each.scheme.description), [each.scheme.description]
            )
            wide = len(each.used) > _MOST_COLUMNS
            if wide or any(text for _, text in each.scopes):
                inner += self._scope_list(each, with_operations=wide)
            if not wide:
                inner.extend(self._matrix(each))
            section += inner

    def _scope_list(self, matrix: ScopeMatrix, *, with_operations: bool) -> nodes.definition_list:
        """The scopes with their texts. :param with_operations: also those that require them."""
        listed = nodes.definition_list(classes=["simple"])
        for scope, text in matrix.scopes:
            term = nodes.term("", "", nodes.literal("", scope))
            content = nodes.definition("", *self._to_nodes(self._texts.tell(text), [text]))
            if with_operations:
                keys = [key for key, required in matrix.operations if scope in required]
                content.extend(self._operations(keys))
            if not content.children:
                content += nodes.paragraph()
            listed += nodes.definition_list_item("", term, content)
        return listed

    def _matrix(self, matrix: ScopeMatrix) -> Iterator[nodes.Element]:
        """A row for each operation, a column for each scope, and what the marks mean."""
        group = nodes.tgroup(cols=1 + len(matrix.used))
        group += [nodes.colspec(colwidth=4), *(nodes.colspec(colwidth=2) for _ in matrix.used)]
        titles = [nodes.Text(self._words.operations)]
        head = nodes.row("", _entry(*titles), *(_entry(nodes.literal("", s)) for s in matrix.used))
        body = nodes.tbody()
        marks: dict[str, str] = {}
        for key, required in matrix.operations:
            row = nodes.row("", _entry(page_link(self._pages[key], str(key))))
            for scope in matrix.used:
                mark = "" if scope not in required else "•" if required[scope] else "(•)"
                if mark:
                    marks[mark] = self.say(_ALWAYS if mark == "•" else _SOMETIMES)
                row += _entry(nodes.Text(mark), classes=["navapi-mark"])
            body += row
        group += [nodes.thead("", head), body]
        yield nodes.table("", group, classes=["navapi-matrix"])
        legend = " · ".join(f"{mark} {marks[mark]}" for mark in ("•", "(•)") if mark in marks)
        yield nodes.paragraph("", legend, translatable=False)

    # -- deprecations -----------------------------------------------------------------------

    def deprecations(self, section: nodes.section, entries: Iterable[Deprecation]) -> None:
        """Add what is deprecated: a section for each date, then what has none."""
        groups = [(sunset, list(each)) for sunset, each in groupby(entries, lambda e: e.sunset)]
        for sunset, listed in groups:
            items = [self._deprecation(each) for each in listed]
            inner = section
            if sunset is not None:
                title = fill(self.say(_ENDS), date=str(sunset))
                inner = self._section(title, f"sunset-{sunset}")
            elif len(groups) > 1:
                inner = self._section(self.say(_NO_END), "no-sunset")
            inner += nodes.bullet_list("", *items, bullet="*", classes=[OPERATION_LIST])
            if inner is not section:
                section += inner

    def _deprecation(self, entry: Deprecation) -> nodes.list_item:
        keys = list(entry.operations)
        if not (entry.name or entry.schema):
            docname = self._pages[keys.pop()]
            operation = next(iter(entry.operations))
            line = operation_entry(docname, self._label(docname), operation)
        else:
            line = nodes.paragraph()
            if entry.schema:
                line += self._schema(entry.schema)
            if entry.name:
                line += [nodes.Text(" " if entry.schema else ""), nodes.literal("", entry.name)]
            if entry.place:
                line += nodes.Text(f" ({entry.place})")
        item = nodes.list_item("", line)
        facts = [f"{self._words.deprecated_in} {entry.since}"] if entry.since else []
        if facts:
            item += nodes.paragraph("", facts[0], translatable=False)
        sentence = self._texts.sentence(entry.text)
        if sentence:
            item += nodes.paragraph("", "", *inline_nodes(sentence))
        item.extend(self._operations(keys))
        return item

    def _schema(self, name: str) -> nodes.Element:
        """The name of a component, linked to its page if it has one."""
        literal = nodes.literal("", name)
        if self._site.find_schema_page(self._name, name) is None:
            return literal
        return object_link(self._env, "schema", f"{self._name} {name}", literal)


def _entry(*children: nodes.Node, classes: Iterable[str] = ()) -> nodes.entry:
    return nodes.entry("", nodes.paragraph("", "", *children), classes=list(classes))


def _to_anchor(anchor: str, text: str) -> nodes.reference:
    """A link to the id *anchor* of the page."""
    return nodes.reference("", "", nodes.literal("", text), internal=True, refid=anchor)


def fill_errors(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """The errors of a document."""
    writer = CatalogWriter(site, env, page)
    catalog = read_errors(writer.views, site.registry(page.document or ""))
    writer.fill(document, page, lambda section: writer.errors(section, catalog))


def fill_scopes(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """The scopes that the operations of a document require."""
    writer = CatalogWriter(site, env, page)
    source = site.document(page.document or "")
    matrices = read_scopes(source, writer.views) if source is not None else []
    writer.fill(document, page, lambda section: writer.scopes(section, matrices))


def fill_deprecations(
    document: nodes.document, page: Page, site: Site, env: BuildEnvironment
) -> None:
    """What is deprecated in a document."""
    writer = CatalogWriter(site, env, page)
    registry = site.registry(page.document or "")
    entries = read_deprecations(registry.document, writer.views, registry)
    writer.fill(document, page, lambda section: writer.deprecations(section, entries))
