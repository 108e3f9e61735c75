"""The fictional `fulmar emulate`, for the playground of the demo site.

Responds to every operation of the Observations API with the example in its document, only on this
machine: ``python demo_site/emulator.py --port 8010``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import re
import struct
import sys
import time
import zlib
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sphinx_navapi.content.body_examples import example_text
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import MISSING, Direction, MediaTypeView, OperationView

HERE = Path(__file__).parent
DOCUMENT = "openapi/observations.json"
BASE = "/v2"

#: Number of observations in a stream, and seconds between them.
STREAMED, PAUSE = 20, 1.0

#: Maximum size of a request's body.
LARGEST = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """The response to a request."""

    status: int
    content_type: str = ""
    content: bytes = b""


class Emulator:
    """The Observations API with the data of its examples."""

    def __init__(self) -> None:
        found = load_document(HERE / DOCUMENT, DOCUMENT, HERE)
        assert found.document is not None, found.diagnostics
        document = found.document
        self._examples = ExampleMaker(SchemaRegistry(document))
        self._operations = [
            (
                operation.http_method.upper(),
                _pattern(operation.key.path),
                read_operation(document, operation),
            )
            for operation in document.operations
            if operation.key.method != "WEBHOOK"
        ]

    def answer(self, method: str, path: str, accept: str, body: bytes) -> Answer:
        """The response to *method* of *path*, which is relative to the base path and decoded."""
        methods = []
        for name, pattern, view in self._operations:
            if pattern.fullmatch(path):
                if name == method:
                    return self._succeed(view, accept, body)
                methods.append(name)
        if methods:
            return _problem(405, f"{path} takes {', '.join(methods)}")
        return _problem(404, f"there is no {path}")

    def _succeed(self, view: OperationView, accept: str, body: bytes) -> Answer:
        response = next((r for r in view.responses if r.status.startswith("2")), None)
        if response is None:
            return Answer(204)
        status = int(response.status.replace("X", "0"))
        media = _preferred(response.content, accept)
        if media is None:
            return Answer(status)
        kind = media.media_type
        given = self._examples.media_examples(media, Direction.RESPONSE)
        value = given[0].value if given else MISSING
        if value is MISSING:
            return Answer(status, kind)
        sent = _json(body)
        if isinstance(sent, dict) and isinstance(value, dict):
            # Sent values are returned, as if they were stored.
            value = {**value, **{key: sent[key] for key in sent if key in value}}
        if kind.startswith("image/"):
            return Answer(status, kind, _picture())
        return Answer(status, kind, example_text(value, kind).encode())


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile("[^/]+".join(map(re.escape, parts)))


def _preferred(media: tuple[MediaTypeView, ...], accept: str) -> MediaTypeView | None:
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return next(
        (m for name in wanted for m in media if m.media_type == name), next(iter(media), None)
    )


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _problem(status: int, detail: str) -> Answer:
    text = json.dumps({"status": status, "title": "The emulator has nothing", "detail": detail})
    return Answer(status, "application/problem+json", text.encode())


def _picture(width: int = 240, height: int = 150) -> bytes:
    """A PNG of a swell under an evening sky; browsers show it whatever type of image it is declared
    as.
    """
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            is_sea = y > height * 0.6 + 6 * math.sin(x / 17) + 3 * math.sin(x / 5)
            sky = (250 - y, 190 - y // 2, 120 + y // 2)
            rows += bytes((11, 80 + (y * 7 + x) % 23, 116) if is_sea else sky)
    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


class Handler(BaseHTTPRequestHandler):
    """Handles requests from pages of any origin: all data is synthetic."""

    emulator: Emulator

    def answer(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), LARGEST))
        path = unquote(self.path.partition("?")[0])
        if self.command == "OPTIONS" and "Access-Control-Request-Method" in self.headers:
            self.send(Answer(204))
        elif not path.startswith(f"{BASE}/"):
            self.send(_problem(404, f"its paths begin with {BASE}/"))
        else:
            accept = self.headers.get("Accept", "")
            self.send(self.emulator.answer(self.command, path.removeprefix(BASE), accept, body))

    def send(self, answer: Answer) -> None:
        is_stream = answer.content_type == "text/event-stream"
        content = answer.content
        self.send_response(answer.status)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Access-Control-Allow-Headers", "*, Authorization")
        self.send_header("Access-Control-Allow-Methods", "*")
        self.send_header("Access-Control-Expose-Headers", "*")
        if answer.content_type:
            self.send_header("Content-Type", answer.content_type)
        if not is_stream and answer.status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "HEAD" or answer.status == 204:
            return
        if not is_stream:
            self.wfile.write(content)
            return
        for _count in range(STREAMED):
            self.wfile.write(content.rstrip() + b"\n\n")
            self.wfile.flush()
            time.sleep(PAUSE)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""


for _method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
    setattr(Handler, f"do_{_method}", Handler.answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=8010)
    options = parser.parse_args()
    Handler.emulator = Emulator()
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    except OSError as error:
        sys.exit(
            f"emulator: port {options.port} cannot be used ({error.strerror}): end the program that"
            " uses it, because the requests of the demo go there; or choose another with --port"
        )
    address = f"http://127.0.0.1:{server.server_address[1]}{BASE}"
    sys.stdout.write(f"emulator: the Observations API is at {address}\n")
    sys.stdout.flush()
    with server, contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
