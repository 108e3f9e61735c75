"""Schemas and parameters in Markdown: nested lists, each component written once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Final, NamedTuple, TypeAlias, TypeVar
from urllib.parse import quote
from weakref import WeakKeyDictionary

from sphinx_navapi.content.body_examples import CodeBlock
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
from sphinx_navapi.content.page_names import PythonFunction
from sphinx_navapi.formats.commonmark import clean_html, has_raw_html
from sphinx_navapi.formats.description_components import write_components
from sphinx_navapi.formats.numbers import value_text
from sphinx_navapi.links.targets import url_for_programs
from sphinx_navapi.locale.wording import Wording, variant_words
from sphinx_navapi.openapi.facts import DescribedFact, Fact, Link, NamedFact, Style, Text
from sphinx_navapi.openapi.schema.label_words import spell
from sphinx_navapi.openapi.schema.row import (
    Choice,
    Expansion,
    Field,
    Limit,
    SchemaView,
    Subschemas,
)
from sphinx_navapi.openapi.view import ExampleView, LinkView

Kept = TypeVar("Kept", Subschemas, Field)


@dataclass(frozen=True, slots=True)
class Rows:
    """Parameters or headers. :ivar head: a line of Markdown that they are below."""

    fields: tuple[Field, ...]
    head: str = ""


class ErrorsLink:
    """A link to the page of all errors."""


class FunctionsLine(NamedTuple):
    """Links to Python functions."""

    functions: tuple[PythonFunction, ...]


#: A part of a page: Markdown, code, the rows of a schema, those of parameters, links.
Block: TypeAlias = (
    str | CodeBlock | Field | Rows | ErrorsLink | FunctionsLine | tuple[LinkView, ...]
)

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
        return plain(label) if docname is None else link(label, self.address(docname))

    def function(self, function: PythonFunction) -> str:
        """A link to a Python function; only its name if another project documents it."""
        self.count += 1
        name = code(f"{function.name}()")
        if not function.docname:
            return name
        return f"[{name}]({self.address(function.docname)}#{quote(function.anchor)})"

    def address(self, docname: str) -> str:
        """The address of the page *docname*."""
        return url_for_programs(self._file, f"{quote(docname)}.md", self._base_url)


class SchemaMarkdown:
    """Writes the schemas and parameters of one document.

    :param schema_docname: the page of a component below a directory, or ``None``.
    :param printed: without characters for which pdflatex, Sphinx's default, has no glyphs.
    """

    def __init__(
        self,
        translate: Callable[[str], str],
        words: Wording,
        schema_docname: Callable[[str, str], str | None],
        *,
        printed: bool = False,
    ) -> None:
        self._translate = translate
        self._words = words
        self._schema_docname = schema_docname
        self._signs = {"≥": ">=", "≤": "<="} if printed else {}
        self.arrow = "->" if printed else "→"
        #: What is below components, and parameters: equal parts are the same object. Only parts
        #: without links are the same on all pages.
        self._fragments: WeakKeyDictionary[Subschemas | Field, str] = WeakKeyDictionary()
        self._linked: WeakKeyDictionary[Subschemas | Field, str] = WeakKeyDictionary()
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

    def translated(self, text: str) -> str:
        """A text of the document unchanged, in the language of the page."""
        return self._translate(text)

    def plain(self, text: Text | None) -> str:
        """A text of the document that is not CommonMark."""
        return plain(self._translate(text)) if text else ""

    def link(self, external: Link | None) -> str:
        """A link to external documentation, if there is one."""
        if external is None:
            return ""
        return link(external.shown_label(self._translate, self._words.external_docs), external.url)

    def line(self, facts: Iterable[Fact | Limit | NamedFact | Style]) -> str:
        """*facts* on one line."""
        return "; ".join(map(self._fact, facts))

    def _fact(self, fact: Fact | Limit | NamedFact | Style) -> str:
        label, values = fact.words(self._words)
        label = self._signs.get(label, label)
        description = self.inline(fact.text) if isinstance(fact, DescribedFact) else ""
        shown = ", ".join("".join(spell(value, code, plain_part)) for value in values)
        return f"{plain(label)} {shown} {description}".strip()

    # -- parameters -----------------------------------------------------------------------

    def rows(self, rows: Rows, links: FileLinks) -> str:
        """Parameters or headers: a list."""
        text = "\n".join(self._kept(field, links, self._row) for field in rows.fields)
        return item(rows.head, [text]) if rows.head else text

    def _example(self, example: ExampleView) -> str:
        url = example.external_value
        value = address(url) if url else code(value_text(example.value))
        texts = [self.plain(example.summary), self.inline(example.description)]
        text = ": ".join(filter(None, texts))
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

    def schema(self, field: Field, *, named: bool = True) -> Iterator[Block]:
        """A whole schema: its type, then its rows. :param named: begin with its name."""
        parts = [field.view.distinct_component if named else "", *field.qualities(self._words)]
        yield ", ".join(f"*{plain(part)}*" for part in filter(None, parts))
        yield from self.about(field)
        yield field

    def whole(self, field: Field, links: FileLinks) -> str:
        """The rows of a whole schema; only its name if they are already on the page."""
        component = field.view.component
        rows = self._below(field.subschemas, links)
        if component and rows in links.written:
            return f"- {self._words.recursive}: {plain(component)}"
        if component and len(rows) > _SHORT:
            links.written.add(rows)
        return rows

    def _below(self, below: Subschemas, links: FileLinks) -> str:
        """The children of a row: a list."""
        if below.of.component is None or below.expansion is not Expansion.SHOWN:
            return self._list(below, links)
        return self._kept(below, links, self._list)

    def _list(self, below: Subschemas, links: FileLinks) -> str:
        note = self.note(below, links)
        lines = [f"- {note}" if note else ""]
        for field in below.fields:
            folded = field.folded
            lines.append(
                self._below(field.subschemas, links) if folded else self._row(field, links)
            )
        if below.choice is not None and below.expansion is Expansion.SHOWN:
            lines.append(f"- {self.choice(below.choice)}")
        return "\n".join(filter(None, lines))

    def note(self, below: Subschemas, links: FileLinks) -> str:
        """The line that replaces rows, ``""`` if nothing does."""
        if below.expansion is Expansion.RECURSIVE:
            return f"{self._words.recursive}: {plain(below.of.name(self._words))}"
        component = below.of.component
        if below.expansion is not Expansion.DEEPER or component is None:
            return ""
        docname = self._schema_docname(links.directory, component)
        return f"{self._words.more}: {links.link(component, docname)}"

    def choice(self, choice: Choice) -> str:
        """The values of the property that selects an alternative."""
        words = self._words
        mapping = [
            f"{code(value)} {self.arrow} {plain(each.name(words) if each else words.unresolved)}"
            for value, each in choice.options
        ]
        if choice.otherwise is not None:
            mapping.append(f"{words.otherwise} {self.arrow} {plain(choice.otherwise.name(words))}")
        chosen = f"{words.chosen_by} {code(choice.property_name)}"
        return f"{chosen}{': ' if mapping else ''}{', '.join(mapping)}"

    def _row(self, field: Field, links: FileLinks) -> str:
        head = f"{self._name(field)} ({plain(', '.join(field.qualities(self._words)))})"
        return item(head, [*self.about(field), self._below(field.subschemas, links)])

    def about(self, field: Field) -> list[str]:
        """Texts and facts of a field, without the rows below it."""
        stated = filter(None, (self.limits(field), self.values(field.view)))
        return [*self.texts(field), "\n\n".join(stated), self.examples(field)]

    def texts(self, field: Field) -> list[str]:
        """The texts of a field, some of them perhaps empty."""
        return [*map(self.tell, field.texts)]

    def examples(self, field: Field) -> str:
        """The examples of a parameter: a list."""
        return "\n".join(map(self._example, field.examples))

    def _name(self, field: Field) -> str:
        words = self._words
        if field.kind in ("property", "parameter"):
            return code(field.name)
        if field.kind == "pattern":
            return f"{words.matching} {code(field.name)}"
        if field.kind == "item":
            return code(f"[{field.name}]")
        if field.kind == "variant":
            return f"{variant_words(field.group, words)}: {plain(field.title(words))}"
        return plain(field.words(words))

    def limits(self, field: Field) -> str:
        """Constraints and similar facts on one line, and a link if there is one."""
        lines = [self._fact(fact) for fact in field.line]
        if field.view.link is not None:
            lines.append(self.link(field.view.link))
        return "; ".join(lines)

    def values(self, view: SchemaView) -> str:
        """Permitted values as a list if they have descriptions."""
        if not view.has_described_values:
            return ""
        listed = [f"{self._words.allowed_values}:\n"]
        for value in view.values:
            name = f" ({plain(value.name)})" if value.name else ""
            listed.append(f"- {code(value.value)}{name}{remark(self.inline(value.description))}")
        return "\n".join(listed)
