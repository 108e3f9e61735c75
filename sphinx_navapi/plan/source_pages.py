"""Page files: finding them, and reading the head of each."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.data_file import DATA_SUFFIXES
from sphinx_navapi.formats.front_matter import PageHead, read_markdown_head, read_rst_head


def path_matcher(patterns: Sequence[str]) -> Callable[[str], bool]:
    """A function that returns whether a path (relative, with ``/``) matches any of *patterns*."""
    expressions = [_expression(pattern) for pattern in dict.fromkeys(patterns)]
    if not expressions:
        return lambda path: False
    joined = re.compile("|".join(f"(?:{expression})" for expression in expressions))
    return lambda path: joined.fullmatch(path) is not None


@lru_cache(maxsize=256)
def _expression(pattern: str) -> str:
    parts: list[str] = []
    index = 0
    while index < len(pattern):
        char = pattern[index]
        index += 1
        if char == "*":
            if pattern[index : index + 1] == "*":
                index += 1
                parts.append(".*")
            else:
                parts.append("[^/]*")
        elif char == "?":
            parts.append("[^/]")
        elif char == "[" and (end := pattern.find("]", index + 1)) > 0:
            inner = pattern[index:end]
            negated = inner.startswith("!")
            # Two hyphens may become a set difference (Unicode TS 18, RL1.3) in later Python
            # versions.
            escaped = re.sub(r"(?:\\-)+", "-", re.escape(inner[negated:]))
            parts.append(f"[^{escaped}/]" if negated else f"[{escaped}]")
            index = end + 1
        else:
            parts.append(re.escape(char))
    expression = "".join(parts)
    try:
        re.compile(expression)
    except re.error:
        return re.escape(pattern)
    return expression


#: Suffixes of pages that need no parser in ``source_suffix``, in lookup order.
ALWAYS_SUFFIXES = (".mdx", ".md")

#: What Sphinx excludes in every project (`sphinx.project.EXCLUDE_PATHS`).
_ALWAYS_EXCLUDED = ("**/_sources", ".#*", "**/.#*", "*.lproj/**")

#: Suffixes of files other than pages that a site shows or offers for download.
# fmt: off
_ASSET_SUFFIXES = (
    # Images.
    ".avif", ".bmp", ".gif", ".ico", ".jpeg", ".jpg", ".png", ".svg", ".webp",
    # Media.
    ".m4a", ".m4v", ".mov", ".mp3", ".mp4", ".oga", ".ogg", ".ogv", ".vtt", ".wav", ".webm",
    # Fonts and downloads.
    ".eot", ".otf", ".ttf", ".woff", ".woff2", ".csv", ".pdf", ".zip",
)
# fmt: on

#: Bytes of a page that are read for metadata and first heading; more if front matter is longer.
_HEAD_BYTES = 16_384
_MAX_HEAD_BYTES = 1_048_576


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTree:
    """The files below the source directory that may matter.

    :ivar pages: docname to file (relative, with ``/``), by docname. Only files of another
        extension are absolute.
    :ivar unnamed: docnames that are pages only if something refers to them.
    :ivar data: JSON and YAML files, sorted: OpenAPI documents may be among them.
    :ivar assets: images, media, fonts, and downloads, sorted.
    :ivar code: style sheets and scripts, sorted.
    :ivar foreign: folders that are never searched, sorted: hidden ones, ``node_modules``, virtual
        environments, and Sphinx output.
    """

    pages: Mapping[str, str]
    unnamed: frozenset[str] = frozenset()
    data: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def scan_tree(
    srcdir: Path,
    *,
    source_suffixes: Sequence[str] = (".rst",),
    exclude_patterns: Iterable[str] = (),
    include_patterns: Iterable[str] = ("**",),
    others: Mapping[str, str] = MappingProxyType({}),
) -> SourceTree:
    """The files below *srcdir*, without excluded, hidden and foreign folders.

    :param source_suffixes: those that the project registered, in its order. Pages with one of
        `ALWAYS_SUFFIXES` count too, but only if something refers to them.
    :param others: page files elsewhere: docname to absolute path. Files below *srcdir* take
        precedence.
    """
    suffixes = (*source_suffixes, *(s for s in ALWAYS_SUFFIXES if s not in source_suffixes))
    included = path_matcher(tuple(include_patterns))
    files: dict[str, dict[str, str]] = {}
    data: list[str] = []
    assets: list[str] = []
    code: list[str] = []
    foreign: list[str] = []
    for path in _files(srcdir, tuple(exclude_patterns), foreign):
        for suffix in suffixes:
            if path.endswith(suffix) and len(path) > len(suffix) and included(path):
                files.setdefault(path[: -len(suffix)], {})[suffix] = path
                break
        else:
            if path.endswith(DATA_SUFFIXES):
                data.append(path)
            elif path.lower().endswith(_ASSET_SUFFIXES):
                assets.append(path)
            elif path.endswith((".css", ".js")):
                code.append(path)
    pages, unnamed = {}, set()
    for docname in sorted({*files, *others}):
        if docname not in files:
            pages[docname] = others[docname]
            continue
        suffix = next(suffix for suffix in suffixes if suffix in files[docname])
        pages[docname] = files[docname][suffix]
        if suffix not in source_suffixes:
            unnamed.add(docname)
    return SourceTree(
        pages=pages,
        unnamed=frozenset(unnamed),
        data=tuple(sorted(data)),
        assets=tuple(sorted(assets)),
        code=tuple(sorted(code)),
        foreign=tuple(sorted(foreign)),
    )


def _files(srcdir: Path, exclude_patterns: tuple[str, ...], foreign: list[str]) -> Iterator[str]:
    """Paths of all files, relative with ``/``; each folder once, also behind symbolic links.

    :param foreign: folders that are not searched are added to it.
    """
    excluded = path_matcher((*exclude_patterns, *_ALWAYS_EXCLUDED))
    seen: set[tuple[int, int]] = set()
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(srcdir / folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError:
            continue
        if folder and any(entry.name in _FOREIGN_MARKS for entry in entries):
            foreign.append(folder)
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if not _is_text(path) or excluded(path):
                continue
            try:
                if entry.is_dir():
                    if _is_foreign(entry.name):
                        foreign.append(path)
                        continue
                    status = entry.stat()
                    identity = (status.st_dev, status.st_ino)
                    if identity in seen:
                        continue
                    seen.add(identity)
                    waiting.append(path)
                elif entry.is_file():
                    yield path
            except OSError:
                continue


#: Files in the top folder of a virtual environment, or of Sphinx output.
_FOREIGN_MARKS = frozenset({"pyvenv.cfg", ".buildinfo"})


def _is_foreign(name: str) -> bool:
    """Whether a folder of that *name* contains third-party files."""
    return name.startswith(".") or name in {"node_modules", "__pycache__"}


def _is_text(path: str) -> bool:
    """Whether *path* can be encoded as UTF-8: other names cannot be linked."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def read_page_head(srcdir: Path, path: str, *, encoding: str = "utf-8") -> PageHead:
    """The head of the page file at *path* (relative to *srcdir*); empty if unreadable.

    An encoding error anywhere in the file gives a diagnostic.
    """
    try:
        content = (srcdir / path).read_bytes()
        text = _head_of(content, encoding)
    except (OSError, ValueError, LookupError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        message = f"the front matter of {path} cannot be read ({reason}): it is treated as a"
        " page without metadata"
        return PageHead(
            diagnostics=(
                Diagnostic(subtype=Subtype.PAGE_METADATA, message=message, place=Place(file=path)),
            )
        )
    head = PageHead()
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in {".md", ".mdx", ".markdown", ".myst"}:
        head = read_markdown_head(text, path)
    elif suffix in {".rst", ".txt", ".rest"}:
        head = read_rst_head(text, path)
    problems = tuple(_encoding_problems(content, path, encoding))
    return replace(head, diagnostics=(*head.diagnostics, *problems)) if problems else head


def _head_of(content: bytes, encoding: str) -> str:
    """The start of the *content* of a file, including all of its front matter."""
    head = content[:_HEAD_BYTES]
    if len(content) > _HEAD_BYTES and head.startswith(b"---") and b"\n---" not in head:
        head = content[: _HEAD_BYTES + _MAX_HEAD_BYTES]
    return head.decode(encoding, "replace").replace("\r\n", "\n")


def _encoding_problems(content: bytes, path: str, encoding: str) -> Iterator[Diagnostic]:
    """A diagnostic if the *content* of a page does not match its *encoding*."""
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        line, byte = content.count(b"\n", 0, error.start) + 1, f"{content[error.start]:#04x}"
        name = encoding.upper().removesuffix("-SIG")
        yield Diagnostic(
            subtype=Subtype.PAGE_SYNTAX,
            message=f"{path} is not {name}: the byte {byte}"
            " and other invalid bytes are shown as \ufffd; save the file in this encoding",
            place=Place(file=path, line=line),
        )


def page_of_entry(entry: str, pages: Mapping[str, Any]) -> str | None:
    """The docname of *pages* that the page path *entry* refers to, or ``None``.

    Surrounding slashes are ignored, ``.`` and ``..`` are resolved; paths outside the source
    directory match nothing. A suffix is allowed if nothing else matches. Names in decomposed
    Unicode, as some file systems return them, match too.
    """
    docname = normal_path(entry)
    if docname is None:
        return None
    if docname in pages:
        return docname
    for suffix in ALWAYS_SUFFIXES:
        if docname.endswith(suffix) and docname[: -len(suffix)] in pages:
            return docname[: -len(suffix)]
    if not docname.isascii():
        for form in ("NFC", "NFD"):
            other = unicodedata.normalize(form, docname)
            if other in pages:
                return other
    return None


def normal_path(path: str) -> str | None:
    """*path* relative to the source directory without ``.``, ``..`` and empty segments.

    ``None`` if it is outside the source directory or the directory itself.
    """
    segments: list[str] = []
    for segment in path.strip().split("/"):
        if segment in {"", "."}:
            continue
        if segment == "..":
            if not segments:
                return None
            segments.pop()
        else:
            segments.append(segment)
    return "/".join(segments) or None


@dataclass(slots=True)
class PageHeads:
    """Heads of page files, each read once.

    :ivar encoding: of the files, a codec's name.
    :ivar cache: heads by path with the modification time and size they are valid for; may be kept
        between builds.
    """

    srcdir: Path
    encoding: str = "utf-8"
    cache: dict[str, tuple[int, int, PageHead]] = field(default_factory=dict)

    def head(self, path: str) -> PageHead:
        """The head of the page file at *path*."""
        try:
            status = (self.srcdir / path).stat()
        except OSError:
            return read_page_head(self.srcdir, path, encoding=self.encoding)
        known = self.cache.get(path)
        if known is not None and known[:2] == (status.st_mtime_ns, status.st_size):
            return known[2]
        head = read_page_head(self.srcdir, path, encoding=self.encoding)
        self.cache[path] = (status.st_mtime_ns, status.st_size, head)
        return head
