"""Bare URLs in a text that become links, as in GitHub Flavored Markdown (6.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Where a bare URL may start.
ADDRESS_START = re.compile(r"(?<![^\W_])https?://|(?<![\w/@.:-])www\.", re.IGNORECASE)

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'`|\\^]*", re.IGNORECASE)
_HOST = re.compile(
    r"(?:https?://(?:[^\s/@?#]*@)?(?:\[[\da-f:]+\]|[^\W_][^\s/:?#\[\]]*)|www\.[^\s/:?#]+\.[^\W_])",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&[A-Za-z0-9]+;\Z")
#: Placeholders for a part of a URL that readers replace: ``{id}``, ``<id>``.
_PLACEHOLDER = re.compile(r"\{|<(?=[^\s/])|&lt;")


def find_address(text: str, start: int) -> int | None:
    """The end of the URL at *start* of *text*; ``None`` if there is none to link.

    Excludes punctuation of the surrounding sentence. A template (``https://x/{id}``) is not a URL.
    """
    match = _ADDRESS.match(text, start)
    if match is None:
        return None
    address = _without_outer_bracket(match[0])
    if _PLACEHOLDER.search(address) or (
        address == match[0] and _PLACEHOLDER.match(text, match.end())
    ):
        return None
    address = trim_address(address)
    return start + len(address) if _HOST.match(address) else None


def _without_outer_bracket(address: str) -> str:
    """*address* up to the ``]`` that closes a bracket before it, as in the text of a link."""
    if "]" not in address:
        return address
    depth = 0
    for index, char in enumerate(address):
        depth += (char == "[") - (char == "]")
        if depth < 0:
            return address[:index]
    return address


def trim_address(url: str) -> str:
    """*url* without punctuation of the surrounding sentence."""
    opened, closed = url.count("("), url.count(")")
    end = len(url)
    while end:
        last = url[end - 1]
        if last == ")":
            if closed <= opened:
                break
            closed -= 1
        elif last == ";" and (entity := _ENTITY.search(url, max(0, end - 40), end)):
            end = entity.start() + 1
        elif last not in "?!.,:;*_~]…":
            break
        end -= 1
    return url[:end]


def address_href(address: str) -> str:
    """The ``href`` for *address*, with a scheme."""
    return address if "://" in address[:8] else f"http://{address}"


def split_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of *text*, each with whether it is a URL to link."""
    position = 0
    for match in ADDRESS_START.finditer(text):
        if match.start() < position:
            continue
        end = find_address(text, match.start())
        if end is None:
            continue
        if match.start() > position:
            yield text[position : match.start()], False
        yield text[match.start() : end], True
        position = end
    if position < len(text):
        yield text[position:], False
