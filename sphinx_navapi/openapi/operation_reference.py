"""Operation references: ``[document] METHOD path`` and ``[document] webhook name``.

For AsyncAPI documents they are ``[document] ACTION name``.

They are used in ``pages``, in the metadata of pages, in directives and in roles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.openapi.document import (
    ACTIONS,
    METHOD_PATTERN,
    METHODS,
    WEBHOOK,
    OpenApiDocument,
    Operation,
)

_REFERENCE = re.compile(
    rf"(?:(?P<document>\S(?:.*?\S)?)\s+)?(?:"
    rf"(?-i:(?P<action>{'|'.join(ACTIONS)}))\s+(?P<channel>\S.*)|"
    rf"(?P<method>{'|'.join(METHODS)})\s+(?P<path>/.*)"
    rf"|webhook\s+(?P<name>\S.*))",
    re.IGNORECASE | re.DOTALL,
)

#: With a method of ``additionalOperations``: it can be any word.
_CUSTOM = re.compile(
    rf"(?:(?P<document>\S(?:.*?\S)?)\s+)?(?P<method>{METHOD_PATTERN})\s+(?P<path>/.*)", re.DOTALL
)

#: Longer texts are prose, and are not matched against the pattern.
_MAX_LENGTH = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationReference:
    """A reference to an operation, as written.

    :ivar document: name of the document as written, without a leading slash; ``None`` without.
    :ivar method: as written (any case); ``WEBHOOK`` for a webhook; one of `ACTIONS` for an
        operation of a channel.
    :ivar path: path template, or the name of the webhook, the channel or its operation.
    :ivar custom: *method* is not a field of OpenAPI: it may be a method of
        ``additionalOperations``, or any word.
    :ivar is_channel: it refers to an AsyncAPI document.
    """

    document: str | None
    method: str
    path: str
    custom: bool = False
    is_channel: bool = False

    @property
    def of_path(self) -> OperationReference | None:
        """The operation of an OpenAPI document that a reference to a channel can be, too: a method
        of ``additionalOperations`` can have the name of an action.
        """
        if self.is_channel and self.path.startswith("/"):
            return replace(self, custom=True, is_channel=False)
        return None

    @property
    def specification(self) -> str:
        """The key of the configuration for documents with such operations."""
        return "asyncapi" if self.is_channel else "openapi"

    def __str__(self) -> str:
        named = f"{self.method} {self.path}"
        return f"{self.document} {named}" if self.document else named


def parse_reference(text: str) -> OperationReference | None:
    """*text* as a reference, or ``None`` if it does not have that form; it need not match anything.

    Surrounding whitespace is ignored, and so is its amount between the parts.
    """
    text = text.strip()
    if len(text) > _MAX_LENGTH or " " not in text.replace("\t", " ").replace("\n", " "):
        return None
    match = _REFERENCE.fullmatch(text)
    custom = _CUSTOM.fullmatch(text) if match is None else None
    match = match or custom
    if match is None:
        return None
    document = match["document"]
    if document is not None:
        document = document.lstrip("/").removeprefix("./") or None
    if custom is not None:
        return OperationReference(
            document=document, method=custom["method"], path=custom["path"], custom=True
        )
    if match["channel"] is not None:
        return OperationReference(
            document=document, method=match["action"], path=match["channel"], is_channel=True
        )
    if match["name"] is not None:
        return OperationReference(document=document, method=WEBHOOK, path=match["name"])
    return OperationReference(document=document, method=match["method"], path=match["path"])


def names_document(written: str, name: str) -> int | None:
    """How well *written* matches the document *name*: 0 its path, 1 its file name.

    :param name: path relative to the source directory, or a URL.
    :return: 2 for either without suffix; ``None`` for no match.
    """
    if written == name:
        return 0
    path = PurePosixPath(urlsplit(name).path if "://" in name else name)
    if written == path.name:
        return 1
    if written in {path.stem, str(path.with_suffix("")) if path.name else ""}:
        return 2
    return None


def find_exact(document: OpenApiDocument, reference: OperationReference) -> Operation | None:
    """The operation of *document* that matches *reference* exactly."""
    if reference.is_channel:
        named = channel_operations(document, reference.path)
        return next((each for each in named if each.key.method == reference.method), None)
    return document.operation(reference.method, reference.path)


def channel_operations(document: OpenApiDocument, name: str) -> tuple[Operation, ...]:
    """The operations of an AsyncAPI *document* that *name* refers to.

    The one with that operationId, or all of the channel with that address or name.
    """
    operations = document.operations if document.is_asyncapi else ()
    own = tuple(each for each in operations if each.operation_id == name)
    if own:
        return own
    return tuple(
        each
        for each in operations
        if name in (each.key.path, channel_name(each))
        or each.key.path == f"{name} {each.operation_id}"
    )


def channel_name(operation: Operation) -> str:
    """The name of *operation*'s channel in its document."""
    return unescape_pointer(operation.path_pointer.rpartition("/")[2])


def find_lenient(document: OpenApiDocument, reference: OperationReference) -> Operation | None:
    """Like `find_exact`, but ignoring the case of the method and one trailing slash.

    The path as written is tried first, so that each of two operations that differ in the slash is
    found by its own reference.
    """
    if reference.is_channel:
        return find_exact(document, reference)
    method, path = reference.method.upper(), reference.path
    match = document.operation(method, path)
    if match is not None or not path.startswith("/"):
        return match
    other = path[:-1] if path.endswith("/") else path + "/"
    match = document.operation(method, other)
    if match is None and reference.custom:
        for operation in document.operations:
            if operation.key.path in (path, other) and operation.key.method.upper() == method:
                return operation
    return match
