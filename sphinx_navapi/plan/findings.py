"""What there is to say of a finished plan: operations left out, doubled pages, reserved paths."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping

from sphinx_navapi.config.navigation import NavigationElement, PageEntry
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.causes import COUNT, Cause
from sphinx_navapi.openapi.base_urls import lacks_servers
from sphinx_navapi.openapi.document import ACTIONS, OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operations import EXTENSIONS
from sphinx_navapi.openapi.tags import TagHierarchy
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.entries import Meaning
from sphinx_navapi.plan.matching import show_operation
from sphinx_navapi.plan.navigation_resolver import GeneratedPage
from sphinx_navapi.plan.page_files import PageFile
from sphinx_navapi.plan.scopes import Scope
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.plan.slug import MAX_PATH_BYTES, MAX_SEGMENT_BYTES, is_too_long

#: First segments of docnames that the server answers itself.
RESERVED = ("api", "mcp")

#: Docnames for which Sphinx's HTML builders write pages of their own, over those of the project.
BUILDER_PAGES = frozenset({"search", "genindex"})


def find_left_out(
    scopes: Mapping[NavigationElement, Scope | None],
    meanings: Mapping[PageEntry, Meaning],
    library: DocumentLibrary,
    config: SiteConfig,
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
            for operation in getattr(library.peek(bound.name), "operations", ())
        )
        if left:
            label = f'{element.kind.value} "{element.label}"' if element.label else "navigation"
            documents = ", ".join(bound.name for bound in scope.bound)
            yield Diagnostic(
                subtype=Subtype.EXPLICIT_ONLY,
                message=f"{label}: {_count(left, 'operation')} of {documents} left out, because"
                " entries name others, and then only what they name is published; to add all, put"
                " the document's name before each reference",
                place=config.key_place(f"{element.pointer}/{scope.key}"),
                level=Level.INFO,
            )


def find_same_names(library: DocumentLibrary, places: Mapping[str, Place]) -> Iterator[Diagnostic]:
    """One warning per file with the name of a document that code writes, at its *places*."""
    for name, file in library.same_names():
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f'navapi_documents["{name}"] has the name of the file {file}: "{name}" means'
            " the former everywhere; remove the file, or rename one of them",
            place=places[name],
        )


def find_missing_toctrees(
    elements: Iterable[NavigationElement], files: Container[str], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per group that asks for the toctrees of a document that is not there."""
    for element in elements:
        name = element.attributes.get("toctree")
        if isinstance(name, str) and name.strip().strip("/") not in files:
            yield Diagnostic(
                subtype=Subtype.PAGE_NOT_FOUND,
                message=f"there is no page file {name}, so no toctree is inserted here: use the"
                " path of a document with toctrees, such as index, without a suffix",
                place=config.place(f"{element.pointer}/toctree"),
            )


def find_no_servers(documents: Mapping[str, OpenApiDocument]) -> Iterator[Diagnostic]:
    """One note per document that does not say where its API is."""
    for name, document in documents.items():
        if lacks_servers(document):
            yield Diagnostic(
                subtype=Subtype.NO_SERVERS,
                message=f"{name} has no servers: code samples show a placeholder, and the"
                ' playground sends to the host of these pages; set "baseUrl" in "api" to the'
                " address of the API, or list servers in the document",
                place=document.place("/info", of_key=True),
                level=Level.INFO,
            )


def find_tag_problems(documents: Mapping[str, OpenApiDocument]) -> Iterator[Diagnostic]:
    """What keeps the tags of *documents*, whose operations are added, from making groups."""
    for document in documents.values():
        for problem in TagHierarchy(document).problems:
            yield Diagnostic(
                subtype=Subtype.TAG_GROUPS,
                message=problem.message,
                place=document.place(problem.pointer),
                level=problem.level,
            )


def find_duplicates(
    files: Mapping[str, PageFile], generated: Mapping[str, GeneratedPage]
) -> Iterator[Diagnostic]:
    """One warning per operation that a page file and a generated page both show (rule 6)."""
    rendering: dict[OperationKey, list[PageFile]] = {}
    for file in files.values():
        shown = (file.operation, *file.more_operations) if file.operation else ()
        for operation in shown:
            rendering.setdefault(operation.key, []).append(file)
    reported: set[OperationKey] = set()
    for page in generated.values():
        key = page.operation.key
        if key not in rendering or key in reported:
            continue
        reported.add(key)
        file, field = rendering[key][0], "asyncapi" if key.method in ACTIONS else "openapi"
        advice = "remove the entry" if page.named else f"call the file {page.docname}"
        yield Diagnostic(
            subtype=Subtype.DUPLICATE_OPERATION,
            message=f"{show_operation(page.operation)} of {key.document} has two pages, both built:"
            f" {file.path} and the generated {page.docname}; {advice}, or remove {field} from the"
            " file",
            place=Place(file=file.path, line=file.head.lines.get(field)),
            cause=Cause(
                key=f"duplicate:{key.document}:{page.named}",
                summary=f"{COUNT} operations of {key.document} have two pages, both built: one of"
                " a file and a generated one; "
                + (
                    "remove their entries"
                    if page.named
                    else f"remove {field} from the element of the navigation"
                )
                + ", or from the files",
            ),
        )


def find_replaced(
    replaced: Iterable[tuple[Operation, PageFile]],
    documents: Mapping[str, OpenApiDocument],
    shown: Container[OperationKey],
) -> Iterator[Diagnostic]:
    """One finding per operation whose page a file took that does not show it (rule 6).

    An ``href`` that names another page is a mistake. A file with the docname that the
    operation would have by itself may be meant to stand for it.

    :param shown: operations that have a page elsewhere.
    """
    for operation, file in replaced:
        if operation.key in shown:
            continue
        name, written = show_operation(operation), operation.extension.get("href")
        place = _href_place(documents, operation) if written else None
        field = "asyncapi" if operation.key.method in ACTIONS else "openapi"
        advice = "write another href, or " if written else "rename the file, or write "
        yield Diagnostic(
            subtype=Subtype.DUPLICATE_OPERATION,
            message=f"{name} of {operation.key.document} has no page:"
            f" {'its href' if written else 'the path of its page'} is that of {file.path}, which"
            f" wins and shows no operation; {advice}`{field}: {name}` in the metadata of the file",
            place=place or Place(file=file.path),
            level=Level.WARNING if written else Level.INFO,
        )


def find_cut_paths(
    operations: Iterable[Operation], documents: Mapping[str, OpenApiDocument]
) -> Iterator[Diagnostic]:
    """One warning per operation whose ``href`` no file system could hold."""
    for operation in operations:
        written = operation.extension.get("href")
        if isinstance(written, str) and is_too_long(written):
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"the href of {show_operation(operation)} is longer than the path of a"
                f" file may be and was cut: write at most {MAX_SEGMENT_BYTES} bytes between"
                f" slashes and {MAX_PATH_BYTES} in all",
                place=_href_place(documents, operation) or Place(file=operation.key.document),
            )


def _href_place(documents: Mapping[str, OpenApiDocument], operation: Operation) -> Place | None:
    """Where the ``href`` of *operation* is written; the last of several extensions wins."""
    document = documents.get(operation.key.document)
    pointers = [f"{operation.pointer}/{name}/href" for name in reversed(EXTENSIONS)]
    if document is None:
        return None
    return next((document.place(p) for p in pointers if document.at(p) is not None), None)


def find_reserved(
    pages: Mapping[str, Page],
    places: Mapping[str, Place],
    config: SiteConfig,
    *,
    folders: bool,
) -> Iterator[Diagnostic]:
    """One finding per reserved root name that pages stand below.

    :param places: where the configuration names a page of the navigation.
    :param folders: whether a page may be a folder; else ``api`` is a file beside ``api/``.
    """
    for name in RESERVED:
        below = [d for d in pages if d.startswith(f"{name}/") or (folders and d == name)]
        if not below:
            continue
        named = [d for d in below if pages[d].trail or pages[d].generated]
        first = (named or below)[0]
        place = places.get(first)
        if place is None:
            file = pages[first].file
            place = Place(file=file) if file else config.place("/navigation")
        yield Diagnostic(
            subtype=Subtype.RESERVED_PATH,
            message=f"{_count(len(below), 'page')} below the reserved root path /{name}"
            f" ({len(named)} in the navigation or generated; the first is {first}): built, but"
            " navapi serve answers 404 there; move them to another folder, or set another"
            " directory beside source",
            place=place,
            level=Level.WARNING if named else Level.INFO,
        )


def find_contested(pages: Iterable[str]) -> list[tuple[str, ...]]:
    """Docnames whose output another page may overwrite.

    Each stands alone, or with those that it differs from in case only.
    """
    by_letters: dict[str, list[str]] = {}
    for docname in pages:
        by_letters.setdefault(docname.lower(), []).append(docname)
    alike = [tuple(sorted(names)) for names in by_letters.values() if len(names) > 1]
    return [*((name,) for name in pages if name in BUILDER_PAGES), *alike]


def find_overwritten(
    pages: Mapping[str, Page], places: Mapping[str, Place], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One finding per output file that two pages are written to, here or on another system.

    :param places: where the configuration names a page of the navigation.
    """
    for names in find_contested(pages):
        authored = [name for name in names if pages[name].file]
        last = (authored or names)[-1]
        file = pages[last].file
        place = places.get(last) or (Place(file=file) if file else config.place("/navigation"))
        if len(names) == 1:
            advice = "rename the file" if file else "set another href"
            message = (
                f"the page {last} is lost in HTML because Sphinx writes its own {last} page over"
                f" it: {advice}"
            )
        else:
            message = (
                f"the pages {' and '.join(names)} differ only in case: one overwrites the other"
                " on file systems that ignore case, as on Windows and macOS; rename one"
            )
        yield Diagnostic(
            subtype=Subtype.RESERVED_PATH,
            message=message,
            place=place,
            level=Level.WARNING if len(names) == 1 else Level.INFO,
        )


def find_outside(
    files: Mapping[str, PageFile], pages: Mapping[str, Page], expected: Collection[str]
) -> Iterator[Diagnostic]:
    """One note per page file that no entry names. :param expected: docnames that need none."""
    for docname, file in files.items():
        if not pages[docname].trail and docname not in expected:
            yield Diagnostic(
                subtype=Subtype.NOT_IN_NAVIGATION,
                message=f"the navigation does not list {docname}: it is built but reachable only"
                " by search and links; add it to pages, or exclude the file",
                place=Place(file=file.path),
                level=Level.INFO,
            )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
