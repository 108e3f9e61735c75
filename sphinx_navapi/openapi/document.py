"""A loaded OpenAPI document as a value.

The loader bundles external ``$ref`` targets below `EXTERNAL_KEY` and rewrites all references to
pointers inside the root, so that all readers of a document deal with one tree and one kind of
reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import unquote

from sphinx_navapi.diagnostics import Diagnostic, Place
from sphinx_navapi.formats.data_file import (
    DataFileError,
    FilePositions,
    read_places,
    unescape_pointer,
)
from sphinx_navapi.formats.lenient import as_list, as_mapping, below, objects_in
from sphinx_navapi.openapi.history import NO_HISTORY, History
from sphinx_navapi.openapi.origins import Origins, find_origin

#: What a document is, by the key of its root that says so; the first that it has.
FORMATS: Final = {
    "openapi": "an OpenAPI document",
    "arazzo": "an Arazzo description",
    "asyncapi": "an AsyncAPI document",
    "tools": "a list of tools",
}

#: Root key for other files, by their path.
EXTERNAL_KEY = "x-navapi-files"

#: A key that no root has: an unresolved ``$ref`` is rewritten to ``#/x-navapi-unresolved/<the
#: reference as written, escaped>``.
UNRESOLVED_KEY = "x-navapi-unresolved"

#: End of the rewritten ``$ref`` if its target exists, but is another kind of object.
OTHER_KIND: Final = "/other-kind"

#: Root key of schemas that combine others, which describe one value.
JOINED_KEY = "x-navapi-joined"

#: Keyword of a schema that stands for another one in a certain place.
INSIDE = "inside"

#: What is not in an id.
_NO_ID: Final = re.compile(r"[^\w.-]+")

#: Order of methods within a path.
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")

#: An HTTP method (RFC 9110, 5.6.2 and 9.1).
METHOD_PATTERN: Final = r"[A-Za-z0-9!#$%&'*+.^_`|~-]+"

#: Stands for the method of a webhook in references and in `Operation.method`.
WEBHOOK = "WEBHOOK"

#: Stand for the method of an AsyncAPI operation: its action in 3.x, and the field of its channel in
#: 2.x.
ACTIONS = ("SEND", "RECEIVE", "PUBLISH", "SUBSCRIBE")

#: What an operation is: of a path, of a webhook, or of a channel of AsyncAPI. Its method does not
#: tell: each is also a possible name of a method in ``additionalOperations``.
OperationKind = Literal["operation", "webhook", "channel"]


def method_name(written: str) -> str:
    """The HTTP name of the method *written*, a key of a Path Item Object or of its
    ``additionalOperations``: those of OpenAPI in upper case, others unchanged.
    """
    return written.upper() if written in METHODS else written


def error_statuses(statuses: Iterable[str]) -> list[str]:
    """The errors among *statuses* of an operation: 4xx, 5xx, and ``default`` beside a success."""
    upper = [status.upper() for status in statuses]
    has_success = any(status[:1] in "123" for status in upper)
    return [
        status
        for status in upper
        if status[:1] in ("4", "5") or (status == "DEFAULT" and has_success)
    ]


def required_security(document: OpenApiDocument, operation: Mapping[str, Any]) -> Sequence[Any]:
    """The Security Requirement Objects for *operation*: its own, or those of the document.

    An empty list at the operation removes the document's requirements.
    """
    requirements = operation.get("security")
    return as_list(
        requirements if isinstance(requirements, list) else document.root.get("security")
    )


def scheme_pointer(document: OpenApiDocument, name: str) -> str:
    """The pointer of the Security Scheme Object *name*, whether it exists or not.

    *name* is that of a component, or else a reference inside the document (OpenAPI 3.2, Security
    Requirement Object).
    """
    pointer = below("/components/securitySchemes", name)
    if name.startswith("#/") and document.at(pointer) is None:
        return unquote(name.removeprefix("#"))
    return pointer


def scheme_anchor(name: str) -> str:
    """The id of the scopes of the security scheme *name*."""
    return f"scheme-{_NO_ID.sub('-', name)}"


def status_anchor(status: str) -> str:
    """The id of the entry of *status*."""
    return f"status-{_NO_ID.sub('-', status.lower())}"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class OperationKey:
    """Identifies an operation within a site.

    :ivar document: name of the document (`OpenApiDocument.name`).
    :ivar method: upper case; as written in ``additionalOperations``; ``WEBHOOK`` for a webhook.
    :ivar path: path template as written, or the webhook's name.
    """

    document: str
    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def has_known_method(self, *, of_channel: bool) -> bool:
        """Whether its method is one that the specifications name. :param of_channel: its kind."""
        if self.method == WEBHOOK:
            return not self.path.startswith("/")
        return of_channel if self.method in ACTIONS else self.method.lower() in METHODS


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationFacts:
    """Short facts about an operation.

    :ivar tags: as written; the first one determines the folder.
    """

    key: OperationKey
    operation_id: str | None = None
    summary: str | None = None
    description: str | None = None
    tags: tuple[str, ...] = ()
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(OperationFacts):
    """The parts of an operation that the plan needs; the rest is read at its `pointer`.

    :ivar http_method: lower case, also for a webhook; of ``additionalOperations`` as written.
    :ivar pointer: JSON pointer of the Operation Object, path item references followed.
    :ivar path_pointer: JSON pointer of its Path Item Object (parameters, servers).
    :ivar hidden: ``x-hidden`` or an equivalent, of the operation or its path item.
    :ivar extension: the merged ``x-mint``, ``x-platform``, ``x-navapi`` object: keys ``href``,
        ``metadata``, ``content``; and from other fields ``badges``, shown beside the title, and
        ``facts``, CommonMark shown before the description.
    :ivar fingerprint: hex digest of everything in the document that can show on the operation's
        page: itself, path level parts, inherited servers and security, and all components reachable
        from it.
    """

    http_method: str
    pointer: str
    path_pointer: str
    kind: OperationKind = "operation"
    hidden: bool = False
    extension: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""

    @property
    def is_webhook(self) -> bool:
        """Whether it is the operation of a webhook."""
        return self.kind == "webhook"

    @property
    def specification(self) -> str:
        """The key of the configuration for documents with such operations."""
        return "asyncapi" if self.kind == "channel" else "openapi"


@dataclass(frozen=True, slots=True)
class Resolved:
    """A value after following its ``$ref`` chain.

    :ivar value: the target, or ``None`` if the reference is broken.
    :ivar pointer: JSON pointer of the target (of the value itself without ``$ref``).
    :ivar siblings: keys beside the outermost ``$ref``s, outer ones winning (3.1: ``description``
        and ``summary``; in a schema any keyword).
    """

    value: Any
    pointer: str
    siblings: Mapping[str, Any]


@dataclass(slots=True, kw_only=True)
class OpenApiDocument:
    """A usable OpenAPI 3 or AsyncAPI document.

    Schemas of AsyncAPI documents are read as those of OpenAPI 3.1, and *version* is set to that.

    :ivar name: path relative to the source directory with ``/``, or its URL, or its name in
        ``navapi_documents``.
    :ivar version: ``(3, 0)``, ``(3, 1)`` or ``(3, 2)``.
    :ivar root: the document, keys normalized to strings, references bundled.
    :ivar operations: the valid ones, without ``x-excluded``: `paths` in the order of the document,
        methods in the order of `METHODS`, then ``additionalOperations``, then webhooks.
    :ivar skipped: invalid operations, with the reason.
    :ivar tag_labels: tag name to label (``x-group``, ``x-displayName``, from 3.2 on ``summary``, or
        the name), for declared tags.
    :ivar digest: hex digest of the document with all files that it bundles.
    :ivar files: the document's own file, those that it bundles and its overlays, by name; empty for
        a document that was not read from files.
    :ivar origins: of the parts that overlays have changed.
    :ivar base_urls: of the site's configuration, absolute: its servers if it has none; its relative
        ones are resolved against the first.
    :ivar wrong_examples: messages about examples that do not match their schemas, by pointer.
    :ivar parts: digests of its parts as they were written, by pointer (`earlier.digest_parts`).
    :ivar history: since when its parts exist.
    :ivar functions: of a document generated by an application, the names of the Python functions
        that handle its operations, by ``METHOD path`` or operationId.
    :ivar written: its schemas, if they are still as they were written.
    :ivar by_path: whether many operations that tags leave in one group are grouped by path.
    :ivar label: name in messages of a document that is not a file of the project; ``""`` for files.
    """

    name: str
    version: tuple[int, int]
    root: dict[str, Any]
    operations: tuple[Operation, ...]
    skipped: Mapping[OperationKey, str] = field(default_factory=dict)
    tag_labels: Mapping[str, str] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    digest: str = ""
    files: Mapping[str, Path] = field(default_factory=dict)
    origins: Origins = field(default_factory=dict)
    base_urls: tuple[str, ...] = ()
    by_path: bool = True
    label: str = ""
    wrong_examples: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    history: History = NO_HISTORY
    functions: Mapping[str, str] = field(default_factory=dict)
    written: list[dict[str, Any]] = field(default_factory=list, repr=False, compare=False)
    _places: dict[str, FilePositions | None] = field(
        default_factory=dict, repr=False, compare=False
    )
    _by_key: dict[tuple[str, str], Operation] = field(default_factory=dict, repr=False)
    _anchors: dict[str, str] | None = field(default=None, repr=False, compare=False)
    _joined: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False, compare=False)
    _tags: dict[str, tuple[int, Mapping[str, Any]]] | None = field(
        default=None, repr=False, compare=False
    )

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation with exactly *method* (upper case, or ``WEBHOOK``) and *path*."""
        if not self._by_key:
            self._by_key = {(op.key.method, op.key.path): op for op in self.operations}
        return self._by_key.get((method, path))

    @property
    def declared_tags(self) -> Mapping[str, tuple[int, Mapping[str, Any]]]:
        """The Tag Objects by name, each with its index; the first of several with the same name."""
        if self._tags is None:
            self._tags = {}
            # AsyncAPI 3 has them in the Info Object.
            tags = self.root.get("tags") or as_mapping(self.root.get("info")).get("tags")
            for index, value in enumerate(as_list(tags)):
                tag = as_mapping(value)
                if isinstance(tag.get("name"), str):
                    self._tags.setdefault(tag["name"], (index, tag))
        return self._tags

    def components(self, kind: str) -> Mapping[str, Any]:
        """Its components of a *kind* (``schemas``), by name."""
        return as_mapping(as_mapping(self.root.get("components")).get(kind))

    @property
    def standard(self) -> str:
        """Its key in `FORMATS`, by which its root is recognized."""
        return next((key for key in FORMATS if key in self.root), "openapi")

    @property
    def is_asyncapi(self) -> bool:
        """Whether it is an AsyncAPI document."""
        return self.standard == "asyncapi"

    @property
    def is_openapi(self) -> bool:
        """Whether it is of no other standard."""
        return self.standard == "openapi"

    @property
    def has_operations(self) -> bool:
        """Whether it describes operations itself, not what uses them."""
        return self.is_openapi or self.is_asyncapi

    @property
    def specification(self) -> str:
        """The key of the configuration for such documents."""
        return "asyncapi" if self.is_asyncapi else "openapi"

    def place(self, pointer: str, *, of_key: bool = False) -> Place:
        """File, line and column of the value at *pointer*, in the file that contains it.

        :param of_key: of its key (of the item in a list) instead.

        The file is read again at the first call; if it has changed or been removed, the place is
        only the file, or the nearest part of it.
        """
        name, inner = self.name, self._in_document(pointer.removeprefix("#"))
        origin = find_origin(self.origins, inner)
        if origin is not None:
            name, inner = origin
        if self.label and name == self.name:
            return Place(file=self.label, pointer=inner)
        segments = inner.split("/")
        if len(segments) > 2 and segments[1] == EXTERNAL_KEY:
            name = unescape_pointer(segments[2])
            inner = "".join(f"/{segment}" for segment in segments[3:])
        if name not in self._places:
            path = self.files.get(name)
            try:
                self._places[name] = read_places(path, name) if path is not None else None
            except (DataFileError, FileNotFoundError):
                self._places[name] = None
        places = self._places[name]
        if places is None:
            return Place(file=name, pointer=inner)
        return places.place(inner, of_key=of_key)

    def _in_document(self, pointer: str) -> str:
        """*pointer*, or that of the most important schema combined at it."""
        _, key, index, *rest = [*pointer.split("/"), "", ""]
        if key != JOINED_KEY or not index.isdecimal():
            return pointer
        schema = self.root[JOINED_KEY][int(index)]
        if "oneOf" in schema:
            _, option, *rest = rest
            schema = schema["oneOf"][int(option)]
        elif "allOf" in schema:
            schema = schema["allOf"][-1]
        else:
            return pointer
        return "/".join(filter(None, (schema["$ref"].removeprefix("#"), *rest)))

    def join(self, pointers: tuple[str, ...]) -> str:
        """The pointer of a schema that all of the schemas at *pointers* apply to.

        It is not in the document: it is added below `JOINED_KEY`, once.
        """
        return self._add(pointers, {"allOf": [{"$ref": f"#{pointer}"} for pointer in pointers]})

    def _add(self, key: tuple[str, ...], schema: Mapping[str, Any]) -> str:
        pointer = self._joined.get(key)
        if pointer is None:
            joined = self.root.setdefault(JOINED_KEY, [])
            pointer = self._joined[key] = f"/{JOINED_KEY}/{len(joined)}"
            joined.append(schema)
        return pointer

    def add(self, keyword: str, value: Any) -> str:
        """The pointer of a schema with only *keyword*, added likewise."""
        return self._add((keyword, str(value)), {keyword: value})

    def enclose(self, around: str, pointers: Sequence[str]) -> list[str]:
        """Pointers of schemas that stand for those at *pointers* inside the one at *around*.

        They are added likewise, with `INSIDE`: they say more than a reference.
        """
        options = [{"$ref": f"#{each}", INSIDE: around} for each in pointers]
        place = self._add((INSIDE, around, *pointers), {"oneOf": options})
        return [f"{place}/oneOf/{index}" for index in range(len(pointers))]

    def forget_places(self) -> None:
        """Release what `place` has read: the bytes of whole files."""
        self._places.clear()

    def at(self, pointer: str) -> Any:
        """The value at JSON *pointer* (``/paths/~1users/get``), or ``None``.

        A leading ``#`` is allowed; percent-encoding is not decoded here.
        """
        value: Any = self.root
        for segment in pointer.lstrip("#").split("/")[1:]:
            # The most frequently called function: few segments need unescaping.
            key = unescape_pointer(segment) if "~" in segment else segment
            if isinstance(value, dict):
                if key not in value:
                    return None
                value = value[key]
            elif isinstance(value, list):
                if not key.isdecimal() or int(key) >= len(value):
                    return None
                value = value[int(key)]
            else:
                return None
        return value

    def anchor(self, name: str) -> str | None:
        """Pointer of the first schema with the ``$dynamicAnchor`` (or ``$anchor``) *name*.

        The target of a ``$dynamicRef`` if nothing overrides it.
        """
        if self._anchors is None:
            self._anchors = {}
            for pointer, node in objects_in(self.root):
                for key in ("$dynamicAnchor", "$anchor"):
                    if isinstance(node.get(key), str):
                        self._anchors.setdefault(node[key], pointer)
        return self._anchors.get(name)

    def resolve(self, pointer: str) -> Resolved:
        """The value at *pointer* with its chain of ``$ref`` followed.

        A circular or broken chain resolves to ``None``.
        """
        value = self.at(pointer)
        siblings: dict[str, Any] = {}
        seen: set[str] = set()
        while isinstance(value, dict) and isinstance(value.get("$ref"), str):
            if pointer in seen:
                return Resolved(None, pointer, siblings)
            seen.add(pointer)
            for key, sibling in value.items():
                if key != "$ref":
                    siblings.setdefault(key, sibling)
            pointer = value["$ref"].removeprefix("#")
            value = self.at(pointer)
        return Resolved(value, pointer, siblings)
