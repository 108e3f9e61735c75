"""Servers as users start them: separate processes on real sockets."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from patience import PATIENCE
from write_files import write_files


@dataclass(slots=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(slots=True)
class Server:
    """A running `navapi serve` or `navapi dev`, and its output so far.

    :ivar client: local address from which requests are sent.
    """

    process: subprocess.Popen[str]
    port: int = 0
    lines: list[str] = field(default_factory=list)
    client: str = "127.0.0.1"

    def get(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Answer:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.client, 0)
        )
        with contextlib.closing(connection):
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body=body, headers=names)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())

    def wait_for(self, pattern: str, seconds: float = PATIENCE, after: int = 0) -> str:
        """The first line matching *pattern*, from line number *after* on."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self.lines[after:]:
                if re.search(pattern, line):
                    return line
            assert self.process.poll() is None, self.lines
            time.sleep(0.02)
        raise AssertionError(f"no line with {pattern!r} in {self.lines}")

    def stop(self, number: int = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        self.process.send_signal(number)
        return self.process.wait(seconds)


@contextlib.contextmanager
def running(*arguments: str | Path, cwd: Path | None = None) -> Iterator[Server]:
    """`navapi` with *arguments*, once it has printed where it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sphinx_navapi.cli", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    server = Server(process)
    assert process.stdout is not None

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            server.lines.append(line.rstrip("\n"))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        address = r"http://(?:127\.0\.0\.1|localhost):(\d+)/"
        found = re.search(address, server.wait_for(address))
        assert found is not None
        server.port = int(found[1])
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        reader.join(PATIENCE)
        process.stdout.close()


def metrics_of(server: Server, **headers: str) -> dict[str, float]:
    """The metrics of `navapi serve --metrics`, by name with labels."""
    answer = server.get("/_navapi/metrics", **headers)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def write_site(folder: Path) -> Path:
    """A small built site in *folder*, with one file of each kind that a server treats specially."""
    from sphinx_navapi.links.redirects import Redirect, redirect_page

    moved = Redirect(source="old", target="guide/page.html", label="A page")
    for_now = Redirect(
        source="now", target="https://elsewhere.example/x?y=1", label="x", permanent=False
    )
    files: dict[str, str | bytes] = {
        "index.html": "<!DOCTYPE html><title>Home</title><script>let a = 1;</script>"
        + "<p>words</p>" * 500,
        "404.html": "<!DOCTYPE html><title>Lost</title>",
        "guide/index.html": "<!DOCTYPE html><title>Guide</title>",
        "guide/page.html": "<!DOCTYPE html><title>A page</title>",
        "guide/page.md": "# A page\n",
        "folder/index.html": "<!DOCTYPE html><title>Folder</title>",
        "folder.md": "# Folder\n",
        "guide/ünï.html": "<!DOCTYPE html><title>Letters</title>",
        "old.html": redirect_page(moved, "old.html"),
        "old/index.html": redirect_page(moved, "old/index.html"),
        "now.html": redirect_page(for_now, "now.html"),
        "api/users.html": "<!DOCTYPE html><title>Reserved</title>",
        "mcp.html": "<!DOCTYPE html><title>Not reserved</title>",
        "_static/app.js": "let a = 1;\n" * 200,
        "_static/app.js.br": b"not really brotli",
        "_static/logo.0123456789abcdef.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "_static/photo.png": bytes(range(256)) * 8,
        "_navapi/redirects.json": '{"version": 1, "redirects": ['
        '{"source": "/manual/:page*", "destination": "/guide/:page*", "permanent": true},'
        '{"source": "/blog/:slug", "destination": "https://blog.example/:slug",'
        ' "permanent": false},'
        '{"source": "/loop", "destination": "/loop", "permanent": true}], "pages": {'
        '"old.html": {"href": "guide/page.html", "permanent": true},'
        '"old/index.html": {"href": "guide/page.html", "permanent": true},'
        '"now.html": {"href": "https://elsewhere.example/x?y=1", "permanent": false}}}',
        "_navapi/relay.json": '{"version": 1, "servers": [], "operations": {}, "tokens": {}}',
        "_navapi/oauth.html": "<!DOCTYPE html><title>Sign in</title>",
        ".buildinfo": "secret",
        ".doctrees/index.doctree": "secret",
        ".well-known/security.txt": "Contact: mailto:a@library.example\n",
    }
    write_files(folder, files)
    outside = folder.parent / "outside.txt"
    outside.write_text("secret", "utf-8")
    (folder / "leak.txt").symlink_to(outside)
    (folder / "alias.txt").symlink_to(folder / ".buildinfo")
    (folder / "same.html").symlink_to(folder / "guide" / "page.html")
    return folder


@dataclass(slots=True)
class Tab:
    """The events that a page of `navapi dev` receives."""

    server: Server
    news: list[dict[str, Any]] = field(default_factory=list)
    connection: http.client.HTTPConnection | None = None

    def listen(self) -> None:
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=PATIENCE
        )
        self.connection.request("GET", "/_navapi/dev/events")
        response = self.connection.getresponse()
        assert response.status == 200
        assert response.getheader("content-type") == "text/event-stream"
        with contextlib.suppress(OSError, ValueError, AttributeError):
            for line in response:
                if line.startswith(b"data: "):
                    self.news.append(json.loads(line.removeprefix(b"data: ")))

    @property
    def generation(self) -> str:
        return str(self.news[-1]["generation"])

    def wait_until(self, holds: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> Any:
        """The first news for which *holds* is true, starting with the most recent one."""
        at, end = max(len(self.news) - 1, 0), time.monotonic() + seconds
        while time.monotonic() < end:
            for news in self.news[at:]:
                if holds(news):
                    return news
            time.sleep(0.02)
        raise AssertionError(f"nothing of that kind in {self.news[at:]}")

    def ready(self) -> dict[str, Any]:
        """News of a finished build, successful or not."""
        found: dict[str, Any] = self.wait_until(lambda news: news["state"] != "building")
        return found

    @contextlib.contextmanager
    def sees_reload(self) -> Iterator[None]:
        """Wait until the change made inside makes tabs reload, and the build is finished."""
        before = self.generation
        yield
        self.wait_until(lambda news: news["generation"] != before and news["state"] != "building")


@contextlib.contextmanager
def developing(*arguments: str | Path, cwd: Path | None = None) -> Iterator[tuple[Server, Tab]]:
    """`navapi dev` with *arguments* after its first build, and a tab that listens."""
    with running("dev", *arguments, "--port", "0", cwd=cwd) as server:
        tab = Tab(server)
        listening = threading.Thread(target=tab.listen, daemon=True)
        listening.start()
        tab.wait_until(bool)
        tab.ready()
        try:
            yield server, tab
        finally:
            if server.process.poll() is None:
                server.stop()
            listening.join(PATIENCE)
            if tab.connection is not None:
                tab.connection.close()
