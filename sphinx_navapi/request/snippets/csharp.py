"""Code samples for C# with HttpClient."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.quoting import (
    COMMON_ESCAPES,
    escaper,
    four_hex,
    indent,
    is_block,
)
from sphinx_navapi.request.snippets.wire import (
    Segment,
    basic_text,
    has_dot_segment,
    has_plain_names,
    part_type,
    sent_headers,
    with_boundary,
    written_parts,
)

# `\x` takes one to four digits and would swallow what follows.
_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, four_hex)

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
    """*text* as a raw string literal (C# 11), indented, where it has several lines.

    It is fenced by one double quote more than it has in a row, three at least.
    """
    if not is_block(text):
        return quote(text)
    longest = max((len(run) for run in _QUOTES.findall(text)), default=0)
    fence = '"' * max(3, longest + 1)
    return f"{fence}\n{indent(text, '    ')}\n    {fence}"


def render(request: HttpRequest) -> str:
    """Top-level statements for .NET 7 and later.

    Fields are added without validation: ``Add`` would parse and rewrite known ones.
    """
    headers = sent_headers(request)
    setup: list[str] = []
    content = ""
    if request.body is not None:
        content = f"new StringContent({quote_body(request.body)})"
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
        *_fields(request, headers, content),
        "",
        "using var response = await client.SendAsync(request);",
        "var text = await response.Content.ReadAsStringAsync();",
        'Console.WriteLine($"{(int)response.StatusCode} {text}");',
    ]
    using = {"System", "System.Net.Http"}
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


def _fields(request: HttpRequest, headers: tuple[tuple[str, str], ...], content: str) -> list[str]:
    """Statements for header fields and the content; *content*: its expression, or empty."""
    of_content = [(k, v) for k, v in headers if k.lower() in _CONTENT_FIELDS]
    fields = [
        f"request.Headers.TryAddWithoutValidation({quote(name)}, {quote(value)});"
        for name, value in headers
        if name.lower() not in _CONTENT_FIELDS
    ]
    if request.basic:
        name = quote("Authorization")
        fields.append(f'request.Headers.TryAddWithoutValidation({name}, "Basic " + credentials);')
    if content or of_content:
        fields.append(f"request.Content = {content or 'new ByteArrayContent([])'};")
    if request.body is not None or any(k.lower() == "content-type" for k, _ in of_content):
        fields.append('request.Content.Headers.Remove("Content-Type");')
    rest = [
        f"request.Content.Headers.TryAddWithoutValidation({quote(name)}, {quote(value)});"
        for name, value in of_content
    ]
    return [*fields, *rest]


def _method(request: HttpRequest) -> str:
    known = _METHODS.get(request.method)
    return f"new HttpMethod({quote(request.method)})" if known is None else f"HttpMethod.{known}"


def _uri(url: str) -> str:
    if not has_dot_segment(url):
        return quote(url)
    options = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }"
    return f"new Uri({quote(url)}, {options})"


def _client(request: HttpRequest, headers: tuple[tuple[str, str], ...]) -> str:
    """A client; the default one refuses values beyond ASCII and keeps cookies of its own."""
    settings: list[str] = []
    if request.cookies:
        settings.append("UseCookies = false")
    if any(not value.isascii() for _, value in headers):
        settings.append("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8")
    if not settings:
        return "new HttpClient()"
    return f"new HttpClient(new SocketsHttpHandler {{ {', '.join(settings)} }})"


def _form(request: HttpRequest) -> list[str]:
    """Parts of a ``MultipartFormDataContent``, names in quotes, as other clients write them."""
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


CLIENT = Client(
    id="csharp",
    label="C#",
    highlight="csharp",
    aliases=("c#", "cs", "dotnet", ".net"),
    render=render,
)
