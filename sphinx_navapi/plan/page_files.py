"""Page files of a site and what each renders: metadata resolved against the documents."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.causes import COUNT, Cause
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.front_matter import PageHead
from sphinx_navapi.openapi.document import Operation
from sphinx_navapi.openapi.operation_reference import (
    OperationReference,
    channel_name,
    parse_reference,
)
from sphinx_navapi.plan.documents import document_cause
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.matching import Match, OperationMatcher, show_operation
from sphinx_navapi.plan.metadata import link_of, text_of
from sphinx_navapi.plan.operation_advice import (
    missing_document,
    operation_advice,
    schema_advice,
    unknown_targets,
)
from sphinx_navapi.plan.page_keys import find_head_problems
from sphinx_navapi.plan.scopes import Scope
from sphinx_navapi.plan.source_pages import ALWAYS_SUFFIXES, PageHeads, SourceTree, page_of_entry


class PageFiles:
    """The page files of a site, each read and resolved once.

    :ivar scopes: scope by docname at the first place in the navigation; filled before the first
        page is requested. *channel_scopes*: that of AsyncAPI documents.
    """

    def __init__(self, tree: SourceTree, heads: PageHeads, matcher: OperationMatcher) -> None:
        self.tree = tree
        self.scopes: dict[str, Scope | None] = {}
        self.channel_scopes: dict[str, Scope | None] = {}
        self.diagnostics: list[Diagnostic] = []
        self._heads = heads
        self._matcher = matcher
        self._files: dict[str, PageFile] = {}

    def find(self, entry: str) -> str | None:
        """The docname of the page file that *entry* refers to."""
        return page_of_entry(entry, self.tree.pages)

    def unnamed(self) -> list[str]:
        """Docnames of files that would be pages if anything referred to them."""
        return sorted(self.tree.unnamed - self._files.keys())

    def is_excluded(self, docname: str) -> bool:
        """Whether a file of that name exists but is excluded from the project."""
        suffixes = (*ALWAYS_SUFFIXES, ".rst")
        return any(is_file(self._heads.srcdir / f"{docname}{suffix}") for suffix in suffixes)

    def get(self, docname: str, scope: Scope | None = None) -> PageFile | None:
        """The page file of *docname*, or ``None`` if there is none.

        :param scope: of the caller, for a page outside the navigation.
        """
        if docname not in self._files:
            path = self.tree.pages.get(docname)
            if path is None:
                return None
            self._files[docname] = self._read(docname, path, self.scopes.get(docname, scope))
        return self._files[docname]

    def members(self, named: Iterable[str]) -> dict[str, PageFile]:
        """All page files of the site by docname: the project's own and those requested."""
        docnames = {
            *(docname for docname in self.tree.pages if docname not in self.tree.unnamed),
            *(docname for docname in named if docname in self.tree.pages),
            *self._files,
        }
        files = ((docname, self.get(docname)) for docname in sorted(docnames))
        return {docname: file for docname, file in files if file is not None}

    def _read(self, docname: str, path: str, scope: Scope | None) -> PageFile:
        head = self._heads.head(path)
        self.diagnostics += (*head.diagnostics, *find_head_problems(head, path))
        link = link_of(head.metadata)
        if "url" in head.metadata and link is None:
            self._report(
                head,
                path,
                "url",
                Subtype.CONFIG,
                f"the url {show(head.metadata['url'])} of {path} is not a URL and is ignored:"
                " use one that starts with https://, or a path of the site",
            )
        operation = self._operation(head, path, scope)
        channel: tuple[Operation, ...] = ()
        if operation is None and head.metadata.get("asyncapi") not in (None, ""):
            channel = self._channel(head, path, self.channel_scopes.get(docname))
        return PageFile(
            docname=docname,
            path=path,
            head=head,
            operation=channel[0] if channel else operation,
            more_operations=channel[1:],
            schema=self._schema(head, path, scope),
            link=link,
            scope=scope,
        )

    def _operation(self, head: PageHead, path: str, scope: Scope | None) -> Operation | None:
        if head.metadata.get("openapi") in (None, ""):
            return None
        written = text_of(head.metadata, "openapi")
        reference = None
        if written is not None:
            reference = parse_reference(self._matcher.library.from_root(written, path))
        if reference is None:
            value = show(head.metadata["openapi"])
            self._report(
                head,
                path,
                "openapi",
                Subtype.OPERATION_NOT_FOUND,
                f"the openapi field {value} of {path} is not an operation reference, so the page"
                " shows no operation: use METHOD /path or document METHOD /path",
            )
            return None
        match = self._matcher.for_page(reference, scope)
        if match.operation is None:
            self._report_missing(head, path, scope, reference, match)
        elif match.operation.hidden:
            self._report(
                head,
                path,
                "openapi",
                Subtype.HIDDEN_OPERATION,
                f"{written} is x-hidden, but {path} shows it",
                Level.INFO,
            )
        return match.operation

    def _channel(self, head: PageHead, path: str, scope: Scope | None) -> tuple[Operation, ...]:
        """The operations of AsyncAPI documents that the metadata refers to."""
        written = text_of(head.metadata, "asyncapi")
        found: tuple[Operation, ...] = ()
        if written is not None:
            rooted = self._matcher.library.from_root(written, path, "asyncapi")
            found = self._matcher.channel(rooted, scope)
        if not found:
            value = written if written is not None else show(head.metadata["asyncapi"])
            advice = self._channel_advice(value, scope)
            self._report(
                head,
                path,
                "asyncapi",
                Subtype.OPERATION_NOT_FOUND,
                f"no document has the channel or operation {value} in {path}, so the page"
                f" shows no operation: {advice}",
                cause=unknown_targets(
                    value, "pages show no operation, because no document has theirs", advice
                ),
            )
        return found

    def _channel_advice(self, text: str, scope: Scope | None) -> str:
        library = self._matcher.library
        bound = [each.name for each in scope.bound] if scope else []
        everywhere = dict.fromkeys((*bound, *library.everywhere("asyncapi")))
        documents = [each for name in everywhere if (each := library.peek(name)) is not None]
        usable = [document for document in documents if document.is_asyncapi]
        if not usable:
            return "there is no AsyncAPI document in this site"
        names = [
            name
            for document in usable
            for each in document.operations
            for name in (each.operation_id, channel_name(each), each.key.path)
            if name
        ]
        near = self._matcher.near(text.split()[-1] if text.split() else "", dict.fromkeys(names))
        if near:
            return f"did you mean {' or '.join(near)}?"
        return f"use the name of a channel or an operation in {usable[0].name}" + (
            f", such as {names[0]}" if names else ""
        )

    def _report_missing(
        self,
        head: PageHead,
        path: str,
        scope: Scope | None,
        reference: OperationReference,
        match: Match,
    ) -> None:
        """Report that no operation matches *reference*, with a suggestion."""
        written = text_of(head.metadata, "openapi")
        if match.near is not None:
            self._report(
                head,
                path,
                "openapi",
                Subtype.NEAR_MISS,
                f"{written} in {path} is not an exact match, so the page shows no operation:"
                f" write {_with_document(reference.document, match.near)}",
                cause=Cause(
                    key="near_miss:pages",
                    summary=f"the references of {COUNT} pages are not exact matches, so the pages"
                    " show no operation: set api.referenceMatching to lenient, or write methods in"
                    " upper case and paths as in the document",
                    example=f", as in {show_operation(match.near)}",
                ),
            )
            return
        if match.skipped is not None:
            advice = f"the operation is invalid and was skipped ({match.skipped})"
        else:
            advice = operation_advice(str(reference), self._matcher, scope)
        self._report(
            head,
            path,
            "openapi",
            Subtype.OPERATION_NOT_FOUND,
            f"no document has the operation {written} in {path}, so the page shows no"
            f" operation: {advice}",
            cause=self._unusable(reference, scope)
            or unknown_targets(
                str(reference),
                "pages show no operation, because no document has theirs",
                advice,
                many=2 if missing_document(reference, self._matcher, scope) else 4,
            ),
        )

    def _unusable(self, reference: OperationReference, scope: Scope | None) -> Cause | None:
        """The cause "no document can be used", which has its own message."""
        if reference.document is not None:
            return None
        bound = [each.name for each in scope.bound] if scope else []
        key = reference.specification
        name = self._matcher.library.unusable(bound, key)
        if name is None:
            return None
        return Cause(
            key=document_cause(name),
            summary=f"{COUNT} pages show no operation because {name} cannot be used",
            follows=True,
        )

    def _schema(self, head: PageHead, path: str, scope: Scope | None) -> tuple[str, str] | None:
        if "openapi-schema" not in head.metadata:
            return None
        written = text_of(head.metadata, "openapi-schema")
        found = None
        if written is not None:
            found = self._matcher.schema(self._matcher.library.from_root(written, path), scope)
        if found is None:
            value = written if written is not None else show(head.metadata["openapi-schema"])
            advice = schema_advice(value, self._matcher, scope)
            self._report(
                head,
                path,
                "openapi-schema",
                Subtype.OPERATION_NOT_FOUND,
                f"no document has the component schema {value} in {path}, so the page shows no"
                f" schema: {advice}",
                cause=unknown_targets(
                    value, "pages show no schema, because no document has theirs", advice
                ),
            )
        return found

    def _report(
        self,
        head: PageHead,
        path: str,
        key: str,
        subtype: Subtype,
        message: str,
        level: Level = Level.WARNING,
        cause: Cause | None = None,
    ) -> None:
        place = Place(file=path, line=head.lines.get(key))
        self.diagnostics.append(
            Diagnostic(subtype=subtype, message=message, place=place, level=level, cause=cause)
        )


def _with_document(document: str | None, operation: Operation) -> str:
    reference = show_operation(operation)
    return f"{document} {reference}" if document else reference
