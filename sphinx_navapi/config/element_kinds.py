"""Kinds of navigation elements, and their content keys."""

from __future__ import annotations

from enum import StrEnum


class ElementKind(StrEnum):
    """Kinds of navigation elements, each with the key of its label."""

    ROOT = "root"
    GROUP = "group"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    DROPDOWN = "dropdown"
    VERSION = "version"
    LANGUAGE = "language"
    PRODUCT = "product"


#: Content keys of an element in the order in which they are kept, which is also the order for the
#: first page after `pages` and `groups`.
CONTENT_KEYS = (
    "pages", "groups", "anchors", "dropdowns", "languages", "tabs", "versions", "menu", "products",
)  # fmt: skip
