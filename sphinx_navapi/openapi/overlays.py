"""Overlays: files with changes to an OpenAPI document, applied when it is loaded.

Overlay Specification 1.0 and 1.1 (https://spec.openapis.org/overlay/latest.html). Additions of 1.1
to ``update`` and ``remove`` are also allowed in overlays of 1.0. A failing action changes nothing,
and the others are still applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.data_file import (
    DataFile,
    DataFileError,
    decode_document,
    parse_document,
    read_bytes,
)
from sphinx_navapi.formats.data_text import MAX_DEPTH
from sphinx_navapi.formats.numbers import marshalled, unmarshalled
from sphinx_navapi.openapi.origins import Origins, OriginTracker, PartOrigin, is_container
from sphinx_navapi.openapi.sources import digest

if TYPE_CHECKING:
    from jsonpath import JSONPathEnvironment

#: Bytes that overlays may add to a document, as serialized by `marshal`.
MAX_ADDED: Final = 16 * 1024 * 1024

_VERSION = re.compile(r"1\.[01](?:\..*)?")

#: A version of `marshal` without object sharing: a repeated value is counted each time.
_PLAIN: Final = 2


class OverlayFile(NamedTuple):
    """An overlay. :ivar name: its name in messages."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class OverlayText:
    """The content of an overlay. :ivar problem: why there is none."""

    file: OverlayFile
    content: bytes = b""
    problem: DataFileError | None = None

    @property
    def digest(self) -> str:
        """Changes with the overlay."""
        return f"{self.file.name}\0{digest(self.content) if self.problem is None else ''}"


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A value with overlays applied.

    :ivar origins: of the parts that are not at their own pointer.
    :ivar files: the overlays that could be read, by name.
    """

    value: Any
    origins: Origins
    files: dict[str, DataFile]
    diagnostics: list[Diagnostic]


class _ActionError(Exception):
    """Why an action changes nothing. :ivar pointer: the invalid part of it."""

    def __init__(
        self, message: str, pointer: str, subtype: Subtype = Subtype.OVERLAY_INVALID
    ) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.subtype = subtype


def read_overlays(files: Iterable[OverlayFile]) -> list[OverlayText]:
    """The contents of overlays, unparsed."""
    texts = []
    for file in files:
        try:
            texts.append(OverlayText(file, read_bytes(file.path, file.name)))
        except FileNotFoundError:
            message = "the file does not exist"
            error = DataFileError(message, Place(file=file.name))
            texts.append(OverlayText(file, problem=error))
        except DataFileError as error:
            texts.append(OverlayText(file, problem=error))
    return texts


def apply_overlays(value: Any, name: str, overlays: Sequence[OverlayText]) -> Overlaid:
    """*value* with *overlays*, one after the other.

    :param value: of the OpenAPI document *name*.
    """
    # A YAML alias is one object at two positions; an overlay changes only one of them.
    value = _copy(value)
    target = _Target(value, name)
    files: dict[str, DataFile] = {}
    diagnostics: list[Diagnostic] = []
    for overlay in overlays:
        try:
            data = _parse(overlay)
        except DataFileError as error:
            message = f"the overlay {overlay.file.name} is ignored: {error}"
            diagnostics.append(_diagnostic(message, error.place))
            continue
        files[data.name] = data
        diagnostics += [
            _diagnostic(f"{data.name}: {fault.message}", fault.place) for fault in data.faults
        ]
        diagnostics += target.apply(data)
    return Overlaid(value, target.origins.by_pointer(), files, diagnostics)


def _parse(overlay: OverlayText) -> DataFile:
    """The overlay, with a supported version and a valid list of actions.

    :raises DataFileError: it is invalid.
    """
    if overlay.problem is not None:
        raise overlay.problem
    name = overlay.file.name
    data = parse_document(*decode_document(overlay.content, name), name)
    root = data.value
    if not isinstance(root, dict) or "overlay" not in root:
        raise DataFileError(
            "it has no `overlay` at its root: write `overlay: 1.1.0`", data.place("")
        )
    version = root["overlay"]
    if not _VERSION.fullmatch(str(version)):
        raise DataFileError(
            f"`overlay: {str(version)[:60]}` is not a supported version: Overlay 1.0 and 1.1 are"
            " supported. Use `overlay: 1.1.0`",
            data.place("/overlay"),
        )
    if not isinstance(root.get("actions"), list) or not root["actions"]:
        raise DataFileError(
            "it needs `actions`, a list with at least one action", data.place("/actions")
        )
    return data


class _Target:
    """The value to which overlays are applied."""

    def __init__(self, root: Any, name: str) -> None:
        self.root = root
        self.name = name
        self.origins = OriginTracker(root, name)
        self._environment = _environment()
        self._bytes_left = MAX_ADDED

    def apply(self, overlay: DataFile) -> Iterator[Diagnostic]:
        """Apply the actions of *overlay*, and return their problems."""
        has_copy = not str(overlay.value["overlay"]).startswith("1.0")
        for index, action in enumerate(overlay.value["actions"]):
            pointer = f"/actions/{index}"
            try:
                self._carry_out(action, PartOrigin(overlay.name, pointer), has_copy=has_copy)
            except _ActionError as error:
                message = f"this action of the overlay {overlay.name} is ignored: {error}"
                yield _diagnostic(message, overlay.place(error.pointer), error.subtype)

    def _carry_out(self, action: Any, origin: PartOrigin, *, has_copy: bool) -> None:
        pointer = origin.pointer
        if not isinstance(action, dict) or not isinstance(action.get("target"), str):
            raise _ActionError("it needs a `target`, a JSONPath such as `$.info`", pointer)
        removes = action.get("remove", False)
        if not isinstance(removes, bool):
            raise _ActionError("`remove` must be true or false", f"{pointer}/remove")
        if not removes and ("update" in action) == ("copy" in action):
            message = "it must have one of `update`, `copy` and `remove: true`"
            raise _ActionError(message, pointer)
        if not removes and "copy" in action and not has_copy:
            message = "`copy` requires Overlay 1.1: write `overlay: 1.1.0`"
            raise _ActionError(message, f"{pointer}/copy")
        nodes = self._select(action["target"], origin.below("target"))
        if removes:
            self._remove(nodes, f"{pointer}/target")
        elif "update" in action:
            self._update(nodes, action["update"], origin.below("update"), pointer)
        else:
            source = self._source(action["copy"], origin.below("copy"))
            self._reserve(source.value, 1, pointer)
            # The source may contain the target.
            value = self._taken(source.value)
            self._update(nodes, value, self.origins.of_part(source.keys), pointer)

    def _select(self, path: str, origin: PartOrigin) -> list[_SelectedPart]:
        """The matches of *path*, whose origin is *origin*: at least one."""
        from jsonpath import JSONPathError

        try:
            matches = list(self._environment.finditer(path, self.root))
        except (JSONPathError, UnicodeError, RecursionError) as error:
            reason = str(error).partition("\n")[0]
            message = f"`{path[:200]}` is not a JSONPath (RFC 9535): {reason}"
            raise _ActionError(message, origin.pointer) from None
        if not matches:
            raise _ActionError(
                f"`{path[:200]}` matches nothing in {self.name}: fix it, or delete the action",
                origin.pointer,
                Subtype.OVERLAY_NO_MATCH,
            )
        nodes = {
            keys: _SelectedPart(match.obj, keys, match.parent.obj if match.parent else None)
            for match in matches
            for keys in [tuple(match.parts)]
        }
        return list(nodes.values())

    def _source(self, path: Any, origin: PartOrigin) -> _SelectedPart:
        if not isinstance(path, str):
            raise _ActionError("`copy` must be a JSONPath such as `$.info`", origin.pointer)
        nodes = self._select(path, origin)
        if len(nodes) > 1:
            message = f"`{path[:200]}` matches {len(nodes)} parts: select one of them"
            raise _ActionError(message, origin.pointer)
        return nodes[0]

    def _remove(self, nodes: list[_SelectedPart], pointer: str) -> None:
        if any(node.parent is None for node in nodes):
            raise _ActionError("the whole document cannot be removed", pointer)
        # From the end, so that removals do not shift other items.
        for node in sorted(nodes, key=_index, reverse=True):
            self.origins.remove(node.parent, node.keys[-1])
            del node.parent[node.keys[-1]]

    def _update(
        self, nodes: list[_SelectedPart], value: Any, origin: PartOrigin, action: str
    ) -> None:
        """Merge *value*, with the origin *origin*, into all of *nodes*, or into none."""
        if len({_kind(node.value) for node in nodes}) > 1:
            message = "its target matches values of different kinds (objects, arrays, others)"
            raise _ActionError(message, f"{action}/target")
        for node in nodes:
            if not isinstance(node.value, list):
                reason = _conflict(node.value, value, "")
                if reason is not None:
                    raise _ActionError(reason, action)
            if len(node.keys) + _height(value) > MAX_DEPTH:
                raise _ActionError(f"it is nested more than {MAX_DEPTH} levels deep", action)
        self._reserve(value, len(nodes), action)
        for node in nodes:
            if isinstance(node.value, dict):
                self._merge(node.value, value, origin)
            elif isinstance(node.value, list):
                self._extend(node.value, value, origin)
            elif node.parent is not None:
                self._replace(node.parent, node.keys[-1], value, origin)

    def _reserve(self, value: Any, times: int, action: str) -> None:
        """Reject the *action* if *value* makes the document too large."""
        if self._bytes_left >= 0:
            self._bytes_left -= len(marshalled(value, _PLAIN)) * times
        if self._bytes_left < 0:
            message = f"overlays may add at most {MAX_ADDED // 1024 // 1024} MiB to a document"
            raise _ActionError(message, action)

    def _merge(self, target: dict[str, Any], value: dict[str, Any], origin: PartOrigin) -> None:
        for key, part in value.items():
            below = self.origins.of_child(value, key, origin)
            there = target.get(key)
            if isinstance(there, dict) and isinstance(part, dict):
                self._merge(there, part, below)
            elif isinstance(there, list) and isinstance(part, list):
                self._extend(there, part, below)
            else:
                self._replace(target, key, part, below)

    def _extend(self, target: list[Any], value: Any, origin: PartOrigin) -> None:
        """Add the items of the array *value* to *target*, or *value* itself."""
        parts = value if isinstance(value, list) else [value]
        for index, part in enumerate(parts):
            below = self.origins.of_child(value, index, origin) if parts is value else origin
            self.origins.set_item(target, len(target), below)
            target.append(self._taken(part))

    def _replace(self, parent: Any, key: Any, value: Any, origin: PartOrigin) -> None:
        if isinstance(parent, dict):
            self.origins.set_member(parent, key, origin)
        else:
            self.origins.set_item(parent, key, origin)
        parent[key] = self._taken(value)

    def _taken(self, part: Any) -> Any:
        """A copy of *part*, so that changes do not affect other positions."""
        if not is_container(part):
            return part
        copy = _copy(part)
        self.origins.copied(part, copy)
        return copy


class _SelectedPart(NamedTuple):
    """A part of the value. :ivar keys: path to it. :ivar parent: ``None`` for the root."""

    value: Any
    keys: tuple[str | int, ...]
    parent: Any


def _index(node: _SelectedPart) -> int:
    """The index of *node* in its array; -1 for a member of an object."""
    return node.keys[-1] if isinstance(node.keys[-1], int) else -1


def _environment() -> JSONPathEnvironment:
    # Imported here because most sites have no overlay.
    from jsonpath import JSONPathEnvironment

    environment = JSONPathEnvironment(strict=True)
    environment.max_recursion_depth = MAX_DEPTH + 10
    return environment


def _copy(value: Any) -> Any:
    return unmarshalled(marshalled(value, _PLAIN))


def _kind(value: Any) -> str:
    return "an object" if isinstance(value, dict) else "an array" if is_container(value) else ""


def _conflict(target: Any, value: Any, pointer: str) -> str | None:
    """Why *value* cannot be merged into *target*, at *pointer* below the action's target."""
    if _kind(target) != _kind(value):
        where = f" at `{pointer}`" if pointer else ""
        return (
            f"{_kind(value) or 'a single value'} cannot be merged into"
            f" {_kind(target) or 'a single value'}{where}"
        )
    if isinstance(target, dict):
        for key in target.keys() & value.keys():
            reason = _conflict(target[key], value[key], f"{pointer}/{key}")
            if reason is not None:
                return reason
    return None


def _height(value: Any) -> int:
    """The number of levels of objects and arrays in *value*."""
    height, level = 0, [value]
    while level:
        height += 1
        level = [
            part
            for node in level
            if is_container(node)
            for part in (node.values() if isinstance(node, dict) else node)
        ]
    return height


def _diagnostic(
    message: str, place: Place, subtype: Subtype = Subtype.OVERLAY_INVALID
) -> Diagnostic:
    return Diagnostic(subtype=subtype, message=message, place=place)
