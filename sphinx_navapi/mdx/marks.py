"""Marks in the Markdown of a page, and problems in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sphinx_navapi.diagnostics import Subtype

#: Unicode noncharacters.
OPENING: Final = "\ufdd0"
CLOSING: Final = "\ufdd1"

#: What a page must not have in it: marks, and what Markdown replaces.
NO_MARKS = {ord(OPENING): None, ord(CLOSING): None, 0: "\ufffd"}

#: Prefix of our classes for the layout of HTML in pages.
UTILITY: Final = "navapi-u-"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinding:
    """A mistake in the page: *line* and *column* from 1.

    :ivar file: of a snippet; ``""`` for the page itself.
    :ivar missing: path of a missing file relative to the source directory.
    :ivar is_name: a name is unknown here; where a snippet is included, it may be known.
    :ivar component: the component at fault, which other pages may use; the place is in its
        definition.
    """

    message: str
    line: int
    column: int
    file: str = ""
    subtype: Subtype = Subtype.PAGE_SYNTAX
    is_name: bool = False
    missing: str = ""
    component: str = ""
