"""Clicks, keys and seconds of ten tasks in our form and in Scalar's client, for one document.

``python benchmarks/clients.py STANDALONE`` opens both with Chromium, on this machine, in turn, and
prints a table. *STANDALONE* is ``dist/browser/standalone.js`` of ``@scalar/api-reference``. The API
and both sites are on loopback.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from paint import open_chromium
from playwright.sync_api import Browser, Locator, Page, sync_playwright

#: Whether the reader sees what the task was for.
Goal = Callable[[], bool]

CONTENT_TYPE = re.compile("^content-type", re.IGNORECASE)

TEXT = {"type": "string"}
BOOK = {"type": "object", "required": ["title"],
        "properties": {"title": TEXT, "author": TEXT, "pages": {"type": "integer"}}}  # fmt: skip
EXAMPLES = {
    "novel": {"summary": "A novel", "value": {"title": "Emma", "pages": 474}},
    "short": {"summary": "A short story", "value": {"title": "The Dead", "pages": 60}},
}
ID = {"name": "id", "in": "path", "required": True, "schema": TEXT}


def document(api: str) -> dict[str, Any]:
    """An API of five tags with four operations each, of which the first are used."""
    paths: dict[str, Any] = {}
    for tag in ("books", "authors", "loans", "members", "shelves"):

        def operation(summary: str, *parameters: Any, tag: str = tag, **more: Any) -> Any:
            return {"tags": [tag], "summary": summary, "parameters": list(parameters),
                    "responses": {"200": {"description": "Well."}}, **more}  # fmt: skip

        media = {"schema": BOOK, "examples": EXAMPLES}
        secured: Any = {"security": [{"token": []}]}
        paths[f"/{tag}"] = {
            "get": operation(f"List {tag}", {"name": "genre", "in": "query", "schema": TEXT}),
            "post": operation(
                f"Add {tag}", requestBody={"content": {"application/json": media}}, **secured
            ),
        }
        paths[f"/{tag}/{{id}}"] = {
            "get": operation(f"Get one of {tag}", ID),
            "delete": operation(f"Delete one of {tag}", ID, **secured),
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": api}, {"url": f"{api}/test"}],
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "paths": paths,
    }


class Api(BaseHTTPRequestHandler):
    """Answers every request, from every origin."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(200)
        for name in ("Origin", "Headers", "Methods"):
            self.send_header(f"Access-Control-Allow-{name}", "*")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_POST = do_DELETE = do_OPTIONS = _answer  # noqa: N815 (names of the library)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and logs nothing."""

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def serve(handler: Callable[..., BaseHTTPRequestHandler]) -> str:
    """The address of a server that ends with the program."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Reader:
    """Does what a reader does, and counts it. A combination of keys counts once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.keys = 0

    def click(self, place: Locator, times: int = 1) -> None:
        """Click *place*."""
        place.click(click_count=times)
        self.clicks += times

    def press(self, key: str) -> None:
        """Press *key*."""
        self.page.keyboard.press(key)
        self.keys += 1

    def type(self, text: str) -> None:
        """Type *text* where the focus is."""
        self.page.keyboard.type(text)
        self.keys += len(text)


class Ours:
    """The form on a page of an operation."""

    name = "sphinx-navapi"

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.form = page.locator(".navapi-form")
        self.result = page.locator(".navapi-try-result")

    def start(self, summary: str) -> None:
        """Show the operation, or the first page."""
        name = summary.lower().replace(" ", "-")
        self.page.goto(f"{self.site}/" + (f"api-reference/books/{name}.html" if name else ""))
        self.page.wait_for_load_state("networkidle")

    def _field(self, name: str) -> Locator:
        return self.form.get_by_label(name, exact=True)

    def _open(self, reader: Reader) -> None:
        reader.click(self.page.get_by_role("button", name="Try it"))

    def _typed(self, reader: Reader, name: str, text: str) -> Goal:
        reader.click(self._field(name))
        reader.type(text)
        return lambda: self._field(name).input_value() == text

    def find(self, reader: Reader) -> Goal:
        """Delete one of loans."""
        sidebar = self.page.get_by_role("navigation", name="API")
        reader.click(sidebar.get_by_text("loans", exact=True))
        reader.click(sidebar.get_by_role("link", name="Delete one of loans"))
        return self.page.get_by_role("heading", name="Delete one of loans").is_visible

    def path(self, reader: Reader) -> Goal:
        """A value of a path parameter."""
        self._open(reader)
        return self._typed(reader, "id", "7")

    def send(self, reader: Reader) -> Goal:
        """Send, until the status is shown."""
        reader.press("Control+Enter")
        return self.result.locator(".navapi-try-status").get_by_text("200 OK").is_visible

    def token(self, reader: Reader) -> Goal:
        """A bearer token."""
        self._open(reader)
        return self._typed(reader, "Token", "secret")

    def server(self, reader: Reader) -> Goal:
        """The second server."""
        self._open(reader)  # the list of servers has the focus
        reader.press("ArrowDown")
        return lambda: self._field("Server").input_value() == "1"

    def example(self, reader: Reader) -> Goal:
        """The second example as the body."""
        reader.click(self.page.locator("summary").get_by_text("A short story", exact=True))
        self._open(reader)
        return lambda: "The Dead" in self._field("Body").input_value()

    def body(self, reader: Reader) -> Goal:
        """Another title in the body."""
        self._open(reader)
        reader.click(self.form.get_by_role("button", name="Fields", exact=True))
        return self._typed(reader, "title", "X")

    def query(self, reader: Reader) -> Goal:
        """An optional query parameter."""
        self._open(reader)
        return self._typed(reader, "genre", "crime")

    def headers(self, reader: Reader) -> Goal:
        """The header fields of the response."""
        reader.click(self.result.locator("summary", has_text="Headers").first)
        return self.result.get_by_text(CONTENT_TYPE).first.is_visible

    def curl(self, reader: Reader) -> Goal:
        """The request as a curl command, copied."""
        sample = self.page.locator("details[data-client=curl]")
        reader.click(sample.get_by_role("button", name="Copy").first)
        return lambda: "/books/7" in copied(self.page)


class Scalar:
    """Scalar's reference in one page, whose client is a dialog."""

    name = "Scalar"

    #: Method and path of the operations.
    _OPERATIONS = {"List books": "get /books", "Add books": "post /books",
                   "Get one of books": "get /books/{id}",
                   "Delete one of books": "delete /books/{id}"}  # fmt: skip

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site
        self.form = page.get_by_role("dialog")
        self._operation = ""

    def start(self, summary: str) -> None:
        """Show the operation, or the first page."""
        self._operation = self._OPERATIONS.get(summary, "")
        method, _, path = self._operation.partition(" ")
        place = f"#tag/books/{method.upper()}{path}" if summary else ""
        self.page.goto(f"{self.site}/{place}")
        self.page.get_by_role("button", name="Test Request").first.wait_for()
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(1500)  # it scrolls to the operation

    def _part(self, name: str) -> Locator:
        return self.form.get_by_role("region", name=name)

    def _open(self, reader: Reader) -> None:
        button = f"Test Request ({self._operation})"
        reader.click(self.page.get_by_role("button", name=button, exact=True))

    def _typed(self, reader: Reader, part: str, text: str) -> Goal:
        """Types into the value of the first row."""
        row = self._part(part).locator("tr").nth(1)
        reader.click(row.locator("[contenteditable=true], input:not([type=checkbox])").last)
        reader.type(text)
        return lambda: text in self._part(part).inner_text()

    def find(self, reader: Reader) -> Goal:
        """Delete one of loans."""
        sidebar = self.page.get_by_role("navigation").first
        reader.click(sidebar.get_by_role("button", name="loans"))
        reader.click(sidebar.get_by_text("Delete one of loans"))
        heading = self.page.get_by_role("heading", name="Delete one of loans")
        return lambda: (heading.bounding_box() or {"y": 9999})["y"] < 800

    def path(self, reader: Reader) -> Goal:
        """A value of a path parameter."""
        self._open(reader)
        return self._typed(reader, "Variables", "7")

    def send(self, reader: Reader) -> Goal:
        """Send, until the status is shown."""
        reader.press("Control+Enter")
        return self.form.get_by_text("200 OK").first.is_visible

    def token(self, reader: Reader) -> Goal:
        """A bearer token."""
        self._open(reader)
        field = self.form.get_by_role("textbox", name="Bearer Token")
        reader.click(field)
        reader.type("secret")
        return lambda: field.evaluate("field => field.value || field.textContent") == "secret"

    def server(self, reader: Reader) -> Goal:
        """The second server."""
        self._open(reader)
        chosen = self.form.get_by_role("button", name="Server:")
        reader.click(chosen)
        reader.click(self.page.get_by_text("/test").first)
        return lambda: "/test" in chosen.inner_text()

    def example(self, reader: Reader) -> Goal:
        """The second example as the body."""
        reader.click(self.page.get_by_role("button", name="A novel").first)
        reader.click(self.page.get_by_role("option", name="A short story"))
        self._open(reader)
        return lambda: "The Dead" in self._part("Request Body").inner_text()

    def body(self, reader: Reader) -> Goal:
        """Another title in the body."""
        self._open(reader)
        reader.click(self._part("Request Body").get_by_text("Emma"), times=2)
        reader.type("X")
        return lambda: '"X"' in self._part("Request Body").inner_text()

    def query(self, reader: Reader) -> Goal:
        """An optional query parameter."""
        self._open(reader)
        return self._typed(reader, "Query Parameters", "crime")

    def headers(self, reader: Reader) -> Goal:
        """The header fields of the response."""
        reader.click(self.form.get_by_role("button", name="Response Headers"))
        part = self._part("Response Headers")
        return part.get_by_text(CONTENT_TYPE).last.is_visible

    def curl(self, reader: Reader) -> Goal:
        """The request as a curl command, copied."""
        reader.click(self.form.get_by_role("button", name="Code Snippet"))
        reader.click(self._part("Code Snippet").get_by_role("button", name="Copy").first)
        return lambda: "/books/7" in copied(self.page)


def copied(page: Page) -> str:
    """The text in the clipboard."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


#: Tasks: the operation shown before each, and what was done there before.
TASKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "find": ("", ()),
    "path": ("Get one of books", ()),
    "query": ("List books", ()),
    "token": ("Delete one of books", ()),
    "server": ("Get one of books", ()),
    "example": ("Add books", ()),
    "body": ("Add books", ()),
    "send": ("Get one of books", ("path",)),
    "headers": ("Get one of books", ("path", "send")),
    "curl": ("Get one of books", ("path",)),
}


def reach(page: Page, goal: Goal) -> None:
    """Wait for *goal*. :raises TimeoutError: it is not reached within ten seconds."""
    end = time.monotonic() + 10
    while not goal():
        if time.monotonic() > end:
            raise TimeoutError
        page.wait_for_timeout(5)


def measure(browser: Browser, client: type[Ours | Scalar], site: str, task: str) -> Any:
    """Clicks, keys and seconds of *task* in a new window."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.route(lambda url: not url.startswith("http://127.0.0.1:"), lambda one: one.abort())
        one = client(page, site)
        summary, before = TASKS[task]
        one.start(summary)
        for step in before:
            reach(page, getattr(one, step)(Reader(page)))
        page.wait_for_timeout(500)
        reader = Reader(page)
        begun = time.perf_counter()
        reach(page, getattr(one, task)(reader))
        return reader.clicks, reader.keys, time.perf_counter() - begun


def write_sites(folder: Path, standalone: Path, api: str) -> list[tuple[type[Ours | Scalar], str]]:
    """Both sites, and where they are served."""
    text = json.dumps(document(api))
    ours, scalar = folder / "ours", folder / "scalar"
    for place in (ours, scalar):
        place.mkdir()
        (place / "library.json").write_text(text)
    settings = {"navigation": {"tabs": [{"tab": "API", "openapi": "library.json"}]},
                "api": {"playground": {"proxy": False}}}  # fmt: skip
    (ours / "docs.json").write_text(json.dumps(settings))
    (ours / "index.md").write_text("# Library\n")
    theme = 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n'
    (ours / "conf.py").write_text(theme)
    build = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(ours), str(folder / "out")]
    subprocess.run(build, check=True)
    shutil.copy(standalone, scalar / "standalone.js")
    (scalar / "index.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>Library</title><body>'
        '<script id="api-reference" data-url="library.json"></script>'
        '<script src="standalone.js"></script>'
    )
    return [
        (client, serve(partial(Quiet, directory=str(place))))
        for client, place in ((Ours, folder / "out"), (Scalar, scalar))
    ]


def main() -> int:
    """Print the table, and return 1 if a task takes more steps in our form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("standalone", type=Path)
    parser.add_argument("--runs", type=int, default=5, help="of each task (5)")
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=list(TASKS))
    options = parser.parse_args()
    more = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sites = write_sites(Path(folder), options.standalone, serve(Api))
        browser = open_chromium(playwright)
        print("| Task | Clicks, keys | Seconds | Scalar: clicks, keys | Seconds |")
        print("|---|---|---|---|---|")
        for task in options.tasks:
            cells = []
            steps = []
            found: list[list[Any]] = [[], []]
            for _ in range(options.runs):  # in turn, so that both meet the same machine
                for number, (client, site) in enumerate(sites):
                    found[number].append(measure(browser, client, site, task))
            for runs in found:
                clicks, keys, _ = runs[0]
                steps.append(clicks + keys)
                cells.append(f"{clicks}, {keys} | {statistics.median(one[2] for one in runs):.2f}")
            more += steps[0] > steps[1]
            told = (getattr(Ours, task).__doc__ or "").splitlines()[0].rstrip(".")
            print(f"| {told} | {' | '.join(cells)} |", flush=True)
    return 1 if more else 0


if __name__ == "__main__":
    sys.exit(main())
