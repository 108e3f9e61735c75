"""Code samples for PHP with its curl extension."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    UNSAFE,
    escaper,
    form_fields,
    has_odd_key,
    indent,
    is_block,
    json_body,
    json_literal,
)
from sphinx_navapi.request.snippets.wire import (
    basic_text,
    content_type,
    has_dot_segment,
    has_plain_names,
    has_typed_text,
    part_type,
    sent_headers,
    with_boundary,
    written_parts,
)

_MARKER = re.compile(r"^[ \t]*BODY")

_WORDS = {"{": "[", "}": "]", "{}": "new stdClass()"}

_escape = escaper({**COMMON_ESCAPES, '"': '\\"', "$": "\\$"}, lambda code: f"\\u{{{code:x}}}")


def quote(text: str) -> str:
    """*text* in single quotes; in double quotes, escaped, if it contains unsafe characters."""
    if UNSAFE.search(text):
        return f'"{_escape(text)}"'
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def quote_body(text: str) -> str:
    """*text* as a nowdoc if it has several lines and none starts with its marker."""
    if is_block(text) and not any(_MARKER.search(line) for line in text.split("\n")):
        return f"<<<'BODY'\n{text}\nBODY"
    return quote(text)


def render(request: HttpRequest) -> str:
    """A script for PHP 7.3 and later.

    JSON and forms are arrays if these are sent as exactly that. Parts not supported in an array for
    ``CURLOPT_POSTFIELDS`` (duplicate names, text with a type, names that need an escape) are
    assembled by hand.
    """
    headers = sent_headers(request)
    setup = ""
    body = ""
    value = _value(request)
    if value:
        body = indent(value, "    ").strip()
    elif request.body is not None:
        setup = f"$body = {quote_body(request.body)};\n\n"
        body = "$body"
    elif request.file is not None:
        body = _contents(request.file)
    elif request.parts and _fits_array(request):
        body = "[\n" + "".join(_row(part) for part in request.parts) + "    ]"
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        pieces = [_contents(s.text) if s.file else quote(s.text) for s in segments]
        setup = "$body = " + "\n    . ".join(pieces) + ";\n\n"
        body = "$body"
    return (
        f"<?php\n\n{setup}$curl = curl_init({quote(request.url)});\n"
        "curl_setopt_array($curl, [\n"
        + "".join(f"    {option}\n" for option in _options(request, headers, body))
        + "]);\n"
        "$text = curl_exec($curl);\n"
        "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, PHP_EOL;"
    )


def _value(request: HttpRequest) -> str:
    """The body as an expression if it is a PHP array; or empty."""
    text = json_body(request, 4)
    # A numeric key would be one of a list.
    if text and not has_odd_key(text):
        literal = json_literal(text, quote, lambda name: f"{quote(name)} =>", _WORDS)
        return f"json_encode({literal})"
    rows = [f"    {quote(name)} => {quote(value)},\n" for name, value in form_fields(request)]
    return "http_build_query([\n" + "".join(rows) + "])" if rows else ""


def _contents(filename: str) -> str:
    return f"file_get_contents({quote(filename)})"


def _row(part: Part) -> str:
    """A part as an entry of the array."""
    value = quote(part.text)
    if part.filename is not None:
        name = quote(part.filename)
        value = f"new CURLFile({name}, {quote(part_type(part) or '')}, {name})"
    return f"        {quote(part.name)} => {value},\n"


def _options(request: HttpRequest, headers: tuple[tuple[str, str], ...], body: str) -> list[str]:
    """The options for curl; *body*: its expression, or empty."""
    options = [f"CURLOPT_CUSTOMREQUEST => {quote(request.method)},"]
    if request.method == "HEAD" and not body:
        options = ["CURLOPT_NOBODY => true,"]
    fields = [quote(f"{name}: {value}" if value else f"{name};") for name, value in headers]
    if body and not request.parts and content_type(request) is None:
        fields.append("'Content-Type:'")
    if fields:
        lines = "".join(f"        {field},\n" for field in fields)
        options.append(f"CURLOPT_HTTPHEADER => [\n{lines}    ],")
    if request.basic:
        options.append(f"CURLOPT_USERPWD => {quote(basic_text(request.basic))},")
    if has_dot_segment(request.url):
        options.append("CURLOPT_PATH_AS_IS => true,")
    if body:
        options.append(f"CURLOPT_POSTFIELDS => {body},")
    return [*options, "CURLOPT_RETURNTRANSFER => true,"]


def _fits_array(request: HttpRequest) -> bool:
    names = [part.name for part in request.parts]
    return (
        len(set(names)) == len(names) and not has_typed_text(request) and has_plain_names(request)
    )
