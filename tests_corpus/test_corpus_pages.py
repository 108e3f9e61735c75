"""Every page of real documents in every form: sound, complete, quick and small."""

from __future__ import annotations

import json
import os
import statistics
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from page_checks import Page, make_writer, shown_blocks, write_page

from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.nodes.block_nodes import block_messages, block_nodes
from sphinx_navapi.content.nodes.description import DEEPEST_NESTING, description_nodes
from sphinx_navapi.content.outline import shown_kinds
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import sample_request
from sphinx_navapi.request.snippets import CLIENTS

_SHARED = os.environ.get("NAVAPI_SHARED")
if not _SHARED:
    raise RuntimeError("set NAVAPI_SHARED to the folder that holds corpus/")
CORPUS = Path(_SHARED) / "corpus" / "openapi"
DOCUMENTS = sorted(
    str(path.relative_to(CORPUS))
    for path in CORPUS.rglob("*")
    if path.suffix in {".json", ".yaml"} and "2.0" not in path.name
)

#: Bytes of all blocks of a page: of the 1,223 operations of the largest document.
MEDIAN_BYTES, HUNDREDTH_BYTES, LARGEST_BYTES = 20_000, 230_000, 480_000


@cache
def loaded(name: str) -> tuple[OpenApiDocument, SchemaBook, tuple[OperationView, ...]]:
    document = load_document(CORPUS / name, name, CORPUS).document
    assert document is not None
    views = tuple(read_operation(document, operation) for operation in document.operations)
    return document, SchemaBook(document), views


class Source:
    """A site of one document."""

    clients = CLIENTS

    def __init__(self, name: str) -> None:
        self._document, self._book, _ = loaded(name)
        self._schemas = SchemaContent(self._book)
        self._examples = ExampleMaker(self._book)

    def book(self, document: str) -> SchemaBook:
        return self._book

    def schemas(self, document: str) -> SchemaContent:
        return self._schemas

    def examples(self, document: str) -> ExampleMaker:
        return self._examples

    def schema_docname(self, document: str, directory: str, component: str) -> str:
        return f"{directory}/schemas/{component}"

    def find_operation_page(self, key: OperationKey) -> str:
        return f"api-reference/{key.method}"

    def sample_request(self, view: OperationView) -> HttpRequest:
        return sample_request(view, self._examples)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_html_is_sound(name: str) -> None:
    document, book, views = loaded(name)
    writer = make_writer(document, book=book)
    text = json.dumps(document.root, ensure_ascii=False)
    for view in views:
        page = Page(write_page(writer, view, root="../"))
        assert not page.problems, (str(view.key), page.problems)
        assert all(link in text for link in page.dead_links), (str(view.key), page.dead_links)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schema_pages_are_sound(name: str) -> None:
    document, book, _ = loaded(name)
    writer = make_writer(document, book=book)
    text = json.dumps(document.root, ensure_ascii=False)
    components = (document.root.get("components") or {}).get("schemas") or {}
    for component in components:
        pointer = "/components/schemas/" + component.replace("~", "~0").replace("/", "~1")
        page = Page(writer.schema_block(pointer))
        assert not page.problems, (component, page.problems)
        assert all(link in text for link in page.dead_links), (component, page.dead_links)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_translations_are_what_messages_list(name: str) -> None:
    """No writer translates what a translator never sees, and none forgets what is listed."""
    document, book, views = loaded(name)
    source = Source(name)
    schemas = source.schemas(name)
    asked: set[str] = set()

    def note(text: str) -> str:
        asked.add(text)
        return text

    for view in views[:: step(views)]:
        for kind in shown_blocks(view):
            listed = {text for text, _ in block_messages(kind, view, schemas)}
            asked.clear()
            # Components are kept written: a writer that has one already asks for nothing.
            make_writer(document, book=book, translate=note).block(kind, view)
            assert {text for text in asked if text.strip()} == listed, (str(view.key), kind)
            asked.clear()
            block_nodes(kind, view, source, document=name, translate=note)
            assert {text for text in asked if text.strip()} <= listed, (str(view.key), kind)


def step(views: tuple[OperationView, ...], wanted: int = 60) -> int:
    """To take some *wanted* operations from everywhere in a document."""
    return max(1, len(views) // wanted)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_stock_nodes_are_sound(name: str) -> None:
    _, _, views = loaded(name)
    source = Source(name)
    for view in views[:: step(views, 120)]:
        for kind in shown_blocks(view):
            found = nodes.container("", *block_nodes(kind, view, source, document=name))
            assert found.astext().strip() or kind not in shown_kinds(view), str(view.key)
            _check_nesting(found)


def _check_nesting(top: nodes.Element) -> None:
    """LaTeX: no table in a table, and lists not too deep."""
    pending: list[tuple[nodes.Node, int, int]] = [(top, 0, 0)]
    while pending:
        node, lists, tables = pending.pop()
        lists += isinstance(node, nodes.bullet_list | nodes.enumerated_list | nodes.definition_list)
        tables += isinstance(node, nodes.table)
        assert lists <= DEEPEST_NESTING + 2
        assert tables <= 1
        if isinstance(node, nodes.Text):
            assert isinstance(node.parent, nodes.TextElement)
        pending.extend((child, lists, tables) for child in node.children)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_markdown_is_sound(name: str) -> None:
    _, book, views = loaded(name)
    writer = markdown_writer(book)
    for view in views[:: step(views, 120)]:
        text = writer.operation(view, docname="api-reference/x/y", title=view.summary or "Title")
        assert text.startswith("# ")
        assert text.endswith("\n")
        assert "\n\n\n" not in text.replace("```", "") or "```" in text
        # What markdown-it makes of it ends every fence that was opened.
        assert description_nodes(text)


def markdown_writer(book: SchemaBook) -> MarkdownWriter:
    examples = ExampleMaker(book)
    return MarkdownWriter(
        book,
        examples,
        schema_docname=lambda directory, component: f"{directory}/schemas/{component}",
        operation_docname=lambda key: f"api-reference/{key.method}",
        sample_request=lambda view: sample_request(view, examples),
    )


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_form_names_every_parameter_and_status(name: str) -> None:
    document, book, views = loaded(name)
    html, source, markdown = make_writer(document, book=book), Source(name), markdown_writer(book)
    for view in views[:: step(views)]:
        page = text_of(write_page(html, view))
        stock = "\n".join(
            node.astext()
            for kind in shown_blocks(view)
            for node in block_nodes(kind, view, source, document=name)
        )
        text = markdown.operation(view, docname="a/b", title="T")
        names = [parameter.name for parameter in view.parameters]
        names += [response.status for response in view.responses]
        names += [media.media_type for r in view.responses for media in r.content]
        for each in names:
            assert each in page, (str(view.key), each)
            assert each in stock, (str(view.key), each)
            assert each in text, (str(view.key), each)


def text_of(html: str) -> str:
    return BeautifulSoup(html, "html.parser").get_text(" ")


def test_pages_of_the_largest_document_are_small() -> None:
    document, book, views = loaded("github.json")
    writer = make_writer(document, book=book)
    sizes: list[int] = []
    for view in views:
        html = write_page(writer, view, root="../../")
        sizes.append(len(html.encode()))
    sizes.sort()
    assert statistics.median(sizes) < MEDIAN_BYTES
    assert sizes[len(sizes) * 99 // 100] < HUNDREDTH_BYTES
    assert sizes[-1] < LARGEST_BYTES


def test_output_is_a_function_of_the_input() -> None:
    def write() -> list[Any]:
        document = load_document(CORPUS / "museum-3.1.yaml", "museum-3.1.yaml", CORPUS).document
        assert document is not None
        writer = make_writer(document)
        return [write_page(writer, read_operation(document, o)) for o in document.operations]

    assert write() == write()
