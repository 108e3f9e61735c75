"""Reading everything that the page of an Operation Object shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import unquote

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_names, as_text, below
from sphinx_navapi.openapi.document import (
    METHODS,
    OpenApiDocument,
    Operation,
    OperationKey,
    method_name,
)
from sphinx_navapi.openapi.facts import Text, external_docs, resolved_text, text_at
from sphinx_navapi.openapi.media import read_content, read_headers, read_parameters
from sphinx_navapi.openapi.security import read_security
from sphinx_navapi.openapi.server import read_server, read_servers
from sphinx_navapi.openapi.vendor import display_name
from sphinx_navapi.openapi.view import (
    MISSING,
    BodyView,
    CodeSampleView,
    Direction,
    LinkView,
    MediaTypeView,
    OperationView,
    ParameterView,
    ResponseView,
)

#: Highlighting language and label of samples, by the names that tools use.
_LANGUAGES: Final[Mapping[str, tuple[str, str]]] = {
    "curl": ("curl", "cURL"),
    "javascript": ("javascript", "JavaScript"),
    "node": ("javascript", "Node.js"),
    "node.js": ("javascript", "Node.js"),
    "python": ("python", "Python"),
    "ruby": ("ruby", "Ruby"),
    "php": ("php", "PHP"),
    "go": ("go", "Go"),
    "java": ("java", "Java"),
    "csharp": ("csharp", "C#"),
    "shell": ("shell", "Shell"),
    "typescript": ("typescript", "TypeScript"),
}


def code_samples(operation: Mapping[str, Any]) -> Iterator[CodeSampleView]:
    """The samples in *operation*, in display order."""
    lists = [operation.get("x-codeSamples"), operation.get("x-code-samples")]
    lists.append(as_mapping(operation.get("x-readme")).get("code-samples"))
    for member in (entry for entries in lists for entry in as_list(entries)):
        sample = as_mapping(member)
        source = as_text(sample.get("source")) or as_text(sample.get("code"))
        if source is None:
            continue
        written = as_text(sample.get("lang")) or as_text(sample.get("language")) or "text"
        label = as_text(sample.get("label")) or as_text(sample.get("name")) or written
        yield CodeSampleView(language=written, label=label, source=source)
    examples = as_mapping(operation.get("x-oaiMeta")).get("examples")
    for index, member in enumerate(examples if isinstance(examples, list) else [examples]):
        title = as_text(as_mapping(member).get("title")) or f"{index + 1}"
        request = as_mapping(member).get("request")
        requests = {"curl": request} if isinstance(request, str) else as_mapping(request)
        for written, text in requests.items():
            language, label = _LANGUAGES.get(written.lower(), (written, written))
            source = as_text(text)
            if source is not None:
                label = f"{label}: {title}" if index else label
                yield CodeSampleView(language=language, label=label, source=source)


def read_operation(document: OpenApiDocument, operation: Operation) -> OperationView:
    """Everything that the page of *operation* shows; malformed parts are skipped, never raised."""
    return _OperationReader(document).read(
        operation.key,
        operation.http_method,
        operation.pointer,
        operation.path_pointer,
        extension=operation.extension,
        incoming=operation.is_webhook,
    )


class OperationViews:
    """The operations of one document; the first *most* are cached.

    A view takes 5 kB: only those beyond the limit, in the largest documents, are read again.

    :param read: reads an operation of another specification.
    """

    def __init__(
        self,
        document: OpenApiDocument,
        read: Callable[[OpenApiDocument, Operation], OperationView] | None = None,
        *,
        most: int = 1_000,
    ) -> None:
        self._document = document
        self._read = read
        self._most = most
        self._kept: dict[OperationKey, OperationView] = {}

    def view(self, operation: Operation) -> OperationView:
        """The content of the page of *operation*."""
        view = self._kept.get(operation.key)
        if view is None:
            view = (self._read or read_operation)(self._document, operation)
            if len(self._kept) < self._most:
                self._kept[operation.key] = view
        return view


def schema_roots(
    document: OpenApiDocument, operation: Operation
) -> tuple[tuple[str, Direction], ...]:
    """Pointers of all schemas that the page of *operation* shows, each once per direction.

    Those of parameters, bodies, responses, headers, parts and callbacks, in order of the page.
    """
    return roots_of(read_operation(document, operation))


def roots_of(view: OperationView) -> tuple[tuple[str, Direction], ...]:
    """`schema_roots` of an operation that has been read."""
    return tuple(dict.fromkeys(_roots(view)))


def roots_by_part(
    view: OperationView,
) -> tuple[tuple[tuple[str, Direction], ...], tuple[tuple[str, Direction], ...]]:
    """The `schema_roots` of its request, and those of its responses; callbacks have both."""
    callbacks = [roots_by_part(callback) for _, _, callback in view.callbacks]
    sent = (*_request_roots(view), *(root for roots, _ in callbacks for root in roots))
    received = (*_response_roots(view), *(root for _, roots in callbacks for root in roots))
    return sent, received


def _roots(view: OperationView) -> Iterator[tuple[str, Direction]]:
    yield from _request_roots(view)
    yield from _response_roots(view)
    for _, _, callback in view.callbacks:
        yield from _roots(callback)


def _request_roots(view: OperationView) -> Iterator[tuple[str, Direction]]:
    yield from _parameter_roots(view.parameters, view.request_direction)
    if view.body is not None:
        yield from _content_roots(view.body.content, view.request_direction)


def _response_roots(view: OperationView) -> Iterator[tuple[str, Direction]]:
    for response in view.responses:
        yield from _parameter_roots(response.headers, view.response_direction)
        yield from _content_roots(response.content, view.response_direction)


def _parameter_roots(
    parameters: tuple[ParameterView, ...], direction: Direction
) -> Iterator[tuple[str, Direction]]:
    for parameter in parameters:
        if parameter.schema is not None:
            yield parameter.schema, direction


def _content_roots(
    content: tuple[MediaTypeView, ...], direction: Direction
) -> Iterator[tuple[str, Direction]]:
    for media in content:
        for schema in (media.schema, media.item_schema):
            if schema is not None:
                yield schema, direction
        for encoding in (*media.encoding, *media.parts):
            yield from _parameter_roots(encoding.headers, direction)


class _OperationReader:
    """Reads one operation with its callbacks; a recursive callback is read once."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self.open: list[str] = []

    def read(
        self,
        key: OperationKey,
        http_method: str,
        pointer: str,
        path_pointer: str,
        *,
        extension: Mapping[str, Any],
        incoming: bool,
    ) -> OperationView:
        document = self.document
        value = as_mapping(document.at(pointer))
        path_item = as_mapping(document.at(path_pointer))
        # The path of a webhook or a callback is not a template.
        template = "" if incoming else key.path
        self.open.append(pointer)
        view = OperationView(
            key=key,
            http_method=method_name(http_method),
            summary=text_at(
                as_text(value.get("summary"))
                or as_text(path_item.get("summary"))
                or display_name(value),
                f"{pointer}/summary",
            ),
            description=self._description(value, path_item, pointer),
            operation_id=as_text(value.get("operationId")),
            tags=as_names(value.get("tags")),
            deprecated=value.get("deprecated") is True,
            link=external_docs(value.get("externalDocs"), pointer),
            servers=read_servers(document, value, path_item, inherited=not incoming),
            security=read_security(document, value),
            parameters=read_parameters(document, pointer, path_pointer, template),
            body=self._body(value, pointer),
            responses=tuple(self._responses(value, pointer)),
            callbacks=tuple(self._callbacks(value, pointer)),
            code_samples=tuple(code_samples(value)),
            content=text_at(as_text(extension.get("content")), pointer),
            facts=text_at(as_text(extension.get("facts")), pointer),
            metadata=as_mapping(extension.get("metadata")),
            incoming=incoming,
        )
        self.open.pop()
        return view

    def _description(
        self, operation: Mapping[str, Any], path_item: Mapping[str, Any], pointer: str
    ) -> Text | None:
        """The description of *operation*, or that of its path.

        The summary of a path is shown here too, before it: it cannot be the title, as a path may
        have several pages. Callbacks have no page: it is theirs.
        """
        text = as_text(operation.get("description")) or as_text(path_item.get("description"))
        summary = None if len(self.open) > 1 else as_text(path_item.get("summary"))
        if summary and not as_text(operation.get("summary")):
            is_first = (text or "").startswith(summary)
            text = text if is_first else "\n\n".join(filter(None, (summary, text)))
        return text_at(text, f"{pointer}/description")

    def _body(self, operation: Mapping[str, Any], pointer: str) -> BodyView | None:
        if not isinstance(operation.get("requestBody"), dict):
            return None
        resolved = self.document.resolve(below(pointer, "requestBody"))
        if not isinstance(resolved.value, dict):
            return None
        return BodyView(
            description=resolved_text(resolved, "description"),
            required=resolved.value.get("required") is True,
            content=read_content(self.document, resolved.pointer),
        )

    def _responses(self, operation: Mapping[str, Any], pointer: str) -> Iterator[ResponseView]:
        responses = as_mapping(operation.get("responses"))
        for status in sorted(responses, key=_by_success):
            response = responses[status]
            if status.startswith("x-") or not isinstance(response, dict):
                continue
            resolved = self.document.resolve(below(pointer, "responses", status))
            yield ResponseView(
                status=status,
                summary=resolved_text(resolved, "summary"),
                description=resolved_text(resolved, "description"),
                headers=read_headers(self.document, resolved.pointer),
                content=read_content(self.document, resolved.pointer),
                links=tuple(self._links(as_mapping(resolved.value), resolved.pointer)),
            )

    def _links(self, response: Mapping[str, Any], pointer: str) -> Iterator[LinkView]:
        for name in as_mapping(response.get("links")):
            resolved = self.document.resolve(below(pointer, "links", name))
            if not isinstance(resolved.value, dict):
                continue
            link = resolved.value
            operation_id = as_text(link.get("operationId"))
            operation_ref = as_text(link.get("operationRef"))
            yield LinkView(
                name=name,
                description=resolved_text(resolved, "description"),
                operation_id=operation_id,
                operation_ref=operation_ref,
                target=self._linked(operation_id, operation_ref),
                parameters=tuple(as_mapping(link.get("parameters")).items()),
                request_body=link.get("requestBody", MISSING),
                server=read_server(self.document, link.get("server")),
            )

    def _linked(self, operation_id: str | None, operation_ref: str | None) -> OperationKey | None:
        if operation_id is not None:
            for operation in self.document.operations:
                if operation.operation_id == operation_id:
                    return operation.key
        if operation_ref is None or "#/" not in operation_ref:
            return None
        file, _, fragment = operation_ref.partition("#")
        if file and file.rpartition("/")[2] != self.document.name.rpartition("/")[2]:
            return None
        segments = [unescape_pointer(segment) for segment in fragment.split("/")[1:]]
        for operation in self.document.operations:
            names = [operation.key.path, operation.http_method]
            if operation.pointer == fragment or (
                segments[0] == "paths" and [unquote(part) for part in segments[1:]] == names
            ):
                return operation.key
        return None

    def _callbacks(
        self, operation: Mapping[str, Any], pointer: str
    ) -> Iterator[tuple[str, str, OperationView]]:
        for name in as_mapping(operation.get("callbacks")):
            resolved = self.document.resolve(below(pointer, "callbacks", name))
            for expression in as_mapping(resolved.value):
                if expression.startswith("x-"):
                    continue
                path_item = self.document.resolve(below(resolved.pointer, expression))
                for method, place in methods_of(path_item.value, path_item.pointer):
                    if place in self.open:
                        continue
                    key = OperationKey(
                        document=self.document.name, method=method_name(method), path=expression
                    )
                    called = self.read(
                        key, method, place, path_item.pointer, extension={}, incoming=True
                    )
                    yield name, expression, called


def methods_of(path_item: Any, pointer: str) -> Iterator[tuple[str, str]]:
    """Method and pointer of each Operation Object of a Path Item Object, in fixed order.

    ``additionalOperations`` (3.2) come last, with the method as written.
    """
    value = as_mapping(path_item)
    for method in METHODS:
        if isinstance(value.get(method), dict):
            yield method, below(pointer, method)
    for method, operation in as_mapping(value.get("additionalOperations")).items():
        if isinstance(operation, dict):
            yield method, below(pointer, "additionalOperations", method)


def _by_success(status: str) -> int:
    """Sort success first and "default" last: frameworks put generated errors first."""
    return 0 if status.startswith("2") else 2 if status == "default" else 1
