"""Runs code samples against a server on loopback that records requests.

Many samples share one process per language, because starting an interpreter costs more than a
request. Each sample has a separate path (``/c12/…``), by which the server distinguishes them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote_to_bytes

import certifi
from patience import PATIENCE

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import CLIENTS, VARIANTS
from sphinx_navapi.request.snippets.wire import (
    basic_base64,
    content_type,
    cookie_text,
    part_type,
    sent_headers,
)
from sphinx_navapi.request.styles import is_json

#: Placeholder for the server's origin in the requests of test tables.
ORIGIN = "https://api.example.com"


@dataclass(frozen=True, slots=True)
class Received:
    method: str
    target: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def values(self, name: str) -> list[bytes]:
        return [value for key, value in self.headers if key.lower() == name.lower().encode()]


class _Handler(socketserver.StreamRequestHandler):
    timeout = PATIENCE

    def handle(self) -> None:
        line = self.rfile.readline()
        if not line:
            return
        method, target, _ = line.decode("latin-1").rstrip("\r\n").split(" ", 2)
        headers = []
        while (field := self.rfile.readline().rstrip(b"\r\n")) != b"":
            name, _, value = field.partition(b":")
            headers.append((name, value.strip(b" \t")))
        fields = {name.lower(): value for name, value in headers}
        if fields.get(b"expect", b"").lower() == b"100-continue":
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = b""
        if fields.get(b"transfer-encoding", b"").lower() == b"chunked":
            while size := int(self.rfile.readline().split(b";")[0], 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        elif b"content-length" in fields:
            body = self.rfile.read(int(fields[b"content-length"]))
        prefix = re.match(r"/c(\d+)(?=[/?]|$)", target)
        key = int(prefix[1]) if prefix else -1
        got = Received(method, target[prefix.end() :] if prefix else target, tuple(headers), body)
        self.server.received.setdefault(key, []).append(got)
        answer = b"" if method == "HEAD" else b"ok"
        self.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n"
            b"Connection: close\r\n\r\n" + answer
        )


class EchoServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: dict[int, list[Received]] = {}

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def echo_server() -> Iterator[EchoServer]:
    with EchoServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def _run(command: list[str], folder: Path, timeout: float = PATIENCE) -> None:
    # httpx reads all certificates for every request: 30 ms.
    one = folder / "certificate.pem"
    end = "-----END CERTIFICATE-----\n"
    one.write_text(Path(certifi.where()).read_text("utf-8").partition(end)[0] + end, "utf-8")
    done = subprocess.run(
        command, cwd=folder, capture_output=True, timeout=timeout, text=True, errors="replace",
        env={**os.environ, "SSL_CERT_FILE": str(one)},
    )  # fmt: skip
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stderr[-3000:]}"


def _run_curl(folder: Path, sources: Mapping[int, str]) -> None:
    lines = ["exec >output.txt"]
    for number, source in sources.items():
        (folder / f"{number}.sh").write_text(
            source + " \\\n  --silent --show-error || true\n", newline="\n"
        )
        lines.append(f". ./{number}.sh")
    (folder / "all.sh").write_text("\n".join(lines), newline="\n")
    _run([shutil.which("bash"), "all.sh"], folder)


_PYTHON_RUNNER = """
import glob, traceback
for name in glob.glob("*.sample.py"):
    with open(name, encoding="utf-8", newline="") as file:
        source = file.read()
    try:
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
    except Exception:
        traceback.print_exc()
"""


def _run_in_one(
    folder: Path, sources: Mapping[int, str], runner: str, text: str, *command: str
) -> None:
    """Run *sources* in one program: the file *runner* with *text*, which runs all samples."""
    for number, source in sources.items():
        path = folder / f"{number}.sample{Path(runner).suffix}"
        path.write_text(source + "\n", "utf-8", newline="\n")
    (folder / runner).write_text(text)
    _run([shutil.which(command[0]), *command[1:], runner], folder)


def _run_python(folder: Path, sources: Mapping[int, str]) -> None:
    _run_in_one(folder, sources, "runner.py", _PYTHON_RUNNER, sys.executable, "-X", "utf8")


_NODE_RUNNER = """
import { readdirSync } from "node:fs";
await Promise.all(readdirSync(".").filter((name) => name.endsWith(".sample.mjs")).map(
  (name) => import("./" + name).catch((error) => console.error(name, error))));
"""


def _run_node(folder: Path, sources: Mapping[int, str]) -> None:
    _run_in_one(folder, sources, "runner.mjs", _NODE_RUNNER, "node", "--no-warnings")


def _run_axios(folder: Path, sources: Mapping[int, str]) -> None:
    library = folder / "node_modules" / "axios"
    library.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("fake_axios.mjs"), library / "index.mjs")
    (library / "package.json").write_text('{"name": "axios", "exports": "./index.mjs"}')
    _run_node(folder, sources)


#: TypeScript's additions to a sample: without them, it runs as JavaScript.
_TYPES = re.compile(
    r"(?<=const body): (?:Blob|FormData|string)|(?<=const response): Response"
    r"|(?<=const text): string|import type .*\n|(?<=new Promise)<IncomingMessage>"
    r"|(?<=get\(.Content-Type.\))!"
)


def _run_typescript(folder: Path, sources: Mapping[int, str]) -> None:
    _run_node(folder, {number: _TYPES.sub("", source) for number, source in sources.items()})


_PHP_RUNNER = """<?php foreach (glob('*.sample.php') as $name) {
  try { require $name; }
  catch (\\Throwable $error) { fwrite(STDERR, $name . $error); }
}
"""


def _run_php(folder: Path, sources: Mapping[int, str]) -> None:
    _run_in_one(folder, sources, "runner.php", _PHP_RUNNER, "php")


_RUBY_RUNNER = """
Dir.glob("./*.sample.rb").each do |name|
  begin
    load name, true
  rescue StandardError, ScriptError => error
    warn name, error.full_message
  end
end
"""


def _run_ruby(folder: Path, sources: Mapping[int, str]) -> None:
    _run_in_one(folder, sources, "runner.rb", _RUBY_RUNNER, "ruby", "-Eutf-8")


def _write_cases(
    folder: Path, sources: Mapping[int, str], main: str, case: str, name: str
) -> list[int]:
    """Write *sources* with their *main* as *case*, which contains the number. :returns: the
    numbers.
    """
    for number, source in sources.items():
        text = source.replace(main, case.format(number))
        (folder / name.format(number)).write_text(text + "\n", "utf-8", newline="\n")
    return list(sources)


def _run_go(folder: Path, sources: Mapping[int, str]) -> None:
    numbers = _write_cases(folder, sources, "func main()", "func case{}()", "case{}.go")
    calls = "".join(f"\tcase{number}()\n" for number in numbers)
    (folder / "main.go").write_text("package main\n\nfunc main() {\n" + calls + "}\n")
    (folder / "go.mod").write_text("module samples\n\ngo 1.18\n")
    _run([shutil.which("go"), "run", "."], folder)


def _run_java(folder: Path, sources: Mapping[int, str]) -> None:
    numbers = _write_cases(
        folder, sources, "public class Main", "public class Case{}", "Case{}.java"
    )
    calls = "".join(
        f"        try {{ Case{number}.main(null); }}\n"
        f'        catch (Throwable error) {{ System.err.println("{number} " + error); }}\n'
        for number in numbers
    )
    (folder / "Main.java").write_text(
        "public class Main {\n    public static void main(String[] a) {\n" + calls + "    }\n}\n"
    )
    names = [f"Case{number}.java" for number in numbers]
    _run([shutil.which("javac"), "-encoding", "UTF-8", "-Xlint:none", "Main.java", *names], folder)
    _run([shutil.which("java"), "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Main"], folder)


#: The program that runs a client's samples, and how.
RUNNERS: dict[str, tuple[str, Callable[[Path, Mapping[int, str]], None]]] = {
    "curl": ("curl", _run_curl),
    "python": ("python3", _run_python),
    "httpx": ("python3", _run_python),
    "javascript": ("node", _run_node),
    "axios": ("node", _run_axios),
    "typescript": ("node", _run_typescript),
    "php": ("php", _run_php),
    "ruby": ("ruby", _run_ruby),
    "go": ("go", _run_go),
    "java": ("javac", _run_java),
}


def missing_tool(client: str) -> str | None:
    """Name of the program required for *client*'s samples that is not installed."""
    tool = RUNNERS[client][0]
    if not shutil.which(tool):
        return tool
    if tool == "php":
        modules = subprocess.run(["php", "-m"], capture_output=True, text=True, check=True).stdout
        return None if "curl" in modules.split() else "php-curl"
    return None


def run_samples(
    client: str, requests: Mapping[int, HttpRequest], folder: Path
) -> dict[int, list[Received]]:
    """What arrived for each request when its sample in *client*'s language was run."""
    (render,) = (one.render for one in (*CLIENTS, *VARIANTS) if one.id == client)
    with echo_server() as server:
        sources = {}
        for number, request in requests.items():
            url = request.url.replace(ORIGIN, f"{server.origin}/c{number}", 1)
            for part in request.parts:
                if part.filename is not None:
                    (folder / part.filename).write_bytes(part.text.encode())
            if request.file is not None:
                (folder / request.file).write_bytes(FILE_CONTENT)
            sources[number] = render(replace(request, url=url))
        RUNNERS[client][1](folder, sources)
        return {number: server.received.get(number, []) for number in requests}


#: Bytes of the local file that `HttpRequest.file` names: not UTF-8, with every line end.
FILE_CONTENT = bytes(range(256)) + b"\r\n\n\r"


def differences(request: HttpRequest, received: list[Received]) -> list[str]:
    """The parts of *request* that did not arrive exactly; empty if all did."""
    if len(received) != 1:
        return [f"{len(received)} requests arrived"]
    (got,) = received
    found = []

    def expect(what: str, meant: object, arrived: object) -> None:
        if meant != arrived:
            found.append(f"{what}: meant {meant!r}, arrived {arrived!r}")

    expect("method", request.method, got.method)
    expect("target", request.url.removeprefix(ORIGIN), got.target)
    for name, value in sent_headers(request, cookies=False):
        expect(name, [value.encode()], got.values(name))
    expect(
        "Cookie", [cookie_text(request).encode()] if request.cookies else [], got.values("Cookie")
    )
    if request.basic:
        expect("Authorization", [f"Basic {basic_base64(request.basic)}".encode()],
               got.values("Authorization"))  # fmt: skip
    if request.parts:
        meant_parts = [
            (part.name, part.filename, part_type(part), part.text.encode())
            for part in request.parts
        ]
        expect("parts", meant_parts, _parse_multipart(got))
    elif request.file is not None:
        expect("body", FILE_CONTENT, got.body)
    else:
        body = (request.body or "").encode()
        expect("body", meaning(request, body), meaning(request, got.body))
    return found


def meaning(request: HttpRequest, body: bytes) -> object:
    """The meaning of *body* for the content type of *request*; for other types the bytes
    themselves.

    For JSON this is every key and item in order, strings, and each number as written; for a form
    its fields in order. JSON whitespace, escapes and ``+`` for a space are ignored.
    """
    kind = content_type(request) or ""
    if is_json(kind):
        try:
            return json.loads(
                body,
                object_pairs_hook=lambda pairs: ("object", pairs),
                parse_int=lambda text: ("number", text),
                parse_float=lambda text: ("number", text),
            )
        except ValueError:
            return body
    if kind == "application/x-www-form-urlencoded":
        fields = (field.replace(b"+", b"%20").split(b"=", 1) for field in body.split(b"&"))
        return [tuple(map(unquote_to_bytes, field)) for field in fields]
    return body


def _parse_multipart(got: Received) -> list[tuple[str, str | None, str | None, bytes]]:
    kind = b"".join(got.values("Content-Type")).decode()
    boundary = re.fullmatch(r'multipart/form-data;\s*boundary="?([^";]+)"?', kind)
    if boundary is None:
        return []
    parts = []
    mark = b"--" + boundary[1].encode()
    for piece in (b"\r\n" + got.body).split(b"\r\n" + mark)[1:-1]:
        head, _, content = piece.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        fields = {}
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(":")
            fields[name.lower()] = value.strip()
        disposition = fields["content-disposition"]
        name = re.search(r'[ ;]name="([^"]*)"', disposition)
        filename = re.search(r'[ ;]filename="([^"]*)"', disposition)
        parts.append(
            (
                _unescape(name[1]) if name else "",
                _unescape(filename[1]) if filename else None,
                fields.get("content-type"),
                content,
            )
        )
    return parts


def _unescape(name: str) -> str:
    return name.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")
