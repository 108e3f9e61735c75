"""Resolving the links of a page, and writing relative ones.

The rules are those of the web, with page paths without suffixes. A built site works under any base
URL and from ``file:``.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

#: The type of cross-references to pages by path, as written by authors.
PAGE_LINK = "navapi-page"

#: Attribute of a reference in a text of an OpenAPI document.
FROM_DOCUMENT = "navapi_from_document"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_SUFFIXES = (".mdx", ".md", ".rst", ".html", ".htm")


def names_file(path: str) -> bool:
    """Whether *path* has a suffix that no page has."""
    return posixpath.splitext(path)[1] not in {"", *_SUFFIXES}


def is_external(href: str) -> bool:
    """Whether *href* has a scheme or a host."""
    return _SCHEME.match(href) is not None


def is_page_link(href: str) -> bool:
    """Whether *href* may lead to another page: it has a path, and neither scheme nor host."""
    return bool(href) and not href.startswith(("#", "?")) and not is_external(href)


def rooted(href: str) -> str:
    """*href* of ``docs.json``, whose paths are relative to the root of the site, with a slash."""
    return f"/{href.removeprefix('/')}" if is_page_link(href) else href


def split_href(href: str) -> tuple[str, str]:
    """Path and anchor of *href*, without a query, both unquoted."""
    path, _, anchor = href.partition("#")
    return unquote(path.partition("?")[0]), unquote(anchor)


def find_page(path: str, docname: str, pages: Container[str], root_doc: str) -> str | None:
    """The page that *path* leads to from the page *docname*, ``None`` if there is none.

    :param path: root-relative, or relative to the folder of the page's file; a suffix and a
        trailing slash are ignored; a folder leads to its index.
    """
    return next((name for name in _candidates(path, docname, root_doc) if name in pages), None)


def first_pages(pages: Iterable[str]) -> dict[str, str]:
    """The first of *pages* below each folder that contains some, at any depth; ``""`` is the
    root.
    """
    first: dict[str, str] = {}
    for name in pages:
        folder = posixpath.dirname(name)
        # If a folder is known, so are its parents.
        while folder not in first:
            first[folder] = name
            folder = posixpath.dirname(folder)
    return first


def find_in_folder(path: str, docname: str, first: Mapping[str, str]) -> str | None:
    """The first page below the folder *path*, ``None`` if there is none.

    :param first: the result of `first_pages`.
    """
    base = "" if path.startswith("/") else posixpath.dirname(docname)
    folder = posixpath.normpath(posixpath.join("/", base, path.lstrip("/"))).strip("/")
    return first.get(folder)


def _candidates(path: str, docname: str, root_doc: str) -> Iterator[str]:
    bases = [""] if path.startswith("/") else [posixpath.dirname(docname)]
    if not path.startswith(("/", ".")):
        # Without a dot, the path is often meant to be relative to the root.
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
    """The redirects of a site, for resolving links.

    :param rules: mappings with ``source`` and ``destination``; ``:name`` matches a segment,
        ``:name*`` and ``*`` the rest. Invalid ones are silently ignored here.
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
        """The target of the root-relative *path*; ``None`` if no rule matches."""
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


@lru_cache(maxsize=65536)
def relative_url(source: str, target: str) -> str:
    """*target* as seen from *source*, both relative to the site's root.

    The fragment of *source* is ignored; within one page, only that of *target* remains.
    """
    source = source.partition("#")[0]
    path, hash_, fragment = target.partition("#")
    if path == source and hash_:
        return f"#{fragment}"
    source_parts = source.split("/")[:-1]
    target_parts = path.split("/")
    common = 0
    limit = min(len(source_parts), len(target_parts) - 1)
    while common < limit and source_parts[common] == target_parts[common]:
        common += 1
    up = "../" * (len(source_parts) - common)
    relative = up + "/".join(target_parts[common:])
    if not relative:
        relative = "./"
    elif not up and ":" in relative.split("/")[0]:
        # "a:b" would be read as a scheme (RFC 3986, section 4.2).
        relative = f"./{relative}"
    return f"{relative}#{fragment}" if hash_ else relative


def url_for_programs(source: str, target: str, base_url: str) -> str:
    """*target* as linked in the file *source* for programs, both relative to the site's root.

    :param base_url: of the site, ``""`` if unknown. If it is known, links to other files are
        absolute: programs read the text apart from where it was.
    """
    relative = relative_url(source, target)
    if not base_url or relative.startswith("#"):
        return relative
    return f"{base_url.rstrip('/')}/{target}"


def root_prefix(uri: str) -> str:
    """The relative path from the page at *uri* to the site's root: ``../../`` or empty."""
    return "../" * uri.partition("#")[0].count("/")


def folder_of(uri: str) -> str:
    """The base folder of relative links on the page at *uri*."""
    return uri.partition("#")[0].rpartition("/")[0]


def below_base(path: str, base_url: str) -> str | None:
    """The root-relative *path*, unquoted, from the root of the site at *base_url*.

    Of a site at ``https://library.example/docs``, ``/docs/guide`` is its ``/guide``. ``None``
    where *path* is not below the site's own path, or the site is at the root of its host.
    """
    base = unquote(urlsplit(base_url).path).strip("/") if path.startswith("/") else ""
    rest = path.removeprefix(f"/{base}")
    return (rest or "/") if base and rest != path and rest[:1] in {"", "/"} else None


def site_file(path: str, folder: Path, base_url: str) -> str:
    """*path*, unquoted, from the root of the site at *base_url*, whose files are in *folder*.

    It may begin with the path of the site (`below_base`). A file that exists at the path as written
    takes precedence.
    """
    below = below_base(path, base_url)
    try:
        if below is None or (folder / path.lstrip("/")).exists():
            return path
        return below if (folder / below.lstrip("/")).is_file() else path
    except (OSError, ValueError):
        return path
