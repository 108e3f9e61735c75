"""Pages as values: the page of a page file, an operation or a schema."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import (
    ACTIONS,
    OpenApiDocument,
    Operation,
    OperationKey,
)
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.plan.docnames import title_from_name, title_of
from sphinx_navapi.plan.listed_operations import (
    PublishedPages,
    list_document,
    list_tags,
    overview_digest,
    tags_digest,
)
from sphinx_navapi.plan.metadata import flag_of, single_line, text_of
from sphinx_navapi.plan.navigation_resolver import (
    CHANGES,
    ChangesPage,
    GeneratedPage,
    extension_metadata,
)
from sphinx_navapi.plan.overviews import (
    OverviewPage,
    overview_description,
    overview_title,
)
from sphinx_navapi.plan.page_files import PageFile
from sphinx_navapi.plan.page_operation import read_page_operation
from sphinx_navapi.plan.page_places import PagePlace
from sphinx_navapi.plan.schema_pages import SchemaPages, ShownPart
from sphinx_navapi.plan.scopes import DEFAULT_DIRECTORY
from sphinx_navapi.plan.site_plan import (
    Page,
    PageKind,
)
from sphinx_navapi.plan.tag_pages import TagPage, tags_description


def make_pages(
    *,
    files: Mapping[str, PageFile],
    generated: Mapping[str, GeneratedPage],
    changes: Mapping[str, ChangesPage],
    find_document: Callable[[str], OpenApiDocument | None],
    overviews: Mapping[str, OverviewPage],
    tag_pages: Mapping[str, TagPage],
    places: Mapping[str, PagePlace],
    schemas: SchemaPages,
    documents: Mapping[str, OpenApiDocument],
    root_doc: str,
    site_name: str,
) -> dict[str, Page]:
    """All pages by docname: the navigation's in reading order, schema pages, then the others."""
    pages: dict[str, Page] = {}
    for docname, place in places.items():
        if docname in generated:
            links = schemas.links.get(docname, ())
            pages[docname] = _generated_page(generated[docname], place, links)
        elif docname in changes:
            pages[docname] = _changes_page(changes[docname], place, find_document)
        elif docname in overviews:
            pages[docname] = _overview_page(overviews[docname], place, documents)
        elif docname in tag_pages:
            pages[docname] = _tag_page(tag_pages[docname], place, documents)
        else:
            pages[docname] = _file_page(files[docname], place)
    printers = {name: Fingerprinter(document, {}) for name, document in documents.items()}
    for (directory, document, name), docname in schemas.docnames.items():
        if docname not in files:
            links = schemas.links.get(docname, ())
            printer = printers[document]
            pages[docname] = _schema_page(docname, directory, name, links, printer)
    for docname in sorted({*files, root_doc} - pages.keys()):
        if docname in files:
            pages[docname] = _file_page(files[docname], PagePlace())
        else:
            pages[docname] = Page(docname=docname, title=site_name or "Home", generated=True)
    # These list operation pages, all of which are known now.
    published = PublishedPages(
        pages=pages, operations=index_operations(pages), tags=index_tags(pages)
    )
    for docname in (overviews.keys() | tag_pages.keys()) & pages.keys():
        page = pages[docname]
        about = documents[page.overview or ""]
        pages[docname] = replace(page, fingerprint=_listing_digest(page, about, published))
    return pages


def _listing_digest(page: Page, document: OpenApiDocument, published: PublishedPages) -> str:
    """The digest of a page about *document* or its tags."""
    if page.tags:
        return tags_digest(document, page.tags, list_tags(document, page, published))
    return overview_digest(document, list_document(document, page, published))


def index_operations(pages: Mapping[str, Page]) -> dict[OperationKey, tuple[str, ...]]:
    """Docnames of the pages of each operation, in the order of *pages*."""
    found: dict[OperationKey, list[str]] = {}
    for docname, page in pages.items():
        if page.operation is not None:
            for key in (page.operation, *page.more_operations):
                found.setdefault(key, []).append(docname)
    return {key: tuple(docnames) for key, docnames in found.items()}


def index_tags(pages: Mapping[str, Page]) -> dict[tuple[str, str, str], str]:
    """Docname of the page of each tag, by document, directory and tag."""
    return {
        (page.overview, page.directory, tag): docname
        for docname, page in pages.items()
        if page.kind is PageKind.TAG and page.overview is not None
        for tag in page.tags
    }


def shown_parts(
    files: Mapping[str, PageFile], generated: Mapping[str, GeneratedPage]
) -> Iterator[ShownPart]:
    """The parts of documents that pages show, which may need schema pages."""
    for page in generated.values():
        yield _shown_operation(page)
    for file in files.values():
        yield from _shown_by_file(file)


def _shown_operation(page: GeneratedPage) -> ShownPart:
    return ShownPart(
        docname=page.docname,
        directory=page.directory,
        document=page.operation.key.document,
        pointer=page.operation.pointer,
    )


def _shown_by_file(file: PageFile) -> Iterator[ShownPart]:
    if file.operation is not None:
        for operation in (file.operation, *file.more_operations):
            yield ShownPart(
                docname=file.docname,
                directory=_directory(file),
                document=operation.key.document,
                pointer=operation.pointer,
            )
    elif file.schema is not None:
        document, name = file.schema
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


def _schema_page(
    docname: str,
    directory: str,
    name: str,
    links: tuple[tuple[str, str], ...],
    printer: Fingerprinter,
) -> Page:
    """The page of a component schema."""
    document = printer.document
    pointer = f"/components/schemas/{escape_pointer(name)}"
    schema = document.resolve(pointer).value
    deprecated = isinstance(schema, dict) and schema.get("deprecated") is True
    return Page(
        docname=docname,
        title=name,
        kind=PageKind.SCHEMA,
        generated=True,
        schema=(document.name, name),
        directory=directory,
        deprecated=deprecated,
        fingerprint=_digest([printer.component(pointer), name, links]),
    )


def _changes_page(
    changes: ChangesPage,
    place: PagePlace,
    find_document: Callable[[str], OpenApiDocument | None],
) -> Page:
    """The page of changes in a document."""
    names = (changes.old, changes.new)
    documents = [document for name in names if (document := find_document(name)) is not None]
    digests = [document.digest for document in documents]
    return _placed(
        Page(
            docname=changes.docname,
            title=_changes_title(documents),
            kind=PageKind.CHANGES,
            generated=True,
            sidebar_title=CHANGES,
            changes=(changes.new, changes.old),
            directory=changes.directory,
            fingerprint=_digest([names, digests]),
        ),
        place,
    )


def _changes_title(documents: list[OpenApiDocument]) -> str:
    versions = [as_mapping(document.root.get("info")).get("version") for document in documents]
    old, *new = [single_line(str(version)) for version in versions if version is not None] or [""]
    return f"{CHANGES} from {old} to {new[0]}" if new and new[0] != old else CHANGES


def _generated_page(
    generated: GeneratedPage, place: PagePlace, links: tuple[tuple[str, str], ...]
) -> Page:
    operation = generated.operation
    metadata = extension_metadata(operation)
    title = text_of(metadata, "title") or title_of(operation)
    deprecated = flag_of(metadata, "deprecated")
    description = text_of(metadata, "description")
    content = operation.extension.get("content")
    tags = _tags(metadata, operation)
    page = Page(
        docname=generated.docname,
        title=title,
        kind=_kind_of(operation.key),
        generated=True,
        sidebar_title=text_of(metadata, "sidebarTitle"),
        description=description if description is not None else operation.description,
        operation=operation.key,
        operation_id=operation.operation_id,
        directory=generated.directory,
        tag=tags[0] if tags else None,
        badges=tuple(tags[1:]),
        deprecated=operation.deprecated if deprecated is None else deprecated,
        metadata=metadata,
        fingerprint="",
    )
    shown = [page.title, page.description, page.tag, page.deprecated, dict(metadata), content]
    shown += page.badges
    return replace(_placed(page, place), fingerprint=_digest([operation.fingerprint, shown, links]))


def _overview_page(
    overview: OverviewPage, place: PagePlace, documents: Mapping[str, OpenApiDocument]
) -> Page:
    """The overview page of a document; its lists are not known yet."""
    document = documents[overview.document]
    page = Page(
        docname=overview.docname,
        title=overview_title(document),
        kind=PageKind.OVERVIEW,
        generated=True,
        description=overview_description(document),
        overview=overview.document,
        directory=overview.directory,
    )
    return _placed(page, place)


def _tag_page(about: TagPage, place: PagePlace, documents: Mapping[str, OpenApiDocument]) -> Page:
    """The page about tags; its lists are not known yet."""
    page = Page(
        docname=about.docname,
        title=single_line(about.label),
        kind=PageKind.TAG,
        generated=True,
        description=tags_description(documents[about.document], about.tags),
        overview=about.document,
        tags=about.tags,
        directory=about.directory,
    )
    return _placed(page, place)


def _file_page(file: PageFile, place: PagePlace) -> Page:
    metadata, operation = file.metadata, file.operation
    deprecated = flag_of(metadata, "deprecated")
    summary = single_line(operation.summary) if operation else ""
    key = operation.key if operation else _own_operation(file)
    kind = _kind_of(key) if key else PageKind.SCHEMA if file.schema else PageKind.PAGE
    description = text_of(metadata, "description")
    tags = _tags(metadata, operation)
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
        operation=key,
        operation_id=operation.operation_id if operation else None,
        more_operations=tuple(each.key for each in file.more_operations),
        schema=file.schema if kind is PageKind.SCHEMA else None,
        directory=_directory(file),
        tag=tags[0] if tags else None,
        badges=tuple(tags[1:]),
        deprecated=bool(operation and operation.deprecated) if deprecated is None else deprecated,
        metadata=metadata,
    )
    return _placed(page, place)


def _kind_of(key: OperationKey) -> PageKind:
    return PageKind.ASYNCAPI if key.method in ACTIONS else PageKind.OPERATION


def _tags(metadata: Mapping[str, Any], operation: Operation | None) -> list[str]:
    """Badges beside a page's title: the tag of its *metadata*, else the document's badges."""
    own = text_of(metadata, "tag")
    if own:
        return [own]
    return list(operation.extension.get("badges", ())) if operation is not None else []


def _own_operation(file: PageFile) -> OperationKey | None:
    """The operation that a page describes itself; its fields are known once the page is read."""
    if file.schema is not None:
        return None
    described = read_page_operation(file.docname, file.metadata, ())
    return described.key if described else None


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


def _digest(parts: object) -> str:
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
