"""Messages for translators, and their locations in the document."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from block_documents import everything, first_operation, make_content, make_document
from document_site import StockNodes
from page_checks import KINDS, make_writer, shown_blocks, write_page

from sphinx_navapi.content.messages import block_messages, schema_messages
from sphinx_navapi.openapi.view import Direction

#: Texts whose pointer is that of the value they belong to.
NEARBY = {
    "scope description": "/components/securitySchemes/oauth/flows",
    "server": "/servers",
    "variable": "/servers",
    "enum description": "/components/schemas/Node/properties/kind",
}


@pytest.mark.parametrize("kind", KINDS)
def test_messages_are_what_writers_translate(kind: str) -> None:
    document = make_document(everything())
    operation = first_operation(document)
    listed = [text for text, _ in block_messages(kind, operation)]
    assert len(set(listed)) == len(listed)

    def asked_by(write: Callable[[Callable[[str], str]], object]) -> set[str]:
        asked: set[str] = set()

        def note(text: str) -> str:
            asked.add(text)
            return text

        write(note)
        return asked

    html = asked_by(lambda note: make_writer(document, translate=note).block(kind, operation))
    content = make_content(document)
    stock = asked_by(lambda note: StockNodes(content, translate=note).part(kind, operation))
    assert html == set(listed)
    assert stock == set(listed)


def test_messages_say_where_they_are() -> None:
    document = make_document(everything())
    operation = first_operation(document)
    places = {text: pointer for kind in KINDS for text, pointer in block_messages(kind, operation)}
    assert len(places) > len(NEARBY)
    elsewhere = {text: at for text, at in places.items() if document.at(at) != text}
    assert elsewhere == NEARBY
    schema = make_content(document).schemas.schema("/components/schemas/Node", Direction.BOTH)
    messages = dict(schema_messages(schema))
    assert document.at(messages["name description"]) == "name description"


def test_messages_of_every_block_are_on_the_page() -> None:
    document = make_document(everything())
    operation = first_operation(document)
    html = write_page(make_writer(document), operation)
    for kind in shown_blocks(operation):
        for text, _ in block_messages(kind, operation):
            assert text.strip() in html
