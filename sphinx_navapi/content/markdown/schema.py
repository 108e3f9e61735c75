"""Schemas and parameters in Markdown: nested lists, each component written once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Final, TypeVar
from urllib.parse import quote
from weakref import WeakKeyDictionary

from sphinx_navapi.content.markdown.text import (
    address,
    code,
    item,
    link,
    one_line,
    plain,
    plain_part,
    remark,
)
from sphinx_navapi.content.overview import first_sentence
from sphinx_navapi.content.part_words import variant_words
from sphinx_navapi.content.tree import (
    Below,
    Choice,
    Field,
    Limit,
    Statement,
    Style,
    spell,
)
from sphinx_navapi.formats.commonmark import clean_html, has_raw_html
from sphinx_navapi.formats.description_components import write_components
from sphinx_navapi.formats.value_text import value_text
from sphinx_navapi.links.urls import url_for_programs
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Fact, Link, NamedFact, Text, ToldFact
from sphinx_navapi.openapi.schema.schema import Expansion
from sphinx_navapi.openapi.view import ExampleView

Kept = TypeVar("Kept", Below, Field)


#: The marks of a quotation, which are not HTML to escape.
_QUOTE = re.compile(r"^[ \t]*(?:&gt;[ \t]*)+", re.MULTILINE)

#: Rows up to this length are repeated instead of referred to.
_SHORT: Final = 200


class FileLinks:
    """The links of a page to others.

    :param docname: the page.
    :param directory: folder of the pages of linked schemas.
    :param base_url: of the site, ``""`` if unknown.
    :ivar count: number of links written.
    :ivar written: rows of whole bodies already on the page.
    """

    def __init__(self, docname: str, directory: str, base_url: str = "") -> None:
        self._file = f"{docname}.md"
        self._base_url = base_url
        self.directory = directory
        #: Pages with the same folder and directory have the same links.
        self.origin = (docname.rpartition("/")[0], directory)
        self.count = 0
        self.written: set[str] = set()

    def link(self, label: str, docname: str | None) -> str:
        """A link to the page *docname*; only *label* if there is none."""
        self.count += 1
        if docname is None:
            return plain(label)
        url = url_for_programs(self._file, f"{quote(docname)}.md", self._base_url)
        return link(label, url)


class SchemaMarkdown:
    """Writes the schemas and parameters of one document.

    :param schema_docname: the page of a component below a directory, or ``None``.
    """

    def __init__(
        self,
        translate: Callable[[str], str],
        words: Wording,
        schema_docname: Callable[[str, str], str | None],
    ) -> None:
        self._translate = translate
        self._words = words
        self._schema_docname = schema_docname
        #: What is below components, and parameters: equal parts are the same object. Only parts
        #: without links are the same on all pages.
        self._fragments: WeakKeyDictionary[Below | Field, str] = WeakKeyDictionary()
        self._linked: WeakKeyDictionary[Below | Field, str] = WeakKeyDictionary()
        self._origin = ("", "")

    def describe(self, text: str | None) -> str:
        """A text of the document as Markdown, which it already is apart from components."""
        if not text or not text.strip():
            return ""
        text = write_components(self._translate(text)).strip("\n").rstrip()
        # Harmful HTML does nothing in a text file, but programs may render it.
        if not has_raw_html(text) or "`" in text:
            return text
        return _QUOTE.sub(lambda match: unescape(match[0]), clean_html(text).strip())

    def tell(self, text: Text | None) -> str:
        """A text of the document, if there is one."""
        return self.describe(text)

    def inline(self, text: Text | None) -> str:
        """A text of the document on one line."""
        return one_line(self._translate(text)) if text else ""

    def sentence(self, text: str | None) -> str:
        """The first sentence of a text of the document."""
        return first_sentence(self._translate(text)) if text and text.strip() else ""

    def translated(self, text: Text) -> str:
        """A text of the document unchanged, in the language of the page."""
        return self._translate(text)

    def plain(self, text: Text | None) -> str:
        """A text of the document that is not CommonMark."""
        return plain(self._translate(text)) if text else ""

    def link(self, given: Link | None) -> str:
        """A link of the document, if there is one."""
        return link(given.said(self._translate), given.url) if given is not None else ""

    def line(self, facts: Iterable[Fact | Limit | NamedFact | Style]) -> str:
        """*facts* on one line."""
        return "; ".join(map(self._fact, facts))

    def _fact(self, fact: Fact | Limit | NamedFact | Style) -> str:
        label, values = fact.words(self._words)
        told = self.inline(fact.text) if isinstance(fact, ToldFact) else ""
        given = ", ".join("".join(spell(value, code, plain_part)) for value in values)
        return f"{plain(label)} {given} {told}".strip()

    # -- parameters -----------------------------------------------------------------------

    def parameters(self, fields: Iterable[Field], links: FileLinks) -> str:
        """A list of parameters, or headers."""
        return "\n".join(self._kept(field, links, self._parameter) for field in fields)

    def _parameter(self, field: Field, links: FileLinks) -> str:
        blocks = [
            self.tell(field.said.text),
            self.tell(field.said.more),
            self._stated(field.said, field.written),
            "\n".join(map(self._example, field.examples)),
            self._below(field.below, links),
        ]
        return item(self._head(code(field.name), field), blocks)

    def _example(self, example: ExampleView) -> str:
        url = example.external_value
        value = address(url) if url else code(value_text(example.value))
        said = [self.plain(example.summary), self.inline(example.description)]
        text = ": ".join(filter(None, said))
        return f"- {self._words.example}: {value}{remark(text)}"

    def _kept(self, value: Kept, links: FileLinks, write: Callable[[Kept, FileLinks], str]) -> str:
        """The result of *write* for *value*, cached for all pages on which it is the same."""
        if links.origin != self._origin:
            self._linked.clear()
            self._origin = links.origin
        text = self._fragments.get(value)
        if text is None:
            text = self._linked.get(value)
        if text is None:
            before = links.count
            text = write(value, links)
            kept = self._fragments if links.count == before else self._linked
            kept[value] = text
        return text

    # -- schemas --------------------------------------------------------------------------

    def schema(self, field: Field, links: FileLinks) -> Iterator[str]:
        """A whole schema: its type, then its rows."""
        said = field.said
        parts = [said.distinct_component, *field.qualities(self._words)]
        yield ", ".join(f"*{plain(part)}*" for part in filter(None, parts))
        yield self.tell(said.text)
        yield self._stated(said, ())
        rows = self._below(field.below, links)
        if said.component and rows in links.written:
            rows = f"- {self._words.recursive}: {plain(said.component)}"
        elif said.component and len(rows) > _SHORT:
            links.written.add(rows)
        yield rows

    def _head(self, name: str, field: Field) -> str:
        return f"{name} ({plain(', '.join(field.qualities(self._words)))})"

    def _below(self, below: Below, links: FileLinks) -> str:
        """The children of a row: a list."""
        if below.of.component is None or below.expansion is not Expansion.SHOWN:
            return self._list(below, links)
        return self._kept(below, links, self._list)

    def _list(self, below: Below, links: FileLinks) -> str:
        words = self._words
        lines: list[str] = []
        if below.expansion is Expansion.RECURSIVE:
            lines.append(f"- {words.recursive}: {plain(below.of.name(words))}")
        elif below.expansion is Expansion.DEEPER and below.of.component is not None:
            component = below.of.component
            docname = self._schema_docname(links.directory, component)
            lines.append(f"- {words.more}: {links.link(component, docname)}")
        for field in below.fields:
            folded = field.folded
            lines.append(self._below(field.below, links) if folded else self._row(field, links))
        if below.choice is not None and below.expansion is Expansion.SHOWN:
            lines.append(self._choice(below.choice))
        return "\n".join(filter(None, lines))

    def _choice(self, choice: Choice) -> str:
        words = self._words
        mapping = [
            f"{code(value)} → {plain(said.name(words) if said else words.unresolved)}"
            for value, said in choice.options
        ]
        if choice.otherwise is not None:
            mapping.append(f"{words.otherwise} → {plain(choice.otherwise.name(words))}")
        chosen = f"{words.chosen_by} {code(choice.property_name)}"
        return f"- {chosen}{': ' if mapping else ''}{', '.join(mapping)}"

    def _row(self, field: Field, links: FileLinks) -> str:
        blocks = [
            self.tell(field.said.text),
            self._stated(field.said, ()),
            self._below(field.below, links),
        ]
        return item(self._head(self._name(field), field), blocks)

    def _name(self, field: Field) -> str:
        words = self._words
        if field.kind == "property":
            return code(field.name)
        if field.kind == "pattern":
            return f"{words.matching} {code(field.name)}"
        if field.kind == "item":
            return code(f"[{field.name}]")
        if field.kind == "variant":
            return f"{variant_words(field.group, words)}: {plain(field.title(words))}"
        return plain(field.words(words))

    def _stated(self, said: Statement, written: Iterable[Fact | Style]) -> str:
        """Constraints and similar facts on one line; permitted values as a list if they have
        descriptions.
        """
        lines = [self._fact(fact) for fact in said.line(written)]
        if said.link is not None:
            lines.append(self.link(said.link))
        listed: list[str] = []
        if said.has_told_values:
            listed.append(f"{self._words.allowed_values}:\n")
            for value in said.values:
                name = f" ({plain(value.name)})" if value.name else ""
                listed.append(
                    f"- {code(value.value)}{name}{remark(self.inline(value.description))}"
                )
        return "\n\n".join(filter(None, ["; ".join(lines), "\n".join(listed)]))
