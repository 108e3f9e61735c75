"""The pages of a built site: their files, their data in ``site.json``, and their text.

Request paths lead to files of the site, and to nothing else on the disk.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

SITE_FILE: Final = "_navapi/site.json"
SCHEMAS_FILE: Final = "_navapi/schemas.json"

#: Suffixes of page sources as copied by Sphinx, for pages without Markdown output.
_SOURCES: Final = (".rst.txt", ".md.txt", ".txt", ".rst", ".md")

_SUFFIX: Final = re.compile(r"\.(?:html?|mdx?|rst)\Z")


class KeptFile:
    """A JSON file of the site, read again when it changes."""

    def __init__(self, files: SiteFiles, name: str) -> None:
        self._files = files
        self._name = name
        self._key: tuple[str, int, int] | None = None
        self._value: Any = None

    def read(self) -> tuple[Any, bool]:
        """Its value, ``None`` if there is none, and whether it has changed."""
        file = self._files.find(self._name)
        key = None if file is None else file.key
        if key == self._key:
            return self._value, False
        self._value = None if file is None else _json(file)
        self._key = key
        return self._value, True


def _json(file: SiteFile) -> Any:
    try:
        return json.loads(file.path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


class SitePages:
    """The pages of one state of a site.

    :ivar pages: the entries of ``site.json``, by docname.
    """

    def __init__(self, site: Any) -> None:
        pages = site.get("pages") if isinstance(site, dict) else None
        self.pages: Mapping[str, Mapping[str, Any]] = pages if isinstance(pages, dict) else {}

    def find(self, name: str) -> str | None:
        """The docname that *name* refers to: a docname, or the address of the page.

        An address may be relative to the site, or absolute; a path prefix before the site's root is
        ignored.
        """
        if name in self.pages:
            return name
        try:
            path = unquote(urlsplit(name).path).strip("/")
        except ValueError:
            return None
        for segments in _ends(path.split("/")):
            stem = _SUFFIX.sub("", "/".join(segments))
            for docname in (stem, f"{stem}/index" if stem else "index"):
                if docname in self.pages:
                    return docname
        return None

    def operation(self, name: str) -> list[str]:
        """The pages of the operation *name*, one in each version and language.

        :param name: ``METHOD /path``, optionally with the name of its document before it or without
            its method, or an ``operationId``.
        """
        name = name.strip()
        return [
            docname
            for docname, page in self.operations()
            if name == page["operation"].get("operation_id") or _is_named(name, page["operation"])
        ]

    def operations(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Pages of operations: docname and data of the page."""
        return ((name, page) for name, page in self.pages.items() if page.get("operation"))

    @cached_property
    def documents(self) -> Sequence[str]:
        """Names of the documents whose operations have pages, in site order."""
        return list(dict.fromkeys(page["operation"]["document"] for _, page in self.operations()))


def _ends(segments: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(min(len(segments), 8)):
        yield segments[start:]


def _is_named(name: str, operation: Mapping[str, Any]) -> bool:
    """Whether *name* is the path of *operation*, optionally with method and document."""
    path = str(operation["path"])
    if not path or not name.endswith(path):
        return False
    before = name[: -len(path)].split()
    if not before:
        return name == path
    is_method = before[-1].upper() == str(operation["method"]).upper()
    document = before[0] if len(before) == 2 else None
    return is_method and len(before) < 3 and _is_document(document, operation["document"])


def _is_document(requested: str | None, name: str) -> bool:
    """Whether *requested* refers to the document *name*: by its path, or its file name with or
    without suffix.
    """
    if requested is None:
        return True
    file = name.rpartition("/")[2]
    return requested in (name, file, file.partition(".")[0], name.rpartition(".")[0])


#: The list of all pages; programs look for it at the root, and in folders.
LLMS_FILE: Final = "llms.txt"

#: A line of pages for agents that read a single page: what follows leads to the list.
AGENT_NOTE: Final = "For AI agents: all pages are listed as Markdown in "

_NOTE: Final = re.compile(rf"^> {re.escape(AGENT_NOTE)}.*\n+", re.MULTILINE)


def with_agent_note(text: str, url: str) -> str:
    """*text*, the Markdown of a page, with a note below its title. :param url: of a list."""
    title, line, rest = text.partition("\n")
    return f"{title}\n\n> {AGENT_NOTE}[{LLMS_FILE}]({url}).{line}{rest}"


def without_agent_note(text: str) -> str:
    """*text*, the Markdown of a page, for programs that have the list already."""
    return _NOTE.sub("", text, count=1)


def page_text(files: SiteFiles, docname: str) -> str | None:
    """The text of the page *docname*: its Markdown, or its source; ``None`` without either.

    :param docname: of a page of the site.
    """
    names = (f"{docname}.md", *(f"_sources/{docname}{suffix}" for suffix in _SOURCES))
    for name in names:
        file = files.find(name)
        if file is None:
            continue
        try:
            return without_agent_note(file.path.read_text("utf-8", "replace"))
        except OSError:
            continue
    return None


#: What APIs the site describes (RFC 9727): in the output, and where programs look for it.
API_CATALOG = "_navapi/api-catalog.json"
PUBLIC_API_CATALOG = ".well-known/api-catalog"

#: Hidden names that are public (RFC 8615).
_WELL_KNOWN = ".well-known"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile:
    """The current state of a file of the site.

    :ivar name: path below the site's root.
    :ivar mtime: nanoseconds. :ivar size: bytes.
    """

    path: Path
    name: str
    mtime: int
    size: int

    @property
    def key(self) -> tuple[str, int, int]:
        """Changes whenever the file does."""
        return self.name, self.mtime, self.size


class SiteFiles:
    """The files below *root*, except hidden ones and those that a link leads out to."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def find(self, name: str) -> SiteFile | None:
        """The file *name*, ``None`` if it does not exist or is not public.

        :param name: decoded path below the root, without a leading slash.
        """
        if not is_path(name):
            return None
        path = self.root / name
        try:
            target = path.resolve(strict=True)
            if not target.is_relative_to(self.root):
                return None
            inside = target.relative_to(self.root).as_posix()
            if inside != name and not is_path(inside):
                return None
            state = target.stat()
        except (OSError, ValueError, RuntimeError):
            return None
        if not stat.S_ISREG(state.st_mode):
            return None
        return SiteFile(path=target, name=name, mtime=state.st_mtime_ns, size=state.st_size)


def is_path(name: str) -> bool:
    """Whether *name* can be the path of a public file: no hidden part, no ``..``, no device."""
    if not name or "\\" in name or "\0" in name:
        return False
    segments = name.split("/")
    if any(s == "" or (s.startswith(".") and s != _WELL_KNOWN) for s in segments):
        return False
    # A drive, a stream or a device on Windows.
    return os.name != "nt" or not any(":" in s or Path(s).is_reserved() for s in segments)
