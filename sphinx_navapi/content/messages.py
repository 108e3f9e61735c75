"""What of a page can be translated: the texts that writers pass through ``translate``.

A block is one node of the doctree, so translators see its texts only if something
lists them. Names, types and values are the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_navapi.content.operation import parameter_field
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.security import scheme_content, server_content
from sphinx_navapi.content.tree import Field, Text
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.document import WEBHOOK
from sphinx_navapi.openapi.schema.schema import Expansion
from sphinx_navapi.openapi.view import (
    Direction,
    ExampleView,
    MediaTypeView,
    OperationView,
    ParameterView,
    ResponseView,
)

#: A text as the document has it, and the JSON pointer of where it stands, or near it.
Message = tuple[str, str]


def block_messages(
    kind: str, view: OperationView | None, schemas: SchemaContent, *, pointer: str = ""
) -> list[Message]:
    """The texts of the block *kind* of *view* (``schema``: of the schema at *pointer*), each once.

    In the order of the page; exactly those that the writers of the block translate.
    """
    if kind == "schema":
        found = field_messages(schemas.schema(pointer, Direction.BOTH))
    elif view is None:
        return []
    else:
        found = _Reader(view, schemas).read(kind)
    messages: dict[str, str] = {}
    for text, place in found:
        if text.strip():
            messages.setdefault(text, place)
    return list(messages.items())


class _Reader:
    def __init__(self, view: OperationView, schemas: SchemaContent, pointer: str = "") -> None:
        self._view = view
        self._schemas = schemas
        key = view.key
        top = "webhooks" if key.method == WEBHOOK else "paths"
        self._pointer = pointer or "/".join(
            ["", top, escape_pointer(key.path), view.http_method.lower()]
        )

    def read(self, kind: str) -> Iterator[Message]:
        parts = {
            "security": self._security,
            "servers": self._servers,
            "parameters": self._parameters,
            "body": self._body,
            "responses": self._responses,
            "callbacks": self._callbacks,
            "samples": self._samples,
        }
        return parts[kind]()

    def _security(self) -> Iterator[Message]:
        for alternative in self._view.security:
            for scheme in map(scheme_content, alternative):
                yield from _told([scheme.text, *(text for _, text in scheme.scopes)])

    def _servers(self) -> Iterator[Message]:
        for server in map(server_content, self._view.servers):
            yield from _told([server.text, *(each.text for each in server.variables)])

    def _parameters(self) -> Iterator[Message]:
        yield from self._fields(self._view.parameters, self._view.request_direction)

    def _fields(
        self, parameters: Iterable[ParameterView], direction: Direction
    ) -> Iterator[Message]:
        for parameter in parameters:
            yield from field_messages(parameter_field(parameter, self._schemas, direction))

    def _body(self) -> Iterator[Message]:
        body = self._view.body
        if body is not None:
            yield from _text(body.description, f"{self._pointer}/requestBody/description")
            yield from self._content(body.content, self._view.request_direction)

    def _content(
        self, content: tuple[MediaTypeView, ...], direction: Direction
    ) -> Iterator[Message]:
        for media in content:
            for schema in (media.schema, media.item_schema):
                if schema is not None:
                    yield from field_messages(self._schemas.schema(schema, direction))
            for encoding in media.encoding:
                yield from self._fields(encoding.headers, direction)

    def _responses(self) -> Iterator[Message]:
        direction = self._view.response_direction
        for response in self._view.responses:
            place = self._response_place(response)
            yield from _text(response.summary, f"{place}/summary")
            yield from _text(response.description, f"{place}/description")
            yield from self._fields(response.headers, direction)
            yield from self._content(response.content, direction)
            for link in response.links:
                yield from _text(link.description, f"{place}/links/{escape_pointer(link.name)}")

    def _response_place(self, response: ResponseView) -> str:
        if response.content and "/content/" in response.content[0].pointer:
            return response.content[0].pointer.partition("/content/")[0]
        return f"{self._pointer}/responses/{escape_pointer(response.status)}"

    def _callbacks(self) -> Iterator[Message]:
        for name, expression, called in self._view.callbacks:
            place = "/".join(
                [
                    self._pointer, "callbacks", escape_pointer(name), escape_pointer(expression),
                    called.http_method.lower(),
                ]
            )  # fmt: skip
            yield from _text(called.summary, f"{place}/summary")
            if called.description != called.summary:
                yield from _text(called.description, f"{place}/description")
            reader = _Reader(called, self._schemas, place)
            for kind in ("security", "parameters", "body", "responses", "callbacks"):
                yield from reader.read(kind)

    def _samples(self) -> Iterator[Message]:
        body = self._view.body
        given = [(m, each) for m in (body.content if body else ()) for each in m.examples]
        # One alone is in the code samples, without its words.
        for media, example in given if len(given) > 1 or self._view.incoming else ():
            yield from _example(example, media.pointer)
        for response in self._view.responses:
            for media in response.content:
                for example in media.examples:
                    yield from _example(example, media.pointer)


def _example(example: ExampleView, owner: str) -> Iterator[Message]:
    place = f"{owner}/examples/{escape_pointer(example.name)}" if example.name else owner
    yield from _text(example.summary, f"{place}/summary")
    yield from _text(example.description, f"{place}/description")


def field_messages(field: Field) -> Iterator[Message]:
    """The texts of *field* and of what nests in it, in the order of the page."""
    # What is folded says nothing itself, unless a word stands in the place of its fields.
    if not field.folded or field.below.expansion is not Expansion.SHOWN:
        texts = [field.said.text, *(value.text for value in field.said.values)]
        yield from _told(texts)
    for below in field.below.fields:
        yield from field_messages(below)
    for example in field.examples:
        yield from _told([example.summary, example.text])


def _told(texts: Iterable[Text | None]) -> Iterator[Message]:
    return ((text.text, text.pointer) for text in texts if text)


def _text(text: str | None, place: str) -> Iterator[Message]:
    if text:
        yield text, place
