"""Loaded documents on disk, keyed by the content of every file they were made from.

One entry per document name, replaced when the document changes. An entry that is damaged, of
another version or for other content is ignored. Values are written with `marshal`, which loads a
document of 13 MB in a tenth of the time that parsing takes and, unlike `pickle`, executes nothing;
a checksum guards it, since it is not safe for damaged input.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.edition import edition
from sphinx_navapi.formats.data_file import DataFileError, read_bytes
from sphinx_navapi.formats.numbers import marshalled, unmarshalled
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.sources import digest

_CHECKSUM_SIZE: Final = 32


def read_cache(
    cache_dir: Path, name: str, path: Path, source_root: Path | None, own_digest: str
) -> tuple[OpenApiDocument | None, OpenApiDocument | None]:
    """The cached document *name*: if no file involved has changed, and as it was otherwise."""
    try:
        content = _entry(cache_dir, name, source_root).read_bytes()
    except OSError:
        return None, None
    magic = _magic()
    head, payload = content[: len(magic)], memoryview(content)[len(magic) :]
    if head != magic or payload[:_CHECKSUM_SIZE] != _checksum(payload[_CHECKSUM_SIZE:]):
        return None, None
    try:
        stored = marshal.loads(payload[_CHECKSUM_SIZE:])  # noqa: S302 - checksummed, and runs nothing
        if stored["name"] != name:
            return None, None
        files = _files(stored["other files"], source_root)
        if files is None or stored["digest of the file"] != own_digest:
            return None, _document(stored, {})
        return _document(stored, {name: path, **files}), None
    except (ValueError, EOFError, TypeError, KeyError, IndexError, OSError, RuntimeError):
        return None, None


def _files(stored: Mapping[str, str | None], source_root: Path | None) -> dict[str, Path] | None:
    """The files that a document bundles, by name; ``None`` if one has changed."""
    files: dict[str, Path] = {}
    root = source_root.resolve() if source_root is not None else None
    for other, known in stored.items():
        if root is None or _digest_of(root / other, other) != known:
            return None
        if known is not None:
            files[other] = root / other
    return files


def _magic() -> bytes:
    """The header of an entry; the format of `marshal` depends on the Python version."""
    return f"navapi {edition()} {sys.implementation.cache_tag}\n".encode()


def write_cache(
    cache_dir: Path,
    document: OpenApiDocument,
    path: Path,
    source_root: Path | None,
    own_digest: str,
    others: Mapping[str, str | None],
) -> None:
    """Store *document*; errors are ignored, as the build does not need the cache."""
    stored = {
        "name": document.name,
        "digest of the file": own_digest,
        "other files": dict(others),
        "version": document.version,
        "root": document.root,
        "digest": document.digest,
        "origins": dict(document.origins),
        "tag labels": dict(document.tag_labels),
        "skipped": [(*_key(key), reason) for key, reason in document.skipped.items()],
        "wrong examples": dict(document.wrong_examples),
        "parts": dict(document.parts),
        "diagnostics": [_stored_diagnostic(diagnostic) for diagnostic in document.diagnostics],
        "operations": [_stored_operation(operation) for operation in document.operations],
    }
    try:
        try:
            payload = marshal.dumps(stored)
        except ValueError:
            payload = marshal.dumps({**stored, "root": marshalled(document.root)})
        entry = _entry(cache_dir, document.name, source_root)
        entry.parent.mkdir(parents=True, exist_ok=True)
        temporary = entry.with_name(f"{entry.name}.{os.getpid()}")
        try:
            with temporary.open("wb") as stream:
                stream.write(_magic())
                stream.write(_checksum(payload))
                stream.write(payload)
            temporary.replace(entry)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except (OSError, ValueError):
        return


def _entry(cache_dir: Path, name: str, source_root: Path | None) -> Path:
    key = f"{name}\0{'' if source_root is None else 'files'}"
    return cache_dir / f"{digest(key.encode('utf-8', 'surrogatepass'))}.navapi-document"


def _checksum(payload: bytes | memoryview) -> bytes:
    return blake2b(payload, digest_size=_CHECKSUM_SIZE).digest()


def _digest_of(path: Path, name: str) -> str | None:
    try:
        return digest(read_bytes(path, name))
    except (FileNotFoundError, DataFileError):
        return None


def _key(key: OperationKey) -> tuple[str, str, str]:
    return key.document, key.method, key.path


def _stored_operation(operation: Operation) -> tuple[Any, ...]:
    return (
        _key(operation.key),
        operation.http_method,
        operation.pointer,
        operation.path_pointer,
        operation.kind,
        operation.operation_id,
        operation.summary,
        operation.description,
        operation.tags,
        operation.deprecated,
        operation.hidden,
        dict(operation.extension),
        operation.fingerprint,
    )


def _stored_diagnostic(diagnostic: Diagnostic) -> tuple[Any, ...]:
    place = diagnostic.place
    return (
        str(diagnostic.subtype), diagnostic.message, str(diagnostic.level),
        place.file, place.line, place.column, place.pointer, diagnostic.rule,
    )  # fmt: skip


def _document(stored: dict[str, Any], files: dict[str, Path]) -> OpenApiDocument:
    root = stored["root"]
    return OpenApiDocument(
        name=stored["name"],
        version=stored["version"],
        root=unmarshalled(root) if isinstance(root, bytes) else root,
        operations=tuple(_operation(*values) for values in stored["operations"]),
        skipped={
            OperationKey(document=document, method=method, path=path): reason
            for document, method, path, reason in stored["skipped"]
        },
        tag_labels=stored["tag labels"],
        diagnostics=tuple(_diagnostic(*values) for values in stored["diagnostics"]),
        digest=stored["digest"],
        wrong_examples=stored["wrong examples"],
        parts=stored["parts"],
        origins=stored["origins"],
        files=files,
    )


def _operation(
    key: tuple[str, str, str], http_method: str, pointer: str, path_pointer: str, *rest: Any
) -> Operation:
    kind, operation_id, summary, description, tags, deprecated, hidden, *others = rest
    extension, fingerprint = others
    return Operation(
        key=OperationKey(document=key[0], method=key[1], path=key[2]),
        http_method=http_method,
        pointer=pointer,
        path_pointer=path_pointer,
        kind=kind,
        operation_id=operation_id,
        summary=summary,
        description=description,
        tags=tags,
        deprecated=deprecated,
        hidden=hidden,
        extension=extension,
        fingerprint=fingerprint,
    )


def _diagnostic(
    subtype: str, message: str, level: str,
    file: str, line: int | None, column: int | None, pointer: str, rule: str,
) -> Diagnostic:  # fmt: skip
    return Diagnostic(
        subtype=Subtype(subtype),
        message=message,
        level=Level(level),
        place=Place(file=file, line=line, column=column, pointer=pointer),
        rule=rule,
    )
