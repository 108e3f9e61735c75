"""An MDX page with includes and names expanded.

Constants and the site's variables are replaced by their values: later stages only see tags and
literals. Imported snippets, and components that only arrange their arguments, become texts of their
own, each read by itself where the page uses it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.mdx.constructs import (
    SPREAD,
    VOID_ELEMENTS,
    Construct,
    Esm,
    Expression,
    Tag,
    TagAttribute,
    front_matter_end,
    match_tags,
    read_constructs,
)
from sphinx_navapi.mdx.elements import (
    attribute_value,
    attribute_values,
    described_lines,
    literal,
    write_attribute,
)
from sphinx_navapi.mdx.indentation import dedented
from sphinx_navapi.mdx.javascript import call_function, read_value
from sphinx_navapi.mdx.javascript.contents import values_between
from sphinx_navapi.mdx.marks import NO_MARKS, OPENING, PageFinding
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
#: The name of an element as the value of a component.
_ELEMENT = re.compile(r"[a-z][a-z0-9-]*")
_CHILDREN = re.compile(r"\bchildren\b")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExpandedText:
    """MDX of a page, a snippet or a component, without relevant statements.

    :ivar text: an expression of `OPENING` and a number stands for the value of that number in
        `ExpandedPage.texts`.
    :ivar lines: the number of each line in its file, from 0.
    :ivar file: its path relative to the source directory; ``""`` for the page itself.
    :ivar is_page: whether it is Markdown with blocks of its own: a page or a snippet.
    :ivar flush: its paragraphs are ones only for docutils: JSX.
    """

    text: str
    lines: Sequence[int]
    file: str = ""
    is_page: bool = False
    flush: bool = False

    @classmethod
    def dedented(cls, text: str, lines: Sequence[int], **fields: Any) -> Self:
        """*text* without the indentation that all its lines have, and without blank ends."""
        written = text.split("\n")
        filled = [number for number, line in enumerate(written) if line.strip()]
        first, last = (filled[0], filled[-1] + 1) if filled else (0, 1)
        text = "\n".join(dedented(written[first:last], ()))
        return cls(text=text, lines=lines[first:last], **fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpandedPage:
    """:ivar body: the page itself.

    :ivar texts: those in the page, also elements that are values of attributes.
    :ivar files: snippets that were looked up, whether they exist or not.
    :ivar programs: components of the page that require executing code.
    :ivar absent: names whose file is missing, or whose definition is broken, which is reported.
    :ivar places: file and line (from 1) of the definitions of *programs*, if known.
    """

    body: ExpandedText
    texts: Sequence[ExpandedText] = ()
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
    constructs: Sequence[Construct]
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
        self._texts: list[ExpandedText] = []
        self._left = _MOST_CHARACTERS

    def page(self, text: str, first_line: int) -> ExpandedPage:
        text = self._snippets.with_variables(text, first_line)
        body = None
        if _ACTIVE.search(text):
            constructs = read_constructs(text)
            scope = self._snippets.definitions(text, constructs, first_line, "")
            if scope or "<Snippet" in text or any(map(_is_active, constructs)):
                passage = _Passage(
                    text=text, constructs=constructs, scope=scope, file="", around=(self._file,)
                )
                body = ExpandedText(**self._expand(passage, first_line), is_page=True)
        if body is None:
            lines = range(first_line, first_line + text.count("\n") + 1)
            body = ExpandedText(text=text, lines=lines, is_page=True)
        return ExpandedPage(
            body=body,
            texts=self._texts,
            findings=tuple(dict.fromkeys(self._findings)),
            files=frozenset(self._snippets.files),
            programs=frozenset(self._programs),
            absent=frozenset(self._snippets.absent),
            places=self._snippets.places,
        )

    def _expand(self, passage: _Passage, line: int) -> dict[str, Any]:
        """Text, lines and file of *passage*, which starts on *line* of its file, expanded."""
        characters = len(passage.text) + 50 * len(passage.constructs)
        if not self._has_room(characters, len(passage.around)):
            return {"text": "", "lines": [line], "file": passage.file}
        text = passage.text
        written: list[str] = []
        lines = [line]

        def write(part: str, number: int) -> None:
            written.append(part)
            lines.extend(range(number + 1, number + 1 + part.count("\n")))

        partners = match_tags(list(passage.constructs))
        position = 0
        number = line
        for index, construct in enumerate(passage.constructs):
            if construct.start < position:
                continue
            write(text[position : construct.start], number)
            number += text.count("\n", position, construct.start)
            position = construct.end
            if isinstance(construct, Esm):
                write("\n" * text.count("\n", construct.start, construct.end), number)
            elif isinstance(construct, Expression):
                write(self._expression(passage, construct, number), number)
            elif isinstance(construct, Tag):
                partner = partners.get(index)
                closing = None if partner is None else passage.constructs[partner]
                called = self._called(passage, construct, closing, number)
                if called is not None:
                    position = construct.end if closing is None else closing.end
                    write(self._call(passage, called, construct, number), number)
                else:
                    write(self._tag(passage, construct, number), number)
            else:
                write(text[construct.start : construct.end], number)
            number += text.count("\n", construct.start, position)
        write(text[position:], number)
        return {"text": "".join(written), "lines": lines, "file": passage.file}

    def _has_room(self, characters: int, depth: int) -> bool:
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

    def _expression(self, passage: _Passage, construct: Expression, line: int) -> str:
        value = passage.value(construct.code, construct.start, line)
        address = passage.text.endswith("](", 0, construct.start)
        if passage.program and isinstance(value, Code):
            self._find_left_out(passage.around, line, passage.file)
            # What the page gives it is not lost.
            value = passage.scope.get("children") if _CHILDREN.search(construct.code) else ""
        source = passage.text[construct.start : construct.end]
        return self._shown(value, passage.around, source, address=address)

    def _called(
        self, passage: _Passage, tag: Tag, closing: Construct | None, line: int
    ) -> tuple[Function | Snippet, dict[str, Value]] | None:
        """The definition that *tag* uses, and its arguments."""
        if tag.closing:
            return None
        value = self._find_component(tag.name, passage.scope)
        if tag.name == "Snippet" and passage.scope.get(tag.name) is None:
            path = next((attribute_value(a) for a in tag.attributes if a.name == "file"), None)
            if isinstance(path, str) and path.strip():
                value = self._snippets.find(path.strip(), line, passage.file)
        if value is None:
            return None
        if closing is None and not tag.self_closing:
            return None
        arguments = attribute_values(tag, lambda each: passage.attribute(each, line))
        if closing is not None:
            content = passage.text[tag.end : closing.start]
            if content.strip():
                arguments["children"] = Markup(
                    text=content,
                    scope=passage.scope,
                    values=self._values(passage, tag, closing, line),
                    line=line + passage.text.count("\n", tag.start, tag.end),
                    file=passage.file,
                    is_page_text=not passage.program,
                    is_content=True,
                )
        return value, arguments

    @staticmethod
    def _values(passage: _Passage, tag: Tag, closing: Construct, line: int) -> dict[int, Value]:
        """The values of the expressions between *tag* and *closing*, by their offset."""
        values = values_between(passage.values, tag.end, closing.start)
        if passage.program:
            return values
        first, last = (
            bisect_left(passage.constructs, place, key=lambda construct: construct.start)
            for place in (tag.end, closing.start)
        )
        position = tag.start
        for construct in passage.constructs[first:last]:
            if isinstance(construct, Expression):
                line += passage.text.count("\n", position, construct.start)
                position = construct.start
                values[position - tag.end] = passage.value(construct.code, position, line)
        return values

    def _find_component(self, name: str, scope: Scope) -> Function | Snippet | None:
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

    def _call(
        self,
        passage: _Passage,
        called: tuple[Function | Snippet, dict[str, Value]],
        tag: Tag,
        line: int,
    ) -> str:
        file, around = passage.file, passage.around
        value, arguments = called
        if isinstance(value, Snippet):
            if value.file in around:
                self._find(
                    f"<{tag.name}> includes {value.file!r}, which includes this file: it was"
                    " ignored here",
                    line,
                    file,
                )
                return ""
            body, constructs, first_line, named = self._snippets.body(value.file)
            inner = _Passage(
                text=body,
                constructs=constructs,
                scope={**named, **arguments, "props": arguments},
                file=value.file,
                around=(*around, value.file),
            )
            return self._hold(self._expand(inner, first_line), is_page=True)
        result = call_function(value, [arguments])
        if isinstance(result, Code):
            described = described_lines(arguments)
            lines = [line] * len(described)
            shown = self._hold({"text": "\n".join(described), "lines": lines, "file": file})
            self._find_program(tag.name, value)
            return shown + self._shown(arguments.get("children"), around)
        return self._shown(result, (*around, tag.name))

    def _hold(self, expanded: dict[str, Any], *, is_page: bool = False, flush: bool = False) -> str:
        """What stands in a text for another one, *expanded*."""
        text = ExpandedText.dedented(**expanded, is_page=is_page, flush=flush)
        if not text.text.strip():
            return ""
        self._texts.append(text)
        return f"{{{OPENING}{len(self._texts) - 1}}}"

    def _shown(
        self, value: Value, around: tuple[str, ...], source: str = "", *, address: bool = False
    ) -> str:
        """What stands for *value* in place of the expression *source*."""
        if isinstance(value, Markup):
            inner = "" if value.is_content or value.is_block else value.text
            passage = _Passage(
                text=value.text,
                constructs=read_constructs(value.text, is_program=not value.is_page_text),
                scope=value.scope,
                values=value.values,
                file=value.file,
                around=(*around, ""),
                program=not value.is_page_text,
            )
            reference = self._hold(self._expand(passage, value.line), flush=not value.is_page_text)
            before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
            return f"{_edge(before)}{reference}{_edge(after)}"
        text = shown_text(value)
        if text is not None:
            # As a literal, its characters have no special meaning.
            return text if address else literal(text)
        if isinstance(value, list | tuple):
            shown = [self._shown(each, around, source, address=address) for each in value]
            if len(shown) > 1 and any(isinstance(e, Markup) and e.is_block for e in value):
                return "\n\n".join(("", *filter(None, shown), ""))
            return "".join(shown)
        return source

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

    def _tag(self, passage: _Passage, tag: Tag, line: int) -> str:
        """*tag* with attribute values that depend on the scope evaluated.

        A component that is a text is the element of that name.
        The attribute ``children`` is the content of a tag that has none.
        """
        attributes = list(self._attributes(passage, tag, line))
        named = passage.scope.get(tag.name) if tag.is_component else None
        is_named = isinstance(named, str) and _ELEMENT.fullmatch(named) is not None
        if is_named and tag.closing:
            return f"</{named}>"
        if not is_named and all(each is attribute for attribute, each, _ in attributes):
            return passage.text[tag.start : tag.end]
        written: dict[str, str] = {}
        children: Value = UNDEFINED
        for _, attribute, value in attributes:
            if attribute.name == "children":
                children = value
            elif has_elements(value):
                # The whole, and each item of a list.
                values = [value, *(value if isinstance(value, list) else ())]
                code = "".join(
                    self._hold({"text": text, "lines": lines, "file": passage.file})[1:-1]
                    for each in values
                    if (text := self._shown(each, passage.around))
                    and (lines := [line] * (1 + text.count("\n")))
                )
                written[attribute.name] = f"{attribute.name}={{{code}}}" if code else ""
            else:
                written[attribute.name] = write_attribute(attribute, value)
        name = named if isinstance(named, str) and is_named else tag.name
        filled = tag.self_closing and children is not UNDEFINED and name not in VOID_ELEMENTS
        opening = " ".join((name, *(part for part in written.values() if part)))
        if filled:
            return f"<{opening}>{self._shown(children, passage.around)}</{name}>"
        return f"<{opening}{' />' if tag.self_closing else '>'}"

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


def _is_active(construct: Construct) -> bool:
    """Whether *construct* contains elements, or attributes, that are values of code."""
    if isinstance(construct, Expression):
        return "<" in construct.code
    return isinstance(construct, Tag) and any(
        attribute.name in {SPREAD, "children"} or "<" in (attribute.code or "")
        for attribute in construct.attributes
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
