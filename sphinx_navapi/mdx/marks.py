"""The two characters that mark places in texts: no text of a page may hold them."""

from __future__ import annotations

from typing import Final

#: Noncharacters of Unicode.
OPENING: Final = "\ufdd0"
CLOSING: Final = "\ufdd1"

#: What classes of ours begin with that lay out the HTML of a page.
UTILITY: Final = "navapi-u-"
