"""Code samples for JavaScript and TypeScript, with fetch or axios."""

from __future__ import annotations

import re

from sphinx_navapi.request.encoding import utf8_as_latin1
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    escaper,
    form_fields,
    has_odd_key,
    hex_or_four,
    indent,
    is_block,
    json_body,
    json_literal,
)
from sphinx_navapi.request.snippets.wire import (
    basic_base64,
    basic_text,
    content_type,
    has_body,
    has_dot_segment,
    has_fields,
    has_typed_text,
    multipart_type,
    origin,
    part_type,
    path_and_query,
    sent_headers,
    written_parts,
)
from sphinx_navapi.request.styles import is_json

_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, hex_or_four)

_NAME = re.compile(r"^[A-Za-z_$][A-Za-z0-9_$]*\Z")
#: Names that are reordered, or have a special meaning.
_ODD_NAME = re.compile(r"^(?:[0-9]+|__proto__)\Z")

#: Methods that fetch rejects.
_FORBIDDEN = ("TRACE", "CONNECT", "TRACK")


def quote(text: str) -> str:
    """*text* as a string literal in double quotes, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str) -> str:
    r"""*text* as a template literal if it has several lines.

    With backslashes it is ``String.raw`` if possible; otherwise backslashes, backticks and ``${``
    are escaped. Other text is on one line.
    """
    if not is_block(text):
        return quote(text)
    if "`" not in text and "${" not in text and not text.endswith("\\"):
        return f"String.raw`{text}`" if "\\" in text else f"`{text}`"
    escaped = text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`{escaped}`"


def quote_header(value: str) -> str:
    """A header value: fetch requires one character per byte, so UTF-8 is written as bytes."""
    return quote(utf8_as_latin1(value))


def render(request: HttpRequest) -> str:
    """A module for Node 18 and later, and, without files and cookies, for browsers.

    Requests that fetch rejects (a body with ``GET`` or ``HEAD``, ``TRACE``, a path with dot
    segments) are sent by ``node:http``.
    """
    return _module(request, "fetch", typed=False)


def render_typescript(request: HttpRequest) -> str:
    """The module of `render` with types."""
    return _module(request, "fetch", typed=True)


def render_axios(request: HttpRequest) -> str:
    """The module of `render` with axios."""
    return _module(request, "axios", typed=False)


def render_axios_typescript(request: HttpRequest) -> str:
    """The module of `render` with axios and types."""
    return _module(request, "axios", typed=True)


def _module(request: HttpRequest, library: str, *, typed: bool) -> str:
    """The sample of `render`.

    :param library: ``fetch`` or ``axios``, which adds fewer fields itself.
    :param typed: with the types of TypeScript.
    """
    imports: list[str] = []
    if request.file is not None or any(part.filename is not None for part in request.parts):
        imports.append('import { readFile } from "node:fs/promises";')
    if _is_refused(request):
        return _by_node(request, imports, typed)
    is_axios = library == "axios"
    value, implied = _value(request, is_axios)
    setup: list[str] = []
    if not value:
        setup = _body(request, typed)
        value = "body" if setup else ""
        # If the type is JSON, axios would parse the text and send the value.
        if is_axios and request.body is not None and is_json(content_type(request) or ""):
            value = "Buffer.from(body)"
    options = [f"method: {quote(request.method)},"]
    if is_axios:
        options.append(f"url: {quote(request.url)},")
    options += _fields(request, implied, is_axios)
    if value:
        name = "data" if is_axios else "body"
        options.append(f"{name}," if value == name else f"{name}: {value},")
    block = "{\n" + indent("\n".join(options), "  ") + "\n}"
    if is_axios:
        names = "axios, { type AxiosResponse }" if typed else "axios"
        imports.append(f'import {names} from "axios";')
        setup.append(
            f"const response{': AxiosResponse' if typed else ''} = await axios({block});\n"
            "console.log(response.status, response.data);"
        )
    else:
        url = quote(request.url)
        arguments = f"{url}, {block}" if request.method != "GET" or len(options) > 1 else url
        setup.append(
            f"const response{': Response' if typed else ''} = await fetch({arguments});\n"
            + _print(typed)
        )
    return "\n\n".join(["\n".join(imports), *setup] if imports else setup)


def _print(typed: bool) -> str:
    if typed:
        return "const text: string = await response.text();\nconsole.log(response.status, text);"
    return "console.log(response.status, await response.text());"


def _value(request: HttpRequest, is_axios: bool) -> tuple[str, str]:
    """The body as an expression if it is a value of the language, and the type it implies."""
    text = json_body(request, 2)
    if text and not has_odd_key(text):
        literal = json_literal(text, quote, lambda name: f"{_key(name)}:", {})
        return (literal, "application/json") if is_axios else (f"JSON.stringify({literal})", "")
    fields = form_fields(request)
    if not fields or any(_ODD_NAME.search(name) for name, _ in fields):
        return ("", "")
    rows = "".join(f"  {_key(name)}: {quote(value)},\n" for name, value in fields)
    return ("new URLSearchParams({\n" + rows + "})", "")


def _body(request: HttpRequest, typed: bool) -> list[str]:
    """Statements that define the literal body as ``body``."""
    if request.parts and not _fits_form_data(request):
        boundary, segments = written_parts(request)
        pieces = [_bytes(s.text) if s.file else quote(s.text) for s in segments]
        rows = "".join(f"  {piece},\n" for piece in pieces)
        kind = f"{{ type: {quote(multipart_type(boundary))} }}"
        return [f"const body{': Blob' if typed else ''} = new Blob([\n{rows}], {kind});"]
    if request.parts:
        return _form_data(request, typed)
    if request.body is not None:
        return [f"const body{': string' if typed else ''} = {quote_body(request.body)};"]
    return [f"const body = {_bytes(request.file)};"] if request.file is not None else []


def _fields(request: HttpRequest, implied: str, is_axios: bool) -> list[str]:
    """Options for header fields, except for the *implied* type, and user name."""
    rows = "".join(
        f"  {_key(name)}: {quote_header(value)},\n"
        for name, value in sent_headers(request)
        if name.lower() != "content-type" or value != implied
    )
    auth: list[str] = []
    if request.basic and is_axios:
        user, password = request.basic
        auth.append(f"auth: {{ username: {quote(user)}, password: {quote(password)} }},")
    elif request.basic:
        rows += f"  Authorization: {_basic(request.basic)},\n"
    return ["headers: {\n" + rows + "},", *auth] if rows else auth


def _key(name: str) -> str:
    if name == "__proto__":
        return '["__proto__"]'
    return name if _NAME.search(name) else quote(name)


def _basic(basic: tuple[str, str]) -> str:
    text = basic_text(basic)
    if text.isascii():
        return f'"Basic " + btoa({quote(text)})'
    return quote(f"Basic {basic_base64(basic)}")


def _bytes(filename: str) -> str:
    return f"await readFile({quote(filename)})"


def _fits_form_data(request: HttpRequest) -> bool:
    """Whether ``FormData`` sends the parts unchanged: it converts every line break to CRLF."""
    texts = [part.text for part in request.parts if part.filename is None]
    has_breaks = any("\n" in t or "\r" in t for t in texts)
    return not has_typed_text(request) and not has_fields(request) and not has_breaks


def _form_data(request: HttpRequest, typed: bool) -> list[str]:
    lines = [f"const body{': FormData' if typed else ''} = new FormData();"]
    for part in request.parts:
        value = quote(part.text)
        if part.filename is not None:
            kind = quote(part_type(part) or "")
            blob = f"new Blob([{_bytes(part.filename)}], {{ type: {kind} }})"
            value = f"{blob}, {quote(part.filename)}"
        lines.append(f"body.append({quote(part.name)}, {value});")
    return ["\n".join(lines)]


def _is_refused(request: HttpRequest) -> bool:
    return (
        (has_body(request) and request.method in {"GET", "HEAD"})
        or request.method in _FORBIDDEN
        or has_dot_segment(request.url)
    )


def _by_node(request: HttpRequest, imports: list[str], typed: bool) -> str:
    """The request by ``node:http`` or ``node:https``, which send it unchanged.

    They add no ``Content-Length`` to a body where they expect none.
    """
    module = "https" if request.url.startswith("https:") else "http"
    options = [f"method: {quote(request.method)},", *_fields(request, "", False)]
    url = quote(request.url)
    if has_dot_segment(request.url):
        url = quote(origin(request.url))
        options = [f"path: {quote(path_and_query(request.url))},", *options]
    types = ['import type { IncomingMessage } from "node:http";'] if typed else []
    imports = [
        *imports,
        *types,
        f'import {{ request }} from "node:{module}";',
        'import { text } from "node:stream/consumers";',
    ]
    setup = _body(request, typed)
    body = "body" if setup else ""
    if request.parts:
        # A Response chooses the boundary of FormData and serializes it.
        read = "const bytes = Buffer.from(await form.arrayBuffer());"
        setup = [*setup, f"const form = new Response(body);\n{read}"]
        body = "bytes"
        kind = 'form.headers.get("Content-Type")' + ("!" if typed else "")
        options = _with_field(options, f'"Content-Type": {kind}')
    if body:
        options = _with_field(options, f'"Content-Length": Buffer.byteLength({body})')
        if request.body is not None:
            # With a string, node would write the fields in the string's encoding.
            body = "Buffer.from(body)"
    block = indent("\n".join(options), "    ")
    promise = "new Promise<IncomingMessage>" if typed else "new Promise"
    setup.append(
        f"const response = await {promise}((resolve, reject) => {{\n"
        f'  request({url}, {{\n{block}\n  }}, resolve).on("error", reject).end({body});\n'
        "});\n"
        "console.log(response.statusCode, await text(response));"
    )
    return "\n\n".join(["\n".join(imports), *setup])


def _with_field(options: list[str], field: str) -> list[str]:
    if options[-1].startswith("headers"):
        return [*options[:-1], f"{options[-1].removesuffix('},')}  {field},\n}},"]
    return [*options, f"headers: {{\n  {field},\n}},"]
