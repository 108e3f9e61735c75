"""The language of each page in its template context: texts, ``lang`` and direction."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.locale import get_translator

from sphinx_navapi.locale.interface import interface_words
from sphinx_navapi.locale.languages import is_right_to_left, language_tag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.site import Site

#: The playground's texts in English.
PLAYGROUND_WORDS = Path(__file__).parent / "static" / "playground" / "words.js"

#: A line of that file: ``    key: "text",``.
_ENTRY = re.compile(r'^\s+"?(\w+)"?:\s+("(?:[^"\\]|\\.)*"),?$', re.MULTILINE)

#: Labels that are the same in every language.
_SAME_EVERYWHERE = frozenset({"send"})


@lru_cache(maxsize=32)
def words_attribute(words: InterfaceWords) -> str:
    """`` data-navapi-words="{...}"``; empty in English, which is built into scripts."""
    if not words.catalog:
        return ""
    texts = {
        "copy": words("Copy"),
        "copied": words("Copied"),
        "failed": words("Press Ctrl+C"),
        "field": words("Link to this field"),
        "more": words("More"),
        "all": words("Show all"),
        "expand": words("Expand all"),
        "filter": words("Filter properties"),
    }
    value = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return f' data-navapi-words="{escape(value)}"'


@lru_cache(maxsize=1)
def playground_words() -> Mapping[str, str]:
    """The playground's texts in English, by key, in the order of its script.

    They are messages of the catalogs, and `docs/messages.py` reads them here, except labels that
    are the same in every language.
    """
    text = PLAYGROUND_WORDS.read_text("utf-8")
    texts = {key: json.loads(value) for key, value in _ENTRY.findall(text)}
    return {key: value for key, value in texts.items() if key not in _SAME_EVERYWHERE}


@lru_cache(maxsize=32)
def playground_words_script(words: InterfaceWords) -> str:
    """A script with the playground's translations: only texts that differ from English."""
    texts = {key: words(text) for key, text in playground_words().items()}
    changed = {key: text for key, text in texts.items() if text != playground_words()[key]}
    value = json.dumps(changed, ensure_ascii=False, indent=0)
    return f"Object.assign((globalThis.navapiPlayground ??= {{}}).words ??= {{}}, {value});\n"


def theme_language(site: Site, docname: str) -> dict[str, Any]:
    """The context of our own theme: ``navapi_lang``, ``navapi_dir``, and ``_``.

    Its texts are in the page's language. Texts that are not the interface's own come from Sphinx's
    catalogs, which are only for the project's language.
    """
    language, own = _language(site, docname)
    words = interface_words(language)
    return {
        "navapi_lang": _tag(language),
        "navapi_dir": "rtl" if _is_rtl(language) else "ltr",
        "_": words if own else words.then(get_translator().gettext),
    }


def put_language(
    site: Site,
    docname: str,
    context: dict[str, Any],
    right_to_left: Callable[[dict[str, Any], str], None],
) -> None:
    """Add the page's language to the *context* of a third-party theme.

    :param right_to_left: called for right-to-left pages, from the theme's adapter.
    """
    language, own = _language(site, docname)
    rtl = _is_rtl(language)
    if not own and not rtl:
        return
    tag = _tag(language)
    if rtl:
        right_to_left(context, tag)
    else:
        context["language"] = tag


def language_digest(site: Site, docname: str) -> str:
    """Changes with what the page's language adds to the page."""
    language, own = _language(site, docname)
    return f"{_tag(language)} {own}"


def _language(site: Site, docname: str) -> tuple[str, bool]:
    """The page's language, and whether the navigation sets it."""
    page = site.page(docname)
    own = page.language if page else None
    return own or site.language or "en", own is not None


def _tag(language: str) -> str:
    return language_tag(language.replace("_", "-"))


def _is_rtl(language: str) -> bool:
    return is_right_to_left(language.replace("_", "-"))
