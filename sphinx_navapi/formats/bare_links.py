"""Addresses in a text that are links without any markup, as in GitHub's Markdown (6.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Where such an address may begin.
ADDRESS_START = re.compile(r"(?<![^\W_])https?://|(?<![\w/@.:-])www\.", re.IGNORECASE)

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'`|\\^]*", re.IGNORECASE)
_HOST = re.compile(
    r"(?:https?://(?:[^\s/@?#]*@)?(?:\[[\da-f:]+\]|[^\W_][^\s/:?#\[\]]*)|www\.[^\s/:?#]+\.[^\W_])",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&[A-Za-z0-9]+;\Z")
#: What stands for a part of an address that readers replace: ``{id}``, ``<id>``.
_PLACEHOLDER = re.compile(r"\{|<(?=[^\s/])|&lt;")


def find_address(text: str, start: int) -> int | None:
    """The end of the address at *start* of *text*; ``None`` where there is none to link.

    Without the punctuation of the sentence around it. A template (``https://x/{id}``)
    is not an address.
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
    """*address* to the ``]`` that closes a bracket before it, as in the text of a link."""
    if "]" not in address:
        return address
    depth = 0
    for index, char in enumerate(address):
        depth += (char == "[") - (char == "]")
        if depth < 0:
            return address[:index]
    return address


def trim_address(url: str) -> str:
    """*url* without the punctuation of the sentence around it."""
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
    """What a link to *address* says: with a scheme."""
    return address if "://" in address[:8] else f"http://{address}"


def split_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """*text* in parts, each with whether it is an address to link."""
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
