"""The report at the end of a site's first build: an overview, and what to do first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import Key, record_in
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.openapi.load import conversion_advice
from sphinx_navapi.plan.kinds.registered import KINDS

if TYPE_CHECKING:
    from sphinx_navapi.plan.site_plan import SitePlan

#: What to do about reported problems, by ``type.subtype``, in order of importance.
_CURES: Final = {
    f"navapi.{Subtype.OPENAPI_NOT_FOUND}": "add the missing OpenAPI documents, or fix their paths",
    f"navapi.{Subtype.OPENAPI_INVALID}": "fix the OpenAPI documents: navapi openapi-check lists"
    " every problem",
    f"navapi.{Subtype.OPENAPI_2}": conversion_advice("Swagger 2.0 documents"),
    f"navapi.{Subtype.MISSING_OPENAPI}": 'add "openapi" to the groups that list operations',
    f"navapi.{Subtype.NEAR_MISS}": 'add "api": {"referenceMatching": "lenient"} to docs.json,'
    " to accept references in another case or with another trailing slash",
    f"navapi.{Subtype.OPERATION_NOT_FOUND}": "fix the references to unknown operations",
    f"navapi.{Subtype.PAGE_NOT_FOUND}": "add the pages that docs.json lists, or remove them"
    " from it",
    f"navapi.{Subtype.CONFIG}": "correct the values in docs.json, conf.py or front matter",
    f"navapi.{Subtype.MARKDOWN_DIALECT}": "set how Markdown files are read: navapi_markdown",
    f"navapi.{Subtype.PAGE_METADATA}": "correct the metadata of pages",
    f"navapi.{Subtype.PAGE_SYNTAX}": "fix the tags and expressions in pages",
    f"navapi.{Subtype.UNKNOWN_COMPONENT}": "replace the unknown components: only their"
    " content is shown",
    "myst.xref_missing": "fix the broken links",
    "image.not_readable": "add the missing images",
    f"navapi.{Subtype.UNRESOLVED_LINK}": "correct the addresses that lead nowhere",
    f"navapi.{Subtype.UNKNOWN_ICON}": "fix the icon names",
}

_NEAR_MISS: Final = f"navapi.{Subtype.NEAR_MISS}"

#: Its advice if ``docs.json`` already has ``api``.
_LENIENT: Final = (
    'add "referenceMatching": "lenient" to "api" in docs.json, to accept references in another case'
    " or with another trailing slash"
)

#: Maximum number of things to do first.
_MOST: Final = 3


def first_report(
    plan: SitePlan, config: Mapping[str, Any], reported: Mapping[str, int]
) -> Iterator[str]:
    """The lines of the report.

    :param config: the object of ``docs.json``.
    :param reported: number of warnings by ``type.subtype``.
    """
    counts = Counter(page.kind.counted for page in plan.pages.values())
    words = dict.fromkeys(kind.counted for kind in KINDS)
    parts = [_counted(counts[names], *names) for names in words if names is not None]
    yield f"built {', '.join(part for part in parts if part) or 'no page'}"
    without = keys_without_effect(config)
    if without:
        yield f"these keys of docs.json have no effect: {', '.join(without)}"
    cures = {**_CURES, _NEAR_MISS: _LENIENT if "api" in config else _CURES[_NEAR_MISS]}
    to_do = [
        f"{cure} ({_counted(reported[kind], 'warning', 'warnings')} [{kind}])"
        for kind, cure in cures.items()
        if reported.get(kind)
    ]
    for number, line in enumerate(to_do[:_MOST], 1):
        yield f"next step {number}: {line}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}" if count else ""


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
