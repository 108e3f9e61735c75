"""Code samples for Python with requests or httpx."""

from __future__ import annotations

import re

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    FORM,
    escaper,
    fields_of,
    form_fields,
    hex_or_four,
    is_block,
    json_body,
    json_literal,
)
from sphinx_navapi.request.snippets.wire import (
    has_body,
    has_dot_segment,
    part_type,
    path_and_query,
    sent_headers,
)

_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, hex_or_four)

_FUNCTIONS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
#: Functions of ``httpx`` that take a body.
_WITH_BODY = ("POST", "PUT", "PATCH")
_WORDS = {"true": "True", "false": "False", "null": "None"}
_INTEGER = re.compile(r"^(?:0|[1-9][0-9]{0,15})\Z")


def quote(text: str) -> str:
    r"""*text* as a string literal in double quotes, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str) -> str:
    '''*text* as ``"""…"""`` where it has several lines, raw where it has backslashes.

    Text that triple quotes cannot hold as it is becomes one line.
    '''
    if is_block(text) and '"""' not in text and not text.endswith('"') and not text.endswith("\\"):
        raw = "r" if "\\" in text else ""
        return f'{raw}"""{text}"""'
    return quote(text)


def render(request: HttpRequest) -> str:
    """A script that calls ``requests``."""
    return _script(request, "requests")


def render_httpx(request: HttpRequest) -> str:
    """A script that calls ``httpx``."""
    return _script(request, "httpx")


def _script(request: HttpRequest, library: str) -> str:
    """A script that calls ``requests`` or ``httpx``, whose calls only differ in a few names.

    Query, JSON and forms are Python values if these are sent as exactly that, other text is sent
    unchanged. Header values beyond ASCII are passed as bytes, because neither library would encode
    them as UTF-8.
    """
    url, query = _address(request.url)
    setup = [f"url = {quote(url)}"]
    arguments = ["url"]
    if query:
        setup.append(f"params = {_dict(query)}")
        arguments.append("params=params")
    body, argument, implied = _body(request, library)
    headers = [
        f"{quote(name)}: {_header_value(value)}"
        for name, value in sent_headers(request)
        if name.lower() != "content-type" or value != implied
    ]
    if headers:
        setup.append(f"headers = {_dict(headers)}")
        arguments.append("headers=headers")
    if request.basic:
        user, password = (_header_value(text) for text in request.basic)
        arguments.append(f"auth=({user}, {password})")
    if body:
        setup.append(body)
        arguments.append(argument)
    return (
        f"import {library}\n\n"
        + "\n".join(setup)
        + f"\n\n{_call(request, library, arguments)}\n"
        + "print(response.status_code, response.text)"
    )


def _address(url: str) -> tuple[str, list[str]]:
    """The URL, and the query as entries of a dict if both libraries write it unchanged."""
    base, _, query = url.partition("?")
    # They write a space as `+`, and a separate query does not work with dot segments in the path.
    fields = [] if "%20" in query or has_dot_segment(url) else fields_of(query)
    rows = [f"{quote(name)}: {_field(value)}" for name, value in fields]
    return (base if rows else url, rows)


def _field(value: str) -> str:
    return value if _INTEGER.search(value) else quote(value)


def _dict(rows: list[str]) -> str:
    if len(rows) == 1:
        return f"{{{rows[0]}}}"
    return "{\n" + "".join(f"    {row},\n" for row in rows) + "}"


def _body(request: HttpRequest, library: str) -> tuple[str, str, str]:
    """The statement that sets the body, the argument for it, and the type that it implies."""
    if request.parts:
        rows = [f"    ({quote(part.name)}, {_part(part)}),\n" for part in request.parts]
        return ("files = [\n" + "".join(rows) + "]", "files=files", "")
    keyword = "data" if library == "requests" else "content"
    if request.file is not None:
        return (f'body = open({quote(request.file)}, "rb").read()', f"{keyword}=body", "")
    if request.body is None:
        return ("", "", "")
    value = json_body(request, 4, is_wide=True)
    if value:
        literal = json_literal(value, quote, lambda name: f"{quote(name)}:", _WORDS)
        return (f"body = {literal}", "json=body", "application/json")
    fields = form_fields(request)
    if fields:
        rows = [f"{quote(name)}: {_field(value)}" for name, value in fields]
        return (f"body = {_dict(rows)}", "data=body", FORM)
    # `requests` would encode text as Latin-1.
    is_plain = library == "httpx" or request.body.isascii()
    return (
        f"body = {quote_body(request.body)}",
        f"{keyword}=body{'' if is_plain else '.encode()'}",
        "",
    )


def _call(request: HttpRequest, library: str, arguments: list[str]) -> str:
    """The call.

    A path with dot segments is set separately, because both libraries would resolve it. A method
    in lower case is, too: `requests` would write it in upper case, and `httpx` always does.
    """
    general = ", ".join([quote(request.method), *arguments])
    dotted = has_dot_segment(request.url)
    if dotted and library == "httpx":
        target = f'extensions={{"target": b{quote(path_and_query(request.url))}}}'
        return f"response = httpx.Client().request({general}, {target})"
    as_written = request.method == request.method.upper()
    if library == "requests" and (dotted or not as_written):
        method = "" if as_written else f"request.method = {quote(request.method)}\n"
        url = "request.url = url\n" if dotted else ""
        return (
            f"request = requests.Request({general}).prepare()\n"
            f"{method}{url}response = requests.Session().send(request)"
        )
    is_taken = library == "requests" or not has_body(request) or request.method in _WITH_BODY
    if request.method in _FUNCTIONS and is_taken:
        return f"response = {library}.{request.method.lower()}({', '.join(arguments)})"
    return f"response = {library}.request({general})"


def _header_value(text: str) -> str:
    return quote(text) if text.isascii() else f"{quote(text)}.encode()"


def _part(part: Part) -> str:
    kind = part_type(part)
    if part.filename is not None:
        name = quote(part.filename)
        return f'({name}, open({name}, "rb"), {quote(kind or "")}{_part_fields(part)})'
    if kind or part.headers:
        written = quote(kind) if kind else "None"
        return f"(None, {quote(part.text)}, {written}{_part_fields(part)})"
    return f"(None, {quote(part.text)})"


def _part_fields(part: Part) -> str:
    rows = ", ".join(f"{quote(name)}: {_header_value(value)}" for name, value in part.headers)
    return f", {{{rows}}}" if rows else ""
