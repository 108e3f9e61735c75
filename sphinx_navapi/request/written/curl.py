"""Requests in commands of curl, in the syntax of a Unix shell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl, quote

from sphinx_navapi.request.written.values import (
    HOLE,
    Unset,
    WrittenRequest,
    json_body,
    with_holes,
)

#: Options of one letter: those with a value, and those without (curl's manual).
_LETTERS_WITH_VALUE: Final = frozenset("AbcCDeEFhHKmoPQrtTuUwxXyYzd")
_LETTERS: Final = frozenset("0123456aBfgGiIjJkLlMnNOpqRsSvV#:")

_WITH_VALUE: Final = frozenset(
    {
        "request", "header", "data", "data-raw", "data-binary", "data-ascii", "data-urlencode",
        "json", "form", "form-string", "url", "url-query", "upload-file", "user", "user-agent",
        "cookie", "cookie-jar", "output", "output-dir", "write-out", "max-time", "connect-timeout",
        "retry", "retry-delay", "retry-max-time", "proxy", "referer", "cacert", "cert", "key",
        "cert-type", "resolve", "limit-rate", "oauth2-bearer", "range", "dump-header", "config",
        "aws-sigv4", "max-redirs", "interface", "proto", "trace-ascii", "trace", "keepalive-time",
    }
)  # fmt: skip
_FLAGS: Final = frozenset(
    {
        "silent", "show-error", "include", "verbose", "location", "insecure", "fail",
        "fail-with-body", "fail-early", "globoff", "no-buffer", "compressed", "http1.1", "http2",
        "http3", "path-as-is", "remote-name", "remote-header-name", "progress-bar",
        "no-progress-meter", "basic", "digest", "anyauth", "location-trusted", "get", "head",
        "tlsv1.2", "tlsv1.3", "ipv4", "ipv6", "parallel", "create-dirs", "retry-all-errors",
        "retry-connrefused", "raw", "styled-output", "no-styled-output", "post301", "post302",
    }
)  # fmt: skip
_LONG: Final = {
    "X": "request", "H": "header", "d": "data", "F": "form", "u": "user", "T": "upload-file",
    "A": "user-agent", "b": "cookie", "e": "referer", "G": "get", "I": "head", "K": "config",
}  # fmt: skip

#: Headers that other options set.
_HEADERS: Final = {
    "user": "authorization", "oauth2-bearer": "authorization", "user-agent": "user-agent",
    "cookie": "cookie", "referer": "referer",
}  # fmt: skip

_PROMPT: Final = re.compile(r"^[ \t]*[$%>][ \t]+(?=curl\b)", re.MULTILINE)
_TEMPLATE: Final = re.compile(r"<[A-Za-z_][\w .-]*>")
_VARIABLE: Final = re.compile(r"\$(?:\w+|\{[^{}]*\}|[?#@*!$-])")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}

#: A line that ends a command, as a word of it.
_END: Final = "\n"


def read(code: str) -> Iterator[WrittenRequest]:
    """The requests of *code*; a command with an option that is not known is left out."""
    command: list[str] = []
    start = 0
    for word, line in [*_words(_PROMPT.sub(lambda m: " " * len(m[0]), code)), (_END, 0)]:
        if word == _END:
            if command[:1] == ["curl"]:
                request = _Command(start).read(command[1:])
                if request is not None:
                    yield request
            command = []
        elif command or not re.fullmatch(r"\w+=.*", word, re.DOTALL):  # NAME=value curl …
            start = start if command else line
            command.append(word)


def _words(code: str) -> Iterator[tuple[str, int]]:
    """The words of all commands, each with its line; `_END` between commands."""
    at, line, size = 0, 0, len(code)
    word: str | None = None
    begun = 0
    while at < size:
        char = code[at]
        ahead = code[at : at + 2]
        if ahead in ("\\\n", "^\n", "`\n"):
            line, at = line + 1, at + 2
            continue
        template = _TEMPLATE.match(code, at) if char == "<" else None
        if char in " \t\n;|&()<>" and template is None:
            if word is not None:
                yield word, begun
                word = None
            if char in "\n;|&":
                yield _END, line
            if ahead == "<<":
                return  # the text of a here-document is no command
            line += char == "\n"
            at += 1
            continue
        if char == "#" and word is None:
            end = code.find("\n", at)
            at = size if end < 0 else end
            continue
        if word is None:
            word, begun = "", line
        text, at = (HOLE, template.end()) if template is not None else _piece(code, at)
        if text is None:
            return  # a quote that nothing closes
        word += text
        line = code.count("\n", 0, at)
    if word is not None:
        yield word, begun


def _piece(code: str, at: int) -> tuple[str | None, int]:
    """The text that begins at *at*, and where it ends; ``None`` if it has no end."""
    if code.startswith("$'", at):
        match = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL).match(code, at)
        if match is None:
            return None, at
        decoded = re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), match[1], flags=re.DOTALL)
        return decoded, match.end()
    if code[at] == "'":
        end = code.find("'", at + 1)
        return (None, at) if end < 0 else (code[at + 1 : end], end + 1)
    if code[at] == '"':
        match = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL).match(code, at)
        if match is None:
            return None, at
        text = re.sub(r"\$\([^()]*\)|`[^`]*`", HOLE, match[1])
        text = re.sub(r"(?<!\\)" + _VARIABLE.pattern, HOLE, text)
        return re.sub(r'\\(["\\$`\n])', lambda m: "" if m[1] == "\n" else m[1], text), match.end()
    if code[at] == "\\":
        return code[at + 1 : at + 2], at + 2
    match = _VARIABLE.match(code, at)
    if match is not None:
        return HOLE, match.end()
    if code.startswith("$(", at):
        end = code.find(")", at)
        return (None, at) if end < 0 else (HOLE, end + 1)
    return code[at], at + 1


@dataclass(slots=True)
class _Command:
    """One command, read option by option."""

    line: int
    method: str = ""
    url: str = ""
    is_get: bool = False
    is_head: bool = False
    is_form: bool = False
    is_upload: bool = False
    is_sure: bool = True
    data: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    query: list[str] = field(default_factory=list)

    def read(self, words: list[str]) -> WrittenRequest | None:
        """The request; ``None`` if an option is unknown, or there is not one URL."""
        rest = iter(words)
        for word in rest:
            if word.startswith("--") and len(word) > 2:
                name, value = word[2:], None
                if name in _WITH_VALUE:
                    value = next(rest, None)
                    if value is None:
                        return None
                elif name not in _FLAGS:
                    return None
                self._option(name, value or "")
            elif word.startswith("-") and len(word) > 1:
                if not self._letters(word[1:], rest):
                    return None
            elif self.url:
                return None
            else:
                self.url = word
        return self._request() if self.url and self.is_sure else None

    def _letters(self, letters: str, rest: Iterator[str]) -> bool:
        for at, letter in enumerate(letters):
            if letter in _LETTERS_WITH_VALUE:
                value = letters[at + 1 :] or next(rest, None)
                if value is None:
                    return False
                self._option(_LONG.get(letter, ""), value)
                return True
            if letter not in _LETTERS:
                return False
            self._option(_LONG.get(letter, ""), "")
        return True

    def _option(self, name: str, value: str) -> None:
        if name == "request":
            self.method = value
        elif name == "header":
            # `X-Empty;` sends an empty value.
            key, _, rest = value.partition(":") if ":" in value else value.partition(";")
            self.headers[key.strip().lower()] = with_holes(rest.strip())
        elif name in _HEADERS:
            self.headers[_HEADERS[name]] = HOLE
        elif name == "url":
            self.is_sure = self.is_sure and not self.url
            self.url = value
        elif name == "url-query":
            self.query.append(value)
        elif name in ("form", "form-string"):
            self.is_form = True
        elif name == "upload-file":
            self.is_upload = True
        elif name == "config":
            self.is_sure = False
        elif name == "get":
            self.is_get = True
        elif name == "head":
            self.is_head = True
        elif name == "json" or name.startswith("data"):
            is_file = value.startswith("@") and name != "data-raw"
            if name == "data-urlencode":
                key, sign, text = value.partition("=")
                value = f"{key}={quote(text)}" if sign else HOLE
            self.data.append(HOLE if is_file else value)
            if name == "json":
                self.headers |= dict.fromkeys(("content-type", "accept"), "application/json")

    def _request(self) -> WrittenRequest:
        body: object = Unset.NONE
        query = parse_qsl("&".join(self.query), keep_blank_values=True)
        known = HOLE not in "".join(self.query)
        if self.is_get:
            pairs = "&".join(self.data).split("&") if self.data else []
            known = known and HOLE not in "".join(pairs)
            query += parse_qsl("&".join(pairs), keep_blank_values=True)
        elif self.is_form or self.is_upload:
            body = Unset.UNKNOWN
        elif self.data:
            body = json_body("&".join(self.data))
        has_body = body is not Unset.NONE
        default = "HEAD" if self.is_head else "PUT" if self.is_upload else "POST"
        method = self.method or (default if has_body or self.is_head else "GET")
        return WrittenRequest(
            line=self.line, method=method.upper(), url=with_holes(self.url),
            query=tuple((name, with_holes(value)) for name, value in query) if known else None,
            headers=self.headers, body=body,
        )  # fmt: skip
