"""Size of the scripts and styles of an operation page in a built site."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_SCRIPT = re.compile(r'<script\b[^>]*\bsrc="([^"]+)"')
_STYLE = re.compile(r'<link\b[^>]*\brel="[^"]*stylesheet[^"]*"[^>]*>')
_HREF = re.compile(r'\bhref="([^"]+)"')

#: Files that the loader fetches when a form is opened, below the site's root.
_ON_OPENING = tuple(
    f"_static/playground/{name}"
    for name in ("playground.js", "playground-samples.js", "playground-body.js", "playground.css")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file shared by pages, so that a browser fetches it once.

    :ivar when: ``page``: loaded by every page; ``form``: loaded when the playground is opened.
    """

    name: str
    when: str
    size: int
    compressed: int


def page_assets(site: Path, page: str) -> list[Asset]:
    """Scripts and styles of *page* (its path below *site*), and those added by its form."""
    html = (site / page).read_text(encoding="utf-8")
    styles = [match[1] for tag in _STYLE.findall(html) if (match := _HREF.search(tag))]
    found: dict[Path, str] = {}
    for href in (*_SCRIPT.findall(html), *styles):
        address = urlsplit(href)
        if not address.netloc:
            found[((site / page).parent / address.path).resolve()] = "page"
    for name in _ON_OPENING:
        if (site / name).is_file():
            found[(site / name).resolve()] = "form"
    return [_asset(path, site.resolve(), when) for path, when in found.items() if path.is_file()]


def _asset(path: Path, site: Path, when: str) -> Asset:
    data = path.read_bytes()
    return Asset(
        name=path.relative_to(site).as_posix(),
        when=when,
        size=len(data),
        compressed=len(gzip.compress(data, 9)),
    )


def print_assets(theme: str, assets: list[Asset]) -> None:
    """Print a line for each moment: the total size, and that of scripts."""
    for when, words in (("page", "with the first page"), ("form", "when a form opens")):
        chosen = [asset for asset in assets if asset.when == when]
        scripts = sum(asset.compressed for asset in chosen if asset.name.endswith(".js"))
        total = sum(asset.compressed for asset in chosen)
        raw = sum(asset.size for asset in chosen)
        print(
            f"{'':<22} {theme:<20} {words:<24} {len(chosen):>3} files, {raw / 1000:,.1f} KB, "
            f"gzip {total / 1000:,.1f} KB, of it scripts {scripts / 1000:,.1f} KB; "
            "kept by the browser for all pages",
            flush=True,
        )
