"""Keys of ``docs.json`` without effect, for one line at the end of the first build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import Key, record_in

#: Keys that neither change a page nor are mistakes.
_SILENT = frozenset({"$schema", "navigation"})


def keys_without_effect(config: Mapping[str, Any]) -> list[str]:
    """The keys of *config* without effect, dotted; of an object without any effect, only the
    outermost key.

    ``navigation`` is skipped: unknown keys there are reported with their place.
    """
    known = {key.name for key in SETTINGS}
    unknown = [name for name in config if name not in known | _SILENT]
    return sorted({*unknown, *_inert(SETTINGS, config, "")})


def _inert(fields: Sequence[Key], value: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for field in fields:
        if field.name not in value:
            continue
        if not field.effect:
            yield prefix + field.name
            continue
        inner, record = value[field.name], record_in(field.type)
        for each in inner if isinstance(inner, list) else (inner,):
            if record is not None and isinstance(each, Mapping):
                yield from _inert(record.fields, each, f"{prefix}{field.name}.")
