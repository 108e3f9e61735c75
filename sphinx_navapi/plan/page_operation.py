"""An operation described by a page itself: ``api: METHOD URL``, and fields in its text.

There is no OpenAPI document for it, so a small one is generated: form, samples and relay then treat
it like any other operation. It is named after the page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import METHODS, OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.normalize import normalize_tree

if TYPE_CHECKING:
    from sphinx_navapi.openapi.view import OperationView, RequirementView

#: Default header name of an API key.
_KEY_HEADER = "x-api-key"


def with_auth_method(
    view: OperationView, metadata: Mapping[str, Any], settings: Mapping[str, Any]
) -> OperationView:
    """*view* with the security that ``authMethod`` of the page sets, if it does.

    ``none``, ``bearer``, ``basic``, ``key`` (a header) and ``cookie``; any other value counts as
    not set. Names of headers and cookies come from ``api.mdx.auth.name``.
    """
    method = metadata.get("authMethod")
    if not isinstance(method, str) or view.incoming:
        return view
    security = auth_security(method, settings)
    return view if security is None else replace(view, security=security)


def auth_security(
    method: str, settings: Mapping[str, Any]
) -> tuple[tuple[RequirementView, ...], ...] | None:
    """The security of an authorization *method* of the configuration; ``None``: unknown."""
    if method == "none":
        return ()
    scheme_and_name = auth_scheme(method, settings)
    if scheme_and_name is None:
        return None
    # Imported here, since the plan and its comparison with the last one do not need it.
    from sphinx_navapi.openapi.view import RequirementView

    name, scheme = scheme_and_name
    requirement = RequirementView(
        scheme=name,
        type=scheme["type"],
        http_scheme=scheme.get("scheme"),
        place=scheme.get("in"),
        name=scheme.get("name"),
    )
    return ((requirement,),)


def auth_scheme(method: str, settings: Mapping[str, Any]) -> tuple[str, dict[str, str]] | None:
    """Name and Security Scheme Object of an authorization *method*, ``None`` if unknown."""
    name = auth_settings(settings).get("name")
    name = name if isinstance(name, str) and name else _KEY_HEADER
    known: dict[str, dict[str, str]] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "basic": {"type": "http", "scheme": "basic"},
        "key": {"type": "apiKey", "in": "header", "name": name},
        "cookie": {"type": "apiKey", "in": "cookie", "name": name},
    }
    scheme = known.get(method)
    return None if scheme is None else (method, scheme)


def auth_settings(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """``api.mdx.auth`` of *settings*."""
    value: Any = settings
    for key in ("api", "mdx", "auth"):
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


#: Locations of request fields: parameters and body.
REQUEST_PLACES = ("path", "query", "header", "cookie", "body")

_REFERENCE = re.compile(r"\s*([A-Za-z]+)\s+(\S+)\s*")
_ABSOLUTE = re.compile(r"(https?:)?//[^/?#]+|\{[^{}/]+\}(?=/)")
_COLON = re.compile(r"/:([A-Za-z_]\w*)")

_TYPES = {
    "string": "string", "str": "string", "text": "string", "integer": "integer", "int": "integer",
    "number": "number", "float": "number", "double": "number", "boolean": "boolean",
    "bool": "boolean", "object": "object", "array": "array", "list": "array",
}  # fmt: skip
_ARRAY = re.compile(r"(.+)\[\]|(?:array|list)\s*(?:<(.+)>|of\s+(.+))", re.IGNORECASE)

#: Maximum nesting of objects: hand-written pages do not go deeper.
_NESTING = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PageField:
    """A field of the request, as described in the page's text.

    :ivar place: one of `REQUEST_PLACES`; ignored for a nested field.
    :ivar type: as the author wrote it: ``string``, ``integer``, ``string[]``, ``file``.
    :ivar default: as text; so is *placeholder*, an example of its value.
    """

    name: str
    place: str
    type: str = ""
    required: bool = False
    deprecated: bool = False
    default: str = ""
    placeholder: str = ""
    fields: tuple[PageField, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOperation:
    """The operation of a page.

    :ivar method: upper case; *url*: absolute, or a path below the servers of the site.
    :ivar content_type: of the body, if the page sets one.
    """

    docname: str
    method: str
    url: str
    content_type: str = ""
    fields: tuple[PageField, ...] = ()

    @property
    def key(self) -> OperationKey:
        """Its key among all operations of the site."""
        return OperationKey(document=self.docname, method=self.method, path=self.path)

    @property
    def path(self) -> str:
        """The path, variables in braces: ``/users/{id}``."""
        absolute = _ABSOLUTE.match(self.url)
        path = self.url[absolute.end() :] if absolute else self.url
        return _COLON.sub(r"/{\1}", f"/{path.lstrip('/')}".partition("?")[0])

    @property
    def server(self) -> str | None:
        """The part before the path, if the page has it."""
        absolute = _ABSOLUTE.match(self.url)
        return absolute[0] if absolute else None


def read_page_operation(
    docname: str, metadata: Mapping[str, Any], fields: Iterable[PageField]
) -> PageOperation | None:
    """The operation in ``api`` of *metadata*; ``None`` if there is none."""
    match = _match_api(metadata.get("api"))
    if match is None:
        return None
    kind = metadata.get("contentType")
    return PageOperation(
        docname=docname,
        method=match[1].upper(),
        url=match[2],
        content_type=kind if isinstance(kind, str) else "",
        fields=tuple(field for field in fields if field.place in REQUEST_PLACES),
    )


def is_page_operation(api: object) -> bool:
    """Whether *api* of a page's metadata is a method and a URL."""
    return _match_api(api) is not None


def _match_api(api: object) -> re.Match[str] | None:
    match = _REFERENCE.fullmatch(api) if isinstance(api, str) else None
    return match if match is not None and match[1].lower() in METHODS else None


def page_document(
    operation: PageOperation,
    metadata: Mapping[str, Any],
    settings: Mapping[str, Any],
    base_urls: tuple[str, ...] = (),
) -> OpenApiDocument:
    """The document that contains only *operation*, named after its page.

    :param settings: of the site: ``api.mdx`` has servers and the authorization method.
    :param base_urls: of the site, for an operation without servers or with relative ones.
    """
    method, path = operation.method.lower(), operation.path
    summary = metadata.get("title")
    value: dict[str, Any] = {"responses": {}}
    if isinstance(summary, str):
        value["summary"] = summary
    parameters = [_parameter(field) for field in operation.fields if field.place != "body"]
    if parameters:
        value["parameters"] = parameters
    body = [field for field in operation.fields if field.place == "body"]
    if body:
        value["requestBody"] = _body(body, operation.content_type)
    root: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": operation.docname, "version": "1"},
        "servers": [{"url": url} for url in _servers(operation, settings)],
        "paths": {path: {method: value}},
    }
    mdx = as_mapping(as_mapping(settings.get("api")).get("mdx"))
    how = metadata.get("authMethod") or as_mapping(mdx.get("auth")).get("method")
    scheme = auth_scheme(how, settings) if isinstance(how, str) else None
    if scheme is not None:
        name, described = scheme
        root["components"] = {"securitySchemes": {name: described}}
        root["security"] = [{name: []}]
    pointer = f"/paths/{path.replace('~', '~0').replace('/', '~1')}"
    entry = Operation(
        key=operation.key,
        http_method=method,
        pointer=f"{pointer}/{method}",
        path_pointer=pointer,
        summary=summary if isinstance(summary, str) else None,
    )
    normalize_tree(root, (3, 1))
    return OpenApiDocument(
        name=operation.docname,
        version=(3, 1),
        root=root,
        operations=(entry,),
        base_urls=base_urls,
    )


def _servers(operation: PageOperation, settings: Mapping[str, Any]) -> list[str]:
    if operation.server is not None:
        return [operation.server]
    value = as_mapping(as_mapping(settings.get("api")).get("mdx")).get("server")
    named = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return [url for url in named if isinstance(url, str) and _is_server(url)]


def _is_server(url: str) -> bool:
    try:
        return bool(urlsplit(url).path or urlsplit(url).netloc)
    except ValueError:
        return False


def _parameter(field: PageField) -> dict[str, Any]:
    parameter: dict[str, Any] = {
        "name": field.name,
        "in": field.place,
        "required": field.required or field.place == "path",
        "schema": _schema(field),
    }
    if field.deprecated:
        parameter["deprecated"] = True
    if field.placeholder:
        parameter["example"] = _value(field.placeholder, parameter["schema"])
    return parameter


def _body(fields: list[PageField], content_type: str) -> dict[str, Any]:
    has_file = any(field.type.lower() == "file" for field in fields)
    kind = content_type or ("multipart/form-data" if has_file else "application/json")
    return {
        "required": any(field.required for field in fields),
        "content": {kind: {"schema": _object(fields, 0)}},
    }


def _object(fields: Iterable[PageField], nesting: int) -> dict[str, Any]:
    named = {field.name: field for field in fields}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: _schema(field, nesting) for name, field in named.items()},
    }
    required = [name for name, field in named.items() if field.required]
    return {**schema, "required": required} if required else schema


def _schema(field: PageField, nesting: int = 0) -> dict[str, Any]:
    schema = _typed(field.type, nesting)
    if field.fields and nesting < _NESTING:
        inner = _object(field.fields, nesting + 1)
        schema = {"type": "array", "items": inner} if schema.get("type") == "array" else inner
    if field.default:
        schema["default"] = _value(field.default, schema)
    if field.placeholder:
        schema["example"] = _value(field.placeholder, schema)
    if field.deprecated:
        schema["deprecated"] = True
    return schema


def _typed(name: str, nesting: int = 0) -> dict[str, Any]:
    name = name.strip()
    array = _ARRAY.fullmatch(name)
    if array is not None and nesting < _NESTING:
        return {"type": "array", "items": _typed(next(filter(None, array.groups())), nesting + 1)}
    if name.lower() == "file":
        return {"type": "string", "format": "binary"}
    known = _TYPES.get(name.lower())
    return {"type": known} if known else {}


def _value(text: str, schema: Mapping[str, Any]) -> Any:
    """*text* as a value of *schema*: parsed as JSON unless that is a string."""
    if schema.get("type") == "string":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
