"""Page files of a site and what each renders: metadata resolved against the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.page_settings import AUTH_METHOD, MODE, PLAYGROUND
from sphinx_navapi.config.value_problems import ValueProblem, inert_key, misspelt_key, show
from sphinx_navapi.config.value_types import (
    AnyValue,
    FactorValue,
    FlagValue,
    LinkValue,
    TextValue,
    ValueType,
    wrong_type,
)
from sphinx_navapi.diagnostics import COUNT, Cause, Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.front_matter import PageHead, find_unknown_variables, with_variables
from sphinx_navapi.openapi.document import METHODS, Operation
from sphinx_navapi.openapi.operation_reference import (
    OperationReference,
    channel_name,
    parse_reference,
)
from sphinx_navapi.plan.documents import document_cause
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.matching import (
    Match,
    OperationMatcher,
    exact_reference,
    missing_document,
    operation_advice,
    schema_advice,
    show_operation,
    unknown_targets,
)
from sphinx_navapi.plan.metadata import link_of, number_of, text_of
from sphinx_navapi.plan.page_operation import is_page_operation
from sphinx_navapi.plan.scopes import Scope, bound_names
from sphinx_navapi.plan.source_pages import ALWAYS_SUFFIXES, PageHeads, SourceTree, page_of_entry

_ANY: Final = AnyValue()
_FLAG: Final = FlagValue()

#: Known keys with the types of their values. Keys for operations and addresses are checked where
#: they are read.
PAGE_KEYS: Final[Mapping[str, ValueType]] = {
    **dict.fromkeys(
        (
            "icon", "openapi", "asyncapi", "openapi-schema", "api", "url", "keywords",
            "contentType", "authors", "createdDate", "lastUpdatedDate", "related",
        ),
        _ANY,
    ),
    **dict.fromkeys(("title", "sidebarTitle", "description", "tag"), TextValue()),
    **dict.fromkeys(
        (
            "timestamp", "deprecated", "rss", "hidden", "noindex", "searchable",
            "hideFooterPagination",
        ),
        _FLAG,
    ),
    "boost": FactorValue(),
    "canonical": LinkValue(absolute=True),
    "mode": MODE,
    "playground": PLAYGROUND,
    "authMethod": AUTH_METHOD,
}  # fmt: skip

_INERT: Final = {key.name: key for key in hosted_keys.PAGE}

#: Words that hosted services use for the default.
_DEFAULT_WORDS: Final[Mapping[str, frozenset[str]]] = {"mode": frozenset({"default"})}

#: Keys of Sphinx, MyST, docutils and other tools that resemble ours.
_OF_OTHER_TOOLS: Final = frozenset(
    {
        "apis", "author", "date", "hide", "iconType", "icons", "id", "keyword", "meta", "model",
        "name", "order", "public", "slug", "subtitle", "tags", "titles", "type", "urls", "version",
    }
)  # fmt: skip


def find_head_problems(head: PageHead, path: str) -> Iterator[Diagnostic]:
    """One warning per misspelled key or invalid value. :param path: of the page file."""
    for key, value in head.metadata.items():
        kind = PAGE_KEYS.get(key)
        if key in _INERT:
            yield _diagnose(head, path, inert_key(key, key, _INERT[key].help))
        elif kind is None:
            others = [name for name in PAGE_KEYS if name not in head.metadata]
            meant = None if key in _OF_OTHER_TOOLS or ":" in key else nearest_word(key, others)
            if meant is not None:
                yield _diagnose(head, path, misspelt_key(key, key, meant))
        elif key == "api" and value and not is_page_operation(value):
            yield _diagnose(head, path, ValueProblem(key, _not_an_operation(value)))
        elif key == "mode" and value in hosted_keys.MODES:
            text = f"mode: {show(value)} has no effect: it belongs to the hosted service"
            problem = ValueProblem(key, text, level=Level.INFO, subtype=Subtype.INERT_KEY)
            yield _diagnose(head, path, problem)
        elif value not in (None, "") and not _is_usable(key, kind, value):
            yield _diagnose(head, path, ValueProblem(key, f"{key}: {wrong_type(value, kind)}"))


def _not_an_operation(value: Any) -> str:
    words = value.split() if isinstance(value, str) else []
    near = nearest_word(words[0].upper(), map(str.upper, METHODS)) if words else None
    written = " ".join([near, *words[1:]]) if near and words[1:] else "GET https://…"
    return (
        f"api: {show(value)} is not a method and a URL, so the page shows no operation: use"
        f' "{written}"'
    )


def _is_usable(key: str, kind: ValueType, value: Any) -> bool:
    if isinstance(kind, FlagValue) and isinstance(value, str):
        # Fields of reStructuredText only contain strings.
        return value.strip().lower() in {"true", "false"}
    if isinstance(kind, FactorValue):
        return number_of({key: value}, key) is not None
    if isinstance(kind, TextValue) and isinstance(value, int | float):
        # Read as text, except for booleans.
        return not isinstance(value, bool)
    return kind.accepts(value) or value in _DEFAULT_WORDS.get(key, ())


def _diagnose(head: PageHead, path: str, problem: ValueProblem) -> Diagnostic:
    line = head.lines.get(problem.pointer)
    inert = problem.subtype is Subtype.INERT_KEY
    return Diagnostic(
        subtype=problem.subtype if inert else Subtype.PAGE_METADATA,
        message=problem.text,
        place=Place(file=path, line=line, column=1 if line else None),
        level=problem.level,
        cause=Cause(key=f"{problem.subtype}:{problem.text}") if inert else None,
    )


class PageFiles:
    """The page files of a site, each read and resolved once.

    :ivar scopes: scope by docname at the first place in the navigation; filled before the first
        page is requested. *channel_scopes*: that of AsyncAPI documents.
    :param variables: of the site, in Markdown and MDX pages.
    """

    def __init__(
        self,
        tree: SourceTree,
        heads: PageHeads,
        matcher: OperationMatcher,
        variables: Mapping[str, str],
    ) -> None:
        self.tree = tree
        self.scopes: dict[str, Scope | None] = {}
        self.channel_scopes: dict[str, Scope | None] = {}
        self.diagnostics: list[Diagnostic] = []
        self._heads = heads
        self._matcher = matcher
        self._variables = variables
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
        if path.endswith(ALWAYS_SUFFIXES):
            self.diagnostics += find_unknown_variables(head, self._variables, path)
            head = with_variables(head, self._variables)
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
        of_path = reference.of_path if reference is not None else None
        if of_path is not None and self._matcher.has(of_path, scope):
            reference = of_path
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
        operations: tuple[Operation, ...] = ()
        if written is not None:
            rooted = self._matcher.library.from_root(written, path, "asyncapi")
            operations = self._matcher.channel(rooted, scope)
        if not operations:
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
        return operations

    def _channel_advice(self, text: str, scope: Scope | None) -> str:
        library = self._matcher.library
        everywhere = dict.fromkeys((*bound_names(scope), *library.everywhere("asyncapi")))
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
                f" write {exact_reference(reference, match.near)}",
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
        name = self._matcher.library.unusable(bound_names(scope), reference.specification)
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
        schema = None
        if written is not None:
            schema = self._matcher.schema(self._matcher.library.from_root(written, path), scope)
        if schema is None:
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
        return schema

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
