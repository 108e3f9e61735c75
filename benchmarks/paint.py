"""First paint of pages on a slow phone: 390 pixels wide, a quarter of this processor, slow 4G.

``python benchmarks/paint.py SITE PAGE…`` prints, for each page of a built site, the medians of the
first and of the largest contentful paint, in milliseconds, and the number of requests.
"""

from __future__ import annotations

import gzip
import mimetypes
import shutil
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

REPEATS = 3

#: Slow 4G as in Lighthouse: latency in milliseconds, bytes a second.
_NETWORK = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 180_000,
    "uploadThroughput": 84_375,
}

_PAINTS = """new Promise(done => {
  const first = performance.getEntriesByName("first-contentful-paint")[0].startTime;
  new PerformanceObserver(list => done([first, list.getEntries().at(-1).startTime]))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""


class _Compressed(SimpleHTTPRequestHandler):
    """Serves text as servers do: compressed."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        data, kind = path.read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        if kind.startswith("text/") or kind.endswith(("javascript", "json", "xml")):
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with suppress(BrokenPipeError):  # a window that is closed
            self.wfile.write(data)


def paints(browser: Browser, url: str) -> tuple[float, float, int]:
    """First and largest contentful paint of *url*, in milliseconds, and the number of requests."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(url, wait_until="load")
    first, largest = page.evaluate(_PAINTS)
    context.close()
    return first, largest, len(requests)


def open_chromium(playwright: Playwright) -> Browser:
    """The system's Chromium, without a window."""
    return playwright.chromium.launch(
        executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu"],
    )


def medians(site: Path, pages: list[str]) -> Iterator[tuple[str, list[float]]]:
    """For each page of *site*: the medians of what `paints` returns."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Compressed, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = open_chromium(playwright)
        for name in pages:
            url = f"http://127.0.0.1:{server.server_address[1]}/{name}"
            runs = [paints(browser, url) for _ in range(REPEATS)]
            yield name, [statistics.median(values) for values in zip(*runs, strict=True)]
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    for name, (first, largest, requests) in medians(Path(sys.argv[1]), sys.argv[2:]):
        print(f"{first:6.0f} {largest:6.0f} {requests:4.0f}  {name}", flush=True)
