"""An MDX page with what it includes and names put in its place.

Snippets that are imported, components that only arrange what they are given, constants
and the site's variables are replaced by what they stand for, as MDX text: what reads the
page afterwards sees tags and literals alone. Each line remembers where it comes from.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.mdx.expressions import call_function, read_value
from sphinx_navapi.mdx.indentation import LineBuffer
from sphinx_navapi.mdx.origins import Origin, PageFinding
from sphinx_navapi.mdx.piece_reader import front_matter_end, match_tags, read_pieces
from sphinx_navapi.mdx.pieces import Attribute, Esm, Expression, Piece, Tag
from sphinx_navapi.mdx.statements import (
    SNIPPETS,
    Import,
    find_file,
    read_definition,
    read_imports,
)
from sphinx_navapi.mdx.tag_values import attribute_value, write_attribute
from sphinx_navapi.mdx.values import Code, Markup, Scope, Snippet, Template, Value, value_text

#: The text of the file at a path from the source directory; ``None`` where there is none.
ReadFile = Callable[[str], str | None]

_VARIABLE = re.compile(r"\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}")
_PREFIX = re.compile(r"(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*")
_MARKERS = re.compile(r"[^>\s]")
_INDENT = re.compile(r"[ \t]*")
#: Where ``<Snippet file="…"/>`` looks for its file.
SNIPPET_FOLDERS = ("snippets/", "_snippets/")

#: Characters that one page may grow by (each tag counts as some), and how far snippets may
#: include each other.
_MOST_CHARACTERS = 4_000_000
_MOST_INSIDE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedPage:
    """:ivar text: MDX without statements that still mean something.

    :ivar origins: of each line of *text*.
    :ivar files: snippets that were looked for, whether they are there or not.
    :ivar programs: components that the page names and that are programs.
    :ivar absent: those whose file is not there, which is told.
    """

    text: str
    origins: Sequence[Origin]
    findings: tuple[PageFinding, ...] = ()
    files: frozenset[str] = frozenset()
    programs: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the page that is being put together."""

    text: str
    origin: Origin


def expand_page(
    text: str, *, file: str, first_line: int, read: ReadFile, variables: Mapping[str, str]
) -> ExpandedPage:
    r"""*text*, the body of a page, with all that it names in place.

    :param text: with ``\n`` as the only line end.
    :param file: the page's path from the source directory.
    :param first_line: of *text* in the file, from 0.
    """
    return _Expander(file, read, variables).page(text, first_line)


class _Expander:
    def __init__(self, file: str, read: ReadFile, variables: Mapping[str, str]) -> None:
        self._file = file
        self._read = read
        self._variables = variables
        self._files: dict[str, str | None] = {}
        self._bodies: dict[str, tuple[str, list[Piece], int, dict[str, Value]]] = {}
        self._findings: list[PageFinding] = []
        self._programs: set[str] = set()
        self._absent: set[str] = set()
        self._left = _MOST_CHARACTERS

    def page(self, text: str, first_line: int) -> ExpandedPage:
        text = self._with_variables(text)
        lines: list[Line] | None = None
        if "import" in text or "export" in text or "<Snippet" in text:
            pieces = read_pieces(text)
            scope = self._definitions(text, pieces, first_line, "")
            if scope or "<Snippet" in text:
                lines = self._expand(text, pieces, scope, first_line, "", (self._file,))
        if lines is None:
            count = text.count("\n") + 1
            origins = [Origin(line=first_line + number) for number in range(count)]
        else:
            text = "\n".join(line.text for line in lines)
            origins = [line.origin for line in lines]
        return ExpandedPage(
            text=text,
            origins=origins,
            findings=tuple(dict.fromkeys(self._findings)),
            files=frozenset(self._files),
            programs=frozenset(self._programs),
            absent=frozenset(self._absent),
        )

    def _with_variables(self, text: str) -> str:
        if not self._variables or "{{" not in text:
            return text
        return _VARIABLE.sub(lambda match: self._variables.get(match[1], match[0]), text)

    # What names stand for

    def _file_text(self, path: str) -> str | None:
        if path not in self._files:
            text = self._read(path)
            if text is not None:
                text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
                text = self._with_variables(text)
            self._files[path] = text
        return self._files[path]

    def _definitions(
        self, text: str, pieces: Sequence[Piece], first_line: int, file: str
    ) -> dict[str, Value]:
        """What the statements of *text* name."""
        scope: dict[str, Value] = {}
        for piece in pieces:
            if not isinstance(piece, Esm):
                continue
            line = first_line + text.count("\n", 0, piece.start)
            if text.startswith("import", piece.start):
                scope.update(self._imported(list(read_imports(text, piece)), line, file))
            else:
                found = read_definition(text, piece.start, piece.end, scope, line, file)
                if found is not None:
                    scope[found[0]] = found[1]
        return scope

    def _imported(self, imports: Sequence[Import], line: int, file: str) -> dict[str, Value]:
        """What the names of a statement stand for; nothing of what comes with a package."""
        if not imports:
            return {}
        written = imports[0].path
        names = [imported.name for imported in imports]
        try:
            path = find_file(written, file or self._file, lambda p: self._file_text(p) is not None)
        except LookupError:
            tags = ", ".join(f"<{name}>" for name in names)
            folder = posixpath.dirname(file or self._file)
            self._findings.append(
                PageFinding(
                    message=f"no file is at {written!r}, from which {tags} should come: write a"
                    " path from the source directory with '/', or a relative one with './'",
                    line=line + 1,
                    column=1,
                    file=file,
                    missing=posixpath.normpath(posixpath.join("/", folder, written)),
                )
            )
            self._absent.update(names)
            return {name: Code(text=name) for name in names}
        if path is None:
            return {}
        return {
            imported.name: Snippet(file=path)
            if path.endswith(SNIPPETS) and not imported.wanted
            else self._exports_of(path).get(imported.wanted, Code(text=imported.name))
            for imported in imports
        }

    def _exports_of(self, path: str) -> Mapping[str, Value]:
        return self._body(path)[3]

    def _body(self, path: str) -> tuple[str, list[Piece], int, dict[str, Value]]:
        """The text of a snippet, its pieces, its first line, and what its statements name."""
        if path not in self._bodies:
            text = self._file_text(path) or ""
            start = front_matter_end(text)
            body, first_line = text[start:], text.count("\n", 0, start)
            pieces = read_pieces(body)
            scope: dict[str, Value] = {}
            # Known before it is filled: files may import each other.
            self._bodies[path] = body, pieces, first_line, scope
            scope.update(self._definitions(body, pieces, first_line, path))
        return self._bodies[path]

    # What stands in their place

    def _expand(
        self,
        text: str,
        pieces: Sequence[Piece],
        scope: Scope,
        line: int,
        file: str,
        around: tuple[str, ...],
        *,
        program: bool = False,
    ) -> list[Line]:
        """*text* with all that *scope* names in place.

        :param around: what is being put in place, from the page inwards.
        :param program: *text* is part of a component: no code of it is shown.
        """
        self._left -= len(text) + 600 + 50 * len(pieces)
        if self._left < 0 or len(around) > _MOST_INSIDE:
            self._findings.append(
                PageFinding(
                    message="snippets and components that include others make this page too"
                    " long; what they would add is left out",
                    line=1,
                    column=1,
                )
            )
            return []
        writer = _LineWriter(line, file)
        partners = match_tags(list(pieces))
        position = 0
        number = line
        for index, piece in enumerate(pieces):
            if piece.start < position:
                continue
            between = text[position : piece.start]
            writer.write(between, number)
            number += between.count("\n")
            source = text[piece.start : piece.end]
            end = piece.end
            if isinstance(piece, Esm):
                writer.write("\n" * source.count("\n"), number)
            elif isinstance(piece, Expression):
                value = read_value(piece.code, scope, line=number, file=file)
                address = text.endswith("](", 0, piece.start)
                if program and isinstance(value, Code):
                    self._find_left_out(around, number, file)
                    value = ""
                self._write_value(writer, value, source, number, around, address)
            elif isinstance(piece, Tag):
                partner = partners.get(index)
                called = None
                if not piece.closing:
                    called = self._called(
                        text, piece, pieces, partner, scope, number, file, program=program
                    )
                if called is not None:
                    end = piece.end if partner is None else pieces[partner].end
                    self._write_called(writer, called, piece, number, file, around)
                else:
                    written = self._tag(source, piece, scope, number, file, around)
                    writer.write(written, number)
            else:
                writer.write(source, number)
            number += text.count("\n", piece.start, end)
            position = end
        writer.write(text[position:], number)
        return writer.lines()

    def _called(
        self,
        text: str,
        tag: Tag,
        pieces: Sequence[Piece],
        partner: int | None,
        scope: Scope,
        line: int,
        file: str,
        *,
        program: bool,
    ) -> tuple[Template | Snippet, dict[str, Value]] | None:
        """What *tag* uses of what the page names, and what it gives to it."""
        value = self._named(tag, scope, line, file)
        if value is None:
            return None
        if partner is None and not tag.self_closing:
            return None
        given: dict[str, Value] = {
            a.name: attribute_value(a, scope, line=line, file=file)
            for a in reversed(tag.attributes)
        }
        if partner is not None:
            content = text[tag.end : pieces[partner].start]
            if content.strip():
                first = line + text.count("\n", tag.start, tag.end)
                given["children"] = Markup(
                    text=content, scope=scope, line=first, file=file, given=not program
                )
        return value, given

    def _named(self, tag: Tag, scope: Scope, line: int, file: str) -> Template | Snippet | None:
        base, *rest = tag.name.split(".")
        value = scope.get(base)
        for name in rest:
            value = value.get(name) if isinstance(value, Mapping) else None
        if isinstance(value, Template | Snippet):
            return value
        if isinstance(value, Code):
            self._programs.add(tag.name)
        if tag.name == "Snippet" and value is None:
            path = next((attribute_value(a) for a in tag.attributes if a.name == "file"), None)
            if isinstance(path, str) and path.strip():
                return self._snippet_file(path.strip(), line, file)
        return None

    def _snippet_file(self, path: str, line: int, file: str) -> Snippet | None:
        """The snippet that ``<Snippet file="…"/>`` names: in its folder, or by a path."""
        importer = file or self._file
        name = path.lstrip("./")
        paths = [f"/{folder}{name}" for folder in (*SNIPPET_FOLDERS, "")]
        if path.startswith("."):
            paths.insert(0, path)
        for each in paths:
            try:
                found = find_file(each, importer, lambda p: self._file_text(p) is not None)
            except LookupError:
                continue
            if found is not None:
                return Snippet(file=found)
        self._findings.append(
            PageFinding(
                message=f"there is no snippet {path!r}: write the path of a file below 'snippets'",
                line=line + 1,
                column=1,
                file=file,
            )
        )
        return None

    def _write_called(
        self,
        writer: _LineWriter,
        called: tuple[Template | Snippet, dict[str, Value]],
        tag: Tag,
        line: int,
        file: str,
        around: tuple[str, ...],
    ) -> None:
        value, given = called
        if isinstance(value, Snippet):
            if value.file in around:
                self._findings.append(
                    PageFinding(
                        message=f"<{tag.name}> includes {value.file!r}, which includes this: it is"
                        " left out here",
                        line=line + 1,
                        column=1,
                        file=file,
                    )
                )
                return
            writer.put(self._snippet(value, given, around), apart=True)
            return
        result = call_function(value, [given])
        if isinstance(result, Code):
            content = given.get("children")
            if content is not None:
                self._write_value(writer, content, "", line, around, False)
            if tag.name in self._programs:
                return
            self._programs.add(tag.name)
            self._findings.append(
                PageFinding(
                    message=f"the component <{tag.name}> is a program, and nothing of a page is"
                    " executed; what stands inside it is kept",
                    line=line + 1,
                    column=1,
                    file=file,
                    subtype=Subtype.UNKNOWN_COMPONENT,
                )
            )
            return
        self._write_value(writer, result, "", line, (*around, tag.name), False)

    def _snippet(
        self, snippet: Snippet, given: dict[str, Value], around: tuple[str, ...]
    ) -> list[Line]:
        body, pieces, line, named = self._body(snippet.file)
        scope: dict[str, Value] = {**named, **given, "props": given}
        return self._expand(body, pieces, scope, line, snippet.file, (*around, snippet.file))

    def _write_value(
        self,
        writer: _LineWriter,
        value: Value,
        source: str,
        line: int,
        around: tuple[str, ...],
        address: bool,
    ) -> None:
        """Write *value* in place of the expression *source*."""
        if isinstance(value, Markup):
            writer.put(self._markup(value, around))
            return
        text = value_text(value)
        if text is not None:
            # As a literal it stays what it is, whatever characters it has.
            writer.write(text if address else _literal(text), line)
        elif isinstance(value, list | tuple):
            for item in value:
                self._write_value(writer, item, source, line, around, address)
        else:
            writer.write(source, line)

    def _markup(self, value: Markup, around: tuple[str, ...]) -> list[Line]:
        pieces = read_pieces(value.text)
        return self._expand(
            value.text,
            pieces,
            value.scope,
            value.line,
            value.file,
            (*around, ""),
            program=not value.given,
        )

    def _find_left_out(self, around: tuple[str, ...], line: int, file: str) -> None:
        """Tell, once for each component, that a part of it is more than can be read."""
        name = next((each for each in reversed(around[1:]) if each and "/" not in each), "")
        if name in self._programs:
            return
        self._programs.add(name)
        what = f"the component <{name}>" if name else "this markup"
        self._findings.append(
            PageFinding(
                message=f"a part of {what} is a program, and nothing of a page is executed; that"
                " part is left out: write the text itself",
                line=line + 1,
                column=1,
                file=file,
                subtype=Subtype.UNKNOWN_COMPONENT,
            )
        )

    def _tag(
        self,
        source: str,
        tag: Tag,
        scope: Scope,
        line: int,
        file: str,
        around: tuple[str, ...],
    ) -> str:
        """*tag* with the values of its attributes that *scope* is needed for."""
        if not any(a.code is not None and self._needs(a, scope) for a in tag.attributes):
            return source
        parts = [tag.name]
        for attribute in tag.attributes:
            value = attribute_value(attribute, scope, line=line, file=file)
            if isinstance(value, Markup):
                inner = " ".join(each.text.strip() for each in self._markup(value, around))
                parts.append(f"{attribute.name}={{{inner}}}")
            else:
                parts.append(write_attribute(attribute, value))
        end = " />" if tag.self_closing else ">"
        return f"<{' '.join(part for part in parts if part)}{end}"

    @staticmethod
    def _needs(attribute: Attribute, scope: Scope) -> bool:
        code = attribute.code or ""
        return bool(scope) and isinstance(read_value(code), Code | Markup)


def _literal(text: str) -> str:
    return f"{{{json.dumps(text, ensure_ascii=False)}}}" if text else ""


class _LineWriter:
    """Puts lines together, each with its origin."""

    def __init__(self, line: int, file: str) -> None:
        self._file = file
        self._lines: list[Line] = []
        self._buffer = LineBuffer()
        self._origin = Origin(line=line, file=file)
        # What the rest of a line that something was put into begins with.
        self._after: str | None = None

    def write(self, text: str, line: int) -> None:
        """Go on with *text*, which begins on *line* of the file."""
        if not text:
            return
        first, *rest = text.split("\n")
        if self._after is not None and first.strip():
            self._end()
            self._buffer.begin(self._after)
            self._origin = Origin(line=line, file=self._file)
            first = first.lstrip(" \t")
            self._after = None
        self._buffer.add(first)
        for part in rest:
            line += 1
            self._end()
            self._after = None
            self._buffer.begin(part)
            self._origin = Origin(line=line, file=self._file)

    def put(self, lines: Sequence[Line], *, apart: bool = False) -> None:
        """Put *lines* here: into the line where they are one or the line has text already.

        :param apart: they are blocks of their own.
        """
        lines = list(_dedented(lines))
        if not lines:
            return
        prefix = _PREFIX.match(self._buffer.text())
        assert prefix is not None
        begins = prefix.end() == len(self._buffer.text())
        blank = any(not line.text.strip() for line in lines)
        if self._after is None and (len(lines) == 1 or (not begins and not blank)):
            if begins:
                self._origin = lines[0].origin
            self._buffer.add(" ".join(line.text.strip() for line in lines))
            return
        indent = self._after if self._after is not None else _MARKERS.sub(" ", prefix[0])
        if not begins or self._after is not None:
            self._end()
            self._buffer.begin(indent)
        if apart and begins and self._lines and self._lines[-1].text.strip(" \t>"):
            self._lines.append(Line(text=indent.rstrip(), origin=lines[0].origin))
        for number, line in enumerate(lines):
            if number:
                self._end()
                self._buffer.begin(indent)
            self._origin = line.origin
            if line.text:
                self._buffer.add(line.text)
            else:
                self._buffer.begin(self._buffer.text().rstrip())
        if apart:
            self._end()
            self._buffer.begin(indent.rstrip())
            self._origin = lines[-1].origin
        self._after = indent

    def _end(self) -> None:
        self._lines.append(Line(text=self._buffer.text(), origin=self._origin))

    def lines(self) -> list[Line]:
        """All that was written."""
        return [*self._lines, Line(text=self._buffer.text(), origin=self._origin)]


def _dedented(lines: Sequence[Line]) -> Iterator[Line]:
    """*lines* without blank ones at both ends and the indentation that all have."""
    texts = [line.text for line in lines]
    filled = [number for number, text in enumerate(texts) if text.strip()]
    if not filled:
        return
    common = min(len(_indent(texts[number])) for number in filled)
    for line in lines[filled[0] : filled[-1] + 1]:
        yield Line(text=line.text[common:] if line.text.strip() else "", origin=line.origin)


def _indent(text: str) -> str:
    match = _INDENT.match(text)
    return match[0] if match else ""
