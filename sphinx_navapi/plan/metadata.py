"""Reading values of page metadata defensively: they may have any type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any, Final

from sphinx_navapi.config.value_problems import readable
from sphinx_navapi.config.value_types import FactorValue, is_link
from sphinx_navapi.formats.lenient import as_mapping

#: Keys of the days on which a page was written and changed.
CREATED: Final = "createdDate"
UPDATED: Final = "lastUpdatedDate"

#: Keys that may determine which operation or schema a page shows.
SHOWING_KEYS = frozenset({"openapi", "openapi-schema", "asyncapi", "api"})


def text_of(metadata: Mapping[str, Any], key: str) -> str | None:
    """The text under *key* on one line, numbers as text; ``None`` if there is none."""
    value = metadata.get(key)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return single_line(str(value)) or None


def single_line(text: object) -> str:
    """*text* on one line, with single spaces; empty if it is not a string."""
    return " ".join(readable(text).split()) if isinstance(text, str) else ""


def flag_of(metadata: Mapping[str, Any], key: str) -> bool | None:
    """The boolean under *key*; reStructuredText fields write it as a word."""
    value = metadata.get(key)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
        return value.strip().lower() == "true"
    return None


def is_hidden(metadata: Mapping[str, Any]) -> bool:
    """Whether readers do not see the page in lists: it is only built."""
    return flag_of(metadata, "hidden") is True


def number_of(metadata: Mapping[str, Any], key: str) -> float | None:
    """The number under *key*; reStructuredText fields write it as a word."""
    value = metadata.get(key)
    with suppress(ValueError):
        value = float(value) if isinstance(value, str) else value
    return value if FactorValue().accepts(value) else None


def link_of(metadata: Mapping[str, Any]) -> str | None:
    """The link target that ``url`` gives the page's entry, or ``None``."""
    value = metadata.get("url")
    return value.strip() if isinstance(value, str) and is_link(value) else None


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
    value = metadata.get("authors")
    listed = value if isinstance(value, list) else [value]
    names = (as_mapping(each).get("name") if isinstance(each, Mapping) else each for each in listed)
    return [name for name in map(single_line, names) if name]


def related_of(metadata: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Title, ``""`` if unset, and target of each entry of ``related``: a path or URL, or an object
    with a single key, its title. A single entry need not be in a list.
    """
    value = metadata.get("related")
    for entry in value if isinstance(value, list) else [value]:
        pairs = entry.items() if isinstance(entry, Mapping) else (("", entry),)
        for title, target in pairs:
            if isinstance(target, str) and target.strip():
                yield single_line(title), target.strip()
