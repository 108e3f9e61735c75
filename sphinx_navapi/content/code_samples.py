"""The code samples of an operation: from the document, and generated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.openapi.view import CodeSampleView
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import Client, client_for


@dataclass(frozen=True, slots=True)
class CodeSample:
    """A code sample. :ivar client: id of the client that wrote it, ``""`` for an author's."""

    label: str
    source: str
    highlight: str = "text"
    client: str = ""


def given_sample(sample: CodeSampleView) -> CodeSample:
    """A sample from the document."""
    known = client_for(sample.language)
    return CodeSample(
        sample.label, sample.source.rstrip("\n"), known.highlight if known else "text"
    )


def made_sample(client: Client, request: HttpRequest) -> CodeSample:
    """The sample that *client* generates for *request*."""
    return CodeSample(client.label, client.render(request), client.highlight, client.id)


def clients_besides(given: Iterable[CodeSample], clients: Iterable[Client]) -> list[Client]:
    """The *clients* whose languages are not among the *given* samples."""
    taken = {sample.label.lower() for sample in given}
    return [client for client in clients if client.label.lower() not in taken]
