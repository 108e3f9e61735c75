"""What the metadata of a page says for its end and its head: authors, dates, related pages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.targets import find_page, split_href
from sphinx_navapi.plan.metadata import single_line
from sphinx_navapi.plan.page_files import PageFile

#: Keys of the days on which a page was written and changed.
CREATED: Final = "createdDate"
UPDATED: Final = "lastUpdatedDate"


def day_of(metadata: Mapping[str, Any], key: str) -> str | None:
    """The day under *key* as ``YYYY-MM-DD``, from a date or a time of ISO 8601."""
    value = metadata.get(key)
    if isinstance(value, date):
        return value.isoformat()[:10]
    try:
        return datetime.fromisoformat(str(value).strip()).date().isoformat()
    except ValueError:
        return None


def authors_of(metadata: Mapping[str, Any]) -> list[str]:
    """The names in ``authors``: a name, or a list of names or of objects with ``name``."""
    given = metadata.get("authors")
    listed = given if isinstance(given, list) else [given]
    names = (as_mapping(each).get("name") if isinstance(each, Mapping) else each for each in listed)
    return [name for name in map(single_line, names) if name]


def related_of(metadata: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Title, ``""`` if unset, and target of each entry of ``related``: a path or URL, or an object
    with a single key, its title. A single entry need not be in a list.
    """
    given = metadata.get("related")
    for entry in given if isinstance(given, list) else [given]:
        pairs = entry.items() if isinstance(entry, Mapping) else (("", entry),)
        for title, target in pairs:
            if isinstance(target, str) and target.strip():
                yield single_line(title), target.strip()


def related_page(target: str, docname: str, pages: Container[str]) -> str | None:
    """The page that an entry of ``related`` of *docname* leads to.

    Like a link in its text, or as in ``docs.json``: relative to the source directory.
    """
    path, _ = split_href(target)
    return find_page(path, docname, pages, "index") or find_page(f"/{path}", "", pages, "index")


def find_note_problems(
    files: Mapping[str, PageFile], pages: Container[str]
) -> Iterator[Diagnostic]:
    """One warning per related page that does not exist, and per value that is not a date."""
    for docname, file in files.items():
        metadata = file.head.metadata
        texts = {}
        for _, target in related_of(metadata):
            if not is_link(target, absolute=True) and not related_page(target, docname, pages):
                text = f"there is no page {show(target)}: use the path of a page, or a URL"
                texts["related"] = text
        for key in (CREATED, UPDATED):
            if metadata.get(key) not in (None, "") and day_of(metadata, key) is None:
                value = show(metadata[key])
                texts[key] = f'{value} is ignored: use a date such as "2026-08-13"'
        for key, text in texts.items():
            line = file.head.lines.get(key)
            place = Place(file=file.path, line=line, column=1 if line else None)
            message = f"{key}: {text}"
            yield Diagnostic(subtype=Subtype.PAGE_METADATA, message=message, place=place)
