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

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")
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
    longest = max((len(run) for run in re.findall('"+', text)), default=0)
    fence = '"' * max(3, longest + 1)
    return f"{fence}\n{indent(text, '    ')}\n    {fence}"


def render(request: HttpRequest) -> str:
    """Top-level statements for .NET 7 and later.

    Fields are added without validation: ``Add`` would parse and rewrite known ones.
    """
    headers = sent_headers(request)
    using = {"System", "System.Net.Http"}
    setup: list[str] = []
    content = ""
    if request.body is not None:
        content = f"new StringContent({quote_body(request.body)})"
    elif request.file is not None:
        content = f"new ByteArrayContent(File.ReadAllBytes({quote(request.file)}))"
    elif request.parts and has_plain_names(request):
        setup = _form(request)
        content = "form"
    elif request.parts:
        using.add("System.Text")
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        setup = ["using var body = new MemoryStream();"]
        for piece in segments:
            data = f"Encoding.UTF8.GetBytes({quote(piece.text)})"
            if piece.file:
                data = f"File.ReadAllBytes({quote(piece.text)})"
            setup.append(f"body.Write({data});")
        content = "new ByteArrayContent(body.ToArray())"
    of_content = [(k, v) for k, v in headers if k.lower() in _CONTENT_FIELDS]
    fields = [
        f"request.Headers.TryAddWithoutValidation({quote(name)}, {quote(value)});"
        for name, value in headers
        if name.lower() not in _CONTENT_FIELDS
    ]
    if request.basic:
        using.add("System.Text")
        encoded = f"Encoding.UTF8.GetBytes({quote(basic_text(request.basic))})"
        setup.append(f"var credentials = Convert.ToBase64String({encoded});")
        name = quote("Authorization")
        fields.append(f'request.Headers.TryAddWithoutValidation({name}, "Basic " + credentials);')
    if content or of_content:
        fields.append(f"request.Content = {content or 'new ByteArrayContent([])'};")
    if request.body is not None or any(k.lower() == "content-type" for k, _ in of_content):
        fields.append('request.Content.Headers.Remove("Content-Type");')
    fields += [
        f"request.Content.Headers.TryAddWithoutValidation({quote(name)}, {quote(value)});"
        for name, value in of_content
    ]
    values = [value for _, value in headers]
    client = _client(all(value.isascii() for value in values), bool(request.cookies))
    if "Encoding." in client:
        using.add("System.Text")
    if request.parts or request.file is not None:
        using.add("System.IO")
    target = f"{_method(request.method)}, {_uri(request.url)}"
    lines = [
        *(f"using {name};" for name in sorted(using)),
        "",
        *setup,
        f"using var client = {client};",
        f"using var request = new HttpRequestMessage({target});",
        *fields,
        "",
        "using var response = await client.SendAsync(request);",
        "var text = await response.Content.ReadAsStringAsync();",
        'Console.WriteLine($"{(int)response.StatusCode} {text}");',
    ]
    return "\n".join(lines)


def _method(method: str) -> str:
    if method in _METHODS:
        return f"HttpMethod.{method.capitalize()}"
    return f"new HttpMethod({quote(method)})"


def _uri(url: str) -> str:
    if not has_dot_segment(url):
        return quote(url)
    options = "new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true }"
    return f"new Uri({quote(url)}, {options})"


def _client(is_ascii: bool, has_cookies: bool) -> str:
    """A client; the default one refuses values beyond ASCII and keeps cookies of its own."""
    settings = []
    if has_cookies:
        settings.append("UseCookies = false")
    if not is_ascii:
        settings.append("RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8")
    if not settings:
        return "new HttpClient()"
    return f"new HttpClient(new SocketsHttpHandler {{ {', '.join(settings)} }})"


def _form(request: HttpRequest) -> list[str]:
    """Parts of a ``MultipartFormDataContent``, names in quotes, as other clients write them."""
    lines = ["using var form = new MultipartFormDataContent();"]
    for number, part in enumerate(request.parts, 1):
        name = f"part{number}"
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
