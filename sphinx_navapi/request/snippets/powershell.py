"""Code samples for PowerShell with Invoke-WebRequest."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.literals import (
    UNSAFE,
    escaper,
    indent,
    is_block,
)
from sphinx_navapi.request.snippets.wire import (
    Segment,
    basic_text,
    sent_headers,
    with_boundary,
    written_parts,
)

#: PowerShell treats typographic quotes like ASCII ones (language specification, 2.3.5.2).
_SINGLE = "'\u2018\u2019\u201a\u201b"

_QUOTE = re.compile(f"[{_SINGLE}]")
_END = re.compile(f"^[{_SINGLE}]@")

_escape = escaper(
    {
        "`": "``", "$": "`$", "\n": "`n", "\r": "`r", "\t": "`t",
        '"': '`"', "\u201c": "`\u201c", "\u201d": "`\u201d", "\u201e": "`\u201e",
    },
    lambda code: f"`u{{{code:x}}}",
)  # fmt: skip

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def quote(text: str) -> str:
    """*text* in single quotes, doubled inside; escaped in double quotes if it is unsafe."""
    if UNSAFE.search(text):
        return f'"{_escape(text)}"'
    return "'" + _QUOTE.sub(lambda match: match[0] + match[0], text) + "'"


def quote_body(text: str) -> str:
    """*text* as a here-string if it has several lines and none ends it."""
    if is_block(text) and not any(_END.search(line) for line in text.split("\n")):
        return f"@'\n{text}\n'@"
    return quote(text)


def render(request: HttpRequest) -> str:
    """A script for PowerShell 7.

    Bodies are passed as bytes of UTF-8: strings were sent as Latin-1 before 7.4.
    ``Invoke-WebRequest`` returns the original text; ``Invoke-RestMethod`` would parse it.
    """
    headers = sent_headers(request)
    setup: list[str] = []
    body = ""
    if request.body is not None:
        setup.append(f"$body = {quote_body(request.body)}")
        body = "[Text.Encoding]::UTF8.GetBytes($body)"
    elif request.file is not None:
        body = f"[IO.File]::ReadAllBytes({_path(request.file)})"
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        pieces = [f"    {_bytes(piece)}" for piece in segments]
        setup.append("[byte[]] $body = @(\n" + "\n".join(pieces) + "\n)")
        body = "$body"
    if request.basic:
        encoded = f"[Text.Encoding]::UTF8.GetBytes({quote(basic_text(request.basic))})"
        setup.append(f"$credentials = [Convert]::ToBase64String({encoded})")
    settings = _settings(request, headers, body)
    setup.append("$request = @{\n" + indent("\n".join(settings), "    ") + "\n}")
    return (
        "\n".join(setup)
        + "\n\n$response = Invoke-WebRequest @request\n"
        + '"$($response.StatusCode) $($response.Content)"'
    )


def _settings(request: HttpRequest, headers: tuple[tuple[str, str], ...], body: str) -> list[str]:
    """The arguments of ``Invoke-WebRequest``; *body*: its expression, or empty."""
    method = "Method" if request.method in _METHODS else "CustomMethod"
    settings = [f"Uri = {quote(request.url)}", f"{method} = {quote(request.method)}"]
    rows = [
        f"{quote(name)} = {quote(value)}"
        for name, value in headers
        if name.lower() != "content-type"
    ]
    if request.basic:
        rows.append("'Authorization' = \"Basic $credentials\"")
    if rows:
        settings.append("Headers = @{\n" + indent("\n".join(rows), "    ") + "\n}")
    kind = next((v for k, v in headers if k.lower() == "content-type"), "")
    if kind:
        settings.append(f"ContentType = {quote(kind)}")
    if body:
        settings.append(f"Body = {body}")
    return [*settings, "SkipHeaderValidation = $true", "SkipHttpErrorCheck = $true"]


def _bytes(piece: Segment) -> str:
    if piece.file:
        return f"[IO.File]::ReadAllBytes({_path(piece.text)})"
    return f"[Text.Encoding]::UTF8.GetBytes({quote(piece.text)})"


def _path(filename: str) -> str:
    """A path below the current location, which .NET does not use."""
    return f"(Join-Path $PWD {quote(filename)})"
