"""Names under which parts of a page can be linked to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from sphinx_navapi.mdx.labels import attribute_text
from sphinx_navapi.mdx.pieces import Tag

_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NUMBERED = re.compile(r"(?:id|section|index)-?\d+")
_LOOSE = re.compile(r"[\W_]+")

#: Prefixes of the anchors of fields, and where a field's name stands.
_FIELDS = {
    "ParamField": ("param", ("path", "query", "header", "body", "cookie", "name")),
    "ResponseField": ("response", ("name",)),
}


def heading_slug(title: str) -> str:
    """The anchor that a heading gets: as GitHub and the hosts of docs.json sites make it."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def tag_anchors(tag: Tag) -> tuple[str, ...]:
    """Names of the part of the page that *tag* opens: its ``id``, or made from its title."""
    names = [attribute_text(tag, "id")]
    if tag.name == "a":
        names.append(attribute_text(tag, "name"))
    if tag.name in _FIELDS:
        prefix, places = _FIELDS[tag.name]
        field = next(filter(None, (attribute_text(tag, place) for place in places)), None)
        if field:
            names.append(f"{prefix}-{heading_slug(_HUMP.sub('-', field))}")
    elif tag.is_component and tag.name != "Card":
        title = attribute_text(tag, "title") or attribute_text(tag, "label")
        names.append(heading_slug(title) if title else None)
    return tuple(re.sub(r"\s", "-", name) for name in names if name)


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
