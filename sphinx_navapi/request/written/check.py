"""What a document says of a written request: what its API would refuse, as far as that is certain,
and the link that fills the form of its operation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, unquote

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.check import Leniency, SchemaChecker
from sphinx_navapi.openapi.server import read_servers
from sphinx_navapi.openapi.view import Direction, OperationView, ParameterView
from sphinx_navapi.request.playground_settings import fragment_of
from sphinx_navapi.request.styles import VARIABLE, is_json
from sphinx_navapi.request.written.values import HOLE, Unset, WrittenRequest, is_known

if TYPE_CHECKING:
    from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
    from sphinx_navapi.openapi.schema.registry import SchemaRegistry

#: Methods of requests about other requests: any path may answer them.
_ANYWHERE: Final = frozenset({"HEAD", "OPTIONS", "TRACE", "CONNECT"})

#: Headers that are no parameters (Parameter Object, "in: header"), or that clients add.
_NO_PARAMETERS: Final = frozenset({"accept", "content-type", "authorization", "user-agent"})

_VARIABLE: Final = re.compile(r"\{[^{}]*\}")
#: What ends the path of a URL.
_PATH: Final = re.compile("[?#]")
_SUFFIX: Final = re.compile(r"\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """:ivar operation: the one that the request is for, ``None`` if there is none.

    :ivar reasons: what is wrong with it, each a clause.
    """

    operation: Operation | None
    reasons: tuple[str, ...]


class RequestCheck:
    """Compares requests with one document.

    :param registry: the schemas of the document, called when a body is compared.
    """

    def __init__(self, document: OpenApiDocument, registry: Callable[[], SchemaRegistry]) -> None:
        self.document = document
        self._registry = registry
        self._servers = tuple(_server_patterns(document))
        self._paths = _by_path(document)
        self._templates: dict[int, list[str]] = {}
        for template in self._paths:
            self._templates.setdefault(len(_segments(template)), []).append(template)

    def rest_of(self, request: WrittenRequest) -> str | None:
        """The URL of *request* after that of a server; ``None`` if it is for another API."""
        matches = (pattern.match(request.url) for pattern in self._servers)
        ends = [match.end() for match in matches if match is not None]
        return request.url[max(ends) :] if ends else None

    def refusal(self, request: WrittenRequest) -> Objection | None:
        """What the API would refuse of *request*, which is for one of its servers."""
        rest = self.rest_of(request)
        if rest is None:
            return None
        path, _, query = rest.partition("#")[0].partition("?")
        if path.strip("/") == "" and "/" not in self._paths:
            return None  # whether there is a server
        fitting = self._fitting(path)
        if not fitting:
            return self._unknown_path(path, request.method)
        operations = self._possible(path, request.method)
        if not operations:
            return self._unknown_method(request.method, fitting)
        refusals = (self._of_operation(request, query, operation) for operation in operations)
        first = next(refusals)
        return None if first is None or any(each is None for each in refusals) else first

    def link_of(self, request: WrittenRequest) -> tuple[OperationKey, str] | None:
        """The only operation that *request* can be for, and the fragment that fills its form."""
        rest = self.rest_of(request)
        if rest is None:
            return None
        operations = self._possible(_PATH.split(rest, maxsplit=1)[0], request.method)
        if len(operations) != 1:
            return None
        view = read_operation(self.document, operations[0])
        return operations[0].key, _filled_fragment(request, rest, view, self._types)

    def _types(self, parameter: ParameterView) -> Collection[str]:
        return self._registry().view(parameter.schema).types if parameter.schema else ()

    def _fitting(self, path: str) -> list[str]:
        """The templates for *path*; one without variables wins (OpenAPI, Paths Object)."""
        segments = _segments(path)
        alike = self._templates.get(len(segments), [])
        fitting = [each for each in alike if all(map(_segment_fits, segments, _segments(each)))]
        return sorted(fitting, key=lambda each: len(_VARIABLE.findall(each)))

    def _possible(self, path: str, method: str) -> list[Operation]:
        """The operation of *path*; what stands for a part of it may be that of any of several."""
        by_method = [self._paths[each].get(method) for each in self._fitting(path)]
        operations = [operation for operation in by_method if operation is not None]
        return operations if HOLE in path else operations[:1]

    def _of_operation(
        self, request: WrittenRequest, query: str, operation: Operation
    ) -> Objection | None:
        reasons = tuple(self._reasons(request, query, read_operation(self.document, operation)))
        return Objection(operation=operation, reasons=reasons) if reasons else None

    def _unknown_path(self, path: str, method: str) -> Objection | None:
        if HOLE in path or method in _ANYWHERE or re.search(r"\.\w{1,5}\Z", path):
            return None  # a part may stand for several segments; a file is beside the API
        near = nearest_word(path, self._paths)
        hint = f", but {near}" if near is not None else ""
        return Objection(operation=None, reasons=(f"it has no path {path}{hint}",))

    def _unknown_method(self, method: str, paths: list[str]) -> Objection | None:
        if method in _ANYWHERE:
            return None
        allowed = ", ".join(dict.fromkeys(each for path in paths for each in self._paths[path]))
        return Objection(operation=None, reasons=(f"{paths[0]} has no {method}, only {allowed}",))

    def _reasons(self, request: WrittenRequest, written: str, view: OperationView) -> Iterator[str]:
        names = [name for name, _ in parse_qsl(written, keep_blank_values=True)]
        names += [name for name, _ in request.query or ()]
        known = [name for name in names if HOLE not in name]
        is_whole = request.query is not None and known == names
        yield from self._of_query(known, view, is_whole=is_whole)
        if request.headers is not None:
            for parameter in view.parameters:
                name = parameter.name.lower()
                if parameter.place == "header" and parameter.required and not (
                    name in request.headers or name in _NO_PARAMETERS
                ):  # fmt: skip
                    yield f"the header `{parameter.name}` is missing"
        yield from self._of_body(request.body, view)

    def _of_query(self, names: list[str], view: OperationView, *, is_whole: bool) -> Iterator[str]:
        declared = {each.name: each for each in view.parameters if each.place == "query"}
        known = {*declared, *_keys_in_query(view)}
        roots = {_SUFFIX.sub("", name) for name in known}
        if not any(map(self._takes_any_name, view.parameters)):
            for name in dict.fromkeys(names):
                if name not in known and _SUFFIX.sub("", name) not in roots:
                    near = nearest_word(name, known)
                    hint = f", but `{near}` is" if near is not None else ""
                    yield f"`{name}` is not a query parameter{hint}"
        present = {*names, *(_SUFFIX.sub("", name) for name in names)}
        for name, parameter in declared.items():
            if (
                is_whole
                and parameter.required
                and not self._takes_any_name(parameter)
                and present.isdisjoint({name, _SUFFIX.sub("", name)})
            ):
                yield f"the query parameter `{name}` is missing"

    def _takes_any_name(self, parameter: ParameterView) -> bool:
        """Whether the names of a parameter's parts are names in the query."""
        if parameter.place == "querystring":
            return True
        if parameter.place != "query" or parameter.schema is None or parameter.content_type:
            return False
        is_split = parameter.style == "form" and parameter.explode
        return is_split and "object" in self._types(parameter)

    def _of_body(self, body: Any, view: OperationView) -> Iterator[str]:
        if view.body is None or body is Unset.UNKNOWN:
            return
        if body is Unset.NONE:
            if view.body.required:
                yield "the body is missing"
            return
        media = next((each for each in view.body.content if is_json(each.media_type)), None)
        if media is None or media.schema is None or len(view.body.content) > 1:
            return
        reader = self._registry().reader
        checker = SchemaChecker(reader)
        if is_known(body):
            if not checker.conforms(body, media.schema, Direction.REQUEST, Leniency.ALL):
                yield f"the body does not match its schema{self._why(body, media.schema, checker)}"
        elif isinstance(body, dict):
            waived = checker.waived(media.schema, Direction.REQUEST)
            missing = [
                name
                for name in reader.level(media.schema).required()
                if name not in body and name not in waived
            ]
            if missing:
                yield f"`{missing[0]}` is missing in the body"

    def _why(self, body: Any, schema: str, checker: SchemaChecker) -> str:
        # Only a body that is wrong needs the words of the check.
        from sphinx_navapi.openapi.check.values import mismatch

        where, reason = mismatch(checker, body, schema)
        return f" at `{where}`: {reason}" if where else f": {reason}"


def _server_patterns(document: OpenApiDocument) -> Iterator[re.Pattern[str]]:
    """Patterns of the absolute URLs of the document's servers, without their schemes."""
    for server in read_servers(document, {}, {}):
        _, separator, address = server.url.partition("://")
        if not separator or not address.strip("/"):
            continue
        literal = [re.escape(part) for part in _VARIABLE.split(address.rstrip("/"))]
        yield re.compile(rf"https?://{'[^/?#]+'.join(literal)}(?=[/?#]|\Z)")


def _by_path(document: OpenApiDocument) -> dict[str, dict[str, Operation]]:
    """The operations of a document by path and method."""
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in document.operations:
        if operation.key.path.startswith("/") and not operation.is_webhook:
            methods = by_path.setdefault(operation.key.path, {})
            methods[operation.key.method] = operation
    return by_path


def _segments(path: str) -> list[str]:
    """The parts of *path*; a slash at the end makes no difference."""
    return path.strip("/").split("/")


def _segment_fits(segment: str, wanted: str) -> bool:
    if segment == wanted:
        return True
    parts = _VARIABLE.split(wanted)
    if HOLE in segment:
        # Both may stand for something.
        literal = [re.escape(part) for part in segment.split(HOLE)]
        return len(parts) > 1 or re.fullmatch(".*".join(literal), wanted) is not None
    pattern = ".+".join(map(re.escape, parts))
    return re.fullmatch(pattern, unquote(segment), re.DOTALL) is not None


def _keys_in_query(view: OperationView) -> Iterator[str]:
    """Names of API keys in the query."""
    for alternative in view.security:
        for scheme in alternative:
            if scheme.place == "query" and scheme.name:
                yield scheme.name


#: Types whose values are several parts of a request.
_PARTS: Final = frozenset({"array", "object"})

Value = tuple[str, str, Any]


def _filled_fragment(
    request: WrittenRequest,
    rest: str,
    view: OperationView,
    types_of: Callable[[ParameterView], Collection[str]],
) -> str:
    """The fragment that fills the form of the operation *view* as *request* is written.

    What is only known when the code runs, and what is no parameter, is left out.

    :param rest: the URL of the request after that of the server.
    :param types_of: the types of a parameter's values.
    """
    path, _, query = rest.partition("#")[0].partition("?")
    pairs = [*parse_qsl(query, keep_blank_values=True), *(request.query or ())]
    filled: list[Value] = []
    for parameter in view.parameters:
        if parameter.content_type is not None:
            continue
        types = types_of(parameter)
        is_plain = _PARTS.isdisjoint(types)
        if parameter.place == "path" and is_plain and parameter.style == "simple":
            filled += _in_path(parameter.name, view.key.path, path)
        elif parameter.place == "query" and (
            is_plain or (parameter.explode and parameter.style == "form" and "object" not in types)
        ):
            values = [value for name, value in pairs if name == parameter.name]
            if values and HOLE not in "".join(values):
                filled.append(("query", parameter.name, values[0] if is_plain else values))
        elif parameter.place == "query" and parameter.style == "deepObject":
            members = {
                name[len(parameter.name) + 1 : -1]: value
                for name, value in pairs
                if name.startswith(f"{parameter.name}[") and name.endswith("]")
            }
            if members and HOLE not in "".join((*members, *members.values())):
                filled.append(("query", parameter.name, members))
        elif parameter.place == "header" and is_plain:
            text = (request.headers or {}).get(parameter.name.lower(), HOLE)
            if HOLE not in text:
                filled.append(("header", parameter.name, text))
    content = view.body.content if view.body is not None else ()
    media = next((each.media_type for each in content if is_json(each.media_type)), None)
    body = None
    if media is not None and isinstance(request.body, dict | list):
        body = json.dumps(_known(request.body), ensure_ascii=False, indent=2)
    return fragment_of(
        view.key.method, view.key.path, filled, body=body, media=media if body else None
    )


def _in_path(name: str, template: str, path: str) -> Iterator[Value]:
    """The value of the variable *name* of *template* in *path*."""
    literal = VARIABLE.split(template.strip("/"))
    names, parts = literal[1::2], literal[::2]
    pattern = "([^/]+?)".join(map(re.escape, parts))
    match = re.fullmatch(pattern, path.strip("/"))
    if match is not None and name in names:
        value = unquote(match[names.index(name) + 1])
        if HOLE not in value:
            yield ("path", name, value)


def _known(value: Any) -> Any:
    """*value* with an empty text for what is not known."""
    if isinstance(value, dict):
        return {name: _known(inside) for name, inside in value.items()}
    if isinstance(value, list):
        return [_known(inside) for inside in value]
    return "" if value is Unset.UNKNOWN else value
