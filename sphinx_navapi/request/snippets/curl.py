"""Code samples for curl in bash."""

from __future__ import annotations

import re

from sphinx_navapi.request.encoding import percent_decode, percent_encode
from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.snippets.literals import (
    UNSAFE,
    escaper,
)
from sphinx_navapi.request.snippets.wire import (
    basic_text,
    byte_escapes,
    content_type,
    cookie_text,
    has_dot_segment,
    part_type,
    sent_headers,
    with_boundary,
    written_parts,
)

_GLOB = re.compile(r"[\[\]{}]")
_NAME = re.compile(r"^[A-Za-z0-9._~\[\]-]+\Z")
_SEPARATOR = re.compile(r'[",;\\ ]')

_escape = escaper(
    {"\\": "\\\\", "'": "\\'", "\n": "\n", "\r": "\\r", "\t": "\\t"},
    byte_escapes,
)


def quote(text: str) -> str:
    r"""*text* as one word of bash: ``'…'``, or ``$'…'`` with unsafe characters as escapes.

    Single quotes have no escapes: ``'`` becomes ``'\''``. Line breaks are kept in both forms;
    escapes are bytes of UTF-8, because ``\u`` depends on the locale.
    """
    if UNSAFE.search(text.replace("\n", "")):
        return f"$'{_escape(text)}'"
    return "'" + text.replace("'", "'\\''") + "'"


def render(request: HttpRequest) -> str:
    """A curl command, one option per line.

    The method is omitted if curl chooses it, ``HEAD`` is ``--head``. Text bodies are ``--data``, or
    ``--data-raw``, for which ``@`` has no meaning, text parts ``--form-string``. Each field of a
    form is a separate option.
    """
    headers = sent_headers(request, cookies=False)
    parts: list[str] = []
    if request.parts and all(_expressible(part) for part in request.parts):
        parts = [_form_option(part) for part in request.parts]
    elif request.parts:
        boundary, segments = written_parts(request)
        headers = with_boundary(request, boundary)
        parts = [f"--data-raw {quote(''.join(piece.text for piece in segments))}"]
    options = [f"--header {quote(_header(name, value))}" for name, value in headers]
    if request.basic:
        options.append(f"--user {quote(basic_text(request.basic))}")
    if request.cookies:
        options.append(f"--cookie {quote(cookie_text(request))}")
    has_body = request.body is not None or request.file is not None
    if has_body and content_type(request) is None:
        options.append("--header 'Content-Type:'")
    if request.body is not None:
        options += _data_options(request)
    elif request.file is not None:
        options.append(f"--data-binary {quote('@' + request.file)}")
    first = ["curl", *_switches(request.url), *_method(request, bool(has_body or parts))]
    return " \\\n  ".join([" ".join([*first, quote(request.url)]), *options, *parts])


def _data(text: str) -> str:
    """An option for text, for which ``--data`` would interpret a leading ``@`` as a file."""
    return f"{'--data-raw' if text.startswith('@') else '--data'} {quote(text)}"


def _data_options(request: HttpRequest) -> list[str]:
    """Options for the body, or for the fields of a form: curl joins them with ``&``."""
    body = request.body or ""
    fields = body.split("&")
    is_form = (content_type(request) or "").startswith("application/x-www-form-urlencoded")
    if is_form and all(fields):
        return [_field(field) for field in fields]
    return [_data(body)]


def _field(field: str) -> str:
    """An option for a field, decoded if curl encodes its value in the same way.

    curl leaves names as they are. Brackets in them mean the same if encoded or not.
    """
    encoded, _, value = field.partition("=")
    name, text = percent_decode(encoded), percent_decode(value)
    is_readable = "%" in field and "=" in field and percent_encode(text) == value
    if is_readable and _NAME.search(name):
        return f"--data-urlencode {quote(f'{name}={text}')}"
    return _data(field)


def _switches(url: str) -> list[str]:
    return (["--globoff"] if _GLOB.search(url) else []) + (
        ["--path-as-is"] if has_dot_segment(url) else []
    )


def _method(request: HttpRequest, has_body: bool) -> list[str]:
    if request.method == "HEAD" and not has_body:
        return ["--head"]
    if request.method == "GET" and not has_body:
        return []
    return ["--request", request.method]


def _header(name: str, value: str) -> str:
    """``Name: value``; curl sends an empty field only for ``Name;``."""
    return f"{name}: {value}" if value else f"{name};"


def _expressible(part: Part) -> bool:
    """Whether ``--form`` supports its name: names end at the first ``=``. Files need ``--form``."""
    return "=" not in part.name or part.filename is not None


def _form_option(part: Part) -> str:
    if part.filename is not None:
        field = f"{part.name}=@{_word(part.filename)};type={part_type(part) or ''}"
        return f"--form {quote(field + _fields(part))}"
    if part.content_type or part.headers:
        kind = f";type={part.content_type}" if part.content_type else ""
        field = f"{part.name}={_quoted(part.text)}{kind}{_fields(part)}"
        return f"--form {quote(field)}"
    return f"--form-string {quote(part.name + '=' + part.text)}"


def _fields(part: Part) -> str:
    """Header fields of the part in the syntax of ``--form``."""
    return "".join(f";headers={_quoted(f'{name}: {value}')}" for name, value in part.headers)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _word(filename: str) -> str:
    """A file name in the syntax of ``--form``: in double quotes if it contains separators."""
    if not _SEPARATOR.search(filename):
        return filename
    return _quoted(filename)
