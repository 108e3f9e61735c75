"""The plan of a site: everything that determines which pages exist and where they appear."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sphinx_navapi.config.navigation import NavigationElement, PageEntry, walk
from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.settings import (
    OF_OTHER_TOOLS,
    SETTING_NAMES,
    clean_settings,
    site_variables,
)
from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.diagnostics import Diagnostic, Place
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation_reference import OperationReference
from sphinx_navapi.plan.base_urls import BaseUrls
from sphinx_navapi.plan.docnames import DocnameRegister
from sphinx_navapi.plan.documents import DocumentLibrary, bound_histories
from sphinx_navapi.plan.entries import EntryReader, Meaning
from sphinx_navapi.plan.findings import (
    RESERVED,
    find_contested,
    find_cut_paths,
    find_duplicates,
    find_empty_documents,
    find_empty_pages,
    find_left_out,
    find_missing_files,
    find_missing_toctrees,
    find_no_servers,
    find_outside,
    find_overwritten,
    find_repeated,
    find_replaced,
    find_reserved,
    find_same_names,
    find_tag_problems,
    find_unused_documents,
    find_without_effect,
    find_wrong_days,
)
from sphinx_navapi.plan.inputs import Matching, PlanInputs
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.kinds.overview import Overviews, find_overviews
from sphinx_navapi.plan.kinds.planned_page import PageSources
from sphinx_navapi.plan.matching import (
    OperationMatcher,
    exact_reference,
    operation_advice,
    page_advice,
    schema_advice,
)
from sphinx_navapi.plan.metadata import single_line, text_of
from sphinx_navapi.plan.navigation_resolver import NavigationResolver
from sphinx_navapi.plan.overlays import SiteOverlays
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.planned_pages import find_places, index_operations, make_pages
from sphinx_navapi.plan.reader_values import (
    bind_values,
    find_repeated_values,
    find_unbound,
    find_unknown_parameters,
)
from sphinx_navapi.plan.schema_pages import SchemaPages, find_schema_pages
from sphinx_navapi.plan.scopes import Scope, Scopes, assign_scopes
from sphinx_navapi.plan.site_plan import Page, ResolvedElement, SitePlan, TitledPlan
from sphinx_navapi.plan.source_pages import PageHeads, scan_tree


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSite:
    """A plan with the data it was made from, to explain it.

    :ivar origins: the configured element of each resolved one; of an added group its owner.
    :ivar channel_scopes: those of AsyncAPI documents.
    :ivar added: operations that an owner got without an entry.
    :ivar replaced: the page file that has the docname of an operation and does not show it.
    """

    plan: SitePlan
    inputs: PlanInputs
    navigation: NavigationElement
    scopes: Scopes
    channel_scopes: Scopes
    meanings: Mapping[PageEntry, Meaning]
    origins: Mapping[ResolvedElement, NavigationElement]
    added: Mapping[NavigationElement, list[OperationKey]]
    replaced: Mapping[OperationKey, PageFile]
    files: PageFiles
    matcher: OperationMatcher
    base_urls: BaseUrls

    def find_operation(self, text: str, docname: str | None = None) -> Operation | None:
        """The operation that a directive or role on the page *docname* means.

        :param text: a reference or an operationId.
        """
        text = self._from_root(text, docname)
        reference, scope = self._reading(text, docname)
        operation = None if reference is None else self.matcher.for_page(reference, scope).operation
        if operation is None and (reference is None or reference.custom):
            return self.matcher.by_operation_id(text.strip(), scope)
        return operation

    def _reading(
        self, text: str, docname: str | None
    ) -> tuple[OperationReference | None, Scope | None]:
        """See `OperationMatcher.reading`."""
        scope = self.scope_of(docname)
        return self.matcher.reading(text, scope, self.scope_of(docname, self.channel_scopes))

    def owners_adding(
        self, operation: Operation, directory: str | None
    ) -> Iterator[NavigationElement]:
        """The elements that got *operation* without an entry.

        :param directory: only those whose pages of its document are there, if given.
        """
        key = operation.key
        scopes = self.channel_scopes if operation.kind == "channel" else self.scopes
        for owner, keys in self.added.items():
            scope = scopes.get(owner)
            folders = {b.directory for b in scope.bound if b.name == key.document} if scope else ()
            if key in keys and (directory is None or directory in folders):
                yield owner

    def advise(self, text: str, kind: str, docname: str | None = None) -> str:
        """A suggestion for *text*, which is not a known *kind* (``operation``, ``schema``)."""
        advise = operation_advice if kind == "operation" else schema_advice
        text = self._from_root(text, docname)
        return advise(text, self.matcher, self.scope_of(docname))

    def near_reference(self, text: str, docname: str | None = None) -> str | None:
        """The reference to write instead of *text*, if only lenient matching finds an operation."""
        reference, scope = self._reading(self._from_root(text, docname), docname)
        if reference is None:
            return None
        near = self.matcher.for_page(reference, scope).near
        return None if near is None else exact_reference(reference, near)

    def has_target(self, text: str, kind: str, docname: str | None = None) -> bool:
        """Whether a document has the *kind* (``operation``, ``schema``) *text*."""
        find = self.find_operation if kind == "operation" else self.find_schema
        return find(text, docname) is not None

    def advise_page(self, text: str, kind: str, docname: str | None = None) -> str:
        """How to publish *text*, an operation or a schema without a page."""
        operation = self.find_operation(text, docname) if kind == "operation" else None
        return page_advice(operation, has_navigation=bool(self.navigation.content))

    def find_schema(self, text: str, docname: str | None = None) -> tuple[str, str] | None:
        """Document and name of the component schema that *text* (``[document] name``) means."""
        return self.matcher.schema(self._from_root(text, docname), self.scope_of(docname))

    def _from_root(self, text: str, docname: str | None) -> str:
        page = self.plan.pages.get(docname) if docname is not None else None
        return self.matcher.library.from_root(text, page.file) if page is not None else text

    def document(self, name: str) -> OpenApiDocument | None:
        """The document *name*, including those that only `find_operation` has loaded."""
        return self.matcher.library.peek(name)

    def scope_of(self, docname: str | None, scopes: Scopes | None = None) -> Scope | None:
        """The scope at the first place of *docname* in the navigation.

        :param scopes: other than those of OpenAPI documents.
        """
        page = self.plan.pages.get(docname) if docname is not None else None
        if page is None or not page.trail:
            return None
        return (self.scopes if scopes is None else scopes).get(self.origins[page.trail[-1]])


def plan_site(inputs: PlanInputs) -> SitePlan:
    """The plan of the site that *inputs* describes. Never raises for input by authors."""
    return resolve_site(inputs).plan


def resolve_site(inputs: PlanInputs) -> PlannedSite:
    """Like `plan_site`, with the data it was made from."""
    return _SitePlanner(inputs).run()


def site_documents(inputs: PlanInputs) -> DocumentLibrary:
    """The documents of the site that *inputs* describes, with their overlays; none is loaded yet.

    Its diagnostics are those of unusable overlays.
    """
    planner = _SitePlanner(inputs)
    planner.library.diagnostics += planner.overlays.diagnostics
    return planner.library


def with_titles(plan: SitePlan, titles: Mapping[str, str]) -> TitledPlan:
    """*plan* with the true *titles* of page files (docname to plain text), where they differ.

    Metadata titles and generated pages stay as they are.
    """
    changed = {
        docname: replace(page, title=title)
        for docname, title in titles.items()
        if (page := plan.pages.get(docname)) is not None
        and not page.generated
        and title
        and page.title != title
        and text_of(page.metadata, "title") is None
    }
    return TitledPlan.after(plan, pages={**plan.pages, **changed})


class _SitePlanner:
    def __init__(self, inputs: PlanInputs) -> None:
        self.inputs = inputs
        self.config = inputs.config
        self.diagnostics: list[Diagnostic] = list(inputs.config.diagnostics)
        self.tree = scan_tree(
            inputs.srcdir,
            source_suffixes=inputs.source_suffixes,
            exclude_patterns=inputs.exclude_patterns,
            include_patterns=inputs.include_patterns,
            others=inputs.other_files,
        )
        self.settings, problems = clean_settings(self.config.value)
        self.report(problems)
        self.element = self.navigation()
        self.base_urls = BaseUrls(self.settings, self.element, inputs.base_url, self.config.place)
        self.diagnostics += self.base_urls.diagnostics
        self.overlays = SiteOverlays(
            self.settings, self.element, inputs, self.tree.data, self.config.place
        )
        self.diagnostics += self.overlays.diagnostics
        self.library = DocumentLibrary(
            inputs,
            self.tree.data,
            self.base_urls.of_document,
            self.overlays.of_document,
            self.settings,
            bound_histories(self.element),
        )
        matching = as_mapping(self.settings.get("api")).get("referenceMatching", inputs.matching)
        self.matcher = OperationMatcher(self.library, Matching(matching))
        heads = inputs.heads or PageHeads(inputs.srcdir, encoding=inputs.source_encoding)
        self.files = PageFiles(self.tree, heads, self.matcher, site_variables(self.settings))

    def run(self) -> PlannedSite:
        scopes, channel_scopes = self.scopes()
        overviews = find_overviews(
            (scopes, channel_scopes),
            self.library.get,
            lambda name: self.files.get(name) is not None,
        )
        reader = EntryReader(self.config, self.matcher, self.files, overviews.pages)
        meanings = self.meanings(reader, scopes, channel_scopes)
        overviews.named = frozenset(each.overview for each in meanings.values() if each.overview)
        resolver = self.resolver(scopes, channel_scopes, meanings, overviews)
        root = resolver.resolve(self.element)
        expected = {*self.inputs.named, self.inputs.root_doc}
        schemas = self.schema_pages(self.files.members(expected), resolver)
        # A page file at the docname of a schema page becomes a page.
        files = self.files.members(expected)
        documents = self.library.used()
        pages = self.pages(root, files, resolver, schemas)
        operation_pages = index_operations(pages)
        self.diagnostics += [
            *self.entry_findings(reader, (scopes, channel_scopes), meanings, operation_pages),
            *self.operation_findings(files, resolver, operation_pages),
            *self.path_findings(pages, meanings, resolver),
            *find_no_servers(documents),
            *find_empty_documents(self.library, self.library.empty()),
            *find_tag_problems(resolver.grouped),
            *find_empty_pages(resolver.empty, self.config),
            *find_without_effect(self.settings, self.config),
            *self.value_findings(documents, pages),
            *self.workflow_findings(documents),
            *find_missing_files(self.settings, self.inputs.srcdir, self.config),
            *find_repeated(self.element, meanings, self.config),
            *find_wrong_days(files),
            *find_outside(files, pages, {*expected, *schemas.docnames.values()}),
        ]
        plan = SitePlan(
            navigation=root,
            pages=pages,
            documents=documents,
            schema_pages=schemas.docnames,
            operation_pages=operation_pages,
            settings=self.settings,
            base_urls=self.base_urls.of_site,
            diagnostics=tuple(dict.fromkeys(self.diagnostics)),
        )
        return PlannedSite(
            plan=plan,
            inputs=self.inputs,
            navigation=self.element,
            scopes=scopes,
            channel_scopes=channel_scopes,
            meanings=meanings,
            origins=resolver.origins,
            added=resolver.added,
            replaced={key: file for key, (_, file) in resolver.replaced.items()},
            files=self.files,
            matcher=self.matcher,
            base_urls=self.base_urls,
        )

    def scopes(self) -> tuple[Scopes, Scopes]:
        """The scopes of each element of the navigation: OpenAPI, AsyncAPI."""
        api = self.settings.get("api")
        for key in ("openapi", "asyncapi"):
            if isinstance(api, dict) and key in api:
                self.library.bind_api(api[key], key)
        return (
            assign_scopes(self.element, self.library),
            assign_scopes(self.element, self.library, "asyncapi"),
        )

    def meanings(
        self, reader: EntryReader, scopes: Scopes, channel_scopes: Scopes
    ) -> Mapping[PageEntry, Meaning]:
        """The meaning of each entry of the navigation; page files get their scopes."""
        meanings = reader.read(self.element, scopes, channel_scopes)
        for meaning in meanings.values():
            if meaning.page is not None:
                self.files.scopes.setdefault(meaning.page, scopes[meaning.element])
                scope = channel_scopes[meaning.element]
                self.files.channel_scopes.setdefault(meaning.page, scope)
        return meanings

    def resolver(
        self,
        scopes: Scopes,
        channel_scopes: Scopes,
        meanings: Mapping[PageEntry, Meaning],
        overviews: Overviews,
    ) -> NavigationResolver:
        """The resolver that turns entries into docnames and adds operations without an entry."""
        return NavigationResolver(
            library=self.library,
            files=self.files,
            scopes=scopes,
            channel_scopes=channel_scopes,
            label_words=self.inputs.label_words,
            meanings=meanings,
            register=DocnameRegister(
                lambda name, key: name in overviews.pages or self.shows_other(name, key)
            ),
            overviews=overviews,
        )

    def pages(
        self,
        root: ResolvedElement,
        files: Mapping[str, PageFile],
        resolver: NavigationResolver,
        schemas: SchemaPages,
    ) -> dict[str, Page]:
        """All pages by docname, each with its place below *root*."""
        return make_pages(
            files=files,
            generated=resolver.pages(),
            places=find_places(root, resolver.is_shown),
            sources=PageSources(
                documents=self.library.used(), find_document=self.library.peek, schemas=schemas
            ),
            root_doc=self.inputs.root_doc,
            site_name=single_line(self.settings.get("name")),
        )

    def entry_findings(
        self,
        reader: EntryReader,
        scopes: Iterable[Scopes],
        meanings: Mapping[PageEntry, Meaning],
        shown: Iterable[OperationKey],
    ) -> Iterator[Diagnostic]:
        """Problems of documents, entries and page files, and documents without an entry.

        :param shown: operations that have a page.
        """
        documents = {*(key.document for key in shown), *self.library.empty()}
        yield from self.library.diagnostics
        yield from find_same_names(self.library, self.inputs.code_documents)
        yield from reader.diagnostics
        yield from self.files.diagnostics
        for each in scopes:
            yield from find_left_out(each, meanings, self.library, self.config)
            yield from find_unused_documents(each, documents, self.config)
        yield from find_missing_toctrees(walk(self.element), self.tree.pages, self.config)

    def operation_findings(
        self,
        files: Mapping[str, PageFile],
        resolver: NavigationResolver,
        shown: Container[OperationKey],
    ) -> Iterator[Diagnostic]:
        """Operations with two pages, no page, or an unusable path."""
        documents = self.library.used()
        yield from find_duplicates(files, resolver.generated)
        yield from find_replaced(resolver.replaced.values(), documents, shown)
        yield from find_cut_paths(resolver.operations(), documents)

    def path_findings(
        self,
        pages: Mapping[str, Page],
        meanings: Mapping[PageEntry, Meaning],
        resolver: NavigationResolver,
    ) -> Iterator[Diagnostic]:
        """Pages whose paths are taken: reserved, or used by another page."""
        contested = {name for names in find_contested(pages) for name in names}
        places = self.named_at(meanings, resolver, contested)
        yield from find_reserved(pages, places, self.config, folders=self.inputs.folders)
        yield from find_overwritten(pages, places, self.config)

    def value_findings(
        self, documents: Mapping[str, OpenApiDocument], pages: Mapping[str, Page]
    ) -> Iterator[Diagnostic]:
        """Values that readers enter for what does not exist, or twice."""
        if self.settings.get("values"):
            # Few sites have any.
            from sphinx_navapi.plan.page_operation import is_page_operation

            values = bind_values(self.settings, documents, lambda w: self.library.named(w, ()))
            yield from find_unbound(values, documents, self.config)
            yield from find_repeated_values(values, self.config)
            has_others = any(is_page_operation(p.metadata.get("api")) for p in pages.values())
            yield from find_unknown_parameters(
                values, documents, self.config, has_others=has_others
            )

    def workflow_findings(self, documents: Mapping[str, OpenApiDocument]) -> Iterator[Diagnostic]:
        """Steps of workflows that call what no document has."""
        if any(document.standard == "arazzo" for document in documents.values()):
            # Few sites have one.
            from sphinx_navapi.plan.workflows import find_wrong_calls

            parts = ("versions", "languages", "products")
            is_divided = any(key in each.content for each in walk(self.element) for key in parts)
            yield from find_wrong_calls(documents, is_divided=is_divided)

    def report(self, problems: list[ValueProblem]) -> None:
        self.diagnostics += map(self.config.diagnose, problems)

    def navigation(self) -> NavigationElement:
        """The navigation as configured."""
        value = self.config.value
        is_reported = any(d.place.pointer == "/navigation" for d in self.config.diagnostics)
        misspelled = [key for key in value if key not in SETTING_NAMES | OF_OTHER_TOOLS]
        is_reported = is_reported or nearest_word("navigation", misspelled) is not None
        if "navigation" not in value and (value or not self.config.diagnostics) and not is_reported:
            text = '"navigation" is missing: add an object with "pages", "groups" …'
            self.report([ValueProblem("", text)])
        navigation, problems = parse_navigation(value.get("navigation", {}))
        self.report(problems)
        return navigation

    def shows_other(self, docname: str, key: OperationKey) -> bool:
        """Whether the page file *docname* shows an operation other than *key*."""
        file = self.files.get(docname)
        return file is not None and file.operation is not None and file.operation.key != key

    def schema_pages(
        self, files: Mapping[str, PageFile], resolver: NavigationResolver
    ) -> SchemaPages:
        """The schema pages that operation pages, generated or not, need."""
        documents = self.library.used()
        if self.inputs.schema_links is None or not documents:
            return SchemaPages()
        # Imported here, since a site without documents does not need it.
        from sphinx_navapi.openapi.load import collector_paused

        generated = resolver.pages()
        shown = (
            part
            for each in (*resolver.generated.values(), *files.values())
            for part in each.shown_parts
        )
        with collector_paused():
            return find_schema_pages(
                shown,
                documents,
                self.inputs.schema_links,
                taken={*files, *generated},
                is_file=lambda docname: self.files.get(docname) is not None,
            )

    def named_at(
        self,
        meanings: Mapping[PageEntry, Meaning],
        resolver: NavigationResolver,
        contested: Collection[str],
    ) -> dict[str, Place]:
        """The place in the configuration of each page whose path is contested."""
        operations = {page.operation.key: name for name, page in resolver.generated.items()}
        pointers: dict[str, str] = {}
        for entry, meaning in meanings.items():
            docname = meaning.page
            if meaning.operation is not None:
                docname = operations.get(meaning.operation.key)
            if docname is not None:
                pointers.setdefault(docname, entry.pointer)
        for owner, keys in resolver.added.items():
            for key in keys:
                if key in operations:
                    pointers.setdefault(operations[key], f"{owner.pointer}/openapi")
        return {
            docname: self.config.place(pointer)
            for docname, pointer in pointers.items()
            if docname in contested or docname.partition("/")[0] in RESERVED
        }
