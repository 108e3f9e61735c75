"""Relative URLs: a built site works under any base URL and from ``file:``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit


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
