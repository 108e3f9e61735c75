"""An MDX page with includes and names expanded.

Imported snippets, components that only arrange their arguments, constants and the site's variables
are replaced by their content, as MDX text: later stages only see tags and literals. Each line keeps
its origin.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.mdx.elements import (
    attribute_value,
    attribute_values,
    literal,
    told_lines,
    write_attribute,
)
from sphinx_navapi.mdx.javascript import call_function, read_value
from sphinx_navapi.mdx.javascript.contents import values_between
from sphinx_navapi.mdx.line_writer import Line, LineWriter
from sphinx_navapi.mdx.marked_page import NO_MARKS
from sphinx_navapi.mdx.marks import OPENING, Origin, PageFinding
from sphinx_navapi.mdx.pieces import (
    SPREAD,
    VOID_ELEMENTS,
    Esm,
    Expression,
    Piece,
    Tag,
    TagAttribute,
    front_matter_end,
    match_tags,
    read_pieces,
)
from sphinx_navapi.mdx.snippet_files import ReadFile, SnippetFiles
from sphinx_navapi.mdx.values import (
    UNDEFINED,
    Code,
    Function,
    Markup,
    Scope,
    Snippet,
    Value,
    has_elements,
    shown_text,
)

#: Maximum number of characters that one page may grow by (each tag counts as some), and maximum
#: nesting of includes.
_MOST_CHARACTERS = 4_000_000
_MOST_INSIDE = 20


#: What a page has that may have to be expanded: also elements where code has a value.
_ACTIVE = re.compile(
    r"import|export|<Snippet|\bchildren\s*=|\{\s*\.\.\."
    r"|(?:[(?:,=\[{]|&&|\|\||=>|\breturn\b)\s*<[A-Za-z>]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedPage:
    """:ivar text: MDX without relevant statements.

    :ivar origins: of each line of *text*.
    :ivar held: elements that are values of attributes: their code in *text* is `OPENING` and a
        number.
    :ivar files: snippets that were looked up, whether they exist or not.
    :ivar programs: components of the page that require executing code.
    :ivar absent: those whose file is missing, which is reported.
    :ivar places: file and line (from 1) of the definitions of *programs*, if known.
    """

    text: str
    origins: Sequence[Origin]
    held: Sequence[Value] = ()
    findings: tuple[PageFinding, ...] = ()
    files: frozenset[str] = frozenset()
    programs: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    places: Mapping[str, tuple[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    """MDX text to insert.

    :ivar scope: values of names in it.
    :ivar values: of expressions that are known already, by the offset of their opening brace.
    :ivar around: the enclosing insertions, from the page inwards.
    :ivar program: it is part of a component: its code is not shown.
    """

    text: str
    pieces: Sequence[Piece]
    scope: Scope
    file: str
    around: tuple[str, ...]
    values: Mapping[int, Value] = field(default_factory=dict)
    program: bool = False

    def value(self, code: str, brace: int, line: int) -> Value:
        """The value of the expression *code* after the brace at *brace*, on *line*."""
        if brace in self.values:
            return self.values[brace]
        return read_value(code, self.scope, line=line, file=self.file)

    def attribute(self, attribute: TagAttribute, line: int) -> Value:
        """The value of *attribute*, of a tag on *line*."""
        if attribute.code is None:
            return attribute_value(attribute)
        return self.value(attribute.code, attribute.brace, line)


def expand_page(
    text: str, *, file: str, first_line: int, read: ReadFile, variables: Mapping[str, str]
) -> ExpandedPage:
    r"""*text*, the body of a page, with everything expanded.

    :param text: with ``\n`` as the only line end.
    :param file: the page's path relative to the source directory.
    :param first_line: of *text* in the file, from 0.
    """
    return _Expander(file, read, variables).page(text, first_line)


class _Expander:
    def __init__(self, file: str, read: ReadFile, variables: Mapping[str, str]) -> None:
        self._file = file
        self._snippets = SnippetFiles(file, read, variables)
        # Shared, so that findings stay in order.
        self._findings = self._snippets.findings
        self._programs: set[str] = set()
        self._held: list[Value] = []
        self._left = _MOST_CHARACTERS

    def page(self, text: str, first_line: int) -> ExpandedPage:
        text = self._snippets.with_variables(text)
        lines: list[Line] | None = None
        if _ACTIVE.search(text):
            pieces = read_pieces(text)
            scope = self._snippets.definitions(text, pieces, first_line, "")
            if scope or "<Snippet" in text or any(map(_is_active, pieces)):
                passage = _Passage(
                    text=text, pieces=pieces, scope=scope, file="", around=(self._file,)
                )
                lines = self._expand(passage, first_line)
        if lines is None:
            count = text.count("\n") + 1
            origins = [Origin(line=first_line + number) for number in range(count)]
        else:
            text = "\n".join(line.text for line in lines)
            origins = [line.origin for line in lines]
        return ExpandedPage(
            text=text,
            origins=origins,
            held=self._held,
            findings=tuple(dict.fromkeys(self._findings)),
            files=frozenset(self._snippets.files),
            programs=frozenset(self._programs),
            absent=frozenset(self._snippets.absent),
            places=self._snippets.places,
        )

    def _expand(self, passage: _Passage, line: int) -> list[Line]:
        """Expand *passage*, which starts on *line* of its file."""
        characters = len(passage.text) + 50 * len(passage.pieces)
        if not self.has_room(characters, len(passage.around)):
            return []
        text = passage.text
        writer = LineWriter(line, passage.file, program=passage.program)
        partners = match_tags(list(passage.pieces))
        position = 0
        number = line
        for index, piece in enumerate(passage.pieces):
            if piece.start < position:
                continue
            between = text[position : piece.start]
            writer.write(between, number, is_text=True)
            number += between.count("\n")
            source = text[piece.start : piece.end]
            position = piece.end
            if isinstance(piece, Esm):
                writer.write("\n" * source.count("\n"), number)
            elif isinstance(piece, Expression):
                self._write_expression(writer, passage, piece, number)
            elif isinstance(piece, Tag):
                partner = partners.get(index)
                closing = None if partner is None else passage.pieces[partner]
                called = self._called(passage, piece, closing, number)
                if called is not None:
                    position = piece.end if closing is None else closing.end
                    self._write_called(writer, passage, called, piece, number)
                else:
                    self._write_tag(writer, passage, piece, number)
            else:
                writer.write(source, number)
            number += text.count("\n", piece.start, position)
        writer.write(text[position:], number, is_text=True)
        return writer.lines()

    def has_room(self, characters: int, depth: int) -> bool:
        """Whether the page may grow by *characters*; if not, that is reported."""
        self._left -= characters + 600
        if self._left >= 0 and depth <= _MOST_INSIDE:
            return True
        self._find(
            "nested snippets and components make this page too long; the rest was skipped",
            0,
            "",
        )
        return False

    def _write_expression(
        self, writer: LineWriter, passage: _Passage, piece: Expression, line: int
    ) -> None:
        value = passage.value(piece.code, piece.start, line)
        address = passage.text.endswith("](", 0, piece.start)
        if passage.program and isinstance(value, Code):
            self._find_left_out(passage.around, line, passage.file)
            value = ""
        source = passage.text[piece.start : piece.end]
        self._write_value(writer, value, source, line, passage.around, address)

    def _called(
        self, passage: _Passage, tag: Tag, closing: Piece | None, line: int
    ) -> tuple[Function | Snippet, dict[str, Value]] | None:
        """The definition that *tag* uses, and its arguments."""
        if tag.closing:
            return None
        value = self.find(tag.name, passage.scope)
        if tag.name == "Snippet" and passage.scope.get(tag.name) is None:
            path = next((attribute_value(a) for a in tag.attributes if a.name == "file"), None)
            if isinstance(path, str) and path.strip():
                value = self._snippets.find(path.strip(), line, passage.file)
        if value is None:
            return None
        if closing is None and not tag.self_closing:
            return None
        given = attribute_values(tag, lambda each: passage.attribute(each, line))
        if closing is not None:
            content = passage.text[tag.end : closing.start]
            if content.strip():
                given["children"] = Markup(
                    text=content,
                    scope=passage.scope,
                    values=self._values(passage, tag, closing, line),
                    line=line + passage.text.count("\n", tag.start, tag.end),
                    file=passage.file,
                    given=not passage.program,
                    is_content=True,
                )
        return value, given

    @staticmethod
    def _values(passage: _Passage, tag: Tag, closing: Piece, line: int) -> dict[int, Value]:
        """The values of the expressions between *tag* and *closing*, by their offset."""
        found = values_between(passage.values, tag.end, closing.start)
        if passage.program:
            return found
        first, last = (
            bisect_left(passage.pieces, place, key=lambda piece: piece.start)
            for place in (tag.end, closing.start)
        )
        position = tag.start
        for piece in passage.pieces[first:last]:
            if isinstance(piece, Expression):
                line += passage.text.count("\n", position, piece.start)
                position = piece.start
                found[position - tag.end] = passage.value(piece.code, position, line)
        return found

    def find(self, name: str, scope: Scope) -> Function | Snippet | None:
        """The component *name*, if a page defines it."""
        base, *rest = name.split(".")
        value = scope.get(base)
        for each in rest:
            value = value.get(each) if isinstance(value, Mapping) else None
        if isinstance(value, Function | Snippet):
            return value
        if isinstance(value, Code):
            self._programs.add(name)
        return None

    def call(self, component: Function | Snippet, given: dict[str, Value], name: str) -> Value:
        """What *component* shows as a value."""
        if isinstance(component, Snippet):
            body, _, line, named = self._snippets.body(component.file)
            scope = {**named, **given, "props": given}
            return Markup(text=body, scope=scope, line=line, file=component.file, given=True)
        result = call_function(component, [given])
        if not isinstance(result, Code):
            return result
        self._find_program(name, component)
        return given.get("children")

    def _write_called(
        self,
        writer: LineWriter,
        passage: _Passage,
        called: tuple[Function | Snippet, dict[str, Value]],
        tag: Tag,
        line: int,
    ) -> None:
        file, around = passage.file, passage.around
        value, given = called
        if isinstance(value, Snippet):
            if value.file in around:
                self._find(
                    f"<{tag.name}> includes {value.file!r}, which includes this file: it was"
                    " ignored here",
                    line,
                    file,
                )
                return
            writer.put(self._snippet(value, given, around), apart=True)
            return
        result = call_function(value, [given])
        if isinstance(result, Code):
            origin = Origin(line=line, file=file)
            told = [Line(text=text, origin=origin) for text in told_lines(given)]
            writer.put(told, apart=True)
            content = given.get("children")
            if content is not None:
                self._write_value(writer, content, "", line, around, False)
            self._find_program(tag.name, value)
            return
        self._write_value(writer, result, "", line, (*around, tag.name), False)

    def _snippet(
        self, snippet: Snippet, given: dict[str, Value], around: tuple[str, ...]
    ) -> list[Line]:
        body, pieces, line, named = self._snippets.body(snippet.file)
        scope: dict[str, Value] = {**named, **given, "props": given}
        passage = _Passage(
            text=body,
            pieces=pieces,
            scope=scope,
            file=snippet.file,
            around=(*around, snippet.file),
        )
        return self._expand(passage, line)

    def _write_value(
        self,
        writer: LineWriter,
        value: Value,
        source: str,
        line: int,
        around: tuple[str, ...],
        address: bool,
    ) -> None:
        """Insert *value* in place of the expression *source*."""
        if isinstance(value, Markup):
            inner = "" if value.is_content else value.text
            writer.write(_edge(inner[: len(inner) - len(inner.lstrip())]), line)
            writer.put(self._markup(value, around))
            writer.write(_edge(inner[len(inner.rstrip()) :]), line)
            return
        text = shown_text(value)
        if text is not None:
            # As a literal, its characters have no special meaning.
            writer.write(text if address else literal(text), line)
        elif isinstance(value, list | tuple):
            for item in value:
                self._write_value(writer, item, source, line, around, address)
        else:
            writer.write(source, line)

    def _markup(self, value: Markup, around: tuple[str, ...]) -> list[Line]:
        passage = _Passage(
            text=value.text,
            pieces=read_pieces(value.text, is_program=not value.given),
            scope=value.scope,
            values=value.values,
            file=value.file,
            around=(*around, ""),
            program=not value.given,
        )
        return self._expand(passage, value.line)

    def _find_program(self, name: str, component: Function) -> None:
        """Report, once, that *component* cannot be evaluated."""
        if name in self._programs:
            return
        self._programs.add(name)
        self._find(
            f"the component <{name}> cannot be evaluated without running code; its"
            " content, texts and links are shown",
            component.line,
            component.names.file,
            Subtype.UNKNOWN_COMPONENT,
            name,
        )

    def _find_left_out(self, around: tuple[str, ...], line: int, file: str) -> None:
        """Report, once for each component, that a part of it cannot be evaluated."""
        name = next((each for each in reversed(around[1:]) if each and "/" not in each), "")
        if name in self._programs:
            return
        self._programs.add(name)
        what = f"the component <{name}>" if name else "this markup"
        self._find(
            f"a part of {what} cannot be evaluated without running code and was skipped:"
            " write its text instead",
            line,
            file,
            Subtype.UNKNOWN_COMPONENT,
            name,
        )

    def _find(
        self,
        message: str,
        line: int,
        file: str,
        subtype: Subtype = Subtype.PAGE_SYNTAX,
        component: str = "",
    ) -> None:
        """Report a problem in *line* of *file*."""
        self._findings.append(
            PageFinding(
                message=message,
                line=line + 1,
                column=1,
                file=file,
                subtype=subtype,
                component=component,
            )
        )

    def _write_tag(self, writer: LineWriter, passage: _Passage, tag: Tag, line: int) -> None:
        """Write *tag* with attribute values that depend on the scope evaluated.

        The attribute ``children`` is the content of a tag that has none.
        """
        attributes = list(self._attributes(passage, tag, line))
        if all(each is attribute for attribute, each, _ in attributes):
            writer.write(passage.text[tag.start : tag.end], line)
            return
        written: dict[str, str] = {}
        children: Value = UNDEFINED
        for _, attribute, value in attributes:
            if attribute.name == "children":
                children = value
            elif has_elements(value):
                written[attribute.name] = f"{attribute.name}={{{OPENING}{len(self._held)}}}"
                from sphinx_navapi.mdx.element_values import hold_elements

                self._held.append(hold_elements(value, self))
            else:
                written[attribute.name] = write_attribute(attribute, value)
        filled = tag.self_closing and children is not UNDEFINED and tag.name not in VOID_ELEMENTS
        end = " />" if tag.self_closing and not filled else ">"
        opening = " ".join((tag.name, *(part for part in written.values() if part)))
        writer.write(f"<{opening}{end}", line)
        if filled:
            self._write_value(writer, children, "", line, passage.around, False)
            writer.write(f"</{tag.name}>", line)

    def _attributes(
        self, passage: _Passage, tag: Tag, line: int
    ) -> Iterator[tuple[TagAttribute, TagAttribute, Value]]:
        """The attributes of *tag*, itself or what it spreads; another one has to be written."""
        for attribute in tag.attributes:
            if attribute.name != SPREAD:
                needed = attribute.code is not None and self._needs(attribute, passage)
                needed = needed or attribute.name == "children"
                value = passage.attribute(attribute, line)
                yield attribute, replace(attribute) if needed else attribute, value
                continue
            entries = passage.attribute(attribute, line)
            if isinstance(entries, Code):
                self._find(
                    f"what <{tag.name}> spreads is left out because pages do not run code:"
                    " write its attributes instead",
                    line,
                    passage.file,
                )
            for name, value in (entries if isinstance(entries, dict) else {}).items():
                yield attribute, TagAttribute(name=name, code=""), value

    @staticmethod
    def _needs(attribute: TagAttribute, passage: _Passage) -> bool:
        known = attribute.brace in passage.values
        value = UNDEFINED if known else read_value(attribute.code or "")
        return known or (bool(passage.scope) and isinstance(value, Code)) or has_elements(value)


def _is_active(piece: Piece) -> bool:
    """Whether *piece* contains elements, or attributes, that are values of code."""
    if isinstance(piece, Expression):
        return "<" in piece.code
    return isinstance(piece, Tag) and any(
        attribute.name in {SPREAD, "children"} or "<" in (attribute.code or "")
        for attribute in piece.attributes
    )


def _edge(space: str) -> str:
    """The *space* between text and an element; at a line end there is none in JSX."""
    return literal(" ") if space and "\n" not in space else ""


def read_mdx(
    text: str, *, file: str, source_dir: Path, variables: Mapping[str, str]
) -> ExpandedPage:
    """The page *text* without its front matter, with all includes expanded.

    :param file: its path relative to *source_dir*; nothing outside of that is included.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    start = front_matter_end(text)

    def read(path: str) -> str | None:
        return _read_below(source_dir, path)

    return expand_page(
        text[start:].translate(NO_MARKS),
        file=file,
        first_line=text.count("\n", 0, start),
        read=read,
        variables=variables,
    )


def _read_below(source_dir: Path, path: str) -> str | None:
    file = source_dir / path
    try:
        if not file.is_file() or not file.resolve().is_relative_to(source_dir.resolve()):
            return None
        return file.read_text("utf-8").translate(NO_MARKS)
    except (OSError, ValueError):
        return None
