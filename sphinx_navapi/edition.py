"""Of what release everything is that is kept between builds: this package, and what it uses.

Derived from the package's own files, so that nobody has to raise a number: an
upgrade, and as much a change in a checkout, reads and writes all pages again.
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

#: What Sphinx itself makes pages with.
_OF_SPHINX = ("docutils", "jinja2", "pygments")

_REQUIREMENT = re.compile(r"[\w.-]+")


@cache
def edition() -> str:
    """A digest of the files of this package and of the versions of what it requires."""
    digest = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    for name, path in sorted(_files(str(Path(__file__).parent), "")):
        digest.update(name.encode())
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    for name in sorted({*_requirements(), *_OF_SPHINX}):
        digest.update(f"{name} {_version(name)}\n".encode())
    return digest.hexdigest()[:16]


def edition_number() -> int:
    """`edition` as Sphinx compares versions of environments: by number, 0 for none."""
    return int(edition(), 16) or 1


def _files(folder: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Name below the package, with ``/``, and path of each file; every start of a build asks."""
    # As texts: with `Path.rglob` this takes five times as long.
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_file():
                yield name, entry.path
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path, f"{name}/")


def _requirements() -> set[str]:
    """Names of the packages that this one requires; none where it is not installed."""
    try:
        found = requires(_NAME) or []
    except PackageNotFoundError:
        return set()
    plain = (line for line in found if "extra ==" not in line)
    return {match[0].lower() for line in plain if (match := _REQUIREMENT.match(line))}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
