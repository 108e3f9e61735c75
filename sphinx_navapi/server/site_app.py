"""A built site as an ASGI application, including the relay.

Every response has headers that prevent unintended scripts, framing and content sniffing. Nothing
outside the site's folder is ever sent.

A path leads to a file, a redirect, or nothing.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import parse_qs, quote

import anyio
from anyio import to_thread
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sphinx_navapi.built_site.pages import (
    API_CATALOG,
    PUBLIC_API_CATALOG,
    SiteFile,
    SiteFiles,
    is_path,
)
from sphinx_navapi.links.targets import Redirects, is_external, relative_url, split_href
from sphinx_navapi.relay.caller import CARD_ROUTES, SiteAddresses
from sphinx_navapi.relay.sending import FRAMED_TWICE, closing, is_framed_twice
from sphinx_navapi.server.content_policy import FILE_POLICY, PLAIN_POLICY, page_policy
from sphinx_navapi.server.replies import (
    PRECOMPRESSED,
    Compressor,
    FilePart,
    Reply,
    accepted_encodings,
    http_date,
    is_text,
    is_unchanged,
    media_type,
    precompressed,
    prefers_markdown,
    requested_range,
    send_reply,
)

#: Path of the relay, below the site's root.
RELAY_PATH = "api/request"

#: Path of its tools for programs, likewise.
MCP_PATH = "mcp"

#: First path segments reserved for servers of API documentation.
RESERVED = frozenset({"api", "mcp"})

#: Size in bytes; larger files are never loaded completely to serve a request, ...
_HELD = 256 * 1024
#: ... and these not even once to examine them.
_READ = 16 * 1024 * 1024

#: Maximum length of a path: no system has longer file names.
_PATH = 4096

_YEAR = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_NEVER = "no-store"

#: The page that sign-in returns to: its URL briefly contains a code.
SIGN_IN = "_navapi/oauth.html"

_METHODS = ("GET", "HEAD")

_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
}

_UNKNOWN_HOST = "Unknown host. Set the URL of the site with --site-url."

#: RFC 9727, sections 2 and 4.
_CATALOG_FIELDS = {
    "content-type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "link": '<api-catalog>; rel="api-catalog"',
}

#: Not included in the checksum that Sphinx writes into URLs.
_RETURN = b"\r"

#: A content hash in a file's name, as in bundlers' output and Sphinx's math images.
_HASHED_NAME = re.compile(r"(?:\A|[.-]|/)(?=[0-9a-f]*\d)[0-9a-f]{8,64}\.[a-z0-9.]+\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """Cached facts about a file.

    :ivar checksum: as Sphinx writes it into URLs; ``""`` for large files.
    :ivar policy: Content-Security-Policy, ``None`` if not needed.
    """

    etag: str
    checksum: str
    policy: str | None


class SiteApp:
    """The application.

    :param relay: handles the relay's path; ``None``: there is none.
    :param reserves: whether reserved root names are never pages.
    :param rewrite: modifies a page's bytes before sending. Browsers then cache nothing.
    """

    def __init__(
        self,
        site_dir: Path,
        *,
        addresses: SiteAddresses,
        relay: ASGIApp | None = None,
        reserves: bool = True,
        rewrite: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self.files = SiteFiles(site_dir)
        self.addresses = addresses
        self.relay = relay
        self._lookup = SiteLookup(self.files)
        self._reserves = reserves
        self._rewrite = rewrite
        self._compressor = Compressor()
        self._compressing = anyio.Lock()
        self._facts = lru_cache(maxsize=8192)(self._find_facts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            if self.relay is not None:
                await self.relay(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        path = self.addresses.inner_path(host, scope["path"])
        if self.relay is not None and self._is_for_relay(path, scope["method"]):
            # It checks the caller itself, and expects no base path.
            await self.relay({**scope, "path": path, "root_path": ""}, receive, send)
            return
        if is_framed_twice(headers):
            reply = plain_reply(400, FRAMED_TWICE)
            reply.headers.update(closing(scope))
        elif not self.addresses.is_called(scope, headers):
            reply = plain_reply(421, _UNKNOWN_HOST)
        elif scope["method"] not in _METHODS:
            reply = plain_reply(405, "Method not allowed: this server only serves files.")
            reply.headers["allow"] = ", ".join(_METHODS)
        elif not path:
            # The base path without its trailing slash.
            here = quote(scope["path"].rpartition("/")[2])
            reply = _moved(Moved(location=f"{here}/", permanent=True), scope["query_string"])
        else:
            reply = await self.answer(path[1:], scope["query_string"], headers)
        reply.headers = {**_ALWAYS, **reply.headers}
        await send_reply(reply, send, with_body=scope["method"] != "HEAD")

    def _is_for_relay(self, path: str, method: str) -> bool:
        if path in CARD_ROUTES:
            # A site may have its own file.
            return method in _METHODS and self.files.find(path[1:]) is None
        if path == f"/{MCP_PATH}":
            # Without reserved names a page may have this path.
            return self._reserves or method in ("POST", "OPTIONS")
        return path == f"/{RELAY_PATH}"

    async def answer(self, name: str, query: bytes, headers: Headers) -> Reply:
        """The response to GET of *name*, the decoded path below the site's root."""
        if len(name) > _PATH or (self._reserves and name.split("/", 1)[0] in RESERVED):
            return await self._not_found(headers)
        target, markdown = await to_thread.run_sync(self._lookup.look, name)
        if isinstance(target, Moved):
            return _moved(target, query)
        if target is not None:
            try:
                if markdown is None:
                    return await self._send_file(target, query, headers)
                wanted = markdown if prefers_markdown(headers.get("accept", "")) else target
                reply = await self._send_file(wanted, query, headers)
                varies = (reply.headers.get("vary"), "accept")
                reply.headers["vary"] = ", ".join(name for name in varies if name)
                return reply
            except OSError:
                # It was removed in the meantime, or is not readable.
                pass
        elif name == PUBLIC_API_CATALOG and (catalog := self.files.find(API_CATALOG)) is not None:
            reply = await self._send_file(catalog, query, headers)
            reply.headers |= _CATALOG_FIELDS
            return reply
        return await self._not_found(headers)

    async def _send_file(self, file: SiteFile, query: bytes, headers: Headers) -> Reply:
        kind = media_type(file.name)
        if self._rewrite is not None and kind.startswith("text/html"):
            return await self._rewritten(file)
        facts = await to_thread.run_sync(self._facts, file)
        reply = Reply(
            status=200,
            headers={
                "content-type": kind,
                "etag": facts.etag,
                "last-modified": http_date(file.mtime),
                "cache-control": self._cache_control(file, facts, query),
                "accept-ranges": "bytes",
            },
        )
        if facts.policy is not None:
            reply.headers["content-security-policy"] = facts.policy
        if file.name == SIGN_IN:
            reply.headers["referrer-policy"] = "no-referrer"
        if not is_text(kind):
            return await self._identity(file, facts, headers, reply)
        reply.headers["vary"] = "accept-encoding"
        wanted = accepted_encodings(headers.get("accept-encoding", ""))
        if "range" in headers or not wanted:
            return await self._identity(file, facts, headers, reply)
        return await self._encoded(file, facts, headers, reply, wanted)

    async def _identity(
        self, file: SiteFile, facts: _Facts, headers: Headers, reply: Reply
    ) -> Reply:
        """The uncompressed file, or the requested range of it."""
        if is_unchanged(headers, facts.etag, file.mtime):
            return _unchanged(reply)
        part = requested_range(headers, facts.etag, file.mtime, file.size)
        if part is False:
            reply.status = 416
            reply.headers["content-range"] = f"bytes */{file.size}"
            return reply
        start, length = part if isinstance(part, tuple) else (0, file.size)
        if part is not None:
            reply.status = 206
            reply.headers["content-range"] = f"bytes {start}-{start + length - 1}/{file.size}"
        if file.size > _HELD:
            reply.body = FilePart(path=file.path, start=start, length=length)
        else:
            content = await to_thread.run_sync(file.path.read_bytes)
            reply.body = content[start : start + length]
        return reply

    async def _encoded(
        self,
        file: SiteFile,
        facts: _Facts,
        headers: Headers,
        reply: Reply,
        wanted: frozenset[str],
    ) -> Reply:
        """The file in an encoding that the client accepts, if available."""
        encoding = "br"
        body: bytes | FilePart | None = await self._precompressed(file, "br", wanted)
        if body is None:
            encoding = "gzip"
            body = await self._precompressed(file, "gzip", wanted)
        if body is None and "gzip" in wanted and self._compressor.is_worth(file):
            body = await self._gzipped(file)
        if not body:
            return await self._identity(file, facts, headers, reply)
        # Each encoding is a separate representation (RFC 9110, section 8.8.3.3).
        etag = f'{facts.etag[:-1]}-{encoding}"'
        reply.headers["etag"] = etag
        reply.headers["content-encoding"] = encoding
        del reply.headers["accept-ranges"]
        if is_unchanged(headers, etag, file.mtime):
            return _unchanged(reply)
        reply.body = body
        return reply

    async def _precompressed(
        self, file: SiteFile, encoding: str, wanted: frozenset[str]
    ) -> FilePart | None:
        if encoding not in wanted:
            return None
        suffix = PRECOMPRESSED[encoding]
        return await to_thread.run_sync(precompressed, file.path, suffix, file.mtime)

    async def _gzipped(self, file: SiteFile) -> bytes:
        """*file* compressed; empty if that is not worthwhile."""
        kept = self._compressor.kept(file)
        if kept is not None:
            return kept
        # One at a time: concurrent requests for the same file use the result.
        async with self._compressing:
            kept = self._compressor.kept(file)
            if kept is None:
                kept = await to_thread.run_sync(
                    lambda: self._compressor.compress(file.path.read_bytes())
                )
                self._compressor.keep(file, kept)
        return kept

    def _cache_control(self, file: SiteFile, facts: _Facts, query: bytes) -> str:
        if self._rewrite is not None or file.name == SIGN_IN:
            return _NEVER
        if file.name.endswith(".html"):
            return _ASK_FIRST
        if _HASHED_NAME.search(file.name):
            return _YEAR
        values = parse_qs(query.decode("latin-1"), max_num_fields=8) if len(query) < 200 else {}
        # A request with the hash of an older or newer file must not cache this one.
        if facts.checksum and facts.checksum in values.get("v", ()):
            return _YEAR
        # A theme's own hash, of all its files.
        if any(re.fullmatch(r"[0-9a-f]{16,64}", value) for value in values.get("digest", ())):
            return _YEAR
        return _ASK_FIRST

    async def _rewritten(self, file: SiteFile, status: int = 200) -> Reply:
        content, policy = await to_thread.run_sync(self._rewrite_page, file)
        return Reply(
            status=status,
            headers={
                "content-type": media_type(file.name),
                "cache-control": _NEVER,
                "content-security-policy": policy,
            },
            body=content,
        )

    def _rewrite_page(self, file: SiteFile) -> tuple[bytes, str]:
        assert self._rewrite is not None
        content = self._rewrite(file.path.read_bytes())
        return content, page_policy(content)

    async def _not_found(self, headers: Headers) -> Reply:
        """The site's own 404 page, or a line of text."""
        file = await to_thread.run_sync(self.files.find, "404.html")
        if file is None:
            return plain_reply(404, "There is no page at this address.")
        if self._rewrite is not None:
            return await self._rewritten(file, 404)
        # The client's cached version is not of this page.
        kept = {"accept-encoding": headers.get("accept-encoding", "")}
        reply = await self._send_file(file, b"", Headers(headers=kept))
        for name in ("etag", "last-modified", "accept-ranges"):
            reply.headers.pop(name, None)
        reply.status = 404
        return reply

    def _find_facts(self, file: SiteFile) -> _Facts:
        kind = media_type(file.name)
        if file.size > _READ:
            policy = FILE_POLICY if _is_active(kind) else None
            return _Facts(etag=f'"{file.size:x}-{file.mtime:x}"', checksum="", policy=policy)
        content = file.path.read_bytes()
        policy = None
        if kind.startswith("text/html"):
            policy = page_policy(content, signs_in=file.name == SIGN_IN)
        elif _is_active(kind):
            policy = FILE_POLICY
        return _Facts(
            etag=f'"{blake2b(content, digest_size=12).hexdigest()}"',
            checksum=f"{zlib.crc32(content.translate(None, _RETURN)):08x}",
            policy=policy,
        )


def _is_active(kind: str) -> bool:
    """Whether a browser would run scripts in a file of *kind* that is opened directly."""
    return kind.startswith(("text/html", "image/svg+xml", "application/xhtml", "application/xml"))


def _unchanged(reply: Reply) -> Reply:
    kept = {"etag", "last-modified", "cache-control", "vary", "content-security-policy"}
    headers = {name: value for name, value in reply.headers.items() if name in kept}
    return Reply(status=304, headers=headers)


def _moved(target: Moved, query: bytes) -> Reply:
    location = target.location
    if query and "?" not in location:
        path, hash_, anchor = location.partition("#")
        values = quote(query.decode("latin-1"), safe="/:?@!$&'()*+,;=%~-._")
        location = f"{path}?{values}{hash_}{anchor}"
    return Reply(
        status=308 if target.permanent else 307,
        # Otherwise a browser may cache it forever.
        headers={"location": location, "cache-control": _ASK_FIRST},
    )


def plain_reply(status: int, text: str) -> Reply:
    """A line of plain text."""
    return Reply(
        status=status,
        headers={
            "content-type": "text/plain; charset=utf-8",
            "cache-control": _NEVER,
            "content-security-policy": PLAIN_POLICY,
        },
        body=f"{text}\n".encode(),
    )


#: Maximum length of a chain of redirects.
_MAX_STEPS = 20

#: Maximum length of a path matched against rules: with several ``*``, all ways to split it are
#: tried.
_RULED = 500

#: Characters allowed in a URL beside letters and digits, including a percent sign.
_SAFE = "/:?#[]@!$&'()*+,;=%~-._"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """:ivar location: as in the header, relative to the requested path."""

    location: str
    permanent: bool


class SiteLookup:
    """Finds the targets of paths of a site.

    A page is served at the path of its file, a folder as its ``index.html``. A path without a
    suffix leads to the page of that name, and the rules of ``redirects.json`` apply if there is no
    page.
    """

    def __init__(self, files: SiteFiles) -> None:
        self.files = files
        self._rules = _NO_RULES
        self._rules_of = -1

    def find(self, name: str) -> SiteFile | Moved | None:
        """The target of *name*, the decoded path without a leading slash."""
        folder = name.rstrip("/") if name == "" or name.endswith("/") else None
        if name and not is_path(name.removesuffix("/")):
            return None
        file = self.files.find(_join(folder, "index.html") if folder is not None else name)
        if file is not None:
            return self._moved(name, file) or file
        if folder is None and (index := self.files.find(f"{name}/index.html")) is not None:
            moved = self._moved(name, index)
            return moved or Moved(location=f"{_here(name)}/", permanent=True)
        return self._ruled(name) or self._renamed(name)

    def look(self, name: str) -> tuple[SiteFile | Moved | None, SiteFile | None]:
        """The result of `find`, and the Markdown file if it is a page."""
        target = self.find(name)
        return target, None if target is None or isinstance(target, Moved) else self._markdown(
            target
        )

    def _markdown(self, page: SiteFile) -> SiteFile | None:
        stem = page.name.removesuffix(".html")
        if stem == page.name:
            return None
        file = self.files.find(f"{stem}.md")
        if file is None and stem.endswith("/index"):
            # The builder `dirhtml` writes each page as the index of a folder.
            file = self.files.find(f"{stem.removesuffix('/index')}.md")
        return file

    def _moved(self, name: str, file: SiteFile) -> Moved | None:
        """The target of *file*, if it is a redirect page."""
        redirect = self._current_rules().pages.get(file.name)
        if redirect is None:
            return None
        href, permanent = redirect
        if is_external(href):
            return Moved(location=quote(href, safe=_SAFE), permanent=permanent)
        return Moved(location=relative_url(quote(name), href.lstrip("/")), permanent=permanent)

    def _renamed(self, name: str) -> Moved | None:
        """The same page in the other URL style: with a suffix, or as a folder."""
        plain = name.rstrip("/")
        if not plain:
            return None
        target = None
        if plain.endswith(".html") and self.files.find(f"{plain[:-5]}/index.html") is not None:
            target = f"{plain[:-5]}/"
        elif (file := self.files.find(f"{plain}.html")) is not None:
            if (moved := self._moved(name, file)) is not None:
                return moved
            target = f"{plain}.html"
        if target is None:
            return None
        return Moved(location=relative_url(quote(name), quote(target)), permanent=True)

    def _ruled(self, name: str) -> Moved | None:
        """The target of *name* according to the configured rules."""
        if len(name) > _RULED:
            return None
        rules = self._current_rules()
        destination = rules.all.follow(name)
        if destination is None:
            return None
        permanent = rules.is_permanent(name, destination)
        for _step in range(_MAX_STEPS):
            if is_external(destination):
                is_web = destination.lower().startswith(("https://", "http://"))
                location = quote(destination, safe=_SAFE)
                return Moved(location=location, permanent=permanent) if is_web else None
            path, anchor = split_href(destination)
            target = self._page_at(path.strip("/"))
            if target is not None:
                suffix = f"#{quote(anchor)}" if anchor else ""
                location = relative_url(quote(name), quote(target) + suffix)
                return Moved(location=location, permanent=permanent)
            following = rules.all.follow(path)
            if following is None:
                return None
            destination = following
        return None

    def _page_at(self, path: str) -> str | None:
        """The URL of the page for *path*, ``None`` if there is none."""
        rules = self._current_rules()
        stem = re.sub(r"\.(mdx?|rst|html?)\Z", "", path)
        for name in (f"{stem}.html", _join(path, "index.html"), _join(stem, "index.html"), path):
            file = self.files.find(name)
            if file is not None and file.name not in rules.pages:
                return name.removesuffix("index.html") if name.endswith("/index.html") else name
        return None

    def _current_rules(self) -> _Rules:
        path = self.files.root / "_navapi" / "redirects.json"
        try:
            mtime = path.stat().st_mtime_ns
        except OSError:
            return _NO_RULES
        if mtime != self._rules_of:
            self._rules, self._rules_of = _read_rules(path), mtime
        return self._rules


class _Rules:
    """The redirects of a site. Creating them costs more than serving many requests.

    :ivar pages: target of each redirect page, and whether it is permanent, by path.
    """

    def __init__(self, rules: list[dict[str, object]], pages: dict[str, tuple[str, bool]]) -> None:
        self.pages = pages
        self.all = Redirects(rules)
        self._each = [(Redirects([rule]), rule.get("permanent") is not False) for rule in rules]

    def is_permanent(self, name: str, destination: str) -> bool:
        """Whether the rule that leads from *name* to *destination* is permanent."""
        permanences = (
            permanent for one, permanent in self._each if one.follow(name) == destination
        )
        return next(permanences, True)


_NO_RULES = _Rules([], {})


def _read_rules(path: Path) -> _Rules:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return _NO_RULES
    record = value if isinstance(value, dict) else {}
    rules, pages = record.get("redirects"), record.get("pages")
    return _Rules(
        [rule for rule in rules if isinstance(rule, dict)] if isinstance(rules, list) else [],
        {
            name: (page["href"], page.get("permanent") is not False)
            for name, page in (pages.items() if isinstance(pages, dict) else ())
            if isinstance(page, dict) and isinstance(page.get("href"), str)
        },
    )


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _here(name: str) -> str:
    """The last part of *name* as a relative URL."""
    return relative_url(quote(name), quote(name))
