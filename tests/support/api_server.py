"""An API on loopback that returns what it received: for tests of the playground and the relay."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

TOKEN = "right-token"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
KEY = "right-key"
USER = ("ada", "pa:ss wörd")
CLIENT = ("the-client", "the-secret")

#: Input for the form, by the security scheme that requires it.
TYPED = {
    "basic": {"Username": USER[0], "Password": USER[1]},
    "bearer": {"Token": TOKEN},
    "digest": {"Credentials (Digest)": TOKEN},
    "header": {"X-Key": KEY},
    "query": {"key": KEY},
}


@dataclass
class Seen:
    """A request as received."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first value of the header *name*."""
        return next((v for k, v in self.headers if k.lower() == name.lower()), None)


@dataclass
class ApiServer:
    """A running server. :ivar seen: the requests except preflights, in order of arrival."""

    url: str
    seen: list[Seen] = field(default_factory=list)
    hung_up: threading.Event = field(default_factory=threading.Event)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    #: Device codes, with whether they have been approved; tokens that can be exchanged for others.
    devices: dict[str, bool] = field(default_factory=dict)
    refreshing: set[str] = field(default_factory=set)

    @property
    def last(self) -> Seen:
        """The latest request."""
        return self.seen[-1]


def png(width: int = 24, height: int = 16) -> bytes:
    """A single-color image."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x0b\x6d\x75" * width) * height
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class _Handler(BaseHTTPRequestHandler):
    """One request, dispatched by the first part of its path."""

    protocol_version = "HTTP/1.1"
    api: ApiServer
    cors = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class's name)
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    # -- answering ----------------------------------------------------------------------------

    def reply(
        self,
        status: int,
        body: bytes | str | Any = b"",
        content_type: str = "application/json",
        **headers: str,
    ) -> None:
        if not isinstance(body, (bytes, str)):
            body = json.dumps(body, ensure_ascii=False)
        data = body.encode() if isinstance(body, str) else body
        self.head(status, content_type, len(data), **headers)
        if self.command != "HEAD":
            self.wfile.write(data)

    def head(self, status: int, content_type: str, length: int | None, **headers: str) -> None:
        self.send_response(status)
        if content_type:
            self.send_header("Content-Type", content_type)
        if length is None:
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if self.cors:
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Expose-Headers", "*")
        self.end_headers()

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else b""
        if self.command == "OPTIONS" and self.headers.get("Access-Control-Request-Method"):
            wanted = self.headers.get("Access-Control-Request-Headers", "")
            self.reply(
                204,
                Access_Control_Allow_Headers=wanted,
                Access_Control_Allow_Methods=self.headers["Access-Control-Request-Method"],
            )
            return
        seen = Seen(self.command, self.path, list(self.headers.items()), body)
        self.api.seen.append(seen)
        name = urlsplit(self.path).path.split("/")[1].replace("-", "_").replace(".", "_")
        route = getattr(self, f"at_{name}", None)
        if route is None:
            self.reply(404, {"error": f"nothing at {self.path}"})
        else:
            route(seen, parse_qs(urlsplit(self.path).query))

    # -- what it does -------------------------------------------------------------------------

    def at_echo(self, seen: Seen, query: dict[str, list[str]]) -> None:
        self.reply(
            200,
            {
                "method": seen.method,
                "target": seen.target,
                "headers": seen.headers,
                "body": seen.body.decode("utf-8", "backslashreplace"),
            },
        )

    def at_big(self, seen: Seen, query: dict[str, list[str]]) -> None:
        self.reply(200, '{"id": 9007199254740993, "price": 1.10, "z": null, "a": [true, {}]}')

    def at_wide(self, seen: Seen, query: dict[str, list[str]]) -> None:
        rows = [{"id": n, "name": f"row {n}", "tags": ["a", "b"]} for n in range(20_000)]
        self.reply(200, {"rows": rows})

    def at_status(self, seen: Seen, query: dict[str, list[str]]) -> None:
        status = int(seen.target.rsplit("/", 1)[1])
        self.reply(status, {"status": status, "message": "as asked"} if status != 204 else b"")

    def at_image(self, seen: Seen, query: dict[str, list[str]]) -> None:
        self.reply(200, png(), "image/png")

    def at_file(self, seen: Seen, query: dict[str, list[str]]) -> None:
        disposition = "attachment; filename=\"data.zip\"; filename*=UTF-8''d%C3%A4ta.zip"
        self.reply(200, b"PK\x03\x04\0\xff\xfe", "application/zip", Content_Disposition=disposition)

    def at_page(self, seen: Seen, query: dict[str, list[str]]) -> None:
        kind = seen.target.rsplit("/", 1)[1]
        if kind == "svg":
            text = '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'owned\'"/>'
            self.reply(200, text, "image/svg+xml")
        else:
            self.reply(200, "<script>document.title='owned'</script><h1>Page</h1>", "text/html")

    def at_redirect(self, seen: Seen, query: dict[str, list[str]]) -> None:
        self.reply(302, Location=f"{self.api.url}/echo/landed")

    def at_events(self, seen: Seen, query: dict[str, list[str]]) -> None:
        if seen.target.endswith("/lines"):
            self.head(200, "application/x-ndjson", None)
            self.wfile.write('{"n": 1}\n{"n": "ä"}\n\n{"n": 3}'.encode())
            return
        self.head(200, "text/event-stream", None)
        endless = seen.target.endswith("/endless")
        with suppress(OSError):
            for number in range(1000 if endless else 3):
                text = f'event: tick\nid: {number}\ndata: {{"n": {number}}}\n\n'
                self.wfile.write(text.encode())
                self.wfile.flush()
                time.sleep(0.05)
            return
        self.api.hung_up.set()

    def at_slow(self, seen: Seen, query: dict[str, list[str]]) -> None:
        self.head(200, "text/plain", None)
        with suppress(OSError):
            for _ in range(100):
                self.wfile.write(b".")
                self.wfile.flush()
                time.sleep(0.05)
            return
        self.api.hung_up.set()

    # -- links --------------------------------------------------------------------------------

    def at_users(self, seen: Seen, query: dict[str, list[str]]) -> None:
        if seen.method == "POST":
            given = json.loads(seen.body)
            made = {"id": 9007199254740995, "name": given.get("name"), "team": {"slug": "core/ä"}}
            self.reply(201, made, Location="/users/9007199254740995", X_Trace="t-1")
        else:
            self.reply(200, {"id": seen.target})

    # -- credentials --------------------------------------------------------------------------

    def at_auth(self, seen: Seen, query: dict[str, list[str]]) -> None:
        kind = urlsplit(seen.target).path.split("/")[2]
        basic = base64.b64encode(":".join(USER).encode()).decode()
        authorization = seen.header("Authorization")
        cookies = (seen.header("Cookie") or "").split("; ")
        accepted = {
            "basic": authorization == f"Basic {basic}",
            "bearer": authorization == f"Bearer {TOKEN}",
            "digest": authorization == f"Digest {TOKEN}",
            "header": seen.header("X-Key") == KEY,
            "query": query.get("key") == [KEY],
            "cookie": f"session={KEY}" in cookies,
            "both": seen.header("X-Key") == KEY and authorization == f"Bearer {TOKEN}",
        }[kind]
        if accepted:
            self.reply(200, {"welcome": kind})
        else:
            self.reply(401, {"error": "who are you?"}, WWW_Authenticate="Bearer")

    def at_oauth(self, seen: Seen, query: dict[str, list[str]]) -> None:
        if "/authorize" in seen.target:
            self.authorize({name: values[0] for name, values in query.items()})
            return
        form = {k: v[0] for k, v in parse_qs(seen.body.decode()).items()}
        kind = form.get("grant_type")
        if kind == "password":
            self.log_in(form)
            return
        if "/device" in seen.target:
            self.pair(form)
            return
        if kind == DEVICE_GRANT and self.api.devices.get(form.get("device_code", "")) is False:
            self.reply(400, {"error": "authorization_pending"})
            return
        if kind == DEVICE_GRANT:
            right = self.api.devices.pop(form.get("device_code", ""), False)
        elif kind == "refresh_token":
            right = form.get("refresh_token") in self.api.refreshing
        elif kind == "client_credentials":
            right = (form.get("client_id"), form.get("client_secret")) == CLIENT
        else:
            asked = self.api.codes.pop(form.get("code", ""), {})
            digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
            right = (
                asked.get("code_challenge") == challenge
                and asked.get("code_challenge_method") == "S256"
                and asked.get("redirect_uri") == form.get("redirect_uri")
                and asked.get("client_id") == form.get("client_id") == CLIENT[0]
            )
        if right:
            told = {"access_token": TOKEN, "token_type": "Bearer", "expires_in": 60}
            if kind == DEVICE_GRANT:
                # One that has expired when it arrives.
                told |= {"access_token": "old-token", "expires_in": 0.001}
                told["refresh_token"] = secrets.token_hex(8)
                self.api.refreshing.add(told["refresh_token"])
            self.reply(200, told)
        else:
            self.reply(400, {"error": "invalid_grant", "error_description": "not this one"})

    def pair(self, form: dict[str, str]) -> None:
        """A device whose code has not been entered yet (RFC 8628, 3.2)."""
        code = secrets.token_hex(8)
        self.api.devices[code] = False
        answer = {
            "device_code": code, "user_code": "WDJB-MJHT", "expires_in": 600, "interval": 0.2,
            "verification_uri": f"{self.api.url}/oauth/let-in",
        }  # fmt: skip
        known = form.get("client_id") == CLIENT[0]
        self.reply(200 if known else 400, answer if known else {"error": "invalid_client"})

    def log_in(self, form: dict[str, str]) -> None:
        """As in FastAPI's tutorial, whose errors are not OAuth errors."""
        if (form.get("username"), form.get("password")) == USER:
            self.reply(200, {"access_token": TOKEN, "token_type": "bearer"})
        else:
            self.reply(400, {"detail": "Incorrect username or password"})

    def authorize(self, query: dict[str, str]) -> None:
        answer = {"state": query.get("state", "")}
        if query.get("client_id") == "refused":
            answer |= {"error": "access_denied", "error_description": "You said no."}
        else:
            code = secrets.token_hex(8)
            self.api.codes[code] = query
            answer["code"] = code
        self.reply(302, Location=f"{query['redirect_uri']}?{urlencode(answer)}")

    def at__well_known(self, seen: Seen, query: dict[str, list[str]]) -> None:
        base = self.api.url
        self.reply(
            200,
            {
                "issuer": base,
                "authorization_endpoint": f"{base}/oauth/authorize",
                "token_endpoint": f"{base}/oauth/token",
            },
        )


@contextmanager
def run_api(*, cors: bool = True) -> Iterator[ApiServer]:
    """A server that runs until the block ends.

    :param cors: whether browsers may call it from other origins.
    """
    handler = type("Handler", (_Handler,), {"cors": cors})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    api = ApiServer(f"http://127.0.0.1:{server.server_address[1]}")
    handler.api = api  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
