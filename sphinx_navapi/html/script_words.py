"""Translations for scripts, on pages in other languages."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_navapi.locale.interface import InterfaceWords

#: The playground's texts in English.
PLAYGROUND_WORDS = Path(__file__).parent / "static" / "playground" / "words.js"

#: A line of that file: ``    key: "text",``.
_ENTRY = re.compile(r'^\s+"?(\w+)"?: ("(?:[^"\\]|\\.)*"),?$', re.MULTILINE)

#: Labels that are the same in every language.
_SAME_EVERYWHERE = frozenset({"send"})


@lru_cache(maxsize=32)
def words_attribute(words: InterfaceWords) -> str:
    """`` data-navapi-words="{...}"``; empty in English, which is built into scripts."""
    if not words.catalogue:
        return ""
    said = {
        "copy": words("Copy"),
        "copied": words("Copied"),
        "failed": words("Press Ctrl+C"),
        "field": words("Link to this field"),
        "more": words("More"),
        "all": words("Show all"),
        "expand": words("Expand all"),
        "filter": words("Filter properties"),
    }
    value = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f' data-navapi-words="{escape(value)}"'


@lru_cache(maxsize=1)
def playground_words() -> Mapping[str, str]:
    """The playground's texts in English, by key, in the order of its script.

    They are messages of the catalogs, and `docs/messages.py` reads them here, except labels that
    are the same in every language.
    """
    text = PLAYGROUND_WORDS.read_text("utf-8")
    found = {key: json.loads(value) for key, value in _ENTRY.findall(text)}
    return {key: value for key, value in found.items() if key not in _SAME_EVERYWHERE}


@lru_cache(maxsize=32)
def playground_words_script(words: InterfaceWords) -> str:
    """A script with the playground's translations: only texts that differ from English."""
    said = {key: words(text) for key, text in playground_words().items()}
    changed = {key: text for key, text in said.items() if text != playground_words()[key]}
    value = json.dumps(changed, ensure_ascii=False, indent=0)
    return f"Object.assign((globalThis.navapiPlayground ??= {{}}).words ??= {{}}, {value});\n"
