"""The parts of operation and schema pages as stock nodes, for LaTeX, text, man and all others.

They have the structure of Markdown files, whose texts become nodes. Only schemas differ: they are
flat lists of dotted names (``owner.login``, ``tags[].name``), since LaTeX cannot nest lists more
than a few levels deep, and a printed page has no room for the indentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

from docutils import nodes

from sphinx_navapi.content.body_examples import CodeBlock
from sphinx_navapi.content.html.markup import plain
from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.markdown.schema import Block, FileLinks, Rows
from sphinx_navapi.content.nodes.description import description_nodes
from sphinx_navapi.locale.wording import Wording, variant_words
from sphinx_navapi.openapi.schema.row import Expansion, Field, Subschemas


@dataclass(frozen=True, slots=True)
class Row:
    """A field in a flat list.

    :ivar path: names from the outside in: ``("owner", "login")``, ``("tags[]", "name")``.
    :ivar heading: words before the first of several alternatives.
    """

    path: tuple[str, ...]
    field: Field
    heading: str


#: Folded rows that are still shown, as are those with a choice.
_SAID = (Expansion.RECURSIVE, Expansion.DEEPER)


def flat_rows(below: Subschemas, words: Wording, path: tuple[str, ...] = ()) -> Iterator[Row]:
    """The rows of *below*, depth first."""
    for field in below.fields:
        name = _name(field, words)
        if field.kind in ("items", "item") or (field.kind == "additional" and field.folded):
            # The brackets follow the name of the array: tags[].name
            step = (*path[:-1], f"{path[-1] if path else ''}{name}")
        else:
            step = (*path, name)
        if not field.folded or field.subschemas.expansion in _SAID or field.subschemas.choice:
            yield Row(step, field, variant_words(field.group, words) if field.group else "")
        yield from flat_rows(field.subschemas, words, step)


def dotted(path: tuple[str, ...]) -> str:
    """*path* as one name: ``owner.login``, ``tags[].name``."""
    name = ""
    for step in path:
        name += step if step.startswith(("[", "{")) or not name else f".{step}"
    return name


def _name(field: Field, words: Wording) -> str:
    if field.kind == "items":
        return "[]"
    if field.kind == "item":
        return f"[{field.name}]"
    if field.kind == "additional" and field.folded:
        return "{}"
    if field.kind == "pattern":
        return f"/{field.name}/"
    if field.kind == "variant":
        return f"({field.title(words)})"
    return field.name if field.kind == "property" else f"({field.words(words)})"


class BlockNodes:
    """Converts parts of one document to body elements, for pages below one directory.

    Links to other pages are like those in texts of the document: expand blocks before these are
    resolved.

    :param writer: writes what is not nodes; *words* are those that it uses.
    """

    def __init__(self, writer: MarkdownWriter, words: Wording, directory: str) -> None:
        self._writer = writer
        self._schemas = writer.schemas
        self._words = words
        self._links = _PageLinks("", directory)

    def expand(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """*blocks* as nodes."""
        return [node for block in blocks for node in self._block(block)]

    def _block(self, block: Block) -> Iterable[nodes.Node]:
        if isinstance(block, CodeBlock):
            return [literal_block(block)]
        if isinstance(block, Field):
            rows = flat_rows(block.subschemas, self._words)
            return [*self._notes(block.subschemas), *self._listed(rows, self._words.properties)]
        if isinstance(block, Rows):
            rows = (row for field in block.fields for row in self._field(field))
            head = self._tell(f"- {block.head}" if block.head else "")
            return [*head, *self._listed(rows, self._words.parameters)]
        return self._tell(self._writer.write(block, self._links))

    def _tell(self, text: str) -> list[nodes.Node]:
        return description_nodes(text, self._words.callout)

    def _field(self, field: Field) -> Iterator[Row]:
        """The rows of a parameter."""
        yield Row((field.name,), field, "")
        yield from flat_rows(field.subschemas, self._words, (field.name,))

    def _listed(self, rows: Iterable[Row], title: str) -> list[nodes.Node]:
        """*rows* as a list, if there are any. :param title: what they are."""
        items: list[nodes.Node] = []
        heading = ""
        for row in rows:
            is_first = row.heading != heading
            heading = row.heading
            items.append(self._row(row, f"*{heading}*" if heading and is_first else ""))
        return [nodes.definition_list("", *items)] if items else []

    def _row(self, row: Row, heading: str) -> nodes.definition_list_item:
        item = nodes.definition_list_item("", nodes.term("", "", literal_name(row.path)))
        qualities = filter(None, row.field.qualities(self._words))
        item.extend(nodes.classifier("", text) for text in qualities)
        about = (heading, *self._about(row.field))
        texts = [node for text in about for node in self._tell(text)]
        item += nodes.definition("", *texts, *self._notes(row.field.subschemas))
        return item

    def _about(self, field: Field) -> list[str]:
        """The texts and facts in the row of *field*."""
        return self._schemas.about(field)

    def _notes(self, below: Subschemas) -> list[nodes.Node]:
        """What replaces the rows of *below*, and what selects an alternative."""
        choice = self._schemas.choice(below.choice) if below.choice is not None else ""
        return self._tell(self._schemas.note(below, self._links)) + self._tell(choice)


def literal_name(path: tuple[str, ...]) -> nodes.literal:
    """*path* as code."""
    name = plain(dotted(path))  # ePub is XML, where control characters are errors
    return nodes.literal(name, name)


class _PageLinks(FileLinks):
    """Links to pages instead of their Markdown files."""

    def address(self, docname: str) -> str:
        """The address of the page from the root."""
        return f"/{quote(docname)}"


def literal_block(block: CodeBlock) -> nodes.literal_block:
    """*block*, highlighted."""
    text = plain(block.text)
    # `force`: a sample from a document need not be valid in its language.
    return nodes.literal_block(text, text, language=block.language, force=True)
