"""The two characters that mark positions in texts, and cannot occur in the text of a page."""

from __future__ import annotations

from typing import Final

#: Unicode noncharacters.
OPENING: Final = "\ufdd0"
CLOSING: Final = "\ufdd1"

#: Prefix of our classes for the layout of HTML in pages.
UTILITY: Final = "navapi-u-"
