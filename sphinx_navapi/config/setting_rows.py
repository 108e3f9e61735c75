"""Rows of the reference tables of ``docs.json``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_navapi.config.value_types import Key, record_in


def table_rows(fields: Sequence[Key], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Dotted key, type and help of *fields* and of the records below them."""
    for entry in fields:
        yield prefix + entry.name, entry.type.label, entry.help
        inner = record_in(entry.type)
        if inner is not None:
            yield from table_rows(inner.fields, f"{prefix}{entry.name}.")
