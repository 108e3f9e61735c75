"""Resolving the links of a page, matching their anchors, and writing relative links.

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

from sphinx_navapi.diagnostics.similar_words import nearest_word

_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_NUMBERED = re.compile(r"(?:id|section|index)-?\d+")
_LOOSE = re.compile(r"[\W_]+")


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

#: What precedes the name of a field in our ids, and in the anchors of hosted services.
_FIELD_PLACES = (
    (re.compile(r"^(?:path|query|header|cookie)(?=\.)"), "parameter"),
    (re.compile(r"^r(?:\d\w\w|default)(?:-\d+)?(?=[.~])"), "response"),
    (re.compile(r"^body-\d+(?=[.~])"), "body"),
    (re.compile(r"~[^.~]*"), ""),
)
_FIELD = re.compile(r"(?:body|parameter|response)-")
_OF_ALTERNATIVE = re.compile(r"-(?:one|any|all)-of-\d+")
_ITEMS = re.compile(r"-items(?=-|$)")

#: Characters that a hosted service removes: ASCII punctuation except ``&``, ``/``, ``-``, ``_``.
_NOT_IN_HOSTED = re.compile(r"[!\"#$%()*+,:;<=>?@\[\\\]^`{|}~]")
_GAPS = re.compile(r"[\s.-]+")


def heading_slug(title: str) -> str:
    """The anchor of a heading, as on GitHub."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def hosted_slug(title: str) -> str:
    """The anchor of a heading on Mintlify: external links may use it.

    Its documentation ("Format text", "Automatic anchor IDs") says: lower case; hyphens for spaces
    and full stops; apostrophes become curly; brackets are removed; slashes, ampersands and
    non-ASCII characters are kept, such as the full-width punctuation of Chinese and Japanese. Links
    of sites written for it (``#session-in-—-clients-→-task``) agree, and show what else is removed.
    """
    text = _NOT_IN_HOSTED.sub("", title.strip().lower().replace("'", "’"))
    return _GAPS.sub("-", text).strip("-")


def kebab(name: str) -> str:
    """*name* in lower case, with hyphens between its words."""
    return _HUMP.sub("-", name).lower()


def hosted_field(anchor: str) -> str:
    """The anchor that a hosted service gives a field: from its own or from our id.

    ``body.userId`` is ``body-user-id`` there, a parameter of any place ``parameter-…``, and a field
    of a response ``response-…``, whatever its status. Alternatives are not part of our names.
    """
    for ours, theirs in _FIELD_PLACES:
        anchor = ours.sub(theirs, anchor)
    return _OF_ALTERNATIVE.sub("", kebab(anchor).replace(".", "-").replace("_", "-"))


def field_names(ids: Iterable[str]) -> dict[str, str]:
    """The names under which fields with *ids* can be linked to, in display order, to these."""
    names: dict[str, str] = {ident: ident for ident in ids}
    hosted = {ident: hosted_field(ident) for ident in names}
    for ident, name in hosted.items():
        names.setdefault(name, ident)
    # The service also names the items of arrays, which have no row of their own here.
    for ident, name in hosted.items():
        names.setdefault(_ITEMS.sub("", name), ident)
    return names


def find_field(anchor: str, names: Mapping[str, str]) -> str | None:
    """The id of the field for *anchor* among the result of `field_names`."""
    name = hosted_field(anchor)
    ids = (names.get(each) for each in (anchor, name, _ITEMS.sub("", name)))
    return next((ident for ident in ids if ident is not None), None)


def is_field_anchor(anchor: str) -> bool:
    """Whether *anchor* has the form of a field's."""
    return _FIELD.match(hosted_field(anchor)) is not None


def find_anchor(anchor: str, anchors: Mapping[str, str]) -> str | None:
    """The id of the element for *anchor*, also if its author used another slug style.

    :param anchors: names to ids.
    """
    if anchor in anchors:
        return anchors[anchor]
    wanted = loose_anchor(anchor)
    return next((ident for name, ident in anchors.items() if loose_anchor(name) == wanted), None)


def nearest_anchor(anchor: str, anchors: Iterable[str]) -> str | None:
    """The one of *anchors* that was probably meant by *anchor*; ``None`` if none is similar."""
    wanted = loose_anchor(anchor)
    # Sphinx's generated names of elements without a title mean nothing to an author.
    names = {loose_anchor(name): name for name in anchors if not _NUMBERED.fullmatch(name)}
    # A heading that was lengthened or shortened.
    parts = sorted(name for name in names if _holds(name, wanted) or _holds(wanted, name))
    nearest = nearest_word(wanted, sorted(names)) or max(parts, key=len, default=None)
    return names[nearest] if nearest is not None else None


def anchor_advice(anchor: str, anchors: Iterable[str]) -> str:
    """What to write instead of *anchor*, which is none of *anchors*."""
    near = nearest_anchor(anchor, anchors)
    return "use the anchor of an existing heading" if near is None else f"did you mean {near!r}?"


def _holds(text: str, part: str) -> bool:
    return bool(part) and f"-{part}-" in f"-{text}-"


def loose_anchor(anchor: str) -> str:
    """*anchor* or a title, equal for all slug styles; some have ``and`` for an ampersand."""
    return _LOOSE.sub("-", anchor.lower().replace("&", "-and-")).strip("-")


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
            holes = tuple(HOLE.findall(source))
            if not holes:
                self._exact.setdefault(source, destination)
                continue
            literals = HOLE.split(source)[::2]
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
                return HOLE.sub(partial(_fill, values), destination)
        return None


#: What a destination of a redirect has for a part of the path.
HOLE = re.compile(r"(/:\w+\*|/\*|:\w+)")


def _fill(values: Mapping[str, str], hole: re.Match[str]) -> str:
    value = values.get(hole[1].strip("/:*"), "")
    if not hole[1].endswith("*"):
        return value.strip("/")
    return f"/{value.strip('/')}" if value.strip("/") else ""


@lru_cache(maxsize=4096)  # those of adjacent pages
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


def with_folder(url: str) -> str:
    """The relative *url* with a slash: programs look for paths."""
    return url if "/" in url else f"./{url}"


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
