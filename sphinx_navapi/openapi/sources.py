"""The files that make up one document, and which files are allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import (
    MAX_BYTES,
    DataFile,
    DataFileError,
    decode_document,
    decode_text,
    escape_pointer,
    parse_document,
    read_bytes,
)
from sphinx_navapi.openapi.document import EXTERNAL_KEY
from sphinx_navapi.openapi.identifiers import inner_base, own_uri
from sphinx_navapi.openapi.origins import Origins, find_origin

#: Maximum number of files that one document may bundle.
MAX_FILES: Final = 5_000

#: Maximum size of a file that is shown as an example, in bytes.
MAX_EXAMPLE: Final = 100_000

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class UnresolvedError(Exception):
    """``str()`` says why a reference is broken and what to write."""


@dataclass(slots=True, eq=False)
class SourceFile:
    """A file of a document.

    :ivar prefix: pointer of its value in the bundled root.
    :ivar digest: of its bytes; ``None`` if the file cannot be read.
    """

    name: str
    path: Path
    prefix: str
    value: Any = None
    data: DataFile | None = None
    digest: str | None = None
    problem: str | None = None
    _anchors: dict[str, str] | None = field(default=None, repr=False)
    _ids: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def base(self) -> str:
        """The URI that the document declares (``$self``, OpenAPI 3.2), or ``""``."""
        return own_uri(self.value)

    @property
    def has_ids(self) -> bool:
        """Whether any of its schemas has an ``$id``."""
        return bool(self._index()[1])

    def anchor(self, name: str) -> str | None:
        """Pointer of the schema with the ``$anchor`` *name*."""
        return self._index()[0].get(name)

    def identified(self, uri: str) -> str | None:
        """Pointer of the schema whose ``$id`` is *uri*, as written or absolute."""
        return self._index()[1].get(uri.removesuffix("#"))

    def _index(self) -> tuple[dict[str, str], dict[str, str]]:
        if self._anchors is None:
            self._anchors = {}
            stack: list[tuple[Any, str, str]] = [(self.value, "", self.base)]
            seen: set[int] = set()
            while stack:
                node, pointer, base = stack.pop()
                if not isinstance(node, dict | list) or id(node) in seen:
                    continue
                seen.add(id(node))
                if isinstance(node, list):
                    stack += [(item, f"{pointer}/{i}", base) for i, item in enumerate(node)]
                    continue
                inner = inner_base(base, node)
                stack += [(v, f"{pointer}/{escape_pointer(k)}", inner) for k, v in node.items()]
                for key in ("$anchor", "$dynamicAnchor"):
                    if isinstance(node.get(key), str):
                        self._anchors.setdefault(node[key], pointer)
                identifier = node.get("$id")
                if isinstance(identifier, str):
                    if identifier.startswith("#"):  # an anchor in drafts 4 to 7
                        self._anchors.setdefault(identifier[1:], pointer)
                    self._ids.setdefault(identifier.removesuffix("#"), pointer)
                    self._ids.setdefault(inner, pointer)
        return self._anchors, self._ids


class DocumentFiles:
    """The document's own file and those that its references open.

    :param source_root: files below it may be opened, symbolic links followed; ``None``: no other
        file may.
    :param origins: of the parts of *main* that overlays have changed.
    :param overlays: by name.
    """

    def __init__(
        self,
        main: SourceFile,
        source_root: Path | None,
        origins: Origins | None = None,
        overlays: Mapping[str, DataFile] | None = None,
    ) -> None:
        self.main = main
        self.origins = origins or {}
        self._overlays = overlays or {}
        self._root = source_root.resolve() if source_root is not None else None
        self._files: dict[Path, SourceFile] = {main.path.resolve(): main}
        self._examples: dict[str, str | None] = {}
        self._bytes = 0

    def used(self) -> list[SourceFile]:
        """The files with a value, the document's own first, the others by name."""
        others = [file for file in self._others() if file.data is not None]
        return [self.main, *others]

    def digests(self) -> Mapping[str, str | None]:
        """Digest by name of every other file that was looked up; ``None``: not readable."""
        return {**{file.name: file.digest for file in self._others()}, **self._examples}

    def place(self, pointer: str, *, of_key: bool = False) -> Place:
        """The place of *pointer* of the bundled root, in its original file."""
        file = self.main
        if pointer.startswith(f"/{EXTERNAL_KEY}/"):
            for other in self._files.values():
                if other.prefix and f"{pointer}/".startswith(f"{other.prefix}/"):
                    file = other
        inner, data = pointer[len(file.prefix) :], file.data
        origin = find_origin(self.origins, inner) if file is self.main else None
        if origin is not None:
            inner, data = origin.pointer, self._overlays.get(origin.file, data)
        if data is None:
            return Place(file=file.name, pointer=inner)
        return data.key_place(inner) if of_key else data.place(inner)

    def _others(self) -> list[SourceFile]:
        others = (file for file in self._files.values() if file is not self.main)
        return sorted(others, key=lambda file: file.name)

    def open(self, location: str, file: SourceFile) -> SourceFile:
        """Open the file *location*, a relative URI reference in *file*.

        :raises UnresolvedError: it does not exist, or may not be used.
        """
        path = self._locate(location, file)
        opened = self._files.get(path)
        if opened is None:
            opened = self._files[path] = self._read(path)
        if opened.problem is not None:
            raise UnresolvedError(opened.problem)
        return opened

    def example(self, location: str, file: SourceFile, *, is_text: bool) -> Any:
        """The example in the file *location*, a relative URI reference in *file*.

        The value of a JSON file, unless *is_text*; else the text of the file.

        :raises UnresolvedError: it does not exist, or cannot be shown.
        """
        path = self._locate(location, file)
        assert self._root is not None  # checked where the path was constructed
        name = path.relative_to(self._root).as_posix()
        self._examples[name] = None
        try:
            content = read_bytes(path, name)
            self._examples[name] = digest(content)
            if len(content) > MAX_EXAMPLE:
                raise UnresolvedError(
                    f"points to a file of {len(content):,} bytes, and pages show at most"
                    f" {MAX_EXAMPLE:,}: shorten it, or use its https URL"
                )
            text = decode_text(content, name)
        except FileNotFoundError:
            raise UnresolvedError(f"cannot be resolved: there is no file {name}") from None
        except DataFileError as error:
            raise UnresolvedError(f"points to a file that cannot be shown: {error}") from None
        if path.suffix.lower() == ".json" and not is_text:
            with suppress(DataFileError):
                return parse_document(text, None, name).value
        return text

    def _locate(self, location: str, file: SourceFile) -> Path:
        """The path of *location*, a relative URI reference in *file*.

        :raises UnresolvedError: it may not be used.
        """
        if has_scheme(location) or location.startswith("//"):
            what = "a file outside" if location.lower().startswith("file:") else "a host"
            raise UnresolvedError(
                f"points to {what}, which is not allowed: copy the file into the source directory"
                " and use its relative path"
            )
        if self._root is None:
            raise UnresolvedError(
                "refers to another file, which a document from a URL or from code cannot do:"
                " bundle it into a single file"
            )
        try:
            path = (file.path.parent / unquote(location.partition("?")[0])).resolve()
        except (OSError, ValueError, RuntimeError):
            raise UnresolvedError("is not the path of a file") from None
        if not path.is_relative_to(self._root):
            raise UnresolvedError(
                "is outside the source directory: copy the file into it and use its relative path"
            )
        return path

    def _read(self, path: Path) -> SourceFile:
        assert self._root is not None  # checked where the path was constructed
        name = path.relative_to(self._root).as_posix()
        file = SourceFile(name, path, f"/{EXTERNAL_KEY}/{escape_pointer(name)}")
        if len(self._files) > MAX_FILES:
            file.problem = f"exceeds the limit of {MAX_FILES:,} files per document"
            return file
        try:
            content = read_bytes(path, name)
            self._bytes += len(content)
            if self._bytes > MAX_BYTES:
                file.problem = "makes the document too large together with its other files"
                return file
            file.digest = digest(content)
            file.data = parse_document(*decode_document(content, name), name)
            file.value = file.data.value
        except FileNotFoundError:
            file.problem = f"cannot be resolved: there is no file {name}; {near_file(path, name)}"
        except DataFileError as error:
            file.problem = f"points to a file that cannot be used: {error.place}: {error}"
        return file


def near_file(path: Path, name: str) -> str:
    """Advice if there is no file at *path*, called *name* in messages."""
    try:
        files = sorted(each.name for each in path.parent.iterdir() if each.suffix in _SUFFIXES)
    except OSError:
        return f"there is no folder {name.rpartition('/')[0] or '.'}"
    near = nearest_word(path.name, files)
    if near is None:
        return "correct its path"
    return f"did you mean {name[: len(name) - len(path.name)]}{near}?"


#: Suffixes of files that may be documents.
_SUFFIXES: Final = frozenset({".json", ".yaml", ".yml"})


def has_scheme(location: str) -> bool:
    """Whether *location* is a URI, not a relative reference."""
    return _SCHEME.match(location) is not None


def digest(content: bytes) -> str:
    """Hex digest of *content*, platform-independent."""
    return blake2b(content, digest_size=20).hexdigest()
