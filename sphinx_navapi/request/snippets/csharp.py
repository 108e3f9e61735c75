"""Code samples for C# with HttpClient."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    escaper,
    four_hex,
    indent,
    is_block,
)
from sphinx_navapi.request.snippets.wire import (
    Segment,
    basic_text,
    content_type,
    has_dot_segment,
    has_plain_names,
    part_type,
    sent_headers,
    with_boundary,
    written_parts,
)

# `\x` takes one to four digits and could include following characters.
_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, four_hex)

_PLAIN_TYPE = re.compile(r"^[A-Za-z0-9*][A-Za-z0-9.+*-]*/[A-Za-z0-9*][A-Za-z0-9.+*-]*\Z")
_CREDENTIALS = re.compile(r"^[A-Za-z]+ [A-Za-z0-9._~+/-]+\Z")
_VISIBLE = re.compile(r"^[!-~]+\Z")
_QUOTES = re.compile('"+')

_METHODS = {
    "GET": "Get", "POST": "Post", "PUT": "Put", "PATCH": "Patch", "DELETE": "Delete",
    "HEAD": "Head", "OPTIONS": "Options", "TRACE": "Trace",
}  # fmt: skip
#: Fields that .NET keeps with the content (`HttpContentHeaders`).
_CONTENT_FIELDS = {
    "allow", "content-disposition", "content-encoding", "content-language", "content-location",
    "content-md5", "content-range", "content-type", "expires", "last-modified",
}  # fmt: skip


def quote(text: str) -> str:
    """*text* as a string literal, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str) -> str:
    """*text* as a raw string literal (C# 11), indented, if it has several lines.

    Its fence has one double quote more than the longest run in it, at least three.
    """
    if not is_block(text):
        return quote(text)
    longest = max((len(run) for run in _QUOTES.findall(text)), default=0)
    fence = '"' * max(3, longest + 1)
    return f"{fence}\n{indent(text, '    ')}\n    {fence}"


def render(request: HttpRequest) -> str:
    """Top-level statements for .NET 7 and later.

    Fields are added without validation if ``Add`` could parse and rewrite them.
    """
    headers = sent_headers(request)
    setup: list[str] = []
    content = ""
    is_typed = False
    if request.body is not None:
        kind = content_type(request) or ""
        is_typed = bool(_PLAIN_TYPE.search(kind))
        media = f", new MediaTypeHeaderValue({quote(kind)})" if is_typed else ""
        content = f"new StringContent({quote_body(request.body)}{media})"
    elif request.file is not None:
        content = f"new ByteArrayContent({_bytes(request.file)})"
    elif request.parts and has_plain_names(request):
        setup = _form(request)
        content = "form"
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        pieces = [f"body.Write({_data(piece)});" for piece in segments]
        setup = ["using var body = new MemoryStream();", *pieces]
        content = "new ByteArrayContent(body.ToArray())"
    if request.basic:
        encoded = f"Encoding.UTF8.GetBytes({quote(basic_text(request.basic))})"
        setup.append(f"var credentials = Convert.ToBase64String({encoded});")
    client = _client(request, headers)
    lines = [
        *setup,
        f"using var client = {client};",
        f"using var request = new HttpRequestMessage({_method(request)}, {_uri(request.url)});",
        *_fields(request, headers, content, is_typed),
        "",
        "using var response = await client.SendAsync(request);",
        "var text = await response.Content.ReadAsStringAsync();",
        'Console.WriteLine($"{(int)response.StatusCode} {text}");',
    ]
    using = {"System", "System.Net.Http"}
    if is_typed:
        using.add("System.Net.Http.Headers")
    if request.parts or request.file is not None:
        using.add("System.IO")
    is_by_hand = bool(request.parts) and not has_plain_names(request)
    if request.basic or is_by_hand or "Encoding." in client:
        using.add("System.Text")
    return "\n".join([*(f"using {name};" for name in sorted(using)), "", *lines])


def _bytes(filename: str) -> str:
    return f"File.ReadAllBytes({quote(filename)})"


def _data(piece: Segment) -> str:
    return _bytes(piece.text) if piece.file else f"Encoding.UTF8.GetBytes({quote(piece.text)})"


def _fields(
    request: HttpRequest, headers: tuple[tuple[str, str], ...], content: str, is_typed: bool
) -> list[str]:
    """Statements for header fields and the content.

    :param content: its expression, or empty; *is_typed*: it sets its type itself.
    """
    of_content = [
        (k, v)
        for k, v in headers
        if k.lower() in _CONTENT_FIELDS and not (is_typed and k.lower() == "content-type")
    ]
    fields = [
        f"request.Headers.{_add(name, value)}({quote(name)}, {quote(value)});"
        for name, value in headers
        if name.lower() not in _CONTENT_FIELDS
    ]
    if request.basic:
        name = quote("Authorization")
        fields.append(f'request.Headers.TryAddWithoutValidation({name}, "Basic " + credentials);')
    if content or of_content:
        fields.append(f"request.Content = {content or 'new ByteArrayContent([])'};")
    is_set = request.body is not None and not is_typed
    if is_set or any(k.lower() == "content-type" for k, _ in of_content):
        fields.append('request.Content.Headers.Remove("Content-Type");')
    rest = [
        f"request.Content.Headers.TryAddWithoutValidation({quote(name)}, {quote(value)});"
        for name, value in of_content
    ]
    return [*fields, *rest]


def _add(name: str, value: str) -> str:
    """The method that adds a field unchanged."""
    known = name.lower()
    is_kept = (
        (known == "accept" and _PLAIN_TYPE.search(value))
        or (known == "authorization" and _CREDENTIALS.search(value))
        or (known.startswith("x-") and _VISIBLE.search(value))
    )
    return "Add" if is_kept else "TryAddWithoutValidation"


def _method(request: HttpRequest) -> str:
    known = _METHODS.get(request.method)
    return f"new HttpMethod({quote(request.method)})" if known is None else f"HttpMethod.{known}"


def _uri(url: str) -> str:
    if not has_dot_segment(url):
        return quote(url)
    options = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }"
    return f"new Uri({quote(url)}, {options})"


def _client(request: HttpRequest, headers: tuple[tuple[str, str], ...]) -> str:
    """A client; the default one rejects values beyond ASCII and keeps its own cookies."""
    settings: list[str] = []
    if request.cookies:
        settings.append("UseCookies = false")
    if any(not value.isascii() for _, value in headers):
        settings.append("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8")
    if not settings:
        return "new HttpClient()"
    return f"new HttpClient(new SocketsHttpHandler {{ {', '.join(settings)} }})"


def _form(request: HttpRequest) -> list[str]:
    """Parts of a ``MultipartFormDataContent``, names in quotes, like other clients."""
    lines = ["using var form = new MultipartFormDataContent();"]
    for index, part in enumerate(request.parts):
        name = f"part{index + 1}"
        value = f"new StringContent({quote(part.text)})"
        names = [part.name]
        if part.filename is not None:
            value = f"new ByteArrayContent(File.ReadAllBytes({quote(part.filename)}))"
            names.append(part.filename)
        lines.append(f"var {name} = {value};")
        if part.filename is None:
            lines.append(f'{name}.Headers.Remove("Content-Type");')
        kind = part_type(part)
        if kind:
            field = f'"Content-Type", {quote(kind)}'
            lines.append(f"{name}.Headers.TryAddWithoutValidation({field});")
        quoted = ", ".join(quote(f'"{text}"') for text in names)
        lines.append(f"form.Add({name}, {quoted});")
    return lines
