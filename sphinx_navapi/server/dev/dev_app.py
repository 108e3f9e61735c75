"""The application of `navapi dev`: the site with a script in its pages, and news of builds."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Iterable
from html import escape
from pathlib import Path

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sphinx_navapi.relay.caller import SiteAddresses
from sphinx_navapi.server.content_policy import PLAIN_POLICY
from sphinx_navapi.server.dev.problems import BuildProblem
from sphinx_navapi.server.replies import Reply, send_reply
from sphinx_navapi.server.site_app import SiteApp

#: Path prefix of everything that is not part of the site.
DEV_PATH = "/_navapi/dev/"

#: Loads third-party services, below the site's root; replaced by an empty script here.
_INTEGRATIONS = "_navapi/integrations.js"

#: Seconds after which a line is sent without news, to detect closed tabs.
_HEARTBEAT = 15


class News:
    """The state sent to tabs: the current output and its problems.

    A tab that shows another generation reloads its page. Generations of two runs of the server
    always differ.
    """

    def __init__(self) -> None:
        self._run = secrets.token_hex(4)
        self._count = 0
        self._changed = asyncio.Event()
        self.state = "building"
        self.progress = ""
        self.problems: list[BuildProblem] = []
        self.ended = False

    @property
    def generation(self) -> str:
        """Changes when pages must be reloaded."""
        return f"{self._run}-{self._count}"

    def pages_changed(self) -> None:
        """Make tabs reload their page."""
        self._count += 1
        self._notify()

    def tell(
        self, state: str, problems: Iterable[BuildProblem] | None = None, progress: str = ""
    ) -> None:
        """Set the state of the build."""
        self.state = state
        self.progress = progress
        if problems is not None:
            self.problems = list(problems)
        self._notify()

    def end(self) -> None:
        """Release all listeners."""
        self.ended = True
        self._notify()

    def _notify(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def as_json(self) -> str:
        """The complete state."""
        value = {
            "generation": self.generation,
            "state": self.state,
            "progress": self.progress,
            "problems": [
                {
                    "level": p.level,
                    "message": p.message,
                    "file": p.file,
                    "line": p.line,
                    "column": p.column,
                }
                for p in self.problems
            ],
        }
        return json.dumps(value)

    async def wait(self) -> None:
        """Return at the next change, or when it is time for a heartbeat."""
        changed = self._changed
        try:
            await asyncio.wait_for(changed.wait(), _HEARTBEAT)
        except TimeoutError:
            return


class DevSite(SiteApp):
    """The site as last built, with the script in every page.

    Names that `navapi serve` reserves lead to the pages that exist.
    """

    def __init__(
        self, site_dir: Path, *, addresses: SiteAddresses, relay: ASGIApp, news: News
    ) -> None:
        super().__init__(
            site_dir,
            addresses=addresses,
            relay=relay,
            reserves=False,
            rewrite=self._with_script,
        )
        self._news = news
        self._script = (Path(__file__).parent / "client.js").read_bytes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "http" and scope["path"].startswith(DEV_PATH):
            await self._own(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    async def answer(self, name: str, query: bytes, headers: Headers) -> Reply:
        """As of a built site, without third-party services."""
        if name != _INTEGRATIONS:
            return await super().answer(name, query, headers)
        # The author's own views are not visits.
        kind = {"content-type": "text/javascript; charset=utf-8", "cache-control": "no-store"}
        return Reply(status=200, headers=kind)

    async def _own(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(DEV_PATH)
        is_get = scope["method"] == "GET"
        if not self.addresses.is_called(scope, Headers(scope=scope)):
            reply = Reply(status=421)
        elif name == "client.js" and is_get:
            kind = {"content-type": "text/javascript; charset=utf-8"}
            reply = Reply(status=200, headers=kind, body=self._script)
        elif name == "events" and is_get:
            await self._send_events(receive, send)
            return
        else:
            reply = Reply(status=404)
        reply.headers = {
            "x-content-type-options": "nosniff", "cache-control": "no-store", **reply.headers,
        }  # fmt: skip
        await send_reply(reply, send, with_body=True)

    async def _send_events(self, receive: Receive, send: Send) -> None:
        """News as server-sent events, until the tab or the server closes."""
        headers = [
            (b"content-type", b"text/event-stream"),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        gone = asyncio.ensure_future(_until_gone(receive))
        last = None
        try:
            while not self._news.ended and not gone.done():
                news = self._news.as_json()
                text = f"retry: 500\ndata: {news}\n\n" if news != last else ":\n\n"
                last = news
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
                waiting = asyncio.ensure_future(self._news.wait())
                await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _not_found(self, headers: Headers) -> Reply:
        """A page that waits for the first build, or that says what is missing."""
        page = await to_thread.run_sync(self.files.find, "404.html")
        if page is not None:
            return await super()._not_found(headers)
        if self._news.state == "building" and not (self.files.root / "index.html").exists():
            title, text = "Building …", self._news.progress or "The first build takes longest."
        else:
            title, text = "Not found", "There is no page at this address."
        html = _PAGE.format(title=escape(title), text=escape(text)).encode()
        return Reply(
            status=404,
            headers={
                "content-type": "text/html; charset=utf-8",
                "cache-control": "no-store",
                "content-security-policy": PLAIN_POLICY.replace(
                    "default-src 'none'",
                    "default-src 'none'; script-src 'self'; connect-src 'self'",
                ),
            },
            body=self._with_script(html),
        )

    def _with_script(self, html: bytes) -> bytes:
        """*html* with our script at the end of its head; unchanged if it is only a part of a
        page.
        """
        if _DOCUMENT.search(html, 0, 1000) is None:
            return html
        script = (
            f'<script src="{DEV_PATH}client.js" data-generation="{self._news.generation}" defer>'
            "</script>"
        ).encode()
        match = _HEAD_END.search(html)
        at = match.start() if match is not None else len(html)
        return html[:at] + script + html[at:]


_DOCUMENT = re.compile(rb"<!doctype html|<html", re.IGNORECASE)
_HEAD_END = re.compile(rb"</head\s*>", re.IGNORECASE)

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>:root{{color-scheme:light dark}}
body{{max-width:40rem;margin:4rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}}</style>
</head>
<body>
<h1>{title}</h1>
<p id="navapi-dev-progress">{text}</p>
<p><a href="/">To the first page</a></p>
</body>
</html>
"""


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
