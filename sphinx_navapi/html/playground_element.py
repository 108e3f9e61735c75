"""The element that marks pages with a playground."""

from __future__ import annotations

from typing import Final

#: Its name; a page that contains it loads the script.
ELEMENT: Final = "navapi-playground"
