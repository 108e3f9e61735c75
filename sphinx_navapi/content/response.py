"""Responses as content, with their links to other operations."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.content.media_type import MediaType, MediaTypeContent
from sphinx_navapi.content.parameter import ParameterContent
from sphinx_navapi.content.part_words import status_phrase
from sphinx_navapi.content.security import Server, server_content
from sphinx_navapi.content.tree import Field, Link, StatedFact, Text
from sphinx_navapi.content.value_text import value_text
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.view import MISSING, Direction, LinkView, ResponseView


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseLink:
    """A link from a response to an operation.

    :ivar target: the operation, if it is in this document.
    :ivar reference: its name in the document, else ``""``.
    :ivar parameters: name and value of those passed to it; *body* likewise.
    :ivar server: of its request, if the document sets one.
    """

    name: str
    text: Text | None
    target: OperationKey | None
    reference: str
    parameters: tuple[tuple[str, str], ...]
    body: str | None
    server: Server | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Response:
    """A response. :ivar facts: further facts, for one line. :ivar link: external documentation."""

    status: str
    summary: Text | None
    text: Text | None
    facts: tuple[StatedFact, ...] = ()
    headers: tuple[Field, ...]
    content: tuple[MediaType, ...]
    links: tuple[ResponseLink, ...]
    link: Link | None = None

    @property
    def group(self) -> str:
        """The class of its status code."""
        return self.status[:1]

    def phrase(self, words: Wording) -> str:
        """The meaning of its status, if it has no summary."""
        return status_phrase(self.status, words)


class ResponseContent:
    """The responses of one document."""

    def __init__(self, parameters: ParameterContent, media_types: MediaTypeContent) -> None:
        self._parameters = parameters
        self._media_types = media_types

    def response(self, view: ResponseView, operation: str, direction: Direction) -> Response:
        """The content about the response *view*. :param operation: pointer of its owner."""
        place = _place(view, operation)
        return Response(
            status=view.status,
            summary=Text(view.summary, f"{place}/summary") if view.summary else None,
            text=Text(view.description, f"{place}/description") if view.description else None,
            headers=self._parameters.fields(view.headers, direction),
            content=self._media_types.media_types(view.content, direction),
            links=tuple(_link(link, place) for link in view.links),
        )


def _place(view: ResponseView, operation: str) -> str:
    if view.content and "/content/" in view.content[0].pointer:
        return view.content[0].pointer.partition("/content/")[0]
    return f"{operation}/responses/{escape_pointer(view.status)}"


def _link(link: LinkView, response: str) -> ResponseLink:
    place = f"{response}/links/{escape_pointer(link.name)}"
    return ResponseLink(
        name=link.name,
        text=Text(link.description, place) if link.description else None,
        target=link.target,
        reference=link.operation_id or link.operation_ref or "",
        parameters=tuple((name, value_text(value)) for name, value in link.parameters),
        body=None if link.request_body is MISSING else value_text(link.request_body),
        server=None if link.server is None else server_content(link.server),
    )
