"""Anchors of headings, and what an author meant by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_NUMBERED = re.compile(r"(?:id|section|index)-?\d+")
_LOOSE = re.compile(r"[\W_]+")


#: What a hosted service takes from headings: punctuation of ASCII but ``&``, ``/``, ``-``, ``_``.
_NOT_IN_HOSTED = re.compile(r"[!\"#$%()*+,:;<=>?@\[\\\]^`{|}~]")
_GAPS = re.compile(r"[\s.-]+")


def heading_slug(title: str) -> str:
    """The anchor that a heading gets: as GitHub makes it."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def hosted_slug(title: str) -> str:
    """The anchor that Mintlify gives a heading: links from elsewhere have it.

    Its documentation ("Format text", "Automatic anchor IDs") says: small letters; hyphens for
    spaces and full stops; an apostrophe is a curly one; brackets go; slashes, ampersands and what
    is not ASCII stay, as the full-width punctuation of Chinese and Japanese. Links of sites
    written for it (``#session-in-—-clients-→-task``) agree, and show what else goes.
    """
    text = _NOT_IN_HOSTED.sub("", title.strip().lower().replace("'", "’"))
    return _GAPS.sub("-", text).strip("-")


def find_anchor(anchor: str, anchors: Mapping[str, str]) -> str | None:
    """The id of the element that *anchor* names, also where its author slugged it otherwise.

    :param anchors: names to ids.
    """
    if anchor in anchors:
        return anchors[anchor]
    wanted = _loose(anchor)
    return next((ident for name, ident in anchors.items() if _loose(name) == wanted), None)


def nearest_anchor(anchor: str, anchors: Iterable[str]) -> str | None:
    """Which of *anchors* the author of *anchor* may have meant; ``None`` if none is like it."""
    wanted = _loose(anchor)
    # Sphinx's own names of elements without a title mean nothing to an author.
    names = {_loose(name): name for name in anchors if not _NUMBERED.fullmatch(name)}
    near = get_close_matches(wanted, sorted(names), n=1, cutoff=0.75)
    # A heading that has become longer, or shorter.
    parts = sorted(name for name in names if _holds(name, wanted) or _holds(wanted, name))
    found = next(iter(near), None) or max(parts, key=len, default=None)
    return names[found] if found is not None else None


def _holds(text: str, part: str) -> bool:
    return bool(part) and f"-{part}-" in f"-{text}-"


def _loose(anchor: str) -> str:
    return _LOOSE.sub("-", anchor.lower()).strip("-")
