"""Code samples for Go with net/http."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.literals import (
    COMMON_ESCAPES,
    UNSAFE,
    escaper,
    four_hex,
    is_block,
)
from sphinx_navapi.request.snippets.wire import disposition, part_type, sent_headers

_escape = escaper({**COMMON_ESCAPES, '"': '\\"'}, four_hex)


def quote(text: str) -> str:
    """*text* as an interpreted string literal, on one line."""
    return f'"{_escape(text)}"'


def quote_body(text: str) -> str:
    """*text* as a raw string literal if it has several lines or quotes, and no backtick."""
    if (is_block(text) or ('"' in text and not UNSAFE.search(text))) and "`" not in text:
        return f"`{text}`"
    return quote(text)


def render(request: HttpRequest) -> str:
    """A program; ``Header.Set`` writes header names in Go's canonical case."""
    imports = {"fmt", "io", "log", "net/http"}
    lines: list[str] = []
    body = "nil"
    after: list[str] = []
    if request.body is not None:
        imports.add("strings")
        lines.append(f"body := strings.NewReader({quote_body(request.body)})")
        body = "body"
    elif request.file is not None:
        imports.update(("bytes", "os"))
        lines += [
            f"content, err := os.ReadFile({quote(request.file)})",
            *_check(),
            "body := bytes.NewReader(content)",
        ]
        body = "body"
    elif request.parts:
        imports.update(("bytes", "mime/multipart", "net/textproto"))
        if any(part.filename is not None for part in request.parts):
            imports.add("os")
        lines += _form(request)
        body = "&body"
        after = ['request.Header.Set("Content-Type", form.FormDataContentType())']
    lines += [
        f"request, err := http.NewRequest({quote(request.method)}, {quote(request.url)}, {body})",
        *_check(),
        *(f"request.Header.Set({quote(k)}, {quote(v)})" for k, v in sent_headers(request)),
        *after,
    ]
    if request.basic:
        user, password = request.basic
        lines.append(f"request.SetBasicAuth({quote(user)}, {quote(password)})")
    lines += [
        "",
        "response, err := http.DefaultClient.Do(request)",
        *_check(),
        "defer response.Body.Close()",
        "",
        "text, err := io.ReadAll(response.Body)",
        *_check(),
        "fmt.Println(response.Status, string(text))",
    ]
    imported = "".join(f'\t"{name}"\n' for name in sorted(imports))
    program = "".join(f"\t{line}\n" if line else "\n" for line in lines)
    return f"package main\n\nimport (\n{imported})\n\nfunc main() {{\n{program}}}"


def _check() -> list[str]:
    return ["if err != nil {", "\tlog.Fatal(err)", "}"]


def _form(request: HttpRequest) -> list[str]:
    """Parts with their own fields; ``CreateFormFile`` has a fixed type and other escapes."""
    lines = ["var body bytes.Buffer", "form := multipart.NewWriter(&body)"]
    for index, part in enumerate(request.parts):
        fields = f'"Content-Disposition": {{{quote(disposition(part))}}}'
        kind = part_type(part)
        if kind:
            fields += f', "Content-Type": {{{quote(kind)}}}'
        fields += "".join(f", {quote(k)}: {{{quote(v)}}}" for k, v in part.headers)
        name = f"part{index + 1}"
        lines.append(f"{name}, _ := form.CreatePart(textproto.MIMEHeader{{{fields}}})")
        if part.filename is None:
            lines.append(f"io.WriteString({name}, {quote(part.text)})")
        else:
            lines += [
                f"file{index + 1}, err := os.ReadFile({quote(part.filename)})",
                *_check(),
                f"{name}.Write(file{index + 1})",
            ]
    return [*lines, "form.Close()", ""]
