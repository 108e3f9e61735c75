"""The operations of a bundled document, and which of them are valid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.openapi import vendor
from sphinx_navapi.openapi.check.earlier import EarlierFindings
from sphinx_navapi.openapi.check.validate import find_problems
from sphinx_navapi.openapi.document import (
    METHOD_PATTERN,
    METHODS,
    UNRESOLVED_KEY,
    WEBHOOK,
    OpenApiDocument,
    Operation,
    OperationKey,
    OperationKind,
    method_name,
)
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.tags import badge_labels

#: Names of the extension object, in merge order.
EXTENSIONS: Final = ("x-mint", "x-platform", "x-navapi")

#: Keys of the extension object with their types.
_EXTENSION_TYPES: Final[dict[str, tuple[type, str]]] = {
    "href": (str, "the path of a page, as text"),
    "metadata": (dict, "a mapping of page metadata"),
    "content": (str, "Markdown, as text"),
}

_ITEM_FIELDS: Final = frozenset(
    {*METHODS, *(method.upper() for method in METHODS), "parameters", "servers", "summary"}
    | {"description", "additionalOperations"}
)

#: Place of the key (``of_key``) or of the value at a pointer of the bundled root.
Locate = Callable[[str, bool], Place]


@dataclass(slots=True)
class FoundOperations:
    """The result of `find_operations`, diagnostics in document order."""

    operations: list[Operation] = field(default_factory=list)
    skipped: dict[OperationKey, str] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A position of an operation. :ivar value: any value. :ivar kind: of an `Operation`."""

    key: OperationKey
    http_method: str
    pointer: str
    path_pointer: str
    value: Any
    path_item: dict[str, Any]
    kind: OperationKind = "operation"


class _Finder:
    """Collects the operations of one document."""

    def __init__(
        self, document: OpenApiDocument, locate: Locate, earlier: EarlierFindings | None
    ) -> None:
        self.document = document
        self.earlier = earlier
        self.locate = locate
        self.collected = FoundOperations()
        self.badges = badge_labels(document)

    def find(self) -> FoundOperations:
        valid = [candidate for candidate in self._candidates() if self._is_valid(candidate)]
        by_id: dict[str, str] = {}
        for candidate in valid:
            identifier = candidate.value.get("operationId")
            if isinstance(identifier, str):
                by_id.setdefault(identifier, str(candidate.key))
        fingerprinter = Fingerprinter(self.document, by_id)
        for candidate in valid:
            self.collected.operations.append(self._operation(candidate, fingerprinter))
        return self.collected

    def _candidates(self) -> Iterator[_Candidate]:
        root = self.document.root
        for path, item in self._items(root, "paths"):
            if path.startswith("x-"):
                continue
            yield from self._of_path(path, item)
        if self.document.version >= (3, 1):
            for name, item in self._items(root, "webhooks"):
                yield from self._of_webhook(name, item)

    def _items(self, root: dict[str, Any], key: str) -> Iterator[tuple[str, Any]]:
        items = root.get(key)
        if isinstance(items, dict):
            yield from list(items.items())  # a path item may be replaced on the way
        elif items is not None:
            self._say(
                Subtype.OPENAPI_INVALID, f"`{key}` must be a mapping; it was ignored", f"/{key}"
            )

    def _path_item(self, section: str, name: str, item: Any) -> tuple[str, dict[str, Any]] | None:
        """Pointer and value of a Path Item Object, with its reference resolved."""
        pointer = f"/{section}/{escape_pointer(name)}"
        if item is None:
            return None
        if not isinstance(item, dict):
            self._say(
                Subtype.INVALID_OPERATION,
                f"`{name}` must map methods to operations; it was ignored",
                pointer,
            )
            return None
        if item.get("x-excluded") is True:
            return None
        if "$ref" in item:
            resolved = self.document.resolve(pointer)
            if set(resolved.siblings) - {"summary", "description"}:
                shared = as_mapping(resolved.value)
                target = {key: shared[key] for key in shared if _is_of_item(key)}
                item = {**target, **resolved.siblings}
                self.document.root[section][name] = item
            elif not isinstance(resolved.value, dict):
                return None  # reported as an unresolved reference
            else:
                pointer, item = resolved.pointer, resolved.value
            if item.get("x-excluded") is True:
                return None
        return pointer, item

    def _of_path(self, path: str, item: Any) -> Iterator[_Candidate]:
        located = self._path_item("paths", path, item)
        if located is None:
            return
        pointer, item = located
        self._report_other_methods(path, pointer, item)
        skipped = []
        for method, holder, place in self._methods_of(item, pointer):
            key = OperationKey(document=self.document.name, method=method_name(method), path=path)
            candidate = self._candidate(key, method, pointer, item, holder[method], place)
            if candidate is None:
                continue
            if path.startswith("/"):
                yield candidate
            else:
                skipped.append(candidate.key)
        if skipped:
            self._skip(skipped, "a path must start with `/`", pointer)

    def _of_webhook(self, name: str, item: Any) -> Iterator[_Candidate]:
        located = self._path_item("webhooks", name, item)
        if located is None:
            return
        pointer, item = located
        key = OperationKey(document=self.document.name, method=WEBHOOK, path=name)
        candidates = []
        for method, holder, place in self._methods_of(item, pointer):
            candidate = self._candidate(key, method, pointer, item, holder[method], place)
            if candidate is not None:
                candidates.append(replace(candidate, kind="webhook"))
        if not candidates:
            self._report_other_methods(f"webhook {name}", pointer, item)
            return
        yield candidates[0]
        names = self.document.root["webhooks"]
        for other in candidates[1:]:
            own_name = f"{name} {other.http_method}"
            if own_name in names:
                self._skip(
                    [replace(key, path=own_name)], "another webhook has this name", other.pointer
                )
                continue
            self._say(
                Subtype.DUPLICATE_OPERATION,
                f"webhook {name} has several methods: `webhook {name}` refers to its "
                f"`{candidates[0].http_method}`, and `webhook {own_name}` to this one",
                other.pointer,
                Level.INFO,
            )
            yield replace(other, key=replace(key, path=own_name))

    def _methods_of(
        self, item: dict[str, Any], pointer: str
    ) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Every method of the Path Item Object *item*, its container, and its pointer."""
        for method in self._methods():
            if method in item:
                yield method, item, f"{pointer}/{method}"
        others = item.get("additionalOperations") if self.document.version >= (3, 2) else None
        if isinstance(others, dict):
            for method in others:
                if is_custom_method(method):
                    place = f"{pointer}/additionalOperations/{escape_pointer(method)}"
                    yield method, others, place

    def _candidate(
        self,
        key: OperationKey,
        method: str,
        pointer: str,
        item: dict[str, Any],
        value: Any,
        operation_pointer: str,
    ) -> _Candidate | None:
        """The operation of *method*, ``None`` if the document excludes it."""
        if isinstance(value, dict) and "$ref" in value:
            resolved = self.document.resolve(operation_pointer)
            operation_pointer, value = resolved.pointer, resolved.value
        if isinstance(value, dict) and value.get("x-excluded") is True:
            return None
        return _Candidate(key, method, operation_pointer, pointer, value, item)

    def _methods(self) -> tuple[str, ...]:
        return METHODS if self.document.version >= (3, 2) else METHODS[:-1]

    def _report_other_methods(self, path: str, pointer: str, item: dict[str, Any]) -> None:
        """Report keys that look like operations but are not."""
        for key, value in item.items():
            if not isinstance(value, dict) or key in self._methods():
                continue
            at = f"{pointer}/{escape_pointer(key)}"
            lower = key.lower()
            if lower in self._methods():
                operation = OperationKey(document=self.document.name, method=key.upper(), path=path)
                if lower in item:
                    self._say(
                        Subtype.INVALID_OPERATION,
                        f"{operation}: `{key}` is ignored because there is also `{lower}`: "
                        "remove one of them",
                        at,
                    )
                else:
                    self._skip([operation], f"write the method in lower case: `{lower}`", at)
            elif key == "query":
                operation = OperationKey(document=self.document.name, method="QUERY", path=path)
                self._skip([operation], "the method `query` requires OpenAPI 3.2", at)
            elif key == "additionalOperations" and self.document.version >= (3, 2):
                for method in value:
                    if is_custom_method(method):
                        continue
                    operation = OperationKey(document=self.document.name, method=method, path=path)
                    reason = (
                        f"write it as `{lower_of}` of the path itself"
                        if (lower_of := method.lower()) in METHODS
                        else "its method contains characters that are not allowed in HTTP methods"
                    )
                    self._skip([operation], reason, f"{at}/{escape_pointer(method)}")

    def _is_valid(self, candidate: _Candidate) -> bool:
        """Whether *candidate* has a page. Of mistakes in its schemas and references, the bundler
        reports the effect.
        """
        value, version = candidate.value, self.document.version
        if value is None and candidate.pointer.startswith(f"/{UNRESOLVED_KEY}/"):
            # Its reference is reported.
            self.collected.skipped[candidate.key] = "its reference cannot be resolved"
            return False
        if self.earlier is not None and self.earlier.is_known(candidate.pointer, value, version):
            return True
        problems = find_problems(value, version)
        for problem in problems:
            part = unescape_pointer(problem.pointer.lstrip("/").replace("/", "."))
            reason = f"`{part}`: {problem.message}" if part else problem.message
            self._skip([candidate.key], reason, candidate.pointer + problem.pointer)
        return not problems

    def _operation(self, candidate: _Candidate, fingerprinter: Fingerprinter) -> Operation:
        value, item = candidate.value, candidate.path_item
        return Operation(
            key=candidate.key,
            http_method=candidate.http_method,
            pointer=candidate.pointer,
            path_pointer=candidate.path_pointer,
            kind=candidate.kind,
            operation_id=_text(value.get("operationId")),
            summary=_text(value.get("summary")) or vendor.display_name(value),
            description=_text(value.get("description")),
            tags=tuple(tag for tag in as_list(value.get("tags")) if isinstance(tag, str)),
            deprecated=value.get("deprecated") is True,
            hidden=vendor.hiding_field(value, item) is not None,
            extension=self._extension(candidate),
            fingerprint=fingerprinter.operation(candidate.pointer, candidate.path_pointer),
        )

    def _extension(self, candidate: _Candidate) -> Mapping[str, Any]:
        """The merged extension object; malformed parts are skipped."""
        badges = vendor.badges(candidate.value, self.badges)
        merged: dict[str, Any] = {"badges": badges} if badges else {}
        for name in EXTENSIONS:
            if name not in candidate.value:
                continue
            extension = candidate.value[name]
            pointer = f"{candidate.pointer}/{name}"
            if not isinstance(extension, dict):
                self._say(
                    Subtype.CONFIG,
                    f"{candidate.key}: `{name}` must be a mapping with `href`, `metadata` or "
                    "`content`; it was ignored",
                    pointer,
                )
                continue
            for key, (type_, wanted) in _EXTENSION_TYPES.items():
                value = extension.get(key)
                if value is None:
                    continue
                if not isinstance(value, type_):
                    self._say(
                        Subtype.CONFIG,
                        f"{candidate.key}: `{name}.{key}` must be {wanted}; it was ignored",
                        f"{pointer}/{key}",
                    )
                elif isinstance(value, dict):
                    merged[key] = {**merged.get(key, {}), **value}
                else:
                    merged[key] = value
        return merged

    def _skip(self, keys: Sequence[OperationKey], reason: str, pointer: str) -> None:
        """Report that the operations *keys* are skipped for one *reason*."""
        for key in keys:
            self.collected.skipped.setdefault(key, reason)
        what = "are invalid and were" if len(keys) > 1 else "is invalid and was"
        names = ", ".join(map(str, keys))
        self._say(Subtype.INVALID_OPERATION, f"{names} {what} skipped: {reason}", pointer)

    def _say(
        self, subtype: Subtype, message: str, pointer: str, level: Level = Level.WARNING
    ) -> None:
        self.collected.diagnostics.append(
            Diagnostic(
                subtype=subtype,
                message=message,
                place=self.locate(pointer, True),
                level=level,
            )
        )


def find_operations(
    document: OpenApiDocument, locate: Locate, earlier: EarlierFindings | None = None
) -> FoundOperations:
    """The operations of *document*: `paths` in its order, methods in that of `METHODS`, webhooks.

    Those of ``additionalOperations`` follow the methods of their path.

    Only `OpenApiDocument.root`, `name` and `version` are read. Operations marked ``x-excluded`` are
    silently skipped.

    :param earlier: knows operations that need not be validated again.
    """
    return _Finder(document, locate, earlier).find()


def is_custom_method(method: str) -> bool:
    """Whether *method* may be a key of ``additionalOperations``: it has no field in OpenAPI.

    Methods are case-sensitive (RFC 9110, 9.1), but browsers would send one that differs from a
    field only in case as that method.
    """
    return method.lower() not in METHODS and re.fullmatch(METHOD_PATTERN, method) is not None


def _is_of_item(key: str) -> bool:
    """Whether *key* is a field of a Path Item Object: nothing else of a target is used."""
    return key in _ITEM_FIELDS or key.startswith("x-")


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
