"""What a link of a page leads to: the rules of the web, on pages without suffixes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import unquote

#: The type of cross-references to pages, as authors write them: by path.
PAGE_LINK = "navapi-page"

#: Attribute of a reference that comes from a text of an OpenAPI document.
FROM_DOCUMENT = "navapi_from_document"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_SUFFIXES = (".mdx", ".md", ".rst", ".html", ".htm")


def is_external(href: str) -> bool:
    """Whether *href* has a scheme or a host."""
    return _SCHEME.match(href) is not None


def is_page_link(href: str) -> bool:
    """Whether *href* may lead to another page: it has a path, and neither scheme nor host."""
    return bool(href) and not href.startswith(("#", "?")) and not is_external(href)


def split_href(href: str) -> tuple[str, str]:
    """Path and anchor of *href*, without a query, both unquoted."""
    path, _, anchor = href.partition("#")
    return unquote(path.partition("?")[0]), unquote(anchor)


def find_page(path: str, docname: str, pages: Container[str], root_doc: str) -> str | None:
    """The page that *path* leads to from the page *docname*, ``None`` if there is none.

    :param path: root-relative, or relative to the folder of the page's file; a suffix
        and a slash at the end do not count; a folder leads to its index.
    """
    return next((name for name in _candidates(path, docname, root_doc) if name in pages), None)


def first_pages(pages: Iterable[str]) -> dict[str, str]:
    """The first of *pages* below each folder that has some, at any depth; ``""`` is the root."""
    first: dict[str, str] = {}
    for name in pages:
        folder = posixpath.dirname(name)
        # Where a folder is known, those around it are.
        while folder not in first:
            first[folder] = name
            folder = posixpath.dirname(folder)
    return first


def find_in_folder(path: str, docname: str, first: Mapping[str, str]) -> str | None:
    """The first page below the folder *path*, ``None`` if it is a folder of none.

    :param first: as `first_pages` gives it.
    """
    base = "" if path.startswith("/") else posixpath.dirname(docname)
    folder = posixpath.normpath(posixpath.join("/", base, path.lstrip("/"))).strip("/")
    return first.get(folder)


def _candidates(path: str, docname: str, root_doc: str) -> Iterator[str]:
    bases = [""] if path.startswith("/") else [posixpath.dirname(docname)]
    if not path.startswith(("/", ".")):
        # Without a dot it is often meant from the root.
        bases.append("")
    for base in bases:
        joined = posixpath.normpath(posixpath.join("/", base, path.lstrip("/")))
        name = joined.strip("/")
        if not name:
            yield from (root_doc, "index")
            continue
        yield name
        for suffix in _SUFFIXES:
            if name.endswith(suffix):
                yield name.removesuffix(suffix)
        yield from (f"{name}/index", f"{name}/README")
        if posixpath.basename(name) == "index":
            yield posixpath.dirname(name) or root_doc


class Redirects:
    """The redirects of a site, to look links up in.

    :param rules: mappings with ``source`` and ``destination``; ``:name`` stands for a
        segment, ``:name*`` and ``*`` for the rest. Of others nothing is said here.
    """

    def __init__(self, rules: Iterable[Any]) -> None:
        self._exact: dict[str, str] = {}
        self._patterns: list[tuple[re.Pattern[str], tuple[str, ...], str]] = []
        for rule in rules:
            if not isinstance(rule, Mapping):
                continue
            source, destination = rule.get("source"), rule.get("destination")
            if not isinstance(source, str) or not isinstance(destination, str):
                continue
            source = f"/{source.strip('/')}"
            holes = tuple(_HOLE.findall(source))
            if not holes:
                self._exact.setdefault(source, destination)
                continue
            literals = _HOLE.split(source)[::2]
            pattern = re.escape(literals[0])
            for hole, literal in zip(holes, literals[1:], strict=True):
                pattern += ("((?:/.*)?)" if hole.endswith("*") else "([^/]+)") + re.escape(literal)
            names = tuple(hole.strip("/:*") for hole in holes)
            self._patterns.append((re.compile(pattern), names, destination))

    def follow(self, path: str) -> str | None:
        """Where the root-relative *path* leads; ``None`` if no rule has it."""
        path = f"/{path.strip('/')}"
        if path in self._exact:
            return self._exact[path]
        for pattern, names, destination in self._patterns:
            if match := pattern.fullmatch(path):
                values = dict(zip(names, match.groups(), strict=True))
                return _HOLE.sub(partial(_fill, values), destination)
        return None


_HOLE = re.compile(r"(/:\w+\*|/\*|:\w+)")


def _fill(values: Mapping[str, str], hole: re.Match[str]) -> str:
    value = values.get(hole[1].strip("/:*"), "")
    if not hole[1].endswith("*"):
        return value.strip("/")
    return f"/{value.strip('/')}" if value.strip("/") else ""
