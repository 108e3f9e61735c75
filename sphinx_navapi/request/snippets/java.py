"""Code samples for Java with java.net.http."""

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
    sent_headers,
    with_boundary,
    written_parts,
)

# `\u000a` would be a line break before the string is parsed, so octal escapes below 256.
_escape = escaper(
    {**COMMON_ESCAPES, '"': '\\"'},
    lambda code: f"\\{code:03o}" if code < 0x100 else four_hex(code),
)

#: A line that does not start with a space of any width.
_AT_MARGIN = re.compile(r"^[^ \xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LAST_BLANK = re.compile(r" (?=\n|\Z)")


def quote(text: str) -> str:
    """*text* as a string literal, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str, prefix: str) -> str:
    r'''*text* as a text block, indented by *prefix*, where it has several lines.

    Backslashes, ``"""`` and spaces at the end of a line are escaped. The compiler removes
    the indentation that all lines have in common: text without a line at the margin
    becomes one line.
    '''
    lines = text.split("\n")
    at_margin = any(_AT_MARGIN.search(line) for line in lines)
    if not is_block(text) or not at_margin or "\t" in text:
        return quote(text)
    # Otherwise the fence would include a quote at the end of the text.
    last = '\\"' if text.endswith('"') else ""
    block = text.removesuffix('"').replace("\\", "\\\\").replace('"""', '\\"\\"\\"') + last
    block = _LAST_BLANK.sub(lambda match: "\\s", block)
    end = prefix if block.endswith("\n") else ""
    return f'"""\n{indent(block, prefix)}{end}"""'


def render(request: HttpRequest) -> str:
    """A class for Java 16 and later; multipart bodies are assembled from their pieces."""
    headers = sent_headers(request)
    imports = {
        "java.net.URI",
        "java.net.http.HttpClient",
        "java.net.http.HttpRequest",
        "java.net.http.HttpResponse.BodyHandlers",
    }
    if request.file is not None or any(part.filename is not None for part in request.parts):
        imports.add("java.nio.file.Path")
    body: list[str] = []
    publisher = ""
    if request.body is not None:
        body = [f"String body = {quote_body(request.body, ' ' * 12)};"]
        publisher = "BodyPublishers.ofString(body)"
    elif request.file is not None:
        publisher = _of_file(request.file)
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        joined = ",\n            ".join(_of_segment(piece) for piece in segments)
        body = [f"var body = BodyPublishers.concat(\n            {joined});"]
        publisher = "body"
    method = ".GET()"
    if publisher or request.method != "GET":
        method = f".method({quote(request.method)}, {publisher or 'BodyPublishers.noBody()'})"
        if publisher and request.method in ("POST", "PUT"):
            method = f".{request.method}({publisher})"
        imports.add("java.net.http.HttpRequest.BodyPublishers")
    fields = [f".header({quote(name)}, {quote(value)})" for name, value in headers]
    if request.basic:
        imports.update(("java.nio.charset.StandardCharsets", "java.util.Base64"))
        user = f"{quote(basic_text(request.basic))}.getBytes(StandardCharsets.UTF_8)"
        body.append(f"String credentials = Base64.getEncoder().encodeToString({user});")
        fields.append('.header("Authorization", "Basic " + credentials)')
    chain = [
        f"HttpRequest request = HttpRequest.newBuilder(URI.create({quote(request.url)}))",
        *(f"    {field}" for field in fields),
        f"    {method}",
        "    .build();",
    ]
    return _program(imports, [*body, *chain])


def _program(imports: set[str], lines: list[str]) -> str:
    """A class that runs *lines*, which create a request, sends it and prints the response."""
    imported = "\n".join(f"import {name};" for name in sorted(imports))
    last = [
        "var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());",
        'System.out.println(response.statusCode() + " " + response.body());',
    ]
    return (
        f"{imported}\n\npublic class Main {{\n"
        "    public static void main(String[] arguments) throws Exception {\n"
        + "".join(f"        {line}\n" for line in [*lines, *last])
        + "    }\n}"
    )


def _of_segment(piece: Segment) -> str:
    if piece.file:
        return _of_file(piece.text)
    return f"BodyPublishers.ofString({quote(piece.text)})"


def _of_file(filename: str) -> str:
    return f"BodyPublishers.ofFile(Path.of({quote(filename)}))"
