"""Code samples for JavaScript with fetch, and what TypeScript adds to them."""

from __future__ import annotations

from sphinx_navapi.request.encoding import utf8_as_latin1
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.quoting import (
    COMMON_ESCAPES,
    escaper,
    hex_or_four,
    indent,
    is_block,
)
from sphinx_navapi.request.snippets.wire import (
    basic_base64,
    basic_text,
    has_dot_segment,
    has_typed_text,
    origin,
    part_type,
    path_and_query,
    sent_headers,
    with_boundary,
    written_parts,
)

_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, hex_or_four)

#: Methods that fetch refuses.
_FORBIDDEN = ("TRACE", "CONNECT", "TRACK")


def quote(text: str) -> str:
    """*text* as a string literal in double quotes, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str) -> str:
    r"""*text* as a template literal where it has several lines.

    With backslashes it is ``String.raw`` if that can hold it; otherwise backslashes,
    backticks and ``${`` are escaped. Other text is one line.
    """
    if not is_block(text):
        return quote(text)
    if "`" not in text and "${" not in text and not text.endswith("\\"):
        return f"String.raw`{text}`" if "\\" in text else f"`{text}`"
    escaped = text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"`{escaped}`"


def quote_header(value: str) -> str:
    """A header value: fetch takes a character for each byte, so UTF-8 is written out as bytes."""
    return quote(utf8_as_latin1(value))


def render(request: HttpRequest) -> str:
    """A module for Node 18 and later, and, without files and cookies, for browsers.

    What fetch refuses (a body with ``GET`` or ``HEAD``, ``TRACE``, a path with dot
    segments) is sent by ``node:http``.
    """
    return render_module(request, typed=False)


def render_module(request: HttpRequest, *, typed: bool) -> str:
    """The sample of `render`; *typed*: with the types of TypeScript."""
    headers = sent_headers(request)
    imports: list[str] = []
    setup: list[str] = []
    if request.parts and not _fits_form_data(request):
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        pieces = [_bytes(s.text) if s.file else quote(s.text) for s in segments]
        rows = "".join(f"  {piece},\n" for piece in pieces)
        setup.append(f"const body{': Blob' if typed else ''} = new Blob([\n{rows}]);")
    elif request.parts:
        setup += _form_data(request, typed)
    elif request.body is not None:
        setup.append(f"const body{': string' if typed else ''} = {quote_body(request.body)};")
    elif request.file is not None:
        setup.append(f"const body = {_bytes(request.file)};")
    if request.file is not None or any(part.filename is not None for part in request.parts):
        imports.append('import { readFile } from "node:fs/promises";')
    options = [f"method: {quote(request.method)},"]
    rows = "".join(f"  {_key(name)}: {quote_header(value)},\n" for name, value in headers)
    if request.basic:
        rows += f'  "Authorization": {_basic(request.basic)},\n'
    if rows:
        options.append("headers: {\n" + rows + "},")
    if _is_refused(request, bool(setup)):
        return _by_node(request, imports, setup, options, typed)
    if setup:
        options.append("body,")
    arguments = quote(request.url)
    if request.method != "GET" or len(options) > 1:
        arguments += ", {\n" + indent("\n".join(options), "  ") + "\n}"
    setup.append(
        f"const response{': Response' if typed else ''} = await fetch({arguments});\n"
        f"{_print('response.status', 'response.text()', typed)}"
    )
    return "\n\n".join(["\n".join(imports), *setup] if imports else setup)


def _print(status: str, text: str, typed: bool) -> str:
    if typed:
        return f"const text: string = await {text};\nconsole.log({status}, text);"
    return f"console.log({status}, await {text});"


def _key(name: str) -> str:
    return '["__proto__"]' if name == "__proto__" else quote(name)


def _basic(basic: tuple[str, str]) -> str:
    text = basic_text(basic)
    if text.isascii():
        return f'"Basic " + btoa({quote(text)})'
    return quote(f"Basic {basic_base64(basic)}")


def _bytes(filename: str) -> str:
    return f"await readFile({quote(filename)})"


def _fits_form_data(request: HttpRequest) -> bool:
    """Whether ``FormData`` sends the parts as they are: it makes every line break CRLF."""
    texts = [part.text for part in request.parts if part.filename is None]
    return not has_typed_text(request) and not any("\n" in t or "\r" in t for t in texts)


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


def _is_refused(request: HttpRequest, has_body: bool) -> bool:
    return (
        (has_body and request.method in {"GET", "HEAD"})
        or request.method in _FORBIDDEN
        or has_dot_segment(request.url)
    )


def _by_node(
    request: HttpRequest, imports: list[str], setup: list[str], options: list[str], typed: bool
) -> str:
    """The request by ``node:http`` or ``node:https``, which send what they are told.

    They add no ``Content-Length`` to a body where they expect none.
    """
    module = "https" if request.url.startswith("https:") else "http"
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
    body = "body" if setup else ""
    if request.parts:
        # A Response chooses the boundary of FormData and writes it out.
        read = "const bytes = Buffer.from(await form.arrayBuffer());"
        setup = [*setup, f"const form = new Response(body);\n{read}"]
        body = "bytes"
        if _fits_form_data(request):
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


CLIENT = Client(
    id="javascript",
    label="JavaScript",
    highlight="javascript",
    aliases=("js", "node", "nodejs", "node.js", "fetch"),
    render=render,
)
