"""Which classes in a page require which style sheets and scripts."""

from __future__ import annotations

from collections.abc import Mapping

Marks = Mapping[str, tuple[str, ...]]

#: Classes of the blocks of operation pages.
_BLOCKS = ("navapi-signature", "navapi-fields", "navapi-schema", "navapi-samples", "navapi-switch")

#: Classes of channel actions, beside addresses and in lists.
_CHANNELS = ("m-send", "m-receive", "m-publish", "m-subscribe")

#: Other elements styled by the style sheet of components.
_MEDIA = ("<iframe", "<video", "<embed", "<object")

#: Our style sheets and scripts needed only by pages with such a class or tag.
OURS: Marks = {
    "_static/navapi.css": ("navapi-",),
    "_static/navapi-content.css": ("navapi-", "sd-", *_MEDIA),
    "_static/navapi-operation.css": (*_BLOCKS, "navapi-heading", "navapi-operations"),
    "_static/navapi-channel.css": (*_CHANNELS, "navapi-facts"),
    "_static/navapi-operation.js": _BLOCKS,
}

#: The same for sphinx-design.
OF_DESIGN: Marks = {
    "_static/sphinx-design.min.css": ("sd-",),
    "_static/design-tabs.js": ("sd-tab",),
}


def unused_assets(body: str) -> frozenset[str]:
    """Style sheets and scripts (as in ``css_files``) that a page with the text *body* does not
    need.
    """
    return without_marks(body, OURS) | without_marks(body, OF_DESIGN)


def without_marks(body: str, marks_of: Marks) -> frozenset[str]:
    """The keys of *marks_of* none of whose marks is in *body*."""
    return frozenset(
        name for name, marks in marks_of.items() if not any(_has(body, mark) for mark in marks)
    )


def _has(body: str, mark: str) -> bool:
    if mark not in body:
        return False
    if mark.startswith("<"):
        return True
    return f'"{mark}' in body or f" {mark}" in body
