"""Stubs: the source text of every generated page. Does not write files.

A stub identifies what its page shows and contains a fingerprint. Its text changes exactly when the
page must be read again: not when the page only moves in the navigation.
"""

from __future__ import annotations

import json

from sphinx_navapi.edition import edition
from sphinx_navapi.plan.site_plan import Page, SitePlan


def generate_stubs(plan: SitePlan) -> dict[str, str]:
    """The stub text of every generated page of *plan*, by docname."""
    return {docname: write_stub(page) for docname, page in plan.pages.items() if page.generated}


def write_stub(page: Page) -> str:
    """The stub of *page*: one ``key: JSON value`` per line."""
    lines: dict[str, object] = {
        "navapi": edition(),
        "kind": str(page.kind),
        "title": page.title,
        "directory": page.directory,
    }
    if page.operation is not None:
        key = page.operation
        lines |= {"document": key.document, "method": key.method, "path": key.path}
    elif page.schema is not None:
        lines |= {"document": page.schema[0], "schema": page.schema[1]}
    elif page.changes is not None:
        lines |= {"document": page.changes[0], "changes_from": page.changes[1]}
    elif page.overview is not None:
        lines["document"] = page.overview
        if page.tags:
            lines["tags"] = page.tags
    lines["fingerprint"] = page.fingerprint
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in lines.items())
