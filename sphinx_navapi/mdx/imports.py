"""The ``import`` statements of a page, and the files that they mean."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sphinx_navapi.mdx.pieces import Esm

_IMPORT = re.compile(
    r"""import\s+(?P<names>.*?)\s*\bfrom\s*(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)')""",
    re.DOTALL,
)
_NAMED = re.compile(r"([A-Za-z_$][\w$]*)(?:\s+as\s+([A-Za-z_$][\w$]*))?")
#: Suffixes of snippets, and of programs, where only simple parts can be used.
SNIPPETS = (".mdx", ".md")
PROGRAMS = (".jsx", ".tsx", ".js", ".ts", ".mjs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """An imported name.

    :ivar wanted: its name in the other file; ``""`` for all of the file.
    :ivar path: as written.
    """

    name: str
    wanted: str
    path: str
    start: int


def read_imports(text: str, statement: Esm) -> Iterator[Import]:
    """The names defined by an ``import`` statement."""
    match = _IMPORT.match(text, statement.start, statement.end)
    if match is None:
        return
    path = match["double"] if match["double"] is not None else match["single"]
    names, brace, inside = match["names"].partition("{")
    whole = _NAMED.match(names.strip())
    if whole is not None and not names.strip().startswith("*"):
        yield Import(name=whole[1], wanted="", path=path, start=statement.start)
    if brace:
        for part in inside.partition("}")[0].split(","):
            named = _NAMED.match(part.strip())
            if named is not None:
                wanted = "" if named[1] == "default" else named[1]
                yield Import(
                    name=named[2] or named[1], wanted=wanted, path=path, start=statement.start
                )


def find_file(path: str, importer: str, exists: Callable[[str], bool]) -> str | None:
    """The file of the source directory for *path* in the file *importer*.

    :param path: root-relative with ``/``, or relative with ``./`` or ``../``.
    :param exists: whether a file exists, by its path relative to the source directory.
    :raises LookupError: the file does not exist.
    :return: ``None`` if it is not a path: the name of a package.
    """
    if not path.startswith(("/", "./", "../")):
        return None
    folder = "" if path.startswith("/") else posixpath.dirname(importer)
    joined = posixpath.normpath(posixpath.join("/", folder, path.lstrip("/")))
    if path.startswith("../") and _leaves(path, folder):
        raise LookupError(path)
    name = joined.lstrip("/")
    candidates = [name]
    if not name.endswith((*SNIPPETS, *PROGRAMS)):
        candidates += [name + suffix for suffix in (*SNIPPETS, *PROGRAMS)]
    for candidate in candidates:
        if candidate and exists(candidate):
            return candidate
    raise LookupError(path)


def _leaves(path: str, folder: str) -> bool:
    """Whether *path* leads out of the source directory."""
    return posixpath.normpath(posixpath.join(folder, path)).startswith("..")
