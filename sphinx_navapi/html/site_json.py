"""``_navapi/site.json``: the resolved navigation, the pages and the diagnostics, for programs.

A module by itself: `navapi explain` prints the same without importing Sphinx.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.plan.site_plan import (
    Entry,
    ExternalLink,
    Page,
    ResolvedElement,
    SitePlan,
)

#: Incremented when a key changes its meaning.
SITE_JSON_VERSION = 1


def site_json(plan: SitePlan, url_for: Callable[[str], str]) -> dict[str, Any]:
    """The object of ``site.json``; equal plans give equal objects, keys in fixed order.

    :param url_for: URL of a docname, relative to the site's root.
    """
    return {
        "version": SITE_JSON_VERSION,
        "navigation": element_json(plan.navigation),
        "pages": {
            docname: page_json(page, url_for(docname)) for docname, page in plan.pages.items()
        },
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in plan.diagnostics],
    }


def site_json_text(plan: SitePlan, url_for: Callable[[str], str]) -> str:
    """The text of ``site.json``, with a line for each page."""
    value = site_json(plan, url_for)
    pages = ",\n".join(f"{_dumps(name)}: {_dumps(page)}" for name, page in value["pages"].items())
    # With an indent, it is written by Python's slower encoder.
    members = {key: _dumps(each) for key, each in value.items()} | {"pages": f"{{\n{pages}\n}}"}
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in members.items()) + "\n}\n"


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def element_json(element: ResolvedElement) -> dict[str, Any]:
    """*element* in the format of the configuration, with docnames in ``pages``."""
    value: dict[str, Any] = {}
    if element.kind is not ElementKind.ROOT:
        value[element.kind.value] = element.label
    value |= element.attributes
    if element.root is not None:
        value["root"] = element.root
    for key, entries in element.content.items():
        value[key] = [_entry_json(entry) for entry in entries]
    if element.global_anchors:
        value["global"] = {"anchors": [element_json(anchor) for anchor in element.global_anchors]}
    if element.href is None or element.first_page is not None:
        value["first_page"] = element.first_page
    return value


def _entry_json(entry: Entry) -> Any:
    if isinstance(entry, ExternalLink):
        return entry.docname or entry.href
    return element_json(entry) if isinstance(entry, ResolvedElement) else entry


def page_json(page: Page, url: str) -> dict[str, Any]:
    """The entry of *page* in ``site.json``."""
    key = page.operation
    return {
        "url": url,
        "title": page.title,
        "sidebar_title": page.sidebar_title,
        "kind": page.kind.name,
        "generated": page.generated,
        "operation": None
        if key is None
        else {
            "document": key.document,
            "method": key.method,
            "path": key.path,
            "operation_id": page.operation_id,
        },
        "tag": page.tag,
        "deprecated": page.deprecated,
        "breadcrumbs": list(page.breadcrumbs),
        "version": page.version,
        "language": page.language,
        "product": page.product,
        "tab": page.tab,
        "prev": page.prev,
        "next": page.next,
    }


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """The entry of *diagnostic* in ``site.json``."""
    return {
        "subtype": diagnostic.subtype.value,
        "level": diagnostic.level.value,
        "message": diagnostic.message,
        "file": diagnostic.place.file or None,
        "line": diagnostic.place.line,
    }
