"""Every page of real documents in every format: valid, complete, fast and small."""

from __future__ import annotations

import json
import statistics
from functools import cache
from typing import Any

import pytest
from bs4 import BeautifulSoup
from document_site import StockNodes, markdown_writer
from docutils import nodes
from page_checks import Page, make_writer, shown_blocks, write_page
from shared_corpus import DOCUMENTS, OPENAPI, load, views_of

from sphinx_navapi.content.messages import block_messages
from sphinx_navapi.content.nodes.description import description_nodes
from sphinx_navapi.content.nodes.description_tree import DEEPEST_NESTING
from sphinx_navapi.content.operation import OperationContent
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import OperationView

#: Size in bytes of all blocks of a page, for the 1,223 operations of the largest document.
MEDIAN_BYTES, HUNDREDTH_BYTES, LARGEST_BYTES = 20_000, 230_000, 480_000


@cache
def loaded(name: str) -> tuple[OpenApiDocument, OperationContent, tuple[OperationView, ...]]:
    document = load(name)
    content = OperationContent(ExampleMaker(SchemaRegistry(document)))
    return document, content, views_of(name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_html_is_sound(name: str) -> None:
    document, content, views = loaded(name)
    writer = make_writer(document, content=content)
    text = json.dumps(document.root, ensure_ascii=False)
    for view in views:
        page = Page(write_page(writer, content.operation(view), root="../"))
        assert not page.problems, (str(view.key), page.problems)
        assert all(link in text for link in page.dead_links), (str(view.key), page.dead_links)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schema_pages_are_sound(name: str) -> None:
    document, content, _ = loaded(name)
    writer = make_writer(document, content=content)
    text = json.dumps(document.root, ensure_ascii=False)
    components = (document.root.get("components") or {}).get("schemas") or {}
    for component in components:
        pointer = "/components/schemas/" + component.replace("~", "~0").replace("/", "~1")
        page = Page(writer.schema_block(pointer))
        assert not page.problems, (component, page.problems)
        assert all(link in text for link in page.dead_links), (component, page.dead_links)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_translations_are_what_messages_list(name: str) -> None:
    """Writers translate exactly the texts that are listed as messages."""
    document, content, views = loaded(name)
    asked: set[str] = set()

    def note(text: str) -> str:
        asked.add(text)
        return text

    for operation in map(content.operation, views[:: step(views)]):
        for kind in shown_blocks(operation):
            listed = {text for text, _ in block_messages(kind, operation)}
            asked.clear()
            # Rendered components are cached: a writer that has one does not ask for its texts
            # again.
            make_writer(document, content=content, translate=note).block(kind, operation)
            assert {text for text in asked if text.strip()} == listed, (str(operation.key), kind)
            asked.clear()
            StockNodes(content, translate=note).part(kind, operation)
            assert {text for text in asked if text.strip()} <= listed, (str(operation.key), kind)


def step(views: tuple[OperationView, ...], wanted: int = 60) -> int:
    """The step that selects about *wanted* operations from everywhere in a document."""
    return max(1, len(views) // wanted)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_stock_nodes_are_sound(name: str) -> None:
    _, content, views = loaded(name)
    for operation in map(content.operation, views[:: step(views, 120)]):
        for kind in shown_blocks(operation):
            found = nodes.container("", *StockNodes(content).part(kind, operation))
            assert found.astext().strip() or kind not in operation.shown, str(operation.key)
            _check_nesting(found)


def _check_nesting(top: nodes.Element) -> None:
    """For LaTeX: no nested tables, and lists not too deep."""
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
    _, content, views = loaded(name)
    writer = markdown_writer(content)
    for view in views[:: step(views, 120)]:
        operation = content.operation(view)
        text = writer.operation(
            operation, docname="api-reference/x/y", title=view.summary or "Title"
        )
        assert text.startswith("# ")
        assert text.endswith("\n")
        assert "\n\n\n" not in text.replace("```", "") or "```" in text
        # markdown-it closes every fence that was opened.
        assert description_nodes(text)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_form_names_every_parameter_and_status(name: str) -> None:
    document, content, views = loaded(name)
    html, markdown = make_writer(document, content=content), markdown_writer(content)
    nodes_of = StockNodes(content)
    for view in views[:: step(views)]:
        operation = content.operation(view)
        page = text_of(write_page(html, operation))
        stock = "\n".join(
            node.astext()
            for kind in shown_blocks(operation)
            for node in nodes_of.part(kind, operation)
        )
        text = markdown.operation(operation, docname="a/b", title="T")
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
    document, content, views = loaded("github.json")
    writer = make_writer(document, content=content)
    sizes: list[int] = []
    for view in views:
        html = write_page(writer, content.operation(view), root="../../")
        sizes.append(len(html.encode()))
    sizes.sort()
    assert statistics.median(sizes) < MEDIAN_BYTES
    assert sizes[len(sizes) * 99 // 100] < HUNDREDTH_BYTES
    assert sizes[-1] < LARGEST_BYTES


def test_output_is_a_function_of_the_input() -> None:
    def write() -> list[Any]:
        name = "museum-3.1.yaml"
        document = load_document(OPENAPI / name, name, OPENAPI).document
        assert document is not None
        content = OperationContent(ExampleMaker(SchemaRegistry(document)))
        writer = make_writer(document, content=content)
        views = (read_operation(document, o) for o in document.operations)
        return [write_page(writer, content.operation(view)) for view in views]

    assert write() == write()
