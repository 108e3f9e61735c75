"""The names defined by the ``import`` and ``export`` statements of a page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from sphinx_navapi.mdx.code import CodeReader
from sphinx_navapi.mdx.expressions import read_parameters, read_value
from sphinx_navapi.mdx.pieces import Esm
from sphinx_navapi.mdx.values import Code, Scope, Template, Value

_IMPORT = re.compile(
    r"""import\s+(?P<names>.*?)\s*\bfrom\s*(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)')""",
    re.DOTALL,
)
_NAMED = re.compile(r"([A-Za-z_$][\w$]*)(?:\s+as\s+([A-Za-z_$][\w$]*))?")
_CONST = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)(?:\s*:[^=\n]*)?\s*=\s*(?!=)"
)
_FUNCTION = re.compile(
    r"(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s+([A-Za-z_$][\w$]*)\s*"
)

_OWN = re.compile(r"^(?:const|let|var|(?:async\s+)?function)\b", re.MULTILINE)
_DEFAULT = re.compile(
    r"^export\s+default\s+(?:(?:async\s+)?function\s+)?([A-Za-z_$][\w$]*)", re.MULTILINE
)
_MOST_DEFINITIONS = 500

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


def read_definition(
    text: str, start: int, end: int, scope: Scope, line: int, file: str
) -> tuple[str, Value] | None:
    """Name and value of the constant or function declared at *start*."""
    if match := _CONST.match(text, start, end):
        code = text[match.end() : end].rstrip().removesuffix(";")
        line += text.count("\n", start, match.end())
        return match[1], read_value(code, scope, line=line, file=file)
    if match := _FUNCTION.match(text, start, end):
        return match[1], _function(text[match.end() : end], scope, line, file)
    return None


def read_program(
    text: str, scope: Scope, first_line: int, file: str
) -> Iterator[tuple[str, Value]]:
    """The unexported definitions of the program *text*, and its ``default`` export under the name
    ``""``. Top-level statements start at the beginning of a line.

    :param scope: of all its names, also while it is being filled.
    """
    reader = CodeReader(text)
    for match in islice(_OWN.finditer(text), _MOST_DEFINITIONS):
        start = match.start()
        line = first_line + text.count("\n", 0, start)
        found = read_definition(text, start, reader.statement_end(start), scope, line, file)
        if found is not None:
            yield found
    exported = _DEFAULT.search(text)
    if exported is not None:
        yield "", scope.get(exported[1], Code(text=exported[1]))


def _function(code: str, scope: Scope, line: int, file: str) -> Value:
    reader = CodeReader(code)
    closed = reader.bracket_end(0) if code.startswith("(") else None
    if closed is None:
        return Code(text=code)
    read = read_parameters(code[1 : closed - 1], scope)
    body = code.find("{", closed)
    end = reader.expression_end(body) if body >= 0 else None
    if read is None or end is None or code[closed:body].strip():
        return Code(text=code)
    line += code.count("\n", 0, body)
    return Template(parameters=read, body=code[body:end], scope=scope, line=line, file=file)


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
