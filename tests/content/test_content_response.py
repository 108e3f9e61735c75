"""Everything in a response or a media type reaches every writer."""

from __future__ import annotations

from dataclasses import replace

from block_documents import everything, first_operation, make_content, make_document
from document_site import StockNodes, markdown_writer
from page_checks import make_writer

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Fact
from sphinx_navapi.openapi.view import SchemaSource


def test_a_fact_is_written_in_every_form() -> None:
    document = make_document(everything())
    operation = first_operation(document)
    response, *_ = (each for each in operation.responses if each.content)
    source = SchemaSource(schema_format="of the type", text="{}", language="json")
    first = response.content[0]
    media = replace(first, view=replace(first.view, source=source))
    facts = (Fact("default", ("of the response",)),)
    vars(operation)["responses"] = (
        replace(response, view=replace(response.view, facts=facts), content=(media,)),
    )
    html = make_writer(document).block("responses", operation)
    nodes = StockNodes(make_content(document)).part("responses", operation)
    markdown = markdown_writer(make_content(document)).operation(operation, docname="a", title="A")
    words = Wording()
    for label, owner in ((words.default, "the response"), (words.schema_format, "the type")):
        assert f"<dt>{label}</dt><dd><code>of {owner}</code></dd>" in html
        assert f"{label} of {owner}" in [node.astext() for node in nodes]
        assert f"\n\n{label} `of {owner}`\n\n" in markdown
