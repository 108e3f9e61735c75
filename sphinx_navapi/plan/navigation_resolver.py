"""Resolving the navigation: entries become docnames, operations are added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from sphinx_navapi.config.navigation import (
    CONTENT_KEYS,
    ElementKind,
    NavigationElement,
    PageEntry,
    translatable,
)
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.plan.docnames import DocnameRegister, title_from_name
from sphinx_navapi.plan.documents import DocumentLibrary
from sphinx_navapi.plan.entries import Meaning
from sphinx_navapi.plan.inputs import LabelWords
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.kinds.operation import OperationPage
from sphinx_navapi.plan.kinds.overview import Overviews
from sphinx_navapi.plan.kinds.planned_page import PlannedPage
from sphinx_navapi.plan.kinds.registered import KINDS
from sphinx_navapi.plan.kinds.tag import TagPages
from sphinx_navapi.plan.listed_operations import TagGroup
from sphinx_navapi.plan.metadata import is_hidden, text_of
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.scopes import Scope, Scopes
from sphinx_navapi.plan.site_plan import (
    Entry,
    ExternalLink,
    PageKind,
    ResolvedElement,
)


@dataclass(slots=True)
class NavigationResolver:
    """Builds the resolved navigation, inner elements first.

    :ivar channel_scopes: of AsyncAPI documents.
    :ivar generated: by docname, in reading order.
    :ivar replaced: operations whose docname is that of a page file without an operation.
    :ivar others: pages that other kinds add, by docname.
    :ivar empty: kinds of pages that would be empty, by the pointer of the document.
    :ivar tag_pages: pages of added groups.
    :ivar grouped: documents whose operations are added, by name.
    """

    library: DocumentLibrary
    files: PageFiles
    scopes: Mapping[NavigationElement, Scope | None]
    meanings: Mapping[PageEntry, Meaning]
    register: DocnameRegister
    channel_scopes: Scopes = field(default_factory=dict)
    label_words: LabelWords | None = None
    overviews: Overviews = field(default_factory=Overviews)
    generated: dict[str, OperationPage] = field(default_factory=dict)
    replaced: dict[OperationKey, tuple[Operation, PageFile]] = field(default_factory=dict)
    origins: dict[ResolvedElement, NavigationElement] = field(default_factory=dict)
    added: dict[NavigationElement, list[OperationKey]] = field(default_factory=dict)
    others: dict[str, PlannedPage] = field(default_factory=dict)
    empty: dict[str, list[str]] = field(default_factory=dict)
    tag_pages: TagPages = field(init=False)
    grouped: dict[str, OpenApiDocument] = field(default_factory=dict)
    _known: dict[PlannedPage, str] = field(default_factory=dict)
    _language: str = ""
    _translatable: frozenset[NavigationElement] = frozenset()

    def __post_init__(self) -> None:
        self.tag_pages = TagPages(self.library, self.files, self.register, self.overviews.pages)

    def resolve(
        self, element: NavigationElement, pointer: str = "", *, is_default: bool = False
    ) -> ResolvedElement:
        """*element* resolved; *pointer* is its position in the resolved navigation.

        :param is_default: it is the default among versions or languages.
        """
        outer = self._language
        if element.kind is ElementKind.ROOT:
            self._translatable = frozenset(translatable(element))
        if element.kind is ElementKind.LANGUAGE:
            self._language = element.label
        root = self._own_page(element)
        written: dict[str, tuple[Entry, ...]] = {}
        content: dict[str, tuple[Entry, ...]] = {}
        for key in CONTENT_KEYS:
            entries = self._entries(element, key, pointer)
            written[key] = tuple(entries)
            entries += self._overview_entries(element, key, f"{pointer}/{key}/{len(entries)}")
            adding = list(self._adding(element, key))
            for scope in adding:
                entries += self._added_groups(element, scope, f"{pointer}/{key}", len(entries))
            entries += self._other_entries(element, key, f"{pointer}/{key}", len(entries))
            if adding or entries or key in element.content:
                content[key] = tuple(entries)
        attributes = {key: v for key, v in element.attributes.items() if key != "default"}
        if is_default:
            attributes["default"] = True
        resolved = ResolvedElement(
            kind=element.kind,
            label=self._configured_label(element),
            pointer=pointer,
            attributes=attributes,
            root=root,
            content=content,
            global_anchors=tuple(
                self.resolve(anchor, f"{pointer}/global/anchors/{index}")
                for index, anchor in enumerate(element.global_anchors)
            ),
            first_page=self._first_page(root, written) or self._first_page(None, content),
        )
        self.origins[resolved] = element
        self._language = outer
        return resolved

    def pages(self) -> Mapping[str, PlannedPage]:
        """The pages without a file, by docname."""
        return {**self.tag_pages.pages, **self.overviews.used, **self.others, **self.generated}

    def operations(self) -> Iterator[Operation]:
        """The operations that have an entry, each once."""
        yield from (page.operation for page in self.generated.values())
        yield from (operation for operation, _ in self.replaced.values())

    def _own_page(self, element: NavigationElement) -> str | None:
        entry = self._entry(element.root) if element.root is not None else None
        return entry if isinstance(entry, str) else None

    def _entries(self, element: NavigationElement, key: str, pointer: str) -> list[Entry]:
        entries: list[Entry] = []
        written = element.content.get(key, ())
        default = _default_of(written) if key in {"versions", "languages"} else None
        for entry in written:
            if isinstance(entry, NavigationElement):
                where = f"{pointer}/{key}/{len(entries)}"
                entries.append(self.resolve(entry, where, is_default=entry is default))
                continue
            resolved = self._entry(entry)
            if resolved is not None:
                entries.append(resolved)
        return entries

    def _entry(self, entry: PageEntry) -> str | ExternalLink | None:
        """The result of a string of ``pages``; ``None`` if it is dropped."""
        meaning = self.meanings[entry]
        if meaning.operation is not None:
            return self._page_of(meaning.operation, meaning.directory, meaning.scope, named=True)
        if meaning.page is not None:
            return self._file_entry(meaning.page)
        if meaning.overview is not None:
            return self.overviews.use(meaning.overview)
        if meaning.link is not None:
            return ExternalLink(href=meaning.link, title=_show_address(meaning.link))
        return None

    def _file_entry(self, docname: str) -> str | ExternalLink:
        file = self.files.get(docname)
        if file is None or file.link is None:
            return docname
        metadata = file.metadata
        title = text_of(metadata, "sidebarTitle") or text_of(metadata, "title") or file.head.heading
        name = title or title_from_name(docname.rpartition("/")[2])
        return ExternalLink(href=file.link, title=name, docname=docname)

    def _page_of(
        self, operation: Operation, directory: str, scope: Scope | None, *, named: bool
    ) -> str | ExternalLink:
        """The page that shows *operation*: generated, or the page file at its docname."""
        docname = self.register.give(operation, directory)
        file = self.files.get(docname, scope)
        if file is not None:
            if file.operation is None or file.operation.key != operation.key:
                self.replaced.setdefault(operation.key, (operation, file))
            return self._file_entry(docname)
        if docname not in self.generated:
            self.generated[docname] = OperationPage(
                docname=docname, operation=operation, directory=directory, named=named
            )
        return docname

    def _adding(self, element: NavigationElement, key: str) -> Iterator[Scope]:
        """The scopes whose operations without an entry are added to *key* of *element*."""
        for scopes in (self.scopes, self.channel_scopes):
            scope = scopes.get(element)
            if scope is None or scope.owner is not element or not scope.adds:
                continue
            if key == _key_of_added(element):
                yield scope

    def _added_groups(
        self, element: NavigationElement, scope: Scope, pointer: str, start: int
    ) -> Iterable[ResolvedElement]:
        """Groups for all visible operations of the documents of *scope*, by tag."""
        tree = TagGroup()
        for number, bound in enumerate(scope.bound):
            document = self.library.get(bound.name)
            if document is not None:
                self.grouped[bound.name] = document
                tree.add(
                    document,
                    [(each, bound.directory) for each in document.operations if not each.hidden],
                    number=number,
                    texts=bound.overview is not False,
                )
        keys: dict[OperationKey, None] = {}
        for index, group in enumerate(tree.groups, start):
            yield self._added_group(group, element, scope, f"{pointer}/{index}", keys)
        self.added.setdefault(element, []).extend(keys)

    def _added_group(
        self,
        group: TagGroup,
        element: NavigationElement,
        scope: Scope,
        pointer: str,
        keys: dict[OperationKey, None],
    ) -> ResolvedElement:
        """*group* for *element*, including its subgroups; its operations are added to *keys*."""
        pages: dict[Entry, None] = {}
        for operation, directory in group.operations:
            pages[self._page_of(operation, directory, scope, named=False)] = None
            keys[operation.key] = None
        own = self.tag_pages.of_group(group, scope)
        root = own[0] if own else None
        pages = dict.fromkeys((*own[1:], *pages))
        for inner in group.groups:
            place = f"{pointer}/pages/{len(pages)}"
            pages[self._added_group(inner, element, scope, place, keys)] = None
        return self._group(element, self._label(group), pages, pointer, root)

    def _group(
        self,
        element: NavigationElement,
        label: str,
        pages: Iterable[Entry],
        pointer: str,
        root: str | None = None,
    ) -> ResolvedElement:
        """A group that *element* gets; without *label*, only its entries are shown."""
        content = {"pages": tuple(pages)}
        group = ResolvedElement(
            kind=ElementKind.GROUP,
            label=label,
            pointer=pointer,
            root=root,
            content=content,
            first_page=self._first_page(root, content),
        )
        self.origins[group] = element
        return group

    def _configured_label(self, element: NavigationElement) -> str:
        """The label of *element* in the language of the project."""
        if self.label_words is None or element not in self._translatable:
            return element.label
        translate = self.label_words("", ())
        return element.label if translate is None else translate(element.label)

    def _label(self, group: TagGroup) -> str:
        """The label of *group* in the language of its position."""
        if self.label_words is None or not group.label:
            return group.label
        # The texts of a document are in the catalogs of all pages that show it.
        directories = {
            bound.directory: None
            for scopes in (self.scopes, self.channel_scopes)
            for scope in scopes.values()
            for bound in (scope.bound if scope is not None else ())
            if bound.name in group.tags
        }
        translate = self.label_words(self._language, tuple(directories))
        return group.label if translate is None else translate(group.label)

    def _overview_entries(self, element: NavigationElement, key: str, pointer: str) -> list[Entry]:
        """The overviews of the documents bound to *element*: after its own entries.

        Beside groups of its own, they are in a group without label.
        """
        beside = element.kind is not ElementKind.GROUP and bool(element.content.get("groups"))
        if key != ("groups" if beside else "pages"):
            return []
        pages: list[Entry] = [*self.overviews.added_to(element)]
        return [self._group(element, "", pages, pointer)] if pages and beside else pages

    def _other_entries(
        self, element: NavigationElement, key: str, pointer: str, start: int
    ) -> Iterator[Entry]:
        """The other pages of the documents bound to *element*: last, in a group for each kind.

        If *element* is a group, they are entries of its own.
        """
        scope = self.scopes.get(element)
        if scope is None or scope.owner is not element or key != _key_of_added(element):
            return
        for kind, page_of in KINDS.items():
            if page_of is None:
                continue
            pages = [
                self._other_page(page, scope)
                for index, bound in enumerate(scope.bound)
                for page in _listed(page_of(bound))
                if not self._is_empty(page, kind, scope, index)
            ]
            if element.kind is ElementKind.GROUP:
                yield from pages
            elif pages:
                yield self._group(element, kind.caption, pages, f"{pointer}/{start}")
                start += 1

    def _is_empty(self, page: PlannedPage, kind: PageKind, scope: Scope, index: int) -> bool:
        """Whether *page* would be empty, which is noted. :param index: of its document."""
        document = self.library.get(scope.bound[index].name)
        if not page.is_empty(document, self._published(document, scope)):
            return False
        if document is not None and scope.owner.bindings:
            pointer = scope.owner.bindings[index].pointer
            self.empty.setdefault(pointer, []).append(kind.name)
        return True

    def _published(self, document: OpenApiDocument | None, scope: Scope) -> Iterator[Operation]:
        """The operations of *document* that *scope* adds, or that its entries name."""
        if document is None:
            return
        if scope.adds:
            yield from (each for each in document.operations if not each.hidden)
        for meaning in self.meanings.values():
            if meaning.scope is not scope:
                continue
            file = self.files.get(meaning.page) if meaning.page is not None else None
            operations = file.operations if file is not None else (meaning.operation,)
            yield from (each for each in operations if each and each.key.document == document.name)

    def _other_page(self, page: PlannedPage, scope: Scope) -> str | ExternalLink:
        """The entry of *page*: generated, or the page file at its docname."""
        if page in self._known:
            return self._known[page]
        if self.files.get(page.docname, scope) is not None:
            return self._file_entry(page.docname)
        docname = self.register.reserve(page.docname, self.tag_pages.taken_in(scope))
        self._known[page] = docname
        self.others[docname] = replace(page, docname=docname)
        return docname

    def _first_page(self, root: str | None, content: Mapping[str, tuple[Entry, ...]]) -> str | None:
        """The first page of an element with *content*: root page, pages, groups, then the rest.

        Hidden content is skipped; the default version and language come first.
        """
        if root is not None and self.is_shown(root):
            return root
        for key, entries in content.items():
            switch = key in {"versions", "languages"}
            for entry in sorted(entries, key=_is_not_default) if switch else entries:
                if isinstance(entry, str):
                    if self.is_shown(entry):
                        return entry
                elif isinstance(entry, ResolvedElement) and not entry.hidden and entry.first_page:
                    return entry.first_page
        return None

    def is_shown(self, docname: str) -> bool:
        """Whether *docname* is a page that its metadata does not hide from readers."""
        page = self.generated.get(docname) or self.files.get(docname)
        return page is None or not is_hidden(page.metadata)


def _listed(pages: PlannedPage | Iterable[PlannedPage] | None) -> Iterable[PlannedPage]:
    if pages is None:
        return ()
    return (pages,) if isinstance(pages, PlannedPage) else pages


def _key_of_added(element: NavigationElement) -> str:
    """The content key that receives pages without an entry."""
    return "pages" if element.kind is ElementKind.GROUP else "groups"


def _default_of(entries: Iterable[PageEntry | NavigationElement]) -> NavigationElement | None:
    """The default version or language: the marked one, else the first visible one."""
    elements = [entry for entry in entries if isinstance(entry, NavigationElement)]
    chosen = [element for element in elements if element.attributes.get("default") is True]
    shown = [element for element in elements if element.attributes.get("hidden") is not True]
    return next(iter((*chosen, *shown, *elements)), None)


def _is_not_default(entry: Entry) -> bool:
    return not (isinstance(entry, ResolvedElement) and entry.attributes.get("default") is True)


def _show_address(href: str) -> str:
    """An address without its scheme, for use as a title."""
    return href.removeprefix("https://").removeprefix("http://").removeprefix("mailto:").rstrip("/")
