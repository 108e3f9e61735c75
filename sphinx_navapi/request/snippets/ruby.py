"""Code samples for Ruby with net/http."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    FORM,
    escaper,
    form_fields,
    hex_or_four,
    is_block,
    json_body,
    json_literal,
)
from sphinx_navapi.request.snippets.wire import (
    has_plain_names,
    has_typed_text,
    part_type,
    sent_headers,
    with_boundary,
    written_parts,
)

_escape_plain = escaper(
    {**COMMON_ESCAPES, '"': '\\"'},
    # `\x80` would be a single byte, so use four digits from there on.
    lambda code: hex_or_four(code) if code < 0x80 else f"\\u{code:04x}",
)

_SYMBOL = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*\Z")
_INTERPOLATED = re.compile("#(?=[{$@])")

_CLASSES = {
    "GET": "Get", "HEAD": "Head", "POST": "Post", "PUT": "Put", "DELETE": "Delete",
    "OPTIONS": "Options", "PATCH": "Patch", "TRACE": "Trace",
}  # fmt: skip
_WITH_BODY = ("POST", "PUT", "DELETE", "OPTIONS", "PATCH")


def quote(text: str) -> str:
    """*text* in double quotes, on one line, without interpolation."""
    return '"' + _INTERPOLATED.sub(lambda match: "\\#", _escape_plain(text)) + '"'


def quote_body(text: str) -> str:
    """*text* as a raw heredoc if it has several lines and none is its marker."""
    if is_block(text) and "BODY" not in text.split("\n"):
        return f"<<'BODY'.chomp\n{text}\nBODY"
    return quote(text)


def render(request: HttpRequest) -> str:
    """A script; ``chomp`` removes the line break that a heredoc adds.

    Methods without a class, and those whose class takes no body, are written as a generic request.
    JSON and forms are hashes if these are sent as exactly that. Parts not supported by ``set_form``
    are assembled by hand.
    """
    headers = sent_headers(request)
    lines: list[str] = []
    after: list[str] = []
    implied = ""
    json = json_body(request, 2, is_wide=True)
    fields = form_fields(request)
    if json:
        literal = json_literal(json, quote, _key, {"null": "nil"})
        after.append(f"request.body = {literal}.to_json")
    elif fields:
        implied = FORM
        rows = [f"  {quote(name)} => {quote(value)},\n" for name, value in fields]
        after.append("request.set_form_data({\n" + "".join(rows) + "})")
    elif request.body is not None:
        after.append(f"request.body = {quote_body(request.body)}")
    elif request.file is not None:
        after.append(f"request.body = File.binread({quote(request.file)})")
    elif request.parts and not has_typed_text(request) and has_plain_names(request):
        rows = [f"  {_part(part)},\n" for part in request.parts]
        after.append("request.set_form([\n" + "".join(rows) + '], "multipart/form-data")')
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        pieces = [
            f"  File.binread({quote(s.text)}),\n" if s.file else f"  {quote(s.text)}.b,\n"
            for s in segments
        ]
        after.append("request.body = [\n" + "".join(pieces) + "].join")
    lines.append(f"request = {_new_request(request.method, bool(after))}")
    lines += [
        f"request[{quote(name)}] = {quote(value)}"
        for name, value in headers
        if name.lower() != "content-type" or value != implied
    ]
    if request.basic:
        user, password = request.basic
        lines.append(f"request.basic_auth({quote(user)}, {quote(password)})")
    return (
        ('require "json"\n' if json else "")
        + f'require "net/http"\n\nuri = URI({quote(request.url)})\n'
        + "\n".join([*lines, *after])
        + "\n\nresponse = Net::HTTP.start(uri.hostname, uri.port, "
        'use_ssl: uri.scheme == "https") do |http|\n  http.request(request)\nend\n'
        "puts response.code, response.body"
    )


def _new_request(method: str, has_body: bool) -> str:
    known = _CLASSES.get(method)
    if known is not None and (not has_body or method in _WITH_BODY):
        return f"Net::HTTP::{known}.new(uri)"
    takes = "true" if has_body else "false"
    return f"Net::HTTPGenericRequest.new({quote(method)}, {takes}, true, uri)"


def _key(name: str) -> str:
    return f"{name if _SYMBOL.search(name) else quote(name)}:"


def _part(part: Part) -> str:
    if part.filename is None:
        return f"[{quote(part.name)}, {quote(part.text)}]"
    name, kind = quote(part.filename), quote(part_type(part) or "")
    return (
        f'[{quote(part.name)}, File.open({name}, "rb"), '
        f"{{ filename: {name}, content_type: {kind} }}]"
    )
