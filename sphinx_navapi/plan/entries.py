"""The meaning of each entry of ``pages``: an operation, a page file, a link, or nothing."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from sphinx_navapi.config.navigation import NavigationElement, PageEntry, walk
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.diagnostics import COUNT, Cause, Diagnostic, Level, Subtype
from sphinx_navapi.openapi.document import Operation
from sphinx_navapi.openapi.operation_reference import OperationReference, parse_reference
from sphinx_navapi.plan.documents import STANDARDS, document_cause
from sphinx_navapi.plan.matching import (
    Match,
    OperationMatcher,
    exact_reference,
    show_operation,
)
from sphinx_navapi.plan.page_files import PageFiles
from sphinx_navapi.plan.scopes import DEFAULT_DIRECTORY, Scope, Scopes, bound_names
from sphinx_navapi.plan.source_pages import ALWAYS_SUFFIXES, normal_path

#: An operation whose path lacks its leading slash: ``GET books``.
_METHOD = r"(?P<before>GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY)"
_WITHOUT_SLASH = re.compile(rf"{_METHOD}\s+(?P<path>[^/\s]\S*)")
_WITH_COLON = re.compile(rf"{_METHOD}\s*:\s*/(?P<path>\S*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The meaning of an entry; all fields are empty if it is dropped.

    :ivar directory: of an operation's page.
    :ivar page: docname of a page file.
    :ivar overview: docname of the overview page of a document.
    """

    element: NavigationElement
    entry: PageEntry
    scope: Scope | None
    reference: OperationReference | None = None
    operation: Operation | None = None
    directory: str = DEFAULT_DIRECTORY
    page: str | None = None
    overview: str | None = None
    link: str | None = None
    problem: Diagnostic | None = None


@dataclass(slots=True)
class EntryReader:
    """Reads all entries of a navigation, in reading order.

    :param overviews: docnames of overview pages.
    :ivar translations: the languages of the navigation, except the first.
    """

    config: SiteConfig
    matcher: OperationMatcher
    files: PageFiles
    overviews: Container[str] = ()
    diagnostics: list[Diagnostic] = field(default_factory=list)
    translations: tuple[NavigationElement, ...] = ()

    def read(
        self, root: NavigationElement, scopes: Scopes, channel_scopes: Scopes
    ) -> dict[PageEntry, Meaning]:
        """The meaning of every entry below *root*.

        :param channel_scopes: of AsyncAPI documents, in which their references are looked up.
        """
        languages = root.content.get("languages", ())
        self.translations = tuple(e for e in languages if isinstance(e, NavigationElement))[1:]
        meanings: dict[PageEntry, Meaning] = {}
        for element in walk(root):
            for entry in element.entries():
                reference, scope = self.matcher.reading(
                    entry.text.strip(), scopes[element], channel_scopes[element]
                )
                meaning = self._read_entry(element, entry, scope, reference)
                if meaning.problem is not None:
                    self.diagnostics.append(meaning.problem)
                meanings[entry] = meaning
        return meanings

    def _read_entry(
        self,
        element: NavigationElement,
        entry: PageEntry,
        scope: Scope | None,
        reference: OperationReference | None,
    ) -> Meaning:
        text = entry.text.strip()
        if reference is not None and reference.custom and not (scope or reference.document):
            reference = None
        page = self.files.find(text)
        if reference is not None:
            match = self.matcher.for_entry(reference, scope)
            if match.operation is not None:
                if match.operation.hidden:
                    self._report_hidden(entry, match.operation)
                return Meaning(
                    element=element,
                    entry=entry,
                    scope=scope,
                    reference=reference,
                    operation=match.operation,
                    directory=self._directory(scope, match.operation),
                )
            if page is None:
                problem = self._unmatched(entry, reference, scope, match)
                return Meaning(
                    element=element, entry=entry, scope=scope, reference=reference, problem=problem
                )
        if page is not None:
            return Meaning(
                element=element, entry=entry, scope=scope, reference=reference, page=page
            )
        docname = normal_path(text)
        if docname in self.overviews:
            return Meaning(element=element, entry=entry, scope=scope, overview=docname)
        if is_link(text, absolute=True):
            return Meaning(element=element, entry=entry, scope=scope, link=text)
        return Meaning(
            element=element, entry=entry, scope=scope, problem=self._no_page(entry, text, scope)
        )

    def _directory(self, scope: Scope | None, operation: Operation) -> str:
        return scope.directory_of(operation.key.document) if scope else DEFAULT_DIRECTORY

    def _report_hidden(self, entry: PageEntry, operation: Operation) -> None:
        self.diagnostics.append(
            Diagnostic(
                subtype=Subtype.HIDDEN_OPERATION,
                message=f"{show_operation(operation)} is x-hidden, but listed here,"
                " so it has a page and an entry",
                place=self.config.place(entry.pointer),
                level=Level.INFO,
            )
        )

    def _unmatched(
        self, entry: PageEntry, reference: OperationReference, scope: Scope | None, match: Match
    ) -> Diagnostic:
        """The diagnostic for a reference that matches no operation."""
        text = " ".join(entry.text.split())
        place = self.config.place(entry.pointer)
        key = reference.specification
        if reference.document is None and scope is None:
            advice = self._advise_document(reference, key)
            message = (
                f"{text} is an operation, but neither its element nor a parent sets {key}: the"
                f" entry was ignored; {advice}"
            )
            cause = Cause(
                key=f"missing_{key}:{entry.pointer.rpartition('/')[0]}",
                summary=f"{COUNT} entries are operations, but neither their element nor a parent"
                f" sets {key}: they were ignored; {advice}",
            )
            return Diagnostic(
                subtype=Subtype.MISSING_OPENAPI, message=message, place=place, cause=cause
            )
        if match.near is not None:
            advice = exact_reference(reference, match.near)
            message = f"{text} is not an exact match and was skipped: write {advice}"
            cause = Cause(
                key="near_miss:entries",
                summary=f"{COUNT} entries are not exact matches and were skipped: set"
                " api.referenceMatching to lenient, or write methods in upper case and paths as in"
                " the document",
                example=f", as in {advice}",
            )
            return Diagnostic(subtype=Subtype.NEAR_MISS, message=message, place=place, cause=cause)
        where = self._where(reference, scope)
        if match.skipped is not None:
            advice = f"; the document has it, but it is invalid ({match.skipped})"
        else:
            advice = self._suggest(reference, scope)
        return Diagnostic(
            subtype=Subtype.PAGE_NOT_FOUND,
            message=f"{text} is neither an operation {where} nor a page file, and was ignored"
            f"{advice}",
            place=place,
            cause=self._unusable(reference, scope)
            or Cause(
                key=f"no operation {where}{advice}",
                summary=f"{COUNT} entries are neither operations {where} nor page files, and were"
                f" ignored{advice}",
                example=f"; the first is {text}",
            ),
        )

    def _advise_document(self, reference: OperationReference, key: str) -> str:
        """How to set the document of an entry in whose scope none is."""
        name = self.matcher.document_with(reference, key)
        if name is None:
            return f"add an {STANDARDS[key]} document to the source directory, and set {key} to it"
        return f'set "{key}": "{name}" there'

    def _unusable(self, reference: OperationReference, scope: Scope | None) -> Cause | None:
        """The cause "the documents in which *reference* is looked up cannot be used"."""
        names = bound_names(scope)
        if reference.document is not None or not names:
            return None
        if any(self.matcher.library.peek(name) is not None for name in names):
            return None
        return Cause(
            key=document_cause(names[0]),
            summary=f"{COUNT} entries are operations of {names[0]}, which cannot be used: they"
            " were ignored",
            follows=True,
        )

    def _where(self, reference: OperationReference, scope: Scope | None) -> str:
        if reference.document is not None:
            return f"of a document called {reference.document}"
        names = bound_names(scope)
        unusable = [name for name in names if self.matcher.library.peek(name) is None]
        note = " (which cannot be used)" if unusable else ""
        return f"of {', '.join(names)}{note}"

    def _suggest(self, reference: OperationReference, scope: Scope | None) -> str:
        bound = bound_names(scope)
        names = bound
        library = self.matcher.library
        if reference.document is not None:
            key = reference.specification
            names = library.named(reference.document, bound, key)
            if not names:
                known = ", ".join(dict.fromkeys((*bound, *library.everywhere(key)))) or "none"
                return f"; no {STANDARDS[key]} document has that name (known: {known})"
        near = self.matcher.near_references(f"{reference.method} {reference.path}", names)
        return f"; did you mean {' or '.join(near)}?" if near else ""

    def _no_page(self, entry: PageEntry, text: str, scope: Scope | None) -> Diagnostic:
        place = self.config.place(entry.pointer)
        cause: Cause | None = None
        path = normal_path(text)
        if path is None and ".." not in text.split("/"):
            message = f"{text} is not a page and was ignored: use a page path, without suffix"
        elif path is None:
            message = (
                f"the page path {text} is outside the source directory and was ignored: use a"
                " path inside it, without a suffix"
            )
        elif "://" in text or text.lower().startswith(("javascript:", "data:")):
            message = (
                f"{text} is neither a page nor a URL that can be linked, and was ignored: use"
                " https://…"
            )
        else:
            message = f"there is no page file {text}, so the entry was ignored"
            near = self._near_operation(text, scope)
            message += near or self._near_pages(path)
            cause = None if near else self._untranslated(entry, text)
        return Diagnostic(subtype=Subtype.PAGE_NOT_FOUND, message=message, place=place, cause=cause)

    def _untranslated(self, entry: PageEntry, text: str) -> Cause | None:
        """The cause "these pages are not translated yet": of any language but the first."""
        for element in self.translations:
            if entry.pointer.startswith(f"{element.pointer}/"):
                return Cause(
                    key=f"untranslated:{element.pointer}",
                    summary=f"{COUNT} entries of the language {element.label} have no page files"
                    " and were ignored: add the files, or remove the entries",
                    example=f"; the first is {text}",
                )
        return None

    def _near_operation(self, text: str, scope: Scope | None) -> str:
        """A suggestion if *text* is almost a reference: without method or slash, or with a colon
        after the method.
        """
        if text.startswith("/"):
            return self._with_path(text, scope)
        named = self.matcher.by_operation_id(text, scope) if text.isidentifier() else None
        if named is not None:
            return f"; an operation is listed by its method and path: write {named.key}"
        colon = _WITH_COLON.fullmatch(text)
        match = colon or _WITHOUT_SLASH.fullmatch(text)
        if match is None:
            return ""
        reference = parse_reference(f"{match['before']} /{match['path']}")
        if reference is None:
            return ""
        bound = bound_names(scope)
        names = bound or list(self.matcher.library.everywhere())
        near = self.matcher.near_references(f"{reference.method} {reference.path}", names)
        advice = " or ".join(near) if near else str(reference)
        if colon is not None:
            return f"; an operation has no colon: write {advice}"
        return f"; the path of an operation starts with '/': write {advice}"

    def _with_path(self, text: str, scope: Scope | None) -> str:
        """A suggestion if *text* is the path of operations in scope."""
        operations = self.matcher.operations(bound_names(scope))
        references = [show_operation(each) for each in operations if each.key.path == text]
        if not references:
            return ""
        return f"; an operation also has a method: write {' or '.join(references[:3])}"

    def _near_pages(self, path: str) -> str:
        pages = self.files.tree.pages
        if self.files.is_excluded(path):
            return "; the file exists, but exclude_patterns excludes it"
        if f"{path}/index" in pages:
            return f"; did you mean {path}/index?"
        built = path.removesuffix(".html")
        if built in pages:
            return f"; did you mean {built}?"
        folded = path.lower()
        names = (folded, *(folded.removesuffix(each) for each in ALWAYS_SUFFIXES))
        lowered = [docname for docname in pages if docname.lower() in names]
        last = path.rpartition("/")[2]
        same_name = [docname for docname in pages if docname.rpartition("/")[2] == last]
        near = lowered[:3] or self.matcher.near(path, pages) or same_name[:3]
        if near:
            return f"; did you mean {' or '.join(near)}?"
        if " " in path:
            return "; correct the path, or remove it"
        files = pages.values()
        usual = "mdx" if sum(file.endswith(".mdx") for file in files) * 2 > len(files) else "md"
        file = path if path.endswith(ALWAYS_SUFFIXES) else f"{path}.{usual}"
        return f"; write {file}, or remove it"
