"""Anchors of headings, and matching of anchors in links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_NUMBERED = re.compile(r"(?:id|section|index)-?\d+")
_LOOSE = re.compile(r"[\W_]+")


#: Characters that a hosted service removes: ASCII punctuation except ``&``, ``/``, ``-``, ``_``.
_NOT_IN_HOSTED = re.compile(r"[!\"#$%()*+,:;<=>?@\[\\\]^`{|}~]")
_GAPS = re.compile(r"[\s.-]+")


def heading_slug(title: str) -> str:
    """The anchor of a heading, as on GitHub."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def hosted_slug(title: str) -> str:
    """The anchor of a heading on Mintlify: external links may use it.

    Its documentation ("Format text", "Automatic anchor IDs") says: lower case; hyphens for spaces
    and full stops; apostrophes become curly; brackets are removed; slashes, ampersands and
    non-ASCII characters are kept, such as the full-width punctuation of Chinese and Japanese. Links
    of sites written for it (``#session-in-—-clients-→-task``) agree, and show what else is removed.
    """
    text = _NOT_IN_HOSTED.sub("", title.strip().lower().replace("'", "’"))
    return _GAPS.sub("-", text).strip("-")


def find_anchor(anchor: str, anchors: Mapping[str, str]) -> str | None:
    """The id of the element for *anchor*, also if its author used another slug style.

    :param anchors: names to ids.
    """
    if anchor in anchors:
        return anchors[anchor]
    wanted = _loose(anchor)
    return next((ident for name, ident in anchors.items() if _loose(name) == wanted), None)


def nearest_anchor(anchor: str, anchors: Iterable[str]) -> str | None:
    """The one of *anchors* that was probably meant by *anchor*; ``None`` if none is similar."""
    wanted = _loose(anchor)
    # Sphinx's generated names of elements without a title mean nothing to an author.
    names = {_loose(name): name for name in anchors if not _NUMBERED.fullmatch(name)}
    near = get_close_matches(wanted, sorted(names), n=1, cutoff=0.75)
    # A heading that was lengthened or shortened.
    parts = sorted(name for name in names if _holds(name, wanted) or _holds(wanted, name))
    found = next(iter(near), None) or max(parts, key=len, default=None)
    return names[found] if found is not None else None


def _holds(text: str, part: str) -> bool:
    return bool(part) and f"-{part}-" in f"-{text}-"


def _loose(anchor: str) -> str:
    return _LOOSE.sub("-", anchor.lower()).strip("-")
