"""Diagnostics about a finished plan: omitted operations, duplicate pages, reserved paths."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

from sphinx_navapi.config.appearance_settings import THEMES, named_files
from sphinx_navapi.config.navigation import ElementKind, NavigationElement, PageEntry, walk
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import (
    COUNT,
    FOLDERS,
    Cause,
    Diagnostic,
    Level,
    Place,
    Subtype,
    missing_folder,
)
from sphinx_navapi.diagnostics.similar_words import nearest_file, nearest_word
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.base_urls import lacks_servers
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operations import EXTENSIONS
from sphinx_navapi.openapi.tags import TagHierarchy
from sphinx_navapi.plan.docnames import MAX_PATH_BYTES, MAX_SEGMENT_BYTES, is_too_long
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.entries import Meaning
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.kinds.operation import OperationPage
from sphinx_navapi.plan.matching import show_operation
from sphinx_navapi.plan.metadata import CREATED, UPDATED, day_of
from sphinx_navapi.plan.scopes import Scope, Scopes
from sphinx_navapi.plan.site_plan import Page


def find_without_effect(settings: Mapping[str, Any], config: SiteConfig) -> Iterator[Diagnostic]:
    """One note per key of ``docs.json`` that has no visible effect.

    :param settings: those that are valid.
    """
    for path, family in _fonts(settings):
        yield _note(
            config,
            path,
            f"no font file is loaded for {family}: readers without it installed see the system"
            " font; set source to a file of the project or an https URL",
        )
    theme = settings.get("theme")
    if isinstance(theme, str) and theme not in THEMES:
        near = nearest_word(theme, THEMES)
        advice = f"did you mean {near}?" if near else f"use one of {', '.join(THEMES)}"
        yield _note(config, "theme", f"the theme {show(theme)} has no effect: {advice}")
    if as_mapping(settings.get("icons")).get("library") == "tabler":
        yield _note(
            config,
            "icons/library",
            "Tabler icons are replaced by Lucide icons of the same name; use lucide, or the path"
            " of an SVG for icons that look different",
        )
    if as_mapping(as_mapping(settings.get("api")).get("playground")).get("display") == "auth":
        yield _note(
            config,
            "api/playground/display",
            "static sites have no sign-in: the playground shows requests without sending them,"
            " as with simple; use interactive to send them",
        )


def _fonts(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pointer and name of each font without a file."""
    fonts = as_mapping(settings.get("fonts"))
    for path, font in (
        ("fonts", fonts),
        ("fonts/heading", as_mapping(fonts.get("heading"))),
        ("fonts/body", as_mapping(fonts.get("body"))),
    ):
        if isinstance(font.get("family"), str) and not font.get("source"):
            yield f"{path}/family", font["family"]


def find_missing_files(
    settings: Mapping[str, Any], source_dir: Path, config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per image or font in ``docs.json`` that does not exist.

    They are looked up in *source_dir*, and beside the configuration.
    """
    folders = (source_dir, (source_dir / config.name).parent)
    for key in SETTINGS:
        for pointer, value in named_files(key.type, settings.get(key.name), f"/{key.name}"):
            if value.startswith("https://"):
                continue
            if value.startswith("http://"):
                problem = "is ignored: images and fonts on other sites need https://"
            elif any(is_file(folder / value.lstrip("/")) for folder in folders):
                continue
            else:
                near = nearest_file(source_dir, value.lstrip("/"))
                meant = f"did you mean {near}?" if near else "add the file, or correct its path"
                problem = f"does not exist and was ignored: {meant}"
            where = pointer.lstrip("/").replace("/", ".")
            yield Diagnostic(
                subtype=Subtype.FILE_NOT_FOUND,
                message=f"{where}: the file {show(value)} {problem}",
                place=config.place(pointer),
                cause=missing_folder(source_dir, value) if "/" in value.lstrip("/") else None,
            )


def _note(config: SiteConfig, path: str, message: str) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=message,
        place=config.place(f"/{path}"),
        level=Level.INFO,
    )


#: Number of places that a message lists.
_SHOWN: Final = 3

#: Kinds of elements that readers choose by label.
_CHOSEN: Final = (ElementKind.VERSION, ElementKind.LANGUAGE, ElementKind.PRODUCT)


def find_unused_documents(
    scopes: Scopes, shown: Collection[str], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per element whose documents have operations but no pages.

    :param shown: documents with at least one operation page, or without operations.
    """
    for element, scope in scopes.items():
        if scope is None or scope.owner is not element or scope.adds or scope.explicit:
            continue
        names = [bound.name for bound in scope.bound]
        if names and not any(name in shown for name in names):
            children = next((key for key in element.content if key != "pages"), "tabs")
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"no operation of {', '.join(names)} has a page: beside {children},"
                f' "{scope.key}" only sets where references are looked up; set it on an entry of'
                f" {children} instead",
                place=config.key_place(f"{element.pointer}/{scope.key}"),
            )


def find_repeated(
    root: NavigationElement, meanings: Mapping[PageEntry, Meaning], config: SiteConfig
) -> Iterator[Diagnostic]:
    """Duplicate pages and labels below *root*."""
    places: dict[object, list[PageEntry]] = {}
    for element in walk(root):
        yield from _repeated_labels(element, config)
        here: dict[object, PageEntry] = {}
        for entry in element.entries():
            meaning = meanings[entry]
            shown = meaning.page or (meaning.operation.key if meaning.operation else None)
            if shown is None:
                continue
            if shown in here and entry is not element.root:
                yield _twice(entry, here[shown], config)
                continue
            here[shown] = entry
            places.setdefault(shown, []).append(entry)
    several = [entries for entries in places.values() if len(entries) > 1]
    if several:
        yield _elsewhere(several, config)


def _twice(entry: PageEntry, first: PageEntry, config: SiteConfig) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.DUPLICATE_PAGE,
        message=f"{entry.text.strip()} is in this list twice (first on line"
        f" {config.place(first.pointer).line}), so the sidebar shows it twice: remove one",
        place=config.place(entry.pointer),
    )


def _elsewhere(several: list[list[PageEntry]], config: SiteConfig) -> Diagnostic:
    """One note for all pages in several lists, which is common."""
    shown = [
        f"{entries[0].text.strip()} ({', '.join(str(config.place(e.pointer)) for e in entries)})"
        for entries in several[:_SHOWN]
    ]
    more = f" and {len(several) - _SHOWN} more" if len(several) > _SHOWN else ""
    count = "1 page is" if len(several) == 1 else f"{len(several)} pages are"
    return Diagnostic(
        subtype=Subtype.DUPLICATE_PAGE,
        message=f"{count} in the navigation more than once: {'; '.join(shown)}{more}; the sidebar"
        " and the breadcrumbs of such a page are those of its first entry",
        place=config.place(several[0][1].pointer),
        level=Level.INFO,
    )


def _repeated_labels(element: NavigationElement, config: SiteConfig) -> Iterator[Diagnostic]:
    """Children that readers cannot distinguish, and second defaults."""
    for entries in element.content.values():
        children = [entry for entry in entries if isinstance(entry, NavigationElement)]
        chosen = [child for child in children if child.kind in _CHOSEN]
        labels: set[str] = set()
        for child in chosen:
            if child.label in labels:
                yield Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"there are two entries with the {child.kind.value}"
                    f" {show(child.label)}: readers cannot tell them apart; rename one",
                    place=config.place(f"{child.pointer}/{child.kind.value}"),
                )
            labels.add(child.label)
        defaults = [child for child in chosen if child.attributes.get("default") is True]
        for child in defaults[1:]:
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f'"default" is ignored here: {show(defaults[0].label)} is the default'
                " already; remove one",
                place=config.place(f"{child.pointer}/default"),
            )


#: First segments of docnames that are reserved for the server.
RESERVED = ("api", "mcp")

#: Docnames that Sphinx's HTML builders overwrite with pages of their own.
BUILDER_PAGES = frozenset({"search", "genindex"})


def find_left_out(
    scopes: Mapping[NavigationElement, Scope | None],
    meanings: Mapping[PageEntry, Meaning],
    library: DocumentLibrary,
    config: SiteConfig,
) -> Iterator[Diagnostic]:
    """One note per owner whose documents have operations without an entry (rule 5)."""
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
                message=f"{label}: {_count(left, 'operation')} of {documents} not published,"
                " because only listed operations are published once an entry lists one; to add all,"
                " put the document's name before each reference",
                place=config.key_place(f"{element.pointer}/{scope.key}"),
                level=Level.INFO,
            )


def find_empty_pages(
    empty: Mapping[str, Sequence[str]], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One note per document whose ``catalog`` has pages that would be empty.

    :param empty: their names, by the pointer of the document.
    """
    for pointer, names in empty.items():
        place = f"{pointer.removesuffix('/source')}/catalog"
        several = len(names) > 1
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"no published operation has anything for the page{'s' if several else ''}"
            f" {', '.join(names)}, so {'they are' if several else 'it is'} left out: remove"
            f' {"these" if several else "this"} from "catalog", or describe it in the document',
            place=config.place(place),
            level=Level.INFO,
        )


def find_same_names(library: DocumentLibrary, places: Mapping[str, Place]) -> Iterator[Diagnostic]:
    """One warning per file with the same name as a document generated by code, at its *places*."""
    for name, file in library.same_names():
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f'navapi_documents["{name}"] has the name of the file {file}: "{name}" always'
            " refers to the former; remove the file, or rename one of them",
            place=places[name],
        )


def find_missing_toctrees(
    elements: Iterable[NavigationElement], files: Container[str], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per group that refers to the toctrees of a missing document."""
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
    """One note per document without servers."""
    for name, document in documents.items():
        if lacks_servers(document):
            yield Diagnostic(
                subtype=Subtype.NO_SERVERS,
                message=f"{name} has no servers: code samples show a placeholder, and the"
                ' playground has no address to send to; set "baseUrl" in "api" to the URL of the'
                " API, or list servers in the document",
                place=document.place("/info", of_key=True),
                level=Level.INFO,
            )


def find_empty_documents(library: DocumentLibrary, empty: Iterable[str]) -> Iterator[Diagnostic]:
    """One warning per document of the navigation without operations.

    :param empty: their names.
    """
    for name in empty:
        document = library.peek(name)
        if document is not None and not document.skipped:
            advice = "add operations to it, or remove it from docs.json"
            if document.version == (3, 0) and document.root.get("webhooks"):
                advice = "`webhooks` require `openapi: 3.1.0`"
            yield Diagnostic(
                subtype=Subtype.OPENAPI_INVALID,
                message=f"{name} has no operations, so it has no operation pages: {advice}",
                place=document.place("/paths", of_key=True),
            )


def find_tag_problems(documents: Mapping[str, OpenApiDocument]) -> Iterator[Diagnostic]:
    """Problems that keep the tags of *documents* with added operations from forming groups."""
    for document in documents.values():
        for problem in TagHierarchy(document).problems:
            yield Diagnostic(
                subtype=Subtype.TAG_GROUPS,
                message=problem.message,
                place=document.place(problem.pointer),
                level=problem.level,
            )


def find_duplicates(
    files: Mapping[str, PageFile], generated: Mapping[str, OperationPage]
) -> Iterator[Diagnostic]:
    """One warning per operation that both a page file and a generated page show (rule 6)."""
    rendering: dict[OperationKey, list[PageFile]] = {}
    for file in files.values():
        for operation in file.operations:
            rendering.setdefault(operation.key, []).append(file)
    reported: set[OperationKey] = set()
    for page in generated.values():
        key, field = page.operation.key, page.operation.specification
        if key not in rendering or key in reported:
            continue
        reported.add(key)
        file = rendering[key][0]
        suffix = PurePosixPath(file.path).suffix
        renamed = f"rename the file to {page.docname}{suffix}"
        advice = "remove the entry" if page.named else renamed
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
    """One finding per operation whose docname is taken by a page file of another kind (rule 6).

    An ``href`` that leads to another page is a mistake. A file with the operation's default docname
    may be meant as its replacement.

    :param shown: operations that have a page elsewhere.
    """
    for operation, file in replaced:
        if operation.key in shown:
            continue
        name, written = show_operation(operation), operation.extension.get("href")
        place = _href_place(documents, operation) if written else None
        field = operation.specification
        advice = "set another href, or write " if written else "rename the file, or write "
        yield Diagnostic(
            subtype=Subtype.DUPLICATE_OPERATION,
            message=f"{name} of {operation.key.document} has no page:"
            f" {'its href' if written else 'the path of its page'} is that of {file.path}, which"
            f" takes precedence and shows no operation; {advice}`{field}: {name}` in the metadata"
            " of the file",
            place=place or Place(file=file.path),
            level=Level.WARNING if written else Level.INFO,
        )


def find_cut_paths(
    operations: Iterable[Operation], documents: Mapping[str, OpenApiDocument]
) -> Iterator[Diagnostic]:
    """One warning per operation whose ``href`` is too long for file systems."""
    for operation in operations:
        written = operation.extension.get("href")
        if isinstance(written, str) and is_too_long(written):
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"the href of {show_operation(operation)} is too long for the path of a"
                f" file and was cut: write at most {MAX_SEGMENT_BYTES} bytes between"
                f" slashes and {MAX_PATH_BYTES} in all",
                place=_href_place(documents, operation) or Place(file=operation.key.document),
            )


def _href_place(documents: Mapping[str, OpenApiDocument], operation: Operation) -> Place | None:
    """The place of the ``href`` of *operation*; the last of several extensions wins."""
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
    """One finding per reserved root name with pages below it.

    :param places: of pages listed in the configuration.
    :param folders: whether a page may be a folder; otherwise ``api`` is a file beside ``api/``.
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
            " navapi serve responds with 404; move them to another folder, or set another"
            ' "directory" beside "source"',
            place=place,
            level=Level.WARNING if named else Level.INFO,
        )


def find_contested(pages: Iterable[str]) -> list[tuple[str, ...]]:
    """Docnames whose output another page may overwrite.

    Each alone, or grouped with those that differ only in case.
    """
    by_letters: dict[str, list[str]] = {}
    for docname in pages:
        by_letters.setdefault(docname.lower(), []).append(docname)
    alike = [tuple(sorted(names)) for names in by_letters.values() if len(names) > 1]
    return [*((name,) for name in pages if name in BUILDER_PAGES), *alike]


def find_overwritten(
    pages: Mapping[str, Page], places: Mapping[str, Place], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One finding per output file shared by two pages, here or on another system.

    :param places: of pages listed in the configuration.
    """
    for names in find_contested(pages):
        authored = [name for name in names if pages[name].file]
        last = (authored or names)[-1]
        file = pages[last].file
        place = places.get(last) or (Place(file=file) if file else config.place("/navigation"))
        if len(names) == 1:
            advice = "rename the file" if file else "set another href"
            message = (
                f"in HTML, the page {last} is overwritten by Sphinx's own {last} page: {advice}"
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
    """One note per page file outside the navigation. :param expected: docnames that are exempt."""
    for docname, file in files.items():
        if not pages[docname].trail and docname not in expected:
            yield Diagnostic(
                subtype=Subtype.NOT_IN_NAVIGATION,
                message=f"the navigation does not list {docname}: it is built, but only reachable"
                " through search and links; add it to pages, or exclude the file",
                place=Place(file=file.path),
                level=Level.INFO,
                cause=_OUTSIDE,
            )


_OUTSIDE = Cause(
    key="outside",
    summary=f"the navigation does not list {COUNT} pages in {FOLDERS}: they are built, but only"
    " reachable through search and links; add them to pages, or exclude the files",
    many=2,
)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def find_wrong_days(files: Mapping[str, PageFile]) -> Iterator[Diagnostic]:
    """One warning per value that is not a date."""
    for file in files.values():
        metadata = file.head.metadata
        for key in (CREATED, UPDATED):
            if metadata.get(key) in (None, "") or day_of(metadata, key) is not None:
                continue
            line = file.head.lines.get(key)
            yield Diagnostic(
                subtype=Subtype.PAGE_METADATA,
                message=f'{key}: {show(metadata[key])} is ignored: use a date such as "2026-08-13"',
                place=Place(file=file.path, line=line, column=1 if line else None),
            )
