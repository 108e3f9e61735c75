"""The edition that cached data belongs to: a digest of this package and its dependencies.

Derived from the package's own files, so that no number has to be bumped: after an upgrade, or any
change in a checkout, all pages are read and written again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

_NAME = "sphinx-navapi"

#: Packages that Sphinx itself uses to produce pages.
_OF_SPHINX = ("docutils", "jinja2", "pygments")

_REQUIREMENT = re.compile(r"[\w.-]+")


@cache
def edition() -> str:
    """A digest of the files of this package and the versions of its dependencies."""
    digest = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    for name, path in sorted(_files(str(Path(__file__).parent), "")):
        digest.update(name.encode())
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    for name in sorted({*_requirements(), *_OF_SPHINX}):
        digest.update(f"{name} {_version(name)}\n".encode())
    return digest.hexdigest()[:16]


def edition_number() -> int:
    """`edition` as a number, since Sphinx compares environment versions numerically; 0 for none."""
    return int(edition(), 16) or 1


def _files(folder: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Name below the package, with ``/``, and path of each file; called at every start of a
    build.
    """
    # Strings, because `Path.rglob` takes five times as long.
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_file():
                yield name, entry.path
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path, f"{name}/")


def _requirements() -> set[str]:
    """Names of the packages that this one requires; empty if it is not installed."""
    try:
        required = requires(_NAME) or []
    except PackageNotFoundError:
        return set()
    plain = (line for line in required if "extra ==" not in line)
    return {match[0].lower() for line in plain if (match := _REQUIREMENT.match(line))}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
