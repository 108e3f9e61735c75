"""Code samples for Python with requests."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.quoting import COMMON_ESCAPES, escaper, hex_or_four, is_block
from sphinx_navapi.request.snippets.wire import has_dot_segment, part_type, sent_headers

_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, hex_or_four)

_FUNCTIONS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


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
    """A script that calls ``requests`` with the whole URL and the body as bytes.

    Header values beyond ASCII are passed as bytes, because ``requests`` would write
    them as Latin-1. A path with dot segments goes into a prepared request, which
    would otherwise resolve them.
    """
    setup = [f"url = {quote(request.url)}"]
    arguments = ["url"]
    headers = sent_headers(request)
    if headers:
        rows = [f"    {quote(name)}: {_header_value(value)},\n" for name, value in headers]
        setup.append("headers = {\n" + "".join(rows) + "}")
        arguments.append("headers=headers")
    if request.basic:
        user, password = (_header_value(text) for text in request.basic)
        arguments.append(f"auth=({user}, {password})")
    if request.body is not None:
        setup.append(f"body = {quote_body(request.body)}")
        arguments.append("data=body.encode()")
    elif request.file is not None:
        setup.append(f'body = open({quote(request.file)}, "rb").read()')
        arguments.append("data=body")
    elif request.parts:
        rows = [f"    ({quote(part.name)}, {_part(part)}),\n" for part in request.parts]
        setup.append("files = [\n" + "".join(rows) + "]")
        arguments.append("files=files")
    return (
        "import requests\n\n"
        + "\n".join(setup)
        + f"\n\n{_call(request, arguments)}\n"
        + ("print(response.status_code, response.text)")
    )


def _call(request: HttpRequest, arguments: list[str]) -> str:
    if has_dot_segment(request.url):
        inner = ", ".join([quote(request.method), *arguments])
        return (
            f"request = requests.Request({inner}).prepare()\n"
            "request.url = url\n"
            "response = requests.Session().send(request)"
        )
    if request.method in _FUNCTIONS:
        return f"response = requests.{request.method.lower()}({', '.join(arguments)})"
    return f"response = requests.request({', '.join([quote(request.method), *arguments])})"


def _header_value(text: str) -> str:
    return quote(text) if text.isascii() else f"{quote(text)}.encode()"


def _part(part: Part) -> str:
    kind = part_type(part)
    if part.filename is not None:
        name = quote(part.filename)
        return f'({name}, open({name}, "rb"), {quote(kind or "")})'
    if kind:
        return f"(None, {quote(part.text)}, {quote(kind)})"
    return f"(None, {quote(part.text)})"


CLIENT = Client(
    id="python",
    label="Python",
    highlight="python",
    aliases=("py", "python3", "requests"),
    render=render,
)
