"""OpenAPI documents given as https URLs in the configuration.

A document is fetched during the build, kept under the doctree directory and revalidated (RFC 9110,
section 13), so that an unchanged one costs a round trip and a failing server only a diagnostic.
Nothing referenced in the document is ever fetched: only URLs of the configuration are used here.
"""

from __future__ import annotations

import contextlib
import json
import os
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from sphinx_navapi._version import __version__
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.data_file import MAX_BYTES
from sphinx_navapi.openapi.load import FindFormat, LoadResult, load_document
from sphinx_navapi.openapi.overlays import OverlayFile
from sphinx_navapi.openapi.sources import digest

#: Seconds that the server may be silent, and that the whole response may take.
SILENCE: Final = 15.0
TOTAL: Final = 60.0

_CHUNK: Final = 256 * 1024

#: Root keys of OpenAPI documents.
_KEYS: Final = (b"openapi", b"swagger", b"asyncapi", b"arazzo", b'"tools"')


@dataclass(frozen=True, slots=True)
class FetchResult:
    """:ivar path: the copy to read, ``None`` if there is none."""

    path: Path | None
    diagnostics: tuple[Diagnostic, ...] = ()


class _FetchError(Exception):
    """``str()`` says why there is no new copy."""


class _HttpsRedirects(HTTPRedirectHandler):
    """Follows redirects from https to https only."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme != "https":
            raise _FetchError(f"the server redirects to {newurl}, which is not https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch_document(
    url: str,
    cache_dir: Path,
    *,
    enabled: bool = True,
    opener: OpenerDirector | None = None,
    max_bytes: int = MAX_BYTES,
    keys: Sequence[bytes] = _KEYS,
) -> FetchResult:
    """Fetch the document at *url*; returns the path of the new copy, or that of an earlier build.

    :param cache_dir: for the copies; created if needed.
    :param enabled: ``False`` fetches nothing and uses no copy.
    :param opener: replaces the default one, which only supports https.
    :param keys: a valid response contains one of them.
    """
    if not enabled:
        return _refuse(
            url,
            "is not fetched, because `navapi_remote_documents` is off: copy the document into"
            " the source directory and use its path",
        )
    parts = urlsplit(url)
    if parts.scheme != "https" and opener is None:
        return _refuse(url, "was not fetched: use an https URL or the path of a file")
    if not parts.hostname:
        return _refuse(url, "has no host: use an https URL or the path of a file")
    if parts.username is not None or parts.password is not None:
        shown = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        return _refuse(
            shown,
            "contains credentials, which would be published with the site: copy the document"
            " into the source directory and use its path",
        )
    copy = cache_dir / f"{digest(url.encode('utf-8', 'surrogatepass'))}.document"
    try:
        _renew(url, copy, opener if opener is not None else _https_opener(), max_bytes, keys)
    except _FetchError as error:
        if copy.is_file():
            message = f"{url} cannot be fetched ({error}): the copy of an earlier build is used"
            return FetchResult(copy, (_diagnostic(url, message),))
        return _refuse(
            url,
            f"cannot be fetched ({error}): check the URL, or copy the document into the"
            " source directory and use its path",
        )
    return FetchResult(copy)


def fetch_overlay(url: str, cache_dir: Path, *, enabled: bool = True) -> FetchResult:
    """Fetch the overlay at *url*, like `fetch_document`."""
    return fetch_document(url, cache_dir, enabled=enabled, keys=(b"overlay",))


def load_remote_document(
    url: str,
    cache_dir: Path,
    *,
    enabled: bool = True,
    opener: OpenerDirector | None = None,
    overlays: Sequence[OverlayFile] = (),
    find_format: FindFormat | None = None,
) -> LoadResult:
    """The OpenAPI document at *url*; its references may not lead to other files.

    :param find_format: for documents of other standards.
    """
    fetched = fetch_document(url, cache_dir, enabled=enabled, opener=opener)
    if fetched.path is None:
        return LoadResult(None, fetched.diagnostics)
    loaded = load_document(
        fetched.path, url, None, cache_dir=cache_dir, overlays=overlays, find_format=find_format
    )
    return LoadResult(loaded.document, (*fetched.diagnostics, *loaded.diagnostics))


def _renew(
    url: str, copy: Path, opener: OpenerDirector, max_bytes: int, keys: Sequence[bytes]
) -> None:
    """Bring *copy* up to date.

    :raises _FetchError: it remains unchanged.
    """
    headers = {"Accept": "application/json, application/yaml, */*;q=0.8"}
    headers["User-Agent"] = f"sphinx-navapi/{__version__}"
    memory = copy.with_suffix(".json")
    if copy.is_file():
        headers |= _validators(memory, url)
    try:
        request = Request(url, headers=headers)  # noqa: S310 - the scheme was checked
        with opener.open(request, timeout=SILENCE) as response:
            content = _read(response, max_bytes)
            known = {
                "url": url,
                "etag": response.headers.get("ETag"),
                "last_modified": response.headers.get("Last-Modified"),
            }
    except HTTPError as error:
        with error:
            if error.code == 304 and copy.is_file():
                return
        raise _FetchError(f"the server responded with {error.code}") from None
    except URLError as error:
        raise _FetchError(_reason(error.reason)) from None
    except (OSError, HTTPException, ValueError) as error:
        raise _FetchError(_reason(error)) from None
    if not any(key in content for key in keys):
        raise _FetchError(
            f"the response is not an {'OpenAPI document' if keys is _KEYS else 'overlay'}"
        )
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        _write(copy, content)
        _write(memory, json.dumps(known).encode())
    except OSError as error:
        raise _FetchError(f"the copy cannot be written: {error.strerror}") from None


def _read(response: Any, max_bytes: int) -> bytes:
    deadline = time.monotonic() + TOTAL
    chunks: list[bytes] = []
    size = 0
    while chunk := response.read1(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > max_bytes:
            raise _FetchError(f"it is larger than {max_bytes // 1024 // 1024} MiB")
        if time.monotonic() > deadline:
            raise _FetchError(f"it took longer than {TOTAL:.0f} s")
    expected = response.headers.get("Content-Length")
    if expected is not None and expected.isdecimal() and size < int(expected):
        raise _FetchError("the response was cut off")
    return b"".join(chunks)


def _validators(memory: Path, url: str) -> dict[str, str]:
    """Headers for a conditional request."""
    try:
        known = json.loads(memory.read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(known, dict) or known.get("url") != url:
        return {}
    names = (("If-None-Match", "etag"), ("If-Modified-Since", "last_modified"))
    return {
        header: known[key]
        for header, key in names
        if isinstance(known.get(key), str) and known[key].isprintable()
    }


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _https_opener() -> OpenerDirector:
    """An opener for https only; it uses the proxy of the environment."""
    opener = OpenerDirector()
    for handler in (
        ProxyHandler(),
        HTTPSHandler(context=ssl.create_default_context()),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
        _HttpsRedirects(),
    ):
        opener.add_handler(handler)
    return opener


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return "no response in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid: {error.verify_message}"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or type(error).__name__


def _refuse(url: str, message: str) -> FetchResult:
    return FetchResult(None, (_diagnostic(url, f"{url} {message}"),))


def _diagnostic(url: str, message: str) -> Diagnostic:
    return Diagnostic(subtype=Subtype.OPENAPI_NOT_FOUND, message=message, place=Place(file=url))
