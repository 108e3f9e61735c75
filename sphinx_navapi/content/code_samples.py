"""The code samples of an operation: from the document, and generated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sphinx_navapi.openapi.view import CodeSampleView
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import Client, client_for


def given_sample(sample: CodeSampleView) -> CodeSampleView:
    """A sample from the document, in a language that can be highlighted."""
    known = client_for(sample.language)
    return replace(
        sample,
        source=sample.source.rstrip("\n"),
        language=known.highlight if known else "text",
    )


def made_sample(client: Client, request: HttpRequest) -> CodeSampleView:
    """The sample that *client* generates for *request*."""
    return CodeSampleView(
        label=client.label,
        source=client.render(request),
        language=client.highlight,
        client=client.id,
    )


def clients_besides(given: Iterable[CodeSampleView], clients: Iterable[Client]) -> list[Client]:
    """The *clients* whose languages are not among the *given* samples."""
    taken = {sample.label.lower() for sample in given}
    return [client for client in clients if client.label.lower() not in taken]
