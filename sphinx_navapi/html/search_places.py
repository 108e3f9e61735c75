"""``_navapi/search.js``: where each page belongs, for the search dialog of our theme.

A script, so that it can be read from the disk, too; loaded when the dialog first opens.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from sphinx_navapi.locale.interface import InterfaceWords, interface_words
from sphinx_navapi.locale.languages import language_name
from sphinx_navapi.plan.site_plan import PageKind, SitePlan


def search_places(
    plan: SitePlan, words: Callable[[str], InterfaceWords] = lambda _docname: interface_words(None)
) -> str:
    """The script: per docname the numbers of section, method, version and language.

    Each number is an index into one of three lists of words; -1 stands for none;
    the method of a schema page is ``schema``.

    :param words: the interface's words in the language of a page; English without it.
    """
    sections: dict[str, int] = {}
    methods: dict[str, int] = {}
    places: dict[str, int] = {}
    pages = {}
    for docname, page in plan.pages.items():
        section = " › ".join(page.breadcrumbs[-2:])
        method = page.operation.method.lower() if page.operation else ""
        if page.kind is PageKind.SCHEMA:
            section, method = section or words(docname)("Schemas"), "schema"
        pages[docname] = [
            _number(sections, section),
            _number(methods, method),
            _number(places, page.version or ""),
            _number(places, language_name(page.language) if page.language else ""),
        ]
    value = {
        "sections": list(sections),
        "methods": list(methods),
        "places": list(places),
        "pages": pages,
    }
    return f"navapiPlaces({json.dumps(value, ensure_ascii=False, separators=(',', ':'))})\n"


def _number(known: dict[str, int], word: str) -> int:
    return known.setdefault(word, len(known)) if word else -1
