"""What scripts say, handed to them in an attribute of the page's first block."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_navapi.interface import InterfaceWords


@lru_cache(maxsize=32)
def words_attribute(words: InterfaceWords) -> str:
    """`` data-navapi-words="{...}"``; nothing in English, which scripts know themselves."""
    if not words.catalogue:
        return ""
    said = {
        "copy": words("Copy"),
        "copied": words("Copied"),
        "failed": words("Press Ctrl+C"),
        "field": words("Link to this field"),
    }
    value = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f' data-navapi-words="{escape(value)}"'
