"""The site of one build: the plan, and readers of its documents.

Stored on the project while Sphinx runs and never pickled; worker processes are forks and find it in
memory, so no document is parsed twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder

from sphinx_navapi.config.confvals import HOSTED, markdown_dialect, myst_names
from sphinx_navapi.config.navigation import walk
from sphinx_navapi.content.page_names import PageNames, PythonFunction
from sphinx_navapi.diagnostics import Place
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.targets import Redirects
from sphinx_navapi.locale.interface import InterfaceWords, interface_words
from sphinx_navapi.openapi.base_urls import used_base_urls
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.plan.kinds.catalog import CATALOG_KINDS
from sphinx_navapi.plan.link_cache import LinkCache, new_views
from sphinx_navapi.plan.page_operation import PageOperation, page_document
from sphinx_navapi.plan.site_plan import Page, SitePlan, TitledPlan
from sphinx_navapi.project.output_files import Written
from sphinx_navapi.request.playground_settings import PlaygroundSettings, playground_settings

if TYPE_CHECKING:
    from sphinx_navapi.changes.change import SharedChange
    from sphinx_navapi.config.confvals import NavApiConfig
    from sphinx_navapi.content.changes import ChangeSection
    from sphinx_navapi.content.operation import OperationContent, OperationTree
    from sphinx_navapi.content.overview import OverviewTree
    from sphinx_navapi.openapi.example.example import ExampleMaker
    from sphinx_navapi.openapi.operation import OperationViews
    from sphinx_navapi.openapi.schema.registry import SchemaRegistry
    from sphinx_navapi.openapi.view import OperationView
    from sphinx_navapi.plan import PlannedSite
    from sphinx_navapi.plan.document_facts import TextFact
    from sphinx_navapi.plan.inputs import SchemaLinks
    from sphinx_navapi.plan.listed_operations import PublishedPages
    from sphinx_navapi.plan.site_plan import ResolvedElement
    from sphinx_navapi.project.page_catalogs import PageCatalogs
    from sphinx_navapi.request.sample_request import Fill
    from sphinx_navapi.request.snippets import Client

#: The directive in reStructuredText and in MyST.
_TOCTREE = re.compile(r"^[ \t]*(?:\.\. toctree::|[`:~]{3,}[ \t]*\{toctree\})", re.MULTILINE)


def has_toctrees(navigation: ResolvedElement, root_file: Path) -> bool:
    """Whether the root document's file has toctrees, or *navigation* refers to them."""
    if any(element.toctree for element in walk(navigation)):
        return True
    try:
        return _TOCTREE.search(root_file.read_text("utf-8", "replace")) is not None
    except OSError:
        # Sphinx itself reports a missing root document.
        return False


# Readers of operations and schemas are imported on first use: a build without changes does not need
# them.

Translate = Callable[[str], str]


class SchemaRegistries:
    """The readers of the documents' schemas and operations, shared by the plan and the pages."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._registries: dict[str, SchemaRegistry] = {}
        self._views: dict[str, OperationViews] = {}

    def of_document(self, document: OpenApiDocument) -> SchemaRegistry:
        """The reader of *document*, the same on every call."""
        registry = self._registries.get(document.name)
        if registry is None:
            from sphinx_navapi.openapi.schema.registry import SchemaRegistry

            registry = self._registries[document.name] = SchemaRegistry(
                document, max_depth=self._max_depth
            )
        return registry

    def views(self, document: OpenApiDocument) -> OperationViews:
        """The reader of *document*'s operations, the same on every call.

        Each page begins with its operation, so cached schemas may be dropped before it.
        """
        registry = self._registries.get(document.name)
        if registry is not None:
            registry.rest()
        views = self._views.get(document.name)
        if views is None:
            views = self._views[document.name] = new_views(document)
        return views

    def forget(self, name: str) -> None:
        """Drop the readers of the document *name*, which has changed."""
        self._registries.pop(name, None)
        self._views.pop(name, None)

    def clear(self) -> None:
        """Drop the readers of schemas. Those of operations keep few of them."""
        self._registries.clear()


class Site:
    """The site of one build.

    :ivar planned: the plan before anything is read, with the data it was made from.
    :ivar texts: facts about the texts of its documents.
    :ivar plan: the plan at its current stage: planned, titled, or placed; without a site
        configuration, only planned.
    :ivar titled: set after reading, the plan with the titles of the pages.
    :ivar read: the pages that this build reads.
    :ivar before: set after reading, what the last build left in the output folder.
    :ivar page_files: set after reading, the files of documents in it, if they are cleaned up.
    :ivar digests: set after reading, of what each page shows besides its source.
    :ivar linked: set after reading, the targets of links in texts of documents.
    :ivar changed: the pages whose digest differs from that of the page in the output.
    :ivar example_settings: ``api.examples``.
    :ivar expanded: whether nested properties are initially open.
    :ivar mdx_settings: ``api.mdx``: settings for pages that describe their own operation.
    :ivar functions_of: the Python functions that belong to an operation; complete once all pages
        are read.
    :ivar configured: whether the project has a site configuration; without one there is no
        navigation, only directives and roles.
    """

    def __init__(
        self,
        planned: PlannedSite,
        *,
        builder: Builder,
        source_dir: Path,
        registries: SchemaRegistries,
        links: LinkCache,
        language: str | None,
        texts: tuple[TextFact, ...],
        configured: bool,
        confvals: NavApiConfig,
    ) -> None:
        self.planned = planned
        self.plan: SitePlan = planned.plan
        self.titled: TitledPlan | None = None
        self.confvals = confvals
        self.read: frozenset[str] = frozenset()
        self.before = Written()
        self.page_files: set[str] = set()
        self.digests: dict[str, str] = {}
        self.changed: set[str] = set()
        self.linked = ""
        self.functions_of: Callable[[OperationKey], Sequence[PythonFunction]] = lambda key: ()
        self.builder = builder
        self.configured = configured
        self.source_dir = source_dir
        self.language = language
        self.texts = texts
        self._schema_registries = registries
        self.links = links
        self._schema_links: dict[str, SchemaLinks] = {}
        api = as_mapping(self.plan.settings.get("api"))
        self.example_settings = as_mapping(api.get("examples"))
        self.expanded = as_mapping(api.get("params")).get("expanded") in ("all", True)
        self.mdx_settings = as_mapping(api.get("mdx"))
        self._with_myst: dict[str, bool] = {}
        self._described: dict[str, OpenApiDocument] = {}
        self._shown: dict[str, dict[str, str]] = {}
        self._makers: dict[str, ExampleMaker] = {}
        self._contents: dict[str, OperationContent] = {}
        self._fingerprinters: dict[str, Fingerprinter] = {}
        self._changes: dict[tuple[str, str], tuple[SharedChange, ...]] = {}
        # Reading and writing need the same operation several times in a row.
        self.view = lru_cache(maxsize=4)(self._view)

    @cached_property
    def catalogs(self) -> PageCatalogs:
        """The message catalogs of its pages."""
        from sphinx_navapi.project.page_catalogs import PageCatalogs

        gathers = self.builder.name == "gettext"
        plan, config = self.planned.plan, self.builder.config
        return PageCatalogs(plan, config, self.source_dir, gathers=gathers)

    @cached_property
    def fill(self) -> Fill:
        """Which values the samples give."""
        from sphinx_navapi.request.sample_request import Fill

        value = self.example_settings.get("defaults")
        return Fill(value) if value in ("all", "required") else Fill.GIVEN

    @cached_property
    def clients(self) -> tuple[Client, ...]:
        """The languages of samples, empty if only those in the documents are shown."""
        from sphinx_navapi.request.snippets import CLIENTS, clients_for, with_libraries

        if self.example_settings.get("autogenerate") is False:
            return ()
        value = self.example_settings.get("languages")
        names = [name for name in value if isinstance(name, str)] if isinstance(value, list) else []
        libraries = as_mapping(self.example_settings.get("clients"))
        return with_libraries(clients_for(names) or CLIENTS, libraries)

    @cached_property
    def book_clients(self) -> tuple[Client, ...]:
        """The languages of samples in books; empty: the first of each operation."""
        from sphinx_navapi.request.snippets import clients_for, with_libraries

        libraries = as_mapping(self.example_settings.get("clients"))
        return with_libraries(clients_for(self.confvals.book_languages), libraries)

    def page(self, docname: str) -> Page | None:
        """The page of *docname*, ``None`` for documents that are not pages of the plan."""
        return self.plan.pages.get(docname)

    def keeps_headings(self, page: Page) -> bool:
        """Whether *page*, if it has headings, keeps them as read by Sphinx alone.

        This applies to pages of a project with its own toctrees, unless they are in the navigation:
        their ``title`` in front matter is metadata. In hosted services it is the heading.
        """
        return not page.trail and not self.is_hosted(page) and self._has_toctrees

    def is_hosted(self, page: Page) -> bool:
        """Whether the file of *page* is read as by hosted services: MDX, and such Markdown."""
        if not page.file.endswith(".md"):
            return page.file.endswith(".mdx")
        if self._markdown is not None:
            return self._markdown == HOSTED
        return bool(page.trail) and not self._has_myst(page.file)

    @cached_property
    def _markdown(self) -> str | None:
        config, confdir = self.builder.config, Path(self.builder.confdir)
        return markdown_dialect(self.confvals.markdown, config.extensions, confdir)

    def _has_myst(self, file: str) -> bool:
        """Whether *file*, of a project that does not say how it is read, has MyST's markup."""
        known = self._with_myst.get(file)
        if known is None:
            try:
                text = (self.source_dir / file).read_text("utf-8", "replace")
            except OSError:
                text = ""
            known = self._with_myst[file] = any(myst_names(text))
        return known

    @cached_property
    def _has_toctrees(self) -> bool:
        root = self.page(self.builder.config.root_doc)
        return has_toctrees(self.plan.navigation, self.source_dir / (root.file if root else ""))

    def language_of(self, docname: str) -> str | None:
        """Language of *docname*: that of its place in the navigation, else the project's."""
        page = self.page(docname)
        return (page.language if page else None) or self.language

    def words(self, docname: str) -> InterfaceWords:
        """The interface's words in the language of *docname*."""
        return interface_words(self.language_of(docname))

    def docname_of(self, file: str) -> str | None:
        """The docname of the page file *file* (relative to the source directory)."""
        return self._docnames.get(file)

    @cached_property
    def documents_with_overview(self) -> frozenset[str]:
        """The documents of which a page shows the servers and security schemes."""
        return frozenset(page.overview for page in self.plan.pages.values() if page.overview)

    @cached_property
    def _docnames(self) -> Mapping[str, str]:
        return {page.file: name for name, page in self.plan.pages.items() if page.file}

    def document(self, name: str) -> OpenApiDocument | None:
        """The document *name*, ``None`` if it does not exist or is unusable.

        Also that of a page which describes its own operation, by its docname.
        """
        return self.planned.document(name) or self._described.get(name)

    def describe(self, operation: PageOperation) -> None:
        """Add the *operation* that a page describes itself."""
        page = self.page(operation.docname)
        metadata = page.metadata if page else {}
        document = page_document(operation, metadata, self.plan.settings, self.plan.base_urls)
        known = self._described.get(operation.docname)
        if known is None or (known.root, known.base_urls) != (document.root, document.base_urls):
            self._described[operation.docname] = document
            self._schema_registries.forget(operation.docname)
            self._makers.pop(operation.docname, None)
            self._contents.pop(operation.docname, None)
            self.view.cache_clear()

    def release_schemas(self) -> None:
        """Drop what was read of schemas; it is read again on demand."""
        # Some refer to each other, and those from before writing are not scanned for that again.
        for maker in self._makers.values():
            maker.forget()
        self._schema_registries.clear()
        self._makers.clear()
        self._contents.clear()

    def base_urls(self, operation: PageOperation) -> tuple[str, ...]:
        """The base URLs of the site that the servers of such an *operation* are derived from."""
        if not self.plan.base_urls:
            return ()
        document = page_document(operation, {}, self.plan.settings, self.plan.base_urls)
        return used_base_urls(document, document.operations[0])

    def find_document(self, written: str) -> str | None:
        """The name of the usable document that an author refers to as *written*."""
        names = self.planned.matcher.library.named(written, ()) if written.strip() else []
        return next((name for name in names if self.document(name) is not None), None)

    def place(self, document: str, pointer: str) -> Place:
        """The place of the value at *pointer* of *document*."""
        openapi = self.document(document)
        return openapi.place(pointer) if openapi else Place(file=document)

    def registry(self, document: str) -> SchemaRegistry:
        """The reader of *document*'s schemas."""
        return self.examples(document).registry

    def content(self, document: str) -> OperationContent:
        """*document*'s operations and schemas as content, for all writers."""
        content = self._contents.get(document)
        if content is None:
            from sphinx_navapi.content.operation import OperationContent

            content = OperationContent(self.examples(document), fill=self.fill)
            self._contents[document] = content
        return content

    def examples(self, document: str) -> ExampleMaker:
        """The generator of *document*'s examples."""
        maker = self._makers.get(document)
        if maker is None:
            from sphinx_navapi.openapi.example.example import ExampleMaker

            openapi = self.document(document)
            assert openapi is not None, "a block names a document of the site"
            maker = self._makers[document] = ExampleMaker(
                self._schema_registries.of_document(openapi)
            )
        return maker

    def _view(self, key: OperationKey) -> OperationView | None:
        document = self.document(key.document)
        operation = document.operation(key.method, key.path) if document else None
        if document is None or operation is None:
            return None
        return self._schema_registries.views(document).view(operation)

    def page_view(self, docname: str, key: OperationKey) -> OperationView | None:
        """The operation *key* as *docname* shows it: its metadata may set the authorization."""
        view, page = self.view(key), self.page(docname)
        if view is None or page is None:
            return view
        from sphinx_navapi.plan.page_operation import with_auth_method

        return with_auth_method(view, page.metadata, self.plan.settings)

    def operation(self, docname: str, key: OperationKey) -> OperationTree | None:
        """The content of *docname* about the operation *key*."""
        view = self.page_view(docname, key)
        return None if view is None else self.content(key.document).operation(view)

    def overview(self, page: Page) -> OverviewTree | None:
        """The content of the overview *page*, or of the page of a tag."""
        from sphinx_navapi.content.overview import channel_overview, overview_content, tags_content
        from sphinx_navapi.plan.listed_operations import list_document, list_tags

        document = self.document(page.overview or "")
        if document is None:
            return None
        if page.tags:
            groups = list_tags(document, page, self._published)
            return tags_content(document, page.tags, groups)
        groups = list_document(document, page, self._published)
        write = channel_overview if document.is_asyncapi else overview_content
        return write(document, groups)

    def listed_operations(self, page: Page) -> list[tuple[Operation, str]]:
        """The operations of the document of *page*, each with the page that it links to."""
        document = self.document(page.document or "")
        return self._published.listed(document, page) if document is not None else []

    @cached_property
    def _published(self) -> PublishedPages:
        from sphinx_navapi.plan.listed_operations import PublishedPages
        from sphinx_navapi.plan.planned_pages import index_tags

        pages = self.planned.plan.pages
        return PublishedPages(
            pages=pages, operations=self.plan.operation_pages, tags=index_tags(pages)
        )

    def playground(self, docname: str) -> PlaygroundSettings:
        """The playground settings of the site and the page *docname*."""
        page = self.page(docname)
        return playground_settings(self.plan.settings, page.metadata if page else {})

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        """Docname of the page of component schema *component* below *directory*."""
        return self.plan.schema_pages.get((directory, document, component))

    def page_names(self, document: str) -> PageNames:
        """The pages that the content of *document* links to."""
        return PageNames(
            schema=partial(self.schema_docname, document),
            operation=self.find_operation_page,
            catalog=partial(self.find_catalog_page, document),
            functions=self.functions_of,
        )

    def find_catalog_page(self, document: str, kind: str, directory: str) -> str | None:
        """Docname of the page of a *kind* about all operations of *document*, preferably below
        *directory*.
        """
        pages = self.catalog_pages.get(document, {})
        of_kind = (docname for (name, _), docname in pages.items() if name == kind)
        return pages.get((kind, directory)) or next(of_kind, None)

    @cached_property
    def catalog_pages(self) -> Mapping[str, Mapping[tuple[str, str], str]]:
        """The pages about all operations of each document, by kind and directory."""
        by_document: dict[str, dict[tuple[str, str], str]] = {}
        for docname, page in self.plan.pages.items():
            if page.kind in CATALOG_KINDS:
                pages = by_document.setdefault(page.document or "", {})
                pages.setdefault((page.kind.name, page.directory), docname)
        return by_document

    @cached_property
    def redirects(self) -> Redirects:
        """The rules of ``redirects``, for resolving paths without a page."""
        rules = self.plan.settings.get("redirects")
        return Redirects(rules if isinstance(rules, list | tuple) else ())

    @cached_property
    def schema_directories(self) -> Mapping[str, Mapping[str, None]]:
        """The directories with schema pages of each document, in order."""
        directories: dict[str, dict[str, None]] = {}
        for directory, document, _component in self.plan.schema_pages:
            directories.setdefault(document, {})[directory] = None
        return directories

    def linked_schemas(self, key: OperationKey | tuple[str, str]) -> list[str]:
        """Pointers of the component schemas that the page of an operation, or of a schema by
        document and name, links to instead of showing them; sorted.
        """
        name = key.document if isinstance(key, OperationKey) else key[0]
        document = self.planned.document(name)
        if document is None:
            return []
        links = self._schema_links.get(name)
        if links is None:
            links = self._schema_links[name] = self.links.links(document)
        if isinstance(key, OperationKey):
            operation = document.operation(key.method, key.path)
            return sorted(links.of_operation(operation.pointer)) if operation else []
        return sorted(links.of_schema(f"/components/schemas/{escape_pointer(key[1])}"))

    def find_schema_page(self, document: str, component: str, near: str = "") -> str | None:
        """Docname of the page of a component schema, else of the first operation that shows it.

        :param near: the docname to which it should be near in the navigation.
        """
        alike: Sequence[str] = self._schema_docnames.get((document, component), ())
        first = alike[0] if alike else self._shown_schemas(document).get(component)
        page = self.page(first) if first is not None else None
        if page is None or not near:
            return first
        if page.operation is not None:
            alike = self.plan.operation_pages.get(page.operation, ())
        return self.nearest(alike, near) or first

    @cached_property
    def _schema_docnames(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The pages of each component schema, by document and name, in order."""
        docnames: dict[tuple[str, str], list[str]] = {}
        for (_directory, document, component), docname in self.plan.schema_pages.items():
            docnames.setdefault((document, component), []).append(docname)
        return docnames

    def component_schemas(self) -> Iterator[tuple[str, str]]:
        """Document and name of every component schema of the documents in use."""
        for name, document in self.plan.documents.items():
            yield from ((name, schema) for schema in document.components("schemas"))

    def _shown_schemas(self, name: str) -> Mapping[str, str]:
        """Component schemas of a document reachable from operation pages, with the first such
        page.
        """
        if name in self._shown:
            return self._shown[name]
        shown = self._shown[name] = {}
        document = self.document(name)
        if document is None:
            return shown
        for docname, key in self._operations_of_documents.get(name, ()):
            operation = document.operation(key.method, key.path)
            for component in self.links.shown(document, operation) if operation else ():
                shown.setdefault(component, docname)
        return shown

    @cached_property
    def _operations_of_documents(self) -> Mapping[str, Sequence[tuple[str, OperationKey]]]:
        """The operation pages of each document, with the operations."""
        operations: dict[str, list[tuple[str, OperationKey]]] = {}
        for docname, page in self.plan.pages.items():
            if page.operation is not None:
                operations.setdefault(page.operation.document, []).append((docname, page.operation))
        return operations

    def fingerprint(self, key: OperationKey | tuple[str, str]) -> str:
        """The fingerprint of an operation, or of a schema by document and name; ``""`` if
        removed.
        """
        if isinstance(key, OperationKey):
            document = self.planned.document(key.document)
            operation = document.operation(key.method, key.path) if document else None
            return operation.fingerprint if operation else ""
        document = self.planned.document(key[0])
        if document is None:
            return ""
        fingerprinter = self._fingerprinters.get(key[0])
        if fingerprinter is None:
            fingerprinter = self._fingerprinters[key[0]] = Fingerprinter(document, {})
        return fingerprinter.component(f"/components/schemas/{escape_pointer(key[1])}")

    def changes(self, old: str, new: str) -> tuple[SharedChange, ...] | None:
        """The changes shown from *old* to *new*; ``None`` if one is not usable."""
        changes = self._changes.get((old, new))
        before, after = self.document(old), self.document(new)
        if changes is None and before is not None and after is not None:
            from sphinx_navapi.changes.compare import published_changes

            changes = self._changes[old, new] = published_changes(
                self.plan.operation_pages, before, after
            )
        return changes

    def change_sections(self, new: str, old: str) -> tuple[ChangeSection, ...]:
        """The changes from the document *old* to *new*; without *old*, by versions of *new*."""
        from sphinx_navapi.changes.compare import publication
        from sphinx_navapi.content.changes import change_sections, released_sections

        document = self.document(new)
        if old or document is None:
            return change_sections(self.changes(old, new) or ())
        is_shown = publication(self.plan.operation_pages, document)
        return tuple(released_sections(document.history, new, is_shown))

    def nearest(self, docnames: Iterable[str], near: str) -> str | None:
        """Of *docnames*, that of the page *near* itself, else the first of those nearest to it in
        the navigation: in the same version and language.
        """
        listed = list(docnames)
        if len(listed) < 2:
            return listed[0] if listed else None
        return max(listed, key=partial(self._closeness, near))

    def _closeness(self, docname: str, other: str) -> tuple[bool, int]:
        """How many elements around *docname* are around *other*, too: those of a language first."""
        pages = (self.page(docname), self.page(other))
        trails = [page.trail if page is not None else () for page in pages]
        common = takewhile(lambda pair: pair[0] is pair[1], zip(*trails, strict=False))
        return docname == other, sum(1 for _ in common)

    def find_operation_page(self, key: OperationKey) -> str | None:
        """Docname of the first page that shows *key*."""
        docnames = self.plan.operation_pages.get(key, ())
        return docnames[0] if docnames else None
