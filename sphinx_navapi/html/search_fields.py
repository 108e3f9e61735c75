"""Anchors of fields for the results of our theme's search: ``fields-NUMBER`` beside the index.

They are read from the written pages, so that each exists. The dialog fetches the file of a page
when a field of it is a result.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.built_site.search_index import called_with
from sphinx_navapi.content.search_index import CALLED, SearchPage
from sphinx_navapi.content.search_terms import BODY, PARAMETER, RESPONSE

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

#: Pages per file, as in ``navapi-finder.js``.
_PAGES: Final = 32

_IDS = re.compile(r'<(?:li id="([^"]+)"><div>|details id="([^"]*r\d[^"]*)")')
_SEPARATORS = re.compile("[.~]")


def has_fields(page: SearchPage) -> bool:
    """Whether names of fields are among the terms of *page*."""
    return any(
        place in (PARAMETER, BODY, RESPONSE) for unit in page.units for place, _ in unit.terms
    )


def field_ids(html: str) -> str:
    """The ids of the fields and responses in *html*, separated by spaces.

    For each name only the first one, which is the result for its word.
    """
    found: dict[str, str] = {}
    for ids in _IDS.findall(html):
        ident = unescape("".join(ids))
        found.setdefault(_SEPARATORS.split(ident)[-1], ident)
    return " ".join(found.values())


def field_files(
    builder: StandaloneHTMLBuilder,
    folder: Path,
    key: str,
    pages: Sequence[SearchPage],
    changed: set[str],
) -> Mapping[str, str]:
    """The files for *pages* by name, with their content.

    :param folder: with the files of the last build. :param key: prefix of their keys.
    :param changed: pages that differ from those of the last build.
    """
    known: dict[str, str] = {}
    for path in folder.glob("fields-*.js"):
        earlier: Any = called_with(path.read_text("utf-8"))
        known |= {name: ids for name, ids in earlier.items() if name not in changed}
    files = {}
    for start in range(0, len(pages), _PAGES):
        found: dict[str, str] = {}
        for page in pages[start : start + _PAGES]:
            name = page.docname
            if has_fields(page):
                found[name] = known[name] if name in known else _ids_of(builder, name)
        if found:
            file = f"fields-{start // _PAGES}"
            value = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
            files[file] = f'{CALLED}("{key}/{file}",{value})\n'
    return files


def _ids_of(builder: StandaloneHTMLBuilder, docname: str) -> str:
    try:
        return field_ids(Path(builder.get_outfilename(docname)).read_text("utf-8"))
    except OSError:
        return ""
