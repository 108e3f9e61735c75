"""The element of the playground, by which a page that has one is known."""

from __future__ import annotations

from typing import Final

#: Its name; a page that holds it gets its script.
ELEMENT: Final = "navapi-playground"
