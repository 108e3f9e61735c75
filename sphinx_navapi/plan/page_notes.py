"""What the metadata of a page says for its end and its head: authors, dates, related pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.plan.kinds.authored import PageFile
from sphinx_navapi.plan.metadata import single_line

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


def find_wrong_days(files: Mapping[str, PageFile]) -> Iterator[Diagnostic]:
    """One warning per value that is not a date."""
    for file in files.values():
        metadata = file.head.metadata
        for key in (CREATED, UPDATED):
            if metadata.get(key) in (None, "") or day_of(metadata, key) is not None:
                continue
            line = file.head.lines.get(key)
            yield Diagnostic(
                subtype=Subtype.PAGE_METADATA,
                message=f'{key}: {show(metadata[key])} is ignored: use a date such as "2026-08-13"',
                place=Place(file=file.path, line=line, column=1 if line else None),
            )
