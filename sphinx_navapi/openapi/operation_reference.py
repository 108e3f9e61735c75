"""Operation references: ``[document] METHOD path`` and ``[document] webhook name``.

Those of AsyncAPI documents are ``[document] ACTION name``.

They stand in ``pages``, in the metadata of pages, in directives and in roles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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

#: With a method of ``additionalOperations``: any word may be one.
_CUSTOM = re.compile(
    rf"(?:(?P<document>\S(?:.*?\S)?)\s+)?(?P<method>{METHOD_PATTERN})\s+(?P<path>/.*)", re.DOTALL
)

#: No reference is longer: what is, is prose, and the pattern never sees it.
_MAX_LENGTH = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationReference:
    """What an author wrote to name an operation.

    :ivar document: name of the document as written, without a leading slash; ``None`` without.
    :ivar method: as written (any case); ``WEBHOOK`` for a webhook; one of `ACTIONS` for an
        operation of a channel.
    :ivar path: path template, or the name of the webhook, the channel or its operation.
    :ivar custom: *method* is none that OpenAPI has a field for: it may be a method of
        ``additionalOperations``, or any word.
    """

    document: str | None
    method: str
    path: str
    custom: bool = False

    @property
    def is_channel(self) -> bool:
        """Whether it is one of an AsyncAPI document."""
        return self.method in ACTIONS

    def __str__(self) -> str:
        named = f"{self.method} {self.path}"
        return f"{self.document} {named}" if self.document else named


def parse_reference(text: str) -> OperationReference | None:
    """The reference that *text* has the form of, or ``None``; whether it matches is not asked.

    White space around it and runs of it between the parts do not count.
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
        return OperationReference(document=document, method=match["action"], path=match["channel"])
    if match["name"] is not None:
        return OperationReference(document=document, method=WEBHOOK, path=match["name"])
    return OperationReference(document=document, method=match["method"], path=match["path"])


def names_document(written: str, name: str) -> int | None:
    """How closely *written* names the document *name*: 0 its path, 1 its file name.

    :param name: path relative to the source directory, or a URL.
    :return: 2 for either without suffix; ``None`` where it does not name it.
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
    """The operation of *document* that *reference* names to the letter."""
    if reference.is_channel:
        named = channel_operations(document, reference.path)
        return next((each for each in named if each.key.method == reference.method), None)
    return document.operation(reference.method, reference.path)


def channel_operations(document: OpenApiDocument, name: str) -> tuple[Operation, ...]:
    """The operations of an AsyncAPI *document* that *name* means.

    Its operationId, else all of the channel with that address or name.
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
    """What its document calls the channel of *operation*."""
    return unescape_pointer(operation.path_pointer.rpartition("/")[2])


def find_lenient(document: OpenApiDocument, reference: OperationReference) -> Operation | None:
    """Like `find_exact`, with the method in any case and one trailing slash more or less.

    The path as written is tried first, so of two operations that differ in the
    slash each is found by its own reference.
    """
    if reference.is_channel:
        return find_exact(document, reference)
    method, path = reference.method.upper(), reference.path
    found = document.operation(method, path)
    if found is not None or method == WEBHOOK:
        return found
    other = path[:-1] if path.endswith("/") else path + "/"
    found = document.operation(method, other)
    if found is None and reference.custom:
        for operation in document.operations:
            if operation.key.path in (path, other) and operation.key.method.upper() == method:
                return operation
    return found
