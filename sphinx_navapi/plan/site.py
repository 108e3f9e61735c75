"""The plan of a site: all that decides which pages exist and where they show, in one place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.navigation.model import Element, PageEntry
from sphinx_navapi.navigation.parse import parse_navigation
from sphinx_navapi.openapi.document import WEBHOOK, OpenApiDocument, Operation, OperationKey
from sphinx_navapi.pages import PageHeads, scan_tree
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.entries import EntryReader, Meaning
from sphinx_navapi.plan.inputs import PlanInputs
from sphinx_navapi.plan.matching import OperationMatcher, show_operation
from sphinx_navapi.plan.metadata import flag_of, text_of
from sphinx_navapi.plan.naming import DocnameRegister
from sphinx_navapi.plan.page_files import PageFile, PageFiles
from sphinx_navapi.plan.places import PagePlace, find_places
from sphinx_navapi.plan.resolve import (
    GeneratedPage,
    NavigationResolver,
    extension_metadata,
    is_hidden,
)
from sphinx_navapi.plan.schema_pages import SchemaPages, ShownPart, find_schema_pages
from sphinx_navapi.plan.scopes import DEFAULT_DIRECTORY, Scope, assign_scopes
from sphinx_navapi.site_config.settings import clean_settings
from sphinx_navapi.site_config.values import Problem
from sphinx_navapi.site_plan import ElementKind, Page, PageKind, ResolvedElement, SitePlan
from sphinx_navapi.slug import title_from_name

#: First segments of docnames that the server answers itself.
RESERVED = ("api", "mcp")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSite:
    """A plan with what it was made from, for those who ask why.

    :ivar origins: the configured element of each resolved one; of an added group its owner.
    :ivar added: operations that an owner got without naming them.
    """

    plan: SitePlan
    inputs: PlanInputs
    navigation: Element
    scopes: Mapping[Element, Scope | None]
    meanings: Mapping[PageEntry, Meaning]
    origins: Mapping[ResolvedElement, Element]
    added: Mapping[Element, list[OperationKey]]
    files: PageFiles
    matcher: OperationMatcher

    def find_operation(self, text: str, docname: str | None = None) -> Operation | None:
        """The operation that a directive or role on the page *docname* means.

        :param text: a reference or an operationId.
        """
        from sphinx_navapi.openapi.reference import parse_reference

        reference = parse_reference(text)
        scope = self.scope_of(docname)
        if reference is None:
            return self.matcher.by_operation_id(text.strip(), scope)
        return self.matcher.for_page(reference, scope).operation

    def find_schema(self, text: str, docname: str | None = None) -> tuple[str, str] | None:
        """Document and name of the component schema that *text* (``[document] name``) means."""
        return self.matcher.schema(text, self.scope_of(docname))

    def document(self, name: str) -> OpenApiDocument | None:
        """The document *name*, also one that only `find_operation` came upon."""
        return self.matcher.library.peek(name)

    def scope_of(self, docname: str | None) -> Scope | None:
        """The scope at the first place of *docname* in the navigation."""
        page = self.plan.pages.get(docname) if docname is not None else None
        if page is None or not page.trail:
            return None
        return self.scopes.get(self.origins[page.trail[-1]])


def plan_site(inputs: PlanInputs) -> SitePlan:
    """The plan of the site that *inputs* describes. Never raises for what authors wrote."""
    return resolve_site(inputs).plan


def resolve_site(inputs: PlanInputs) -> PlannedSite:
    """Like `plan_site`, with what led to it."""
    return _Planner(inputs).run()


def with_titles(plan: SitePlan, titles: Mapping[str, str]) -> SitePlan:
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
    return replace(plan, pages={**plan.pages, **changed}) if changed else plan


class _Planner:
    def __init__(self, inputs: PlanInputs) -> None:
        self.inputs = inputs
        self.config = inputs.config
        self.diagnostics: list[Diagnostic] = list(inputs.config.diagnostics)
        self.tree = scan_tree(
            inputs.srcdir,
            source_suffixes=inputs.source_suffixes,
            exclude_patterns=inputs.exclude_patterns,
            include_patterns=inputs.include_patterns,
        )
        self.library = DocumentLibrary(
            srcdir=inputs.srcdir,
            config=inputs.config,
            load=inputs.load,
            data_files=self.tree.data,
            remote=inputs.remote_documents,
        )
        self.matcher = OperationMatcher(self.library, inputs.matching)
        heads = inputs.heads or PageHeads(inputs.srcdir)
        self.files = PageFiles(self.tree, heads, self.matcher)

    def run(self) -> PlannedSite:
        settings, problems = clean_settings(self.config.value)
        self.report(problems)
        navigation = self.navigation()
        api = settings.get("api")
        if isinstance(api, dict) and "openapi" in api:
            self.library.bind_api(api["openapi"])
        scopes = assign_scopes(navigation, self.library)
        reader = EntryReader(self.config, self.matcher, self.files)
        meanings = reader.read(navigation, scopes)
        for meaning in meanings.values():
            if meaning.page is not None:
                self.files.scopes.setdefault(meaning.page, meaning.scope)
        resolver = NavigationResolver(
            library=self.library,
            files=self.files,
            scopes=scopes,
            meanings=meanings,
            register=DocnameRegister(self.shows_other),
        )
        root = resolver.resolve(navigation)
        files = self.files.members({*self.inputs.named, self.inputs.root_doc})
        places = find_places(root, lambda docname: self.is_shown(docname, files, resolver))
        documents = self.library.used()
        schemas = self.schema_pages(files, resolver, documents)
        name = settings.get("name")
        pages = self.pages(files, resolver, places, schemas, name if isinstance(name, str) else "")
        self.diagnostics += [
            *self.library.diagnostics,
            *reader.diagnostics,
            *self.files.diagnostics,
            *self.explicit_only(scopes, meanings),
            *self.duplicates(files, resolver),
            *self.reserved(pages, places),
            *self.outside(files, places),
        ]
        plan = SitePlan(
            navigation=root,
            pages=pages,
            documents=documents,
            schema_pages=schemas.docnames,
            operation_pages=_operation_pages(pages),
            settings=settings,
            diagnostics=tuple(dict.fromkeys(self.diagnostics)),
        )
        return PlannedSite(
            plan=plan,
            inputs=self.inputs,
            navigation=navigation,
            scopes=scopes,
            meanings=meanings,
            origins=resolver.origins,
            added=resolver.added,
            files=self.files,
            matcher=self.matcher,
        )

    def report(self, problems: list[Problem]) -> None:
        self.diagnostics += map(self.config.diagnose, problems)

    def navigation(self) -> Element:
        """The navigation as configured."""
        value = self.config.value
        if "navigation" not in value and (value or not self.config.diagnostics):
            self.report([Problem("", '"navigation" is missing: write an object with "pages" …')])
        navigation, problems = parse_navigation(value.get("navigation", {}))
        self.report(problems)
        return navigation

    def shows_other(self, docname: str, key: OperationKey) -> bool:
        """Whether the page file *docname* shows another operation than *key*."""
        file = self.files.get(docname)
        return file is not None and file.operation is not None and file.operation.key != key

    def is_shown(
        self, docname: str, files: Mapping[str, PageFile], resolver: NavigationResolver
    ) -> bool:
        """Whether a page's metadata lets readers see it."""
        if docname in resolver.generated:
            return not is_hidden(extension_metadata(resolver.generated[docname].operation))
        return not is_hidden(files[docname].metadata)

    def schema_pages(
        self,
        files: Mapping[str, PageFile],
        resolver: NavigationResolver,
        documents: Mapping[str, OpenApiDocument],
    ) -> SchemaPages:
        """The schema pages that operation pages, generated or not, need."""
        if self.inputs.schema_links is None:
            return SchemaPages()
        taken = {*files, *resolver.generated, *self.inputs.titles}
        shown = [
            *(_shown_operation(page) for page in resolver.generated.values()),
            *(part for file in files.values() for part in _shown_by_file(file)),
        ]
        return find_schema_pages(shown, documents, self.inputs.schema_links, taken)

    def pages(
        self,
        files: Mapping[str, PageFile],
        resolver: NavigationResolver,
        places: Mapping[str, PagePlace],
        schemas: SchemaPages,
        site_name: str,
    ) -> dict[str, Page]:
        """All pages by docname: the navigation's, schema pages, then the others."""
        pages: dict[str, Page] = {}
        for docname, place in places.items():
            if docname in resolver.generated:
                links = schemas.links.get(docname, ())
                pages[docname] = _generated_page(resolver.generated[docname], place, links)
            else:
                pages[docname] = _file_page(files[docname], place)
        for (directory, document, name), docname in schemas.docnames.items():
            links = schemas.links.get(docname, ())
            pages[docname] = self.schema_page(docname, directory, document, name, links)
        for docname in sorted({*files, self.inputs.root_doc} - pages.keys()):
            if docname in files:
                pages[docname] = _file_page(files[docname], PagePlace())
            else:
                pages[docname] = Page(docname=docname, title=site_name or "Home", generated=True)
        return pages

    def schema_page(
        self,
        docname: str,
        directory: str,
        document: str,
        name: str,
        links: tuple[tuple[str, str], ...],
    ) -> Page:
        """The page of a component schema."""
        loaded = self.library.peek(document)
        assert loaded is not None
        schema = loaded.root["components"]["schemas"][name]
        deprecated = isinstance(schema, dict) and schema.get("deprecated") is True
        return Page(
            docname=docname,
            title=name,
            kind=PageKind.SCHEMA,
            generated=True,
            schema=(document, name),
            directory=directory,
            deprecated=deprecated,
            fingerprint=_digest([loaded.digest, name, deprecated, links]),
        )

    def explicit_only(
        self, scopes: Mapping[Element, Scope | None], meanings: Mapping[PageEntry, Meaning]
    ) -> Iterator[Diagnostic]:
        """One note per owner whose documents have operations that nobody named (rule 5)."""
        named: dict[Scope, set[OperationKey]] = {}
        for meaning in meanings.values():
            if meaning.operation is not None and meaning.scope is not None:
                named.setdefault(meaning.scope, set()).add(meaning.operation.key)
        for element, scope in scopes.items():
            if scope is None or scope.owner is not element or not scope.explicit:
                continue
            left = sum(
                not operation.hidden and operation.key not in named.get(scope, set())
                for bound in scope.bound
                for operation in getattr(self.library.peek(bound.name), "operations", ())
            )
            if left:
                label = element.label or "the navigation"
                documents = ", ".join(bound.name for bound in scope.bound)
                yield Diagnostic(
                    subtype=Subtype.EXPLICIT_ONLY,
                    message=f"{label}: {left} operations of {documents} have no page here, because"
                    " entries name operations: only those are published; to add all, remove them"
                    " or put the document's name before each",
                    place=self.config.key_place(f"{element.pointer}/openapi"),
                    level=Level.INFO,
                )

    def duplicates(
        self, files: Mapping[str, PageFile], resolver: NavigationResolver
    ) -> Iterator[Diagnostic]:
        """One warning per operation that a page file and a generated page both show (rule 6)."""
        rendering: dict[OperationKey, list[PageFile]] = {}
        for file in files.values():
            if file.operation is not None:
                rendering.setdefault(file.operation.key, []).append(file)
        for page in resolver.generated.values():
            for file in rendering.get(page.operation.key, ())[:1]:
                reference = show_operation(page.operation)
                how = (
                    "remove its reference from pages"
                    if page.named
                    else (f"give the page file the docname {page.docname}")
                )
                yield Diagnostic(
                    subtype=Subtype.DUPLICATE_OPERATION,
                    message=f"{reference} of {page.operation.key.document} has two pages,"
                    f" {file.path} and the generated {page.docname}, and both are built:"
                    f" {how}, or remove openapi from the file",
                    place=Place(file=file.path, line=file.head.lines.get("openapi")),
                )

    def reserved(
        self, pages: Mapping[str, Page], places: Mapping[str, PagePlace]
    ) -> Iterator[Diagnostic]:
        """One finding per reserved root name that pages stand below (section 2, decision 10)."""
        for name in RESERVED:
            below = [d for d in pages if d == name or d.startswith(f"{name}/")]
            if not below:
                continue
            named = [d for d in below if d in places or pages[d].generated]
            first = (named or below)[0]
            page = pages[first]
            yield Diagnostic(
                subtype=Subtype.RESERVED_PATH,
                message=f"{len(below)} page{'s' if len(below) > 1 else ''} below the reserved root"
                f" path /{name} ({len(named)} of them in the navigation or generated, first"
                f" {first}): they are built, but navapi serve answers 404 there; move them to"
                " another folder or set another directory",
                place=Place(file=page.file) if page.file else self.config.place("/navigation"),
                level=Level.WARNING if named else Level.INFO,
            )

    def outside(
        self, files: Mapping[str, PageFile], places: Mapping[str, PagePlace]
    ) -> Iterator[Diagnostic]:
        """One note per page file that no entry names."""
        for docname, file in files.items():
            if docname in places or docname in {self.inputs.root_doc, *self.inputs.named}:
                continue
            yield Diagnostic(
                subtype=Subtype.NOT_IN_NAVIGATION,
                message=f"no entry of the navigation names {docname}: the page is built and can be"
                " found by search only; add it to pages, or exclude the file",
                place=Place(file=file.path),
                level=Level.INFO,
            )


def _shown_operation(page: GeneratedPage) -> ShownPart:
    return ShownPart(
        docname=page.docname,
        directory=page.directory,
        document=page.operation.key.document,
        pointer=page.operation.pointer,
    )


def _shown_by_file(file: PageFile) -> Iterator[ShownPart]:
    if file.operation is not None:
        yield ShownPart(
            docname=file.docname,
            directory=_directory(file),
            document=file.operation.key.document,
            pointer=file.operation.pointer,
        )
    elif file.schema is not None:
        document, name = file.schema
        from sphinx_navapi.datafile import escape_pointer

        yield ShownPart(
            docname=file.docname,
            directory=_directory(file),
            document=document,
            pointer=f"/components/schemas/{escape_pointer(name)}",
            is_schema=True,
        )


def _directory(file: PageFile) -> str:
    """The folder of the schema pages that a page file links to."""
    document = file.operation.key.document if file.operation else (file.schema or ("",))[0]
    return file.scope.directory_of(document) if file.scope and document else DEFAULT_DIRECTORY


def _generated_page(
    generated: GeneratedPage, place: PagePlace, links: tuple[tuple[str, str], ...]
) -> Page:
    operation = generated.operation
    metadata = extension_metadata(operation)
    title = (
        text_of(metadata, "title")
        or " ".join((operation.summary or "").split())
        or (operation.key.path if operation.key.method == WEBHOOK else None)
        or title_from_name(generated.docname.rpartition("/")[2])
    )
    deprecated = flag_of(metadata, "deprecated")
    description = text_of(metadata, "description")
    content = operation.extension.get("content")
    page = Page(
        docname=generated.docname,
        title=title,
        kind=PageKind.OPERATION,
        generated=True,
        sidebar_title=text_of(metadata, "sidebarTitle"),
        description=description if description is not None else operation.description,
        operation=operation.key,
        operation_id=operation.operation_id,
        directory=generated.directory,
        tag=text_of(metadata, "tag"),
        deprecated=operation.deprecated if deprecated is None else deprecated,
        metadata=metadata,
        fingerprint="",
    )
    shown = [page.title, page.description, page.tag, page.deprecated, dict(metadata), content]
    return replace(_placed(page, place), fingerprint=_digest([operation.fingerprint, shown, links]))


def _file_page(file: PageFile, place: PagePlace) -> Page:
    metadata, operation = file.metadata, file.operation
    deprecated = flag_of(metadata, "deprecated")
    summary = " ".join((operation.summary or "").split()) if operation else ""
    kind = PageKind.OPERATION if operation else PageKind.SCHEMA if file.schema else PageKind.PAGE
    description = text_of(metadata, "description")
    page = Page(
        docname=file.docname,
        title=text_of(metadata, "title")
        or file.head.heading
        or summary
        or title_from_name(file.docname.rpartition("/")[2]),
        kind=kind,
        file=file.path,
        sidebar_title=text_of(metadata, "sidebarTitle"),
        description=description if description or not operation else operation.description,
        operation=operation.key if operation else None,
        operation_id=operation.operation_id if operation else None,
        schema=file.schema if kind is PageKind.SCHEMA else None,
        directory=_directory(file),
        tag=text_of(metadata, "tag"),
        deprecated=bool(operation and operation.deprecated) if deprecated is None else deprecated,
        metadata=metadata,
    )
    return _placed(page, place)


def _placed(page: Page, place: PagePlace) -> Page:
    return replace(
        page,
        trail=place.trail,
        breadcrumbs=place.breadcrumbs,
        version=place.label(ElementKind.VERSION),
        language=place.label(ElementKind.LANGUAGE),
        product=place.label(ElementKind.PRODUCT),
        tab=place.label(ElementKind.TAB),
        prev=place.prev,
        next=place.next,
    )


def _operation_pages(pages: Mapping[str, Page]) -> dict[OperationKey, tuple[str, ...]]:
    found: dict[OperationKey, list[str]] = {}
    for docname, page in pages.items():
        if page.operation is not None:
            found.setdefault(page.operation, []).append(docname)
    return {key: tuple(docnames) for key, docnames in found.items()}


def _digest(parts: object) -> str:
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
