"""The OpenAPI documents of a site: their names and files, each loaded once."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sphinx_navapi.config.navigation import Binding, NavigationElement, walk
from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.diagnostics import COUNT, Cause, Diagnostic, Subtype
from sphinx_navapi.diagnostics.similar_words import edit_distance, is_near
from sphinx_navapi.formats.data_file import DataFileError, is_file, read_data
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.base_urls import with_base_urls
from sphinx_navapi.openapi.document import FORMATS, OpenApiDocument
from sphinx_navapi.openapi.history import NO_HISTORY
from sphinx_navapi.openapi.operation_reference import names_document
from sphinx_navapi.openapi.vendor import facts
from sphinx_navapi.plan.base_urls import document_name
from sphinx_navapi.plan.docnames import MAX_PATH_BYTES, MAX_SEGMENT_BYTES
from sphinx_navapi.plan.inputs import PlanInputs
from sphinx_navapi.plan.source_pages import normal_path


def extension_labels(settings: Mapping[str, Any]) -> dict[str, str]:
    """The label of each field, by its name; the default is the name in words."""
    value = as_mapping(settings.get("api")).get("extensions")
    labels = value if isinstance(value, dict) else dict.fromkeys(value or ())
    return {
        name: label or name.removeprefix("x-").replace("-", " ").replace("_", " ").capitalize()
        for name, label in labels.items()
    }


def with_facts(document: OpenApiDocument, labels: Mapping[str, str]) -> OpenApiDocument:
    """*document* with the fields *labels* as `facts` of the operations that have them.

    The fingerprints of these operations change with what is shown.
    """
    if not labels:
        return document
    operations = []
    for operation in document.operations:
        text = facts(as_mapping(document.at(operation.pointer)), labels)
        if text is not None:
            operation = replace(
                operation,
                extension={**operation.extension, "facts": text},
                fingerprint=digest_of([operation.fingerprint, text]),
            )
        operations.append(operation)
    return replace(document, operations=tuple(operations), _by_key={})


#: Bytes at the start of a data file that are searched for a top-level key ``openapi``.
_SNIFF_BYTES = 4_096

#: Names of the standards, by the root key of their documents.
STANDARDS = {"openapi": "OpenAPI", "asyncapi": "AsyncAPI"}

#: The key with the version of a document in the format before OpenAPI 3, which has no pages.
OLD_KEY = "swagger"

#: What follows the key: other data has it, too.
_VERSIONS = {**dict.fromkeys(STANDARDS, b""), OLD_KEY: rb"[ \t]*[\"']?2\b"}
_YAML_KEYS = {
    key: re.compile(rb"^[\"']?" + key.encode() + rb"[\"']?[ \t]*:" + version, re.MULTILINE)
    for key, version in _VERSIONS.items()
}
_JSON_FIRST_KEYS = {
    key: re.compile(rb"\s*\{\s*\"" + key.encode() + rb"\"\s*:" + version)
    for key, version in _VERSIONS.items()
}

#: The path of a document relative to a page, in a reference.
_RELATIVE = re.compile(r"(?:\.{1,2}/)+(?P<path>\S+)(?=\s)")

_ADVICE = "use the path of an earlier version of the OpenAPI document"


def document_cause(name: str) -> str:
    """The cause key for problems of the document *name*: its host, if it has one."""
    host = urlsplit(name).netloc if "://" in name else ""
    return f"host:{host}" if host else f"document:{name}"


def _summary(name: str, diagnostic: Diagnostic) -> str:
    """The message if several documents of a host are unavailable for the same reason."""
    if diagnostic.subtype is not Subtype.OPENAPI_NOT_FOUND or "://" not in name:
        return diagnostic.message
    several = f"{COUNT} documents of {urlsplit(name).netloc}"
    return diagnostic.message.replace(name, several, 1)


def bound_histories(navigation: NavigationElement) -> dict[str, Binding]:
    """The documents of *navigation* with a history, by name: the first binding that sets it."""
    bindings: dict[str, Binding] = {}
    for element in walk(navigation):
        for binding in element.bindings or ():
            if binding.history or binding.history_tags:
                bindings.setdefault(document_name(binding.source), binding)
    return bindings


@dataclass(frozen=True, slots=True)
class Parts:
    """Names of what documents without operations have.

    :ivar workflows: workflowIds of an Arazzo description.
    :ivar tools: names in a list of tools.
    """

    workflows: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


class DocumentLibrary:
    """Documents by name, in the order in which references are looked up.

    :param base_urls: returns those of a document by name; *overlays*: names of its overlays.
    :param settings: of the site: which fields pages show, and what forms groups.
    :param histories: by name, the bindings of documents that have a history.
    """

    def __init__(
        self,
        inputs: PlanInputs,
        data_files: Iterable[str],
        base_urls: Callable[[str], tuple[str, ...]],
        overlays: Callable[[str], tuple[str, ...]],
        settings: Mapping[str, Any],
        histories: Mapping[str, Binding],
    ) -> None:
        self._histories = histories
        self._inputs = inputs
        self._config = inputs.config
        self._code = inputs.code_documents
        self._base_urls = base_urls
        self._overlays = overlays
        self._labels = extension_labels(settings)
        self._by_path = as_mapping(settings.get("api")).get("groupBy") != "tag"
        self._data_files = tuple(data_files)
        self._loaded: dict[str, OpenApiDocument | None] = {}
        self._withheld: dict[str, tuple[Diagnostic, ...]] = {}
        self._found: dict[str, tuple[str, ...]] = {}
        self._refused: set[str] = set()
        self._places: dict[str, str] = {}
        self.bound: dict[str, None] = {}
        self.of_api: dict[str, None] = {}
        self.diagnostics: list[Diagnostic] = []

    def bind(self, source: str, pointer: str, key: str = "openapi") -> str:
        """Load the document that the navigation sets at *pointer*, and return its name.

        :param key: the key that sets it.
        """
        name = self._locate(source, pointer, key)
        if name is None:
            self._loaded.setdefault(source, None)
            return source
        self.bound[name] = None
        self._places.setdefault(name, pointer)
        document = self.get(name)
        if document is not None and document.specification != key:
            right = document.specification
            problem = ValueProblem(
                pointer,
                f"{name} is an {STANDARDS[right]} document, and is treated as one: set it"
                f' with "{right}" instead of "{key}"',
            )
            self.diagnostics.append(self._config.diagnose(problem))
        return name

    def bind_earlier(self, source: str | None, pointer: str) -> str | None:
        """The name of the usable document that is an earlier version of another one.

        Its problems are not reported, and no reference is looked up in it.
        """
        name = self._locate(source, pointer) if source is not None else None
        if name is None:
            return None
        document = self._get(name)
        if document is None:
            self._places.setdefault(name, pointer)
            self.get(name)
            return None
        if not document.is_openapi:
            what = FORMATS[document.standard]
            message = f"{name} is {what}, so it has no page of changes: {_ADVICE}"
            self.diagnostics.append(self._config.diagnose(ValueProblem(pointer, message)))
            return None
        return name

    def bind_api(self, value: Any, key: str = "openapi") -> None:
        """Register the documents of *key* in ``api``; each is loaded on first use."""
        entries = value if isinstance(value, list) else [value]
        for index, entry in enumerate(entries):
            pointer = f"/api/{key}/{index}" if isinstance(value, list) else f"/api/{key}"
            source = entry.get("source") if isinstance(entry, dict) else entry
            if isinstance(source, str):
                name = self._locate(source, pointer, key)
                if name is not None:
                    self.of_api[name] = None
                    self._places.setdefault(name, pointer)

    def get(self, name: str) -> OpenApiDocument | None:
        """The document *name*, or ``None`` if it is unusable; its diagnostics are kept."""
        document = self._get(name)
        for diagnostic in self._reported(name, self._withheld.pop(name, ()), document):
            if diagnostic.subtype is Subtype.OPENAPI_NOT_FOUND and name in self._places:
                # Nothing was read, so the place to fix is where the document is named.
                place = self._config.place(self._places[name])
                diagnostic = replace(diagnostic, place=place)
            if document is None:
                cause = Cause(key=document_cause(name), summary=_summary(name, diagnostic))
                diagnostic = replace(diagnostic, cause=cause)
            self.diagnostics.append(diagnostic)
        return document

    def _reported(
        self, name: str, diagnostics: Iterable[Diagnostic], document: OpenApiDocument | None
    ) -> list[Diagnostic]:
        """The diagnostics of a document, without examples that the settings of the check accept."""
        examples = [each for each in diagnostics if each.subtype is Subtype.INVALID_EXAMPLE]
        if not examples or document is None:
            return list(diagnostics)
        # Only documents with wrong examples need the check's settings.
        from sphinx_navapi.openapi.check.check_settings import without_accepted

        cause = Cause(
            key=f"examples:{name}",
            summary=f"{COUNT} examples of {name} do not match their schemas: correct them."
            f" `navapi openapi-check {name}` lists them all, and can keep those that are known in"
            " a baseline",
        )
        left = without_accepted(examples, document.files, self._inputs.srcdir)
        others = [each for each in diagnostics if each.subtype is not Subtype.INVALID_EXAMPLE]
        return [*others, *(replace(each, cause=cause) for each in left)]

    def _get(self, name: str) -> OpenApiDocument | None:
        if name not in self._loaded:
            loaded = self._inputs.load(name, self._overlays(name))
            document = loaded.document
            if document is not None:
                document = with_base_urls(document, self._base_urls(name))
                document = with_facts(document, self._labels)
                if not self._by_path:
                    document = replace(document, by_path=False)
                binding = self._histories.get(name)
                if binding is not None and document.is_openapi:
                    document = self._with_history(document, binding)
            self._loaded[name] = document
            self._withheld[name] = loaded.diagnostics
        return self._loaded[name]

    def _with_history(self, document: OpenApiDocument, binding: Binding) -> OpenApiDocument:
        # Only documents with a history need its reader.
        from sphinx_navapi.plan.histories import HistoryReader

        def report(problem: ValueProblem) -> None:
            self.diagnostics.append(self._config.diagnose(problem))

        reader = HistoryReader(self._inputs, self._locate, self._overlays, report)
        return reader.with_history(document, binding)

    def has_history(self, name: str) -> bool:
        """Whether earlier versions of the document *name* are known."""
        document = self._get(name)
        return document is not None and document.history is not NO_HISTORY

    def parts_of(self, name: str) -> Parts:
        """The workflows of an Arazzo description, or the tools of a list; other documents have
        operations instead.
        """
        document = self._get(name)
        if document is not None and document.standard == "arazzo":
            from sphinx_navapi.arazzo.workflows import workflow_names

            return Parts(workflows=workflow_names(document.root))
        if document is not None and document.standard == "tools":
            from sphinx_navapi.arazzo.tool_lists import tool_names

            return Parts(tools=tool_names(document.root))
        return Parts()

    def peek(self, name: str) -> OpenApiDocument | None:
        """Like `get`, but problems of the document are not reported until it is used."""
        return self._get(name)

    def empty(self) -> list[str]:
        """The usable documents of the navigation without operations."""
        loaded = ((name, self.peek(name)) for name in self.bound)
        return [
            name
            for name, document in loaded
            if document is not None and document.has_operations and not document.operations
        ]

    def unusable(self, first: Iterable[str], key: str = "openapi") -> str | None:
        """The first document in which a page looks up references, if none can be used.

        :param first: names that come before those of `everywhere`.
        """
        names = [*first, *self.everywhere(key)]
        if any(self.peek(name) is not None for name in names if name not in self._refused):
            return None
        return next(iter((*names, *sorted(self._refused))), None)

    def used(self) -> dict[str, OpenApiDocument]:
        """The usable documents by name, in the order of first use."""
        return {
            name: document
            for name, document in self._loaded.items()
            if document is not None and name not in self._withheld
        }

    def everywhere(self, key: str = "openapi") -> Iterator[str]:
        """Names in the order in which pages look them up.

        That is: those of *key* in ``api``, the navigation, ``navapi_documents``, discovered files.
        """
        known = {**self.of_api, **self.bound, **dict.fromkeys(self._code)}
        yield from known
        yield from (name for name in self.found(key) if name not in known)

    def found(self, key: str = "openapi") -> tuple[str, ...]:
        """Documents in the source directory with *key* at their root, by path."""
        if key not in self._found:
            skipped = {*self._config.files, *self._refused}
            self._found[key] = tuple(
                name
                for name in self._data_files
                if name not in skipped and has_root_key(self._inputs.srcdir / name, name, key)
            )
        return self._found[key]

    def same_names(self) -> Iterator[tuple[str, str]]:
        """Documents generated by code, each with an OpenAPI file of the same name."""
        for name in self._code:
            for file in self._data_files:
                named = names_document(name, file) is not None and file not in self._config.files
                if named and has_root_key(self._inputs.srcdir / file, file, "openapi"):
                    yield name, file

    def named(self, written: str, first: Iterable[str], key: str = "openapi") -> list[str]:
        """Names of the documents that *written* refers to, best match first: by path, file name,
        stem.

        :param first: names that win over others with an equally good match.
        :param key: root key of the discovered documents to consider.
        """
        if written in self._code:
            return [written]
        path = normal_path(written)
        if path is not None and path in self._data_files and path not in self._config.files:
            return [path]
        close: dict[int, list[str]] = {}
        for name in dict.fromkeys((*first, *self.everywhere(key))):
            closeness = names_document(written, name)
            if closeness is not None:
                close.setdefault(closeness, []).append(name)
        return [name for closeness in sorted(close) for name in close[closeness]]

    def from_root(self, text: str, file: str, key: str = "openapi") -> str:
        """The reference *text* in the page *file*: a document relative to it (``../api.json``), or
        else to the root, by its path from the root.

        :param key: as for `named`.
        """
        text = text.strip()
        match = _RELATIVE.match(text)
        if match is None:
            return text
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(file), match[0]))
        name = beside if self.named(beside, (), key) else match["path"]
        return name + text[match.end() :]

    def _locate(
        self, source: str, pointer: str, key: str = "openapi", *, known: Collection[str] = ()
    ) -> str | None:
        """The name under which *source* is loaded; ``None`` (reported) if there is none.

        :param known: documents that it is not.
        """
        standard = STANDARDS[key]
        if source in self._code:
            return source
        if source.startswith("https://"):
            if self._inputs.remote_documents:
                return source
            self._refuse(
                source,
                pointer,
                f"the {standard} document {source} was not fetched because"
                " navapi_remote_documents is off: turn it on, or add a copy to the source"
                " directory",
            )
            return None
        if "://" in source:
            self._refuse(
                source,
                pointer,
                f"the {standard} document {source} was not fetched: use an https:// URL, or add a"
                " copy to the source directory and use its path",
            )
            return None
        name = normal_path(source)
        if name is None:
            self._refuse(
                source,
                pointer,
                f"the {standard} document {source} is outside the source directory, and is not"
                " read: copy it, or have a command print it, in conf.py, as in"
                f' navapi_documents = {{"api": ["cat", "{source}"]}}, and set "{key}": "api"',
            )
            return None
        if not is_file(self._inputs.srcdir / name):
            last = name.rpartition("/")[2]
            alike = (
                other
                for other in (*self._code, *self._data_files)
                if other not in known
                if other.rpartition("/")[2] == last
                or is_near(name, other)
                or names_document(name, other) is not None
                or (other in self._code and names_document(other, name) is not None)
            )
            near = min(alike, key=lambda each: edit_distance(name, each, len(each)), default=None)
            advice = (
                f", did you mean {near}?"
                if near
                else ": correct its path, which is relative to the source directory"
            )
            self._refuse(source, pointer, f"there is no {standard} document {source}{advice}")
            return None
        return name

    def report_directory(self, pointer: str) -> None:
        """Report that the ``directory`` beside the document at *pointer* was cut."""
        problem = ValueProblem(
            f"{pointer.removesuffix('/source')}/directory",
            "it is too long for the path of a folder and was cut: write at most"
            f" {MAX_SEGMENT_BYTES} bytes between slashes and {MAX_PATH_BYTES} in all",
        )
        self.diagnostics.append(self._config.diagnose(problem))

    def _refuse(self, source: str, pointer: str, message: str) -> None:
        """Report *message*, once per document."""
        if source in self._refused:
            return
        self._refused.add(source)
        self.diagnostics.append(
            Diagnostic(
                subtype=Subtype.OPENAPI_NOT_FOUND,
                message=message,
                place=self._config.place(pointer),
                cause=Cause(key=document_cause(source), summary=message),
            )
        )


def has_root_key(path: Path, name: str, key: str) -> bool:
    """Whether the data file at *path* has *key*, with a version, at its top level.

    :param name: of the file in messages.
    :param key: of `STANDARDS`, or `OLD_KEY`.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_SNIFF_BYTES)
            if _JSON_FIRST_KEYS[key].match(head):
                return True
            text = head + file.read()
    except OSError:
        return False
    if text.lstrip()[:1] != b"{":
        return _YAML_KEYS[key].search(text) is not None
    if f'"{key}"'.encode() not in text:
        return False
    try:
        value = read_data(path, name).value
    except (DataFileError, FileNotFoundError):
        return False
    # Settings of a hosted service have a path there.
    version = str(value.get(key)) if isinstance(value, dict) else ""
    return version.startswith("2") if key == OLD_KEY else version[:1].isdigit()
