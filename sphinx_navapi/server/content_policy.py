"""The Content-Security-Policy of a page: what its own HTML holds may run, and nothing else.

Themes write scripts into their pages, each in its own way. Rather than allow inline
scripts for all, a page is read once and the hash of each script in it is named, so
that markup which reaches a page later, by way of a script or an answer of an API,
runs nothing. Addresses of other sites are allowed where the page itself names them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass, field

from sphinx_navapi.formats.html_parser import LenientParser
from sphinx_navapi.server.addresses import split_address

#: Beyond it a header would not pass common reverse proxies, whose buffers begin at 4 KiB.
_MAX_HASHES = 40

#: For what is no page: an SVG or XML file that a browser opens by itself runs no script.
FILE_POLICY = (
    "default-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'none'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
)

#: For answers that the server writes itself.
PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

#: Script types that run (HTML, "prepare the script element"); others are data.
_RUNS = frozenset(
    {
        "", "module", "importmap", "speculationrules", "text/javascript",
        "application/javascript", "text/ecmascript", "application/ecmascript",
        "application/x-javascript", "application/x-ecmascript", "text/x-javascript",
        "text/x-ecmascript", "text/jscript", "text/livescript",
        *(f"text/javascript1.{minor}" for minor in range(6)),
    }
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class PageNeeds:
    """What a page holds that a policy has to allow.

    :ivar scripts: of inline scripts the hashes, as sources. :ivar handlers: those of
        event handler attributes. :ivar hosts: per directive the sources elsewhere.
    :ivar connects_anywhere: requests go from the browser straight to an API.
    """

    scripts: dict[str, None] = field(default_factory=dict)
    handlers: dict[str, None] = field(default_factory=dict)
    hosts: dict[str, dict[str, None]] = field(default_factory=dict)
    connects_anywhere: bool = False

    def add_host(self, directive: str, url: str | None, *, folder: bool = False) -> None:
        """Allow the address of *url* if it is one elsewhere."""
        source = _source(url, folder=folder) if url else None
        if source is not None:
            self.hosts.setdefault(directive, {})[source] = None


def page_policy(html: bytes, *, signs_in: bool = False) -> str:
    """The policy for the page *html*.

    :param signs_in: it is the page that asks for tokens, of whichever server.
    """
    needs = read_page(html)
    needs.connects_anywhere |= signs_in
    return write_policy(needs)


def write_policy(needs: PageNeeds) -> str:
    """The policy that allows *needs*."""
    scripts = ["'self'"]
    if len(needs.scripts) + len(needs.handlers) > _MAX_HASHES:
        scripts.append("'unsafe-inline'")
    else:
        if needs.handlers:
            scripts.append("'unsafe-hashes'")
        scripts += [*needs.scripts, *needs.handlers]
    connections = ["'self'"]
    if needs.connects_anywhere:
        connections += ["https:", "http:"]
    directives = {
        "default-src": ["'self'"],
        "script-src": scripts,
        # A style attribute is in every theme, and hashes do not cover what scripts add.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:", "https:", "http:"],
        "media-src": ["'self'", "data:", "blob:", "https:", "http:"],
        "font-src": ["'self'", "data:", "https:"],
        "connect-src": connections,
        "worker-src": ["'self'", "blob:"],
        "frame-src": ["'self'"],
        "object-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'self'"],
        "frame-ancestors": ["'self'"],
    }
    for directive, sources in needs.hosts.items():
        directives[directive] += [s for s in sources if s not in directives[directive]]
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


def read_page(html: bytes) -> PageNeeds:
    """What the page *html* needs allowed."""
    reader = _PageParser()
    # A browser hashes text after it has made each end of line a line feed.
    text = html.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    reader.feed(text)
    reader.close()
    return reader.needs


class _PageParser(LenientParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.needs = PageNeeds()
        self._script: list[str] | None = None
        self._is_data = False
        self._in_playground = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(reversed(attrs))
        for name, value in attrs:
            if name.startswith("on") and value:
                self.needs.handlers[_hash(value)] = None
        if tag == "script":
            self._start_script(attributes)
        elif tag == "navapi-playground":
            self._in_playground = True
        elif attributes.get("class") == "navapi-feedback":
            # An answer of a reader is sent where the site says.
            self.needs.add_host("connect-src", attributes.get("data-post"))
        elif tag == "link":
            self._link(attributes)
        elif tag in ("iframe", "frame"):
            self.needs.add_host("frame-src", attributes.get("src"))
        elif tag in ("object", "embed"):
            self.needs.add_host("object-src", attributes.get("data") or attributes.get("src"))
        elif tag == "form":
            self.needs.add_host("form-action", attributes.get("action"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no empty tags: what follows <script/> is a script.
        self.handle_starttag(tag, attrs)
        if tag in self.CDATA_CONTENT_ELEMENTS:
            self.set_cdata_mode(tag)

    def handle_data(self, data: str) -> None:
        if self._script is not None:
            self._script.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._script is not None:
            text = "".join(self._script)
            if not self._is_data:
                self.needs.scripts[_hash(text)] = None
            elif self._in_playground:
                self._read_playground(text)
            self._script = None
        elif tag == "navapi-playground":
            self._in_playground = False

    def _start_script(self, attributes: dict[str, str | None]) -> None:
        if attributes.get("id") == "navapi-integrations":
            self._read_integrations(attributes.get("data-services") or "")
        if "src" in attributes:
            # What a script of a library loads by itself stands beside it.
            self.needs.add_host("script-src", attributes["src"], folder=True)
            self.needs.add_host("connect-src", attributes["src"], folder=True)
            return
        kind = (attributes.get("type") or "").strip().lower().partition(";")[0]
        self._is_data = kind not in _RUNS
        self._script = []

    def _link(self, attributes: dict[str, str | None]) -> None:
        kinds = (attributes.get("rel") or "").lower().split()
        href = attributes.get("href")
        if "stylesheet" in kinds or ("preload" in kinds and attributes.get("as") == "style"):
            self.needs.add_host("style-src", href)
        if "modulepreload" in kinds:
            self.needs.add_host("script-src", href, folder=True)

    def _read_integrations(self, text: str) -> None:
        """The hosts of the services that the page loads."""
        try:
            services = json.loads(text)
        except ValueError:
            return
        if isinstance(services, dict):
            from sphinx_navapi.config.integration_hosts import integration_hosts

            for directive, source in integration_hosts(services):
                self.needs.hosts.setdefault(directive, {})[source] = None

    def _read_playground(self, text: str) -> None:
        """Where the playground of the page sends requests."""
        try:
            data = json.loads(text)
        except ValueError:
            return
        if not isinstance(data, dict):
            return
        # The data leaves out what is false: without "proxy" the browser sends.
        proxy = data.get("proxy", False)
        if isinstance(proxy, str):
            self.needs.add_host("connect-src", proxy)
        servers, schemes = data.get("servers"), data.get("schemes")
        direct = (
            proxy is False
            or data.get("customServer") is True
            or any(
                isinstance(server, dict) and not server.get("relay")
                for server in (servers if isinstance(servers, list) else ())
            )
        )
        for scheme in (schemes if isinstance(schemes, dict) else {}).values():
            direct |= isinstance(scheme, dict) and bool(scheme.get("openIdConnectUrl"))
        # An answer may lead on to another host, which no document names; where tokens
        # are to be had, an OpenID provider says itself.
        self.needs.connects_anywhere |= direct


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _source(url: str, *, folder: bool) -> str | None:
    """*url* as a source of a policy, ``None`` for an address on the site itself.

    :param folder: the folder that it stands in, instead of all of its host.
    """
    parts = split_address(url)
    if parts is None or parts.scheme not in ("http", "https", "") or not parts.hostname:
        return None
    host = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
    if not _HOST.fullmatch(host):
        return None
    origin = f"{parts.scheme}://{host}" if parts.scheme else host
    if not folder:
        return origin
    path = parts.path.rpartition("/")[0]
    # Characters that would end the source or the directive make it the whole host.
    return f"{origin}{path}/" if _PATH.fullmatch(path) else origin


_HOST = re.compile(r"[A-Za-z0-9._~-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_PATH = re.compile(r"[A-Za-z0-9._~%!$&()*+=:@/-]*")
