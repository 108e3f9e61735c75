"""The files that an MDX page imports, directly and indirectly."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.front_matter import VARIABLE
from sphinx_navapi.mdx.constructs import Construct, Esm, front_matter_end, read_constructs
from sphinx_navapi.mdx.javascript import find_syntax_error, read_definitions
from sphinx_navapi.mdx.marks import PageFinding
from sphinx_navapi.mdx.values import Code, Snippet, Value

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


#: Returns the text of the file at a path relative to the source directory, ``None`` if missing.
ReadFile = Callable[[str], str | None]

#: A variable of the site in a page.
#: The names that statements define.
_EXPORTED = re.compile(
    r"^export\s+(?:default\s+)?(?:async\s+)?(?:const|let|var|class|function\*?)\s+([\w$]+)",
    re.MULTILINE,
)
#: Pictures and other files that programs of a page import.
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm|pdf|css)\Z", re.IGNORECASE)
#: Folders in which ``<Snippet file="…"/>`` looks for its file.
SNIPPET_FOLDERS = ("snippets/", "_snippets/")


def _meant_variable(name: str, known: Collection[str]) -> str:
    """Advice for the unknown variable *name*, ``""`` if it may be something else.

    A group that is right, such as ``values.``, does not make all its members similar.
    """
    group = name[: name.rfind(".") + 1]
    members = [each.removeprefix(group) for each in known if group and each.startswith(group)]
    if not members:
        near = nearest_word(name, known)
        return f"did you mean {near}?" if near else ""
    near = nearest_word(name.removeprefix(group), members)
    return (
        f"did you mean {group}{near}?"
        if near
        else f"known: {', '.join(group + each for each in members)}"
    )


class SnippetFiles:
    """Snippets, each read once per page.

    :ivar files: text by path relative to the source directory, ``None`` for a missing one.
    :ivar findings: missing files.
    :ivar absent: names that missing files, or broken statements, should have defined.
    :ivar places: of unreadable components, file and line (from 1) of the definition.
    """

    def __init__(self, file: str, read: ReadFile, variables: Mapping[str, str]) -> None:
        self._file = file
        self._read = read
        self._variables = variables
        self.files: dict[str, str | None] = {}
        self.findings: list[PageFinding] = []
        self.absent: set[str] = set()
        self._broken: set[str] = set()
        self.places: dict[str, tuple[str, int]] = {}
        # Files whose names are being read.
        self._open: set[str] = set()
        self._bodies: dict[str, tuple[str, list[Construct], int, dict[str, Value]]] = {}

    def with_variables(self, text: str, first_line: int = 0, file: str = "") -> str:
        """*text*, of *file* from *first_line*, with the site's variables replaced."""
        if not self._variables or "{{" not in text:
            return text

        def value(match: re.Match[str]) -> str:
            if match[1] in self._variables:
                return self._variables[match[1]]
            if advice := _meant_variable(match[1], self._variables):
                line = first_line + text.count("\n", 0, match.start())
                self._find(f"no variable {match[1]}: {advice}", line, file)
                # It is not reported again as an expression.
                self.absent.update(match[1].split("."))
            return match[0]

        return VARIABLE.sub(value, text)

    def _file_text(self, path: str) -> str | None:
        if path not in self.files:
            text = self._read(path)
            if text is not None:
                text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
                text = self.with_variables(text, 0, path)
            self.files[path] = text
        return self.files[path]

    def definitions(
        self, text: str, constructs: Sequence[Construct], first_line: int, file: str
    ) -> dict[str, Value]:
        """The names defined by the statements of *text*."""
        scope: dict[str, Value] = {}
        codes = [(text, first_line)] if file.endswith(PROGRAMS) else []
        for construct in constructs:
            if not isinstance(construct, Esm):
                continue
            line = first_line + text.count("\n", 0, construct.start)
            if text.startswith("import", construct.start):
                scope.update(self._imported(list(read_imports(text, construct)), line, file))
            elif not file.endswith(PROGRAMS):
                codes.append((text[construct.start : construct.end], line))
        for code, line in codes:
            self._find_syntax_error(code, line, file)
            for name, value, place in read_definitions(code, scope, line=line, file=file):
                scope[name] = value
                if isinstance(value, Code):
                    self.places[name] = file, place + 1
        return scope

    def _find_syntax_error(self, code: str, line: int, file: str) -> None:
        """Report a mistake in the syntax of the statements *code*: where it is, not at its uses."""
        error = find_syntax_error(code)
        if error is None:
            return
        offset, what = error
        names = [match[1] for match in _EXPORTED.finditer(code) if match.start() <= offset][-1:]
        self.absent.update(names)
        if file:
            self._broken.add(file)
        self.findings.append(
            PageFinding(
                message=f"{what}; until then, {''.join(names) or 'this export'} has no value",
                line=line + code.count("\n", 0, offset) + 1,
                column=offset - code.rfind("\n", 0, offset),
                file=file,
            )
        )

    def _imported(self, imports: Sequence[Import], line: int, file: str) -> dict[str, Value]:
        """The values of the names in a statement; imports from packages are skipped."""
        if not imports:
            return {}
        written = imports[0].path
        names = [imported.name for imported in imports]
        if _PICTURE.search(written):
            self._find(
                f"{written!r} cannot be imported, only snippets can: write"
                f' src="{written}" in place of src={{{names[0]}}}',
                line,
                file,
            )
            return {}
        try:
            path = find_file(written, file or self._file, lambda p: self._file_text(p) is not None)
        except LookupError:
            tags = ", ".join(f"<{name}>" for name in names)
            folder = posixpath.dirname(file or self._file)
            self.findings.append(
                PageFinding(
                    message=f"file {written!r}, imported for {tags}, does not exist: correct"
                    " its path ('/' is the source directory, './' the folder of this file)",
                    line=line + 1,
                    column=1,
                    file=file,
                    missing=posixpath.normpath(posixpath.join("/", folder, written)),
                )
            )
            self.absent.update(names)
            return {name: Code(text=name) for name in names}
        if path is None:
            return {}
        for imported in imports:
            self._find_missing_name(imported, path, line, file)
        return {imported.name: self._brought(imported, path) for imported in imports}

    def _find_missing_name(self, imported: Import, path: str, line: int, file: str) -> None:
        """Report that the file *path* does not export what is *imported*, if it exports others."""
        exports = [] if path in self._open else [*filter(None, self._exports_of(path))]
        if not imported.wanted or not exports or imported.wanted in exports:
            return
        self._find(
            f"{path!r} does not export {imported.wanted}; it exports {', '.join(exports)}",
            line,
            file,
        )

    def _find(self, message: str, line: int, file: str) -> None:
        self.findings.append(PageFinding(message=message, line=line + 1, column=1, file=file))

    def _brought(self, imported: Import, path: str) -> Value:
        """The value of *imported* from the file *path*."""
        if path.endswith(SNIPPETS) and not imported.wanted:
            return Snippet(file=path)
        value = self._exports_of(path).get(imported.wanted, Code(text=imported.name))
        if isinstance(value, Code):
            if path in self._broken:
                self.absent.add(imported.name)
            file, line = self.places.get(imported.wanted or imported.name, (path, 1))
            self.places[imported.name] = (file, line) if file == path else (path, 1)
        return value

    def _exports_of(self, path: str) -> Mapping[str, Value]:
        return self.body(path)[3]

    def body(self, path: str) -> tuple[str, list[Construct], int, dict[str, Value]]:
        """The text of a snippet, its constructs, its first line, and the names that its statements
        define.
        """
        if path not in self._bodies:
            text = self._file_text(path) or ""
            start = front_matter_end(text)
            first_line = text.count("\n", 0, start)
            body = text[start:]
            constructs = read_constructs(body)
            scope: dict[str, Value] = {}
            # Stored before it is filled: files may import each other.
            self._bodies[path] = body, constructs, first_line, scope
            self._open.add(path)
            scope.update(self.definitions(body, constructs, first_line, path))
            self._open.remove(path)
        return self._bodies[path]

    def find(self, path: str, line: int, file: str) -> Snippet | None:
        """The snippet in ``<Snippet file="…"/>``: in its folder, or by a path."""
        importer = file or self._file
        name = path.lstrip("./")
        paths = [f"/{folder}{name}" for folder in (*SNIPPET_FOLDERS, "")]
        if path.startswith("."):
            paths.insert(0, path)
        for each in paths:
            try:
                file_name = find_file(each, importer, lambda p: self._file_text(p) is not None)
            except LookupError:
                continue
            if file_name is not None:
                return Snippet(file=file_name)
        self.findings.append(
            PageFinding(
                message=f"snippet {path!r} does not exist: use the path of a file in 'snippets'",
                line=line + 1,
                column=1,
                file=file,
            )
        )
        return None
